"""What it costs to be many: the same load on a file, on PostgreSQL, and on two servers with half of the clients at the
wrong one. In turns, so that what else the machine does hits all three alike.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

import uvloop
from rich.progress import Progress

from bench.driver import drive
from bench.engines import Engine, nats, postgres
from bench.figure import MICROSECONDS, MILLISECONDS, PER_SECOND, Figure
from bench.tables import GENEROUS, WARM_UP, metric, running_server

POSTGRES_SHARE, FORWARDED_SHARE = 1.5, 1.3  # to stay under


@dataclass(frozen=True)
class Setup:
    """Servers that stand together, and the engines that they use."""

    servers: list[str]
    database: Engine | None = None
    bus: Engine | None = None


@dataclass(frozen=True)
class Cost:
    """CPU in µs a move: of the servers together, of PostgreSQL, of NATS; and how long a move took."""

    servers: float
    database: float
    bus: float
    p99_ms: float
    moves_per_s: float


@contextmanager
def one_on_a_file() -> Iterator[Setup]:
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder, running_server(folder) as server:
        yield Setup([server])


@contextmanager
def on_postgres(servers: int) -> Iterator[Setup]:
    with ExitStack() as stack:
        database, bus = stack.enter_context(postgres()), stack.enter_context(nats())
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="spieltisch-bench-"))
        place = (*GENEROUS, "--data", database.url, "--nats", bus.url)
        yield Setup([stack.enter_context(running_server(folder, place)) for _ in range(servers)], database, bus)


def cost(place: Setup, tables: int, seconds: float) -> Cost:
    spent: dict[str, tuple[float, ...]] = {}

    def note(when: str) -> None:
        moves = sum(metric(server, "moves_total") for server in place.servers)
        servers = sum(metric(server, "cpu_seconds_total") for server in place.servers)
        spent[when] = moves, servers, cpu_s(place.database), cpu_s(place.bus)

    load = uvloop.run(drive(place.servers, tables, WARM_UP * seconds, seconds, note))
    moves, servers, database, bus = (end - begin for begin, end in zip(spent["begin"], spent["end"], strict=True))
    latencies = sorted(load.latencies)
    p99 = 1000 * latencies[int(0.99 * len(latencies))]
    each = 1e6 / moves
    return Cost(each * servers, each * database, each * bus, p99, len(latencies) / seconds)


def cpu_s(engine: Engine | None) -> float:
    """Of a program and its children."""
    if engine is None:
        return 0.0
    running = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    family = [pid for pid in running if engine.process.pid in (pid, parent(pid))]
    return sum(sum(map(int, stat(pid)[11:13])) for pid in family) / os.sysconf("SC_CLK_TCK")


def parent(pid: int) -> int:
    return int(stat(pid)[1])


def stat(pid: int) -> list[str]:
    """What /proc says of a process, after its name; of one that has ended just now, nothing."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["", *["0"] * 20]


def measure(tables: int, seconds: float, rounds: int, progress: Progress) -> list[Figure]:
    places: dict[str, Callable[[], AbstractContextManager[Setup]]] = {
        "file": one_on_a_file,
        "postgres": partial(on_postgres, 1),
        "two": partial(on_postgres, 2),
    }
    task = progress.add_task("Many servers", total=len(places) * rounds)
    costs: dict[str, list[Cost]] = {name: [] for name in places}
    for _ in range(rounds):
        for name, open_setup in places.items():
            with open_setup() as place:
                costs[name].append(cost(place, tables, seconds))
            progress.advance(task)
    return figures(tables, costs)


def figures(tables: int, costs: dict[str, list[Cost]]) -> list[Figure]:
    def middle(name: str, part: Callable[[Cost], float]) -> float:
        return median(part(one) for one in costs[name])

    def cpu(name: str, what: str, beside: str, other: str, share: float) -> Figure:
        measured, compared = middle(name, lambda one: one.servers), middle(other, lambda one: one.servers)
        return Figure(
            f"cluster_{name}_cpu", f"{tables} tables, {what}: servers' CPU per move", measured, MICROSECONDS,
            beside=beside, other=compared, to_reach=f"≤ {share:g} ×", reached=measured <= share * compared,
        )  # fmt: skip

    found = [
        cpu("postgres", "one server on PostgreSQL", "on a file", "file", POSTGRES_SHARE),
        cpu("two", "two servers, half of the clients at the wrong one", "one server", "postgres", FORWARDED_SHARE),
    ]
    for name, what in (("file", "on a file"), ("postgres", "on PostgreSQL"), ("two", "two servers")):
        parts: list[tuple[str, str, str, Callable[[Cost], float]]] = [
            ("p99", "sent until all four have it, p99", MILLISECONDS, lambda one: one.p99_ms),
            ("moves", "moves a second", PER_SECOND, lambda one: one.moves_per_s),
            ("database", "PostgreSQL's CPU per move", MICROSECONDS, lambda one: one.database),
            ("bus", "NATS' CPU per move", MICROSECONDS, lambda one: one.bus),
        ]
        for key, said, unit, part in parts:
            if middle(name, part):
                found.append(Figure(f"cluster_{name}_{key}", f"… {what}: {said}", middle(name, part), unit))
    return found
