"""Notices on their way: sealed, signed, in time, again where they were not taken, and to nobody who is gone."""

import asyncio
import json
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from aiohttp import web
from cryptography.exceptions import InvalidTag

from push.device import NIGHT, Device
from push.service import PushService, push_service
from spieltisch.server.cleanup import settle
from spieltisch.server.push.payload import NoticeBody
from spieltisch.server.push.sealing import new_key, sealed
from spieltisch.server.push.sending import GAPS_S, MOST_TO_A_HOST, NoticeSender, key_of, written
from spieltisch.store import (
    Append,
    Change,
    CommitDone,
    Days,
    DeleteTable,
    NewNotice,
    Opening,
    Store,
    Subscribe,
    Then,
    open_store,
)

EPOCH = 1
BODY = json.dumps({"game": "lobo77", "who": "Emil"}).encode()
PATIENCE_S = 20
CONTACT = "https://spiele.example.org"


def moment(text: str, zone: str = "Europe/Berlin") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


NOON = moment("2026-11-17T12:00")


def tell(committed: CommitDone) -> None:
    for then in committed.done:
        then(None)
    for then, error in committed.failed:
        then(error)


@dataclass
class Post:
    """A store with one table, a server that sends, and a clock that stands until it is set."""

    store: Store
    service: PushService
    now: int = NOON
    number: int = 0
    seq: int = 1

    async def open(self) -> None:
        self.number = await self.store.new_number()
        await self.append(Append(self.number, [(1, self.now, b"opened")], ignore, Opening("table", 30)))
        await self.start()

    async def start(self) -> None:
        key = await key_of(self.store)
        self.service.key = key.public
        self.sender = NoticeSender(self.store, key, CONTACT, lambda: self.now, anywhere=True)

    async def append(self, append: Append) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.store.put([append._replace(then=partial(settle, done))])
        await done

    async def change(self, make: Callable[[Then], Change]) -> None:
        await written(self.store, make)

    async def subscribe(self, device: Device, seat: int = 0) -> None:
        await self.change(partial(Subscribe, self.number, seat, device.subscription, epoch=EPOCH))

    async def turn(self, seat: int = 0, kind: str = "turn", began: int | None = None) -> None:
        """Somebody has moved: now it is this seat's turn."""
        if began is None:
            self.seq += 1
            began = self.seq
        days = Days(notices=[NewNotice(seat, kind, began, self.now, BODY)])
        entries = [(self.seq, self.now, b"moved")] if began == self.seq and kind == "turn" else []
        await self.append(Append(self.number, entries, ignore, epoch=EPOCH, days=days))

    async def look(self) -> None:
        """All that is due now, to the end."""
        self.service.now_s = self.now // 1000
        await self.sender.look()
        while self.sender.is_busy:
            await asyncio.sleep(0.005)

    async def waits_until(self) -> int | None:
        return await self.store.next_notice()


def ignore(error: Exception | None) -> None: ...


@asynccontextmanager
async def posting(path: Path) -> AsyncIterator[Post]:
    async with push_service() as service:
        post = Post(await open_store(path, tell), service)
        await post.open()
        try:
            yield post
        finally:
            await post.sender.close()
            await post.store.close()


def run(test: Callable[[Post], Coroutine[None, None, None]], path: Path) -> None:
    async def within() -> None:
        async with asyncio.timeout(PATIENCE_S), posting(path) as post:
            await test(post)

    asyncio.run(within())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


# What is sent


def test_a_device_reads_its_notice_and_nobody_else_does(path: Path) -> None:
    """And it is signed by this server: the push service has checked that."""

    async def test(post: Post) -> None:
        device, other = post.service.device("a"), post.service.device("b")
        await post.subscribe(device)
        await post.turn()
        await post.look()
        (received,) = post.service.received
        assert received.payload == {
            "table": "table", "seat": 0, "kind": "turn", "game": "lobo77", "name": "Lobo 77", "language": "de",
            "tag": received.topic, "url": "/t/table", "who": "Emil",
        }  # fmt: skip
        assert "table" not in received.topic
        assert "cookie" not in {name.lower() for name in received.headers}
        body = sealed(b"for a", device.p256dh, device.auth)
        assert device.opened(body).rstrip() == b"for a"
        with pytest.raises(InvalidTag):
            other.opened(body)
        assert await post.waits_until() is None
        assert post.sender.sent == 1

    run(test, path)


def test_its_length_tells_nothing(path: Path) -> None:
    device = Device("https://push.example.org/a")
    sizes = {len(sealed(b"x" * size, device.p256dh, device.auth)) for size in (1, 200, 400, 512)}
    assert len(sizes) == 1


def test_what_is_stored_of_a_notice_is_the_game_and_who_moved(path: Path) -> None:
    assert NoticeBody.__struct_fields__ == ("game", "who")


def test_all_devices_of_a_seat_are_told_and_no_others(path: Path) -> None:
    async def test(post: Post) -> None:
        for seat, name in ((0, "phone"), (0, "desk"), (1, "other")):
            await post.subscribe(post.service.device(name), seat)
        await post.turn(0)
        await post.look()
        assert sorted(one.device for one in post.service.received) == ["desk", "phone"]
        assert len({one.topic for one in post.service.received}) == 1

    run(test, path)


def test_a_reminder_takes_the_place_of_its_turns_notice(path: Path) -> None:
    async def test(post: Post) -> None:
        await post.subscribe(post.service.device("a"))
        await post.turn()
        await post.look()
        await post.turn(kind="reminder", began=post.seq)
        await post.turn(kind="reminder", began=post.seq)
        await post.look()
        first, second = post.service.received
        assert [one.payload["kind"] for one in (first, second)] == ["turn", "reminder"]
        assert first.topic == second.topic == first.payload["tag"] == second.payload["tag"]
        await post.turn()
        await post.look()
        assert post.service.received[-1].topic != first.topic

    run(test, path)


def test_the_key_is_made_once_and_stays(path: Path) -> None:
    async def test(post: Post) -> None:
        again, at_once = await asyncio.gather(key_of(post.store), key_of(post.store))
        assert again.public == at_once.public == post.sender.key

    run(test, path)

    async def reopened() -> tuple[str, str]:
        stores = [await open_store(path, tell)]
        found = await key_of(stores[0])
        await stores[0].close()
        other = await open_store(path.with_name("new.db"), tell)
        keys = await asyncio.gather(*(key_of(other) for _ in range(5)))  # at the same moment
        await other.close()
        assert len({key.public for key in keys}) == 1
        return found.public, keys[0].public

    first, second = asyncio.run(reopened())
    assert first != second
    assert new_key() != new_key()


# When


def test_nobody_is_told_in_his_night_wherever_he_lives(path: Path) -> None:
    """A week by the virtual clock, in the spring in which clocks are put forward: a turn every five hours."""

    async def test(post: Post) -> None:
        zones = {"berlin": "Europe/Berlin", "york": "America/New_York", "kolkata": "Asia/Kolkata"}
        for seat, (name, zone) in enumerate(zones.items()):
            await post.subscribe(post.service.device(name, NIGHT, zone), seat)
        end = moment("2026-04-02T12:00")
        post.now = moment("2026-03-26T12:00")
        heard = dict.fromkeys(zones, 0)
        while post.now < end:
            for seat in range(len(zones)):
                await post.turn(seat)
            for _ in range(5):
                await post.look()
                for name, zone in zones.items():
                    told = len(post.service.told(name))
                    hour = datetime.fromtimestamp(post.now / 1000, ZoneInfo(zone)).hour
                    assert told == heard[name] or 7 <= hour < 22, (name, hour)
                    heard[name] = told
                post.now += 3600_000
        assert all(told > 18 for told in heard.values())

    run(test, path)


def test_a_night_over_which_the_server_is_restarted(path: Path) -> None:
    async def evening(post: Post) -> None:
        post.now = moment("2026-10-24T23:00")  # the night in which clocks are put back
        device = post.service.device("a", NIGHT)
        device.endpoint = "https://push.example.org/a"  # the service has another port tomorrow
        await post.subscribe(device)
        await post.turn()
        await post.look()
        assert post.service.received == []
        assert await post.waits_until() == moment("2026-10-25T07:00")

    async def morning() -> None:
        store = await open_store(path, tell)
        assert await store.due_notices(moment("2026-10-25T06:59"), 9) == []
        (notice,) = await store.due_notices(moment("2026-10-25T07:00"), 9)
        assert (notice.kind, notice.tries) == ("turn", 0)
        await store.close()

    run(evening, path)
    asyncio.run(morning())


def test_whoever_has_moved_in_the_meantime_is_not_told(path: Path) -> None:
    async def test(post: Post) -> None:
        await post.subscribe(post.service.device("a", NIGHT))
        post.now = moment("2026-11-17T23:00")
        await post.turn()
        await post.look()
        await post.append(Append(post.number, [], ignore, epoch=EPOCH, days=Days(settled=[0])))
        post.now = moment("2026-11-18T09:00")
        await post.look()
        assert post.service.received == []

    run(test, path)


# What a push service may say


def test_a_device_that_is_gone_is_forgotten(path: Path) -> None:
    async def test(post: Post) -> None:
        for name, status in (("a", 404), ("b", 410)):
            for seat in (0, 1):
                await post.subscribe(post.service.device(name), seat)
            post.service.answers[name] = deque([web.Response(status=status)])
        await post.turn(0)
        await post.look()
        for seat in (0, 1):
            assert await post.store.devices(post.number, seat) == []
        assert await post.waits_until() is None
        assert post.sender.failed == 2

    run(test, path)


def test_what_is_not_taken_is_tried_again_later_and_later_and_then_given_up(path: Path) -> None:
    async def test(post: Post) -> None:
        await post.subscribe(post.service.device("a"))
        statuses = [503, 500, 429, 502, 599, 503, 503, 503, 503]
        post.service.answers["a"] = deque(web.Response(status=status) for status in statuses)
        await post.turn()
        for gap_s in GAPS_S:
            await post.look()
            waits = await post.waits_until()
            assert waits == post.now + 1000 * gap_s
            await post.sender.close()  # a restart in between changes nothing
            await post.start()
            post.now = waits - 1
            await post.look()
            post.now = waits
        await post.look()
        assert await post.waits_until() is None
        assert not post.service.answers["a"]
        assert post.service.received == []
        assert await post.store.devices(post.number, 0) != []
        await post.turn()
        await post.look()
        assert len(post.service.received) == 1

    run(test, path)


@pytest.mark.parametrize(("asked", "gap_s"), [("900", 900), ("1", 30), ("9" * 30, 24 * 3600), ("soon", 30)])
def test_a_service_may_ask_for_time(path: Path, asked: str, gap_s: int) -> None:
    async def test(post: Post) -> None:
        await post.subscribe(post.service.device("a"))
        post.service.answers["a"] = deque([web.Response(status=429, headers={"Retry-After": asked})])
        await post.turn()
        await post.look()
        assert await post.waits_until() == post.now + 1000 * gap_s

    run(test, path)


@pytest.mark.parametrize("status", [302, 400, 401, 403, 413])
def test_what_is_refused_is_not_tried_again(path: Path, status: int) -> None:
    async def test(post: Post) -> None:
        await post.subscribe(post.service.device("a"))
        post.service.answers["a"] = deque([web.Response(status=status, headers={"Location": post.service.url})])
        await post.turn()
        await post.look()
        assert await post.waits_until() is None
        assert post.service.received == []
        assert len(await post.store.devices(post.number, 0)) == 1

    run(test, path)


def test_a_service_that_is_not_there_is_tried_again(path: Path) -> None:
    async def test(post: Post) -> None:
        device = Device("http://127.0.0.1:9/a")
        await post.subscribe(device)
        await post.turn()
        await post.look()
        assert await post.waits_until() == post.now + 1000 * GAPS_S[0]

    run(test, path)


def test_a_service_that_does_not_answer_holds_nobody_up(path: Path) -> None:
    async def test(post: Post) -> None:
        silent = await asyncio.start_server(never, "127.0.0.2", 0)
        port = silent.sockets[0].getsockname()[1]
        for n in range(MOST_TO_A_HOST + 4):
            await post.subscribe(Device(f"http://127.0.0.2:{port}/{n}"), n)
            await post.turn(n)
        await post.subscribe(post.service.device("a"), 90)
        await post.turn(90)
        await post.sender.look()
        while not post.service.received:
            await asyncio.sleep(0.01)
        assert post.sender.is_busy
        silent.close()

    run(test, path)


async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()
    writer.close()


def test_where_it_cannot_be_stored_that_it_was_sent_it_is_left_alone_for_a_while(path: Path) -> None:
    """A full disk must not become a flood."""

    async def test(post: Post) -> None:
        await post.subscribe(post.service.device("a"))
        await post.turn()
        with closing(sqlite3.connect(path)) as file:
            file.execute("create trigger full before update on notices begin select raise(abort, 'full'); end")
        for _ in range(10):
            await post.sender.look()
            await asyncio.sleep(0.02)
        assert len(post.service.received) == 1

    run(test, path)


def test_a_table_that_is_deleted_tells_nobody(path: Path) -> None:
    async def test(post: Post) -> None:
        await post.subscribe(post.service.device("a"))
        await post.turn()
        await post.change(partial(DeleteTable, post.number, epoch=EPOCH))
        await post.look()
        assert post.service.received == []

    run(test, path)
