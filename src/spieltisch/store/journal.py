"""Entries on their way into the log: a commit is one row of the journal, and now and then the journal is folded.

Then the log gets one row for each table, however many entries that has; `seq`, `at` and `chain` are the last one's.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Annotated

from msgspec import DecodeError, Meta, msgpack

from spieltisch.store.checksums import first_sum, next_sum
from spieltisch.store.contract import Entry
from spieltisch.store.problems import BadEntries

Journal = list[tuple[int, Sequence[Entry], int]]  # of which table, in the order in which they were written; their sum

APPEND = "insert into journal (body) values (?)"
LARGEST_INSERT = 256  # rows

Whole = Annotated[int, Meta(ge=0, le=2**63 - 1)]  # what SQLite can hold, in a damaged file too
Some = Annotated[list[tuple[Whole, Whole, bytes]], Meta(min_length=1)]
_decoder = msgpack.Decoder(list[tuple[Whole, Some, Whole]])
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
    return list(chain.from_iterable(decoded(body) for (body,) in rows))


def decoded(body: bytes) -> list[tuple[int, list[Entry], int]]:
    try:
        return _decoder.decode(body)
    except (DecodeError, TypeError):
        raise BadEntries("a row of the journal cannot be read") from None


def entries_of(connection: sqlite3.Connection, number: int) -> list[tuple[int, bytes]]:
    """A table's log, from 1 on; BadEntries if it is not what was written."""
    log: list[tuple[int, bytes]] = []
    head, parts = parts_of(connection, number)
    for entries, expected in parts:
        for seq, body in entries:
            if seq != len(log) + 1:
                raise BadEntries(f"entry {len(log) + 1} is missing from the log")
            log.append((seq, body))
            head = next_sum(head, body)
        if head != expected:
            what = "of the log, or one before it, is not as it was written" if entries else "was not the log's last one"
            raise BadEntries(f"entry {len(log)} {what}")
    return log


def parts_of(connection: sqlite3.Connection, number: int) -> tuple[int, list[tuple[list[tuple[int, bytes]], int]]]:
    """The sum before all entries; then entries that were written together, with the sum that they have led to.

    (One statement, so that nothing is folded in the middle of it.)
    """
    rows = connection.execute(
        "select 0, seq, count, body, chain from log where of = :number "
        "union all select 1, 0, 0, id, head from tables where number = :number "
        "union all select 2, number, 0, body, 0 from journal order by 1, 2",
        {"number": number},
    ).fetchall()
    first, parts = 0, []
    for kind, place, count, body, sum_ in rows:
        if kind == 0:
            parts.append((split(place, count, body), sum_))
        elif kind == 1:
            first = first_sum(str(body))
            parts.append(([], sum_))  # what the log must have led to
        else:
            own = [append for append in decoded(body) if append[0] == number]
            parts += [([(seq, one) for seq, _, one in entries], led_to) for _, entries, led_to in own]
    return first, parts


def fold(write: sqlite3.Connection, journal: Journal) -> Journal:
    """Within a transaction → what stays in the journal, because it does not follow what the log holds.

    That cannot be, unless somebody else wrote into the file; then it harms that table alone.
    """
    by_table: dict[int, list[Entry]] = {}
    sums: dict[int, int] = {}
    for of, entries, sum_ in journal:
        by_table.setdefault(of, []).extend(entries)
        sums[of] = sum_
    left = fold_runs(write, [(of, entries, sums[of]) for of, entries in by_table.items()])
    write.execute("delete from journal")
    if left:
        write.execute(APPEND, (msgpack.encode(left),))
    return left


def fold_runs(write: sqlite3.Connection, runs: Journal) -> Journal:
    """In one statement, as each is one wait for the interpreter, which the loop's thread holds; else half by half."""
    if not runs:
        return []
    if len(runs) <= LARGEST_INSERT:
        rows = [(of, *entries[-1][:2], joined(entries), len(entries), sum_) for of, entries, sum_ in runs]
        values = ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(rows))
        insert = f"insert into log (of, seq, at, body, count, chain) values {values}"
        try:
            write.execute(insert, [*chain.from_iterable(rows)])
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
    """The entries of a row, the last of which is `seq`. (In a damaged file nothing is what it should be.)"""
    try:
        bodies = [body] if count == 1 else _bodies.decode(body)
        if len(bodies) == count and all(isinstance(one, bytes) for one in bodies):
            return list(enumerate(bodies, start=seq - count + 1))
    except (DecodeError, TypeError):
        pass
    raise BadEntries(f"entry {seq} of the log cannot be read" if isinstance(seq, int) else "an entry has no number")
