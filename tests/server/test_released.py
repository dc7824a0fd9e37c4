"""Files that released versions wrote (store/write_release.py): every table loads, and every match is as it was."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import json

from server.stored_logs import Log, logs_in
from spieltisch import games
from spieltisch.client import Client, TableConnection
from spieltisch.games import game_named
from spieltisch.server import Limits, ServerSettings
from spieltisch.server.app import running
from spieltisch.server.registry import TableRegistry
from spieltisch.store.file import open_file
from spieltisch.table import replay
from spieltisch.table.entries import Aborted, Cancelled, Committed, Opened, Over, TookOver
from store.write_release import HANNA, play, start, token_of

RELEASED = sorted((Path(__file__).parents[1] / "store" / "released").glob("*.db"))
LONG = 120  # seconds: a guard against hanging
FAST = 100_000  # messages a second: a client that is refused one waits for ever
LONG_KEPT = 36_500  # days: or the tables would be deleted some day


@pytest.fixture(params=RELEASED, ids=lambda file: file.stem)
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    copy = Path(shutil.copy(request.param, tmp_path / "tables.db"))
    with closing(sqlite3.connect(copy)) as file:
        file.execute("update tables set keep_days = ?", (LONG_KEPT,))
        file.commit()
    open_file(copy).close()  # brings it to today's version, as a server does first of all
    return copy


@asynccontextmanager
async def served(data: Path) -> AsyncIterator[Client]:
    settings = ServerSettings(port=0, data=data, limits=Limits(rate=FAST, burst=FAST))
    async with (
        asyncio.timeout(LONG),
        running(settings, await TableRegistry.start(settings)) as port,
        Client(f"http://127.0.0.1:{port}") as client,
    ):
        yield client


def at_every_table(data: Path, check: Callable[[Client, TableConnection, Log], Awaitable[None]]) -> None:
    """From Hanna's seat."""
    logs = logs_in(data)

    async def main() -> None:
        async with served(data) as client:
            for table, log in logs.items():
                async with client.watch(table, token_of(HANNA)) as line:
                    assert line.you == 0
                    await check(client, line, log)

    asyncio.run(main())


def numbers_over(log: Log) -> list[int]:
    """Of the matches that came to their end."""
    number, over = 0, []
    for entry in log:
        number += isinstance(entry.what, Committed)
        if isinstance(entry.what, Over):
            over.append(number)
    return over


def test_a_file_has_everything_in_it(data: Path) -> None:
    logs = logs_in(data)
    kinds = {type(entry.what) for log in logs.values() for entry in log}
    assert {Cancelled, TookOver, Over} <= kinds
    finished = {log[0].what.game for log in logs.values() if isinstance(log[0].what, Opened) and numbers_over(log)}
    assert finished >= {"bloeder-sack", "lobo77", "gracias", "blitzgriff"}


def test_every_finished_match_is_rebuilt_and_in_order(data: Path) -> None:
    async def check(client: Client, line: TableConnection, log: Log) -> None:
        for number in numbers_over(log):
            finished = await client.finished(line.id, number, token_of(HANNA))
            document = json.decode(json.encode(finished["match"]), type=replay.Document)
            assert replay.verify(document, game_named).by_rules
            assert len(finished["replay"]["frames"]) == len(document.log)

    at_every_table(data, check)


@pytest.mark.slow
def test_every_running_match_goes_on(data: Path) -> None:
    running: list[str] = []

    async def check(client: Client, line: TableConnection, log: Log) -> None:
        if line.table.stage != "playing":
            return
        running.append(line.table.game)
        opened = log[0].what
        assert isinstance(opened, Opened)
        assert line.table.rules == opened.rules
        if line.table.options.get("pace") == "blitz":
            await line.do("ready")
            rows = len(line.log)
            await line.until(lambda: len(line.log) > rows)
        else:
            await play(line)
            assert line.table.result is not None

    at_every_table(data, check)
    assert set(running) >= {"bloeder-sack", "lobo77", "gracias", "blitzgriff"}


def test_once_its_rules_are_dropped_a_file_still_tells_results_and_moves(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A release far ahead: whatever was running is ended in words, and the next match is played by the new rules."""
    newest = max(game.rules_version for game in games.GAMES) + 1
    later = tuple(replace(game, rules_version=newest, oldest_rules=newest) for game in games.GAMES)
    monkeypatch.setattr(games, "GAMES", later)
    before = logs_in(data)

    async def check(client: Client, line: TableConnection, log: Log) -> None:
        assert line.table.stage in ("open", "over")
        for number in numbers_over(log):
            finished = await client.finished(line.id, number, token_of(HANNA))
            assert finished["replay"] is None
            document = json.decode(json.encode(finished["match"]), type=replay.Document)
            assert not replay.verify(document, game_named).by_rules
            assert sum(line.seat >= 0 for line in document.log) > 0
        if line.table.dropped_rules is not None and all(chair.kind == "bot" for chair in line.table.chairs[1:]):
            assert line.table.new_rules == (line.table.dropped_rules, newest)
            await start(line)
            assert line.table.rules == newest
            assert line.seen().start["rules"] == newest

    at_every_table(data, check)
    ended = {table for table, log in logs_in(data).items() if any(entry.what == Aborted("rules") for entry in log)}
    assert len(ended) >= len(game_names(before))


def game_names(logs: dict[str, Log]) -> set[str]:
    return {log[0].what.game for log in logs.values() if isinstance(log[0].what, Opened)}
