"""Every rule compiled before it is needed. The first time that takes a while: so each game is prepared in a process of
its own (`python -m spieltisch.warming NAME`), as many at a time as there are cores; all find the results in the cache.
The smallest game comes first: people can play it while the others are prepared.
"""

import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread

from rich.console import Console

import spieltisch as st
from spieltisch.bots import LEVELS, rehearse
from spieltisch.games import GAMES, game_named
from spieltisch.kernel import Game
from spieltisch.kernel.compiled import cache_for

STOPPED = (-signal.SIGINT, -signal.SIGTERM)  # how a process ends that got the same signal as we


def warm_up() -> None:
    """All games."""
    Preparation().finish()


class Preparation:
    """Which games are `missing` as yet, by name: those that were never compiled. The others need only be loaded."""

    def __init__(self) -> None:
        self._cold = sorted((game for game in GAMES if not mark_of(game).exists()), key=size_of)
        self.missing = {game.name for game in self._cold}
        self._steps = self._ready_games()
        self._stopped = False
        self._processes: list[subprocess.Popen[bytes]] = []
        self._pool = ThreadPoolExecutor(os.cpu_count())

    def finish(self) -> None:
        for _ in GAMES:
            self._step()

    def begin(self) -> None:
        """Until there is a game to play; the others follow in the background."""
        if len(self.missing) == len(GAMES):
            self._step()
        Thread(target=deque, args=(self._steps, 0), name="preparing", daemon=True).start()

    def stop(self) -> None:
        """What has not begun is left; what has is broken off."""
        self._stopped = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.kill()

    def _step(self) -> None:
        """Until one more game is ready."""
        names = [game.texts["en"]["name"] for game in GAMES if game.name in self.missing]
        with Console(stderr=True).status(f"Preparing the rules of {', '.join(names) or 'all games'} …"):
            if next(self._steps, None) is None:
                raise KeyboardInterrupt  # which reached the others first

    def _ready_games(self) -> Iterator[Game]:
        """Each one as soon as it is ready: first those that were compiled before."""
        compiled = self._pool.map(self._compile, self._cold)
        for games in ((game for game in GAMES if game not in self._cold), compiled):
            for game in games:
                if game is None:
                    return
                prepare(game)
                self.missing.discard(game.name)
                yield game

    def _compile(self, game: Game) -> Game | None:
        """What goes wrong there goes wrong again here, in sight. None: everything is to stop."""
        command = [sys.executable, "-m", "spieltisch.warming", game.name]
        self._processes.append(process := subprocess.Popen(command, stderr=subprocess.DEVNULL))
        return None if process.wait() in STOPPED or self._stopped else game


def prepare(game: Game) -> None:
    """A whole match, and all that a table says of it: what is compiled later would keep everybody waiting."""
    match = st.Match(game, game.seats[0], seed=0)
    for level in LEVELS:
        st.bot(level, seed=0, iterations=1).choose(match.seen(match.actors[0]))
    rehearse(match, st.bot("careful", seed=0))
    match.cells(0)
    match.frames(0)
    mark_of(game).touch()


def size_of(game: Game) -> int:
    """Of its sources: the smaller they are, the sooner it is compiled."""
    sources = (file.relative_to(game.folder) for file in game.folder.rglob("*.py"))
    return sum((game.folder / source).stat().st_size for source in sources if source.parts[0] != "tests")


def mark_of(game: Game) -> Path:
    """This game's rules are in the cache, as they stand in just these sources."""
    return cache_for("prepared", frozenset({"."})) / game.name


if __name__ == "__main__":
    os.nice(5)  # those who play already come first
    prepare(game_named(sys.argv[1]) if len(sys.argv) > 1 else min(GAMES, key=size_of))
