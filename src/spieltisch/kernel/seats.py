"""Small rules that games share. Some are made of a rule of the game's own: `places = places_by(total)`."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.compiled import rule
from spieltisch.kernel.dice import Dice, below
from spieltisch.kernel.record import AnyState, States
from spieltisch.kernel.seen import Sight

Number = Callable[[AnyState, int], int]  # of a seat: its points, or whatever decides
Is = Callable[[AnyState, int], bool]  # of a seat: does it hold, has it passed …?


# The end


def ahead_by(standing: Number) -> Number:
    @rule
    def ahead_of(s: AnyState, seat: int) -> int:
        """How many did better."""
        others = 0
        for other in range(s.seats):
            others += standing(s, other) > standing(s, seat)
        return others

    return ahead_of


def places_by(standing: Number) -> Callable[[AnyState, NDArray[np.int64]], None]:
    ahead_of = ahead_by(standing)

    @rule
    def places(s: AnyState, out: NDArray[np.int64]) -> None:
        """The highest is first; equal ones share a place, and the next is skipped."""
        for seat in range(s.seats):
            out[seat] = 1 + ahead_of(s, seat)

    return places


def points_by(points_of: Number) -> Callable[[AnyState, NDArray[np.int64]], None]:
    @rule
    def points(s: AnyState, out: NDArray[np.int64]) -> None:
        for seat in range(s.seats):
            out[seat] = points_of(s, seat)

    return points


# All seats


def any_seat(holds: Is) -> Callable[[AnyState], bool]:
    @rule
    def any_does(s: AnyState) -> bool:
        seat = 0
        while seat < s.seats and not holds(s, seat):
            seat += 1
        return bool(seat < s.seats)

    return any_does


def seats_that(may: Is) -> Callable[[AnyState], int]:
    @rule
    def those_who_do(s: AnyState) -> int:
        """As `actors` gives them."""
        seats = 0
        for seat in range(s.seats):
            if may(s, seat):
                seats |= 1 << seat
        return seats

    return those_who_do


# What bots ask for


@rule
def nothing_hidden(sight: Sight[AnyState], s: AnyState, dice: Dice, notes: States) -> None:
    """`imagine`, where all lies open."""


@rule
def whose_turn(s: AnyState, acting: int, dice: Dice) -> int:
    """`quickest`, where one after the other is on."""
    return int(s.turn)


@rule
def random_actor(s: AnyState, acting: int, dice: Dice) -> int:
    """`quickest`, where nobody is."""
    count = 0
    for seat in range(s.seats):
        count += acting >> seat & 1
    left = below(dice, count)
    seat = 0
    while left > 0 or not acting >> seat & 1:
        left -= acting >> seat & 1
        seat += 1
    return seat


@rule
def never_settled(s: AnyState) -> bool:
    """`settled`, where no moment is better than another to judge by the score."""
    return False


@rule
def make_shares(out: NDArray[np.float64], seats: int) -> None:
    """What `evaluate` gives adds up to 1."""
    total = 0.0
    for seat in range(seats):
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total
