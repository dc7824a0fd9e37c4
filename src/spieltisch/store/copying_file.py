"""A file from which all tables are copied, or which is made of them."""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from spieltisch.store.age import AgeClock
from spieltisch.store.changes import AGES_FIT, SAVE_CLOCK, read_clock
from spieltisch.store.checksums import clock_sum, first_sum, next_sum, snapshot_sum
from spieltisch.store.contract import TableAge
from spieltisch.store.days import KEEP_SECRET, SUBSCRIBE, SUMMARIZE, devices_in, row_of, write_wake
from spieltisch.store.file import (
    VERSION,
    check_file,
    connect_to_read,
    finish,
    locked,
    new_file,
    open_file,
    user_version,
)
from spieltisch.store.file_store import KEEP, snapshot_of
from spieltisch.store.journal import entries_of, joined, read_journal, transaction
from spieltisch.store.problems import BadEntries, BadFile, in_words
from spieltisch.store.whole import LeftOut, WholeDays, WholeDevice, WholeTable

LONGEST_DAYS = 365
EPOCH = 0  # in a file there are none
AGES = f"select number, id, keep_days, 0, noticed_seq, noticed, set_aside, {AGES_FIT} from tables order by number"
NOTICES_TO = "select kind, turn, made, due, tries, body from notices where device = ? order by number"
COPY_NOTICE = (
    "insert into notices (of, seat, device, kind, turn, made, due, tries, body) values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


class FileCopy:
    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path, self._connection = path, connection

    @staticmethod
    @asynccontextmanager
    async def opened(path: Path) -> AsyncIterator["FileCopy"]:
        check_file(path)
        with locked(path), closing(connect_to_read(path)) as connection:
            version = user_version(connection)
            if version < VERSION:
                raise BadFile(
                    f"{path} was written by an older Spieltisch (file version {version} of {VERSION}). "
                    "Start a server on it once, which brings it up to date"
                )
            yield FileCopy(path, connection)

    @staticmethod
    @asynccontextmanager
    async def made(path: Path) -> AsyncIterator["FileCopy"]:
        with new_file(path) as unfinished, closing(open_file(unfinished)) as connection:
            with transaction(connection):
                yield FileCopy(path, connection)
            finish(connection)

    async def count(self) -> int:
        tables: int = self._connection.execute("select count(*) from tables").fetchone()[0]
        return tables

    async def tables(self) -> AsyncIterator[WholeTable | LeftOut]:
        with in_words(self._path):
            in_journal = times_in_journal(self._connection)
            rows = self._connection.execute(AGES).fetchall()
        for *row, fits in rows:
            age = TableAge(*row) if fits else unknown(TableAge(*row))
            with in_words(self._path):
                table = self._table(age, in_journal.get(age.number, {}))
            yield table

    def _table(self, age: TableAge, in_journal: dict[int, int]) -> WholeTable | LeftOut:
        try:
            log = entries_of(self._connection, age.number)
        except BadEntries as bad:
            return LeftOut(age.number, str(bad))
        times = times_in_log(self._connection, age.number) | in_journal
        entries = [(seq, times[seq], EPOCH, body) for seq, body in log]
        snapshot, days = snapshot_of(self._connection, age.number), self._days(age.number)
        return WholeTable(age._replace(seq=len(log)), EPOCH, entries, snapshot, days)

    def _days(self, number: int) -> WholeDays:
        read = self._connection.execute
        (wake_at,) = read("select wake_at from tables where number = ?", (number,)).fetchone()
        summary = read("select body from summaries where of = ?", (number,)).fetchone()
        devices = [
            WholeDevice(seat, device, read(NOTICES_TO, (known,)).fetchall())
            for known, seat, device in devices_in(self._connection, number)
        ]
        return WholeDays(wake_at, None if summary is None else summary[0], devices)

    async def write(self, table: WholeTable) -> None:
        """All entries of a table in one row, as if they had been folded at once."""
        age, write = table.age, self._connection.execute
        entries = [(seq, at, body) for seq, at, _, body in table.entries]
        head = first_sum(age.id)
        opened = (age.number, age.id, age.keep_days, head, age.noticed, age.noticed_seq, age.set_aside)
        write(
            "insert into tables (number, id, keep_days, head, noticed, noticed_seq, set_aside) "
            "values (?, ?, ?, ?, ?, ?, ?)",
            opened,
        )
        for _, _, body in entries:
            head = next_sum(head, body)
        row = (age.number, *entries[-1][:2], joined(entries), len(entries), head)
        write("insert into log (of, seq, at, body, count, chain) values (?, ?, ?, ?, ?, ?)", row)
        if table.snapshot is not None:
            write(KEEP, (age.number, *table.snapshot, snapshot_sum(*table.snapshot)))
        self._write_days(age.number, table.days)

    def _write_days(self, number: int, days: WholeDays) -> None:
        write = self._connection.execute
        if days.wake_at is not None:
            write_wake(self._connection, number, days.wake_at)
        if days.summary is not None:
            write(SUMMARIZE, {"of": number, "body": days.summary})
        for seat, device, notices in days.devices:
            known = write(SUBSCRIBE, {"of": number, "seat": seat, **row_of(device)}).lastrowid
            rows = [(number, seat, known, *notice) for notice in notices]
            self._connection.executemany(COPY_NOTICE, rows)

    async def read_clock(self) -> AgeClock:
        return read_clock(self._connection)

    async def write_clock(self, clock: AgeClock) -> None:
        row = (clock.running, clock.wall, json.dumps(clock.gaps), json.dumps(clock.stood))
        self._connection.execute(SAVE_CLOCK, (*row, clock_sum(*row)))

    async def read_secrets(self) -> dict[str, bytes]:
        return dict(self._connection.execute("select name, value from secrets").fetchall())

    async def write_secrets(self, secrets: dict[str, bytes]) -> None:
        rows = [{"name": name, "value": value} for name, value in secrets.items()]
        self._connection.executemany(KEEP_SECRET, rows)


def unknown(age: TableAge) -> TableAge:
    """Where it is damaged: the table is kept for the longest time, from when it is next looked at."""
    return age._replace(keep_days=LONGEST_DAYS, noticed_seq=-1, noticed=0, set_aside=None)


def times_in_log(connection: sqlite3.Connection, number: int) -> dict[int, int]:
    """Of each entry; a row knows its last one's."""
    rows = connection.execute("select seq, count, at from log where of = ?", (number,))
    return {seq: at for last, count, at in rows for seq in range(last - count + 1, last + 1)}


def times_in_journal(connection: sqlite3.Connection) -> dict[int, dict[int, int]]:
    times: dict[int, dict[int, int]] = {}
    for of, entries, _ in read_journal(connection):
        times.setdefault(of, {}).update((seq, at) for seq, at, _ in entries)
    return times
