"""GR-S1 … GR-S4, GR-E1 The points of a pass, and who wins."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.gracias.state import CARDS, KINDS, OVER, PASSES, STACK, GraciasState
from spieltisch.kernel import rule
from spieltisch.kernel.seats import places_by, points_by


@rule
def turn_up(s: GraciasState) -> None:
    """GR-S1 Everybody adds the hidden cards to his display."""
    for seat in range(s.seats):
        for colour in range(KINDS):
            s.displays[seat, colour] = int(s.opened[seat, colour]) + int(s.secret[seat, colour])


@rule
def stacks(cards: int) -> int:
    """GR-S2 One of five cards, however many there are."""
    return 1 if cards >= STACK else 0


@rule
def still_open(cards: int) -> int:
    """GR-S2 What the stack leaves."""
    return cards - STACK * stacks(cards)


@rule
def most_open(cards: NDArray[np.int8], colour: int, seats: int) -> int:
    """GR-S3 How many the player has who has most of them; `cards` by seat and colour."""
    most = 0
    for seat in range(seats):
        most = max(most, still_open(int(cards[seat, colour])))
    return most


@rule
def points_for(cards: int, most: int) -> int:
    """GR-S3 Who has most discards them, also in a tie; GR-S4 each card left is a point, and so is a stack."""
    left = still_open(cards)
    return stacks(cards) + (left if left < most else 0)


@rule
def points_of_pass(s: GraciasState, seat: int) -> int:
    """GR-S4"""
    points = 0
    for colour in range(KINDS):
        points += points_for(int(s.displays[seat, colour]), most_open(s.displays, colour, s.seats))
    return points


# The match


@rule
def scored_passes(s: GraciasState) -> int:
    """All three when the match is over."""
    return s.this_pass if s.stage == OVER else s.this_pass - 1


@rule
def total(s: GraciasState, seat: int) -> int:
    points = 0
    for number in range(PASSES):
        points += int(s.scores[number, seat])
    return points


@rule
def standing(s: GraciasState, seat: int) -> int:
    """GR-E1 All points; then the best pass, then the second-best (and thereby the third)."""
    points = best = worst = int(s.scores[0, seat])
    for number in range(1, PASSES):
        score = int(s.scores[number, seat])
        points += score
        best = max(best, score)
        worst = min(worst, score)
    second = points - best - worst
    return (points * CARDS + best) * CARDS + second


@rule
def best_standing(s: GraciasState) -> int:
    """GR-E1 The winner's; more than one may have it."""
    best = 0
    for seat in range(s.seats):
        best = max(best, standing(s, seat))
    return best


places = places_by(standing)  # GR-E1
points = points_by(total)
