"""A database from which all tables are copied, or into which they are."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from spieltisch.store.age import AgeClock
from spieltisch.store.connecting import BadDatabase, connect, in_words
from spieltisch.store.contract import TableAge
from spieltisch.store.days import subscription_in
from spieltisch.store.days_postgres import DEVICE, KEEP_SECRET
from spieltisch.store.locations import shown_location
from spieltisch.store.migrations import LOCK, VERSION, bring_up_to_date, version_in
from spieltisch.store.ownership import LIVING
from spieltisch.store.postgres import clock_in
from spieltisch.store.whole import LeftOut, WholeDays, WholeDevice, WholeTable

COMMAND_S = 600  # nobody plays meanwhile
SLICE = 200  # tables read in one go
TABLES = """
select number, id, keep_days, 0, noticed_seq, noticed, set_aside, tables.epoch, snapshots.seq, snapshots.body,
wake_at, summaries.body
from tables left join snapshots on snapshots.of = number left join summaries on summaries.of = number
where number > $1 order by number limit $2
"""
LOG = "select seq, at, epoch, body from log where of = $1 order by seq"
DEVICES_IN = f"select number, seat, {DEVICE} from devices where of = $1 order by number"
NOTICES_TO = "select kind, turn, made, due, tries, body from notices where device = $1 order by number"
COPY_DEVICE = """
insert into devices (of, seat, endpoint, p256dh, auth, language, zone, quiet_from, quiet_to)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning number
"""
AGE = ("number", "id", "keep_days", "noticed_seq", "noticed", "set_aside", "epoch", "wake_at")
NOTICE = ("of", "seat", "device", "kind", "turn", "made", "due", "tries", "body")
ENTRY = ("of", "seq", "at", "epoch", "body")
NEXT_NUMBER = "select setval(pg_get_serial_sequence('tables', 'number'), greatest(max(number), 1)) from tables"


class PostgresCopy:
    def __init__(self, url: str, connection: asyncpg.Connection) -> None:
        self._url, self._connection = url, connection

    @staticmethod
    @asynccontextmanager
    async def opened(url: str) -> AsyncIterator["PostgresCopy"]:
        async with alone_in(url) as connection:
            with in_words(url):
                version = await version_in(connection, url)
            if version < VERSION:
                raise BadDatabase(f"{shown_location(url)} holds no tables of this version. Start a server on it once")
            yield PostgresCopy(url, connection)

    @staticmethod
    @asynccontextmanager
    async def made(url: str) -> AsyncIterator["PostgresCopy"]:
        """In one transaction, the schema included."""
        async with alone_in(url) as connection:
            with in_words(url):
                await bring_up_to_date(connection, url)
                is_used = await connection.fetchval("select exists (select from tables)")
            if is_used:
                raise BadDatabase(
                    f"{shown_location(url)} holds tables already, and none is overwritten. Name another one"
                )
            yield PostgresCopy(url, connection)
            with in_words(url):
                await connection.execute(NEXT_NUMBER)

    async def count(self) -> int:
        tables: int = await self._connection.fetchval("select count(*) from tables")
        return tables

    async def tables(self) -> AsyncIterator[WholeTable | LeftOut]:
        after = 0
        while True:
            with in_words(self._url):
                rows = await self._connection.fetch(TABLES, after, SLICE)
            if not rows:
                return
            for row in rows:
                with in_words(self._url):
                    table = await self._table(row)
                yield table
            after = row[0]

    async def _table(self, row: Sequence[Any]) -> WholeTable | LeftOut:
        age, (epoch, seq, body, wake_at, summary) = TableAge(*row[:7]), row[7:]
        entries = [tuple(entry) for entry in await self._connection.fetch(LOG, age.number)]
        if not entries or [entry[0] for entry in entries] != list(range(1, len(entries) + 1)):
            return LeftOut(age.number, "entries are missing from its log")
        days = WholeDays(wake_at, summary, await self._devices(age.number))
        return WholeTable(age._replace(seq=len(entries)), epoch, entries, None if seq is None else (seq, body), days)

    async def _devices(self, number: int) -> list[WholeDevice]:
        devices = []
        for known, seat, *row in await self._connection.fetch(DEVICES_IN, number):
            notices = [tuple(notice) for notice in await self._connection.fetch(NOTICES_TO, known)]
            devices.append(WholeDevice(seat, subscription_in(row), notices))
        return devices

    async def write(self, table: WholeTable) -> None:
        age, copy = table.age, self._connection.copy_records_to_table
        seen = (age.keep_days, age.noticed_seq, age.noticed, age.set_aside)
        opened = (age.number, age.id, *seen, table.epoch, table.days.wake_at)
        with in_words(self._url):
            await copy("tables", columns=AGE, records=[opened])
            await copy("log", columns=ENTRY, records=[(age.number, *entry) for entry in table.entries])
            if table.snapshot is not None:
                await copy("snapshots", columns=("of", "seq", "body"), records=[(age.number, *table.snapshot)])
            if table.days.summary is not None:
                await copy("summaries", columns=("of", "body"), records=[(age.number, table.days.summary)])
            for device in table.days.devices:
                await self._write_device(age.number, device)

    async def _write_device(self, number: int, whole: WholeDevice) -> None:
        *device, quiet = whole.device
        row = (number, whole.seat, *device, *(quiet or (None, None)))
        known: int = await self._connection.fetchval(COPY_DEVICE, *row)
        notices = [(number, whole.seat, known, *notice) for notice in whole.notices]
        await self._connection.copy_records_to_table("notices", columns=NOTICE, records=notices)

    async def read_clock(self) -> AgeClock:
        return await clock_in(self._connection)

    async def write_clock(self, clock: AgeClock) -> None:
        row = (clock.running, clock.wall, json.dumps(clock.gaps), json.dumps(clock.stood))
        await self._connection.execute("update clock set running = $1, wall = $2, gaps = $3, stood = $4", *row)

    async def read_secrets(self) -> dict[str, bytes]:
        rows = await self._connection.fetch("select name, value from secrets")
        return dict(rows)

    async def write_secrets(self, secrets: dict[str, bytes]) -> None:
        await self._connection.executemany(KEEP_SECRET, list(secrets.items()))


@asynccontextmanager
async def alone_in(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A transaction during which no server is started there: it would wait for the lock."""
    with in_words(url):
        connection = await connect(url, COMMAND_S)
    try:
        with in_words(url):
            is_alone = await connection.fetchval("select pg_try_advisory_lock($1)", LOCK)
            await check_unused(connection, url)
        if not is_alone:
            raise BadDatabase(f"{shown_location(url)} is just being copied, or a server starts there. Try again later")
        async with connection.transaction(isolation="repeatable_read"):
            yield connection
    finally:
        await connection.close()


async def check_unused(connection: asyncpg.Connection, url: str) -> None:
    if await connection.fetchval("select to_regclass('servers') is null"):
        return
    running = await connection.fetch(f"select name from servers where {LIVING} order by id")
    if running:
        names = ", ".join(name for (name,) in running)
        raise BadDatabase(f"{shown_location(url)} is in use by a server ({names}). Stop it first")
