"""BG-S1 … BG-S8 What every die counts and why, the points of a card, the bonus."""

import numpy as np

from spieltisch.games.blitzgriff.cards import ANY, FIELDS, KETTE, PASCH, REIHEN, TUERME, ZIELWERT
from spieltisch.games.blitzgriff.state import (
    BESIDE,
    DICE,
    FACES,
    HELD,
    LEVELS,
    NONE,
    PARKED,
    lies_right,
    spot_of,
)
from spieltisch.kernel import State, rule

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
LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])


@rule
def counts(why: int) -> int:
    """BG-S1 +1 or −1; BG-S3 a tower's two dice together +1."""
    if why == BASE:
        return 0
    return 1 if why <= LAST_PLUS else -1


@rule
def why(s: State, seat: int, card: int, field: int, level: int) -> int:
    """What the die on this field is to its card."""
    if not lies_right(s, seat, card, field, level):
        return WRONG
    kind = s.kind[seat, card]
    if kind == ZIELWERT:    return why_zielwert(s, seat, card, field)
    if kind == TUERME:      return why_tower(s, seat, card, field, level)
    if kind == REIHEN:      return LINE if in_a_line(s, seat, card, field) else NO_LINE
    if kind == KETTE:       return why_chain(s, seat, card, field)
    if kind == PASCH:       return why_pasch(s, seat, card, field)
    return FITS  # BG-S7


@rule
def die_on(s: State, seat: int, card: int, field: int) -> int:
    """On a field that is no tower."""
    return s.lies[seat, card, field, 0] - 1


@rule
def value_on(s: State, seat: int, card: int, field: int) -> int:
    return s.value[die_on(s, seat, card, field)]


@rule
def is_later(s: State, seat: int, card: int, field: int, other: int) -> bool:
    """Was its die put down after the other one's?"""
    return s.order[die_on(s, seat, card, field)] > s.order[die_on(s, seat, card, other)]


@rule
def why_zielwert(s: State, seat: int, card: int, field: int) -> int:
    """BG-S2 In the order they were put down, as long as the sum of the right dice is at most the target."""
    total = 0
    for earlier in range(FIELDS):
        if lies_right(s, seat, card, earlier, 0) and not is_later(s, seat, card, earlier, field):
            total += int(value_on(s, seat, card, earlier))
    return FITS if total <= s.target[seat, card] else OVER_TARGET


@rule
def right_sum(s: State, seat: int, card: int) -> int:
    """BG-S2 Of all right dice."""
    total = 0
    for field in range(FIELDS):
        if lies_right(s, seat, card, field, 0):
            total += int(value_on(s, seat, card, field))
    return total


@rule
def why_tower(s: State, seat: int, card: int, field: int, level: int) -> int:
    """BG-S3 This die is right: what about the other one?"""
    other = 1 - level
    if s.lies[seat, card, field, other] == 0:                   return HALF
    if not lies_right(s, seat, card, field, other):             return SPOILT
    return TOWER if level == 1 else BASE


@rule
def in_a_line(s: State, seat: int, card: int, field: int) -> bool:
    """BG-S4 In at least one complete row, column or diagonal of right dice."""
    for line in range(LINES.shape[0]):
        passes_here = complete = 0
        for place in range(3):
            passes_here += LINES[line, place] == field
            complete += lies_right(s, seat, card, LINES[line, place], 0)
        if passes_here == 1 and complete == 3:
            return True
    return False


@rule
def right_values(s: State, seat: int, card: int) -> int:
    """BG-S5 A bit for each value that a right die shows."""
    values = 0
    for field in range(FIELDS):
        if lies_right(s, seat, card, field, 0):
            values |= 1 << int(value_on(s, seat, card, field))
    return values


@rule
def longest_run(values: int) -> tuple[int, int]:
    """BG-S5 Its first and last value, at least two; BG-S5a the lowest of equally long ones. (0, −1): none."""
    best_first, best_last = 0, -1
    first = 1
    for value in range(1, FACES + 2):
        if not values >> value & 1:
            length = value - first
            if length >= 2 and length > best_last - best_first + 1:
                best_first, best_last = first, value - 1
            first = value + 1
    return best_first, best_last


@rule
def why_chain(s: State, seat: int, card: int, field: int) -> int:
    """BG-S5 In the longest run, each value once; BG-S5a of two equal dice the first put down counts."""
    value = value_on(s, seat, card, field)
    first, last = longest_run(right_values(s, seat, card))
    if not first <= value <= last:
        return NO_CHAIN
    for other in range(FIELDS):
        equal = lies_right(s, seat, card, other, 0) and value_on(s, seat, card, other) == value
        if equal and is_later(s, seat, card, field, other):
            return DOUBLE
    return CHAIN


@rule
def is_joker(s: State, seat: int, card: int, field: int) -> bool:
    return s.colour[seat, card, field] == ANY


@rule
def has_pair_die(s: State, seat: int, card: int, value: int) -> bool:
    """BG-S6 A right die of this value on a field that asks for it."""
    dice = 0
    for field in range(FIELDS):
        if not is_joker(s, seat, card, field) and lies_right(s, seat, card, field, 0):
            dice += value_on(s, seat, card, field) == value
    return dice > 0


@rule
def first_joker(s: State, seat: int, card: int, value: int) -> int:
    """BG-S6, BG-S6a The joker field whose die of this value was put down first, or NONE."""
    found = NONE
    for field in range(FIELDS):
        shows_it = is_joker(s, seat, card, field) and s.lies[seat, card, field, 0] > 0
        shows_it = shows_it and value_on(s, seat, card, field) == value
        if shows_it and (found == NONE or is_later(s, seat, card, found, field)):
            found = field
    return found


@rule
def why_pasch(s: State, seat: int, card: int, field: int) -> int:
    """BG-S6 One or two dice of a value, and one joker."""
    value = value_on(s, seat, card, field)
    joker = first_joker(s, seat, card, value)
    if not is_joker(s, seat, card, field):
        return IN_PASCH if joker != NONE else NO_JOKER
    if not has_pair_die(s, seat, card, value):
        return LONE_JOKER
    return IN_PASCH if joker == field else SECOND_JOKER


# A card and a pass


@rule
def lie_beside(s: State, seat: int, card: int) -> int:
    """BG-S1 How many dice lie beside a card; BG-G3 a parked one too."""
    beside, parked = spot_of(seat, card, BESIDE), spot_of(seat, card, PARKED)
    dice = 0
    for die in range(DICE):
        dice += s.place[die] == beside or s.place[die] == parked
    return dice


@rule
def scoring_fields(s: State, seat: int, card: int) -> int:
    """Fields whose dice all score."""
    top = 1 if s.kind[seat, card] == TUERME else 0
    fields = 0
    for field in range(FIELDS):
        fields += s.lies[seat, card, field, top] > 0 and counts(why(s, seat, card, field, top)) == 1
    return fields


@rule
def extra(s: State, seat: int, card: int) -> int:
    """The point for a whole card: the target hit (BG-S2), the run 1–6 (BG-S5), else all nine (BG-S3, S4, S6, S7)."""
    kind = s.kind[seat, card]
    if kind == ZIELWERT:
        return 1 if right_sum(s, seat, card) == s.target[seat, card] else 0
    if kind == KETTE:
        first, last = longest_run(right_values(s, seat, card))
        return 1 if last - first == FACES - 1 else 0
    return 1 if scoring_fields(s, seat, card) == FIELDS else 0


@rule
def card_points(s: State, seat: int, card: int) -> int:
    total = extra(s, seat, card) - lie_beside(s, seat, card)
    for field in range(FIELDS):
        for level in range(LEVELS):
            if s.lies[seat, card, field, level] > 0:
                total += counts(why(s, seat, card, field, level))
    return total


@rule
def bonus(plus_cards: int) -> int:
    """BG-S8 2 for exactly two cards with at least +1 each, 3 for all three."""
    return plus_cards if plus_cards >= 2 else 0


@rule
def cards_points(s: State, seat: int) -> int:
    """BG-S8 The three cards and the bonus."""
    total = plus_cards = 0
    for card in range(HELD):
        points = card_points(s, seat, card)
        total += points
        plus_cards += points >= 1
    return total + bonus(plus_cards)
