"""One WebSocket for each seat or spectator."""

import asyncio
from base64 import b64decode, b64encode
from contextlib import suppress
from functools import partial
from hashlib import sha1
from typing import cast

from aiohttp import hdrs, web
from aiohttp.http import WebSocketReader
from msgspec import DecodeError, ValidationError

from spieltisch.server import protocol
from spieltisch.server.admission import TcpConnection
from spieltisch.server.cluster.peers import ForwardedTable
from spieltisch.server.connection import Connection
from spieltisch.server.frames import BINARY, DONE, PING, PONG, TEXT, Message, Receiver, pong_frame
from spieltisch.server.guard import Pace
from spieltisch.server.live_table import Closing, LiveTable
from spieltisch.server.services import Services
from spieltisch.store import SetAside, StoreError
from spieltisch.table import Damaged

HELLO_S = 10  # until the first message
MOST_GARBLED = 50  # messages; then the line is closed
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, 1.3
KEY_BYTES = 16


async def socket(request: web.Request, services: Services, tcp: TcpConnection, table_id: str) -> web.StreamResponse:
    """The table is fetched after the hello: one that nobody looks at yet may leave memory in the meantime."""
    limits = services.settings.limits
    response = handshake(request)
    await response.prepare(request)
    assert request.transport is not None
    connection = Connection(request.transport, limits.backlog, tcp.is_direct)
    receiver = Receiver(request.transport, limits)
    request.protocol.set_parser(cast(WebSocketReader, receiver))  # nothing else of a reader is called
    hello = await first_message(receiver, connection)
    table = await found(services, table_id) if hello is not None else None
    if hello is not None and table is not None:
        services.admission.stay(tcp, partial(table.holds_seat, hello.token))
        table.connect(connection, hello)
        try:
            await receiver.listen(Commands(connection, services, table).hear)
        finally:
            table.disconnect(connection)
    receiver.close(DONE)
    return response


def handshake(request: web.Request) -> web.StreamResponse:
    """RFC 6455, 4.2."""
    headers = request.headers
    key = headers.get(hdrs.SEC_WEBSOCKET_KEY, "")
    if (
        headers.get(hdrs.UPGRADE, "").strip().lower() != "websocket"
        or "upgrade" not in headers.get(hdrs.CONNECTION, "").lower()
        or headers.get(hdrs.SEC_WEBSOCKET_VERSION) != "13"
        or not is_key(key)
    ):
        raise web.HTTPBadRequest
    accepted = b64encode(sha1((key + GUID).encode(), usedforsecurity=False).digest()).decode()
    answer = {hdrs.UPGRADE: "websocket", hdrs.CONNECTION: "upgrade", hdrs.SEC_WEBSOCKET_ACCEPT: accepted}
    response = web.StreamResponse(status=101, headers=answer)
    response.force_close()
    request.protocol.keep_alive(False)
    return response


def is_key(key: str) -> bool:
    try:
        return len(b64decode(key)) == KEY_BYTES
    except ValueError:
        return False


async def found(services: Services, table_id: str) -> LiveTable | ForwardedTable | None:
    try:
        return await services.registry.find(table_id)
    except (Closing, SetAside, Damaged, StoreError):
        return None


async def first_message(receiver: Receiver, connection: Connection) -> protocol.Hello | None:
    """What comes after it waits."""
    heard: list[Message] = []

    def hear(kind: int, payload: bytes) -> bool:
        heard.append((kind, payload))
        return False

    with suppress(TimeoutError):
        async with asyncio.timeout(HELLO_S):
            await receiver.listen(hear)
    if not heard or heard[0][0] not in (TEXT, BINARY):
        return None
    said = read(connection, *heard[0])
    if isinstance(said, protocol.Hello):
        return said
    if said is not None:
        connection.send(protocol.refused("hello_first"))
    return None


class Commands:
    """What a client says, carried out as soon as it comes."""

    __slots__ = ("_connection", "_garbled", "_pace", "_registry", "_table")

    def __init__(self, connection: Connection, services: Services, table: LiveTable | ForwardedTable) -> None:
        self._connection, self._table, self._registry = connection, table, services.registry
        self._pace = Pace(services.settings.limits)
        self._garbled = 0

    def hear(self, kind: int, payload: bytes) -> bool:
        """False: the line is to be closed."""
        connection, table = self._connection, self._table
        if table.closed or self._registry.closing:
            return False
        connection.heard = True
        if kind == PONG:
            return True
        if not self._pace.allows():
            connection.send(protocol.refused("too_fast", protocol.id_in(payload)))
            return self._refuse()
        if kind == PING:
            connection.send(payload, pong_frame)
            return True
        command = read(connection, kind, payload)
        if command is None:
            return self._refuse()
        if isinstance(command, protocol.Hello):
            connection.send(protocol.refused("hello_again"))
            return self._refuse()
        if isinstance(command, protocol.Pong):
            table.pong(connection, command.nonce)
        else:
            table.command(connection, command)
        return True

    def _refuse(self) -> bool:
        self._registry.metrics.refused += 1
        self._garbled += 1
        return self._garbled <= MOST_GARBLED


def read(connection: Connection, kind: int, payload: bytes) -> protocol.FromClient | None:
    """None: it was no command, and the client has been told."""
    try:
        said: protocol.FromClient = protocol.decode(payload if kind == TEXT else b"")
        return said
    except (ValidationError, DecodeError, RecursionError, UnicodeError) as error:
        connection.send(protocol.refused("garbled", why=str(error)[:200]))
        return None
