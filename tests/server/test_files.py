"""Servers on files that a disk has changed, and on files that have lost what players know."""

import asyncio
import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from server.matches import play_out, start, table_of_people
from server.running import Server
from server.wire import Wire, written
from spieltisch.client import Client
from spieltisch.server import ServerSettings
from spieltisch.server.app import running
from spieltisch.server.protocol import VERSION
from spieltisch.server.registry import TableRegistry
from spieltisch.store import BadFile, back_up, restore
from spieltisch.store.file import open_file
from store.write_release import HANNA, token_of

RELEASED = Path(__file__).parents[1] / "store" / "released" / "file-version-3.db"
FILES, FLIPPED = 12, 8
LONG = 120  # seconds: a guard against hanging
AS_EVER, DAMAGED = 400, 409  # what a table answers to somebody who brings no WebSocket


def flip(path: Path, seed: int) -> None:
    flipped, dice = bytearray(path.read_bytes()), random.Random(seed)
    for _ in range(FLIPPED):
        flipped[dice.randrange(len(flipped))] ^= 1 << dice.randrange(8)
    path.write_bytes(flipped)


async def ask_every_table(data: Path, tables: list[str]) -> list[int]:
    settings = ServerSettings(data=data, port=0)
    answers = []
    hanna = {"Authorization": f"Bearer {token_of(HANNA)}"}
    async with (
        running(settings, await TableRegistry.start(settings)) as port,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}/", headers=hanna) as session,
    ):
        for table in tables:
            async with session.get(f"/api/tables/{table}/socket?wire={VERSION}") as answer:
                answers.append(answer.status)
            async with session.get(f"/api/tables/{table}/matches/1") as finished:
                assert finished.status < 500
    return answers


def test_a_server_plays_on_at_every_table_that_is_whole(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """After flipped bits: it starts, or says why it does not; each table is as ever or says that it is damaged."""
    sound = Path(shutil.copy(RELEASED, tmp_path / "sound.db"))
    open_file(sound).close()
    with closing(sqlite3.connect(sound)) as file:
        tables = [table for (table,) in file.execute("select id from tables")]
    refused, answers = 0, Counter[int]()
    for seed in range(FILES):
        data = Path(shutil.copy(sound, tmp_path / f"{seed}.db"))
        flip(data, seed)
        try:
            answers.update(asyncio.run(ask_every_table(data, tables)))
        except BadFile:
            refused += 1
    assert set(answers) == {AS_EVER, DAMAGED}
    assert answers[AS_EVER] > answers[DAMAGED] > 0
    assert refused < FILES / 2
    assert "Traceback" not in caplog.text
    assert not any(table in caplog.text for table in tables)


# A backup is older than what players know


def test_players_who_know_more_than_the_file_are_told_so(server: Server, tmp_path: Path) -> None:
    async def play(backup: Path) -> tuple[str, str, tuple[int, int]]:
        async with asyncio.timeout(LONG), server.client() as client, table_of_people(client) as people:
            await start(people[0])
            await people[0].until(lambda: people[0].table.stage == "playing")
            back_up(server.data, backup)
            await asyncio.gather(*(play_out(line) for line in people))
            assert people[0].token is not None
            return people[0].id, people[0].token, (people[0].number, len(people[0].log))

    async def come_back(table: str, token: str, have: tuple[int, int]) -> None:
        match, rows = have
        async with asyncio.timeout(LONG):
            for number, named in ((match, rows), (match + 1, 0)):
                for who in (None, token):
                    wire = await Wire.open(server.port, table)
                    wire.send(written(do="hello", token=who, match=number, rows=named))
                    told = await wire.next()
                    assert (told["type"], told["id"], told["reason"]) == ("refused", None, "rows_lost")
                    assert "kennt Züge, die der Server nicht mehr hat" in told["text"]["de"]
                    assert (await wire.next())["type"] == "table"
                    await wire.close()
                    assert server.errors.count("has lost moves") == (who is not None or number > match)
            await (await Wire.hello(server.port, table, token)).close()
            async with Client(server.url) as client, client.watch(table, token) as line:
                assert line.lost is None
                assert line.you == 0

    backup = tmp_path / "backup.db"
    known = asyncio.run(play(backup))
    assert server.stop() == 0
    server.data.unlink()
    restore(backup, server.data)
    server.start()
    asyncio.run(come_back(*known))
    assert "stored table 1 has lost moves: a player's device was told of more" in server.errors
    assert known[0] not in server.errors
