"""A lean client: a plain socket that speaks just enough WebSocket, for it shares the machine with the server."""

import asyncio
import secrets
from functools import partial
from typing import Any, cast
from urllib.parse import urlsplit

from msgspec import convert, json, msgpack

from spieltisch.table import messages
from spieltisch.table.fairness import Contribution

SEATS = 4
decode_step = msgpack.Decoder(messages.Step).decode
decode_seating = json.Decoder(messages.Seating).decode


class Line(asyncio.Protocol):
    """One seat: says hello, sits down, adds its entropy."""

    def __init__(self, server: str, table: str, seat: int) -> None:
        self.server, self.table_id, self.seat = urlsplit(server), table, seat
        self.path = f"/api/tables/{table}/socket?wire={messages.VERSION}"
        self.buffer = b""
        self.upgraded = False
        self.sitting = False
        self.stage = ""
        self.fields: dict[str, Any] = {}  # of the table
        self.commands = 0
        self.dice = Contribution()
        self.ready = asyncio.get_running_loop().create_future()

    async def sit(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(partial(itself, self), str(self.server.hostname), int(self.server.port or 80))
        await self.ready

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        nonce = "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        head = f"GET {self.path} HTTP/1.1\r\nHost: {self.server.netloc}\r\n{key}{nonce}\r\n"
        self.transport.write(head.encode())

    def do(self, what: str, **details: object) -> int:
        """A command → its id."""
        self.commands += 1
        self.send({"do": what, "id": self.commands, **details})
        return self.commands

    def send(self, what: dict[str, object]) -> None:
        """A text frame with an empty mask."""
        text = json.encode(what)
        length = bytes((0x80 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self.transport.write(b"\x81" + length + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.upgraded:
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head
            self.upgraded, self.buffer = True, rest
            self.send({"do": "hello", "token": secrets.token_hex(16)})
        while (frame := self.next_frame()) is not None:
            self.hear(frame)

    def next_frame(self) -> bytes | None:
        buffer = self.buffer
        if len(buffer) < 4:
            return None
        size, start = buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        if len(buffer) < start + size:
            return None
        self.buffer = buffer[start + size :]
        return buffer[start : start + size]

    def hear(self, message: bytes) -> None:
        if message.startswith(b'{"type":"table"'):
            self.look(decode_seating(message))

    def look(self, seating: messages.Seating) -> None:
        if not self.sitting:
            self.sitting = True
            self.do("sit", name=f"P{self.seat}", seat=self.seat)
        elif seating.you is not None and not self.ready.done():
            self.ready.set_result(None)
        self.fields |= seating.table
        if self.fields["stage"] != self.stage:
            self.stage = self.fields["stage"]
            self.go_on(convert(self.fields, messages.TableView, str_keys=True))

    def go_on(self, table: messages.TableView) -> None:
        """At a new stage."""
        if self.stage == "hashing":
            self.do("hash", hash=self.dice.hash(self.table_id, table, self.seat))
        elif self.stage == "revealing":
            note = self.dice.reveal(self.table_id, table, self.seat)
            self.do("reveal", entropy=note.entropy, start=note.start)
        elif self.stage == "playing":
            self.dice.begin(self.table_id, table, self.seat, was_seated=True)


def frame_size(message: bytes) -> int:
    """On the wire."""
    return len(message) + (2 if len(message) < 126 else 4)


def itself(line: Line) -> Line:
    return line
