"""What a right die on a field is worth: at once, and with what could still come of it. Hundredths of a point."""

from spieltisch.games.blitzgriff.cards import FIELDS, KETTE, PASCH, REIHEN, TUERME, ZIELWERT
from spieltisch.games.blitzgriff.scoring import (
    LINES,
    first_of,
    holds_longest_run,
    joker_fields,
    right_fields,
    right_sum,
    right_values,
    run_around,
    run_length,
)
from spieltisch.games.blitzgriff.sets import has, has_all, size_of
from spieltisch.games.blitzgriff.state import (
    DICE,
    FIRST_DIE,
    MIDDLE,
    NONE,
    OF_COLOUR,
    BlitzState,
    asked_colour,
    dice_on,
    is_field,
    is_right,
)
from spieltisch.kernel import rule

POINT = 100
WRONG = -2 * POINT  # a point lost, and a field
FRESH_CARD = 25  # BG-S8 the bonus asks for something on every card
STEP = 45  # what each further die that is needed takes from a plan


# What is there


@rule
def in_middle(s: BlitzState, colour: int, values: int, but: int) -> int:
    """Dice in the middle of a colour with one of these values, `but` aside."""
    dice = 0
    for die in range(FIRST_DIE[colour], FIRST_DIE[colour] + OF_COLOUR):
        dice += die != but and s.where[die] == MIDDLE and has(values, s.value[die])
    return dice


@rule
def of_value(s: BlitzState, value: int, but: int) -> int:
    """… of any colour."""
    dice = 0
    for die in range(DICE):
        dice += die != but and s.where[die] == MIDDLE and s.value[die] == value
    return dice


@rule
def could_come(s: BlitzState, seat: int, card: int, field: int, but: int) -> bool:
    """The field is empty, and a right die for it is in the middle. (Not for towers.)"""
    if not is_field(s, seat, card, field) or s.lies[seat, card, field, 0] > 0:
        return False
    return in_middle(s, asked_colour(s, seat, card, field, 0), int(s.values[seat, card, field]), but) > 0


@rule
def is_fresh(s: BlitzState, seat: int, card: int) -> bool:
    """Nothing lies on it yet."""
    fields = 0
    for field in range(FIELDS):
        fields += s.lies[seat, card, field, 0] > 0
    return fields == 0


@rule
def patience(s: BlitzState, steps: int) -> int:
    """What a plan loses that needs so many dice more: others take some before he is on again."""
    if steps == 0:
        return 0
    return STEP * steps + 240 * steps * int(s.seats - 1) // (int(s.left) + 1)


# What it is worth, by the kind of the card


@rule
def gain(s: BlitzState, seat: int, card: int, field: int, die: int) -> int:
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
def gain_zielwert(s: BlitzState, seat: int, card: int, die: int) -> int:
    """Small ones first, and best the one that hits the target."""
    left = s.target[seat, card] - right_sum(s, seat, card, right_fields(s, seat, card, 0)) - s.value[die]
    if left < 0:
        return WRONG
    if left == 0:
        return 2 * POINT
    worth = POINT - 4 * int(s.value[die])
    for field in range(FIELDS):
        if could_come(s, seat, card, field, die) and has(s.values[seat, card, field], left):
            return worth + 10
    return worth


@rule
def gain_tower(s: BlitzState, seat: int, card: int, field: int, die: int) -> int:
    if dice_on(s, seat, card, field) == 1:
        return 2 * POINT
    parked = s.parked[seat, card] - 1
    if parked >= 0 and is_right(s, seat, card, field, 1, parked):
        return 2 * POINT
    tops = in_middle(s, s.other[seat, card, field], int(s.values[seat, card, field]), die)
    return POINT - patience(s, 1) + 5 * tops if tops > 0 else WRONG


@rule
def gain_parked(s: BlitzState, seat: int, card: int, die: int) -> int:
    """BG-G3 The upper die first: it is rarer."""
    best = WRONG
    for field in range(FIELDS):
        if dice_on(s, seat, card, field) == 0 and is_right(s, seat, card, field, 1, die):
            bottoms = in_middle(s, s.colour[seat, card, field], 0b1111110, die)
            if bottoms > 0:
                best = max(best, POINT - patience(s, 1) + 5 * bottoms)
    return best


@rule
def gain_line(s: BlitzState, seat: int, card: int, field: int, die: int) -> int:
    """The more of a line lies there already, the better; what is lacking must be able to come."""
    right = right_fields(s, seat, card, 0) | 1 << field
    could = right
    for other in range(FIELDS):
        if could_come(s, seat, card, other, die):
            could |= 1 << other
    best, ways = WRONG, 0
    for line in range(LINES.size):
        if has(LINES[line], field) and has_all(could, LINES[line]):
            lacking = size_of(LINES[line] & ~right)
            ways += 1
            best = max(best, POINT + 80 * (2 - lacking) - patience(s, lacking))
    return best + 8 * ways if best > 0 else best


@rule
def gain_chain(s: BlitzState, seat: int, card: int, die: int) -> int:
    value = int(s.value[die])
    have = right_values(s, seat, card, right_fields(s, seat, card, 0))
    if has(have, value):
        return WRONG
    could = have | 1 << value
    for field in range(FIELDS):
        if could_come(s, seat, card, field, die):
            could |= int(s.values[seat, card, field])
    low, high = run_around(value, value, could)
    if high - low < 1 or not holds_longest_run(have, low, high):
        return WRONG
    joined = has(have, value - 1) or has(have, value + 1)
    if joined:
        return POINT + 10 * (high - low) + (POINT if run_length(have) == 0 else 0)
    return POINT + 6 * (high - low) - patience(s, 1)


@rule
def gain_pasch(s: BlitzState, seat: int, card: int, field: int, die: int) -> int:
    """BG-S6 Pairs where a joker lies or can come, jokers where a pair does."""
    value, jokers = int(s.value[die]), joker_fields(s, seat, card)
    right = right_fields(s, seat, card, 0)
    joker = first_of(s, seat, card, right & jokers, value)
    lying, coming, free = 0, 0, 0
    for other in range(FIELDS):
        if has(jokers, other):
            free += s.lies[seat, card, other, 0] == 0
        elif has(s.values[seat, card, other], value):
            lying += has(right, other)
            coming += could_come(s, seat, card, other, die)
    if has(jokers, field):
        if joker != NONE or lying + coming == 0:    return WRONG
        if lying > 0:                               return POINT + 2 * POINT * lying
        return POINT - patience(s, 1)
    if joker != NONE:                               return POINT + (0 if lying > 0 else 2 * POINT)
    coming = of_value(s, value, die)
    if free == 0 or coming == 0:                    return WRONG
    return POINT - patience(s, 1) + min(coming, 4) * 6
