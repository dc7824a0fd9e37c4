"""Blöder Sack: who wins a card. Ids refer to the rulebooks beside this file."""

from spieltisch.games.bloeder_sack.conditions import (
    BELOW,
    DISTINCT,
    EQUAL,
    EVEN_SUM,
    KIND,
    LAST,
    MOST,
    ODD_SUM,
    VALUES,
)
from spieltisch.games.bloeder_sack.state import SackState
from spieltisch.kernel import choice, rule

ANY = 0b1111110  # values as a set of bits: 1 to 6
WINNER = choice(no_seat=-1)
(NO_SEAT,) = WINNER.values()


@rule
def winner(s: SackState, tray: int) -> int:
    """BS-S1 Who meets the condition best; BS-S2 of those tied, whose last die is later; BS-S3 or nobody."""
    best, leading = 0, NO_SEAT
    for seat in range(s.seats):
        met = merit(s, tray, seat)
        if met > best or (met == best > 0 and is_later(s, tray, seat, leading)):
            best, leading = met, seat
    return leading


@rule
def is_later(s: SackState, tray: int, one: int, other: int) -> bool:
    """BS-S2 By their last dice there, whatever these show."""
    return last_of(s, tray, one, ANY) > last_of(s, tray, other, ANY)


@rule
def is_tied(s: SackState, tray: int, leading: int) -> bool:
    """BS-S2 Does somebody else meet the condition as well as he does?"""
    equal = 0
    for seat in range(s.seats):
        equal += merit(s, tray, seat) == merit(s, tray, leading)
    return equal > 1


@rule
def merit(s: SackState, tray: int, seat: int) -> int:
    """BS-S5 How well his dice meet the condition of the tray's card; BS-S3 0: not at all."""
    card = s.card[tray]
    kind = KIND[card]
    if kind == MOST:        return number_of(s, tray, seat, VALUES[card])
    if kind == EQUAL:       return number_of(s, tray, seat, 1 << favourite(s, tray, seat))
    if kind == DISTINCT:    return distinct(s, tray, seat)
    if kind == LAST:        return last_of(s, tray, seat, VALUES[card])
    return fitting_sum(s, tray, seat, card)


@rule
def number_of(s: SackState, tray: int, seat: int, values: int) -> int:
    """His dice that show one of the values."""
    dice = 0
    for field in range(s.laid[tray]):
        dice += s.owner[tray, field] == seat and shows(s, tray, field, values)
    return dice


@rule
def shows(s: SackState, tray: int, field: int, values: int) -> bool:
    return values >> s.value[tray, field] & 1 == 1


@rule
def favourite(s: SackState, tray: int, seat: int) -> int:
    """The value that most of his dice show; of several, the highest."""
    best, most = 0, 0
    for value in range(1, 7):
        dice = number_of(s, tray, seat, 1 << value)
        if dice >= most:
            best, most = value, dice
    return best


@rule
def distinct(s: SackState, tray: int, seat: int) -> int:
    """How many different values he shows."""
    values = 0
    for value in range(1, 7):
        values += number_of(s, tray, seat, 1 << value) > 0
    return values


@rule
def last_of(s: SackState, tray: int, seat: int, values: int) -> int:
    """BS-S2 The age of his last die that shows one of the values; the oldest on a tray is 1; 0: he has none."""
    last = 0
    for field in range(s.laid[tray]):
        if s.owner[tray, field] == seat and shows(s, tray, field, values):
            last = max(last, s.age[tray, field])
    return last


@rule
def fitting_sum(s: SackState, tray: int, seat: int, card: int) -> int:
    """BS-S5 The sum of all his dice, if it is even, odd or small enough; else 0."""
    total = sum_of(s, tray, seat)
    if KIND[card] == EVEN_SUM and total % 2 == 1:   return 0
    if KIND[card] == ODD_SUM and total % 2 == 0:    return 0
    return total if total < BELOW[card] else 0


@rule
def sum_of(s: SackState, tray: int, seat: int) -> int:
    total = 0
    for field in range(s.laid[tray]):
        if s.owner[tray, field] == seat:
            total += s.value[tray, field]
    return total


# Why he wins it


@rule
def counting(s: SackState, tray: int, seat: int) -> int:
    """The fields whose dice make up his merit, as a set of bits: bit 0 is field 1."""
    if merit(s, tray, seat) == 0:
        return 0
    kind, values = KIND[s.card[tray]], values_that_count(s, tray, seat)
    if kind == LAST:
        return 1 << (field_of(s, tray, last_of(s, tray, seat, values)) - 1)
    fields = 0
    for field in range(s.laid[tray]):
        if s.owner[tray, field] == seat and shows(s, tray, field, values):
            fields |= 1 << field
            if kind == DISTINCT:
                values &= ~(1 << s.value[tray, field])  # one die of each value will do
    return fields


@rule
def amount(s: SackState, tray: int, seat: int) -> int:
    """His merit as one says it: a number of dice or values, a sum; of the last die placed, its value."""
    met = merit(s, tray, seat)
    if KIND[s.card[tray]] == LAST and met > 0:
        return s.value[tray, field_of(s, tray, met) - 1]
    return met


@rule
def deciding(s: SackState, tray: int, leading: int) -> int:
    """BS-S2 The field of the last die that decided a tie; 0: there was none."""
    if leading == NO_SEAT or not is_tied(s, tray, leading):
        return 0
    return field_of(s, tray, last_of(s, tray, leading, ANY))


@rule
def values_that_count(s: SackState, tray: int, seat: int) -> int:
    card = s.card[tray]
    if KIND[card] == MOST or KIND[card] == LAST:    return VALUES[card]
    if KIND[card] == EQUAL:                         return 1 << favourite(s, tray, seat)
    return ANY


@rule
def field_of(s: SackState, tray: int, age: int) -> int:
    """The number of the field, from 1, on which the die of that age lies; 0: none."""
    for field in range(s.laid[tray]):
        if s.age[tray, field] == age:
            return field + 1
    return 0
