"""One stranger's floods: connections, frames, bodies, replays. Others play on, and a seated player comes back.

What is asked here is what happens, not how fast: that is `python -m bench --only floods`.
"""

import asyncio
import gzip
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from server.conftest import Serve
from server.matches import GAME, play_out, start, table_with_bots
from server.running import Server, patiently
from server.wire import CONTINUED, PING, PONG, TEXT, Wire, frame
from spieltisch.client import Client
from spieltisch.server import Limits, ServerSettings, app, incoming
from spieltisch.server.admission import MOST_TOLD, Admission
from spieltisch.server.frames import FRAMES_A_MESSAGE, Receiver
from spieltisch.server.jobs import MOST, MOST_OF_CLIENT, Busy, Jobs
from spieltisch.server.registry import TableRegistry
from spieltisch.table import replay

LONG = 60  # seconds: a guard against hanging
FEW = 160  # descriptors
TOO_FEW = 38  # even for the connections that are always let in: accepting them fails
MANY = 400


# Connections


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def silent(port: int, number: int) -> AsyncIterator[list[Streams]]:
    """Connections on which nothing is said."""
    streams: list[Streams] = []
    try:
        for _ in range(number):
            streams.append(await asyncio.open_connection("127.0.0.1", port))
        yield streams
    finally:
        for _, writer in streams:
            writer.close()


async def is_closed(streams: Streams) -> bool:
    try:
        return not await streams[0].read()
    except ConnectionError:
        return True


async def seated(client: Client, table: str) -> str:
    """Somebody who sits there and is gone: → his token."""
    async with client.join(table, "Hanna") as line:
        assert line.token is not None
        return line.token


@pytest.mark.parametrize("descriptors", [FEW, TOO_FEW])
@pytest.mark.slow
def test_a_seated_player_comes_back_when_strangers_hold_all_connections(serve: Serve, descriptors: int) -> None:
    server = serve(descriptors=descriptors)

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            table = await client.open(GAME, 2)
            token = await seated(client, table)
            line = await Wire.hello(server.port, table, token)
            async with silent(server.port, MANY):
                for _ in range(3):
                    await (await Wire.hello(server.port, table, token)).close()
                line.send(b'{"do":"leave","id":1}')
                assert await line.next() is not None
            await line.close()
        assert await server.metric("dropped_connections_total") >= MANY - FEW

    asyncio.run(main())


def test_those_without_a_seat_go_first(serve: Serve) -> None:
    server = serve(descriptors=FEW)

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            table = await client.open(GAME, 2)
            token = await seated(client, table)
            player = await Wire.hello(server.port, table, token)
            watchers = [await Wire.hello(server.port, table) for _ in range(FEW)]
            async for _ in watchers[0].rest():
                pass  # until it is closed
            player.send(b"still here?", kind=PING)
            while (await player._read_frame())[0] != PONG:
                pass
            await asyncio.gather(*(wire.close() for wire in (player, *watchers)))

    asyncio.run(main())


def test_a_connection_counts_from_the_accept_on(serve: Serve) -> None:
    """Whoever is silent makes room for others of the same address."""
    server = serve("--connections", "5")

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, silent(server.port, 6) as streams:
            assert await is_closed(streams[0])
            table = await client.open(GAME, 2)
            wires = [await Wire.hello(server.port, table) for _ in range(5)]
            assert all([await is_closed(one) for one in streams])
            await asyncio.gather(*(wire.close() for wire in wires))

    asyncio.run(main())


def test_one_that_is_told_that_it_is_too_many_makes_no_room_for_the_next() -> None:
    admission = Admission(Limits(connections=2), 1000, None, lambda: 0.0)
    address = ip_address("192.0.2.1")
    for _ in range(2):
        seated = admission.admit(str(address))
        assert seated is not None
        assert admission.begin(seated, address)
    for _ in range(20):
        one_more = admission.admit(str(address))
        assert one_more is not None
        assert not admission.begin(one_more, address)
        admission.wait(one_more)
    assert admission.dropped >= 20 - MOST_TOLD - 1


class LoopClock:
    """The running loop's own, which can be put forward: whatever waits for a moment that is past by then is due."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop = asyncio.get_running_loop()
        self._time, self.ahead_s = loop.time, 0.0
        monkeypatch.setattr(loop, "time", self)

    def __call__(self) -> float:
        return self._time() + self.ahead_s


@asynccontextmanager
async def running(folder: Path, limits: Limits) -> AsyncIterator[int]:
    settings = ServerSettings(port=0, data=folder / "tables.db", limits=limits)
    async with asyncio.timeout(LONG), app.running(settings, await TableRegistry.start(settings)) as port:
        yield port


def test_silence_and_half_a_request_end_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        clock, limits = LoopClock(monkeypatch), Limits()
        async with (
            running(tmp_path, limits) as port,
            silent(port, 3) as streams,
            Client(f"http://127.0.0.1:{port}") as client,
        ):
            player = await Wire.hello(port, await client.open(GAME, 2))
            streams[1][1].write(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            streams[2][1].write(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert (await streams[2][0].readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
            clock.ahead_s = limits.silent_s + app.SWEEP_S
            for one in streams:
                await one[0].read()  # to its end
            player.send(b"still here?", kind=PING)
            while (await player._read_frame())[0] != PONG:
                pass
            await player.close()

    asyncio.run(main())


def test_half_a_body_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "BODY_S", 0.1)

    async def main() -> None:
        async with running(tmp_path, Limits()) as port:
            for path in ("/api/tables", "/api/matches"):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{" % path.encode())
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 408")
                assert b'"too_slow"' in await reader.read()
                writer.close()

    asyncio.run(main())


# Frames


class Pipe(asyncio.Transport):
    """A line from which nothing comes by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.is_read = True

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True


BURST, RATE, SIZE = 10, 100, 50
FRAMES = {
    "pings": [frame(b"", PING)] * 1000,
    "pongs": [frame(b"", PONG)] * 1000,
    "empty messages": [frame(b"")] * 1000,
    "empty continuations": [frame(b"", last=False), *[frame(b"", CONTINUED, last=False)] * 1000],
}


@pytest.mark.parametrize("frames", FRAMES.values(), ids=FRAMES.keys())
def test_of_too_many_frames_some_are_taken_and_no_more_is_read(frames: list[bytes]) -> None:
    async def main() -> None:
        pipe, heard = Pipe(), []
        receiver = Receiver(pipe, Limits(rate=RATE, burst=BURST, message=10**6))

        def hear(kind: int, payload: bytes) -> bool:
            heard.append(kind)
            return True

        listening = asyncio.create_task(receiver.listen(hear))
        await asyncio.sleep(0)
        receiver.feed_data(b"".join(frames))
        assert len(heard) <= FRAMES_A_MESSAGE * BURST
        assert not pipe.is_read
        receiver.feed_eof()
        await listening

    asyncio.run(asyncio.wait_for(main(), LONG))


def test_of_too_many_bytes_no_more_is_read() -> None:
    """Also of a frame that is never finished."""

    async def main() -> None:
        pipe = Pipe()
        receiver = Receiver(pipe, Limits(rate=RATE, burst=BURST, message=SIZE))
        listening = asyncio.create_task(receiver.listen(lambda kind, payload: True))
        await asyncio.sleep(0)
        for size in (BURST * SIZE, 100):
            assert pipe.is_read
            receiver.feed_data(frame(b"x" * (SIZE - 6)) * (size // SIZE))
        assert not pipe.is_read
        receiver.feed_eof()
        await listening

    asyncio.run(asyncio.wait_for(main(), LONG))


def test_what_came_too_fast_is_heard_later_and_in_order() -> None:
    async def main() -> None:
        pipe, heard = Pipe(), []
        receiver = Receiver(pipe, Limits(rate=RATE, burst=BURST, message=SIZE))

        def hear(kind: int, payload: bytes) -> bool:
            heard.append(int(payload))
            return len(heard) < 100

        listening = asyncio.create_task(receiver.listen(hear))
        await asyncio.sleep(0)
        receiver.feed_data(b"".join(frame(b"%d" % number, TEXT) for number in range(100)))
        assert len(heard) < 100
        await listening
        assert heard == list(range(100))

    asyncio.run(asyncio.wait_for(main(), LONG))


def test_a_line_that_sent_too_much_is_read_again() -> None:
    async def main() -> None:
        pipe = Pipe()
        receiver = Receiver(pipe, Limits(rate=RATE, burst=BURST, message=SIZE))
        listening = asyncio.create_task(receiver.listen(lambda kind, payload: True))
        await asyncio.sleep(0)
        receiver.feed_data(frame(b"", PONG) * (FRAMES_A_MESSAGE * BURST))
        assert not pipe.is_read

        async def is_read() -> bool:
            return pipe.is_read

        await patiently(is_read)
        receiver.feed_eof()
        await listening

    asyncio.run(asyncio.wait_for(main(), LONG))


# Bodies


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "gzip, gzip"])
@pytest.mark.slow
def test_nothing_is_unpacked(server: Server, encoding: str) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), aiohttp.ClientSession() as session:
            for path in ("/api/matches", "/api/tables"):
                bomb = gzip.compress(bytes(10_000_000))
                headers = {"Content-Encoding": encoding}
                async with session.post(server.url + path, data=bomb, headers=headers) as answer:
                    assert answer.status == 415
                    assert (await answer.json())["reason"] == "packed"

    asyncio.run(main())


# Replays and uploads


def test_a_replay_is_worked_out_beside_the_loop_and_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is held up for real; others are answered meanwhile."""
    begun, go_on, really = threading.Event(), threading.Event(), replay.replay_of
    worked_out: list[int] = []

    def held_up(*args: Any) -> replay.Replay | None:
        worked_out.append(1)
        begun.set()
        assert go_on.wait(LONG)
        return really(*args)

    monkeypatch.setattr(replay, "replay_of", held_up)

    async def main() -> None:
        limits = Limits(rate=10**6, burst=10**6)
        async with (
            running(tmp_path, limits) as port,
            Client(f"http://127.0.0.1:{port}") as client,
            table_with_bots(client) as line,
        ):
            await start(line)
            await play_out(line)
            token = line.token or ""
            asked = [asyncio.create_task(client.finished(line.id, 1, token)) for _ in range(20)]
            await asyncio.to_thread(begun.wait, LONG)
            async with client.session.get(f"{client.server}/health") as answer:
                assert answer.status == 200
            go_on.set()
            finished = await asyncio.gather(*asked)
            assert all(one == finished[0] for one in finished)
            assert await client.finished(line.id, 1, token) == finished[0]
            assert worked_out == [1]

    asyncio.run(main())


class Work:
    """That takes until it is let go."""

    def __init__(self) -> None:
        self.may_end = asyncio.Event()
        self.done = 0

    async def __call__(self) -> bytes:
        await self.may_end.wait()
        self.done += 1
        return b"done"


def test_who_comes_when_too_much_waits_is_sent_away() -> None:
    async def main() -> None:
        jobs, work = Jobs(), Work()
        numbers: Iterator[int] = iter(range(1000))
        asked = []
        for client in range(MOST // MOST_OF_CLIENT):
            asked += [asyncio.create_task(jobs.result(next(numbers), str(client), work)) for _ in range(MOST_OF_CLIENT)]
            await asyncio.sleep(0)
            if client == 0:
                with pytest.raises(Busy):
                    await jobs.result("one more", "0", work)
        with pytest.raises(Busy):
            await jobs.result("one more", "somebody else", work)
        again = asyncio.create_task(jobs.result(0, "somebody else", work))
        work.may_end.set()
        assert set(await asyncio.gather(*asked, again)) == {b"done"}
        assert work.done == MOST
        assert await jobs.result("one more", "0", work) == b"done"

    asyncio.run(asyncio.wait_for(main(), LONG))


def test_what_went_wrong_is_tried_again() -> None:
    async def main() -> None:
        jobs, faults = Jobs(), [ValueError("not yet")]

        async def work() -> bytes:
            if faults:
                raise faults.pop()
            return b"done"

        with pytest.raises(ValueError, match="not yet"):
            await jobs.result(1, "", work)
        assert await jobs.result(1, "", work) == b"done"

    asyncio.run(asyncio.wait_for(main(), LONG))
