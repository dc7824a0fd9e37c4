"""One WebSocket for each seat or spectator."""

from itertools import count

from aiohttp import WSMessage, WSMsgType, web
from msgspec import DecodeError, ValidationError

from spieltisch.server import protocol
from spieltisch.server.connection import Connection
from spieltisch.server.guard import Pace
from spieltisch.server.hall import Closing
from spieltisch.server.live import Live
from spieltisch.server.parts import Parts
from spieltisch.store import SetAside
from spieltisch.table import Damaged

HELLO_S = 10  # until the first message
MOST_GARBLED = 50  # messages; then the line is closed

_numbers = count(1)


async def socket(request: web.Request, parts: Parts, table_id: str) -> web.WebSocketResponse:
    """The table is fetched after the hello: one that nobody looks at yet may leave memory in the meantime."""
    limits = parts.settings.limits
    too_long = limits.message + 1  # aiohttp refuses a message that has as many bytes
    ws = web.WebSocketResponse(compress=False, max_msg_size=too_long, autoping=False)  # see Hall._ping_always
    await ws.prepare(request)
    assert request.transport is not None
    connection = Connection(next(_numbers), request.transport, limits.backlog)
    hello = await first_message(ws, connection)
    live = await found(parts, table_id) if hello is not None else None
    if hello is not None and live is not None:
        live.connect(connection, hello.token, (hello.match, hello.rows))
        try:
            await listen(ws, connection, parts, live)
        finally:
            live.disconnect(connection)
    await ws.close()
    return ws


async def found(parts: Parts, table_id: str) -> Live | None:
    try:
        return await parts.hall.find(table_id)
    except (Closing, SetAside, Damaged):
        return None


async def first_message(ws: web.WebSocketResponse, connection: Connection) -> protocol.Hello | None:
    try:
        message = await ws.receive(HELLO_S)
    except TimeoutError:
        return None
    if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
        return None
    said = read(connection, message)
    if isinstance(said, protocol.Hello):
        return said
    if said is not None:
        connection.send(protocol.refused("hello_first"))
    return None


async def listen(ws: web.WebSocketResponse, connection: Connection, parts: Parts, live: Live) -> None:
    pace = Pace(parts.settings.limits)
    garbled = 0
    async for message in ws:
        if live.closed or parts.hall.closing:
            return
        connection.heard = True
        if message.type is WSMsgType.PONG:
            continue
        if not pace.allows():
            connection.send(protocol.refused("too_fast", protocol.id_in(message.data)))
            command = None
        elif message.type is WSMsgType.PING:
            await ws.pong(message.data)
            continue
        else:
            command = read(connection, message)
        if isinstance(command, protocol.Pong):
            live.pong(connection, command.nonce)
            continue
        if isinstance(command, protocol.Hello):
            connection.send(protocol.refused("hello_again"))
            command = None
        if command is None:
            parts.hall.metrics.refused += 1
            garbled += 1
            if garbled > MOST_GARBLED:
                return
            continue
        live.command(connection, command)


def read(connection: Connection, message: WSMessage) -> protocol.FromClient | None:
    """None: it was no command, and the client has been told."""
    try:
        said: protocol.FromClient = protocol.decode(message.data if message.type is WSMsgType.TEXT else b"")
        return said
    except (ValidationError, DecodeError, RecursionError, UnicodeError) as error:
        connection.send(protocol.refused("garbled", why=str(error)[:200]))
        return None
