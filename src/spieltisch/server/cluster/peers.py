"""The lines between two servers: clients of one at tables of the other. In order and without a gap, or all are closed.

NATS delivers at most once. So batches are numbered; when one is missing, or the other server is silent, every line
between the two is closed: clients come again by themselves and resend what was not answered.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import Protocol

from msgspec import DecodeError, json

from spieltisch.server.cluster import batches
from spieltisch.server.cluster.batches import (
    Attach,
    Attached,
    Batch,
    Beat,
    BeatBack,
    ClientCommand,
    ClientPong,
    Detach,
    HangUp,
    Item,
    Tell,
)
from spieltisch.server.connection import Connection, next_number
from spieltisch.server.live_table import Closing, LiveTable
from spieltisch.server.protocol import Hello
from spieltisch.store import SetAside, StoreError
from spieltisch.table import Damaged, commands, messages

SILENT_S = 3  # without a beat: the other server, or the way to it, is gone
HOPS = 10  # the last ones count
LARGEST = 200_000  # bytes of messages in a batch; NATS takes a million
PING_HEAD = messages.encode(messages.Ping("")).partition(b"nonce")[0]  # how a ping's text begins


class Tables(Protocol):
    """What it needs of the tables here."""

    async def find_here(self, table_id: str) -> LiveTable | None: ...


class Hops:
    """How long it takes to the other server and back, in ms."""

    def __init__(self) -> None:
        self._trips: deque[int] = deque(maxlen=HOPS)

    def add(self, seconds: float) -> None:
        self._trips.append(round(1000 * seconds))

    @property
    def least(self) -> int:
        return min(self._trips, default=0)

    @property
    def slowest(self) -> int:
        return max(self._trips, default=0)


class Guest:
    """A client at a table of ours whose line ends at another server."""

    def __init__(self, peer: "Peer", line: int) -> None:
        self.number = next_number()
        self.live: LiveTable | None = None  # None: the table is being fetched
        self._early: list[ClientCommand] = []  # what came in the meantime
        self._peer, self._line = peer, line

    @property
    def hop_ms(self) -> int:
        """Its claims may come so much later than those of our own clients."""
        return self._peer.hops.slowest

    def send(self, message: bytes) -> bool:
        self._peer.tell(self._line, message)
        return True

    def ping(self) -> bool:
        """The server that holds its line does."""
        return True

    def close(self) -> None:
        self._peer.hang_up_on(self._line)

    def arrive(self, live: LiveTable, attach: Attach) -> None:
        self.live = live
        live.connect(self, attach.hello)
        for command in self._early:
            self.do(command)

    def do(self, said: ClientCommand) -> None:
        if self.live is None:
            self._early.append(said)
        else:
            self.live.command(self, said.command, said.age + self._peer.hops.least // 2)

    def pong(self, pong: ClientPong) -> None:
        if self.live is not None:
            self.live.forwarded_pong(self, pong.nonce, pong.carrier, pong.trip)

    def leave(self) -> None:
        if self.live is not None:
            self.live.disconnect(self)


class OwnLine:
    """A client of ours at a table of another server."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.holds_seat = False  # as it was when he came
        self.pings: dict[str, float] = {}  # by nonce: when it went out

    def deliver(self, message: bytes) -> bool:
        if message.startswith(PING_HEAD):
            self.pings = {json.decode(message, type=messages.Ping).nonce: monotonic()}  # one at a time
        return self.connection.send(message)


class Peer:
    """Another server."""

    def __init__(
        self,
        server: int,
        me: int,
        tables: Tables,
        ready: Callable[["Peer"], None],
        note_hop: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        """`ready` is called when there is something to send, `note_hop` with how long it took there and back."""
        self.server = server
        self.lines: dict[int, OwnLine] = {}  # by our numbers
        self.guests: dict[int, Guest] = {}  # by theirs
        self.hops = Hops()
        self.dropped = 0  # clients that did not read
        self._me, self._tables, self._ready, self._note_hop = me, tables, ready, note_hop
        self._link, self._sent, self._taken = 1, 0, 0
        self._out: list[Item] = []
        self._came: list[tuple[ClientCommand, float]] = []  # commands in `_out`, and when they came
        self._heard_at = monotonic()
        self._beat, self._beat_at = 0, 0.0
        self._arriving: set[asyncio.Task[None]] = set()

    # Out

    def put(self, item: Item) -> None:
        if not self._out:
            self._ready(self)
        self._out.append(item)

    def tell(self, line: int, message: bytes) -> None:
        last = self._out[-1] if self._out else None
        if isinstance(last, Tell) and last.message == message:
            last.lines.append(line)
        else:
            self.put(Tell([line], message))

    def take_out(self) -> Iterator[bytes]:
        """All that waits, as batches."""
        now = monotonic()
        for command, came in self._came:
            command.age = round(1000 * (now - came))
        items, self._out, self._came = self._out, [], []
        for some in in_lots(items):
            self._sent += 1
            yield batches.encode(Batch(self._me, self._link, self._sent, some))

    # In

    def take(self, batch: Batch) -> None:
        if batch.link < self._link:
            self._say_we_are_here()  # so that they learn of the new link
            return
        if batch.link > self._link:
            self._close_lines()
            self._begin_link(batch.link)
        if batch.number != self._taken + 1:
            self.reset()
            return
        self._taken = batch.number
        self._heard_at = monotonic()
        for item in batch.items:
            self._do(item)

    def reset(self) -> None:
        """Something was lost, or may have been: whoever has a line between both servers comes again."""
        self._close_lines()
        self._begin_link(self._link + 1)
        self._say_we_are_here()

    def _begin_link(self, number: int) -> None:
        self._link, self._sent, self._taken = number, 0, 0
        self._heard_at = monotonic()
        self._out.clear()
        self._came.clear()

    def _close_lines(self) -> None:
        lines, guests, self.lines, self.guests = self.lines, self.guests, {}, {}
        for line in lines.values():
            line.connection.close()
        for guest in guests.values():
            guest.leave()

    def _do(self, item: Item) -> None:
        match item:
            case Tell():        self._deliver(item)
            case ClientCommand():     self._guest_says(item)
            case ClientPong():        self._guest_pongs(item)
            case Attach():      self._attach(item)
            case Detach():      self._detach(item)
            case Attached():    self._attached(item)
            case HangUp():      self._hang_up(item)
            case Beat():        self.put(BeatBack(item.number))
            case BeatBack():    self._measure(item)

    # Beats

    def beat(self) -> None:
        """Each second, as long as there are lines."""
        if not self.lines and not self.guests:
            self._heard_at = monotonic()
        elif monotonic() - self._heard_at > SILENT_S:
            self.reset()
        else:
            self._say_we_are_here()

    def _say_we_are_here(self) -> None:
        self._beat += 1
        self._beat_at = monotonic()
        self.put(Beat(self._beat))

    def _measure(self, back: BeatBack) -> None:
        if back.number == self._beat:
            seconds = monotonic() - self._beat_at
            self.hops.add(seconds)
            self._note_hop(seconds)

    # Our clients at their tables

    def connect(self, connection: Connection, table: str, hello: Hello) -> "OwnLine":
        line = self.lines[connection.number] = OwnLine(connection)
        self.put(Attach(connection.number, table, hello))
        return line

    def disconnect(self, line: int) -> None:
        if self.lines.pop(line, None) is not None:
            self.put(Detach(line))

    def command(self, line: int, command: commands.AnyCommand) -> None:
        said = ClientCommand(line, command)
        self.put(said)
        self._came.append((said, monotonic()))

    def pong(self, line: int, nonce: str, carrier: int | None) -> None:
        own = self.lines.get(line)
        sent = None if own is None else own.pings.pop(nonce, None)
        if sent is not None:
            self.put(ClientPong(line, nonce, round(1000 * (monotonic() - sent)), carrier))

    def _deliver(self, tell: Tell) -> None:
        for number in tell.lines:
            line = self.lines.get(number)
            if line is not None and not line.deliver(tell.message):
                self.dropped += 1

    def _attached(self, attached: Attached) -> None:
        line = self.lines.get(attached.line)
        if line is not None:
            line.holds_seat = attached.holds_seat

    def _hang_up(self, hang_up: HangUp) -> None:
        line = self.lines.pop(hang_up.line, None)
        if line is not None:
            line.connection.close()

    # Their clients at our tables

    def _attach(self, attach: Attach) -> None:
        guest = self.guests[attach.line] = Guest(self, attach.line)
        task = asyncio.get_running_loop().create_task(self._arrive(guest, attach))
        self._arriving.add(task)
        task.add_done_callback(self._arriving.discard)

    async def _arrive(self, guest: Guest, attach: Attach) -> None:
        live = await self._find(attach.table)
        if self.guests.get(attach.line) is not guest:  # it is gone already
            return
        if live is None:
            self.hang_up_on(attach.line)
            return
        self.put(Attached(attach.line, live.holds_seat(attach.hello.token)))
        guest.arrive(live, attach)

    async def _find(self, table: str) -> LiveTable | None:
        """None: its client asks again, and is told why there is none."""
        with suppress(Closing, SetAside, Damaged, StoreError):
            return await self._tables.find_here(table)
        return None

    def _detach(self, detach: Detach) -> None:
        guest = self.guests.pop(detach.line, None)
        if guest is not None:
            guest.leave()

    def hang_up_on(self, line: int) -> None:
        if self.guests.pop(line, None) is not None:
            self.put(HangUp(line))

    def _guest_says(self, said: ClientCommand) -> None:
        guest = self.guests.get(said.line)
        if guest is not None:
            guest.do(said)

    def _guest_pongs(self, pong: ClientPong) -> None:
        guest = self.guests.get(pong.line)
        if guest is not None:
            guest.pong(pong)


class ForwardedTable:
    """A table of another server, as one of our clients is at it."""

    closed = False  # the line is

    def __init__(self, peer: Peer, table_id: str) -> None:
        self.server = peer.server
        self._peer, self._table = peer, table_id
        self._line: OwnLine | None = None

    def connect(self, connection: Connection, hello: Hello) -> None:
        self._line = self._peer.connect(connection, self._table, hello)

    def holds_seat(self, token: str | None) -> bool:
        return self._line is not None and self._line.holds_seat

    def disconnect(self, connection: Connection) -> None:
        self._peer.disconnect(connection.number)

    def command(self, connection: Connection, command: commands.AnyCommand) -> None:
        self._peer.command(connection.number, command)

    def pong(self, connection: Connection, nonce: str) -> None:
        self._peer.pong(connection.number, nonce, connection.round_trip_ms())


def in_lots(items: list[Item]) -> Iterator[list[Item]]:
    """Each small enough to be sent."""
    lot: list[Item] = []
    size = 0
    for item in items:
        own = len(item.message) if isinstance(item, Tell) else 0
        if lot and size + own > LARGEST:
            yield lot
            lot, size = [], 0
        lot.append(item)
        size += own
    if lot:
        yield lot


def read_batch(payload: bytes) -> Batch | None:
    """None: it is none of ours, or of a newer version."""
    try:
        return batches.decode(payload)
    except DecodeError:
        return None
