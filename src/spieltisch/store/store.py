"""One writer, no waiting window: whatever has queued up while the last commit ran goes into the next one."""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import NamedTuple

from spieltisch.store.age import AgeClock
from spieltisch.store.changes import LAST_SEQ, Change, TableAge, Then, read_clock
from spieltisch.store.file import connect, locked, open_file

LARGEST_INSERT = 256  # rows


class Opening(NamedTuple):
    """A new table: its link, and for how many days after the last entry it is kept."""

    id: str
    keep_days: int


class Append(NamedTuple):
    """Entries that belong together, and what to do when they are on the disk (None) or could not be written."""

    of: int
    entries: Sequence[tuple[int, int, bytes]]  # sequence number, time, body
    then: Then
    opening: Opening | None = None


class Keep(NamedTuple):
    """A snapshot, in the place of an older one."""

    of: int
    seq: int
    body: bytes


class Committed(NamedTuple):
    """The ends of a commit: whom to tell, and how long it took."""

    thens: list[tuple[Then, Exception | None]]
    seconds: float


class StoredTable(NamedTuple):
    number: int
    log: list[tuple[int, bytes]]
    snapshot: bytes | None


class SetAside(Exception):
    """The table's time was up: it is not loaded, but it can still be brought back."""


def insert(write: sqlite3.Connection, into: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Many rows in few statements: each is one wait for the interpreter, which the loop's thread holds.

    In chunks of 256, 128, 64 … rows, so that there are only nine statements to prepare.
    """
    done = 0
    while done < len(rows):
        size = min(1 << (len(rows) - done).bit_length() - 1, LARGEST_INSERT)
        chunk = rows[done : done + size]
        one = f"({', '.join('?' * len(chunk[0]))})"
        write.execute(f"{into} values {', '.join([one] * size)}", list(chain.from_iterable(chunk)))
        done += size


class Store:
    """`tell` is called in the writer's thread after every commit: the owner carries it to its own thread."""

    def __init__(self, path: Path, tell: Callable[[Committed], None]) -> None:
        self._lock = locked(path)
        self._lock.__enter__()
        try:
            self._writing = open_file(path)
            self._reading = connect(path)
        except BaseException:
            self._lock.__exit__(None, None, None)
            raise
        self._tell = tell
        self._queue: SimpleQueue[Sequence[Append | Keep | Change] | None] = SimpleQueue()
        self._read_lock = threading.Lock()
        self._last: int = self._reading.execute("select coalesce(max(number), 0) from tables").fetchone()[0]
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    # Writing

    def new_number(self) -> int:
        """For a table that is about to be opened."""
        self._last += 1
        return self._last

    def put(self, tasks: Sequence[Append | Keep | Change]) -> None:
        self._queue.put(tasks)

    def close(self) -> None:
        """After everything that was appended is on the disk."""
        self._queue.put(None)
        self._thread.join()
        self._writing.close()
        self._reading.close()
        self._lock.__exit__(None, None, None)

    def _write_all(self) -> None:
        while True:
            batch = [self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get())
            began = perf_counter()
            tasks = [task for queued in batch if queued is not None for task in queued]
            snapshots = [task for task in tasks if isinstance(task, Keep)]
            appends = [task for task in tasks if isinstance(task, Append)]
            changes = [task for task in tasks if isinstance(task, Change)]
            if tasks:
                self._tell(Committed(self._commit(appends, changes, snapshots), perf_counter() - began))
            if None in batch:
                return

    def _commit(
        self, appends: list[Append], changes: list[Change], snapshots: list[Keep]
    ) -> list[tuple[Then, Exception | None]]:
        """All at once; if that fails each by itself, so that one bad table does not stop the others.

        Snapshots are left out then: the log tells it all.
        """
        tasks: list[Append | Change] = [*appends, *changes]
        try:
            self._write(appends, changes, snapshots)
            return [(task.then, None) for task in tasks]
        except sqlite3.Error as error:
            if len(tasks) <= 1 and not snapshots:
                return [(task.then, error) for task in tasks]
        alone = [self._commit([append], [], []) for append in appends]
        alone += [self._commit([], [change], []) for change in changes]
        return list(chain.from_iterable(alone))

    def _write(self, appends: list[Append], changes: list[Change], snapshots: list[Keep]) -> None:
        write = self._writing
        write.execute("begin immediate")
        try:
            openings = [(append.of, *append.opening) for append in appends if append.opening is not None]
            insert(write, "insert into tables (number, id, keep_days)", openings)
            rows = [(append.of, *entry) for append in appends for entry in append.entries]
            insert(write, "insert into log (of, seq, at, body)", rows)
            insert(write, "insert or replace into snapshots (of, seq, body)", snapshots)
            for change in changes:
                write.executemany(change.statement, change.rows)
            write.execute("commit")
        except BaseException:
            if write.in_transaction:
                write.execute("rollback")
            raise

    # Reading (from any thread)

    def load(self, table: str) -> StoredTable | None:
        """None: there is no such table. One that is set aside is not loaded: SetAside."""
        with self._read_lock:
            found = self._reading.execute("select number, set_aside from tables where id = ?", (table,)).fetchone()
            if found is None:
                return None
            number, set_aside = found
            if set_aside is not None:
                raise SetAside
            log = self._reading.execute("select seq, body from log where of = ? order by seq", (number,)).fetchall()
            snapshot = self._reading.execute("select body from snapshots where of = ?", (number,)).fetchone()
        return StoredTable(number, log, snapshot and snapshot[0])

    def ages(self, after: int, most: int) -> list[TableAge]:
        """Of so many tables, in order of their numbers: a few at a time, so that nobody waits for long."""
        with self._read_lock:
            rows = self._reading.execute(
                f"select number, id, keep_days, {LAST_SEQ}, noticed_seq, noticed, set_aside from tables "
                "where number > ? order by number limit ?",
                (after, most),
            )
            return [TableAge(*row) for row in rows]

    def clock(self) -> AgeClock:
        """As it was saved last."""
        with self._read_lock:
            return read_clock(self._reading)

    def count(self) -> int:
        with self._read_lock:
            tables: int = self._reading.execute("select count(*) from tables").fetchone()[0]
            return tables
