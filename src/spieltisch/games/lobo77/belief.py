"""What the others' choices of this round tell about their cards: whoever plays a 4 has no 9 that would have been safe.

`imagine` gives every deal that fits what was seen its due odds; here hands are exchanged for such as a careful player
would have played from as they did. For each card that a player holds it is told since when he has held it, and so
which cards he preferred to it. Which of his cards he played is retold at random, by what each may have been.
"""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.lobo77.cards import KINDS, VALUE, X2
from spieltisch.games.lobo77.careful import worth_of_card
from spieltisch.games.lobo77.imagine import MOST_HELD, Deductions, imagine
from spieltisch.games.lobo77.rules import CARD, OUT, LoboState, decode
from spieltisch.kernel import CHANCE, Records, Sight, rule
from spieltisch.kernel.dice import Dice, below

ANY = (1 << KINDS) - 1  # a set of kinds of cards, in bits
MISTRUST = 8  # one time in so many a player is taken for one who plays as he likes
FINE = 1 << 30


@rule
def imagine_likely(sight: Sight[LoboState], s: LoboState, dice: Dice, notes: Records[Deductions]) -> None:
    """A deal that fits what the seat saw, likely by what the others played. (After a reshuffle, any that fits.)"""
    imagine(sight, s, dice, notes)
    if s.reshuffles > 0:
        return
    for seat in range(s.seats):
        if seat != sight.seat and s.chips[seat] != OUT and below(dice, MISTRUST) > 0:
            exchange_hand(sight, s, seat, dice, notes[0].may_be)


@rule
def exchange_hand(sight: Sight[LoboState], s: LoboState, seat: int, dice: Dice, may_be: NDArray[np.int64]) -> None:
    """Back to the pile, and as many cards anew, each of them one that he may have kept."""
    for card in range(KINDS):
        s.pile[card] += s.hand[seat, card]
        s.hand[seat, card] = 0
    total = s.total
    held = retell_plays(sight, s, seat, dice, may_be)
    s.total = total
    for place in range(s.hand_size[seat]):
        s.hand[seat, take_likely(s.pile, may_be[place] if place < held else ANY, dice)] += 1


@rule
def retell_plays(sight: Sight[LoboState], s: LoboState, seat: int, dice: Dice, may_be: NDArray[np.int64]) -> int:
    """Through the round so far, his cards in `may_be` → how many he holds."""
    first = sight.log.size - s.entries
    in_mid_round = first == 0  # the log begins there
    held = min(sight.start[0].hand_size[seat], MOST_HELD) if in_mid_round else 0
    may_be[:held] = ANY
    top = sight.start[0].top if in_mid_round else -1
    s.total -= played_since(sight, first)
    for index in range(first, sight.log.size):
        row = sight.log[index]
        if row.seat == CHANCE:
            if row.to == seat and held < MOST_HELD:
                may_be[held] = ANY
                held += 1
            continue
        kind, card = decode(row.move)
        if kind == CARD:
            if row.seat == seat and held > 0:
                held = lay_out(s, card, top, held, dice, may_be)
            s.total += VALUE[card]
            top = card
    return held


@rule
def played_since(sight: Sight[LoboState], first: int) -> int:
    total = 0
    for index in range(first, sight.log.size):
        row = sight.log[index]
        if row.seat != CHANCE:
            kind, card = decode(row.move)
            total += VALUE[card] if kind == CARD else 0
    return total


@rule
def lay_out(s: LoboState, card: int, top: int, held: int, dice: Dice, may_be: NDArray[np.int64]) -> int:
    """He played this card: one place is empty, and what he kept was not better → how many he holds."""
    place = place_of(s.pile, card, held, dice, may_be)
    if place < 0:  # no careful player: what he kept tells nothing
        may_be[: held - 1] = ANY
        return held - 1
    may_be[place] = may_be[held - 1]
    kept = not_better(s, card, top)
    for other in range(held - 1):
        may_be[other] &= kept
    return held - 1


@rule
def not_better(s: LoboState, played: int, top: int) -> int:
    """The cards that a careful player may have kept when he played this one."""
    most = worth_of_card(s, played)
    kept = 0
    for card in range(KINDS):
        if worth_of_card(s, card) <= most or (card == X2 and top == X2):
            kept |= 1 << card
    return kept


@rule
def place_of(pile: NDArray[np.int8], card: int, held: int, dice: Dice, may_be: NDArray[np.int64]) -> int:
    """One of the places where this card may have been; the fewer others may be there, the more likely. -1: none."""
    total = 0.0
    for place in range(held):
        if may_be[place] >> card & 1:
            total += 1 / (1 + cards_among(pile, may_be[place]))
    left = total * below(dice, FINE) / FINE
    chosen = -1
    for place in range(held):
        if may_be[place] >> card & 1 and (chosen < 0 or left >= 0.0):
            chosen = place
            left -= 1 / (1 + cards_among(pile, may_be[place]))
    return chosen


@rule
def cards_among(pile: NDArray[np.int8], kinds: int) -> int:
    cards = 0
    for card in range(KINDS):
        if kinds >> card & 1:
            cards += pile[card]
    return cards


@rule
def take_likely(pile: NDArray[np.int8], kinds: int, dice: Dice) -> int:
    """One of the pile's cards of these kinds; of any kind, if there is none."""
    cards = cards_among(pile, kinds)
    if cards == 0:
        kinds, cards = ANY, cards_among(pile, ANY)
    left = below(dice, cards)
    card = 0
    while not kinds >> card & 1 or left >= pile[card]:
        if kinds >> card & 1:
            left -= pile[card]
        card += 1
    pile[card] -= 1
    return card
