"""How a match may go on from here: played on by careful players, dice of the future unknown. Compiled, for any game.

This is the one evaluator of the coach. What it is not asked: who holds what. Whoever calls gives a whole record.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.bots.playout import make_playout
from spieltisch.kernel import NOBODY, Game, JudgedSoon, Record, Records, Sight, States, rule
from spieltisch.kernel.dice import Dice

Shares = NDArray[np.float64]


class CoachWorkspace(NamedTuple):
    """The memory of one judgement."""

    states: States  # one to play on in, and one that keeps the deal
    marks: NDArray[np.uint8]
    weights: NDArray[np.int64]
    shares: Shares  # by seat
    places: NDArray[np.int64]
    dice: Records[Dice]
    notes: NDArray[np.void]


def new_workspace(game: Game, seats: int, dice: Records[Dice]) -> CoachWorkspace:
    return CoachWorkspace(
        np.zeros(2, game.state),
        np.zeros(len(game.moves), np.uint8),
        np.zeros(len(game.outcomes), np.int64),
        np.zeros(seats),
        np.zeros(game.seats[-1], np.int64),
        dice,
        np.zeros(2, game.mind.notes),
    )


class Continuing(NamedTuple):
    standing: Callable[[States, CoachWorkspace, Shares], None]
    judge: Callable[[Sight[Record], States, bool, CoachWorkspace, NDArray[np.int64], Shares], None]


@cache
def make_continuing(game: Game) -> Continuing:
    rules, mind = game.rules, game.mind
    play, places_of = rules.play, rules.places
    evaluate, settled, quickest, imagine = mind.evaluate, mind.settled, mind.quickest, mind.imagine
    playout = make_playout(game)
    let_chance_play, mark_legal, best_marked = playout.let_chance_play, playout.mark_legal, playout.best_marked
    is_judged_soon = game.extra(JudgedSoon) is not None

    @rule
    def share_out(s: Record, places: NDArray[np.int64], shares: Shares) -> None:
        """The match is over: winners share it."""
        places_of(s, places)
        winners = 0
        for seat in range(shares.size):
            winners += places[seat] == 1
        for seat in range(shares.size):
            shares[seat] = 1.0 / winners if places[seat] == 1 else 0.0

    @rule
    def go_on(s: Record, work: CoachWorkspace) -> None:
        """To the end of the match, or to where it is judged → everybody's share of winning, in `work.shares`."""
        dice = work.dice[0]
        acting = let_chance_play(s, work.weights, dice)
        while acting != NOBODY:
            seat = quickest(s, acting, dice)
            mark_legal(s, seat, work.marks)
            play(s, seat, best_marked(s, seat, work.marks, dice))
            if is_judged_soon and settled(s):
                evaluate(s, work.shares)
                return
            acting = let_chance_play(s, work.weights, dice)
        share_out(s, work.places, work.shares)

    @rule
    def standing(states: States, work: CoachWorkspace, out: Shares) -> None:
        """Each row of `out` is one continuation. A Chance that is due is part of it."""
        for row in range(out.shape[0]):
            work.states[0] = states[0]
            go_on(work.states[0], work)
            for seat in range(work.shares.size):
                out[row, seat] = work.shares[seat]

    @rule
    def judge(
        sight: Sight[Record],
        truth: States,
        is_open: bool,
        work: CoachWorkspace,
        moves: NDArray[np.int64],
        out: Shares,
    ) -> None:
        """What each move is worth to its seat, in as many deals as `out` has rows: imagined ones, or the true one.

        All moves are tried in the same deal and with the same dice.
        """
        dice = work.dice[0]
        for row in range(out.shape[0]):
            if is_open:
                work.states[1] = truth[0]
            else:
                work.states[1] = sight.state[0]
                imagine(sight, work.states[1], dice, work.notes)
            bits = dice.bits
            for place in range(moves.size):
                dice.bits = bits
                work.states[0] = work.states[1]
                play(work.states[0], sight.seat, moves[place])
                go_on(work.states[0], work)
                out[row, place] = work.shares[sight.seat]

    return Continuing(standing, judge)
