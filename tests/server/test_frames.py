"""WebSocket frames by hand: how long they may be, and that they must be masked (RFC 6455)."""

import asyncio
import json
import random
from collections.abc import Iterator

import pytest

from server.matches import GAME
from server.running import Server
from server.wire import BINARY, CLOSE, CONTINUED, NOT_MASKED, PING, PONG, TEXT, TOO_BIG, Wire, frame, written
from spieltisch.server import protocol
from spieltisch.server.frames import NOT_TEXT, PROTOCOL_ERROR, BadFrame, FrameReader, Message
from spieltisch.server.settings import Limits

LONG = 60  # seconds: a guard against hanging
LIMIT = Limits().message


@pytest.fixture
def server(open_server: Server) -> Server:
    return open_server


# Masks


def chunks_of(data: bytes, size: int) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


def read_all(data: bytes, size: int) -> tuple[list[Message], int | None]:
    """The messages in it, and the code with which the line is closed then, if it is."""
    reader, messages = FrameReader(LIMIT), []
    try:
        for chunk in chunks_of(data, size):
            reader.add(chunk)
            while (message := reader.next()) is not None:
                messages.append(message)
    except BadFrame as bad:
        return messages, bad.code
    return messages, None


HALVES = [frame(b"fr\xc3", last=False), frame(b"\xbch", CONTINUED)]  # a letter of two bytes, cut in two
GOOD: dict[str, tuple[list[bytes], list[Message]]] = {
    "short": ([frame(b"x")], [(TEXT, b"x")]),
    "empty": ([frame(b"")], [(TEXT, b"")]),
    "several": (
        [frame(b"x" * length) for length in (0, 1, 125, 126, 127, 300)],
        [(TEXT, b"x" * length) for length in (0, 1, 125, 126, 127, 300)],
    ),
    "as long as may be": ([frame(b"x" * LIMIT), frame(b"y")], [(TEXT, b"x" * LIMIT), (TEXT, b"y")]),
    "bytes": ([frame(b"\xff", BINARY)], [(BINARY, b"\xff")]),
    "fragments": ([*HALVES, frame("spät".encode())], [(TEXT, "früh".encode()), (TEXT, "spät".encode())]),
    "controls between fragments": (
        [HALVES[0], frame(b"a", PING), frame(b"", PONG), HALVES[1]],
        [(PING, b"a"), (PONG, b""), (TEXT, "früh".encode())],
    ),
    "empty fragments": (
        [frame(b"", last=False), frame(b"", CONTINUED, last=False), frame(b"", CONTINUED)],
        [(TEXT, b"")],
    ),
    "the longest ping": ([frame(b"x" * 125, PING)], [(PING, b"x" * 125)]),
}
SIZES = [1, 2, 3, 7, 64, 1 << 20]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("frames", "messages"), GOOD.values(), ids=GOOD.keys())
def test_messages_are_read_from_chunks_of_any_size(frames: list[bytes], messages: list[Message], size: int) -> None:
    assert read_all(b"".join(frames), size) == (messages, None)


BAD = {
    "unmasked": (frame(b"x", masked=False), PROTOCOL_ERROR),
    "unmasked and long": (frame(b"x" * 70_000, masked=False), PROTOCOL_ERROR),
    "reserved bits": (bytes((0xC1, 0x81)), PROTOCOL_ERROR),
    "an unknown kind": (frame(b"x", 3), PROTOCOL_ERROR),
    "an unknown control": (frame(b"x", 11), PROTOCOL_ERROR),
    "a control in fragments": (frame(b"x", PING, last=False), PROTOCOL_ERROR),
    "a long control": (frame(b"x" * 126, PING), PROTOCOL_ERROR),
    "a fragment of nothing": (frame(b"x", CONTINUED), PROTOCOL_ERROR),
    "a message among fragments": (frame(b"", last=False) + frame(b"x"), PROTOCOL_ERROR),
    "too long": (frame(b"x" * (LIMIT + 1))[:8], TOO_BIG),
    "far too long": (bytes((0x81, 0xFF)) + b"\xff" * 8, TOO_BIG),
    "too long together": (frame(b"x" * LIMIT, last=False) + frame(b"x", CONTINUED), TOO_BIG),
    "no text": (frame(b"\xff\xfe"), NOT_TEXT),
    "no text together": (frame(b"\xc3", last=False) + frame(b"x", CONTINUED), NOT_TEXT),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("data", "code"), BAD.values(), ids=BAD.keys())
def test_what_is_no_frame_closes_the_line_with_its_code(data: bytes, code: int, size: int) -> None:
    assert read_all(frame(b"before") + data, size) == ([(TEXT, b"before")], code)


@pytest.mark.parametrize("payload", [b"", b"x", b"x" * 125])
def test_a_short_text_that_comes_by_itself_is_read_at_once(payload: bytes) -> None:
    reader = FrameReader(LIMIT, allowed=1)
    assert reader.lone_text(frame(payload)) == payload
    assert reader.lone_text(frame(payload)) is None  # no more is allowed


@pytest.mark.parametrize(
    "data",
    [
        frame(b"x" * 126), frame(b"\xff"), frame("ä".encode()), frame(b"x", BINARY), frame(b"x", PING), b"", b"\x81",
        frame(b"x", last=False), frame(b"x", masked=False), frame(b"x")[:-1], frame(b"x") * 2, frame(b"x" * 5),
    ],
)  # fmt: skip
def test_whatever_else_comes_is_read_with_care(data: bytes) -> None:
    assert FrameReader(4).lone_text(data) is None


def test_what_comes_behind_something_else_waits_for_it() -> None:
    for before in (frame(b"x")[:3], frame(b"x", last=False)):
        reader = FrameReader(LIMIT)
        reader.add(before)
        reader.next()
        assert reader.lone_text(frame(b"y")) is None


def masked_with(mask: bytes, payload: bytes) -> bytes:
    """Byte by byte, as the standard says it."""
    plain = frame(payload)
    begin = len(plain) - len(payload)
    return plain[: begin - 4] + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))


def test_wherever_a_line_is_cut_messages_are_found_and_an_unmasked_frame_too() -> None:
    dice = random.Random(1)
    for _ in range(300):
        payloads = [dice.randbytes(dice.choice((0, 3, 125, 126, 500))).hex().encode() for _ in range(dice.randrange(6))]
        data = b"".join(masked_with(dice.randbytes(4), payload) for payload in payloads)
        spoilt = dice.random() < 0.5
        if spoilt:
            data += frame(b"abcd", dice.choice((TEXT, PING)), masked=False)
        messages, code = read_all(data, dice.choice((1, 5, 100, 1 << 20)))
        assert messages == [(TEXT, payload) for payload in payloads]
        assert code == (PROTOCOL_ERROR if spoilt else None)


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (b"", 1000),
        (b"\x03\xe8", 1000),
        (b"\x03\xe9bye", 1000),
        (b"\x0f\xa0", 1000),  # 4000, one of a client's own
        (b"\x03", 1002),
        (b"\x03\xed", 1002),  # 1005 and 1006 are for those who got none
        (b"\x03\xee", 1002),
        (b"\x13\x88", 1002),  # 5000
        (b"\x03\xe8\xff", 1007),
    ],
)
def test_a_farewell_is_answered(server: Server, payload: bytes, code: int) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            wire = await Wire.hello(server.port, await client.open(GAME, 2))
            wire.writer.write(frame(payload, CLOSE) + frame(COMMAND))
            assert await wire.next() is None
            assert wire.closed_with == code
            await wire.close()

    asyncio.run(main())


def test_a_ping_is_answered_with_what_it_holds(server: Server) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            wire = await Wire.hello(server.port, await client.open(GAME, 2))
            wire.send(b"are you there?", kind=PING)
            while (answer := await wire._read_frame())[0] == TEXT:
                pass
            assert answer == (PONG, b"are you there?")
            await wire.close()

    asyncio.run(main())


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
    wire, sent_so_far = await Wire.hello(port, table), b""
    for part in chunks_of(sent, 1 if one_by_one else len(sent)):
        wire.writer.write(part)
        await wire.writer.drain()
        sent_so_far += part
        if read_all(sent_so_far, LIMIT)[1] is not None:
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
