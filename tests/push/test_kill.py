"""Matches by days that are driven by notices alone, while the server is killed again and again on the same file.

Nobody moves unless his device was told that it is his turn: a turn without a notice would be the end of the match. What
is sent twice after a kill has the same topic and tag, so that a device shows it once.

SPIELTISCH_PUSH_KILLS says how often; `make soak` kills more often.
"""

import asyncio
import os
import random
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from msgspec import json

from push.service import PushService, push_service
from server.running import PATIENCE, nursery
from spieltisch.client import Client, NotTaken, TableConnection
from spieltisch.server import registry as registries
from spieltisch.server.app import running
from spieltisch.server.registry import TableRegistry
from spieltisch.server.settings import Limits, ServerSettings
from spieltisch.store import examine

KILLS = int(os.environ.get("SPIELTISCH_PUSH_KILLS", "3"))
TABLES = 4
BUSY = 8  # notices between two kills, at least
LONG_S = 120 + 10 * KILLS  # a guard against hanging
GAME = "lobo77"
NAMES = ("Hanna", "Emil")


def serve(data: Path, port: int, opened: Path) -> None:
    """In a process of its own, as `spieltisch serve` does, but for where notices may go."""
    registries.PUSH_S = 0.02

    async def always() -> None:
        settings = ServerSettings(port=port, data=data, limits=Limits(rate=100_000, burst=100_000))
        async with running(settings, await TableRegistry.start(settings, push_anywhere=True)) as found:
            opened.write_text(str(found))
            await asyncio.Event().wait()

    asyncio.run(always())


@dataclass
class Server:
    folder: Path
    port: int = 0

    def start(self) -> None:
        opened = self.folder / "port.txt"
        opened.unlink(missing_ok=True)
        self.process = nursery().Process(target=serve, args=(self.folder / "tables.db", self.port, opened), daemon=True)
        self.process.start()
        until = time.monotonic() + PATIENCE
        while not (opened.exists() and opened.read_text()):
            assert self.process.is_alive(), "the server did not start"
            assert time.monotonic() < until, "the server does not open"
            time.sleep(0.01)
        self.port = int(opened.read_text())

    def kill(self) -> None:
        self.process.kill()
        self.process.join(PATIENCE)


@dataclass
class SlowTable:
    """Two people, of whom at most one is there; whoever ends a match begins the next one."""

    client: Client
    service: PushService
    number: int
    id: str = ""
    moves: int = 0
    matches: int = 0
    shown: Counter[str] = field(default_factory=Counter)  # tags, by how often they came

    def token(self, seat: int) -> str:
        return f"{self.number:031d}{seat}"

    async def open(self) -> None:
        self.id = await self.client.open(GAME, 2, pace_h=24, quick=True)
        for seat, name in enumerate(NAMES):
            async with self.client.join(self.id, name, self.token(seat), seat=seat):
                device = self.service.device(f"{self.number}-{seat}")
                asked = json.encode({"token": self.token(seat), **device.asked})
                await self.client.ask("PUT", f"/api/tables/{self.id}/push", asked)
        await self.come(0)

    async def play_always(self) -> None:
        seen = 0
        while True:
            for received in self.service.received[seen:]:
                if received.device.startswith(f"{self.number}-"):
                    assert received.topic == received.payload["tag"]
                    self.shown[received.topic] += 1
                    if self.shown[received.topic] == 1 and received.payload["kind"] == "turn":
                        await self.come(int(received.device.rpartition("-")[2]))
                seen += 1
            await asyncio.sleep(0.005)

    async def come(self, seat: int) -> None:
        """His device has shown that it is his turn, and it is; he does what there is to do, and goes."""
        async with self.client.watch(self.id, self.token(seat)) as line:
            await line.until(lambda: line.you == seat and not line.table.chairs[1 - seat].here)
            if line.table.stage == "open":
                await self.begin(line)
            await line.until(lambda: line.table.stage == "over" or line.number)
            assert is_to_act(line), "told of a turn that is none"
            while is_to_act(line):
                await line.until(lambda: line.moves and not line.table.chairs[1 - seat].here)
                await line.play(random.choice(line.moves))
                self.moves += 1
                if line.table.stage == "over":
                    await self.begin(line)

    async def begin(self, line: TableConnection) -> None:
        """The next match, with both of them there; the other one is gone again when it is this one's turn."""
        seat = line.you
        assert seat is not None
        async with self.client.watch(self.id, self.token(1 - seat)) as other:
            await other.until(lambda: other.you is not None)
            host = line if seat == 0 else other
            while line.table.stage != "playing":
                try:
                    await host.do("start")
                    await line.until(lambda: line.table.stage in ("playing", "open"))
                except NotTaken:  # the last start is not over yet
                    await asyncio.sleep(0.1)
            await other.until(lambda: other.table.stage == "playing" and other.number == line.number)
            while is_to_act(other):
                await other.until(lambda: other.moves)
                await other.play(random.choice(other.moves))
            await line.until(lambda: is_to_act(line))
        self.matches += 1


def is_to_act(line: TableConnection) -> bool:
    return line.you is not None and line.table.stage == "playing" and bool(line.actors >> line.you & 1)


@dataclass
class Days:
    server: Server
    service: PushService
    tables: list[SlowTable] = field(default_factory=list)

    @property
    def shown(self) -> int:
        return sum(len(table.shown) for table in self.tables)

    async def kill_and_go_on(self) -> None:
        enough = self.shown + BUSY
        while self.shown < enough:
            await asyncio.sleep(0.01)
        await asyncio.sleep(random.random() / 10)
        await asyncio.to_thread(self.server.kill)
        await asyncio.sleep(random.random() / 20)
        await asyncio.to_thread(self.server.start)


@pytest.mark.slow
def test_no_turn_is_without_its_notice_and_none_is_shown_twice(tmp_path: Path) -> None:
    asyncio.run(some_days(tmp_path))
    assert examine(tmp_path / "tables.db").bad == {}


async def some_days(folder: Path) -> None:
    server = Server(folder)
    await asyncio.to_thread(server.start)
    async with asyncio.timeout(LONG_S), AsyncExitStack() as stack:
        stack.callback(server.kill)
        service = await stack.enter_async_context(push_service())
        client = await stack.enter_async_context(Client(f"http://127.0.0.1:{server.port}"))
        service.key = (await client.ask("GET", "/api/push"))["key"]
        days = Days(server, service, [SlowTable(client, service, n) for n in range(TABLES)])
        for table in days.tables:
            await table.open()
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(table.play_always()) for table in days.tables]
            for _ in range(KILLS):
                await days.kill_and_go_on()
            before = [table.moves for table in days.tables]
            while any(table.moves < moves + 2 for table, moves in zip(days.tables, before, strict=True)):
                await asyncio.sleep(0.02)  # every table goes on: none has lost its notice
            for task in playing:
                task.cancel()
    twice = sum(times - 1 for table in days.tables for times in table.shown.values())
    print(f"{KILLS} kills, {days.shown} notices shown, {twice} sent once more")
