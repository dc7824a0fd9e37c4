"""Every other game, with two players: random matches a second, and how often one bot beats another."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from time import process_time

from rich.progress import Progress

from bench.figure import PER_SECOND, SHARE, Figure
from bench.random_matches import compiled
from bench.strength import CORES, leave_interrupts_to_parent, play_match, wilson
from spieltisch.games import GAMES, lobo77
from spieltisch.kernel import Game

SEATS = 2
CHALLENGES = (("careful", "random", 0.7), ("search", "careful", 0.5))  # and the share to reach


def measure(rounds: int, seconds: float, matches: int, progress: Progress) -> list[Figure]:
    others = [game for game in GAMES if game is not lobo77.GAME]
    figures = [speed(game, rounds, seconds, progress) for game in others]
    with ProcessPoolExecutor(CORES, get_context("spawn"), initializer=leave_interrupts_to_parent) as pool:
        for game in others:
            figures += [challenge(pool, game, *bots, matches, progress) for bots in CHALLENGES]
    return figures


def title(game: Game) -> str:
    return str(game.texts["en"]["name"])


def speed(game: Game, rounds: int, seconds: float, progress: Progress) -> Figure:
    """Seconds of a core, the best of some rounds."""
    play_one = compiled(game, SEATS)
    best = 0.0
    for _ in progress.track(range(rounds), description=f"{title(game)}, random matches"):
        began, played = process_time(), 0
        while process_time() - began < seconds:
            play_one()
            played += 1
        best = max(best, played / (process_time() - began))
    return Figure(f"{game.name}_matches", f"{title(game)}: random matches, one core", best, PER_SECOND)


def challenge(
    pool: ProcessPoolExecutor, game: Game, one: str, other: str, share: float, matches: int, progress: Progress
) -> Figure:
    what = f"{title(game)}: {one} against one {other}"
    results = pool.map(partial(wins, game.name, one, other), range(matches))
    won = sum(progress.track(results, total=matches, description=what))
    low, high = wilson(won, matches)
    return Figure(
        f"{game.name}_{one}_against_{other}", f"{what} ({matches:,})", won / matches, SHARE, (low, high),
        beside="parity", other=1 / SEATS, to_reach=f"> {share:.0%}", reached=won / matches > share,
    )  # fmt: skip


def wins(game: str, one: str, other: str, number: int) -> bool:
    """Alone; a shared place is none."""
    seat = number % SEATS
    result = play_match([one if place == seat else other for place in range(SEATS)], number, game).result
    assert result is not None
    return result.places[seat] == 1 < result.places[1 - seat]
