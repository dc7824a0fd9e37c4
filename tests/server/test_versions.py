"""What cannot be read, and who speaks another version: words, no error of ours, and nobody asks for ever."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest
from msgspec import msgpack

from server.matches import GAME, start, table_with_bots
from server.running import Server
from server.stored_logs import put_one_entry_in_a_row
from spieltisch.client import NotTaken, TableConnection
from spieltisch.server.protocol import VERSION
from spieltisch.store.upgrade import sum_up
from spieltisch.table import messages

LONG = 60  # seconds: a guard against hanging


@pytest.mark.parametrize(("query", "status"), [("", 404), ("?wire=", 426), ("?wire=x", 426), ("?wire=1", 426)])
def test_an_old_page_is_told_to_reload(server: Server, query: str, status: int) -> None:
    """One that does not say what it speaks stops asking at a 404."""

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            table = await client.open(GAME, 2)
            path = f"/api/tables/{table}/socket{query}"
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await client.session.ws_connect(server.url + path)
            assert refused.value.status == status
            with pytest.raises(NotTaken, match="older than the server") as told:
                await client.ask("GET", path)
            assert (told.value.status, told.value.reason) == (status, "old_page")

    asyncio.run(main())


def test_a_program_that_speaks_another_version_is_told_to_be_updated(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "VERSION", VERSION + 1)

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            table = await client.open(GAME, 2)
            with pytest.raises(NotTaken, match="speaks another protocol: update"):
                await client.watch(table).__aenter__()

    asyncio.run(main())


ON_PURPOSE = ("of a newer program", "other dice")  # by somebody who puts the sums right
DAMAGES = {
    "a row of several": ("update log set body = x'c1', count = 7 where of = 1 and seq = 7", "entry 7 "),
    "garbage": ("update log set body = x'c1' where of = 1 and seq = 5", "entry 5 "),
    "of a newer program": (
        f"update log set body = x'{msgpack.encode([5, None, None, ['teleported', 3]]).hex()}' where of = 1 and seq = 5",
        "entry 5 ",
    ),
    "a gap": ("delete from log where of = 1 and seq = 5", "entry 5 is missing"),
    "without a beginning": ("delete from log where of = 1 and seq = 1", "entry 1 is missing"),
    "other dice": (
        "update log set body = (select body from log where of = 2 and seq = 2) where of = 1 and seq = 2",
        "Chance's moves",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_log_that_cannot_be_read_harms_no_other_table(server: Server, damage: str) -> None:
    async def begin() -> list[str]:
        tables = []
        async with asyncio.timeout(LONG), server.client() as client:
            for _ in range(2):
                async with table_with_bots(client, seats=2) as line:
                    await start(line)
                    tables.append(line.id)
        return tables

    async def come_back(tables: list[str]) -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            for path in (f"socket?wire={VERSION}", "matches/1", f"socket?wire={VERSION}"):
                with pytest.raises(NotTaken, match="cannot be read") as told:
                    await client.ask("GET", f"/api/tables/{tables[0]}/{path}")
                assert (told.value.status, told.value.reason) == (409, "table_damaged")
            with pytest.raises(NotTaken, match="cannot read the log"):
                await client.watch(tables[0]).__aenter__()
            async with client.watch(tables[1]) as line:
                assert line.table.stage == "playing"

    statement, says = DAMAGES[damage]
    tables = asyncio.run(begin())
    assert server.stop() == 0
    with closing(sqlite3.connect(server.data)) as file:
        put_one_entry_in_a_row(file)
        file.execute(statement)
        if damage in ON_PURPOSE:
            sum_up(file)
        file.execute("delete from snapshots")
        file.commit()
    server.start()
    asyncio.run(come_back(tables))
    reports = [line for line in server.errors.splitlines() if "cannot be read" in line]
    assert len(reports) == 1, "once, however often it is asked for"
    assert f"stored table 1 cannot be read: {says}" in reports[0]
    assert tables[0] not in server.errors


def test_a_snapshot_that_cannot_be_read_is_done_without(server: Server, tmp_path: Path) -> None:
    tables: list[tuple[str, str, list[int]]] = []

    async def begin() -> None:
        async with asyncio.timeout(LONG), server.client() as client, table_with_bots(client, seats=2) as line:
            await start(line)
            await line.until(lambda: line.moves)
            assert line.token is not None
            tables.append((line.id, line.token, line.cells))

    async def come_back(line: TableConnection) -> None:
        async with asyncio.timeout(LONG), line.client, line:
            assert line.cells == tables[0][2]

    asyncio.run(begin())
    for broken in (b"\xc1", b"\x93\xa3\xff\xff\xff", msgpack.encode({"seq": 1})):
        assert server.stop() == 0
        with closing(sqlite3.connect(server.data)) as file:
            file.execute("update snapshots set body = ?", (broken,))
            assert file.total_changes == 1
            file.commit()
        server.start()
        asyncio.run(come_back(TableConnection(server.client(), tables[0][0], tables[0][1])))
