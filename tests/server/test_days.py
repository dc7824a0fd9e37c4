"""Tables by days on a real server: they wake with nobody connected, also after a restart; the list of one's tables."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import ValidationError, json

from bench.engines import Nats, Postgres, nats, postgres
from server.conftest import Serve
from server.matches import GAME, start
from server.running import Server, patiently
from spieltisch.client import Client, NotTaken, TableConnection
from spieltisch.server import ServerSettings, protocol
from spieltisch.server.app import running
from spieltisch.server.cleanup import Clock
from spieltisch.server.registry import TableRegistry
from spieltisch.server.settings import Limits
from spieltisch.server.waking import Waker
from spieltisch.store import Append, Days, Opening
from spieltisch.table import commands
from spieltisch.table.entries import to_bytes
from table.sitting import Sitting

LONG = 90  # seconds: a guard against hanging
HOUR, DAY = 3600, 24 * 3600
SLEEPERS = int(os.environ.get("SPIELTISCH_SLEEPERS", "300"))


class Host:
    """A server whose clock is put on while it is off."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.ahead = 0.0
        self.registry: TableRegistry

    @asynccontextmanager
    async def up(self) -> AsyncIterator[Client]:
        clock = Clock(lambda: time.time() + self.ahead, lambda: time.monotonic() + self.ahead)
        self.registry = await TableRegistry.start(self.settings, clock)
        async with running(self.settings, self.registry) as port, Client(f"http://127.0.0.1:{port}") as client:
            yield client

    @property
    def moves(self) -> int:
        return self.registry.metrics.moves


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as engine:
        yield engine


@pytest.fixture(scope="module")
def bus() -> Iterator[Nats]:
    with nats() as engine:
        yield engine


@pytest.fixture(params=["file", "PostgreSQL"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Host:
    """On either kind of store."""
    limits = Limits(tables=5000)
    if request.param == "file":
        return Host(ServerSettings(port=0, data=tmp_path / "tables.db", limits=limits, idle_s=0.2))
    database, bus = request.getfixturevalue("database"), request.getfixturevalue("bus")
    return Host(ServerSettings(port=0, data=database.new_database(), nats=bus.url, limits=limits, idle_s=0.2))


def play(main: Callable[[], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(LONG):
            await main()

    asyncio.run(in_time())


async def two_begin(client: Client, **settings: object) -> tuple[TableConnection, TableConnection]:
    """A match by days; then both close the page."""
    table = await client.open(GAME, 2, None, **{"pace_h": 12, **settings})
    lines = client.join(table, "Hanna"), client.join(table, "Otto")
    async with lines[0] as hanna, lines[1]:
        await start(hanna)
    return lines


async def mine(client: Client, *seats: tuple[str, str | None]) -> list[dict[str, Any]]:
    asked = {"seats": [{"table": table, "token": token} for table, token in seats]}
    answer = await client.ask("POST", "/api/mine", json.encode(asked))
    tables: list[dict[str, Any]] = answer["tables"]
    return tables


async def has(condition: Callable[[], bool]) -> None:
    async def holds() -> bool:
        return condition()

    await patiently(holds)


def test_after_a_restart_it_wakes_though_nobody_is_connected(host: Host) -> None:
    async def main() -> None:
        async with host.up() as client:
            hanna, _ = await two_begin(client)
        for moves in (1, 2):  # the time of one after the other runs out while the server is off
            host.ahead += 12 * HOUR + 60
            async with host.up() as client:
                await has(lambda: host.moves == 1)
                await has(lambda: not host.registry.lives)  # and it has left memory again
                async with client.watch(hanna.id, hanna.token) as line:
                    assert sum(row.seat >= 0 for row in line.log) == moves
        host.ahead += HOUR
        async with host.up():
            await asyncio.sleep(1.5)
            assert (host.moves, len(host.registry.lives)) == (0, 0)

    play(main)


def test_a_start_over_days_with_a_restart_between_the_answers(host: Host) -> None:
    async def main() -> None:
        async with host.up() as client:
            dice = client.dice
            table = await client.open(GAME, 2, None, pace_h=24)
            lines = client.join(table, "Hanna"), client.join(table, "Otto")
            async with lines[0] as hanna:
                async with lines[1]:
                    pass
                await hanna.do("start")
        for line, entries in ((lines[1], 1), (lines[0], 2)):  # Otto's hash, and what he hashed; then Hanna's
            host.ahead += 9 * HOUR
            async with host.up() as client:
                client.dice = dice
                async with client.watch(table, line.token) as again:
                    await has(partial(have_revealed, host, table, entries))
                    await again.until(lambda: entries == 1 or again.table.stage == "playing")  # noqa: B023
        assert again.table.stage == "playing"

    play(main)


def have_revealed(host: Host, table: str, people: int) -> bool:
    live = host.registry.at_hand(table)
    return live is not None and len(live.table.state.entropies) == people


@pytest.mark.slow
@pytest.mark.parametrize("survivor", ["itself, restarted", "another server"])
def test_killed_while_a_bot_thinks_the_bot_moves_all_the_same(
    serve: Serve, request: pytest.FixtureRequest, survivor: str
) -> None:
    """SIGKILL, and nobody comes back."""
    if survivor == "another server":
        database, bus = request.getfixturevalue("database"), request.getfixturevalue("bus")
        place = ("--data", database.new_database(), "--nats", bus.url)
        server, other = serve(*place), serve(*place)
    else:
        server = other = serve()
    table, token = asyncio.run(move_and_kill(server))
    if other is server:
        server.start()
    asyncio.run(bot_has_moved(other, table, token))


async def move_and_kill(server: Server) -> tuple[str, str | None]:
    async with server.client() as client:
        table = await client.open(GAME, 2, pace_h=12)
        async with client.join(table, "Hanna") as line:
            await line.do("bot", seat=1, level="random")
            await start(line)
            await line.until(lambda: line.moves)
            await line.play(line.moves[0])
            server.kill()
        return table, line.token


async def bot_has_moved(server: Server, table: str, token: str | None) -> None:
    async with server.client() as client:

        async def is_it_hannas_turn() -> bool:
            (row,) = await mine(client, (table, token))
            return bool(row["standing"]["turn"] == [0])

        await patiently(is_it_hannas_turn)


def test_sleeping_tables_are_not_in_memory_and_only_those_that_are_due_wake(host: Host) -> None:
    """Each waits for answers to a start; of every hundred, one is due."""

    async def main() -> None:
        sitting = Sitting(GAME, 2, pace_h=24)
        anna, _ = sitting.sit_all()
        sitting.do(anna, commands.Start)
        async with host.up():
            now = host.registry.now()
            await sleepers(host.registry, sitting, now)
            assert await host.registry._store.next_wake() == now - 1
            waker = Waker(host.registry, host.registry._store)
            began = time.process_time()
            for _ in range(20):
                await waker.wake_due()
            spent = time.process_time() - began
            await has(lambda: not host.registry.lives)
            assert await host.registry._store.next_wake() == now + DAY * 1000
            print(f"{SLEEPERS} tables sleep, {SLEEPERS // 100} wake: 20 looks take {1000 * spent:.0f} ms of CPU")

    play(main)


async def sleepers(registry: TableRegistry, sitting: Sitting, now: int) -> None:
    entries = [(seq, entry.at, to_bytes(entry)) for seq, entry in sitting.log]
    written = 0

    def note(error: Exception | None) -> None:
        nonlocal written
        assert error is None
        written += 1

    for number in range(SLEEPERS):
        of = await registry._store.new_number()
        days = Days(wake_at=now - 1 if number % 100 == 0 else now + DAY * 1000)
        registry.store(Append(of, entries, note, Opening(f"sleeper-{number}", 30), 1, days))
    await has(lambda: written == SLEEPERS)


# The list of one's tables


def test_my_tables_as_they_stand(host: Host) -> None:
    async def main() -> None:
        async with host.up() as client:
            slow = await two_begin(client)
            fast = await two_begin(client, pace_h=None)
            await has(lambda: not host.registry.lives)
            asked = [(line.id, line.token) for line in (*slow, *fast)]
            rows = await mine(client, *asked, ("no-such-table", "ab" * 16), (slow[0].id, "cd" * 16))
            assert not host.registry.lives  # none was taken up
            assert rows[4:] == [{"table": "no-such-table", "gone": True}, {"table": slow[0].id}]
            for (table, _), row, line in zip(asked, rows, (*slow, *fast), strict=False):
                standing = row["standing"]
                assert row["table"] == table
                assert (standing["game"], standing["stage"], standing["number"]) == (GAME, "playing", 1)
                assert [chair["name"] for chair in standing["chairs"]] == ["Hanna", "Otto"]
                assert standing["seat"] == line.you
                is_mine = standing["turn"] == [line.you]
                assert ("until" in standing) == (is_mine and line in slow)
                assert ("since" in standing) == (standing.get("pace_h") == 12) == (line in slow)
            async with client.watch(slow[0].id, slow[0].token) as line:
                await line.do("holiday", days=3)
                assert (await mine(client, asked[0]))[0]["standing"]["holiday"] == line.table.chairs[0].holiday
                text = json.encode(await mine(client, *asked))
            assert not any((token or "").encode() in text for _, token in asked)

    play(main)


def test_what_cannot_be_opened_or_asked(host: Host) -> None:
    async def main() -> None:
        async with host.up() as client:
            for settings, options, reason in (
                ({"pace_h": 5}, {}, "bad_request"),
                ({"pace_h": 24, "when_late": "never"}, {}, "bad_request"),
                ({"pace_h": 24, "move_s": 30}, {}, "clock_by_days"),
                ({"pace_h": 24, "keep_days": 7}, {}, "kept_too_short"),
            ):
                with pytest.raises(NotTaken) as refused:
                    await client.open(GAME, 2, options, **settings)
                assert (refused.value.status, refused.value.reason) == (400, reason)
                assert len(set(refused.value.text.values())) == 3
            with pytest.raises(NotTaken) as refused:
                await client.open("blitzgriff", 2, {"pace": "blitz"}, pace_h=24)
            assert refused.value.reason == "race_by_days"
            for seats in ([("x", "short")], [("x'", "ab" * 16)], [("x", "ab" * 16)] * 61):
                with pytest.raises(NotTaken):
                    await mine(client, *seats)
            assert not host.registry.lives  # nothing was opened

    play(main)


def test_a_holiday_of_fifteen_days_is_no_command() -> None:
    with pytest.raises(ValidationError):
        protocol.decode(b'{"do":"holiday","id":1,"days":15}')
    assert protocol.decode(b'{"do":"holiday","id":1,"days":14}') == commands.Holiday(id=1, days=14)
