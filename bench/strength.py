"""How often one bot wins against three others. Match and bots are seeded: the same number gives the same match."""

import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from multiprocessing import get_context

from rich.progress import Progress

from bench.figure import SHARE, Figure
from spieltisch import Match, bot

SEATS = 4
PARITY = 1 / SEATS
CORES = 2
Z = 1.96  # 95 %
CHALLENGES = (("careful", "random"), ("search", "careful"))  # search with its usual 2,000 iterations


def measure(matches: int, progress: Progress) -> list[Figure]:
    with ProcessPoolExecutor(CORES, get_context("spawn"), initializer=leave_interrupts_to_parent) as pool:
        return [challenge(pool, one, three, matches, progress) for one, three in CHALLENGES]


def leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def challenge(pool: ProcessPoolExecutor, one: str, three: str, matches: int, progress: Progress) -> Figure:
    what = f"{one} against three {three}"
    results = pool.map(partial(wins, one, three), range(matches))
    won = sum(progress.track(results, total=matches, description=what.capitalize()))
    low, high = wilson(won, matches)
    return Figure(
        f"{one}_against_{three}", f"{what} ({matches:,})", won / matches, SHARE, (low, high),
        beside="parity", other=PARITY, to_reach=f"> {PARITY:.0%}", reached=low > PARITY,
    )


def wins(one: str, three: str, number: int) -> bool:
    """`one` sits on each seat equally often."""
    seat = number % SEATS
    names = [three] * SEATS
    names[seat] = one
    result = play_match(names, number).result
    assert result is not None
    return result.places[seat] == 1


def play_match(names: Sequence[str], seed: int, game: str = "lobo77") -> Match:
    bots = [bot(name, seed=SEATS * seed + seat) for seat, name in enumerate(names)]
    match = Match(game, len(names), seed=seed)
    while not match.over:
        seat = match.actors[0]
        move, _ = bots[seat].choose(match.seen(seat))
        match.play(seat, move)
    return match


def wilson(won: int, matches: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson's, sound for few matches too)."""
    share, spread = won / matches, Z * Z / matches
    middle = share + spread / 2
    reach = Z * sqrt(share * (1 - share) / matches + spread / matches / 4)
    return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)
