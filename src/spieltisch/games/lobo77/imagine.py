"""Filling in what a seat cannot know of Lobo 77, consistently with all it saw, and with the right odds."""

import math

from spieltisch.games.lobo77.cards import KINDS
from spieltisch.games.lobo77.rules import CARD, SEATS, LoboState, decode, decode_outcome
from spieltisch.kernel import CHANCE, Records, Sight, number, rule, scratch
from spieltisch.kernel.dice import Dice, below, take

ERAS = 8  # reshuffles of one round that are told apart
RETELLINGS = 8
MOST_HELD = 16  # cards of a hand whose story is told (a hand has five)


class Deductions:
    era = number("i8")
    pile = number("i8")
    top = number("i8")
    likelihood = number("f8")  # logarithm
    unseen = number("i8", ERAS, KINDS)  # of the cards shuffled into that era's pile
    unseen_size = number("i8", ERAS)
    held = number("i8", ERAS, SEATS)  # how many of them each hand has
    discards = number("i8", KINDS)
    may_be = number("i8", MOST_HELD)  # for each card of a hand, the kinds it may be of: see belief.py


NOTES = scratch(Deductions)


@rule
def imagine(sight: Sight[LoboState], s: LoboState, dice: Dice, notes: Records[Deductions]) -> None:
    """Deal the cards the seat cannot see; `s` is what it sees. All deals that fit what it saw have their due odds.

    (After reshuffles only nearly: see below. From the eighth of a round on, which no real round has, it forgets.)
    """
    if s.reshuffles == 0 or not retell_round(sight, dice, notes):
        imagine_one_shuffle(s, sight.seat, dice)
        return
    empty_unseen(s, sight.seat)
    told = notes[0]
    for era in range(told.era + 1):
        for seat in range(s.seats):
            for _ in range(told.held[era, seat]):
                s.hand[seat, take(dice, told.unseen[era], told.unseen_size[era])] += 1
                told.unseen_size[era] -= 1
    for card in range(KINDS):
        s.pile[card] = told.unseen[told.era, card]


@rule
def imagine_one_shuffle(s: LoboState, observer: int, dice: Dice) -> None:
    """All cards not seen come from one shuffle: each is anywhere with equal odds."""
    empty_unseen(s, observer)
    unseen = 0
    for card in range(KINDS):
        s.pile[card] = s.deck[card] - s.discards[card] - s.hand[observer, card]
        unseen += s.pile[card]
    for seat in range(s.seats):
        if seat != observer:
            for _ in range(s.hand_size[seat]):
                s.hand[seat, take(dice, s.pile, unseen)] += 1
                unseen -= 1


@rule
def empty_unseen(s: LoboState, observer: int) -> None:
    for card in range(KINDS):
        s.pile[card] = 0
        for seat in range(s.seats):
            if seat != observer:
                s.hand[seat, card] = 0


# LO-T8 makes more known than the table shows: when the pile ran out, all that was neither discarded nor in one's own
# hand was in the others' hands, and the new pile is exactly the old discards. So each card belongs to the shuffle
# ("era") it was last drawn in. What cannot be seen is from which era's cards an opponent played: that is retold at
# random, several times, and each retelling replaces the last one as often as it explains better what was seen.


@rule
def retell_round(sight: Sight[LoboState], dice: Dice, notes: Records[Deductions]) -> bool:
    """Into notes[0]: how many cards of each era each hand holds, and which cards of each era are unseen."""
    found = False
    for _ in range(RETELLINGS):
        if retell(sight, dice, notes[1]):
            if not found or chance_of(math.exp(min(notes[1].likelihood - notes[0].likelihood, 0.0)), dice):
                notes[0] = notes[1]
            found = True
    return found


@rule
def chance_of(share: float, dice: Dice) -> bool:
    return bool(below(dice, 1 << 30) < share * (1 << 30))


@rule
def retell(sight: Sight[LoboState], dice: Dice, told: Deductions) -> bool:
    """One way in which the round may have gone; False if it got stuck."""
    s = sight.state[0]
    first = sight.log.size - s.entries
    begin_retelling(sight, told, first)
    for index in range(first, sight.log.size):
        row = sight.log[index]
        if row.seat == CHANCE:
            if not retell_draw(told, row.to, row.move, sight.seat):
                return False
            continue
        kind, card = decode(row.move)
        if kind == CARD:
            if row.seat != sight.seat and not retell_play(told, row.seat, card, dice):
                return False
            told.discards[card] += 1
            told.top = card
    return told.era < ERAS


@rule
def begin_retelling(sight: Sight[LoboState], told: Deductions, first: int) -> None:
    """From this round's deal, or, if the log began in mid-round, from there."""
    start = sight.start[0]
    in_mid_round = first == 0
    told.era = 0
    told.likelihood = 0.0
    told.top = start.top if in_mid_round else -1
    told.pile = told.unseen_size[0] = 0
    for card in range(KINDS):
        told.discards[card] = start.discards[card] if in_mid_round else 0
        known = start.discards[card] + start.hand[sight.seat, card] if in_mid_round else 0
        told.unseen[0, card] = start.deck[card] - known
        told.unseen_size[0] += told.unseen[0, card]
    told.pile = told.unseen_size[0]
    for seat in range(SEATS):
        for era in range(ERAS):
            told.held[era, seat] = 0
        if in_mid_round and seat != sight.seat:
            told.held[0, seat] = start.hand_size[seat]
            told.pile -= start.hand_size[seat]


@rule
def retell_draw(told: Deductions, to: int, outcome: int, observer: int) -> bool:
    if told.pile == 0:
        retell_reshuffle(told)
    era = told.era
    if era >= ERAS:
        return False
    told.pile -= 1
    if to == observer:
        _, card, _ = decode_outcome(outcome)
        if told.unseen[era, card] == 0:
            return False
        told.likelihood += math.log(told.unseen[era, card] / told.unseen_size[era])
        told.unseen[era, card] -= 1
        told.unseen_size[era] -= 1
    else:
        told.held[era, to] += 1
    if told.pile == 0:
        retell_reshuffle(told)
    return told.era < ERAS


@rule
def retell_play(told: Deductions, seat: int, card: int, dice: Dice) -> bool:
    """An opponent played this card: from which era did he have it?"""
    held = 0
    total = 0.0
    for era in range(told.era + 1):
        held += told.held[era, seat]
        total += odds(told, era, seat, card)
    if total == 0.0:
        return False
    told.likelihood += math.log(total / held)
    left = total * below(dice, 1 << 30) / (1 << 30)
    chosen = -1
    for era in range(told.era + 1):
        share = odds(told, era, seat, card)
        if share > 0.0 and (chosen < 0 or left >= 0.0):
            chosen = era
        left -= share
    told.held[chosen, seat] -= 1
    told.unseen[chosen, card] -= 1
    told.unseen_size[chosen] -= 1
    return True


@rule
def odds(told: Deductions, era: int, seat: int, card: int) -> float:
    """Any of his cards is equally likely to be played, any unseen one of its era to be this one."""
    if told.held[era, seat] == 0:
        return 0.0
    return told.held[era, seat] * told.unseen[era, card] / told.unseen_size[era]


@rule
def retell_reshuffle(told: Deductions) -> None:
    discarded = 0
    for card in range(KINDS):
        discarded += told.discards[card]
    if discarded <= 1:
        return
    told.era += 1
    if told.era < ERAS:
        told.pile = told.unseen_size[told.era] = discarded - 1
        for card in range(KINDS):
            buried = told.discards[card] - (card == told.top)
            told.unseen[told.era, card] = buried
            told.discards[card] -= buried
