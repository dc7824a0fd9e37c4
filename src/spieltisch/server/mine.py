"""How one's own tables stand, for a list of them. Tables that are not in memory are not taken up for it.

Where a match is played over days a summary is stored with every entry; elsewhere the log is read, and forgotten again.
"""

import hmac
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from msgspec import UNSET, DecodeError, Struct, ValidationError, msgpack

from spieltisch.server import protocol
from spieltisch.server.jobs import Busy
from spieltisch.server.live_table import LiveTable
from spieltisch.server.protocol import MyChair, MySeat, MyStanding, MyTable
from spieltisch.store import SetAside, StoredSummary, StoreError
from spieltisch.table import Damaged, TableState, views
from spieltisch.table.messages import Stage
from spieltisch.table.session import key_of

MOST_OF_CLIENT = 2  # lists that are being made


class TableSummary(Struct, frozen=True, array_like=True):
    """What is told of a table to those who sit there."""

    game: str
    stage: Stage
    paused: bool
    chairs: list[MyChair]
    keys: list[bytes | None]  # hashes of their tokens
    number: int
    turn: list[int]
    places: list[int]
    pace_h: int | None
    since: dict[int, int]  # by seat that is to act
    until: dict[int, int]  # by person who is to act
    holiday: dict[int, int]


def summary_of(state: TableState) -> TableSummary:
    days = state.days
    clocks = {seat: views.day_clock_of(state, seat) for seat in range(len(state.chairs))}
    return TableSummary(
        game=state.game.name,
        stage=state.stage,
        paused=state.paused,
        chairs=[MyChair(chair.kind, chair.name, chair.colour, chair.picture) for chair in state.chairs],
        keys=[chair.key for chair in state.chairs],
        number=state.number if state.stage in ("open", "hashing", "revealing") else state.shown,
        turn=list(state.to_act),
        places=[] if state.result is None else list(state.result.places),
        pace_h=state.settings.pace_h,
        since={} if days is None else {seat: turn.since for seat, turn in days.turns.items()},
        until={seat: until for seat, (until, _) in clocks.items() if until is not UNSET},
        holiday={seat: holiday for seat, (_, holiday) in clocks.items() if holiday is not UNSET},
    )


encode = msgpack.Encoder().encode
_decode = msgpack.Decoder(TableSummary).decode


def decode(body: bytes | None) -> TableSummary | None:
    """None: there is none, or another version wrote it."""
    try:
        return None if body is None else _decode(body)
    except (ValidationError, DecodeError, UnicodeError):
        return None


def standing_of(summary: TableSummary, token: str) -> MyStanding | None:
    """None: this token opens no seat. Every chair is compared, in the same time."""
    key, mine = key_of(token), None
    for seat, other in enumerate(summary.keys):
        if hmac.compare_digest(other or b"", key):
            mine = seat
    if mine is None:
        return None
    since = summary.since.get(mine, min(summary.since.values(), default=UNSET))
    return MyStanding(
        summary.game,
        summary.stage,
        summary.paused,
        mine,
        summary.chairs,
        summary.number,
        summary.turn,
        summary.places,
        UNSET if summary.pace_h is None else summary.pace_h,
        since,
        summary.until.get(mine, UNSET),
        summary.holiday.get(mine, UNSET),
    )


class Tables(Protocol):
    """What it needs of the registry."""

    def at_hand(self, table: str) -> LiveTable | None: ...
    async def summaries(self, tables: Sequence[str]) -> dict[str, StoredSummary]: ...
    async def state_of(self, table_id: str) -> TableState | None: ...


class MyTables:
    """Lists that are being made; an address has a few at a time."""

    def __init__(self, tables: Tables) -> None:
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
        """What cannot be said now is not called gone: whoever hears that forgets the seat."""
        try:
            summary = await self._summary(seat.table, stored)
        except (SetAside, Damaged, StoreError):
            return MyTable(seat.table)
        standing = None if summary is None else standing_of(summary, seat.token)
        return MyTable(seat.table, gone=True) if standing is None else MyTable(seat.table, standing=standing)

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
