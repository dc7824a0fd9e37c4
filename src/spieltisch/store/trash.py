"""What is set aside: looked at and brought back, from outside, also while a server runs on the file."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from spieltisch.store.age import DAY_MS
from spieltisch.store.changes import LAST_SEQ, read_clock
from spieltisch.store.file import check_file, clear_mark, connect, connect_to_read, locked, user_version
from spieltisch.store.journal import split
from spieltisch.store.problems import BadEntries, BadFile, in_words

ASIDE_DAYS = 14  # between setting aside and deleting for good: days in which the server runs
UNSAVED_MS = 10 * 60 * 1000  # of running that a server may not have saved yet; it does so every five minutes
SINCE = 2  # the version of the file from which on there is anything to be set aside
JOINED_SINCE = 3  # … from which on a row of the log may hold several entries


class Trashed(NamedTuple):
    id: str
    opened: bytes  # its first entry
    days: float  # of running for which it has been set aside
    days_left: float  # until it is deleted for good


def trash_of(path: Path) -> list[Trashed]:
    """Those that are deleted next come first."""
    check_file(path)
    with in_words(path), closing(connect_to_read(path)) as connection:
        if user_version(connection) < SINCE:
            return []
        clock = read_clock(connection)
        count = "count" if user_version(connection) >= JOINED_SINCE else "1"
        rows = connection.execute(
            f"select id, set_aside, min(seq), {count}, body from tables join log on of = number "
            "where set_aside is not null group by number order by set_aside, number"
        ).fetchall()
    aged = [(table, first_entry(*row), (clock.running - since) / DAY_MS) for table, since, *row in rows]
    return [Trashed(table, opened, days, max(ASIDE_DAYS - days, 0)) for table, opened, days in aged]


def first_entry(seq: int, count: int, body: bytes) -> bytes:
    """Nothing if it cannot be read."""
    with suppress(BadEntries):
        return split(seq, count, body)[0][1]
    return b""


def bring_back(path: Path, table: str | None) -> int:
    """One table, or all (None) → how many. Their time begins anew."""
    check_file(path)
    with in_words(path), closing(connect(path)) as connection:
        if user_version(connection) < SINCE:
            return 0
        back = write_back(connection, table)
        with suppress(BadFile), locked(path):  # no server runs: whoever closes it last takes in what a crash has left
            clear_mark(connection)
        return back


def write_back(connection: sqlite3.Connection, table: str | None) -> int:
    """Their time begins a little later, after a gap that lies behind us and is seen only at the next start or look."""
    return connection.execute(
        f"update tables set set_aside = null, noticed = (select running + ? from clock), noticed_seq = {LAST_SEQ} "
        "where set_aside is not null and id = coalesce(?, id)",
        (UNSAVED_MS, table),
    ).rowcount
