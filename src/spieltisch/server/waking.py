"""Tables by days that are not in memory are taken up when something becomes due. Those in memory wake by themselves."""

import asyncio
import logging
from typing import Protocol

from spieltisch.server.live_table import Closing, LiveTable
from spieltisch.store import SetAside, Store, StoreError
from spieltisch.table import Damaged

MOST = 100  # woken in one go
LEAST_S, MOST_S = 1, 10  # between two looks; so late something may be done at most

log = logging.getLogger("spieltisch")


class WakingTables(Protocol):
    """What it needs of the registry."""

    def now(self) -> int: ...
    def is_at_home(self, table_id: str) -> bool: ...
    def is_live(self, table_id: str) -> bool: ...
    async def find_here(self, table_id: str) -> LiveTable | None: ...


class Waker:
    def __init__(self, tables: WakingTables, store: Store) -> None:
        self._tables, self._store = tables, store
        self._unreadable: set[str] = set()
        self._in_the_way = 0  # tables that are due, but not for us: the others stand behind them

    async def always(self) -> None:
        while True:
            try:
                more = await self.wake_due()
                pause = 0.0 if more else await self._pause()
            except StoreError as error:
                log.error("tables could not be woken: %s", error)
                pause = MOST_S
            await asyncio.sleep(pause)

    async def wake_due(self) -> bool:
        """→ whether more of them may wait. The store finds them by an index, however many sleep."""
        most = MOST + self._in_the_way
        due = await self._store.due_tables(self._tables.now(), most)
        woken = [await self._wake(table_id) for table_id in due]
        self._in_the_way = len(due) - sum(woken)
        return len(due) == most and any(woken)

    async def _pause(self) -> float:
        next_wake = await self._store.next_wake()
        return MOST_S if next_wake is None else min(max((next_wake - self._tables.now()) / 1000, LEAST_S), MOST_S)

    async def _wake(self, table_id: str) -> bool:
        """Taken up, it does what is due. (False: another server has it, it is awake, or it cannot be read.)"""
        tables = self._tables
        if table_id in self._unreadable or tables.is_live(table_id) or not tables.is_at_home(table_id):
            return False
        try:
            return await tables.find_here(table_id) is not None
        except Damaged:
            self._unreadable.add(table_id)
        except (SetAside, Closing):
            pass
        return False
