"""How one's own tables stand, for a list of them. Tables that are not in memory are not taken up for it.

Where a match is played over days a summary is stored with every entry; elsewhere the log is read, and forgotten again.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from spieltisch.server import protocol
from spieltisch.server.jobs import Busy
from spieltisch.server.live_table import LiveTable
from spieltisch.server.protocol import MySeat, MyTable
from spieltisch.server.summaries import TableSummary, decode, standing_of, summary_of
from spieltisch.store import SetAside, StoredSummary, StoreError
from spieltisch.table import Damaged, TableState

MOST_OF_CLIENT = 2  # lists that are being made


class ListedTables(Protocol):
    """What it needs of the registry."""

    def at_hand(self, table: str) -> LiveTable | None: ...
    async def summaries(self, tables: Sequence[str]) -> dict[str, StoredSummary]: ...
    async def state_of(self, table_id: str) -> TableState | None: ...


class MyTables:
    """Lists that are being made; an address has a few at a time."""

    def __init__(self, tables: ListedTables) -> None:
        self._tables = tables
        self._under_way: Counter[str] = Counter()

    async def listed(self, seats: Sequence[MySeat], client: str) -> protocol.Mine:
        if self._under_way[client] >= MOST_OF_CLIENT:
            raise Busy
        self._under_way[client] += 1
        try:
            stored = await self._tables.summaries([seat.table for seat in seats])
            return protocol.Mine([await self._look(seat, stored.get(seat.table)) for seat in seats])
        finally:
            self._under_way[client] -= 1
            self._under_way += Counter()  # forgets those who wait for nothing any more

    async def _look(self, seat: MySeat, stored: StoredSummary | None) -> MyTable:
        """Gone is only what is deleted: whoever hears that forgets the table, and his notes of it. Of a table where one
        sits no longer, or that cannot be looked at now, nothing is said.
        """
        try:
            summary = await self._summary(seat.table, stored)
        except (SetAside, Damaged, StoreError):
            return MyTable(seat.table)
        if summary is None:
            return MyTable(seat.table, gone=True)
        standing = standing_of(summary, seat.token)
        return MyTable(seat.table) if standing is None else MyTable(seat.table, standing=standing)

    async def _summary(self, table: str, stored: StoredSummary | None) -> TableSummary | None:
        live = self._tables.at_hand(table)
        if live is not None:
            return summary_of(live.table.state)
        if stored is None:
            return None
        if stored.is_aside:
            raise SetAside
        summary = decode(stored.body)
        if summary is None:
            state = await self._tables.state_of(table)
            summary = None if state is None else summary_of(state)
        return summary
