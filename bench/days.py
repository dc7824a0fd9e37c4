"""Tables by days that wait: a look for what is due must cost the same however many there are, in both stores."""

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median
from time import perf_counter

from rich.progress import Progress

from bench.engines import postgres
from bench.figure import MILLISECONDS, SHARE, Figure
from bench.tables import GENEROUS, metric, running_server
from spieltisch.store import Append, CommitDone, Days, Opening, Store, Then, open_store

FEW = 1_000
WEEK_MS = 7 * 24 * 3600 * 1000
BATCH = 1_000
LOOKS = 200
LOOK_MS = 5  # to stay under
SETTLE_S, QUIET_S = 5, 20
IDLE_SHARE = 0.02  # of a core, to stay under


def measure(tables: int, waiting: int, progress: Progress) -> list[Figure]:
    """`tables` in a store that is looked at; `waiting` in one on which a server runs."""
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder, postgres() as engine:
        in_file = [look_ms(Path(folder) / f"{count}.db", count, progress) for count in (FEW, tables)]
        in_database = [look_ms(engine.new_database(), count, progress) for count in (FEW, tables)]
    figures = [
        Figure(
            f"look_{kind}", f"a look for what is due among {tables:,} waiting tables ({kind})", many, MILLISECONDS,
            beside=f"among {FEW:,}", other=few, to_reach=f"< {LOOK_MS} ms", reached=many < LOOK_MS,
        )
        for kind, (few, many) in (("file", in_file), ("PostgreSQL", in_database))
    ]  # fmt: skip
    return [*figures, *idle(waiting, progress)]


def look_ms(place: str | Path, tables: int, progress: Progress) -> float:
    """When the next table and the next notice are due, and which ones are by now: none is."""

    async def look() -> float:
        store = await filled(place, tables, progress)
        now, times = in_ms(), []
        for _ in range(LOOKS):
            began = perf_counter()
            assert await store.next_wake() is not None
            assert await store.due_tables(now, 100) == []
            assert await store.next_notice() is None
            times.append(1000 * (perf_counter() - began))
        await store.close()
        return median(times)

    return asyncio.run(look())


async def filled(place: str | Path, tables: int, progress: Progress) -> Store:
    store = await open_store(place, tell)
    for _ in progress.track(range(tables // BATCH), description="Waiting tables"):
        written: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        numbers = [await store.new_number() for _ in range(BATCH)]
        store.put([*(opening(number, ignore) for number in numbers[1:]), opening(numbers[0], written.set_result)])
        assert await written is None
    return store


def opening(number: int, then: Then) -> Append:
    days = Days(wake_at=in_ms() + WEEK_MS + number, summary=b"x" * 300)
    return Append(number, [(1, 0, b"opened")], then, Opening(f"table {number}", 30), days=days)


def idle(tables: int, progress: Progress) -> list[Figure]:
    """A server on such a file, with nobody connected, beside one on an empty file."""
    waiting, alone = (idle_server(count, progress) for count in (tables, 0))
    share, memory = waiting[0], waiting[1] - alone[1]
    return [
        Figure(
            "waiting_cpu", f"of a core, a server with {tables:,} waiting tables", share, SHARE,
            beside="without any", other=max(alone[0], 1e-4), to_reach=f"< {IDLE_SHARE:.0%}", reached=share < IDLE_SHARE,
        ),
        Figure("waiting_memory", "… its memory, beyond that of an empty one", memory, "MB"),
    ]  # fmt: skip


def idle_server(tables: int, progress: Progress) -> tuple[float, float]:
    """→ the share of a core, and MB."""

    async def fill(path: Path) -> None:
        await (await filled(path, tables, progress)).close()

    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder:
        path = Path(folder) / "waiting.db"
        asyncio.run(fill(path))
        with running_server(folder, (*GENEROUS, "--data", str(path))) as server:
            time.sleep(SETTLE_S)
            before = metric(server, "cpu_seconds_total")
            time.sleep(QUIET_S)
            share = (metric(server, "cpu_seconds_total") - before) / QUIET_S
            return share, metric(server, "memory_bytes") / 1e6


def in_ms() -> int:
    return int(1000 * time.time())


def tell(committed: CommitDone) -> None:
    for then in committed.done:
        then(None)
    for then, error in committed.failed:
        then(error)


def ignore(error: Exception | None) -> None:
    """The last of them is waited for."""
