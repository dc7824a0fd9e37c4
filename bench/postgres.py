"""Live tables in PostgreSQL beside the same in a file: what a move costs the server, and what it costs PostgreSQL."""

import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rich.progress import Progress

from bench.figure import MICROSECONDS, MILLISECONDS, Figure
from bench.reading import median_of
from bench.tables import GENEROUS, OurReading, busy, measure_ours, metric, running_server

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from engines import Nats, Postgres, nats, postgres

SHARE = 1.5  # of the CPU with a file, to reach


class Round(NamedTuple):
    """With the same number of tables, one directly after the other."""

    file: OurReading
    database: OurReading
    postgres_us: float  # of PostgreSQL's CPU, per move


def measure(table_counts: tuple[int, ...], seconds: float, rounds: int, progress: Progress) -> list[Figure]:
    figures: list[Figure] = []
    task = progress.add_task("Tables in PostgreSQL", total=len(table_counts) * rounds)
    with postgres() as database, nats() as bus:
        for tables in table_counts:
            done = []
            for _ in range(rounds):
                done.append(measure_round(tables, seconds, database, bus))
                progress.advance(task)
            figures += compared(tables, done)
    return figures


def measure_round(tables: int, seconds: float, database: Postgres, bus: Nats) -> Round:
    file = measure_ours(tables, seconds)
    where = ("--data", database.new_database(), "--nats", bus.url)
    with (
        tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder,
        running_server(folder, (*GENEROUS, *where)) as server,
    ):
        cpu_s, moves = cpu_of(database.process.pid), metric(server, "moves_total")
        reading = busy(server, tables, seconds)
        cpu_s, moves = cpu_of(database.process.pid) - cpu_s, metric(server, "moves_total") - moves
    return Round(file, reading, 1e6 * cpu_s / moves)


def cpu_of(process: int) -> float:
    """In seconds: of it and its children, those that have ended too."""
    ticks = sum(times_of(process))
    for other in Path("/proc").iterdir():
        if other.name.isdecimal() and parent_of(int(other.name)) == process:
            ticks += sum(times_of(int(other.name)))
    return ticks / os.sysconf("SC_CLK_TCK")


def stat_of(process: int) -> list[str]:
    """What follows its name; nothing where it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def parent_of(process: int) -> int:
    found = stat_of(process)
    return int(found[1]) if found else 0


def times_of(process: int) -> list[int]:
    return [int(ticks) for ticks in stat_of(process)[11:15]]


def compared(tables: int, rounds: list[Round]) -> list[Figure]:
    """The medians, side by side."""
    file, database = (median_of([one.file for one in rounds]), median_of([one.database for one in rounds]))
    name, heading = f"postgres_{tables}", f"{tables} tables in PostgreSQL"
    own = median(one.postgres_us for one in rounds)
    row = partial(Figure, beside="in a file")
    return [
        row(
            f"{name}_cpu", f"{heading}: server CPU per move, committed, four told", database.cpu_us, MICROSECONDS,
            other=file.cpu_us, to_reach=f"≤ {SHARE} × with a file", reached=database.cpu_us <= SHARE * file.cpu_us,
        ),
        Figure(f"{name}_own", f"{heading}: … PostgreSQL's own", own, MICROSECONDS),
        row(
            f"{name}_p50", f"{heading}: sent until all four have it, p50", database.p50_ms, MILLISECONDS,
            other=file.p50_ms,
        ),
        row(f"{name}_p99", f"{heading}: … p99", database.p99_ms, MILLISECONDS, other=file.p99_ms),
    ]  # fmt: skip
