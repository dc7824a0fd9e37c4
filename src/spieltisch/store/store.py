"""One writer, no waiting window: whatever has queued up while the last commit ran goes into the next one.

A commit writes the entries of all tables into one row of the journal.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import NamedTuple

from msgspec import DecodeError, msgpack

from spieltisch.store.age import AgeClock
from spieltisch.store.changes import LAST_SEQ, Change, TableAge, Then, read_clock
from spieltisch.store.file import BadFile, connect, locked, open_file
from spieltisch.store.journal import APPEND, Entry, Journal, entries_of, fold, read_journal, transaction

FOLD_AT = 4000  # appends in the journal; it is also folded before every change, so every few minutes


class Opening(NamedTuple):
    """A new table: its link, and for how many days after the last entry it is kept."""

    id: str
    keep_days: int


class Append(NamedTuple):
    """Entries that belong together, and what to do when they are on the disk (None) or could not be written."""

    of: int
    entries: Sequence[Entry]
    then: Then
    opening: Opening | None = None


class Keep(NamedTuple):
    """A snapshot, in the place of an older one."""

    of: int
    seq: int
    body: bytes


Failures = list[tuple[Then, Exception]]


class CommitDone(NamedTuple):
    """Whom to tell that it is on the disk, or why it is not; and how long it took."""

    done: list[Then]
    failed: Failures
    seconds: float


class StoredTable(NamedTuple):
    number: int
    log: list[tuple[int, bytes]]
    snapshot: bytes | None


class SetAside(Exception):
    """The table's time was up: it is not loaded, but it can still be brought back."""


class Store:
    """`tell` is called in the writer's thread after every commit: the owner carries it to its own thread."""

    def __init__(self, path: Path, tell: Callable[[CommitDone], None]) -> None:
        self._lock = locked(path)
        self._lock.__enter__()
        try:
            self._writing = open_file(path)
            self._reading = connect(path)
            self._journal = read_journal(self._writing)  # as the file has it
        except DecodeError as error:
            self._lock.__exit__(None, None, None)
            raise BadFile(f"{path} is damaged ({error}). Restore a backup into a new file") from None
        except BaseException:
            self._lock.__exit__(None, None, None)
            raise
        self._last_seq = last_of_each(self._journal)
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
            if tasks:
                done, failed = self._commit(tasks)
                self._tell(CommitDone(done, failed, perf_counter() - began))
            if None in batch or len(self._journal) >= FOLD_AT:
                with suppress(sqlite3.Error), self._folding():  # else it stays in the journal for now
                    pass
            if None in batch:
                return

    def _commit(self, tasks: list[Append | Keep | Change]) -> tuple[list[Then], Failures]:
        snapshots = [task for task in tasks if isinstance(task, Keep)]
        done, failed = self._append([task for task in tasks if isinstance(task, Append)], snapshots)
        for change in [task for task in tasks if isinstance(task, Change)]:
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
        except sqlite3.Error as error:
            if len(appends) <= 1 and not snapshots:
                return [], [(append.then, error) for append in appends]
        alone = [self._append([append], []) for append in appends]
        return [then for done, _ in alone for then in done], [one for _, failed in alone for one in failed]

    def _write(self, appends: list[Append], snapshots: list[Keep]) -> None:
        write = self._writing
        last_seq = self._check_order(appends)
        openings = [(append.of, *append.opening) for append in appends if append.opening is not None]
        entries = [(append.of, append.entries) for append in appends]
        body = msgpack.encode(entries)
        if openings or snapshots:
            with transaction(write):
                write.executemany("insert into tables (number, id, keep_days) values (?, ?, ?)", openings)
                write.executemany("insert or replace into snapshots (of, seq, body) values (?, ?, ?)", snapshots)
                write.execute(APPEND, (body,))
        elif entries:
            write.execute(APPEND, (body,))  # a commit of its own: one wait for the interpreter, not three
        self._journal += entries
        self._last_seq |= last_seq

    def _check_order(self, appends: list[Append]) -> dict[int, int]:
        """No entry is missing, none is there twice → the last one of each table."""
        last_seq: dict[int, int] = {}
        for of, entries, _, opening in appends:
            last = last_seq.get(of) or self._last_seq.get(of)
            if last is None:
                last = 0 if opening is not None else self._last_in_log(of)
            for seq, _, _ in entries:
                if seq != last + 1:
                    raise sqlite3.IntegrityError(f"entry {seq} does not follow {last}")
                last = seq
            last_seq[of] = last
        return last_seq

    def _last_in_log(self, of: int) -> int:
        found = self._writing.execute(f"select {LAST_SEQ} from tables where number = ?", (of,)).fetchone()
        if found is None:
            raise sqlite3.IntegrityError("there is no such table")
        last: int = found[0]
        return last

    def _change(self, change: Change) -> Exception | None:
        try:
            with self._folding():
                self._writing.executemany(change.statement, change.rows)
        except sqlite3.Error as error:
            return error
        self._last_seq = last_of_each(self._journal)  # there may be fewer tables now
        return None

    @contextmanager
    def _folding(self) -> Iterator[None]:
        """A transaction in which the log holds all entries."""
        with transaction(self._writing):
            left = fold(self._writing, self._journal)
            yield
        self._journal = left

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
            log = entries_of(self._reading, number)
            snapshot = self._reading.execute("select body from snapshots where of = ?", (number,)).fetchone()
        return StoredTable(number, log, snapshot and snapshot[0])

    def ages(self, after: int, most: int) -> list[TableAge]:
        """Of so many tables, in order of their numbers: a few at a time, so that nobody waits for long."""
        with self._read_lock:
            journal = last_of_each(read_journal(self._reading))  # first, lest it be folded in between
            rows = self._reading.execute(
                f"select number, id, keep_days, {LAST_SEQ}, noticed_seq, noticed, set_aside from tables "
                "where number > ? order by number limit ?",
                (after, most),
            ).fetchall()
        ages = [TableAge(*row) for row in rows]
        return [age._replace(seq=max(age.seq, journal.get(age.number, 0))) for age in ages]

    def clock(self) -> AgeClock:
        """As it was saved last."""
        with self._read_lock:
            return read_clock(self._reading)

    def count(self) -> int:
        with self._read_lock:
            tables: int = self._reading.execute("select count(*) from tables").fetchone()[0]
            return tables


def last_of_each(journal: Journal) -> dict[int, int]:
    return {of: entries[-1][0] for of, entries in journal}
