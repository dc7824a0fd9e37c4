"""Live tables: a real server process under load from this one, beside a peer where one was given.

With ours every move is committed before anybody is told.
"""

import asyncio
import json
import math
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter, process_time
from typing import NamedTuple

import uvloop
from rich.progress import Progress

from bench.driver import drive
from bench.figure import BYTES, MICROSECONDS, MILLISECONDS, PER_SECOND, Figure
from bench.peer import NoPeer, Peer
from bench.reading import Reading, machine_cpu_s, median_of
from spieltisch.client import Client

MANY_TABLES, CPU_SHARE = 200, 0.9  # to reach there: this share of a peer's CPU per move
BYTES_A_MOVE, IDLE_MB = 110, 200  # to stay under
WARM_UP = 0.25  # of the seconds that are measured
REPEATS = 2  # of a round that other programs spoilt
IDLE_TABLES = 10_000
GENEROUS = ("--connections", "5000", "--tables", "100000", "--rate", "100000", "--idle", "3600")
QUIET_S, BUSY = 0.5, 0.1  # a tenth of a core


def server_command(folder: str, limits: Sequence[str] = GENEROUS) -> list[str]:
    """With generous limits, where nothing else is said: one address is everybody here."""
    return [sys.executable, "-m", "spieltisch.cli", "serve", "--port", "0", "--data", f"{folder}/data.db", *limits]


def address_of(server: "subprocess.Popen[str]") -> str:
    """When it has opened."""
    assert server.stdout is not None
    found = re.search(r"http://\S+:\d+", server.stdout.readline())
    assert found is not None, "the server did not start"
    return found[0]


@contextmanager
def running_server(folder: str, limits: Sequence[str] = GENEROUS, descriptors: int | None = None) -> Iterator[str]:
    command = server_command(folder, limits)
    if descriptors is not None:
        command = ["sh", "-c", f'ulimit -n {descriptors} && exec "$@"', "sh", *command]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            server = address_of(process)
            wait_until_compiled(server)
            wait_until_quiet(server)
            yield server
        finally:
            process.terminate()


def wait_until_compiled(server: str) -> None:
    """It is open at once, with plain rules."""
    while True:
        with urllib.request.urlopen(f"{server}/api/games") as answer:
            if all(game["ready"] for game in json.load(answer)["games"]):
                return
        time.sleep(QUIET_S)


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


def measure(
    table_counts: tuple[int, ...], seconds: float, rounds: int, peer: Peer | NoPeer, progress: Progress
) -> list[Figure]:
    figures: list[Figure] = []
    task = progress.add_task("Busy tables", total=len(table_counts) * rounds)
    for tables in table_counts:
        done: list[Round] = []
        for _ in range(rounds):
            done.append(quiet_round(partial(measure_round, tables, seconds, peer)))
            progress.advance(task)
        figures += compared(tables, done, peer)
    return figures


@dataclass(frozen=True)
class OurReading(Reading):
    bytes_of_moves: float  # … of these in messages about moves,
    bytes_of_deals: float  # … and in those with a new match
    memory_kb: float  # per table


class Round(NamedTuple):
    """With the same number of tables, one directly after the other."""

    ours: OurReading
    peer: Reading | None

    @property
    def readings(self) -> list[Reading]:
        return [self.ours] if self.peer is None else [self.ours, self.peer]

    @property
    def spoilt(self) -> bool:
        return any(reading.spoilt for reading in self.readings)

    @property
    def foreign_pct(self) -> float:
        return max(reading.foreign_pct for reading in self.readings)


def quiet_round(measure_one: Callable[[], Round]) -> Round:
    """Repeated while other programs spoil it → the quiet one, or the least disturbed."""
    tries = [measure_one()]
    while tries[-1].spoilt and len(tries) <= REPEATS:
        tries.append(measure_one())
    return min(tries, key=lambda one: (one.spoilt, one.foreign_pct))


def measure_round(tables: int, seconds: float, peer: Peer | NoPeer) -> Round:
    ours = measure_ours(tables, seconds)
    return Round(ours, None if isinstance(peer, NoPeer) else peer.measure(tables, WARM_UP * seconds, seconds))


def measure_ours(tables: int, seconds: float) -> OurReading:
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder, running_server(folder) as server:
        return busy(server, tables, seconds)


class Spent(NamedTuple):
    """Until some moment."""

    seconds: float
    moves: float
    server_s: float  # of CPU
    own_s: float
    machine_s: float


def spent(server: str) -> Spent:
    moves, server_s = metric(server, "moves_total"), metric(server, "cpu_seconds_total")
    return Spent(perf_counter(), moves, server_s, process_time(), machine_cpu_s())


def busy(server: str, tables: int, seconds: float) -> OurReading:
    memory = metric(server, "memory_bytes")
    until: dict[str, Spent] = {}

    def note(when: str) -> None:
        until[when] = spent(server)

    load = uvloop.run(drive([server], tables, WARM_UP * seconds, seconds, note))
    took = Spent(*(end - begin for begin, end in zip(until["begin"], until["end"], strict=True)))
    latencies = sorted(load.latencies)
    p50, p99 = (1000 * latencies[int(share * len(latencies))] for share in (0.5, 0.99))
    whole = load.whole_matches
    return OurReading(
        moves_per_s=len(latencies) / took.seconds,
        cpu_us=1e6 * took.server_s / took.moves,
        p50_ms=p50,
        p99_ms=p99,
        bytes=whole.total / whole.moves,
        foreign_pct=100 * (took.machine_s - took.server_s - took.own_s) / took.seconds,
        stalled=0,
        bytes_of_moves=whole.of_moves / whole.moves,
        bytes_of_deals=whole.of_deals / whole.moves,
        memory_kb=(metric(server, "memory_bytes") - memory) / tables / 1000,
    )


def compared(tables: int, rounds: list[Round], peer: Peer | NoPeer) -> list[Figure]:
    """The medians, side by side."""
    ours = median_of([one.ours for one in rounds])
    of_peer = [one.peer for one in rounds if one.peer is not None]
    theirs = median_of(of_peer) if of_peer else None
    beside = peer.why if isinstance(peer, NoPeer) else f"{peer.name} in memory"
    name, heading = f"tables_{tables}", f"{tables} tables{remark(rounds)}"

    def row(key: str, what: str, unit: str, value: Callable[[Reading], float], share: float | None = None) -> Figure:
        """`share`: of the peer's, to reach."""
        measured, other = value(ours), None if theirs is None else value(theirs)
        return Figure(
            f"{name}_{key}", f"{heading}: {what}", measured, unit, beside=beside, other=other,
            to_reach="" if share is None else f"≤ {share:g} × the peer's",
            reached=None if share is None or other is None else measured <= share * other,
        )  # fmt: skip

    sent = row("bytes", "bytes per client and move, whole matches with deals", BYTES, lambda side: side.bytes)
    return [
        row("moves", "moves a second", PER_SECOND, lambda side: side.moves_per_s),
        row(
            "cpu", "server CPU per move, committed, four told", MICROSECONDS, lambda side: side.cpu_us,
            share=CPU_SHARE if tables == MANY_TABLES else None,
        ),
        row("p50", "sent until all four have it, p50", MILLISECONDS, lambda side: side.p50_ms),
        row("p99", "sent until all four have it, p99", MILLISECONDS, lambda side: side.p99_ms, share=1),
        replace(sent, to_reach=f"< {BYTES_A_MOVE}", reached=ours.bytes < BYTES_A_MOVE),
        Figure(f"{name}_bytes_of_moves", f"{heading}: … of these for moves", ours.bytes_of_moves, BYTES),
        Figure(f"{name}_bytes_of_deals", f"{heading}: … of these for a match's deal", ours.bytes_of_deals, BYTES),
        Figure(f"{name}_memory", f"{heading}: memory per busy table with its four lines", ours.memory_kb, "kB"),
    ]  # fmt: skip


def remark(rounds: list[Round]) -> str:
    """What spoilt rounds even when they were repeated."""
    spoilt = [one for one in rounds if one.spoilt]
    if not spoilt:
        return ""
    foreign = max(one.foreign_pct for one in spoilt)
    stalled = sum(reading.stalled for one in spoilt for reading in one.readings)
    stalls = f", {stalled:.0f} stalled" if stalled else ""
    return f" ({len(spoilt)} of {len(rounds)} rounds disturbed: others took {foreign:.0f} % of a core{stalls})"


def measure_idle(tables: int, progress: Progress) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder, running_server(folder) as server:
        return [idle(server, tables, progress)]


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
        "idle_memory",
        f"memory of {IDLE_TABLES:,} idle tables",
        grown,
        "MB",
        to_reach=f"< {IDLE_MB} MB",
        reached=grown < IDLE_MB,
    )
