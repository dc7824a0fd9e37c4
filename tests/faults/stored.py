"""Every table's log, read straight from the store."""

import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path

import asyncpg

from faults.checker import Stored
from faults.member import OWNER
from spieltisch.store import entries_of
from spieltisch.table.entries import from_bytes

Logs = dict[str, list[Stored]]
MARK_WRITERS = f"alter table log add column server text default current_setting('{OWNER}', true)"
BUSIEST = (
    "select name from servers join tables on owner = servers.id group by servers.id order by count(*) desc limit 1"
)
READ = "select id, seq, log.epoch, server, body from log join tables on of = number order by of, seq"


async def execute(database: str, command: str) -> None:
    """Straight, by no proxy."""
    connection = await asyncpg.connect(database)
    try:
        await connection.execute(command)
    finally:
        await connection.close()


async def fetch_value(database: str, query: str) -> object:
    connection = await asyncpg.connect(database)
    try:
        value: object = await connection.fetchval(query)
    finally:
        await connection.close()
    return value


async def logs_in_database(database: str) -> Logs:
    logs: Logs = defaultdict(list)
    connection = await asyncpg.connect(database)
    try:
        for table, seq, epoch, server, body in await connection.fetch(READ):
            logs[table].append(Stored(seq, from_bytes(body), epoch, server or ""))
    finally:
        await connection.close()
    return logs


def logs_in_file(data: Path) -> Logs:
    logs: Logs = {}
    with closing(sqlite3.connect(f"{data.absolute().as_uri()}?mode=ro", uri=True)) as file:
        for table, number in file.execute("select id, number from tables order by number").fetchall():
            logs[table] = [Stored(seq, from_bytes(body)) for seq, body in entries_of(file, number)]
    return logs
