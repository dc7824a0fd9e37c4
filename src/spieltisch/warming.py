"""From plain Python to machine code while people play. A server begins with plain rules. What is in the cache is loaded
beside them in a thread; what is missing is compiled by one process of low priority (`python -m spieltisch.warming
NAME …`, the smallest game first). Each game changes over as a whole, between two commands.
"""

import fcntl
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Thread

import numpy as np

import spieltisch as st
from spieltisch.bots import LEVELS, rehearse
from spieltisch.bots.search import make_search
from spieltisch.games import GAMES, game_named
from spieltisch.kernel import Game, switching
from spieltisch.kernel.compiled import PACKAGE, cache_for, cache_root, own_folder, settings
from spieltisch.kernel.engine import engine_of
from spieltisch.kernel.frames import SPECTATOR
from spieltisch.kernel.switching import NotPrepared, Signatures
from spieltisch.kernel.turn import compiled_turn

LOWEST_PRIORITY = 19
NO_CACHE = "nothing can be written to the cache (SPIELTISCH_CACHE names another folder)"

log = logging.getLogger("spieltisch")


def warm_up() -> None:
    """All games, here and now: from the cache, or compiled."""
    for game in GAMES:
        if loaded(game) is None:
            prepare(game)


def loaded(game: Game) -> Signatures | None:
    """Its machine code from the cache, and what Python calls of it; None: it is not there."""
    file = calls_file(game)
    try:
        signatures = switching.from_bytes(file.read_bytes()) if file else {}
        make_rules(game)
        switching.load(signatures)
    except (OSError, NotPrepared):
        return None
    return signatures or None


def prepare(game: Game) -> None:
    """A whole match, and all that a table says of it; which rules Python called, and how, is written down."""
    switching.note_calls()
    call_all_rules(game)
    signatures, file = switching.take_notes(), calls_file(game)
    if file is not None and signatures:  # none, where nothing is compiled
        unfinished = file.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(switching.to_bytes(signatures))
        unfinished.replace(file)


def call_all_rules(game: Game) -> None:
    """As servers and bots call them."""
    match = st.Match(game, game.seats[0], seed=0)
    seat = match.actors[0]
    for level in LEVELS:
        st.bot(level, seed=0, iterations=1).choose(match.seen(seat))
    match.why_not(seat, game.moves.texts[-1])
    match.play_and_tell(seat, match.moves(seat)[0], readers=np.array([seat, SPECTATOR]))
    rehearse(match, st.bot("careful", seed=0))
    for reader in (0, None):
        match.view(reader)
        match.cells(reader)
        match.frames(reader)
    match.open_frames()
    st.Match.from_json(match.to_json())


def calls_file(game: Game) -> Path | None:
    """Where is written which rules Python calls, by just these sources: then their machine code is in the cache."""
    folder = cache_for(f"prepared-{game.name}", frozenset({PACKAGE, sources_of(game)}))
    return folder and folder / game.name


def sources_of(game: Game) -> Path:
    """Its folder, or the whole package that brings it."""
    return own_folder(game.folder / "__init__.py") or game.folder


class Preparation:
    """Of a server. `plain` are the games that are not compiled yet, by name."""

    def __init__(self) -> None:
        self.plain = set() if settings.DISABLE_JIT else {game.name for game in GAMES}
        self._shared: set[str] = set()  # rules of no one game: they change over with the last
        self._soon: Callable[[Callable[[], None]], object] = lambda call: call()
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False
        switching.begin_plain()

    def begin(self, soon: Callable[[Callable[[], None]], object]) -> None:
        """In the background; `soon` calls something where no rule is running."""
        self._soon = soon
        Thread(target=self._run, name="preparing", daemon=True).start()

    def stop(self) -> None:
        self._stopped = True
        if self._process is not None:
            self._process.kill()

    def _run(self) -> None:
        cold = [game for game in sorted(GAMES, key=size_of) if game.name in self.plain and not self._load(game)]
        if cold and not self._stopped:
            problem = self._compile(cold) if cache_root() else NO_CACHE
            if problem and not self._stopped:
                log.warning("some games stay plain Python, and their bots slow: %s", problem)

    def _load(self, game: Game) -> bool:
        """From the cache; False: it is not there."""
        signatures = loaded(game)
        if signatures is None:
            return False
        with suppress(RuntimeError):  # the server has been stopped
            self._soon(partial(self._switch, game, signatures))
        return True

    def _switch(self, game: Game, signatures: Signatures) -> None:
        own = switching.rules_of(sources_of(game), signatures)
        switching.switch(own)
        self._shared.update(signatures.keys() - own)
        self.plain.discard(game.name)
        if not self.plain:
            switching.switch(self._shared)

    def _compile(self, games: Sequence[Game]) -> str:
        """In another process, which says when a game is done → what went wrong, or nothing."""
        problems = ""
        command = [sys.executable, "-m", "spieltisch.warming", *(game.name for game in games)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            self._process = process
            assert process.stdout is not None
            for line in process.stdout:
                name, _, problem = line.strip().partition(": ")
                if problem or not self._load(game_named(name)):
                    problems += f"{name}: {problem or 'it is not in the cache'}. "
        if process.returncode != 0:
            problems += f"the process that compiles has ended with code {process.returncode}"
        return problems


def make_rules(game: Game) -> None:
    """Those that come from factories."""
    engine_of(game)
    compiled_turn(game)
    make_search(game)


def size_of(game: Game) -> int:
    """Of its sources: the smaller they are, the sooner it is compiled."""
    sources = (file.relative_to(game.folder) for file in game.folder.rglob("*.py"))
    return sum((game.folder / source).stat().st_size for source in sources if source.parts[0] != "tests")


@contextmanager
def alone() -> Iterator[None]:
    """One process at a time compiles for a cache; the next finds all that it has made."""
    root = cache_root()
    if root is None:
        yield
        return
    with (root / "preparing.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def main(names: Sequence[str]) -> int:
    os.nice(LOWEST_PRIORITY)  # those who play come first
    with alone():
        for name in names or [game.name for game in sorted(GAMES, key=size_of)]:
            try:
                prepare(game_named(name))
                print(name, flush=True)
            except OSError as error:
                print(f"{name}: {error.strerror or error}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
