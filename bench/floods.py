"""One stranger's flood: how long others' moves take meanwhile, and how soon a player is back whose line broke.

A server with the limits that it has by itself and 1,024 descriptors; one table of four whose players move now and
then; and beside them each flood of bench/flooding.py, from another address, all in one run.
"""

import asyncio
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from statistics import median
from time import perf_counter
from typing import NamedTuple

import aiohttp
import uvloop
from rich.progress import Progress

from bench.driver import Load, Mover, Table
from bench.figure import MILLISECONDS, Figure
from bench.flooding import FLOODS
from bench.line import SEATS
from bench.tables import running_server
from spieltisch.client import Client, NotTaken
from spieltisch.table import messages

DESCRIPTORS = 1024
THINKING_S = 0.03  # before each move
PACE_S = 0.06  # of one who plays alone with a bot: 20 messages a second are allowed
BEGIN_S = 1.5  # until a flood has its full strength
TIMES, ADDED_MS, BACK_MS = 3, 10, 1000  # to stay under: so many times the baseline and so much more
BREAKS = 3  # of a player's line
PATIENCE_S = 5
WORDS = {
    "silent": "1,100 silent connections",
    "continuations": "endless empty continuations",
    "pings": "pings without end",
    "pongs": "pongs without end",
    "bombs": "4 gzip bombs at a time",
    "replays": "20 finished matches asked for at a time",
}


class Calm(Mover):
    """Thinks a moment."""

    def play(self, moves: list[str], seq: int) -> None:
        if moves:
            asyncio.get_running_loop().call_later(THINKING_S, super().play, moves, seq)


class Attacked(NamedTuple):
    """What is needed to flood it."""

    server: str
    wire: int
    table: str
    token: str
    matches: int


class Strain(NamedTuple):
    move_ms: float  # median
    back_ms: float  # the longest


def measure(seconds: float, matches: int, progress: Progress) -> list[Figure]:
    with (
        tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder,
        running_server(folder, [], DESCRIPTORS) as server,
    ):
        return uvloop.run(measure_all(server, seconds, matches, progress))


async def measure_all(server: str, seconds: float, matches: int, progress: Progress) -> list[Figure]:
    attacked = await played(server, matches)
    load = await busy_table(server)
    task = progress.add_task("Floods", total=1 + len(FLOODS))
    calm = await strain(load, attacked, seconds)
    progress.advance(task)
    figures = []
    for kind in FLOODS:
        with flooding(kind, attacked):
            await asyncio.sleep(BEGIN_S)
            figures += compared(kind, await strain(load, attacked, seconds), calm)
        progress.advance(task)
    return figures


async def played(server: str, matches: int) -> Attacked:
    """A table with finished matches, and the token of somebody who played there."""
    async with Client(server) as client:
        table = await client.open("lobo77", 2, quick=True)
        async with client.join(table, "Hanna") as line:
            await line.do("bot", seat=1, level="random")
            for _ in range(matches):
                await line.do("start")
                await line.until(lambda: line.table.stage == "playing")
                while line.table.stage == "playing":
                    await line.until(lambda: line.moves or line.table.stage != "playing")
                    if line.moves:
                        await line.play(random.choice(line.moves))
                        await asyncio.sleep(PACE_S)
            assert line.token is not None
            return Attacked(server, messages.VERSION, table, line.token, matches)


async def busy_table(server: str) -> Load:
    """Four who play match after match."""
    load = Load()
    table = Table(load)
    async with Client(server) as client:
        table_id = await client.open("lobo77", SEATS)
    lines = [Calm(server, table_id, seat, table) for seat in range(SEATS)]
    for line in lines:
        await line.sit()
    lines[0].do("start")
    return load


@contextmanager
def flooding(kind: str, attacked: Attacked) -> Iterator[None]:
    command = [sys.executable, "-m", "bench.flooding", kind, *map(str, attacked)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()  # it begins
            yield
        finally:
            process.kill()


async def strain(load: Load, attacked: Attacked, seconds: float) -> Strain:
    load.latencies.clear()
    load.counting = True
    back = []
    for _ in range(BREAKS):
        await asyncio.sleep(seconds / BREAKS)
        back.append(await come_back(attacked))
    load.counting = False
    return Strain(1000 * median(load.latencies), 1000 * max(back))


async def come_back(attacked: Attacked) -> float:
    """Seconds until a new line shows the table to the token of a seat. Where it is closed, it is tried again."""
    began = perf_counter()
    while perf_counter() - began < PATIENCE_S:
        with suppress(OSError, TimeoutError, aiohttp.ClientError, NotTaken):
            async with Client(attacked.server) as client, client.watch(attacked.table, attacked.token) as line:
                assert line.you is not None
                return perf_counter() - began
        await asyncio.sleep(0.05)
    return PATIENCE_S


def compared(kind: str, flooded: Strain, calm: Strain) -> list[Figure]:
    most = TIMES * calm.move_ms + ADDED_MS
    return [
        Figure(
            f"flood_{kind}_move", f"{WORDS[kind]}: another table's move, p50", flooded.move_ms, MILLISECONDS,
            beside="no flood", other=calm.move_ms,
            to_reach=f"< {TIMES} × + {ADDED_MS} ms", reached=flooded.move_ms < most,
        ),
        Figure(
            f"flood_{kind}_back", f"{WORDS[kind]}: a seated player is back after", flooded.back_ms, MILLISECONDS,
            beside="no flood", other=calm.back_ms, to_reach=f"< {BACK_MS} ms", reached=flooded.back_ms < BACK_MS,
        ),
    ]  # fmt: skip
