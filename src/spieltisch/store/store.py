"""One writer, no waiting window: whatever has queued up while the last commit ran goes into the next one."""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import NamedTuple

from spieltisch.store.file import connect, locked, open_file

LARGEST_INSERT = 256  # rows
DAY_MS = 24 * 60 * 60 * 1000

Then = Callable[[Exception | None], None]


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
        self._queue: SimpleQueue[Sequence[Append | Keep] | None] = SimpleQueue()
        self._read_lock = threading.Lock()
        self._last: int = self._reading.execute("select coalesce(max(number), 0) from tables").fetchone()[0]
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    # Writing

    def new_number(self) -> int:
        """For a table that is about to be opened."""
        self._last += 1
        return self._last

    def put(self, tasks: Sequence[Append | Keep]) -> None:
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
            if tasks:
                self._tell(Committed(self._commit(appends, snapshots), perf_counter() - began))
            if None in batch:
                return

    def _commit(self, appends: list[Append], snapshots: list[Keep]) -> list[tuple[Then, Exception | None]]:
        """All at once; if that fails each by itself, so that one bad table does not stop the others.

        Snapshots are left out then: the log tells it all.
        """
        try:
            self._write(appends, snapshots)
            return [(append.then, None) for append in appends]
        except sqlite3.Error as error:
            if len(appends) <= 1 and not snapshots:
                return [(append.then, error) for append in appends]
        return [ended for append in appends for ended in self._commit([append], [])]

    def _write(self, appends: list[Append], snapshots: list[Keep]) -> None:
        write = self._writing
        write.execute("begin immediate")
        try:
            openings = [(append.of, *append.opening) for append in appends if append.opening is not None]
            insert(write, "insert into tables (number, id, keep_days)", openings)
            rows = [(append.of, *entry) for append in appends for entry in append.entries]
            insert(write, "insert into log (of, seq, at, body)", rows)
            insert(write, "insert or replace into snapshots (of, seq, body)", snapshots)
            write.execute("commit")
        except BaseException:
            if write.in_transaction:
                write.execute("rollback")
            raise

    # Reading (from any thread)

    def load(self, table: str) -> StoredTable | None:
        with self._read_lock:
            found = self._reading.execute("select number from tables where id = ?", (table,)).fetchone()
            if found is None:
                return None
            log = self._reading.execute("select seq, body from log where of = ? order by seq", found).fetchall()
            snapshot = self._reading.execute("select body from snapshots where of = ?", found).fetchone()
        return StoredTable(found[0], log, snapshot and snapshot[0])

    def outdated(self, now: int) -> list[str]:
        """Tables whose time is up, counted from their last entry."""
        with self._read_lock:
            rows = self._reading.execute(
                "select id from tables where ? > keep_days * ? + "
                "coalesce((select at from log where of = number order by seq desc limit 1), 0)",
                (now, DAY_MS),
            )
            return [row[0] for row in rows]

    def delete(self, tables: Sequence[str]) -> None:
        """With their logs; the space is used again."""
        with self._read_lock:
            self._reading.executemany("delete from tables where id = ?", [(table,) for table in tables])

    def count(self) -> int:
        with self._read_lock:
            tables: int = self._reading.execute("select count(*) from tables").fetchone()[0]
            return tables
