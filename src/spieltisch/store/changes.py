"""What becomes of tables in time, as changes of the file: their age is noted, they are set aside, they are deleted."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from spieltisch.store.age import AgeClock, Gap
from spieltisch.store.checksums import AGES_SUM, clock_sum
from spieltisch.store.file import SUMS_SINCE, user_version

Then = Callable[[Exception | None], None]


class Change(NamedTuple):
    """What is no entry, a statement for each row: how old tables are, which are set aside, which are deleted."""

    statement: str
    rows: Sequence[tuple[object, ...]]
    then: Then


class TableAge(NamedTuple):
    """What says whether a table's time is up. Times are those of `AgeClock.running`."""

    number: int
    id: str
    keep_days: int
    seq: int  # of the last entry
    noticed_seq: int  # … when that was last looked at,
    noticed: int  # … and when it was first seen to be the last one
    set_aside: int | None  # when; None: it is not


AGES_FIT = f"ages_sum = {AGES_SUM}"  # else nothing is known of a table's age: it is kept
LAST_SEQ = "(select coalesce(max(seq), 0) from log where of = number)"


def save_clock(clock: AgeClock, then: Then) -> Change:
    row = (clock.running, clock.wall, json.dumps(clock.gaps), json.dumps(clock.stood))
    statement = "update clock set running = ?, wall = ?, gaps = ?, stood = ?, sum = ?"
    return Change(statement, [(*row, clock_sum(*row))], then)


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


def notice(tables: Sequence[TableAge], now: int, then: Then) -> Change:
    """Their last entry is a new one: their time begins now."""
    rows = [(now, table.seq, table.number) for table in tables]
    return Change("update tables set noticed = ?, noticed_seq = ? where number = ?", rows, then)


def notice_all(now: int, then: Then) -> Change:
    """Every table that has new entries."""
    return Change(
        f"update tables set noticed = ?, noticed_seq = {LAST_SEQ} where noticed_seq <> {LAST_SEQ}", [(now,)], then
    )


def set_aside(tables: Sequence[TableAge], now: int, then: Then) -> Change:
    """Unless something has happened there in the meantime."""
    rows = [(now, table.number, table.seq) for table in tables]
    return Change(f"update tables set set_aside = ? where number = ? and {LAST_SEQ} = ?", rows, then)


def delete_set_aside(tables: Sequence[TableAge], then: Then) -> Change:
    """For good, unless somebody has brought them back in the meantime."""
    rows = [(table.number, table.set_aside) for table in tables]
    return Change("delete from tables where number = ? and set_aside = ?", rows, then)


def delete(number: int, then: Then) -> Change:
    """With everything that was played there."""
    return Change("delete from tables where number = ?", [(number,)], then)
