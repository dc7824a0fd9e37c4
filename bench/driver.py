"""Four lean clients at each of many tables, each moving as soon as it may: the load for bench/tables.py.

Lean, because it shares the machine with the server: plain sockets that speak just enough WebSocket.
"""

import asyncio
import hashlib
import random
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import cast
from urllib.parse import urlsplit

from msgspec import json

from spieltisch.client import Client
from spieltisch.table import messages

SEATS = 4
decode_told = json.Decoder(messages.Told).decode
decode_seating = json.Decoder(messages.Seating).decode


@dataclass
class Load:
    """What the clients of all tables have seen since counting began."""

    moves: int = 0
    bytes: int = 0
    messages: int = 0
    latencies: list[float] = field(default_factory=list)
    counting: bool = False
    stopped: bool = False


class Table:
    """Four lines; a move is done when all four have it."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.began: dict[int, float] = {}  # by sequence number: when the move was sent
        self.got: Counter[int] = Counter()

    def sent(self, seq: int) -> None:
        self.began[seq] = perf_counter()

    def received(self, seq: int, size: int) -> None:
        load = self.load
        if load.counting:
            load.bytes += size
            load.messages += 1
        self.got[seq] += 1
        if self.got[seq] == SEATS:
            began = self.began.pop(seq, None)
            del self.got[seq]
            if load.counting and began is not None:
                load.moves += 1
                load.latencies.append(perf_counter() - began)


class Line(asyncio.Protocol):
    """One seat: says hello, sits down, adds its entropy, plays a random legal move whenever it may."""

    def __init__(self, table: Table, host: str, path: str, seat: int) -> None:
        self.table, self.host, self.path, self.seat = table, host, path, seat
        self.rng = random.Random(seat)
        self.buffer = b""
        self.upgraded = False
        self.sitting = False
        self.stage = ""
        self.commands = 0
        self.entropy = secrets.token_bytes(32)
        self.ready = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        nonce = "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        self.transport.write(f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\n{key}{nonce}\r\n".encode())

    def send(self, what: dict[str, object]) -> None:
        """A text frame with an empty mask."""
        self.commands += 1
        text = json.encode({**what, "id": self.commands} if what["do"] != "hello" else what)
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
            self.send({"do": "hello", "token": secrets.token_hex(16), "story": True})
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
        if message.startswith(b"["):
            told = decode_told(message)
            self.table.received(told.seq, len(message) + 2)
            self.play(told.moves, told.seq)
        elif message.startswith(b'{"type":"table"'):
            self.look(decode_seating(message))

    def look(self, seating: messages.Seating) -> None:
        if not self.sitting:
            self.sitting = True
            self.send({"do": "sit", "name": f"P{self.seat}", "seat": self.seat})
        elif seating.you is not None and not self.ready.done():
            self.ready.set_result(None)
        if seating.table.stage != self.stage:
            self.stage = seating.table.stage
            self.go_on()
        if isinstance(seating.match, messages.Match) and seating.you is not None:
            self.play(seating.match.moves, seating.seq)

    def go_on(self) -> None:
        if self.stage == "hashing":
            self.send({"do": "hash", "hash": hashlib.sha256(self.entropy).hexdigest()})
        elif self.stage == "revealing":
            self.send({"do": "reveal", "entropy": self.entropy.hex()})
        elif self.stage == "over" and self.seat == 0 and not self.table.load.stopped:
            self.send({"do": "start"})

    def play(self, moves: list[str], seq: int) -> None:
        if moves and not self.table.load.stopped:
            self.table.sent(seq + 1)
            self.send({"do": "play", "move": self.rng.choice(moves)})


def itself(line: Line) -> Line:
    return line


async def sit_down(server: str, tables: int, load: Load) -> list[Line]:
    """All tables opened, everybody seated, nothing started."""
    parts = urlsplit(server)
    loop = asyncio.get_running_loop()
    lines: list[Line] = []
    async with Client(server) as client:
        for _ in range(tables):
            table_id = await client.open("lobo77", SEATS)
            table = Table(load)
            for seat in range(SEATS):
                line = Line(table, parts.netloc, f"/api/tables/{table_id}/socket", seat)
                await loop.create_connection(partial(itself, line), str(parts.hostname), int(parts.port or 80))
                await line.ready
                lines.append(line)
    return lines


async def drive(server: str, tables: int, warm_up_s: float, seconds: float, note: Callable[[str], None]) -> Load:
    """`note` is called when counting begins and when it ends."""
    load = Load()
    lines = await sit_down(server, tables, load)
    for line in lines[::SEATS]:
        line.send({"do": "start"})
    await asyncio.sleep(warm_up_s)
    note("begin")
    load.counting = True
    await asyncio.sleep(seconds)
    load.counting = False
    note("end")
    load.stopped = True
    await asyncio.sleep(0.2)
    for line in lines:
        line.transport.abort()
    return load
