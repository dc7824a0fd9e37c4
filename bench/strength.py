"""How often one bot wins against others of another kind. All is seeded: the same number gives the same match."""

import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from multiprocessing import get_context
from typing import NamedTuple

from rich.progress import Progress

from bench.figure import SHARE, Figure
from bench.first_fitting import FirstFitting
from spieltisch import Match, bot
from spieltisch.bots import Bot

CORES = 2
Z = 1.96  # 95 %


class Challenge(NamedTuple):
    game: str
    seats: int
    one: str
    others: str
    name: str  # in JSON
    share: float | None = None  # to reach; None: more than its part


CHALLENGES = (  # search with its usual 2,000 iterations
    Challenge("lobo77", 4, "careful", "random", "careful_against_random"),
    Challenge("lobo77", 4, "search", "careful", "search_against_careful"),
    Challenge("bloeder-sack", 2, "careful", "random", "bloeder_sack_careful_against_random", 0.7),
    Challenge("bloeder-sack", 2, "search", "careful", "bloeder_sack_search_against_careful"),
    *(Challenge("gracias", n, "careful", "random", f"gracias_{n}_careful_against_random") for n in range(3, 7)),
    Challenge("gracias", 4, "search", "careful", "gracias_4_search_against_careful"),
    Challenge("blitzgriff", 4, "careful", "random", "blitzgriff_careful_against_random", 0.7),
    Challenge("blitzgriff", 4, "careful", "first fitting", "blitzgriff_careful_against_first_fitting", 0.5),
)


def measure(matches: int, progress: Progress) -> list[Figure]:
    with ProcessPoolExecutor(CORES, get_context("spawn"), initializer=leave_interrupts_to_parent) as pool:
        return [contest(pool, challenge, matches, progress) for challenge in CHALLENGES]


def leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def contest(pool: ProcessPoolExecutor, challenge: Challenge, matches: int, progress: Progress) -> Figure:
    """As many matches as can be shared out equally among the seats."""
    game, seats, one, others, name, share = challenge
    matches -= matches % seats
    what = f"{game}: {one} against {seats - 1} {others}"
    results = pool.map(partial(wins, challenge), range(matches))
    won = sum(progress.track(results, total=matches, description=what))
    low, high = wilson(won, matches)
    return Figure(
        name, f"{what} ({matches:,})", won / matches, SHARE, (low, high),
        beside="parity", other=1 / seats, to_reach=f"> {share or 1 / seats:.0%}", reached=low > (share or 1 / seats),
    )


def wins(challenge: Challenge, number: int) -> bool:
    """`one` sits on each seat equally often."""
    seat = number % challenge.seats
    names = [challenge.others] * challenge.seats
    names[seat] = challenge.one
    result = play_match(challenge.game, names, number).result
    assert result is not None
    return result.places[seat] == 1


def play_match(game: str, names: Sequence[str], seed: int) -> Match:
    bots = [player(name, len(names) * seed + seat) for seat, name in enumerate(names)]
    match = Match(game, len(names), seed=seed)
    while not match.over:
        seat = match.actors[0]
        move, _ = bots[seat].choose(match.seen(seat))
        match.play(seat, move)
    return match


def player(name: str, seed: int) -> Bot:
    return FirstFitting() if name == "first fitting" else bot(name, seed=seed)


def wilson(won: int, matches: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson's, sound for few matches too)."""
    share, spread = won / matches, Z * Z / matches
    middle = share + spread / 2
    reach = Z * sqrt(share * (1 - share) / matches + spread / matches / 4)
    return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)
