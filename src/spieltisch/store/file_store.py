"""A store in a file. One writer, no waiting window: whatever has queued up during a commit goes into the next one.

A commit writes the entries of all tables into one row of the journal.
"""

import asyncio
import atexit
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import TypeVar

from msgspec import msgpack

from spieltisch.store.age import AgeClock
from spieltisch.store.changes import AGES_FIT, LAST_SEQ, read_clock, statement_of
from spieltisch.store.checksums import first_sum, next_sum, snapshot_sum
from spieltisch.store.contract import (
    Append,
    BadTable,
    Change,
    CommitDone,
    Conflict,
    Failures,
    Keep,
    PushChange,
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
from spieltisch.store.days import (
    devices_of,
    due_notices,
    due_tables,
    next_notice,
    next_wake,
    secret_of,
    statements_of,
    summaries_of,
    write_days,
)
from spieltisch.store.file import clear_mark, connect, locked, open_file, set_mark
from spieltisch.store.journal import APPEND, Journal, entries_of, fold, read_journal, transaction
from spieltisch.store.problems import BadEntries, in_words, is_damage

FOLD_AT = 4000  # appends in the journal; it is also folded before every change, so every few minutes
CHECKPOINT_S = 60  # so often at most `-wal` is moved into the file after a change


KEEP = (
    "insert into snapshots (of, seq, body, sum) values (?, ?, ?, ?) on conflict (of) do update "
    "set seq = excluded.seq, body = excluded.body, sum = excluded.sum "
    "where excluded.seq > snapshots.seq or typeof(snapshots.seq) <> 'integer'"
)

T = TypeVar("T")
Head = tuple[int, int]  # of a table: its last entry's number, and the sum of all
Failed = (sqlite3.Error, Conflict)


class FileStore:
    """A thread that writes and one that reads; `tell` is called in the thread of the loop that runs here."""

    ownership = None  # one server has the file, by its lock

    def __init__(self, path: Path, tell: Tell) -> None:
        self._path = path
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Sequence[Task] | None] = SimpleQueue()
        self._checkpoint_at = 0.0
        with ExitStack() as opening:
            opening.enter_context(locked(path))
            self._open(opening)
            self._opened = opening.pop_all()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reader")
        atexit.register(self._close)  # else a server that ends otherwise would leave its mark, and no `-wal`

    def _open(self, opening: ExitStack) -> None:
        """Whatever goes wrong, what was opened is closed again, and not marked as used."""
        self._writing = open_file(self._path)
        opening.callback(self._writing.close)
        opening.callback(self._clear_mark)
        with in_words(self._path):
            self._reading = connect(self._path)
            opening.callback(self._reading.close)
            self._last: int = self._reading.execute("select coalesce(max(number), 0) from tables").fetchone()[0]
            self._journal = read_journal(self._writing)  # as the file has it
            self._heads = heads_of(self._journal)
            set_mark(self._writing)

    # Writing

    async def new_number(self) -> int:
        self._last += 1
        return self._last

    def put(self, tasks: Sequence[Task]) -> None:
        self._queue.put(tasks)

    async def close(self) -> None:
        atexit.unregister(self._close)
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._reader.shutdown()
        self._queue.put(None)
        self._thread.join()
        self._opened.close()

    def _clear_mark(self) -> None:
        """If that cannot be written, `-wal` stays, and all is as after a crash."""
        with suppress(sqlite3.Error):
            if self._writing.in_transaction:
                self._writing.execute("rollback")
            clear_mark(self._writing)

    def _write_all(self) -> None:
        while True:
            batch = [self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get())
            began = perf_counter()
            tasks = [task for queued in batch if queued is not None for task in queued]
            changes = [task for task in tasks if not isinstance(task, (Append, Keep))]
            if tasks:
                done, failed = self._commit(tasks, changes)
                self._carry(CommitDone(done, failed, perf_counter() - began))
            if None in batch or len(self._journal) >= FOLD_AT:
                with suppress(sqlite3.Error), self._folding():  # else it stays in the journal for now
                    pass
            if changes:
                self._checkpoint()
            if None in batch:
                return

    def _carry(self, committed: CommitDone) -> None:
        """From the writer's thread to the loop's."""
        with suppress(RuntimeError):  # the loop is closed: the program ends, and nobody is left to be told
            self._loop.call_soon_threadsafe(self._tell, committed)

    def _checkpoint(self) -> None:
        """Now and then, when nobody waits: on a quiet evening `-wal` would not get long enough for SQLite to do it."""
        if perf_counter() >= self._checkpoint_at:
            self._checkpoint_at = perf_counter() + CHECKPOINT_S
            with suppress(sqlite3.Error):
                self._writing.execute("pragma wal_checkpoint(passive)")

    def _commit(self, tasks: list[Task], changes: list[Change]) -> tuple[list[Then], Failures]:
        """What is appended comes first: changes count it."""
        snapshots = [task for task in tasks if isinstance(task, Keep)]
        done, failed = self._append([task for task in tasks if isinstance(task, Append)], snapshots)
        for change in changes:
            error = self._change(change)
            if error is None:
                done.append(change.then)
            else:
                failed.append((change.then, error))
        return done, failed

    def _append(self, appends: list[Append], snapshots: list[Keep]) -> tuple[list[Then], Failures]:
        """All at once; if that fails each by itself, so that one bad table does not stop the others.

        Snapshots are left out then: the log tells it all.
        """
        try:
            self._write(appends, snapshots)
            return [append.then for append in appends], []
        except Failed as error:
            if len(appends) <= 1 and not snapshots:
                return [], [(append.then, in_store(error)) for append in appends]
        alone = [self._append([append], []) for append in appends]
        return [then for done, _ in alone for then in done], [one for _, failed in alone for one in failed]

    def _write(self, appends: list[Append], snapshots: list[Keep]) -> None:
        write = self._writing
        heads, entries = self._chained(appends)
        opened = [(append.of, append.opening) for append in appends if append.opening is not None]
        openings = [(of, opening.id, opening.keep_days, first_sum(opening.id)) for of, opening in opened]
        played = [(append.of, append.days) for append in appends if append.days is not None]
        body = msgpack.encode(entries)
        if openings or snapshots or played:
            kept = [(*snapshot, snapshot_sum(snapshot.seq, snapshot.body)) for snapshot in snapshots]
            with transaction(write):
                write.executemany("insert into tables (number, id, keep_days, head) values (?, ?, ?, ?)", openings)
                write.executemany(KEEP, kept)
                write_days(write, played)
                if entries:
                    write.execute(APPEND, (body,))
        elif entries:
            write.execute(APPEND, (body,))  # a commit of its own: one wait for the interpreter, not three
        self._journal += entries
        self._heads |= heads

    def _chained(self, appends: list[Append]) -> tuple[dict[int, Head], Journal]:
        """No entry is missing, none is there twice → the last one of each table; and all with their sums."""
        heads: dict[int, Head] = {}
        journal: Journal = []
        for of, entries, _, opening, _, _ in appends:
            head = heads.get(of) or self._heads.get(of)
            if head is None:
                head = (0, first_sum(opening.id)) if opening is not None else self._head_in_log(of)
            last, chain = head
            for seq, _, body in entries:
                if seq != last + 1:
                    raise Conflict(f"entry {seq} does not follow {last}")
                last, chain = seq, next_sum(chain, body)
            heads[of] = last, chain
            if entries:
                journal.append((of, entries, chain))
        return heads, journal

    def _head_in_log(self, of: int) -> Head:
        found: Head | None = self._writing.execute(
            f"select {LAST_SEQ}, head from tables where number = ?", (of,)
        ).fetchone()
        if found is None:
            raise Conflict("there is no such table")
        return found

    def _change(self, change: Change) -> Exception | None:
        try:
            if isinstance(change, PushChange):
                self._change_push(change)
            else:
                with self._folding():
                    self._writing.executemany(*statement_of(change))
        except sqlite3.Error as error:
            return in_store(error)
        self._heads = heads_of(self._journal)  # there may be fewer tables now
        return None

    def _change_push(self, change: PushChange) -> None:
        """No entries are counted: the journal stays as it is."""
        with transaction(self._writing):
            for statement, row in statements_of(change):
                self._writing.execute(statement, row)

    @contextmanager
    def _folding(self) -> Iterator[None]:
        """A transaction in which the log holds all entries."""
        with transaction(self._writing):
            left = fold(self._writing, self._journal)
            yield
        self._journal = left

    # Reading

    async def load(self, table: str) -> StoredTable | None:
        return await self._read(self._load, table)

    async def ages(self, after: int, most: int) -> list[TableAge]:
        return await self._read(self._ages, after, most)

    async def clock(self) -> AgeClock:
        return await self._read(read_clock, self._reading)

    async def count(self) -> int:
        return await self._read(self._count)

    async def due_tables(self, now: int, most: int) -> list[str]:
        return await self._read(due_tables, self._reading, now, most)

    async def next_wake(self) -> int | None:
        return await self._read(next_wake, self._reading)

    async def due_notices(self, now: int, most: int) -> list[StoredNotice]:
        return await self._read(due_notices, self._reading, now, most)

    async def next_notice(self) -> int | None:
        return await self._read(next_notice, self._reading)

    async def devices(self, of: int, seat: int) -> list[Subscription]:
        return await self._read(devices_of, self._reading, of, seat)

    async def summaries(self, tables: Sequence[str]) -> dict[str, StoredSummary]:
        return await self._read(summaries_of, self._reading, tables)

    async def secret(self, name: str) -> bytes | None:
        return await self._read(secret_of, self._reading, name)

    async def _read(self, call: Callable[..., T], *args: object) -> T:
        """In the reader's thread, one after the other."""
        try:
            return await self._loop.run_in_executor(self._reader, call, *args)
        except sqlite3.Error as error:
            raise in_store(error) from None

    def _load(self, table: str) -> StoredTable | None:
        number = 0
        try:
            found = self._reading.execute(
                f"select number, set_aside is not null and {AGES_FIT} from tables where id = ?", (table,)
            ).fetchone()
            if found is None:
                return None
            number, is_aside = found
            if is_aside:
                raise SetAside
            log = entries_of(self._reading, number)
            snapshot = snapshot_of(self._reading, number)
            return StoredTable(number, log, None if snapshot is None else snapshot[1])
        except BadEntries as bad:
            raise BadTable(number, str(bad)) from None
        except sqlite3.DatabaseError as error:
            if is_damage(error):
                raise BadTable(number, str(error)) from None
            raise

    def _ages(self, after: int, most: int) -> list[TableAge]:
        journal = heads_of(read_journal(self._reading))  # first, lest it be folded in between
        rows = self._reading.execute(
            f"select number, id, keep_days, {LAST_SEQ}, noticed_seq, noticed, set_aside from tables "
            f"where number > ? and {AGES_FIT} order by number limit ?",
            (after, most),
        ).fetchall()
        ages = [TableAge(*row) for row in rows]
        return [age._replace(seq=max(age.seq, journal.get(age.number, (0, 0))[0])) for age in ages]

    def _count(self) -> int:
        tables: int = self._reading.execute("select count(*) from tables").fetchone()[0]
        return tables


def in_store(error: Exception) -> StoreError:
    return error if isinstance(error, StoreError) else StoreError(str(error))


def heads_of(journal: Journal) -> dict[int, Head]:
    return {of: (entries[-1][0], chain) for of, entries, chain in journal}


def snapshot_of(connection: sqlite3.Connection, number: int) -> tuple[int, bytes] | None:
    """After which entry, and what it says. None: there is none, or it is not what was written. The log tells it all."""
    kept = "select seq, body, sum from snapshots where of = ? and typeof(seq) = 'integer' and typeof(body) = 'blob'"
    for seq, body, expected in connection.execute(kept, (number,)).fetchall():
        if snapshot_sum(seq, body) == expected:
            return seq, bytes(body)
    return None
