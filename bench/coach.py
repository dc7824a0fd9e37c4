"""Is the coach fair? Luck of nobody in the long run, errors that order the levels, results with luck taken out.

python -m bench.coach lobo77 --matches 2000
"""

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import erfc, exp, pi, sqrt
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import spieltisch as st
from spieltisch.bots import LEVELS
from spieltisch.games import game_named
from spieltisch.kernel import Match
from spieltisch.lab.playing import play_match

SEARCHED = 1500  # tries of the master: enough to be one
SURE = 1.96  # standard errors


class Told(NamedTuple):
    """Of one match, by seat."""

    levels: list[str]
    luck: list[float]
    ended: list[float]
    losses: list[list[float]]


def play_and_analyse(job: tuple[str, int, int, int]) -> Told:
    name, number, continuations, deals = job
    game = game_named(name)
    levels = [LEVELS[(number + seat) % len(LEVELS)] for seat in range(len(LEVELS))]
    bots = [st.bot(level, seed=number, iterations=SEARCHED) for level in levels]

    def choose(match: Match, seat: int) -> str:
        return bots[seat].choose(match.seen(seat))[0]

    options = {"pace": "calm"} if "pace" in game.options else {}
    match = play_match(game, [choose] * len(levels), number, options)
    report = st.analyse(match, continuations=continuations, deals=deals or 2, judges=deals > 0)
    losses: list[list[float]] = [[] for _ in levels]
    for decision in report.decisions:
        losses[decision.seat].append(decision.loss)
    return Told(levels, [parts.luck for parts in report.parts], report.standings[-1].shares, losses)


def tables_of(name: str, told: Sequence[Told]) -> list[Table]:
    return [errors_table(name, told), luck_table(told)]


def errors_table(name: str, told: Sequence[Told]) -> Table:
    table = Table("level", "decisions", "points lost a decision", "interval", "share won", title=name)
    for level in LEVELS:
        by_match, won, decisions = [], [], 0
        for one in told:
            seat = one.levels.index(level)
            won.append(one.ended[seat])
            decisions += len(one.losses[seat])
            if one.losses[seat]:
                by_match.append(float(np.mean(one.losses[seat])))
        mean, error = (100 * figure for figure in mean_and_error(by_match))
        interval = f"{mean - SURE * error:.2f} to {mean + SURE * error:.2f}"
        table.add_row(level, str(decisions), f"{mean:.2f}", interval, f"{100 * np.mean(won):.0f} %")
    return table


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Of matches: decisions of one match are not independent."""
    if len(values) < 2:
        return float("nan"), float("nan")
    return float(np.mean(values)), float(np.std(values, ddof=1) / np.sqrt(len(values)))


def luck_table(told: Sequence[Told]) -> Table:
    """Luck belongs to seats: levels change theirs from match to match."""
    luck, ended = np.array([one.luck for one in told]), np.array([one.ended for one in told])
    free = luck[:, :-1]  # it adds up to nothing
    mean = free.mean(axis=0)
    surprise = float(len(free) * mean @ np.linalg.solve(np.cov(free, rowvar=False), mean))
    table = Table("", *(f"seat {seat}" for seat in range(luck.shape[1])), title=f"{len(told)} matches")
    table.add_row("mean luck, in points", *(f"{100 * value:+.2f}" for value in luck.mean(axis=0)))
    table.add_row("deviation of results", *(f"{100 * value:.0f}" for value in ended.std(axis=0)))
    table.add_row("… with luck taken out", *(f"{100 * value:.0f}" for value in (ended - luck).std(axis=0)))
    table.caption = f"nobody is luckier than others: p = {tail(surprise):.3f}"
    return table


def tail(chi_square: float) -> float:
    """How often chance alone gives as much, with three degrees of freedom: there are four levels, so four seats."""
    return erfc(sqrt(chi_square / 2)) + sqrt(2 * chi_square / pi) * exp(-chi_square / 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--continuations", type=int, default=50)
    parser.add_argument("--deals", type=int, default=40, help="0: moves are not judged")
    args = parser.parse_args()
    jobs = [(args.game, number, args.continuations, args.deals) for number in range(args.matches)]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        told = list(track(pool.map(play_and_analyse, jobs), total=len(jobs), console=Console(stderr=True)))
    for table in tables_of(args.game, told):
        Console().print(table)


if __name__ == "__main__":
    main()
