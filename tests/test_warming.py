"""Before the first guest comes: games whose rules are not compiled yet are prepared side by side."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import numpy as np
import pytest
from numba.core import event

import spieltisch as st
from spieltisch import warming
from spieltisch.bots import LEVELS
from spieltisch.games import GAMES
from spieltisch.kernel import Game
from spieltisch.kernel.frames import SPECTATOR
from spieltisch.warming import Preparation


@contextmanager
def compiling_is_an_error() -> Iterator[None]:
    """numba tells when it compiles (or loads what it has compiled)."""
    began: list[object] = []

    class Listener(event.Listener):
        def on_start(self, event: object) -> None:
            began.append(event)

        def on_end(self, event: object) -> None: ...

    with event.install_listener("numba:compile", Listener()):
        yield
    assert not began, began


@pytest.mark.parametrize("missing", range(len(GAMES) + 1))
def test_only_what_is_missing_is_compiled_and_after_the_rest(
    missing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere: list[Game] = []
    here: list[Game] = []

    def compile_elsewhere(preparation: Preparation, game: Game) -> Game:
        elsewhere.append(game)
        return game

    monkeypatch.setattr(warming, "cache_for", lambda label, folders: tmp_path)
    monkeypatch.setattr(Preparation, "_compile", compile_elsewhere)
    monkeypatch.setattr(warming, "prepare", here.append)
    for game in GAMES[missing:]:
        warming.mark_of(game).touch()
    warming.warm_up()
    cold = sorted(GAMES[:missing], key=warming.size_of)
    assert here == [*GAMES[missing:], *cold]
    assert sorted(elsewhere, key=warming.size_of) == cold


@pytest.mark.parametrize("compiled", [0, 1, len(GAMES)])
def test_one_game_is_enough_to_begin(compiled: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was compiled before, or else the first that is; the others follow."""
    by_size = sorted(GAMES, key=warming.size_of)
    go_on = Event()

    def slow(game: Game) -> None:
        if compiled or game is not by_size[0]:
            assert go_on.wait(10)

    monkeypatch.setattr(warming, "cache_for", lambda label, folders: tmp_path)
    monkeypatch.setattr(warming, "prepare", slow)
    monkeypatch.setattr(Preparation, "_compile", lambda preparation, game: game)
    for game in by_size[:compiled]:
        warming.mark_of(game).touch()
    preparation = Preparation()
    preparation.begin()
    assert preparation.missing == {game.name for game in by_size[max(compiled, 1) :]}
    go_on.set()
    end = monotonic() + 10
    while preparation.missing:
        assert monotonic() < end
        sleep(0.01)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_table_compiles_nothing_after_that(game: Game) -> None:
    warming.prepare(game)
    assert warming.mark_of(game).exists()
    match = st.Match(game, game.seats[-1], seed=1)
    with compiling_is_an_error():
        for _ in range(20):
            seat = match.actors[0]
            for level in LEVELS:
                st.bot(level, seed=1, iterations=4).choose(match.seen(seat))
            match.play_and_tell(seat, match.moves(seat)[0], readers=np.array([seat, SPECTATOR]))
        assert match.frames(0)
        assert match.cells(0)


def test_a_process_that_fails_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "false")
    assert Preparation()._compile(GAMES[0]) is GAMES[0]


def test_a_server_that_stops_waits_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that have not begun do not begin, those that have are killed."""
    slow = tmp_path / "slow"
    slow.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(60)\n")
    slow.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(slow))
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    preparation = Preparation()
    compiled = preparation._pool.map(preparation._compile, GAMES)
    while not preparation._processes:
        sleep(0.01)
    preparation.stop()
    assert next(compiled) is None, "and nothing is compiled here instead"
    assert len(preparation._processes) == 1


@pytest.mark.slow
def test_ctrl_c_while_the_first_game_is_prepared_ends_it_at_once(tmp_path: Path) -> None:
    """As a terminal does it: to the program and to those that compile for it."""
    code = "import sys; from spieltisch.cli import main; sys.exit(main(['serve', '--port', '0']))"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env=os.environ | {"SPIELTISCH_CACHE": str(tmp_path / "cache")},
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as program:
        while not children(program.pid):
            sleep(0.05)
        sleep(2)  # they are compiling
        os.killpg(program.pid, signal.SIGINT)
        _, said = program.communicate(timeout=15)
    assert program.returncode == 130
    assert "Traceback" not in said


def children(pid: int) -> list[str]:
    return [child for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
