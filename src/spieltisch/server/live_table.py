"""A table in memory: what comes out of it is stored, then told, in the order in which it happened."""

import asyncio
from asyncio import TimerHandle
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Protocol

from spieltisch.server import protocol, summaries
from spieltisch.server.connection import Connection, Line
from spieltisch.server.metrics import Metrics
from spieltisch.server.push.payload import body_of
from spieltisch.store import NEVER, Append, Change, Days, DeleteTable, NewNotice, Opening
from spieltisch.table import BotRequest, DaysOutcome, Outcome, Table, commands
from spieltisch.table.entries import Played, to_bytes
from spieltisch.table.session import key_of


class Closing(Exception):
    """The server is being stopped: whoever asks now asks again, and the next one answers."""


class TableServices(Protocol):
    """What a live table needs of the registry it stands in."""

    metrics: Metrics

    def now(self) -> int: ...
    def store(self, task: Append | Change) -> None: ...
    def drop(self, live: "LiveTable") -> None: ...
    def think(self, live: "LiveTable", request: BotRequest) -> None: ...
    def call_at(self, time: int, call: Callable[[], None]) -> TimerHandle: ...
    def give_up(self, live: "LiveTable", error: Exception) -> None: ...
    def report_loss(self, live: "LiveTable") -> None: ...


class LiveTable:
    def __init__(self, registry: TableServices, number: int, table: Table, epoch: int) -> None:
        self.registry = registry
        self.number = number  # in the store
        self.epoch = epoch  # how often a server has taken it up: no server of before may write
        self.table = table
        self.connections: dict[int, Line] = {}
        self.closed = False
        self._deleting = False  # nothing that happens now counts any more
        self.idle_since = registry.now()
        self.snapshot_at = 0  # sequence number
        # Outcomes on their way, and since when: each is told when it, and all before it, are on the disk.
        self._waiting: deque[tuple[Outcome, float]] = deque()  # since 0: there is nothing to store
        self._settled: asyncio.Future[None] | None = None
        self._timer: TimerHandle | None = None
        self._timer_at = 0

    @property
    def is_settled(self) -> bool:
        """Everything that has happened is stored and told."""
        return not self._waiting

    @property
    def is_idle(self) -> bool:
        return self.table.is_idle and self.is_settled

    @property
    def is_gathering(self) -> bool:
        """No match is played, and none begins."""
        return self.table.state.stage in ("open", "over")

    # In

    def connect(self, line: Line, hello: protocol.Hello) -> None:
        have = hello.match, hello.rows
        if not self.table.has_all_of(have):
            line.send(protocol.refused("rows_lost"))
            if self.holds_seat(hello.token):  # strangers may say what they like
                self.registry.report_loss(self)
        self.connections[line.number] = line
        self.carry_out(self.table.connect(line.number, hello.token, self.registry.now(), have, line.hop_ms))

    def holds_seat(self, token: str | None) -> bool:
        return token is not None and self.table.knows(key_of(token))

    def seat_of(self, token: str) -> int | None:
        return self.table.seat_of(key_of(token))

    def disconnect(self, line: Line) -> None:
        if self.connections.pop(line.number, None) is not None:
            self.idle_since = self.registry.now()
            self.carry_out(self.table.disconnect(line.number, self.idle_since))

    def command(self, line: Line, command: commands.AnyCommand, late: int = 0) -> None:
        """`late`: ms since it came to another server."""
        self.carry_out(self.table.command(line.number, command, self.registry.now(), late))

    def pong(self, connection: Connection, nonce: str) -> None:
        carrier = connection.round_trip_ms()  # pages are not taken at their word, where it can be had
        self.carry_out(self.table.pong(connection.number, nonce, self.registry.now(), carrier))

    def forwarded_pong(self, line: Line, nonce: str, carrier: int | None, trip: int) -> None:
        """As another server has measured it."""
        self.carry_out(self.table.pong(line.number, nonce, self.registry.now(), carrier, trip, line.hop_ms))

    def answer(self, request: BotRequest, move: str, think_ms: int) -> None:
        self.carry_out(self.table.answer(request.seat, request.ticket, move, think_ms, self.registry.now()))

    def _wake(self) -> None:
        self._timer = None
        self.carry_out(self.table.wake(self.registry.now()))

    # Out

    def carry_out(self, outcome: Outcome, opening: Opening | None = None) -> None:
        if self.closed or self._deleting:
            return
        if outcome.deleted:
            self._waiting.append((outcome, perf_counter()))
            self._deleting = True
            self.registry.store(DeleteTable(self.number, self._stored, self.epoch))
        elif outcome.entries or outcome.days is not None:
            self._waiting.append((outcome, perf_counter()))
            rows = []
            for seq, entry in outcome.entries:
                rows.append((seq, entry.at, to_bytes(entry)))
                self.registry.metrics.moves += isinstance(entry.what, Played)
            outcome.entries.clear()  # or they would be in memory until all is told
            days = None if outcome.days is None else self._days_of(outcome.days)
            self.registry.store(Append(self.number, rows, self._stored, opening, self.epoch, days))
        elif self._waiting:
            self._waiting.append((outcome, 0))
        else:
            self._send(outcome)
        self._set_timer(outcome.wake_at)

    def _days_of(self, days: DaysOutcome) -> Days:
        """What is stored of a table by days besides its entries."""
        state, now = self.table.state, self.registry.now()
        notices = [NewNotice(told.seat, told.kind, told.turn, now, body_of(state, told)) for told in days.notices]
        wake_at = NEVER if days.wake_at is None else days.wake_at
        return Days(wake_at, notices, days.settled, days.freed, summaries.encode(summaries.summary_of(state)))

    def _stored(self, error: Exception | None) -> None:
        """The first of those that wait: what a table appends is written in that order."""
        if self.closed:
            return
        if error is not None:
            self.registry.give_up(self, error)
            return
        waiting = self._waiting
        outcome, began = waiting.popleft()
        self._send(outcome)
        self.registry.metrics.send.add(perf_counter() - began)
        while waiting and not waiting[0][1]:
            self._send(waiting.popleft()[0])
        if outcome.deleted:
            self.registry.drop(self)
        if not waiting:
            self._settle()

    def _settle(self) -> None:
        if self._settled is not None:
            self._settled.set_result(None)
            self._settled = None

    async def settled(self) -> None:
        if self._waiting:
            self._settled = self._settled or asyncio.get_running_loop().create_future()
            await self._settled

    def _send(self, outcome: Outcome) -> None:
        for number, message in outcome.messages:
            connection = self.connections.get(number)
            if connection is not None and not connection.send(message):
                self.registry.metrics.dropped += 1
        for request in outcome.requests:
            self.registry.think(self, request)

    def _set_timer(self, wake_at: int | None) -> None:
        """A timer that is set too early is left alone: the table says again when it wants to be woken."""
        if wake_at is None or (self._timer is not None and self._timer_at <= wake_at):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_at = wake_at
        self._timer = self.registry.call_at(wake_at, self._wake)

    def close(self) -> None:
        """It is put away, or given up: from now on the file alone tells how it stands."""
        self.closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._waiting.clear()
        self._settle()
        for connection in self.connections.values():
            connection.close()
        self.connections.clear()
