"""Entries on their way into the log: a commit is one row of the journal, and now and then the journal is folded.

Then the log gets one row for each table, however many entries that has; `seq` and `at` are those of the last one.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from msgspec import DecodeError, msgpack

Entry = tuple[int, int, bytes]  # sequence number, time, body
Journal = list[tuple[int, Sequence[Entry]]]  # of which table, in the order in which they were written

APPEND = "insert into journal (body) values (?)"
LARGEST_INSERT = 256  # rows

_decoder = msgpack.Decoder(list[tuple[int, list[Entry]]])
_bodies = msgpack.Decoder(list[bytes])


@contextmanager
def transaction(write: sqlite3.Connection) -> Iterator[None]:
    write.execute("begin immediate")
    try:
        yield
        write.execute("commit")
    except BaseException:
        if write.in_transaction:
            write.execute("rollback")
        raise


def read_journal(connection: sqlite3.Connection) -> Journal:
    rows = connection.execute("select body from journal order by number").fetchall()
    return list(chain.from_iterable(_decoder.decode(body) for (body,) in rows))


def entries_of(connection: sqlite3.Connection, number: int) -> list[tuple[int, bytes]]:
    """A table's log, from 1 on. (One statement, so that nothing is folded in the middle of it.)"""
    rows = connection.execute(
        "select 0, seq, count, body from log where of = ? "
        "union all select 1, number, 0, body from journal order by 1, 2",
        (number,),
    ).fetchall()
    log: list[tuple[int, bytes]] = []
    for is_journal, place, count, body in rows:
        if is_journal:
            log += [(seq, one) for of, entries in _decoder.decode(body) if of == number for seq, _, one in entries]
        else:
            log += split(place, count, body)
    return log


def fold(write: sqlite3.Connection, journal: Journal) -> Journal:
    """Within a transaction → what stays in the journal, because it does not follow what the log holds.

    That cannot be, unless somebody else wrote into the file; then it harms that table alone.
    """
    by_table: dict[int, list[Entry]] = {}
    for of, entries in journal:
        by_table.setdefault(of, []).extend(entries)
    left = fold_runs(write, list(by_table.items()))
    write.execute("delete from journal")
    if left:
        write.execute(APPEND, (msgpack.encode(left),))
    return left


def fold_runs(write: sqlite3.Connection, runs: Journal) -> Journal:
    """In one statement, as each is one wait for the interpreter, which the loop's thread holds; else half by half."""
    if not runs:
        return []
    if len(runs) <= LARGEST_INSERT:
        rows = [(of, entries[-1][0], entries[-1][1], joined(entries), len(entries)) for of, entries in runs]
        values = ", ".join(["(?, ?, ?, ?, ?)"] * len(rows))
        try:
            write.execute(f"insert into log (of, seq, at, body, count) values {values}", [*chain.from_iterable(rows)])
            return []
        except sqlite3.IntegrityError:
            if len(runs) == 1:
                return runs
    half = len(runs) // 2
    return fold_runs(write, runs[:half]) + fold_runs(write, runs[half:])


def joined(entries: Sequence[Entry]) -> bytes:
    """As a row of the log holds them: one by itself, several as a list of bytes."""
    return entries[0][2] if len(entries) == 1 else msgpack.encode([body for _, _, body in entries])


def split(seq: int, count: int, body: bytes) -> list[tuple[int, bytes]]:
    """The entries of a row, the last of which is `seq`. What cannot be split counts as one, which cannot be read."""
    if count == 1:
        return [(seq, body)]
    try:
        return list(enumerate(_bodies.decode(body), start=seq - count + 1))
    except DecodeError:
        return [(seq, b"")]
