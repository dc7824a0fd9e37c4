"""What comes with a request: whose it is, and its body; and how it fails."""

import asyncio
from typing import TypeVar

from aiohttp import hdrs, web
from msgspec import DecodeError, ValidationError, json

from spieltisch.server import protocol
from spieltisch.server.admission import Address, TcpConnection, address_in
from spieltisch.server.forwarded import Contradiction, client_in
from spieltisch.server.http_protocol import HttpProtocol

SMALL = 4096  # bytes of a request
BODY_S = 20  # until it has come whole

T = TypeVar("T")


class Failed(Exception):
    """An answer that is not 2xx, in words."""

    def __init__(self, status: int, reason: str, **details: object) -> None:
        super().__init__(reason)
        self.status, self.error = status, protocol.error(reason, **details)


def tcp_of(request: web.Request) -> TcpConnection:
    assert isinstance(request.protocol, HttpProtocol)
    return request.protocol.tcp


def client_of(request: web.Request) -> Address:
    """Whoever is connected; if that is the proxy, whom it names."""
    try:
        named = None if tcp_of(request).is_direct else client_in(request.headers)
    except Contradiction:
        raise Failed(400, "forwarded_twice") from None
    peer = request.protocol.peername
    address = named or (address_in(peer[0]) if isinstance(peer, tuple) else None)
    if address is None:
        raise ConnectionResetError
    return address


def origin_of(request: web.Request) -> str:
    """As the client calls us: of its scheme the proxy tells."""
    is_secure = not tcp_of(request).is_direct and request.headers.get(hdrs.X_FORWARDED_PROTO, "").lower() == "https"
    return str(request.url.with_scheme("https" if is_secure else request.scheme).origin())


async def read_body(request: web.Request, limit: int) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for chunk in request.content.iter_any():
                body += chunk
                if len(body) > limit:
                    raise Failed(413, "too_large", limit=limit)
    except TimeoutError:
        raise Failed(408, "too_slow") from None
    return bytes(body)


async def body_of(request: web.Request, kind: type[T], limit: int = SMALL) -> T:
    try:
        return json.decode(await read_body(request, limit), type=kind)
    except (ValidationError, DecodeError, RecursionError, UnicodeError) as error:
        raise Failed(400, "bad_request", why=str(error)[:200]) from None
