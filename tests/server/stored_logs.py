"""What a server's file holds, read without the server."""

import sqlite3
from contextlib import closing
from pathlib import Path

from spieltisch.games import game_named
from spieltisch.store import entries_of
from spieltisch.store.journal import split
from spieltisch.store.upgrade import sum_up
from spieltisch.table import LogEntry, TableState, replay
from spieltisch.table.entries import Committed, Over, Played, from_bytes

Log = list[LogEntry]


def logs_in(data: Path) -> dict[str, Log]:
    """By table; every number from 1 on must be there, once."""
    logs: dict[str, Log] = {}
    with closing(sqlite3.connect(f"{data.absolute().as_uri()}?mode=ro", uri=True)) as file:
        for table, number in file.execute("select id, number from tables order by number").fetchall():
            entries = entries_of(file, number)
            assert [seq for seq, _ in entries] == list(range(1, len(entries) + 1)), f"a gap in the log of {table}"
            logs[table] = [from_bytes(body) for _, body in entries]
    return logs


def put_one_entry_in_a_row(file: sqlite3.Connection) -> None:
    """As the first version had it, so that one of them can be damaged; each with its sum."""
    rows = file.execute("select of, seq, at, body, count from log order by of, seq").fetchall()
    file.execute("delete from log")
    for of, last, at, body, count in rows:
        for seq, one in split(last, count, body):
            file.execute("insert into log (of, seq, at, body) values (?, ?, ?, ?)", (of, seq, at, one))
    sum_up(file)


def moves_of(log: Log, seat: int) -> list[str]:
    """Those that this seat's own client made."""
    return [
        entry.what.move
        for entry in log
        if isinstance(entry.what, Played) and (entry.by, entry.id is None) == (seat, False)
    ]


def check_commands(log: Log) -> None:
    """None has counted twice, and each has led to one move at most."""
    moves = [(entry.by, entry.id) for entry in log if entry.id is not None and isinstance(entry.what, Played)]
    assert len(moves) == len(set(moves))


def check_turns(table: str, log: Log) -> int:
    """Every turn is whole, and every draw follows from the secret; how many matches have ended."""
    TableState.from_log(table, game_named, list(enumerate(log, start=1)))
    ended = 0
    for number in range(1, sum(isinstance(entry.what, Committed) for entry in log)):
        document = replay.document_of(table, game_named, log, number)
        if document is not None:
            replay.verify(document, game_named)
            ended += 1
    assert ended == sum(isinstance(entry.what, Over) for entry in log)
    return ended
