"""Plain until compiled: every game can be played when a server opens, and nobody notices when its rules change over."""

import asyncio
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

import numpy as np
import pytest
from msgspec import convert
from numba.core import event

import spieltisch as st
from server.matches import play_out, start
from spieltisch import warming
from spieltisch.bots import LEVELS, Bot
from spieltisch.client import Client, TableConnection
from spieltisch.games import GAMES, game_named
from spieltisch.kernel import Game, MovesInSight, switching
from spieltisch.kernel.frames import SPECTATOR
from spieltisch.table import replay
from spieltisch.warming import Preparation

T = TypeVar("T")

PATIENCE = 60  # seconds
SERVE = "import sys; from spieltisch.cli import main; sys.exit(main(['serve', '--port', '0']))"
pytestmark = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")


@contextmanager
def compiling_is_an_error() -> Iterator[None]:
    """numba tells when it compiles."""
    began: list[object] = []

    class Listener(event.Listener):
        def on_start(self, event: object) -> None:
            began.append(event)

        def on_end(self, event: object) -> None: ...

    with event.install_listener("numba:compile", Listener()):
        yield
    assert not began, began


@pytest.fixture
def preparation() -> Iterator[Preparation]:
    """As a server has it; afterwards all rules are compiled again."""
    warming.warm_up()
    yield Preparation()
    switching.begin_compiled()


def play_a_bit(match: st.Match, players: list[Bot], moves: int) -> Iterator[bytes]:
    """Everything that came of it."""
    for _ in range(moves):
        if match.over:
            return
        number = len(match.rows)
        seat = match.actors[number % len(match.actors)]
        chosen = [player.choose(match.seen(seat)) for player in players]
        told = match.play_and_tell(seat, chosen[number % len(chosen)][0], readers=np.array([seat, SPECTATOR])).told
        yield repr((chosen, told, match.cells(seat))).encode() + match._states.tobytes()


def a_match(game: Game) -> tuple[st.Match, list[Bot]]:
    return st.Match(game, game.seats[-1], seed=7), [st.bot(level, seed=7) for level in ("random", *LEVELS[:3])]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rules_change_over_in_mid_match_and_nothing_else_does(game: Game, preparation: Preparation) -> None:
    match, players = a_match(game)
    before = list(play_a_bit(match, players, 6))
    assert preparation.plain == {game.name for game in GAMES}
    assert preparation._load(game)
    assert preparation.plain == {other.name for other in GAMES if other is not game}
    with compiling_is_an_error():
        after = list(play_a_bit(match, players, 30))
    switching.begin_compiled()
    match, players = a_match(game)
    assert list(play_a_bit(match, players, 36)) == before + after


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_table_compiles_nothing_after_that(game: Game, preparation: Preparation) -> None:
    for each in GAMES:
        assert preparation._load(each)
    assert not preparation.plain
    match = st.Match(game, game.seats[-1], seed=1)
    with compiling_is_an_error():
        for _ in range(20):
            seat = match.actors[0]
            for level in LEVELS:
                st.bot(level, seed=1, iterations=4).choose(match.seen(seat))
            match.why_not(seat, game.moves.texts[0])
            match.play_and_tell(seat, match.moves(seat)[0], readers=np.array([seat, SPECTATOR]))
        assert match.frames(0)
        assert match.cells(0)
        assert match.view(0)


def test_what_the_cache_does_not_hold_stays_plain(preparation: Preparation) -> None:
    """Nothing is compiled where people are served."""
    with pytest.raises(switching.NotPrepared), compiling_is_an_error():
        switching.load({"no such rule": [()]})
    file = warming.calls_file(GAMES[0])
    assert file is not None
    name = next(iter(switching.from_bytes(file.read_bytes())))
    with pytest.raises(switching.NotPrepared), compiling_is_an_error():
        switching.load_one(name, ())
    with pytest.raises(switching.NotPrepared):
        switching.from_bytes(b"cut off")


# Real servers


class RunningServer:
    def __init__(self, folder: Path, process: "subprocess.Popen[str]") -> None:
        self.process, self.errors = process, folder / "errors.txt"
        assert process.stdout is not None
        found = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert found is not None, self.errors.read_text()
        self.url = found[0]

    def child(self, module: str) -> int:
        """The process that runs this module for it."""
        return wait_for(lambda: next((pid for pid in children(self.process.pid) if module in command_of(pid)), None))

    def says(self, words: str) -> None:
        wait_for(lambda: words in self.errors.read_text() or None)

    async def ready(self) -> set[str]:
        async with Client(self.url) as client:
            games = (await client.ask("GET", "/api/games"))["games"]
        return {game["name"] for game in games if game["ready"]}


def wait_for(look: Callable[[], T | None]) -> T:
    end = monotonic() + PATIENCE
    while (found := look()) is None:
        assert monotonic() < end, "it does not come about"
        sleep(0.05)
    return found


@contextmanager
def running(folder: Path, code: str = SERVE, **env: str) -> Iterator[RunningServer]:
    with (
        (folder / "errors.txt").open("w") as errors,
        subprocess.Popen(
            [sys.executable, "-c", code],
            env=os.environ | env,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        ) as process,
    ):
        try:
            yield RunningServer(folder, process)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


async def sit_down(client: Client, game: Game, level: str) -> TableConnection:
    """At a table of this game, with bots on all other chairs."""
    line = client.join(await client.open(game.name, game.seats[0], quick=True), "Hanna")
    await line.__aenter__()
    for seat in range(1, game.seats[0]):
        await line.do("bot", seat=seat, level=level)
    await start(line)
    return line


async def go_on(line: TableConnection, entries: int) -> None:
    """Until so much more has happened; bots move by themselves."""
    until = line.seq + entries
    while line.seq < until:
        await line.until(lambda: line.moves or line.seq >= until)
        if line.moves:
            await line.play(line.moves[0])


@pytest.mark.slow
def test_a_fresh_server_plays_every_game_and_goes_on_when_it_can_compile_none(tmp_path: Path) -> None:
    async def play(server: RunningServer) -> None:
        async with asyncio.timeout(PATIENCE), Client(server.url) as client:
            assert not await server.ready()
            lines = [await sit_down(client, game, "club") for game in GAMES if game.extra(MovesInSight) is None]
            for line in lines:
                await go_on(line, 6)
            os.kill(server.child("spieltisch.warming"), signal.SIGKILL)
            server.says("stay plain Python")
            os.kill(server.child("spieltisch.server.plain_bots"), signal.SIGKILL)
            for line in lines:
                await go_on(line, 6)
                await line.__aexit__(None, None, None)

    with running(tmp_path, SPIELTISCH_CACHE=str(tmp_path / "cache")) as server:
        asyncio.run(play(server))
        assert "Traceback" not in server.errors.read_text()


@pytest.mark.slow
def test_a_match_goes_on_while_its_rules_change_over(tmp_path: Path) -> None:
    """From what lies in the cache; what was played before and after is one match, by the rules."""

    async def play(server: RunningServer) -> None:
        async with asyncio.timeout(PATIENCE), Client(server.url) as client:
            line = await sit_down(client, game_named("lobo77"), "master")
            await go_on(line, 4)
            while len(await server.ready()) < len(GAMES):
                await asyncio.sleep(0.1)
            assert compiles_nothing(server)
            await play_out(line)
            assert line.token is not None
            finished = await client.finished(line.id, line.number, line.token)
            replay.verify(convert(finished["match"], replay.Document), game_named)
            await line.__aexit__(None, None, None)

    warming.warm_up()
    with running(tmp_path) as server:
        asyncio.run(play(server))
        assert server.errors.read_text() == ""


def compiles_nothing(server: RunningServer) -> bool:
    return not any("spieltisch.warming" in command_of(pid) for pid in children(server.process.pid))


@pytest.mark.slow
def test_where_nothing_can_be_written_games_stay_plain_and_it_is_said(tmp_path: Path) -> None:
    code = f"import tempfile; tempfile.tempdir = '/proc'; {SERVE}"
    with running(tmp_path, code, SPIELTISCH_CACHE="/proc/cache") as server:
        server.says("nothing can be written to the cache")
        assert asyncio.run(server.ready()) == set()


@pytest.mark.slow
def test_without_a_home_there_is_a_folder_for_as_long_as_it_runs(tmp_path: Path) -> None:
    code = (
        "import os, subprocess, sys; from spieltisch.kernel.compiled import cache_root; import pathlib\n"
        "child = 'from spieltisch.kernel.compiled import cache_root; print(cache_root())'\n"
        "assert subprocess.check_output([sys.executable, '-c', child], text=True).strip() == str(cache_root())\n"
        "assert cache_root().is_dir(); print(cache_root())"
    )
    env = os.environ | {"SPIELTISCH_CACHE": "/proc/cache", "TMPDIR": str(tmp_path)}
    said = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
    assert Path(said.strip()).parent == tmp_path
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_full_disk_is_told_and_nothing_half_is_left(tmp_path: Path) -> None:
    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    run = subprocess.run(
        [sys.executable, "-m", "spieltisch.warming", GAMES[1].name],
        env=os.environ | {"SPIELTISCH_CACHE": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=no_room,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == f"{GAMES[1].name}: File too large\n"
    assert not list(tmp_path.rglob("*.tmp.*"))
    assert not list(tmp_path.glob(f"prepared-*/{GAMES[1].name}"))


@pytest.mark.slow
def test_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    """As a terminal does it: to the program and to those that compile for it."""
    with running(tmp_path, SPIELTISCH_CACHE=str(tmp_path / "cache")) as server:
        child = server.child("spieltisch.warming")
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.process.wait(15) == 0
        wait_for(lambda: None if Path(f"/proc/{child}").exists() else True)
        assert "Traceback" not in server.errors.read_text()
