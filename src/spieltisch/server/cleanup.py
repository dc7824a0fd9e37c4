"""Tables whose time is up: set aside first, deleted for good later, a few at a time so that nobody waits for it."""

import asyncio
import logging
import time
from asyncio import Future
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from spieltisch.store import (
    ASIDE_DAYS,
    AgeClock,
    Change,
    DeleteSetAside,
    Notice,
    NoticeAll,
    PutAside,
    SaveClock,
    Store,
    StoreError,
    TableAge,
    Then,
)
from spieltisch.store.age import DAY_MS

SAVE_S = 300  # between two looks at the clock
LOOKS = 12  # at the clock for each look at all tables: an hour
SLICE = 50  # tables looked at in one go
MOST_ENTRIES = 400  # deleted in one go

log = logging.getLogger("spieltisch")


def slept() -> float:
    """How long this machine has slept since it was booted, where the system tells (Linux does)."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)


class Clock(NamedTuple):
    """Where the time comes from, in seconds. Nobody can set the latter two."""

    wall: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic
    slept: Callable[[], float] = slept


class StoredTables(Protocol):
    """What it needs to know of the registry's tables."""

    def is_live(self, table_id: str) -> bool: ...
    async def ages(self, after: int, most: int) -> list[TableAge]: ...


class Cleanup:
    def __init__(self, tables: StoredTables, store: Store, age: AgeClock, clock: Clock) -> None:
        """`age` is the store's clock as it was saved last."""
        self.leaving: set[str] = set()  # ids of tables that are just being set aside: nobody fetches them any more
        self.is_ours = True  # False: another server does it now
        self._tables = tables
        self._store = store
        self._clock = clock
        self._age = age
        self._ran, self._slept = in_ms(clock.monotonic()), in_ms(clock.slept())
        self._age.start(in_ms(clock.wall()))
        store.put([SaveClock(self._age.copy(), ignore)])  # for those who bring back tables from outside

    async def always(self) -> None:
        """Never at the start; soon after it, so that a server that is never on for long gets there too."""
        while self.is_ours:
            await asyncio.sleep(SAVE_S)
            await self._try(self.save_clock)
            await self._try(self.sweep)
            for _ in range(LOOKS - 1):
                await asyncio.sleep(SAVE_S)
                await self._try(self.save_clock)

    async def _try(self, chore: Callable[[], Awaitable[None]]) -> None:
        """What cannot be written now is tried again later."""
        if not self.is_ours:
            return
        try:
            await chore()
        except StoreError as error:
            log.error("a chore failed: %s", error)

    async def save_clock(self) -> None:
        self._look()
        await self._write(partial(SaveClock, self._age.copy()))

    def close(self) -> None:
        """The last word to the file: how long the server ran, and what has happened since the last sweep."""
        self._look()
        self._store.put([NoticeAll(self._age.running, ignore), SaveClock(self._age.copy(), ignore)])

    def _look(self) -> None:
        ran, slept = in_ms(self._clock.monotonic()), in_ms(self._clock.slept())
        self._age.look(in_ms(self._clock.wall()), ran - self._ran, slept - self._slept)
        self._ran, self._slept = ran, slept

    async def sweep(self) -> None:
        """Once through all tables."""
        self._look()
        after, aside, deleted = 0, 0, 0
        while tables := await self._tables.ages(after, SLICE):
            after = tables[-1].number
            await self._notice([table for table in tables if table.seq != table.noticed_seq])
            aside += await self._set_aside([table for table in tables if self._is_due(table)])
            deleted += await self._delete([table for table in tables if self._is_over(table)])
        if aside:
            log.info("%d tables set aside: their time was up", aside)
        if deleted:
            log.info("%d tables deleted for good", deleted)

    def _is_due(self, table: TableAge) -> bool:
        """Its time is up, and nobody looks at it."""
        if table.set_aside is not None or table.seq != table.noticed_seq or self._tables.is_live(table.id):
            return False
        return self._age.age(table.noticed) > table.keep_days * DAY_MS

    def _is_over(self, table: TableAge) -> bool:
        """Only days in which the server runs: somebody must have been able to ask for it."""
        return table.set_aside is not None and self._age.running - table.set_aside > ASIDE_DAYS * DAY_MS

    async def _notice(self, tables: Sequence[TableAge]) -> None:
        if tables:
            await self._write(partial(Notice, tables, self._age.running))

    async def _set_aside(self, tables: Sequence[TableAge]) -> int:
        if tables:
            ids = {table.id for table in tables}
            self.leaving |= ids
            try:
                await self._write(partial(PutAside, tables, self._age.running))
            finally:
                self.leaving -= ids
        return len(tables)

    async def _delete(self, tables: Sequence[TableAge]) -> int:
        """Others have their turn after every few: a commit takes in whatever is queued."""
        for some in in_small_lots(tables):
            await self._write(partial(DeleteSetAside, some))
        return len(tables)

    async def _write(self, change: Callable[[Then], Change]) -> None:
        """Done when it is on the disk."""
        written: Future[None] = asyncio.get_running_loop().create_future()
        self._store.put([change(partial(settle, written))])
        await written


def in_ms(seconds: float) -> int:
    return int(1000 * seconds)


def ignore(error: Exception | None) -> None:
    """Nobody is there to be told."""


def settle(written: "Future[None]", error: Exception | None) -> None:
    if written.done():  # the server is being stopped
        return
    if error is None:
        written.set_result(None)
    else:
        written.set_exception(error)


def in_small_lots(tables: Sequence[TableAge]) -> Iterator[list[TableAge]]:
    """Each with few entries: these, and not the tables, are what takes time."""
    lot: list[TableAge] = []
    for table in tables:
        if lot and sum(other.seq for other in lot) + table.seq > MOST_ENTRIES:
            yield lot
            lot = []
        lot.append(table)
    if lot:
        yield lot
