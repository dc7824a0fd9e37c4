"""One WebSocket for each seat or spectator."""

from itertools import count

from aiohttp import WSMessage, WSMsgType, web
from msgspec import DecodeError, ValidationError

from spieltisch.server import protocol
from spieltisch.server.connection import Connection
from spieltisch.server.guard import Pace
from spieltisch.server.live import Live
from spieltisch.server.parts import Parts
from spieltisch.table import commands

HELLO_S = 10  # until the first message
HEARTBEAT_S = 20  # a line that does not answer is dead
MOST_GARBLED = 50  # messages; then the line is closed

_numbers = count(1)


async def socket(request: web.Request, parts: Parts, live: Live) -> web.WebSocketResponse:
    limits = parts.settings.limits
    ws = web.WebSocketResponse(compress=False, max_msg_size=limits.message, heartbeat=HEARTBEAT_S)
    await ws.prepare(request)
    assert request.transport is not None
    connection = Connection(next(_numbers), request.transport, limits.backlog)
    hello = await first_message(ws, connection)
    live = await parts.hall.find(live.table.state.table) or live  # it may have been put away meanwhile
    if hello is not None:
        live.connect(connection, hello.token, (hello.match, hello.rows))
        try:
            await listen(ws, connection, parts, live)
        finally:
            live.disconnect(connection)
    await ws.close()
    return ws


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
        if parts.hall.closing:
            return
        if not pace.allows():
            connection.send(protocol.refused("too_fast"))
            command = None
        else:
            command = read(connection, message)
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


def read(connection: Connection, message: WSMessage) -> protocol.Hello | commands.Any | None:
    """None: it was no command, and the client has been told."""
    try:
        said: protocol.Hello | commands.Any = protocol.decode(message.data if message.type is WSMsgType.TEXT else b"")
        return said
    except (ValidationError, DecodeError, RecursionError, UnicodeError) as error:
        connection.send(protocol.refused("garbled", why=str(error)[:200]))
        return None
