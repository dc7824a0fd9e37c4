"""One call of a compiled rule from Python."""

from collections.abc import Callable
from time import process_time

from rich.progress import Progress

from bench.figure import MICROSECONDS, Figure
from spieltisch import Match
from spieltisch.games.lobo77 import GAME
from spieltisch.kernel.engine import engine_of

CALLS = 20_000
TO_REACH = 1.0  # µs


def measure(rounds: int, progress: Progress) -> list[Figure]:
    """On a 1-element array, as matches do it, and on the record in it; in turns, and the best of each."""
    engine, rules = engine_of(GAME), GAME.rules
    states = Match(GAME, 4, seed=77)._states
    record = states[0]
    seat, card = int(record.turn), 0
    calls: dict[str, Callable[[], object]] = {
        "actors": lambda: engine.actors(states),
        "actors of a record": lambda: rules.actors(record),
        "why_not": lambda: engine.why_not(states, seat, card),
        "why_not of a record": lambda: rules.why_not(record, seat, card),
    }
    best = dict.fromkeys(calls, float("inf"))
    for _ in progress.track(range(rounds), description="Calls"):
        for name, call in calls.items():
            best[name] = min(best[name], microseconds(call))
    return [
        Figure(
            name,
            f"compiled call: {name}",
            best[name],
            MICROSECONDS,
            beside="on a record",
            other=best[f"{name} of a record"],
            to_reach=f"< {TO_REACH:g} µs",
            reached=best[name] < TO_REACH,
        )
        for name in ("actors", "why_not")
    ]


def microseconds(call: Callable[[], object]) -> float:
    """The loop and the lambda count too."""
    began = process_time()
    for _ in range(CALLS):
        call()
    return (process_time() - began) / CALLS * 1e6
