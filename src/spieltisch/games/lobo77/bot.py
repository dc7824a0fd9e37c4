"""What a bot needs to know of Lobo 77: what is worth playing, how it stands, what the others' choices tell."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.lobo77.cards import CARDS, KINDS, TURN, VALUE, X2
from spieltisch.games.lobo77.imagine import NOTES, imagine, take_card
from spieltisch.games.lobo77.rules import DRAW, LIMIT, OUT, costs_a_chip
from spieltisch.kernel import Mind, Sight, State, rule
from spieltisch.kernel.dice import below

ZERO, MINUS_TEN = CARDS.index("0"), CARDS.index("-10")
# By the number of losses he can still bear: a second chip is worth more than the first, as two who lose equally often
# show (one who can bear two wins 3 : 1 against one who can bear one).
STAYING_POWER = np.array([0.0, 1.0, 3.0, 5.8, 9.2])
SAFE = 1_000  # above every card that costs a chip

PATIENCE = 10  # exchanged hands before an unlikely one is believed


@rule
def worth(s: State, seat: int, move: int) -> int:
    """A careful player: no chip if it can be helped, high cards first, what saves him kept for need."""
    if move == DRAW:
        return 2 * SAFE
    safe = 0 if costs_a_chip(s.total + VALUE[move]) else SAFE
    if move == MINUS_TEN:   return safe - 40
    if move == ZERO:        return safe - 30
    if move == TURN:        return safe - 20
    if move == X2:          return safe - 10
    return safe + VALUE[move]


@rule
def first_thought(s: State, seat: int, move: int) -> int:
    """A beginner: below 77, and high cards first. He sees no Schnapszahl coming, and keeps nothing for need."""
    if move == DRAW:
        return 2 * SAFE
    return (SAFE if s.total + VALUE[move] < LIMIT else 0) + VALUE[move]


@rule
def evaluate(s: State, out: NDArray[np.float64]) -> None:
    """Each player's chance of winning, by the losses he can still bear."""
    total = 0.0
    for seat in range(s.seats):
        out[seat] = STAYING_POWER[s.chips[seat] + 1]
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@rule
def settled(s: State) -> bool:
    """LO-R2 Between two rounds: all cards are about to be dealt anew."""
    return s.entries == 0


@rule
def quickest(s: State, acting: int, dice: State) -> int:
    """LO-T7 Who still has to draw hurries: he acts before the next player plays."""
    for seat in range(s.seats):
        if acting >> seat & 1 and s.draws[seat] > 0:
            return seat
    return s.turn


# What the others' choices tell: a card played when a better one was at hand is not likely. `imagine` gives every deal
# its due; `believe` exchanges hands that a careful player would not have played so from.


@rule
def believe(sight: Sight, s: State, dice: State) -> None:
    if s.reshuffles > 0:
        return
    for seat in range(s.seats):
        if seat != sight.seat and s.chips[seat] != OUT and s.hand_size[seat] > 1:
            believe_hand(sight, s, seat, dice)


@rule
def believe_hand(sight: Sight, s: State, seat: int, dice: State) -> None:
    """Exchange his hand until it explains the card he played last (or patience ends)."""
    now = s.total
    total = now
    for index in range(sight.log.size - 1, sight.log.size - 1 - s.entries, -1):
        row = sight.log[index]
        if row.seat >= 0 and row.move != DRAW:
            total -= VALUE[row.move]
            if row.seat == seat:
                s.total = total
                for _ in range(PATIENCE):
                    if explains(s, seat, row.move, dice):
                        break
                    exchange_hand(s, seat, dice)
                s.total = now
                return


@rule
def explains(s: State, seat: int, played: int, dice: State) -> bool:
    """Was the card played worth at least as much as those he still holds? One of them he drew since."""
    drawn = below(dice, s.hand_size[seat])
    for card in range(KINDS):
        held = s.hand[seat, card] - (0 <= drawn < s.hand[seat, card])
        drawn -= s.hand[seat, card]
        if held > 0 and card != X2 and worth(s, seat, card) > worth(s, seat, played):
            return False
    return True


@rule
def exchange_hand(s: State, seat: int, dice: State) -> None:
    """Back to the pile, and as many cards anew."""
    for card in range(KINDS):
        s.pile[card] += s.hand[seat, card]
        s.hand[seat, card] = 0
    unseen = s.pile_size + s.hand_size[seat]
    for _ in range(s.hand_size[seat]):
        s.hand[seat, take_card(s.pile, unseen, dice)] += 1
        unseen -= 1


DOUBT = 45  # values of cards
MIND = Mind(imagine, worth, evaluate, settled, quickest, NOTES, believe, first_thought=first_thought, doubt=DOUBT)
