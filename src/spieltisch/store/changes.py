"""What becomes of tables in time, in the file: their age is noted, they are set aside, they are deleted."""

import json
import sqlite3
from contextlib import suppress

from spieltisch.store.age import AgeClock, Gap
from spieltisch.store.checksums import AGES_SUM, clock_sum
from spieltisch.store.contract import AgeChange, DeleteSetAside, DeleteTable, Notice, NoticeAll, PutAside, SaveClock
from spieltisch.store.file import SUMS_SINCE, user_version

AGES_FIT = f"ages_sum = {AGES_SUM}"  # else nothing is known of a table's age: it is kept
LAST_SEQ = "(select coalesce(max(seq), 0) from log where of = number)"
SAVE_CLOCK = "update clock set running = ?, wall = ?, gaps = ?, stood = ?, sum = ?"
NOTICE = "update tables set noticed = ?, noticed_seq = ? where number = ?"
NOTICE_ALL = f"update tables set noticed = ?, noticed_seq = {LAST_SEQ} where noticed_seq <> {LAST_SEQ}"
PUT_ASIDE = f"update tables set set_aside = ? where number = ? and {LAST_SEQ} = ?"
DELETE_SET_ASIDE = "delete from tables where number = ? and set_aside = ?"
DELETE = "delete from tables where number = ?"

Row = tuple[object, ...]


def statement_of(change: AgeChange) -> tuple[str, list[Row]]:
    """In SQLite's words: a statement, and the rows for which it is carried out."""
    match change:
        case SaveClock(clock):
            row = (clock.running, clock.wall, json.dumps(clock.gaps), json.dumps(clock.stood))
            return SAVE_CLOCK, [(*row, clock_sum(*row))]
        case Notice(tables, now):
            return NOTICE, [(now, table.seq, table.number) for table in tables]
        case NoticeAll(now):
            return NOTICE_ALL, [(now,)]
        case PutAside(tables, now):
            return PUT_ASIDE, [(now, table.number, table.seq) for table in tables]
        case DeleteSetAside(tables):
            return DELETE_SET_ASIDE, [(table.number, table.set_aside) for table in tables]
        case DeleteTable(number):
            return DELETE, [(number,)]


def read_clock(connection: sqlite3.Connection) -> AgeClock:
    """As it was saved last; if it was changed since, one by which no table is older than it is."""
    if clock_is_whole(connection):
        with suppress(ValueError, TypeError):  # it was changed before there were sums
            running, wall, gaps, stood = connection.execute("select running, wall, gaps, stood from clock").fetchone()
            return AgeClock(running, wall, [Gap(*gap) for gap in json.loads(gaps)], json.loads(stood))
    return AgeClock(running_at_least(connection))


def clock_is_whole(connection: sqlite3.Connection) -> bool:
    if user_version(connection) < SUMS_SINCE:
        return True
    found = connection.execute("select sum, running, wall, gaps, stood from clock").fetchone()
    return found is not None and found[0] == clock_sum(*found[1:])


def running_at_least(connection: sqlite3.Connection) -> int:
    """When something was last noted of a table."""
    noted = f"select max(noticed), max(set_aside) from tables where {AGES_FIT}"
    return max(when or 0 for when in connection.execute(noted).fetchone())
