"""What the others notice of rules that are not compiled as yet: of plain bots that think, and of the change to compiled
rules in mid-match. A real server, many tables, all of one game.
"""

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import uvloop
from rich.progress import Progress

from bench.driver import Load, drive
from bench.figure import MILLISECONDS, Figure
from bench.tables import address_of, server_command
from spieltisch.client import Client, TableConnection

TABLES, THINKING, BOTS = 50, 4, 3
SETTLE_S = 4.0  # until all matches have begun


@contextmanager
def fresh_server(cache: str | None) -> Iterator[str]:
    """With nothing compiled, or (None) with everything in the cache; not a moment is waited."""
    caches = {} if cache is None else {"SPIELTISCH_CACHE": cache}
    with (
        tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder,
        subprocess.Popen(
            server_command(folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | caches,
        ) as process,
    ):
        try:
            yield address_of(process)
        finally:
            process.terminate()


def measure(seconds: float, progress: Progress) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as cache:
        steps = progress.track((0, THINKING), description="Plain bots")
        quiet, thinking = (p99(drive_beside(cache, bots, seconds)) for bots in steps)
    changing = p99(drive_beside(None, 0, seconds))
    what = f"{TABLES} tables, plain: sent until all four have it, p99"
    return [
        Figure("plain_quiet", what, quiet, MILLISECONDS),
        Figure(
            "plain_bots", f"… while {THINKING} tables' plain bots think", thinking, MILLISECONDS,
            beside="no bots", other=quiet,
        ),
        Figure(
            "plain_change", "… while all games change to compiled rules", changing, MILLISECONDS,
            beside="plain", other=quiet,
        ),
    ]  # fmt: skip


def p99(load: Load) -> float:
    latencies = sorted(load.latencies)
    return 1000 * latencies[int(0.99 * len(latencies))]


def drive_beside(cache: str | None, thinking: int, seconds: float) -> Load:
    async def run(server: str) -> Load:
        async with Client(server) as client, asyncio.TaskGroup() as tasks:
            others = [tasks.create_task(keep_thinking(client)) for _ in range(thinking)]
            load = await drive([server], TABLES, SETTLE_S, seconds, lambda when: None)
            for other in others:
                other.cancel()
        return load

    with fresh_server(cache) as server:
        return uvloop.run(run(server))


async def keep_thinking(client: Client) -> None:
    """A person who moves at once, among bots that search."""
    async with client.join(await client.open("bloeder-sack", 1 + BOTS, quick=True), "Hanna") as line:
        for seat in range(1, 1 + BOTS):
            await line.do("bot", seat=seat, level="master")
        while True:
            await line.do("start")
            await play_match(line)


async def play_match(line: TableConnection) -> None:
    await line.until(lambda: line.table.stage == "playing")
    while line.table.stage == "playing":
        await line.until(lambda: line.moves or line.table.stage != "playing")
        if line.moves:
            await line.play(line.moves[0])
