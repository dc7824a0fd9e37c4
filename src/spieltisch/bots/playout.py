"""Playing on quickly, for any game: made by a factory over its rules, so that the compiler sees through them."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import CHANCE_DUE, NOBODY, Game, Record, Records, States, rule
from spieltisch.kernel.dice import Dice, below, pick
from spieltisch.kernel.engine import MarkLegal, make_mark_legal

ONE = 1 << 10  # boldness is counted in 1024ths


class Playout(NamedTuple):
    let_chance_play: Callable[[Record, NDArray[np.int64], Dice], int]
    mark_legal: MarkLegal
    best_marked: Callable[[Record, int, NDArray[np.uint8], Dice], int]
    play_on: Callable[[Record, NDArray[np.uint8], NDArray[np.int64], Dice, int, int], int]
    random_match: Callable[[States, NDArray[np.uint8], NDArray[np.int64], States], int]


def make_playout(game: Game) -> Playout:
    rules, mind = game.rules, game.mind
    actors, play = rules.actors, rules.play
    mark_legal = make_mark_legal(game)
    chances, happen = rules.chances, rules.happen
    worth, settled, quickest = mind.worth, mind.settled, mind.quickest

    @rule
    def let_chance_play(s: Record, weights: NDArray[np.int64], dice: Dice) -> int:
        """As long as Chance is due → who may act then."""
        acting = actors(s)
        while acting == CHANCE_DUE:
            happen(s, pick(dice, weights, chances(s, weights)))
            acting = actors(s)
        return acting

    @rule
    def best_marked(s: Record, seat: int, marks: NDArray[np.uint8], dice: Dice) -> int:
        """The marked move of the highest worth; of equals, any."""
        best = -1
        best_worth = equals = 0
        for move in range(marks.size):
            if marks[move]:
                value = worth(s, seat, move)
                if best < 0 or value > best_worth:
                    best, best_worth, equals = move, value, 1
                elif value == best_worth:
                    equals += 1
                    if below(dice, equals) == 0:
                        best = move
        return best

    @rule
    def play_on(
        s: Record, marks: NDArray[np.uint8], weights: NDArray[np.int64], dice: Dice, horizon: int, boldness: int
    ) -> int:
        """Up to `horizon` decisions, boldness/1024 of them at random, the others as a careful player would."""
        for decisions in range(horizon):
            if settled(s):
                return decisions
            acting = let_chance_play(s, weights, dice)
            if acting == NOBODY:
                return decisions
            seat = quickest(s, acting, dice)
            legal = mark_legal(s, seat, marks)
            if below(dice, ONE) < boldness:
                play(s, seat, pick(dice, marks, legal))
            else:
                play(s, seat, best_marked(s, seat, marks, dice))
        return horizon

    @rule
    def random_match(states: States, marks: NDArray[np.uint8], weights: NDArray[np.int64], dice: Records[Dice]) -> int:
        """To the end, every decision at random → how many there were."""
        s = states[0]
        decisions = 0
        acting = let_chance_play(s, weights, dice[0])
        while acting != NOBODY:
            seat = quickest(s, acting, dice[0])
            play(s, seat, pick(dice[0], marks, mark_legal(s, seat, marks)))
            decisions += 1
            acting = let_chance_play(s, weights, dice[0])
        return decisions

    return Playout(let_chance_play, mark_legal, best_marked, play_on, random_match)
