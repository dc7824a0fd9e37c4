"""Files of before there were sums (version 3 and older): each gets those of what it holds."""

import sqlite3
from itertools import groupby
from operator import itemgetter

from msgspec import DecodeError, msgpack

from spieltisch.store.checksums import clock_sum, first_sum, next_sum, snapshot_sum
from spieltisch.store.contract import Entry
from spieltisch.store.journal import APPEND, split
from spieltisch.store.problems import BadEntries

OldJournal = list[tuple[int, list[Entry]]]


def sum_up(connection: sqlite3.Connection) -> None:
    """Within a transaction, once the columns are there."""
    tables = connection.execute("select number, id from tables").fetchall()
    heads = {number: first_sum(str(table)) for number, table in tables}
    sum_up_log(connection, heads)
    connection.executemany("update tables set head = ? where number = ?", [(head, of) for of, head in heads.items()])
    connection.execute("update tables set keep_days = keep_days")  # for the sums of their ages
    sum_up_journal(connection, heads)
    readable = "typeof(seq) = 'integer' and typeof(body) = 'blob'"  # in a damaged file nothing is what it should be
    snapshots = connection.execute(f"select of, seq, body from snapshots where {readable}").fetchall()
    sums = [(snapshot_sum(seq, body), of) for of, seq, body in snapshots]
    connection.executemany("update snapshots set sum = ? where of = ?", sums)
    for clock in connection.execute("select running, wall, gaps, stood from clock").fetchall():
        connection.execute("update clock set sum = ?", (clock_sum(*clock),))


def sum_up_log(connection: sqlite3.Connection, heads: dict[int, int]) -> None:
    rows = connection.execute("select of, rowid, seq, count, body from log order by of, seq")
    sums = []
    for of, own in groupby(rows, key=itemgetter(0)):
        for _, row, *stored in own:
            for body in bodies_of(*stored):
                heads[of] = next_sum(heads.get(of, 0), body)
            sums.append((heads.get(of, 0), row))
    connection.executemany("update log set chain = ? where rowid = ?", sums)


def bodies_of(seq: int, count: int, body: bytes) -> list[bytes]:
    try:
        return [one for _, one in split(seq, count, body)]
    except BadEntries:
        return []  # whoever loads the table will find that out again


def sum_up_journal(connection: sqlite3.Connection, heads: dict[int, int]) -> None:
    """The same rows, with sums."""
    rows = connection.execute("select body from journal order by number").fetchall()
    connection.execute("delete from journal")
    for (body,) in rows:
        connection.execute(APPEND, (msgpack.encode(with_sums(old_journal(body), heads)),))


def old_journal(body: bytes) -> OldJournal:
    try:
        return msgpack.decode(body, type=OldJournal)
    except (DecodeError, TypeError):
        raise BadEntries("a row of the journal cannot be read") from None


def with_sums(appends: OldJournal, heads: dict[int, int]) -> list[tuple[int, list[Entry], int]]:
    summed = []
    for of, entries in appends:
        for _, _, body in entries:
            heads[of] = next_sum(heads.get(of, 0), body)
        summed.append((of, entries, heads.get(of, 0)))
    return summed
