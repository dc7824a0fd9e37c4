"""What a bot needs to know of Blitzgriff: which die to take and where it belongs, when to call STOPP, how it stands.

Nothing is hidden, so there is nothing to imagine. A careful player weighs each place of his cards where a die would be
right: what it gains at once, and what could still come of it with the dice in the middle. Hundredths of a point.
"""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.blitzgriff.cards import ANY, FIELDS, KETTE, PASCH, REIHEN, TUERME, ZIELWERT
from spieltisch.games.blitzgriff.moves import MOVE, PARK, PUT, PUT_BESIDE, STOP
from spieltisch.games.blitzgriff.scoring import (
    LINES,
    card_points,
    cards_points,
    first_of,
    joker_fields,
    longest_run,
    right_fields,
    right_sum,
    right_values,
)
from spieltisch.games.blitzgriff.state import (
    CALM,
    DICE,
    GRABBING,
    HELD,
    MIDDLE,
    NONE,
    OF_COLOUR,
    OVER,
    ROUNDS,
    asked_colour,
    dice_on,
    is_field,
    is_right,
    lies_right,
    room,
)
from spieltisch.games.blitzgriff.stop.check import could_add
from spieltisch.kernel import Mind, Sight, State, States, rule
from spieltisch.kernel.dice import below
from spieltisch.kernel.record import scratch

POINT = 100
NEVER = -10 * POINT
WRONG = -2 * POINT  # a point lost, and a field
FRESH_CARD = 25  # BG-S8 the bonus asks for something on every card
WANTED = 6  # by another player
STEP = 45  # what each further die that is needed takes from a plan


# What is there


@rule
def in_middle(s: State, colour: int, values: int, but: int) -> int:
    """Dice in the middle of a colour with one of these values, `but` aside."""
    dice = 0
    for die in range(OF_COLOUR * colour, OF_COLOUR * colour + OF_COLOUR):
        dice += die != but and s.place[die] == MIDDLE and values >> int(s.value[die]) & 1
    return dice


@rule
def of_value(s: State, value: int, but: int) -> int:
    """… of any colour."""
    dice = 0
    for die in range(DICE):
        dice += die != but and s.place[die] == MIDDLE and s.value[die] == value
    return dice


@rule
def could_come(s: State, seat: int, card: int, field: int, but: int) -> bool:
    """The field is empty, and a right die for it is in the middle. (Not for towers.)"""
    if not is_field(s, seat, card, field) or s.lies[seat, card, field, 0] > 0:
        return False
    return in_middle(s, asked_colour(s, seat, card, field, 0), int(s.values[seat, card, field]), but) > 0


@rule
def is_fresh(s: State, seat: int, card: int) -> bool:
    """Nothing lies on it yet."""
    fields = 0
    for field in range(FIELDS):
        fields += s.lies[seat, card, field, 0] > 0
    return fields == 0


@rule
def patience(s: State, steps: int) -> int:
    """What a plan loses that needs so many dice more: others take some before he is on again."""
    if steps == 0:
        return 0
    return STEP * steps + 240 * steps * int(s.seats - 1) // (int(s.left) + 1)


# What a right die on a field is worth


@rule
def gain(s: State, seat: int, card: int, field: int, die: int) -> int:
    """Of a die that would be right there (towers: at its level)."""
    kind = s.kind[seat, card]
    if kind == ZIELWERT:    worth = gain_zielwert(s, seat, card, die)
    elif kind == TUERME:    worth = gain_tower(s, seat, card, field, die)
    elif kind == REIHEN:    worth = gain_line(s, seat, card, field, die)
    elif kind == KETTE:     worth = gain_chain(s, seat, card, die)
    elif kind == PASCH:     worth = gain_pasch(s, seat, card, field, die)
    else:                   worth = POINT
    if worth > 0 and is_fresh(s, seat, card):
        worth += FRESH_CARD
    return worth


@rule
def gain_zielwert(s: State, seat: int, card: int, die: int) -> int:
    """Small ones first, and best the one that hits the target."""
    left = s.target[seat, card] - right_sum(s, seat, card, right_fields(s, seat, card, 0)) - s.value[die]
    if left < 0:
        return WRONG
    if left == 0:
        return 2 * POINT
    worth = POINT - 4 * int(s.value[die])
    for field in range(FIELDS):
        if could_come(s, seat, card, field, die) and int(s.values[seat, card, field]) >> int(left) & 1:
            return worth + 10
    return worth


@rule
def gain_tower(s: State, seat: int, card: int, field: int, die: int) -> int:
    if dice_on(s, seat, card, field) == 1:
        return 2 * POINT
    parked = s.parked[seat, card] - 1
    if parked >= 0 and is_right(s, seat, card, field, 1, parked):
        return 2 * POINT
    tops = in_middle(s, s.other[seat, card, field], int(s.values[seat, card, field]), die)
    return POINT - patience(s, 1) + 5 * tops if tops > 0 else WRONG


@rule
def gain_parked(s: State, seat: int, card: int, die: int) -> int:
    """BG-G3 The upper die first: it is rarer."""
    best = WRONG
    for field in range(FIELDS):
        if dice_on(s, seat, card, field) == 0 and is_right(s, seat, card, field, 1, die):
            bottoms = in_middle(s, s.colour[seat, card, field], 0b1111110, die)
            if bottoms > 0:
                best = max(best, POINT - patience(s, 1) + 5 * bottoms)
    return best


@rule
def gain_line(s: State, seat: int, card: int, field: int, die: int) -> int:
    """The more of a line lies there already, the better; what is lacking must be able to come."""
    right = right_fields(s, seat, card, 0) | 1 << field
    could = right
    for other in range(FIELDS):
        if could_come(s, seat, card, other, die):
            could |= 1 << other
    best, ways = WRONG, 0
    for line in range(LINES.size):
        if LINES[line] >> field & 1 and could & LINES[line] == LINES[line]:
            lacking = 0
            for other in range(FIELDS):
                lacking += (LINES[line] & ~right) >> other & 1
            ways += 1
            best = max(best, POINT + 80 * (2 - lacking) - patience(s, lacking))
    return best + 8 * ways if best > 0 else best


@rule
def gain_chain(s: State, seat: int, card: int, die: int) -> int:
    value = int(s.value[die])
    have = right_values(s, seat, card, right_fields(s, seat, card, 0))
    if have >> value & 1:
        return WRONG
    could = have | 1 << value
    for field in range(FIELDS):
        if could_come(s, seat, card, field, die):
            could |= int(s.values[seat, card, field])
    first, last = longest_run(have)
    low = high = value
    while could >> (low - 1) & 1:
        low -= 1
    while could >> (high + 1) & 1:
        high += 1
    if high - low < 1 or (first > 0 and not (low <= first and last <= high)):
        return WRONG
    joined = have >> (value - 1) & 1 or have >> (value + 1) & 1
    if joined:
        return POINT + 10 * (high - low) + (POINT if first == 0 else 0)
    return POINT + 6 * (high - low) - patience(s, 1)


@rule
def gain_pasch(s: State, seat: int, card: int, field: int, die: int) -> int:
    """BG-S6 Pairs where a joker lies or can come, jokers where a pair does."""
    value, jokers = int(s.value[die]), joker_fields(s, seat, card)
    right = right_fields(s, seat, card, 0)
    joker = first_of(s, seat, card, right & jokers, value)
    lying, coming, free = 0, 0, 0
    for other in range(FIELDS):
        if jokers >> other & 1:
            free += s.lies[seat, card, other, 0] == 0
        elif int(s.values[seat, card, other]) >> value & 1:
            lying += right >> other & 1
            coming += could_come(s, seat, card, other, die)
    if jokers >> field & 1:
        if joker != NONE or lying + coming == 0:    return WRONG
        if lying > 0:                               return POINT + 2 * POINT * lying
        return POINT - patience(s, 1)
    if joker != NONE:                               return POINT + (0 if lying > 0 else 2 * POINT)
    coming = of_value(s, value, die)
    if free == 0 or coming == 0:                    return WRONG
    return POINT - patience(s, 1) + min(coming, 4) * 6


# What a move is worth


@rule
def worth(s: State, seat: int, move: int) -> int:
    if move < PUT:              return worth_of_die(s, seat, move)
    if move < PUT_BESIDE:       return worth_of_putting(s, seat, (move - PUT) // FIELDS, (move - PUT) % FIELDS)
    if move < PARK:             return worth_of_beside(s, seat, move - PUT_BESIDE)
    if move < MOVE:             return gain_parked(s, seat, move - PARK, s.hand[seat] - 1)
    if move < STOP:             return worth_of_moving(s, seat, (move - MOVE) // FIELDS, (move - MOVE) % FIELDS)
    if move == STOP:            return worth_of_stop(s, seat)
    return 0


@rule
def worth_of_putting(s: State, seat: int, card: int, field: int) -> int:
    die = s.hand[seat] - 1
    if not is_right(s, seat, card, field, dice_on(s, seat, card, field), die):
        return WRONG
    if dice_on(s, seat, card, field) == 1 and not lies_right(s, seat, card, field, 0):
        return WRONG
    return gain(s, seat, card, field, die)


@rule
def worth_of_beside(s: State, seat: int, card: int) -> int:
    """Where there is least to lose."""
    return -POINT - 5 * (card_points(s, seat, card) > 0)


@rule
def worth_of_moving(s: State, seat: int, card: int, field: int) -> int:
    parked = s.parked[seat, card] - 1
    return 5 * POINT if lies_right(s, seat, card, field, 0) and is_right(s, seat, card, field, 1, parked) else NEVER


@rule
def worth_of_die(s: State, seat: int, die: int) -> int:
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
def fits(s: State, seat: int, card: int, field: int, die: int) -> bool:
    """There is room, and it would be right there."""
    level = dice_on(s, seat, card, field)
    if level >= room(s, seat, card) or not is_field(s, seat, card, field):
        return False
    if level == 1 and not lies_right(s, seat, card, field, 0):
        return False
    return is_right(s, seat, card, field, level, die)


@rule
def wanted_by(s: State, seat: int, die: int) -> int:
    """How many others have a place for it."""
    players = 0
    for other in range(s.seats):
        if other != seat:
            players += has_place(s, other, die)
    return players


@rule
def has_place(s: State, seat: int, die: int) -> bool:
    for card in range(HELD):
        for field in range(FIELDS):
            if s.colour[seat, card, field] != ANY and fits(s, seat, card, field, die):
                return True
    return False


@rule
def worth_of_stop(s: State, seat: int) -> int:
    """BG-P2 When nothing more is to be gained; never while a die is worth taking."""
    for die in range(DICE):
        if s.place[die] == MIDDLE and worth_of_die(s, seat, die) > 0:
            return NEVER
    missed = could_add(s, seat, np.zeros(DICE, np.int64))
    return 2 * POINT if missed == 0 else -POINT * missed


@rule
def first_thought(s: State, seat: int, move: int) -> int:
    """A beginner: any die that fits somewhere, without a plan; STOPP when he finds none."""
    if move < PUT:              return POINT if has_place(s, seat, move) else WRONG
    if move < PUT_BESIDE:       return min(worth(s, seat, move), POINT)
    if move < MOVE:             return WRONG
    if move == STOP:            return -POINT if finds_one(s, seat) else POINT
    return worth(s, seat, move)


@rule
def finds_one(s: State, seat: int) -> bool:
    found = 0
    for die in range(DICE):
        found += s.place[die] == MIDDLE and has_place(s, seat, die)
    return found > 0


@rule
def effort(s: State, seat: int, move: int) -> int:
    """In a race: looking through the dice takes time, the more of them there are; putting one down is quick."""
    if s.pace == CALM:          return 0
    if move < PUT:              return 640 + 12 * s.left
    if move == STOP:            return 1200
    return 420


# How it stands


@rule
def evaluate(s: State, out: NDArray[np.float64]) -> None:
    """By points, the more decisive the fewer passes are to come; those of a pass under way count as they lie."""
    passes_left = (ROUNDS - s.round_now) * s.seats + s.seats - s.pass_now
    under_way = s.stage >= GRABBING and s.stage != OVER
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
def settled(s: State) -> bool:
    """Between two passes: all dice are about to be thrown anew."""
    return s.stage < GRABBING


@rule
def quickest(s: State, acting: int, dice: State) -> int:
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
def imagine(sight: Sight, s: State, dice: State, notes: States) -> None:
    """All lies open."""


MIND = Mind(
    imagine, worth, evaluate, settled, quickest, scratch(("nothing", "i8")),
    depth=1, width=12, first_thought=first_thought, doubt=280, effort=effort,
)  # fmt: skip
