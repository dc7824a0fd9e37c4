"""A game's rules as calls on 1-element record arrays: ten times cheaper from Python than on a record."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.compiled import holds_gil, rule
from spieltisch.kernel.dice import NO_OUTCOME
from spieltisch.kernel.game import CHANCE_DUE, OK, Game
from spieltisch.kernel.record import Record, States

WORD = 8  # bytes of Chance's stream for one number
LARGEST_WORD = np.uint64(2**64 - 1)


class Engine(NamedTuple):
    actors: Callable[[States], int]
    why_not: Callable[[States, int, int], int]
    legal: Callable[[States, int, NDArray[np.uint8]], int]  # marks every legal move → how many
    chances: Callable[[States, NDArray[np.int64]], int]  # the sum of all weights; 0: Chance is not due
    places: Callable[[States, NDArray[np.int64]], None]
    points: Callable[[States, NDArray[np.int64]], None]


@rule
def word_at(block: NDArray[np.uint8], place: int) -> np.uint64:
    """Eight bytes, the highest first."""
    word = np.uint64(0)
    for byte in range(WORD * place, WORD * place + WORD):
        word = (word << np.uint64(8)) | np.uint64(block[byte])
    return word


@rule
def is_fair(word: np.uint64, n: np.uint64) -> np.bool_:
    """Below the largest multiple of n that is not above 2⁶⁴, so that all remainders are equally likely."""
    rest = (LARGEST_WORD % n + np.uint64(1)) % n  # 2⁶⁴ mod n
    return word <= LARGEST_WORD - rest


@rule
def outcome_at(weights: NDArray[np.int64], number: np.int64) -> int:
    """The first outcome at which the weights add up to more than the number."""
    for outcome in range(weights.size):
        number -= weights[outcome]
        if number < 0:
            return outcome
    return NO_OUTCOME


MarkLegal = Callable[[Record, int, NDArray[np.uint8]], int]


def make_mark_legal(game: Game) -> MarkLegal:
    why_not = game.rules.why_not

    @rule
    def mark_legal(s: Record, seat: int, marks: NDArray[np.uint8]) -> int:
        """1 for every move that is legal, else 0 → how many are."""
        count = 0
        for move in range(marks.size):
            marks[move] = why_not(s, seat, move) == OK
            count += marks[move]
        return count

    return mark_legal


@cache
def engine_of(game: Game) -> Engine:
    """One engine a game, made when first asked for."""
    rules = game.rules
    rule_actors, rule_why_not, rule_chances = rules.actors, rules.why_not, rules.chances
    rule_places, rule_points = rules.places, rules.points
    mark_legal = make_mark_legal(game)

    @holds_gil
    def actors(states: States) -> int:
        return rule_actors(states[0])

    @holds_gil
    def why_not(states: States, seat: int, move: int) -> int:
        return rule_why_not(states[0], seat, move)

    @holds_gil
    def legal(states: States, seat: int, marks: NDArray[np.uint8]) -> int:
        return mark_legal(states[0], seat, marks)

    @holds_gil
    def chances(states: States, weights: NDArray[np.int64]) -> int:
        return rule_chances(states[0], weights) if rule_actors(states[0]) == CHANCE_DUE else 0

    @holds_gil
    def places(states: States, out: NDArray[np.int64]) -> None:
        rule_places(states[0], out)

    @holds_gil
    def points(states: States, out: NDArray[np.int64]) -> None:
        rule_points(states[0], out)

    return Engine(actors, why_not, legal, chances, places, points)
