"""Many tables race at the same time on a real server: no grab is lost, none is granted twice, none waits long."""

import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import uvloop
from rich.progress import Progress

from bench.figure import MICROSECONDS, MILLISECONDS, NUMBER, Figure
from bench.racers import Races, Take, drive
from bench.tables import metric, running_server
from spieltisch.store import entries_of
from spieltisch.table.entries import LogEntry, Played, from_bytes

P99_MS = 60
LONGEST_S = 60


class Faults(NamedTuple):
    """Grabs by the file and by what clients were told."""

    lost: int  # never answered, or granted and not in the file, or in the file and nobody was told
    twice: int  # a die that was granted again in the same pass


def faults(races: Races, data: Path) -> Faults:
    """Of the one pass that was played."""
    filed = list(takes_in(data))
    told = Counter(races.granted)
    lost = races.unanswered + ((told - Counter(filed)) + (Counter(filed) - told)).total()
    return Faults(lost, len(filed) - len({(table, move) for table, _, _, move in filed}))


def takes_in(data: Path) -> Iterator[Take]:
    """Every die that was taken from the middle, as the server's file has it."""
    with closing(sqlite3.connect(f"{data.absolute().as_uri()}?mode=ro", uri=True)) as file:
        for table, number in file.execute("select id, number from tables order by number").fetchall():
            for _, body in entries_of(file, number):
                entry: LogEntry = from_bytes(body)
                if isinstance(entry.what, Played) and entry.what.move.startswith("take"):
                    yield table, entry.what.seat, entry.id or 0, entry.what.move


def measure(tables: int, progress: Progress) -> list[Figure]:
    task = progress.add_task("Racing tables", total=1)
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder, running_server(folder) as server:
        cpu: dict[str, float] = {}

        def note(when: str) -> None:
            cpu[when] = metric(server, "cpu_seconds_total")

        races = uvloop.run(drive(server, tables, LONGEST_S, note))
        lost, twice = faults(races, Path(folder) / "data.db")
    progress.advance(task)
    answers = sorted(races.answers)
    p50, p99 = (1000 * answers[int(share * len(answers))] for share in (0.5, 0.99))
    cpu_us = 1e6 * (cpu["end"] - cpu["begin"]) / len(answers)
    name, what = f"races_{tables}", f"blitzgriff, {tables} tables race"
    return [
        Figure(f"{name}_p50", f"{what}: sent until answered, p50", p50, MILLISECONDS),
        Figure(
            f"{name}_p99",
            f"{what}: … p99, the deliberate wait included",
            p99,
            MILLISECONDS,
            to_reach=f"< {P99_MS} ms",
            reached=p99 < P99_MS,
        ),
        Figure(f"{name}_cpu", f"{what}: server CPU per move", cpu_us, MICROSECONDS),
        Figure(f"{name}_beaten", f"{what}: grabs that came too late", races.beaten, NUMBER),
        Figure(f"{name}_lost", f"{what}: grabs lost", lost, NUMBER, to_reach="0", reached=lost == 0),
        Figure(f"{name}_twice", f"{what}: grabs granted twice", twice, NUMBER, to_reach="0", reached=twice == 0),
    ]
