"""What a bot needs to know of Blitzgriff: which die to take and where it belongs, when to call STOPP, how it stands.

Nothing is hidden, so there is nothing to imagine. A careful player weighs each place of his cards where a die would be
right (gains.py). Hundredths of a point.
"""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.blitzgriff.cards import ANY, FIELDS, TUERME
from spieltisch.games.blitzgriff.gains import POINT, WRONG, gain, gain_parked
from spieltisch.games.blitzgriff.moves import MOVE, PARK, PUT, PUT_BESIDE, STOP, TAKE, decode
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
from spieltisch.kernel import Mind, SearchLimits, WeakerPlayers, rule
from spieltisch.kernel.dice import Dice
from spieltisch.kernel.seats import make_shares, nothing_hidden, random_actor, whose_turn

NEVER = -10 * POINT
WANTED = 6  # by another player


# What a move is worth


@rule
def worth(s: BlitzState, seat: int, move: int) -> int:
    kind, die, card, field = decode(move)
    if kind == TAKE:            return worth_of_die(s, seat, die)
    if kind == PUT:             return worth_of_putting(s, seat, card, field)
    if kind == PUT_BESIDE:      return worth_of_beside(s, seat, card)
    if kind == PARK:            return gain_parked(s, seat, card, s.hand[seat] - 1)
    if kind == MOVE:            return worth_of_moving(s, seat, card, field)
    if kind == STOP:            return worth_of_stop(s, seat)
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
    kind, die, _, _ = decode(move)
    if kind == TAKE:            return POINT if has_place(s, seat, die) else WRONG
    if kind == PUT:             return min(worth(s, seat, move), POINT)
    if kind == PUT_BESIDE:      return WRONG
    if kind == PARK:            return WRONG
    if kind == STOP:            return -POINT if finds_one(s, seat) else POINT
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
    kind, _, _, _ = decode(move)
    if s.pace == CALM:          return 0
    if kind == TAKE:            return 640 + 12 * s.left
    if kind == STOP:            return 1200
    return 420


# How it stands


@rule
def evaluate(s: BlitzState, out: NDArray[np.float64]) -> None:
    """By points, the more decisive the fewer passes are to come; those of a pass under way count as they lie."""
    passes_left = (ROUNDS - s.round_now) * s.seats + s.seats - s.pass_now
    under_way = not is_chance_due(s) and s.stage != OVER
    highest = 0.0
    for seat in range(s.seats):
        out[seat] = s.points[seat] + (cards_points(s, seat) if under_way else 0.0)
        highest = max(highest, out[seat]) if seat > 0 else out[seat]
    for seat in range(s.seats):
        if s.stage == OVER:
            out[seat] = 1.0 if out[seat] == highest else 0.0
        else:
            out[seat] = np.exp((out[seat] - highest) / (2.0 + 3.0 * np.sqrt(1.0 + passes_left)))
    make_shares(out, s.seats)


@rule
def settled(s: BlitzState) -> bool:
    """Between two passes: all dice are about to be thrown anew."""
    return is_chance_due(s)


@rule
def quickest(s: BlitzState, acting: int, dice: Dice) -> int:
    """BG-X1 Calm: who is on; blitz: anybody."""
    return whose_turn(s, acting, dice) if s.pace == CALM else random_actor(s, acting, dice)


MIND = Mind(imagine=nothing_hidden, worth=worth, evaluate=evaluate, settled=settled, quickest=quickest)
WEAKER_PLAYERS = WeakerPlayers(first_thought=first_thought, doubt=280)
SEARCH_LIMITS = SearchLimits(depth=1, width=12)
