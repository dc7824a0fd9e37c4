"""Searches from openings: of Lobo 77 beside the same tries in plain Python, and in two threads; of the other games."""

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import numpy as np
from rich.progress import Progress

from bench.figure import PER_SECOND, SECONDS, Figure
from bench.plain_search import tries_from_opening
from spieltisch import Match, bot
from spieltisch.bots.search import ROOT, SearchWorkspace, Tuning, make_search, new_workspace
from spieltisch.bots.thinking import limits_of
from spieltisch.games import GAMES
from spieltisch.games.lobo77 import GAME
from spieltisch.kernel import Game, Seen
from spieltisch.kernel.dice import new_dice

OPENINGS = 10
DEALS = {"blitzgriff": 4}  # of each opening; all its moves are tried in each
USUAL_DEALS = 100
PLAIN_TRIES = 200
MS = 100
RATIO_TO_REACH = 50


def measure(rounds: int, progress: Progress) -> list[Figure]:
    """In turns, and the best of each."""
    lobo = openings_of(GAME)
    workspaces = [new_workspace(GAME, new_dice(bytes([thread]))) for thread in range(2)]
    one = two = plain = 0.0
    for number in progress.track(range(rounds), description="Searches"):
        one = max(one, tries_per_second(GAME, lobo, workspaces[:1]))
        two = max(two, tries_per_second(GAME, lobo, workspaces))
        plain = max(plain, plain_tries_per_second(number))
    return [
        Figure(
            "search", "search from the opening: tries", one, PER_SECOND,
            beside="plain Python", other=plain, to_reach=f"≥ {RATIO_TO_REACH}×", reached=one >= RATIO_TO_REACH * plain,
        ),
        Figure("search_two_threads", "… in two threads", two, PER_SECOND, beside="one thread", other=one),
        *(of_another(game, progress) for game in GAMES if game is not GAME),
        *(kept_time(game, rounds, progress) for game in GAMES),
    ]  # fmt: skip


def of_another(game: Game, progress: Progress) -> Figure:
    openings, workspace = openings_of(game), new_workspace(game, new_dice(b""))
    best = max(
        tries_per_second(game, openings, [workspace])
        for _ in progress.track(range(3), description=f"Searches: {game.name}")
    )
    return Figure(f"search_{game.name}", f"{game.name}: tries of a search from the opening", best, PER_SECOND)


def kept_time(game: Game, rounds: int, progress: Progress) -> Figure:
    """The longest of so many moves by the clock."""
    openings, master = openings_of(game), bot("master", seed=1, ms=MS)
    longest = 0.0
    for number in progress.track(range(rounds), description=f"Time limits: {game.name}"):
        began = perf_counter()
        master.choose(openings[number % OPENINGS])
        longest = max(longest, perf_counter() - began)
    return Figure(
        f"time_{game.name}",
        f"{game.name}: a move of {MS} ms, the longest of {rounds}",
        longest,
        SECONDS,
        beside="limit",
        other=MS / 1000,
        to_reach="≤ 1.1×",
        reached=longest <= 1.1 * MS / 1000,
    )


def openings_of(game: Game) -> list[Seen]:
    """Compiled, or loaded, before the clock runs."""
    matches = [Match(game, min(4, game.seats[-1]), seed=seed) for seed in range(OPENINGS)]
    openings = [match.seen(match.actors[0]) for match in matches]
    search_all(game, openings[:1], new_workspace(game, new_dice(b"")))
    return openings


def tries_per_second(game: Game, openings: list[Seen], workspaces: list[SearchWorkspace]) -> float:
    """Each workspace in a thread of its own searches all openings."""
    with ThreadPoolExecutor(len(workspaces)) as threads:
        began = perf_counter()
        done = list(threads.map(lambda workspace: search_all(game, openings, workspace), workspaces))
        return sum(done) / (perf_counter() - began)


def search_all(game: Game, openings: list[Seen], workspace: SearchWorkspace) -> int:
    """→ the tries that were made."""
    search, done = make_search(game), 0
    tuning = Tuning(depth=min(Tuning().depth, limits_of(game).depth))
    for seen in openings:
        moves = search.begin(seen.sight, workspace, limits_of(game).width)
        search.try_each(seen.sight, workspace, np.arange(1, moves + 1), DEALS.get(game.name, USUAL_DEALS), *tuning)
        done += int(workspace.tree[ROOT]["visits"])
    return done


def plain_tries_per_second(seed: int) -> float:
    began = perf_counter()
    return tries_from_opening(seed, PLAIN_TRIES) / (perf_counter() - began)
