"""Every rule compiled before the first guest comes. The first time that takes a while: so games are prepared side by
side, each in a process of its own (`python -m spieltisch.warming NAME`), and all find the results in the cache.
"""

import subprocess
import sys
from pathlib import Path

from rich.console import Console

import spieltisch as st
from spieltisch.bots import rehearse
from spieltisch.games import GAMES, game_named
from spieltisch.kernel import Game
from spieltisch.kernel.compiled import cache_for
from spieltisch.table.scribe import Reader, write_step


def warm_up() -> None:
    with Console(stderr=True).status("") as status:
        cold = [game for game in GAMES if not mark_of(game).exists()]
        if len(cold) > 1:
            status.update(f"Preparing the rules of {', '.join(game.texts['en']['name'] for game in cold)} …")
            prepare_side_by_side(cold)
        for game in GAMES:
            status.update(f"Preparing the rules of {game.texts['en']['name']} …")
            prepare(game)


def prepare_side_by_side(games: list[Game]) -> None:
    """What goes wrong there goes wrong again here, in sight."""
    command = [sys.executable, "-m", "spieltisch.warming"]
    processes = [subprocess.Popen([*command, game.name], stderr=subprocess.DEVNULL) for game in games]
    try:
        for process in processes:
            process.wait()
    finally:
        for process in processes:
            process.kill()


def prepare(game: Game) -> None:
    """A whole match, and all that a table says of it: what is compiled later would keep everybody waiting."""
    match = st.Match(game, game.seats[0], seed=0)
    rehearse(match, st.bot("careful", seed=0))
    match.cells(0)
    match.story  # noqa: B018
    write_step(match, 1, [Reader(0, 0, story=True), Reader(None, 0, story=False)])
    mark_of(game).touch()


def mark_of(game: Game) -> Path:
    """This game's rules are in the cache, as they stand in just these sources."""
    return cache_for("prepared", frozenset({"."})) / game.name


if __name__ == "__main__":
    prepare(game_named(sys.argv[1]))
