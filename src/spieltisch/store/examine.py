"""A file looked at from end to end, read-only, also beside a running server: what `spieltisch check` tells."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from spieltisch.store.changes import AGES_FIT, clock_is_whole
from spieltisch.store.checksums import WAKE_SUM
from spieltisch.store.file import (
    DAYS_SINCE,
    PRIVATE,
    SUMS_SINCE,
    VERSION,
    check_file,
    connect_to_read,
    unused,
    user_version,
)
from spieltisch.store.journal import entries_of, read_journal
from spieltisch.store.problems import BadEntries, in_words
from spieltisch.store.wal import beside, has_wal


class Examined(NamedTuple):
    version: int
    tables: int
    entries: int
    running: bool  # a server is on it
    was_killed: bool  # … or was, and had no time to close it
    bad: dict[int, str]  # tables, by their number: what is wrong
    notes: list[str]  # what else is not as it should be


def examine(path: Path) -> Examined:
    """BadFile if it cannot be used at all."""
    check_file(path)
    with in_words(path), unused(path) as is_unused:
        was_killed = is_unused and has_wal(path)
    notes = open_to_others(path)
    with in_words(path), closing(connect_to_read(path)) as connection:
        version = user_version(connection)
        if version == 0:
            return Examined(version, 0, 0, not is_unused, was_killed, {}, [*notes, "there is nothing in it yet"])
        tables = [number for (number,) in connection.execute("select number from tables order by number")]
        if version < SUMS_SINCE:
            notes.append(f"it has version {version} of {VERSION}: its tables get their sums when a server opens it")
            return Examined(version, len(tables), 0, not is_unused, was_killed, {}, notes)
        read_journal(connection)
        entries, bad = examine_tables(connection, tables)
        notes += odd_ages(connection) + odd_wakes(connection)
    return Examined(version, len(tables), entries, not is_unused, was_killed, bad, notes)


def examine_tables(connection: sqlite3.Connection, tables: list[int]) -> tuple[int, dict[int, str]]:
    entries, bad = 0, {}
    for number in tables:
        try:
            entries += len(entries_of(connection, number))
        except BadEntries as error:
            bad[number] = str(error)
    return entries, bad


def open_to_others(path: Path) -> list[str]:
    files = [file for file in (path, beside(path, "-wal"), beside(path, "-shm")) if file.exists()]
    wide = [file.name for file in files if file.stat().st_mode & 0o777 & ~PRIVATE]
    return [f"others may read {', '.join(wide)}: the server makes them private when it opens the file"] if wide else []


def odd_ages(connection: sqlite3.Connection) -> list[str]:
    """Of what is not whole there, nobody's table is deleted: it only stays too long."""
    notes = []
    if not clock_is_whole(connection):
        notes.append("the clock by which tables age is damaged: it begins anew")
    odd = [str(number) for (number,) in connection.execute(f"select number from tables where not ({AGES_FIT})")]
    if odd:
        notes.append(f"the age of tables number {', '.join(odd)} is damaged: they are kept")
    return notes


def odd_wakes(connection: sqlite3.Connection) -> list[str]:
    """Whoever opens the table puts it right."""
    if user_version(connection) < DAYS_SINCE:
        return []
    odd = [str(number) for (number,) in connection.execute(f"select number from tables where wake_sum <> {WAKE_SUM}")]
    return [f"when tables number {', '.join(odd)} are to be woken is damaged: open them once"] if odd else []
