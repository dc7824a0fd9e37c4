"""A device asks for notices over HTTP, and gets them: from a move at a real server to a push service of our own."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from push.device import Device, unpadded
from push.service import PushService, push_service
from spieltisch.client import Client, NotTaken, TableConnection
from spieltisch.server import registry as registries
from spieltisch.server.app import running
from spieltisch.server.registry import TableRegistry
from spieltisch.server.settings import ServerSettings
from spieltisch.table.names import LISTED

LONG_S = 60
GAME = "lobo77"
HANNA, EMIL = "a" * 32, "b" * 32


@dataclass
class Evening:
    client: Client
    service: PushService
    registry: TableRegistry

    async def ask(self, method: str, path: str, **body: object) -> dict[str, Any]:
        return await self.client.ask(method, path, json.encode(body) if body else None)

    async def subscribe(self, table: str, token: str, device: Device, **other: object) -> dict[str, Any]:
        return await self.ask("PUT", f"/api/tables/{table}/push", **{"token": token, **device.asked, **other})

    async def unsubscribe(self, table: str, token: str, device: Device) -> dict[str, Any]:
        return await self.ask("DELETE", f"/api/tables/{table}/push", token=token, endpoint=device.endpoint)

    async def known(self, table: str, seat: int) -> list[str]:
        live = self.registry.at_hand(table)
        assert live is not None
        devices = await self.registry._store.devices(live.number, seat)
        return [device.endpoint for device in devices]

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await asyncio.sleep(0.02)


@asynccontextmanager
async def evening(path: Path, anywhere: bool = True, **settings: Any) -> AsyncIterator[Evening]:
    chosen = ServerSettings(port=0, data=path / "tables.db", **settings)
    registry = await TableRegistry.start(chosen, push_anywhere=anywhere)
    async with (
        push_service() as service,
        running(chosen, registry) as port,
        Client(f"http://127.0.0.1:{port}") as client,
    ):
        yield Evening(client, service, registry)


def run(test: Callable[[Evening], Coroutine[None, None, None]], path: Path, **settings: Any) -> None:
    async def within() -> None:
        async with asyncio.timeout(LONG_S), evening(path, **settings) as one:
            await test(one)

    asyncio.run(within())


async def refused(asking: Coroutine[None, None, dict[str, Any]]) -> tuple[int, str]:
    """In all languages."""
    with pytest.raises(NotTaken) as said:
        await asking
    assert set(said.value.text) == {"de", "en", "fr"}
    return said.value.status, said.value.reason


# Asking


def test_the_key_is_a_point_that_browsers_take(tmp_path: Path) -> None:
    async def test(one: Evening) -> None:
        key = (await one.ask("GET", "/api/push"))["key"]
        assert len(unpadded(key)) == 65
        assert (await one.ask("GET", "/api/push"))["key"] == key

    run(test, tmp_path)


def test_where_it_is_not_installed_it_is_said_how_to(tmp_path: Path) -> None:
    async def test(one: Evening) -> None:
        one.registry.push.is_installed = False
        assert await refused(one.ask("GET", "/api/push")) == (501, "no_push")
        table = await one.client.open(GAME, 2, pace_h=24)
        assert await refused(one.subscribe(table, HANNA, one.service.device("a"))) == (501, "no_push")

    run(test, tmp_path)


def test_only_those_who_sit_there_get_notices_and_only_at_tables_by_days(tmp_path: Path) -> None:
    async def test(one: Evening) -> None:
        device = one.service.device("a")
        slow, quick = await one.client.open(GAME, 2, pace_h=24), await one.client.open(GAME, 2)
        for table in (slow, quick):
            async with one.client.join(table, "Hanna", HANNA, seat=0):
                pass
        assert await one.subscribe(slow, HANNA, device) == {"on": True}
        assert await one.known(slow, 0) == [device.endpoint]
        assert await refused(one.subscribe(slow, EMIL, device)) == (403, "not_your_seat")
        assert await refused(one.subscribe(quick, HANNA, device)) == (409, "not_by_days")
        assert await refused(one.subscribe("nowhere", HANNA, device)) == (404, "no_table")
        assert await one.unsubscribe(slow, EMIL, device) == {"on": False}  # says nothing of others' seats
        assert await one.known(slow, 0) == [device.endpoint]
        assert await one.unsubscribe(slow, HANNA, device) == {"on": False}
        assert await one.known(slow, 0) == []
        assert await one.unsubscribe(slow, HANNA, device) == {"on": False}

    run(test, tmp_path)


def test_what_is_no_device_is_refused_in_words(tmp_path: Path) -> None:
    async def test(one: Evening) -> None:
        device = Device("https://push.example.org/a")
        table = await one.client.open(GAME, 2, pace_h=24)
        async with one.client.join(table, "Hanna", HANNA, seat=0):
            pass

        async def asked(**wrong: object) -> tuple[int, str]:
            return await refused(one.subscribe(table, HANNA, device, **wrong))

        for endpoint in ("http://push.example.org/a", "https://192.168.1.1/", "https://localhost/", "https://x:22/"):
            assert await asked(endpoint=endpoint) == (400, "bad_endpoint")
        other = Device("").p256dh
        for keys in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "ä"}, {"auth": "!"}, {"auth": "x"}):
            assert await asked(**keys) == (400, "bad_push_keys")
        assert await asked(p256dh=Device("").asked["auth"], auth=other.hex()[:40]) == (400, "bad_push_keys")
        assert await asked(zone="Mars/Olympus") == (400, "unknown_zone")
        assert await asked(language="la") == (400, "bad_request")
        for quiet in ([0, 1440], [-1, 5], [1], "never", [1, 2, 3]):
            assert await asked(quiet=quiet) == (400, "bad_request")
        assert await asked(endpoint="https://push.example.org/" + "x" * 2000) == (400, "bad_request")
        assert await asked(more=1) == (400, "bad_request")
        assert await one.known(table, 0) == []
        assert await one.subscribe(table, HANNA, device) == {"on": True}

    run(test, tmp_path, anywhere=False)


def test_a_seat_that_is_given_up_takes_its_devices_with_it(tmp_path: Path) -> None:
    async def test(one: Evening) -> None:
        table = await one.client.open(GAME, 2, pace_h=24)
        async with one.client.join(table, "Hanna", HANNA, seat=0) as hanna:
            await one.subscribe(table, HANNA, one.service.device("a"))
            await hanna.do("leave")
        assert await one.known(table, 0) == []

    run(test, tmp_path)


# The whole way


async def seated(one: Evening, public: bool = False) -> str:
    """A table by days with Hanna and Emil, whose match is played. Nobody looks at it."""
    table = await one.client.open(GAME, 2, pace_h=24, public=public)
    names = LISTED if public else ("Hanna", "Emil")
    async with (
        one.client.join(table, names[0], HANNA, seat=0) as hanna,
        one.client.join(table, names[1], EMIL, seat=1),
    ):
        await hanna.do("start")
        await hanna.until(lambda: hanna.table.stage == "playing")
    return table


async def play_one(one: Evening, table: str) -> int:
    """Whoever is to act comes, moves once, and goes → who is next."""
    for seat, token in enumerate((HANNA, EMIL)):
        async with one.client.watch(table, token) as line:
            await line.until(lambda: bool(line.number) and line.table.stage == "playing")
            if is_to_act(line, seat):
                await line.play(line.moves[0])
                return 1 - seat
    raise AssertionError("nobody is to act")


def is_to_act(line: TableConnection, seat: int) -> bool:
    return bool(line.actors >> seat & 1)


def test_whose_turn_it_is_is_told_so_on_his_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registries, "PUSH_S", 0.05)

    async def test(one: Evening) -> None:
        one.service.key = (await one.ask("GET", "/api/push"))["key"]
        table, topics = await seated(one), set()
        for seat, token in enumerate((HANNA, EMIL)):
            await one.subscribe(table, token, one.service.device(str(seat)))
        for _ in range(4):
            one.service.received.clear()
            seat = await play_one(one, table)
            await one.until(lambda: bool(one.service.received))
            (told,) = one.service.received
            topics.add(told.topic)
            who = ("Emil", "Hanna")[seat]
            assert told.payload == {
                "table": table, "seat": seat, "kind": "turn", "game": GAME, "name": "Lobo 77", "language": "de",
                "tag": told.topic, "url": f"/t/{table}", "who": who,
            }  # fmt: skip
            assert told.device == str(seat)
        assert len(topics) == 4

    run(test, tmp_path)


def test_nobodys_name_is_told_at_a_public_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registries, "PUSH_S", 0.05)

    async def test(one: Evening) -> None:
        table = await seated(one, public=True)
        for seat, token in enumerate((HANNA, EMIL)):
            await one.subscribe(table, token, one.service.device(str(seat)))
        await play_one(one, table)
        await one.until(lambda: bool(one.service.received))
        (told,) = one.service.received
        assert set(told.payload) == {"table", "seat", "kind", "game", "name", "language", "tag", "url"}

    run(test, tmp_path, public_tables=True)


def test_whoever_sleeps_is_told_in_the_morning_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registries, "PUSH_S", 0.05)

    async def test(one: Evening) -> None:
        table = await seated(one)
        await one.subscribe(table, HANNA, one.service.device("0"), quiet=[0, 24 * 60 - 1])
        await one.subscribe(table, EMIL, one.service.device("1"), quiet=[0, 24 * 60 - 1])
        await play_one(one, table)
        waiting = one.registry._store.next_notice
        while (due := await waiting()) is not None and due <= one.registry.now():
            await asyncio.sleep(0.02)
        assert due is not None
        await play_one(one, table)  # the other one has acted by now: his notice is void
        assert one.service.received == []

    run(test, tmp_path)
