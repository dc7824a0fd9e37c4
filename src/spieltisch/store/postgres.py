"""A store in PostgreSQL. One commit at a time: whatever has queued up during it goes into the next one.

A commit is one statement, which inserts all entries or none: not where the table is another server's by now, nor where
the entry before is missing. Where the place of an entry is taken, the log's key refuses it.
"""

import asyncio
import json
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from time import perf_counter
from typing import NamedTuple, TypeVar

import asyncpg

from spieltisch.store.age import AgeClock, Gap
from spieltisch.store.connecting import (
    COMMAND_S,
    CONNECT_S,
    FAILED,
    LOST,
    PATIENCE_S,
    RETRY_S,
    SETTINGS,
    DatabaseLine,
    connect,
    in_store,
    in_words,
    is_storable,
)
from spieltisch.store.contract import (
    FIRST_EPOCH,
    Append,
    BadTable,
    Change,
    CommitDone,
    Conflict,
    DeleteSetAside,
    DeleteTable,
    Failures,
    Keep,
    Notice,
    NoticeAll,
    PutAside,
    SaveClock,
    SetAside,
    StoredNotice,
    StoredSummary,
    StoredTable,
    StoreError,
    Subscription,
    TableAge,
    Task,
    Tell,
    Then,
)
from spieltisch.store.days_postgres import (
    NEXT_NOTICE,
    NEXT_WAKE,
    devices_of,
    due_notices,
    due_tables,
    summaries_of,
    write_days,
    write_push,
)
from spieltisch.store.migrations import bring_up_to_date
from spieltisch.store.ownership import OWNER_LIVES, Ask, Ownership

READERS = 4  # connections

LAST_SEQ = "(select coalesce(max(log.seq), 0) from log where log.of = tables.number)"
ROWS = """
with entry as (
    select * from unnest($1::bigint[], $2::int[], $3::bigint[], $4::int[], $5::bytea[], $6::int[])
    as entry (of, seq, at, epoch, body, follows)
), bad as (
    select from entry where follows is not null and not exists (
        select from tables where tables.number = entry.of and tables.epoch = entry.epoch
        and (follows = 0 or exists (select from log where log.of = entry.of and log.seq = follows))
    )
)"""
OPENED = """, opened as (
    insert into tables (number, id, keep_days, owner, epoch)
    select * from unnest($7::bigint[], $8::text[], $9::int[], $10::bigint[], $11::int[])
    where not exists (select from bad)
)"""
INSERT = """
insert into log (of, seq, at, epoch, body)
select of, seq, at, epoch, body from entry where not exists (select from bad)
"""
APPEND = ROWS + INSERT
OPEN_AND_APPEND = ROWS + OPENED + INSERT
KEEP = """
insert into snapshots (of, seq, body)
select kept.* from unnest($1::bigint[], $2::int[], $3::bytea[]) as kept (of, seq, body)
join tables on tables.number = kept.of
on conflict (of) do update set seq = excluded.seq, body = excluded.body where excluded.seq > snapshots.seq
"""
# Another server may be ahead of us:
SAVE_CLOCK = "update clock set running = $1, wall = $2, gaps = $3, stood = $4 where running <= $1"
NOTICE = """
update tables set noticed = $3, noticed_seq = seen.seq
from unnest($1::bigint[], $2::int[]) as seen (number, seq) where tables.number = seen.number
"""
NOTICE_ALL = f"update tables set noticed = $1, noticed_seq = {LAST_SEQ} where noticed_seq <> {LAST_SEQ}"
PUT_ASIDE = f"""
update tables set set_aside = $3
from unnest($1::bigint[], $2::int[]) as seen (number, seq)
where tables.number = seen.number and {LAST_SEQ} = seen.seq and not {OWNER_LIVES}
"""
WITH_ENTRIES = """, entries as (delete from log where of in (select number from gone)),
kept as (delete from snapshots where of in (select number from gone)),
shown as (delete from summaries where of in (select number from gone)),
told as (delete from devices where of in (select number from gone))
select count(*) from gone
"""
DELETE = "with gone as (delete from tables where number = $1 and epoch = $2 returning number)" + WITH_ENTRIES
DELETE_SET_ASIDE = f"""
with gone as (
    delete from tables using unnest($1::bigint[], $2::bigint[]) as seen (number, set_aside)
    where tables.number = seen.number and tables.set_aside = seen.set_aside returning tables.number
){WITH_ENTRIES}"""
FIND = """
select number, set_aside is not null, body from tables left join snapshots on of = number where id = $1
"""
AGES = f"""
select number, id, keep_days, {LAST_SEQ}, noticed_seq, noticed, set_aside from tables
where number > $1 order by number limit $2
"""

T = TypeVar("T")
Row = tuple[int, int, int, int, bytes, int | None]  # the last: which entry must be there before it, if we look


class Insertion(NamedTuple):
    rows: list[Row]
    openings: list[tuple[int, str, int, int | None, int]]


class PostgresStore:
    def __init__(self, url: str, tell: Tell, pool: asyncpg.Pool) -> None:
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._pool = pool
        self._line = DatabaseLine(url)
        self._queue: list[Task] = []
        self._writing: asyncio.Task[None] | None = None
        self.ownership = Ownership(url, self)

    @classmethod
    async def open(cls, url: str, tell: Tell) -> "PostgresStore":
        """BadDatabase if it cannot be used."""
        with in_words(url):
            connection = await connect(url)
            try:
                await bring_up_to_date(connection, url)
            finally:
                await connection.close(timeout=CONNECT_S)
            pool = await asyncpg.create_pool(
                url, min_size=1, max_size=READERS, timeout=CONNECT_S, command_timeout=COMMAND_S,
                server_settings=SETTINGS, reset=leave_as_it_is,
            )  # fmt: skip
        return cls(url, tell, pool)

    # Writing

    async def new_number(self) -> int:
        next_one = "select nextval(pg_get_serial_sequence('tables', 'number'))"
        return await self.ask(lambda connection: connection.fetchval(next_one))

    def put(self, tasks: Sequence[Task]) -> None:
        self._queue += tasks
        if self._writing is None and tasks:
            self._writing = self._loop.create_task(self._write_all())

    async def close(self) -> None:
        while self._writing is not None:
            await self._writing
        async with AsyncExitStack() as closing:
            for part in (self._pool, self._line, self.ownership):
                closing.push_async_callback(part.close)

    async def _write_all(self) -> None:
        while self._queue:
            tasks, self._queue = self._queue, []
            began = perf_counter()
            try:
                done, failed = await self._commit(tasks)
            except Exception as error:  # a fault of ours must not leave everybody waiting
                done, failed = [], [(task.then, in_store(error)) for task in tasks if not isinstance(task, Keep)]
            self._loop.call_soon(self._tell, CommitDone(done, failed, perf_counter() - began))
        self._writing = None

    async def _commit(self, tasks: list[Task]) -> tuple[list[Then], Failures]:
        """What is appended comes first: changes count it."""
        done, failed = await self._append([task for task in tasks if isinstance(task, Append)])
        await self._keep([task for task in tasks if isinstance(task, Keep)])
        for change in [task for task in tasks if not isinstance(task, (Append, Keep))]:
            error = await self._try(change)
            if error is None:
                done.append(change.then)
            else:
                failed.append((change.then, error))
        return done, failed

    async def _append(self, appends: list[Append]) -> tuple[list[Then], Failures]:
        """All at once; after a conflict half by half, so that one bad table does not stop the others.

        Where the connection is lost nobody knows what became of it: then all of it has failed.
        """
        if not appends:
            return [], []
        try:
            await self._write(appends)
            return [append.then for append in appends], []
        except (Conflict, asyncpg.IntegrityConstraintViolationError, asyncpg.DataError) as error:
            if len(appends) == 1:
                return [], [(appends[0].then, in_store(error))]
        except FAILED as error:
            self._give_up(error)
            return [], [(append.then, in_store(error)) for append in appends]
        half = len(appends) // 2
        done, failed = await self._append(appends[:half])
        more_done, more_failed = await self._append(appends[half:])
        return done + more_done, failed + more_failed

    async def _write(self, appends: list[Append]) -> None:
        batch = batch_of(appends)
        if all(append.days is None for append in appends):
            await self._insert(batch)
            return
        connection = await self._line.connection()
        async with connection.transaction():
            await self._insert(batch)
            await write_days(connection, appends)

    async def _insert(self, batch: Insertion) -> None:
        if not batch.rows:
            return
        connection = await self._line.connection()
        if batch.openings:
            opened = in_columns(batch.openings)
            status: str = await connection.execute(OPEN_AND_APPEND, *in_columns(batch.rows), *opened)
        else:
            status = await connection.execute(APPEND, *in_columns(batch.rows))
        if int(status.split()[-1]) != len(batch.rows):
            raise Conflict("the entry before it is missing, or the table is another server's, or gone")

    async def _keep(self, snapshots: list[Keep]) -> None:
        """The newest of each table that is there. What is not kept now is kept later: the log tells it all."""
        newest = {snapshot.of: snapshot for snapshot in sorted(snapshots, key=lambda snapshot: snapshot.seq)}
        if newest:
            try:
                await (await self._line.connection()).execute(KEEP, *in_columns(newest.values()))
            except FAILED as error:
                self._give_up(error)

    async def _try(self, change: Change) -> StoreError | None:
        try:
            await self._change(await self._line.connection(), change)
        except (*FAILED, Conflict) as error:
            self._give_up(error)
            return in_store(error)
        return None

    async def _change(self, connection: asyncpg.Connection, change: Change) -> None:
        match change:
            case SaveClock(clock):
                gaps, stood = json.dumps(clock.gaps), json.dumps(clock.stood)
                await connection.execute(SAVE_CLOCK, clock.running, clock.wall, gaps, stood)
            case Notice(tables, now):
                await connection.execute(NOTICE, numbers(tables), [age.seq for age in tables], now)
            case NoticeAll(now):
                await connection.execute(NOTICE_ALL, now)
            case PutAside(tables, now):
                await connection.execute(PUT_ASIDE, numbers(tables), [age.seq for age in tables], now)
            case DeleteSetAside(tables):
                await connection.execute(DELETE_SET_ASIDE, numbers(tables), [age.set_aside for age in tables])
            case DeleteTable(number, _, epoch):
                await self._delete(connection, number, epoch)
            case _:
                await write_push(connection, change)

    async def _delete(self, connection: asyncpg.Connection, number: int, epoch: int) -> None:
        gone: int = await connection.fetchval(DELETE, number, epoch)
        if not gone and await connection.fetchval("select exists (select from tables where number = $1)", number):
            raise Conflict("the table is another server's")

    def _give_up(self, error: Exception) -> None:
        """The next command gets a new connection, where nobody knows how this one stands."""
        if isinstance(error, LOST):
            self._line.drop()

    # Reading

    async def load(self, table: str) -> StoredTable | None:
        return await self.ask(lambda connection: read_table(connection, table)) if is_storable(table) else None

    async def ages(self, after: int, most: int) -> list[TableAge]:
        rows = await self.ask(lambda connection: connection.fetch(AGES, after, most))
        return [TableAge(*row) for row in rows]

    async def clock(self) -> AgeClock:
        return await self.ask(clock_in)

    async def count(self) -> int:
        return await self.ask(lambda connection: connection.fetchval("select count(*) from tables"))

    async def due_tables(self, now: int, most: int) -> list[str]:
        return await self.ask(lambda connection: due_tables(connection, now, most))

    async def next_wake(self) -> int | None:
        return await self.ask(lambda connection: connection.fetchval(NEXT_WAKE))

    async def due_notices(self, now: int, most: int) -> list[StoredNotice]:
        return await self.ask(lambda connection: due_notices(connection, now, most))

    async def next_notice(self) -> int | None:
        return await self.ask(lambda connection: connection.fetchval(NEXT_NOTICE))

    async def devices(self, of: int, seat: int) -> list[Subscription]:
        return await self.ask(lambda connection: devices_of(connection, of, seat))

    async def summaries(self, tables: Sequence[str]) -> dict[str, StoredSummary]:
        known = [table for table in tables if is_storable(table)]
        return await self.ask(lambda connection: summaries_of(connection, known))

    async def secret(self, name: str) -> bytes | None:
        return await self.ask(lambda connection: connection.fetchval("select value from secrets where name = $1", name))

    async def ask(self, ask: Ask[T]) -> T:
        """By one of several connections; once more where one was lost, as the database may be starting again."""
        until = self._loop.time() + PATIENCE_S
        while True:
            try:
                async with self._pool.acquire() as connection:
                    return await terminated_if_lost(connection, ask)
            except LOST as error:
                if self._loop.time() >= until:
                    raise in_store(error) from None
            except asyncpg.PostgresError as error:
                raise in_store(error) from None
            await asyncio.sleep(RETRY_S)


async def terminated_if_lost(connection: asyncpg.Connection, ask: Ask[T]) -> T:
    try:
        return await ask(connection)
    except LOST:
        connection.terminate()
        raise


async def leave_as_it_is(connection: asyncpg.Connection) -> None:
    """Nobody changes the settings of a connection here: putting them back would be one more way to the database."""


def batch_of(appends: Sequence[Append]) -> Insertion:
    """Only what a table's first entry follows is looked up: the others follow each other, or it is a Conflict."""
    batch = Insertion([], [])
    last: dict[int, tuple[int, int]] = {}  # of each table: the entry's number and its epoch
    for of, entries, _, opening, epoch, _ in appends:
        if opening is not None:
            epoch = FIRST_EPOCH
            last[of] = (0, epoch)
            batch.openings.append((of, opening.id, opening.keep_days, opening.owner, epoch))
        for seq, at, body in entries:
            before = last.get(of)
            if before is not None and before != (seq - 1, epoch):
                raise Conflict(f"entry {seq} does not follow {before[0]}")
            batch.rows.append((of, seq, at, epoch, body, seq - 1 if before is None else None))
            last[of] = (seq, epoch)
    return batch


def numbers(tables: Sequence[TableAge]) -> list[int]:
    return [age.number for age in tables]


def in_columns(rows: Iterable[tuple[object, ...]]) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)]


async def clock_in(connection: asyncpg.Connection) -> AgeClock:
    running, wall, gaps, stood = await connection.fetchrow("select running, wall, gaps, stood from clock")
    return AgeClock(running, wall, [Gap(*gap) for gap in json.loads(gaps)], json.loads(stood))


async def read_table(connection: asyncpg.Connection, table: str) -> StoredTable | None:
    """The snapshot first: then the log cannot be older."""
    found = await connection.fetchrow(FIND, table)
    if found is None:
        return None
    number, is_aside, snapshot = found
    if is_aside:
        raise SetAside
    rows = await connection.fetch("select seq, body from log where of = $1 order by seq", number)
    for expected, (seq, _) in enumerate(rows, start=1):
        if seq != expected:
            raise BadTable(number, f"entry {expected} is missing from the log")
    if not rows:
        raise BadTable(number, "its log is missing")
    return StoredTable(number, [(seq, body) for seq, body in rows], snapshot)
