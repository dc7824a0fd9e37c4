"""A WebSocket by hand: whatever bytes one likes, and as many at once as one likes."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from msgspec import msgpack

from spieltisch.server.protocol import VERSION

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
NOT_MASKED, TOO_BIG = 1002, 1009  # RFC 6455: why a line was closed


def frame(payload: bytes, kind: int = TEXT, last: bool = True, masked: bool = True) -> bytes:
    """A client's frame. Its mask is 0, which leaves the payload as it is."""
    length, mask = len(payload), 0x80 if masked else 0
    if length < 126:
        size = bytes((mask | length,))
    elif length < 1 << 16:
        size = bytes((mask | 126,)) + length.to_bytes(2, "big")
    else:
        size = bytes((mask | 127,)) + length.to_bytes(8, "big")
    return bytes((0x80 * last | kind,)) + size + bytes(4 * masked) + payload


def written(**message: object) -> bytes:
    return json.dumps(message).encode()


class Wire:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.closed_with: int | None = None  # the code that the server gave, if it gave one

    @classmethod
    async def open(cls, port: int, table: str, sock: socket.socket | None = None, first: bytes = b"") -> "Wire":
        """`first` goes out together with the request."""
        where: dict[str, Any] = {"host": "127.0.0.1", "port": port} if sock is None else {"sock": sock}
        reader, writer = await asyncio.open_connection(**where)
        head = (
            f"GET /api/tables/{table}/socket?wire={VERSION} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        writer.write(head.encode() + first)
        answer = await reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 101"):
            writer.close()
            raise AssertionError(answer)
        assert b"Server: Spieltisch\r\n" in answer
        return cls(reader, writer)

    @classmethod
    async def hello(cls, port: int, table: str, token: str | None = None) -> "Wire":
        """Open, and have looked at the table."""
        wire = await cls.open(port, table)
        wire.send(written(do="hello", token=token))
        first = await wire.next()
        assert first is not None
        assert first["type"] == "table"
        return wire

    def send(self, *payloads: bytes, kind: int = TEXT) -> None:
        """All at once."""
        self.writer.write(b"".join(frame(payload, kind) for payload in payloads))

    async def read(self) -> bytes | None:
        """The next message; None: the line is closed."""
        while True:
            try:
                kind, payload = await self._read_frame()
            except (asyncio.IncompleteReadError, ConnectionError):
                return None
            if kind == CLOSE:
                self.closed_with = int.from_bytes(payload[:2], "big")
                return None
            if kind in (TEXT, BINARY):
                return payload
            if kind == PING:
                self.send(payload, kind=PONG)

    async def _read_frame(self) -> tuple[int, bytes]:
        kind, length = await self.reader.readexactly(2)
        if length == 126:
            length = int.from_bytes(await self.reader.readexactly(2), "big")
        elif length == 127:
            length = int.from_bytes(await self.reader.readexactly(8), "big")
        return kind & 15, await self.reader.readexactly(length)

    async def next(self) -> Any:
        message = await self.read()
        if message is None:
            return None
        return json.loads(message) if message.startswith(b"{") else msgpack.decode(message)

    async def rest(self) -> AsyncIterator[Any]:
        """Everything until the line is closed."""
        while (message := await self.next()) is not None:
            yield message

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()
