"""WebSocket frames by hand: how long they may be, and that they must be masked (RFC 6455)."""

import asyncio
import json
import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from server.matches import GAME
from server.running import Server
from server.wire import CLOSE, CONTINUED, NOT_MASKED, PING, PONG, TEXT, TOO_BIG, Wire, frame, written
from spieltisch.server import protocol
from spieltisch.server.frames import Frames
from spieltisch.server.settings import Limits

LONG = 60  # seconds: a guard against hanging
LIMIT = Limits().message


# Masks


def chunks_of(data: bytes, size: int) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


LINES = {
    "short": [frame(b"x")],
    "empty": [frame(b"")],
    "several": [frame(b"x" * length) for length in (0, 1, 125, 126, 127, 300)],
    "long": [frame(b"\0" * 70_000), frame(b"x")],
    "controls between fragments": [frame(b"x" * 9, last=False), frame(b"", PING), frame(b"x" * 200, CONTINUED)],
}


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 1 << 20])
@pytest.mark.parametrize("frames", LINES.values(), ids=LINES.keys())
def test_frames_are_followed_over_chunks_of_any_size(frames: list[bytes], size: int) -> None:
    good = Frames()
    assert all(good.follow(chunk) for chunk in chunks_of(b"".join(frames), size))
    for length in (0, 5, 130, 70_000):
        bad = Frames()
        told = [bad.follow(chunk) for chunk in chunks_of(b"".join([*frames, frame(b"x" * length, masked=False)]), size)]
        assert False in told


def test_wherever_a_line_is_cut_an_unmasked_frame_is_found_and_no_other() -> None:
    dice = random.Random(1)
    for _ in range(300):
        line = [frame(dice.randbytes(dice.choice((0, 3, 125, 126, 500)))) for _ in range(dice.randrange(1, 6))]
        spoilt = dice.random() < 0.5
        if spoilt:
            bad = frame(dice.randbytes(4), dice.choice((TEXT, PING)), masked=False)
            line.insert(dice.randrange(len(line) + 1), bad)
        data, frames = b"".join(line), Frames()
        cuts = [0, *sorted(dice.randrange(len(data) + 1) for _ in range(6)), len(data)]
        told = [frames.follow(data[begin:end]) for begin, end in pairwise(cuts)]
        assert all(told) is not spoilt


HELLO = written(do="hello")
COMMAND = written(do="leave", id=5)
UNMASKED = {
    "text": frame(COMMAND, masked=False),
    "hello": frame(HELLO, masked=False),
    "ping": frame(b"", PING, masked=False),
    "pong": frame(b"", PONG, masked=False),
    "close": frame(b"\x03\xe8", CLOSE, masked=False),
    "continuation": frame(COMMAND[:4], last=False) + frame(COMMAND[4:], CONTINUED, masked=False),
    "long": frame(b" " * 3000, masked=False),
}


async def is_failed(port: int, table: str, sent: bytes, one_by_one: bool) -> None:
    """As soon as its header is there: whoever writes on might not hear why."""
    wire, frames = await Wire.hello(port, table), Frames()
    for part in chunks_of(sent, 1 if one_by_one else len(sent)):
        wire.writer.write(part)
        await wire.writer.drain()
        if not frames.follow(part):
            break
    assert [message async for message in wire.rest()] == []
    assert wire.closed_with == NOT_MASKED
    await wire.close()


@pytest.mark.parametrize("one_by_one", [False, True])
def test_a_frame_that_is_not_masked_fails_the_line(server: Server, one_by_one: bool) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            table = await client.open(GAME, 2)
            for sent in UNMASKED.values():
                await is_failed(server.port, table, sent, one_by_one)
            wire = await Wire.open(server.port, table)
            wire.writer.write(UNMASKED["hello"])
            assert await wire.next() is None
            assert wire.closed_with == NOT_MASKED
            await wire.close()

    asyncio.run(main())


def test_what_comes_together_with_the_request_is_checked_too(server: Server) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            table = await client.open(GAME, 2)
            for masked in (True, False):
                wire = await Wire.open(server.port, table, first=frame(HELLO, masked=masked))
                message = await wire.next()
                assert (message is not None) is masked
                assert wire.closed_with == (None if masked else NOT_MASKED)
                await wire.close()

    asyncio.run(main())


def test_masked_frames_are_taken_byte_by_byte_and_in_fragments(server: Server) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            wire = await Wire.hello(server.port, await client.open(GAME, 2))
            parts = frame(COMMAND[:4], last=False), frame(b"ping", PING), frame(COMMAND[4:], CONTINUED)
            for part in chunks_of(b"".join(parts) + frame(COMMAND), 1):
                wire.writer.write(part)
                await asyncio.sleep(0)
            assert [(await wire.next())["reason"] for _ in range(2)] == ["not_seated"] * 2
            await wire.close()

    asyncio.run(main())


# Lengths


def of_length(length: int) -> bytes:
    command = written(do="leave", id=5)
    return command + b" " * (length - len(command))


def fragments(message: bytes, pieces: int) -> bytes:
    size = -(-len(message) // pieces)
    parts = list(chunks_of(message, size))
    return b"".join(
        frame(part, TEXT if number == 0 else CONTINUED, last=number == len(parts) - 1)
        for number, part in enumerate(parts)
    )


@pytest.mark.parametrize("pieces", [1, 2, 5, LIMIT])
def test_a_message_has_as_many_bytes_as_the_protocol_says_and_not_one_more(server: Server, pieces: int) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            table = await client.open(GAME, 2)
            wire = await Wire.hello(server.port, table)
            wire.writer.write(fragments(of_length(LIMIT), pieces) + fragments(of_length(LIMIT - 1), pieces))
            assert [(await wire.next())["id"] for _ in range(2)] == [5, 5]
            wire.writer.write(fragments(of_length(LIMIT + 1), pieces))
            assert await wire.next() is None
            assert wire.closed_with == TOO_BIG
            await wire.close()

    asyncio.run(main())


# Ids of what comes too fast


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ({"do": "leave", "id": 7}, 7),
        ({"id": 2**53 - 1}, 2**53 - 1),
        ({"do": "pong", "nonce": "x"}, None),
        ({"do": "leave", "id": 2**53}, None),
        ({"do": "leave", "id": 0}, None),
        ({"do": "leave", "id": "7"}, None),
        ({"more": {"id": 7}}, None),
        ([7], None),
    ],
)
def test_the_id_of_a_command_that_is_not_read_further(message: object, number: int | None) -> None:
    assert protocol.id_in(json.dumps(message)) == number


@pytest.mark.parametrize("message", ["", "{", "\ud800", "[" * 2000, b"\xff"])
def test_garbage_has_none(message: str | bytes) -> None:
    assert protocol.id_in(message) is None
