"""What a bot needs to know of Blitzgriff: which die to take and where it belongs, when to call STOPP, how it stands.

Nothing is hidden, so there is nothing to imagine. A careful player weighs each place of his cards where a die would be
right (gains.py). Hundredths of a point.
"""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.blitzgriff.cards import ANY, FIELDS, TUERME
from spieltisch.games.blitzgriff.gains import POINT, WRONG, gain, gain_parked
from spieltisch.games.blitzgriff.moves import MOVE, PARK, PUT, PUT_BESIDE, STOP
from spieltisch.games.blitzgriff.scoring import card_points, cards_points
from spieltisch.games.blitzgriff.state import (
    CALM,
    DICE,
    HELD,
    MIDDLE,
    OVER,
    ROUNDS,
    BlitzState,
    dice_on,
    is_chance_due,
    is_field,
    is_right,
    lies_right,
    room,
)
from spieltisch.games.blitzgriff.stop.check import could_add
from spieltisch.kernel import NO_NOTES, Mind, Sight, States, rule
from spieltisch.kernel.dice import Dice, below

NEVER = -10 * POINT
WANTED = 6  # by another player


# What a move is worth


@rule
def worth(s: BlitzState, seat: int, move: int) -> int:
    if move < PUT:              return worth_of_die(s, seat, move)
    if move < PUT_BESIDE:       return worth_of_putting(s, seat, (move - PUT) // FIELDS, (move - PUT) % FIELDS)
    if move < PARK:             return worth_of_beside(s, seat, move - PUT_BESIDE)
    if move < MOVE:             return gain_parked(s, seat, move - PARK, s.hand[seat] - 1)
    if move < STOP:             return worth_of_moving(s, seat, (move - MOVE) // FIELDS, (move - MOVE) % FIELDS)
    if move == STOP:            return worth_of_stop(s, seat)
    return 0


@rule
def worth_of_putting(s: BlitzState, seat: int, card: int, field: int) -> int:
    die = s.hand[seat] - 1
    if not is_right(s, seat, card, field, dice_on(s, seat, card, field), die):
        return WRONG
    if dice_on(s, seat, card, field) == 1 and not lies_right(s, seat, card, field, 0):
        return WRONG
    return gain(s, seat, card, field, die)


@rule
def worth_of_beside(s: BlitzState, seat: int, card: int) -> int:
    """Where there is least to lose."""
    return -POINT - 5 * (card_points(s, seat, card) > 0)


@rule
def worth_of_moving(s: BlitzState, seat: int, card: int, field: int) -> int:
    parked = s.parked[seat, card] - 1
    return 5 * POINT if lies_right(s, seat, card, field, 0) and is_right(s, seat, card, field, 1, parked) else NEVER


@rule
def worth_of_die(s: BlitzState, seat: int, die: int) -> int:
    """At its best place; a little more if others want it too."""
    best = WRONG
    for card in range(HELD):
        for field in range(FIELDS):
            if fits(s, seat, card, field, die):
                best = max(best, gain(s, seat, card, field, die))
        if s.kind[seat, card] == TUERME and s.parked[seat, card] == 0:
            best = max(best, gain_parked(s, seat, card, die))
    return best + WANTED * wanted_by(s, seat, die) if best > 0 else best


@rule
def fits(s: BlitzState, seat: int, card: int, field: int, die: int) -> bool:
    """There is room, and it would be right there."""
    level = dice_on(s, seat, card, field)
    if level >= room(s, seat, card) or not is_field(s, seat, card, field):
        return False
    if level == 1 and not lies_right(s, seat, card, field, 0):
        return False
    return is_right(s, seat, card, field, level, die)


@rule
def wanted_by(s: BlitzState, seat: int, die: int) -> int:
    """How many others have a place for it."""
    players = 0
    for other in range(s.seats):
        if other != seat:
            players += has_place(s, other, die)
    return players


@rule
def has_place(s: BlitzState, seat: int, die: int) -> bool:
    for card in range(HELD):
        for field in range(FIELDS):
            if s.colour[seat, card, field] != ANY and fits(s, seat, card, field, die):
                return True
    return False


@rule
def worth_of_stop(s: BlitzState, seat: int) -> int:
    """BG-P2 When nothing more is to be gained; never while a die is worth taking."""
    for die in range(DICE):
        if s.where[die] == MIDDLE and worth_of_die(s, seat, die) > 0:
            return NEVER
    missed = could_add(s, seat, np.zeros(DICE, np.int64))
    return 2 * POINT if missed == 0 else -POINT * missed


# A beginner, and a race


@rule
def first_thought(s: BlitzState, seat: int, move: int) -> int:
    """A beginner: any die that fits somewhere, without a plan; STOPP when he finds none."""
    if move < PUT:              return POINT if has_place(s, seat, move) else WRONG
    if move < PUT_BESIDE:       return min(worth(s, seat, move), POINT)
    if move < MOVE:             return WRONG
    if move == STOP:            return -POINT if finds_one(s, seat) else POINT
    return worth(s, seat, move)


@rule
def finds_one(s: BlitzState, seat: int) -> bool:
    found = 0
    for die in range(DICE):
        found += s.where[die] == MIDDLE and has_place(s, seat, die)
    return found > 0


@rule
def effort(s: BlitzState, seat: int, move: int) -> int:
    """In a race: looking through the dice takes time, the more of them there are; putting one down is quick."""
    if s.pace == CALM:          return 0
    if move < PUT:              return 640 + 12 * s.left
    if move == STOP:            return 1200
    return 420


# How it stands


@rule
def evaluate(s: BlitzState, out: NDArray[np.float64]) -> None:
    """By points, the more decisive the fewer passes are to come; those of a pass under way count as they lie."""
    passes_left = (ROUNDS - s.round_now) * s.seats + s.seats - s.pass_now
    under_way = not is_chance_due(s) and s.stage != OVER
    highest = total = 0.0
    for seat in range(s.seats):
        out[seat] = s.points[seat] + (cards_points(s, seat) if under_way else 0.0)
        highest = max(highest, out[seat]) if seat > 0 else out[seat]
    for seat in range(s.seats):
        if s.stage == OVER:
            out[seat] = 1.0 if out[seat] == highest else 0.0
        else:
            out[seat] = np.exp((out[seat] - highest) / (2.0 + 3.0 * np.sqrt(1.0 + passes_left)))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@rule
def settled(s: BlitzState) -> bool:
    """Between two passes: all dice are about to be thrown anew."""
    return is_chance_due(s)


@rule
def quickest(s: BlitzState, acting: int, dice: Dice) -> int:
    """BG-X1 Calm: who is on; blitz: anybody."""
    if s.pace == CALM:
        return s.turn
    count = 0
    for seat in range(s.seats):
        count += acting >> seat & 1
    left = below(dice, count)
    for seat in range(s.seats):
        if acting >> seat & 1:
            if left == 0:
                return seat
            left -= 1
    return s.turn


@rule
def imagine(sight: Sight[BlitzState], s: BlitzState, dice: Dice, notes: States) -> None:
    """All lies open."""


MIND = Mind(
    imagine, worth, evaluate, settled, quickest, NO_NOTES,
    depth=1, width=12, first_thought=first_thought, doubt=280, effort=effort,
)  # fmt: skip
