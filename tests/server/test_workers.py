"""Several workers on one port: one address for all, renewed one by one while people play."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from bench.engines import nats, postgres
from server.conftest import Serve
from server.matches import GAME, start
from server.running import patiently
from server.test_cluster import expect_the_same_course, leave, play, play_by_turns
from spieltisch import cli
from spieltisch.client import TableConnection

pytestmark = pytest.mark.slow
PLAIN = {"NUMBA_DISABLE_JIT": "1"}  # will do here, and workers are there sooner


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_workers_are_renewed_while_people_play(serve: Serve) -> None:
    """Nobody is refused, nothing is lost, and no worker is the one it was."""
    with postgres() as database, nats() as bus:
        server = serve("--data", database.url, "--nats", bus.url, "--workers", "2", **PLAIN)
        pid = server.process.pid
        assert pid is not None
        before = children(pid)

        async def all_are_new() -> bool:
            return len(children(pid)) == 2 and not set(before) & set(children(pid))

        async def go_on(lines: tuple[TableConnection, ...]) -> None:
            while not await all_are_new():
                await play_by_turns(lines, 1)

        async def main() -> None:
            async with server.client() as client:
                table = await client.open(GAME, 3)
                lines = tuple([client.join(table, name) for name in ("Hanna", "Otto", "Anna")])
                for line in lines:
                    await line.__aenter__()
                await start(lines[0])
                os.kill(pid, signal.SIGHUP)
                await go_on(lines)
                await play_by_turns(lines, 2)
                await expect_the_same_course(lines)
                assert all(line.lost is None for line in lines)
                await leave(*lines)

        play(main)
        assert server.stop() == 0


def test_a_worker_that_dies_is_started_again(serve: Serve) -> None:
    with postgres() as database, nats() as bus:
        server = serve("--data", database.url, "--nats", bus.url, "--workers", "2", **PLAIN)
        pid = server.process.pid
        assert pid is not None
        first, second = children(pid)
        os.kill(first, signal.SIGKILL)

        async def there_are_two() -> bool:
            now = children(pid)
            return len(now) == 2 and second in now and first not in now

        asyncio.run(patiently(there_are_two))
        assert "worker 0 ended with -9 and is started again" in server.errors
        assert server.stop() == 0


def test_a_file_carries_one_process(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["serve", "--workers", "2", "--data", str(tmp_path / "tables.db")]) == 2
    assert "one process is what a file carries" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "-1", "65", "two"])
def test_so_many_workers_there_cannot_be(capsys: pytest.CaptureFixture[str], number: str) -> None:
    with pytest.raises(SystemExit):
        cli.main(["serve", "--workers", number])
    assert "is no number from 1 to 64" in capsys.readouterr().err
