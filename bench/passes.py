"""Whole passes of Blitzgriff by careful players: in the blitz pace, on a clock of their own, and calmly in turns."""

from collections.abc import Callable
from time import process_time

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from bench.figure import PER_SECOND, Figure
from spieltisch.bots.playout import make_playout
from spieltisch.games.blitzgriff import GAME
from spieltisch.games.blitzgriff.state import ROUNDS
from spieltisch.kernel import NOBODY, Game, States, rule
from spieltisch.kernel.dice import below, new_dice

SEATS = 4
PASSES = ROUNDS * SEATS  # of a match
FASTEST_MS, SPREAD_MS = 300, 600  # what a player needs for a move


CarefulMatch = Callable[[States, NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64], States], int]


def make_careful_match(game: Game) -> CarefulMatch:
    playout, play = make_playout(game), game.rules.play
    let_chance_play, mark_legal, best_marked = playout.let_chance_play, playout.mark_legal, playout.best_marked

    @rule
    def careful_match(
        states: States, ready: NDArray[np.int64], marks: NDArray[np.uint8], weights: NDArray[np.int64], dice: States
    ) -> int:
        """Whoever of those who may act is `ready` first, moves → ms of play time."""
        s = states[0]
        now = 0
        acting = let_chance_play(s, weights, dice[0])
        while acting != NOBODY:
            first = -1
            for seat in range(ready.size):
                if acting >> seat & 1 and (first < 0 or ready[seat] < ready[first]):
                    first = seat
            now = max(now, ready[first])
            mark_legal(s, first, marks)
            play(s, first, best_marked(s, first, marks, dice[0]))
            ready[first] = now + FASTEST_MS + below(dice[0], SPREAD_MS)
            acting = let_chance_play(s, weights, dice[0])
        return now

    return careful_match


def matches(pace: str) -> Callable[[], int]:
    play = make_careful_match(GAME)
    template = GAME.set_up(SEATS, GAME.check_options({"pace": pace}))
    states = template.copy()
    record, fresh = states.view(np.uint8), template.view(np.uint8)
    marks, weights = np.zeros(len(GAME.moves), np.uint8), np.zeros(len(GAME.outcomes), np.int64)
    dice = new_dice(b"passes")

    def play_one() -> int:
        record[:] = fresh
        return play(states, np.zeros(SEATS, np.int64), marks, weights, dice)

    play_one()  # compiled, or loaded, before the clock runs
    return play_one


def passes_per_second(play_one: Callable[[], int], seconds: float) -> float:
    played, began = 0, process_time()
    while process_time() - began < seconds:
        play_one()
        played += PASSES
    return played / (process_time() - began)


def measure(rounds: int, seconds: float, progress: Progress) -> list[Figure]:
    """In turns, and the best of each."""
    blitz, calm = matches("blitz"), matches("calm")
    quickest_blitz = quickest_calm = 0.0
    for _ in progress.track(range(rounds), description="Passes of Blitzgriff"):
        quickest_blitz = max(quickest_blitz, passes_per_second(blitz, seconds))
        quickest_calm = max(quickest_calm, passes_per_second(calm, seconds))
    return [
        Figure(
            "blitz_passes",
            "blitzgriff: blitz passes of careful players, one core",
            quickest_blitz,
            PER_SECOND,
            beside="calm passes",
            other=quickest_calm,
        )
    ]
