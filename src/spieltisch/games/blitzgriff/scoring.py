"""BG-S1 … BG-S8 What every die counts and why, the points of a card, the bonus."""

import numpy as np

from spieltisch.games.blitzgriff.cards import ANY, FIELDS, KETTE, PASCH, REIHEN, TUERME, ZIELWERT
from spieltisch.games.blitzgriff.sets import has, has_all
from spieltisch.games.blitzgriff.state import (
    BESIDE,
    DICE,
    FACES,
    HELD,
    LEVELS,
    NONE,
    PARKED,
    BlitzState,
    lies_at,
    lies_right,
)
from spieltisch.kernel import rule

# Why a die counts what it counts; the number of a reason is its place here.
WHY = (
    "fits", "tower", "base", "line", "chain", "pasch",
    "wrong", "beside", "parked", "over", "half", "spoilt", "no_line", "no_chain", "double",
    "no_joker", "lone_joker", "second_joker",
)  # fmt: skip
(
    FITS, TOWER, BASE, LINE, CHAIN, IN_PASCH,
    WRONG, LIES_BESIDE, STILL_PARKED, OVER_TARGET, HALF, SPOILT, NO_LINE, NO_CHAIN, DOUBLE,
    NO_JOKER, LONE_JOKER, SECOND_JOKER,
) = range(len(WHY))  # fmt: skip
LAST_PLUS = IN_PASCH
# Rows, columns and diagonals: a bit for each field
LINES = np.array([0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124])


@rule
def counts(why: int) -> int:
    """BG-S1 +1 or −1; BG-S3 a tower's two dice together +1."""
    if why == BASE:
        return 0
    return 1 if why <= LAST_PLUS else -1


@rule
def right_fields(s: BlitzState, seat: int, card: int, level: int) -> int:
    """BG-S1 A bit for each field whose die at this level is right."""
    fields = 0
    for field in range(FIELDS):
        if lies_right(s, seat, card, field, level):
            fields |= 1 << field
    return fields


@rule
def why(s: BlitzState, seat: int, card: int, field: int, level: int) -> int:
    """What the die on this field is to its card."""
    right, above = right_fields(s, seat, card, 0), right_fields(s, seat, card, 1)
    return why_among(s, seat, card, field, level, right, above)


@rule
def why_among(s: BlitzState, seat: int, card: int, field: int, level: int, right: int, above: int) -> int:
    """… knowing all its right dice."""
    if not has(above if level == 1 else right, field):
        return WRONG
    kind = s.kind[seat, card]
    if kind == ZIELWERT:    return why_zielwert(s, seat, card, field, right)
    if kind == TUERME:      return why_tower(s, seat, card, field, level, right & above)
    if kind == REIHEN:      return LINE if in_a_line(right, field) else NO_LINE
    if kind == KETTE:       return why_chain(s, seat, card, field, right)
    if kind == PASCH:       return why_pasch(s, seat, card, field, right)
    return FITS  # BG-S7


@rule
def value_on(s: BlitzState, seat: int, card: int, field: int) -> int:
    """On a field that is no tower."""
    return s.value[s.lies[seat, card, field, 0] - 1]


@rule
def is_later(s: BlitzState, seat: int, card: int, field: int, other: int) -> bool:
    """Was its die put down after the other one's?"""
    return s.order[s.lies[seat, card, field, 0] - 1] > s.order[s.lies[seat, card, other, 0] - 1]


@rule
def why_zielwert(s: BlitzState, seat: int, card: int, field: int, right: int) -> int:
    """BG-S2 In the order they were put down, as long as the sum of the right dice is at most the target."""
    total = 0
    for earlier in range(FIELDS):
        if has(right, earlier) and not is_later(s, seat, card, earlier, field):
            total += int(value_on(s, seat, card, earlier))
    return FITS if total <= s.target[seat, card] else OVER_TARGET


@rule
def right_sum(s: BlitzState, seat: int, card: int, right: int) -> int:
    """BG-S2 Of all right dice."""
    total = 0
    for field in range(FIELDS):
        if has(right, field):
            total += int(value_on(s, seat, card, field))
    return total


@rule
def why_tower(s: BlitzState, seat: int, card: int, field: int, level: int, towers: int) -> int:
    """BG-S3 This die is right: what about the other one?"""
    if s.lies[seat, card, field, 1 - level] == 0:       return HALF
    if not has(towers, field):                          return SPOILT
    return TOWER if level == 1 else BASE


@rule
def in_lines(right: int) -> int:
    """BG-S4 The fields in at least one complete row, column or diagonal."""
    fields = 0
    for line in range(LINES.size):
        if has_all(right, LINES[line]):
            fields |= LINES[line]
    return fields


@rule
def in_a_line(right: int, field: int) -> bool:
    return has(in_lines(right), field)


@rule
def right_values(s: BlitzState, seat: int, card: int, right: int) -> int:
    """BG-S5 A bit for each value that a right die shows."""
    values = 0
    for field in range(FIELDS):
        if has(right, field):
            values |= 1 << int(value_on(s, seat, card, field))
    return values


@rule
def longest_run(values: int) -> tuple[int, int]:
    """BG-S5 Its first and last value, at least two; of equally long ones the lowest. (0, −1): none."""
    best_first, best_last = 0, -1
    first = 1
    for value in range(1, FACES + 2):
        if not has(values, value):
            length = value - first
            if length >= 2 and length > best_last - best_first + 1:
                best_first, best_last = first, value - 1
            first = value + 1
    return best_first, best_last


@rule
def run_length(values: int) -> int:
    """BG-S5 Of the longest; 0: there is none."""
    first, last = longest_run(values)
    return last - first + 1


@rule
def holds_longest_run(values: int, first: int, last: int) -> bool:
    """BG-S5a Is one of the longest runs, if there is any, among the values from `first` to `last`?"""
    held = values & ((1 << (last + 1)) - (1 << first))
    return run_length(held) == run_length(values)


@rule
def run_around(first: int, last: int, values: int) -> tuple[int, int]:
    """As far as these values go on, on both sides."""
    while has(values, first - 1):
        first -= 1
    while has(values, last + 1):
        last += 1
    return first, last


@rule
def why_chain(s: BlitzState, seat: int, card: int, field: int, right: int) -> int:
    """BG-S5 In the longest run, each value once; BG-S5a of two equal dice the first put down counts."""
    value = value_on(s, seat, card, field)
    first, last = longest_run(right_values(s, seat, card, right))
    if not first <= value <= last:
        return NO_CHAIN
    for other in range(FIELDS):
        equal = has(right, other) and value_on(s, seat, card, other) == value
        if equal and is_later(s, seat, card, field, other):
            return DOUBLE
    return CHAIN


@rule
def joker_fields(s: BlitzState, seat: int, card: int) -> int:
    """A bit for each."""
    fields = 0
    for field in range(FIELDS):
        if s.colour[seat, card, field] == ANY:
            fields |= 1 << field
    return fields


@rule
def first_of(s: BlitzState, seat: int, card: int, fields: int, value: int) -> int:
    """BG-S6a Of these fields the one whose die of this value was put down first, or NONE."""
    found = NONE
    for field in range(FIELDS):
        shows_it = has(fields, field) and value_on(s, seat, card, field) == value
        if shows_it and (found == NONE or is_later(s, seat, card, found, field)):
            found = field
    return found


@rule
def why_pasch(s: BlitzState, seat: int, card: int, field: int, right: int) -> int:
    """BG-S6 One or two dice of a value, and one joker."""
    value, jokers = value_on(s, seat, card, field), joker_fields(s, seat, card)
    joker = first_of(s, seat, card, right & jokers, value)
    if not has(jokers, field):
        return IN_PASCH if joker != NONE else NO_JOKER
    if first_of(s, seat, card, right & ~jokers, value) == NONE:
        return LONE_JOKER
    return IN_PASCH if joker == field else SECOND_JOKER


# A card and a pass


@rule
def lie_beside(s: BlitzState, seat: int, card: int) -> int:
    """BG-S1 How many dice lie beside a card; BG-G3 a parked one too."""
    dice = 0
    for die in range(DICE):
        dice += lies_at(s, die, BESIDE, seat, card) or lies_at(s, die, PARKED, seat, card)
    return dice


@rule
def extra_point(s: BlitzState, seat: int, card: int, right: int, scoring: int) -> int:
    """The point for a whole card: the target hit (BG-S2), the run 1–6 (BG-S5), else all nine (BG-S3, S4, S6, S7)."""
    kind = s.kind[seat, card]
    if kind == ZIELWERT:
        return 1 if right_sum(s, seat, card, right) == s.target[seat, card] else 0
    if kind == KETTE:
        return 1 if scoring == FACES else 0
    return 1 if scoring == FIELDS else 0


@rule
def tally(s: BlitzState, seat: int, card: int) -> tuple[int, int]:
    """A card's points, and how much of them is extra."""
    right, above = right_fields(s, seat, card, 0), right_fields(s, seat, card, 1)
    total = scoring = 0
    for field in range(FIELDS):
        for level in range(LEVELS):
            if s.lies[seat, card, field, level] > 0:
                points = counts(why_among(s, seat, card, field, level, right, above))
                total += points
                scoring += points == 1
    extra = extra_point(s, seat, card, right, scoring)
    return total + extra - lie_beside(s, seat, card), extra


@rule
def card_points(s: BlitzState, seat: int, card: int) -> int:
    return tally(s, seat, card)[0]


@rule
def bonus(plus_cards: int) -> int:
    """BG-S8 2 for exactly two cards with at least +1 each, 3 for all three."""
    return plus_cards if plus_cards >= 2 else 0


@rule
def cards_points(s: BlitzState, seat: int) -> int:
    """BG-S8 The three cards and the bonus."""
    total = plus_cards = 0
    for card in range(HELD):
        points = card_points(s, seat, card)
        total += points
        plus_cards += points >= 1
    return total + bonus(plus_cards)
