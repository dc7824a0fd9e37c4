"""Live tables: a real server process under load from this one. Every move is committed before anybody is told."""

import asyncio
import math
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import uvloop
from rich.progress import Progress

from bench.driver import drive
from bench.figure import BYTES, MICROSECONDS, MILLISECONDS, PER_SECOND, Figure
from spieltisch.client import Client

COLYSEUS = "Colyseus 0.18 in memory"  # measured elsewhere on two cores, at 200 tables
CPU_US, P99_MS, BYTES_A_MOVE, IDLE_MB = 150, 65, 100, 200
IDLE_TABLES = 10_000
QUIET_S, BUSY = 0.5, 0.1  # a tenth of a core


@contextmanager
def running_server(folder: str) -> Iterator[str]:
    """A server with generous limits: one address is everybody here."""
    limits = ["--connections", "5000", "--tables", "100000", "--rate", "100000", "--idle", "3600"]
    command = [sys.executable, "-m", "spieltisch.cli", "serve", "--port", "0", "--data", f"{folder}/data.db", *limits]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+:\d+", process.stdout.readline())
            assert found is not None, "the server did not start"
            wait_until_quiet(found[0])
            yield found[0]
        finally:
            process.terminate()


def wait_until_quiet(server: str) -> None:
    """It is open at once and loads its games meanwhile, which would be measured too."""
    before = -math.inf
    while (now := metric(server, "cpu_seconds_total")) - before > BUSY * QUIET_S:
        before = now
        time.sleep(QUIET_S)


def metric(server: str, name: str) -> float:
    with urllib.request.urlopen(f"{server}/metrics") as answer:
        text: str = answer.read().decode()
    found = re.search(rf"^spieltisch_{name} (\S+)$", text, re.MULTILINE)
    assert found is not None, name
    return float(found[1])


def measure(table_counts: tuple[int, ...], seconds: float, idle_tables: int, progress: Progress) -> list[Figure]:
    figures: list[Figure] = []
    for tables in progress.track(table_counts, description="Busy tables"):
        with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder, running_server(folder) as server:
            figures += busy(server, tables, seconds)
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder, running_server(folder) as server:
        figures.append(idle(server, idle_tables, progress))
    return figures


def busy(server: str, tables: int, seconds: float) -> list[Figure]:
    memory = metric(server, "memory_bytes")
    cpu: dict[str, float] = {}
    moves: dict[str, float] = {}

    def note(when: str) -> None:
        cpu[when], moves[when] = metric(server, "cpu_seconds_total"), metric(server, "moves_total")

    load = uvloop.run(drive(server, tables, seconds / 4, seconds, note))
    done = moves["end"] - moves["begin"]
    cpu_us = 1e6 * (cpu["end"] - cpu["begin"]) / done
    latencies = sorted(load.latencies)
    p50, p99 = (1000 * latencies[int(share * len(latencies))] for share in (0.5, 0.99))
    size = load.bytes / load.messages
    grown = (metric(server, "memory_bytes") - memory) / tables / 1000
    name = f"tables_{tables}"
    return [
        Figure(f"{name}_moves", f"{tables} tables: moves a second", len(latencies) / seconds, PER_SECOND),
        Figure(
            f"{name}_cpu", f"{tables} tables: server CPU per move, committed, four told", cpu_us, MICROSECONDS,
            beside=COLYSEUS, other=126, to_reach=f"≤ {CPU_US} µs", reached=cpu_us <= CPU_US,
        ),
        Figure(f"{name}_p50", f"{tables} tables: sent until all four have it, p50", p50, MILLISECONDS),
        Figure(
            f"{name}_p99", f"{tables} tables: sent until all four have it, p99", p99, MILLISECONDS,
            beside=COLYSEUS, other=65, to_reach=f"< {P99_MS} ms", reached=p99 < P99_MS,
        ),
        Figure(
            f"{name}_bytes", f"{tables} tables: bytes per client and move", size, BYTES,
            beside=COLYSEUS, other=28, to_reach=f"< {BYTES_A_MOVE}", reached=size < BYTES_A_MOVE,
        ),
        Figure(f"{name}_memory", f"{tables} tables: memory per busy table with its four lines", grown, "kB"),
    ]


def idle(server: str, tables: int, progress: Progress) -> Figure:
    """All in memory, nobody looking (they would leave it after a minute)."""

    async def open_all() -> None:
        async with Client(server) as client:
            for _ in progress.track(range(tables // 100), description="Idle tables"):
                await asyncio.gather(*(client.open("lobo77", 4) for _ in range(100)))

    before = metric(server, "memory_bytes")
    asyncio.run(open_all())
    grown = (metric(server, "memory_bytes") - before) / 1e6 * IDLE_TABLES / tables
    return Figure(
        "idle_memory", f"memory of {IDLE_TABLES:,} idle tables", grown, "MB",
        to_reach=f"< {IDLE_MB} MB", reached=grown < IDLE_MB,
    )
