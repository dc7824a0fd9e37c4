"""Searches from openings of Lobo 77 with 4 players, in one thread and in two."""

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from rich.progress import Progress

from bench.figure import PER_SECOND, Figure
from spieltisch import Match
from spieltisch.bots.search import ROOT, Desk, Tuning, make_search, new_desk
from spieltisch.bots.thinking import Budget, find_best
from spieltisch.games.lobo77 import GAME
from spieltisch.kernel import Seen
from spieltisch.kernel.dice import new_dice

OPENINGS = 20
TUNING = Tuning()
TO_REACH = 50_000


def measure(rounds: int, progress: Progress) -> list[Figure]:
    """In turns, and the best of each."""
    openings = [opening(seed) for seed in range(OPENINGS)]
    desks = [new_desk(GAME, TUNING.iterations, new_dice(bytes([thread]))) for thread in range(2)]
    make_search(GAME)(openings[0].sight, desks[0], *TUNING)  # compiled, or loaded, before the clock runs
    one = two = 0.0
    for _ in progress.track(range(rounds), description="Searches"):
        one = max(one, iterations_per_second(openings, desks[:1]))
        two = max(two, iterations_per_second(openings, desks))
    return [
        Figure(
            "search", "search from the opening: iterations", one, PER_SECOND,
            to_reach=f"≥ {TO_REACH // 1000} k/s", reached=one >= TO_REACH,
        ),
        Figure("search_two_threads", "… in two threads", two, PER_SECOND, beside="one thread", other=one),
    ]


def opening(seed: int) -> Seen:
    match = Match(GAME, 4, seed=seed)
    return match.seen(match.actors[0])


def iterations_per_second(openings: list[Seen], desks: list[Desk]) -> float:
    """Each desk in a thread of its own searches all openings."""
    with ThreadPoolExecutor(len(desks)) as threads:
        began = perf_counter()
        done = list(threads.map(lambda desk: search_all(openings, desk), desks))
        return sum(done) / (perf_counter() - began)


def search_all(openings: list[Seen], desk: Desk) -> int:
    """→ the iterations that were really made: halving leaves a few over."""
    search, done = make_search(GAME), 0
    for seen in openings:
        search(seen.sight, desk, *TUNING)
        done += int(desk.tree[ROOT]["visits"])
    return done
