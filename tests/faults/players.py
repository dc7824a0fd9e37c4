"""People at tables, who play whatever is legal, match after match, over lines that break."""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

import aiohttp
from msgspec import json

from faults.history import History
from spieltisch.client import Client, NotTaken, TableConnection
from spieltisch.table import messages
from spieltisch.table.fairness import TooSoon
from spieltisch.table.transcript import moves_in

PATIENCE_S = 2  # for an answer: then another server is asked
AGAIN_S = 0.1  # after a refusal
NAMES = ("Hanna", "Emil")


class Setting(NamedTuple):
    """What two people play at a table, and how many bots with them."""

    game: str
    bots: int


SETTINGS = (Setting("lobo77", 0), Setting("lobo77", 2), Setting("gracias", 1), Setting("bloeder-sack", 0))


class Line(TableConnection):
    """To any server, another one each time; everything is written down."""

    def __init__(self, client: Client, table: str, name: str, some_url: Callable[[], str]) -> None:
        super().__init__(client, table, secrets.token_hex(16), {"name": name})
        self.history = History(name, table, -1)
        self.heard: list[tuple[float, int]] = []  # when each new step came, and of which match
        self._some_url = some_url
        self._patience: asyncio.Timeout | None = None

    async def _read_once(self) -> None:
        self.client.server = self._some_url()
        try:
            async with asyncio.timeout(PATIENCE_S) as self._patience:
                await super()._read_once()
        except TimeoutError:
            raise ConnectionError("the server does not answer") from None
        finally:
            self._patience = None

    def _be_patient(self) -> None:
        """As long as nothing is asked; and not for ever, when something is."""
        if self._patience is not None and not self._patience.expired():
            now = asyncio.get_running_loop().time()
            self._patience.reschedule(now + PATIENCE_S if self._unanswered else None)

    async def _send(self, text: bytes) -> None:
        command = json.decode(text)
        if command["do"] == "play":
            self.history.invoke(command["id"], command["move"], monotonic())
        self._be_patient()
        await super()._send(text)

    async def _hear(self, message: messages.Message) -> None:
        self._note(message)
        await super()._hear(message)
        if self.you is not None:
            self.history.seat = self.you
        if self.distrust is not None and not isinstance(self.distrust, TooSoon):
            self.history.complain(str(self.distrust))
        self._be_patient()

    def _note(self, message: messages.Message) -> None:
        history, now = self.history, monotonic()
        match message:
            case messages.Step(seq, frames, ack=ack):
                self._note_step(seq, frames)
                history.answer(ack, now, seq)
            case messages.Seating(match=messages.MatchView(number, first, frames=frames)):
                history.show_rows(number, first, moves_in(frames))
            case messages.Done(number):
                history.answer(number, now)
            case messages.CommandRefused(None, _, "rows_lost"):
                history.complain("the server says that it has fewer moves than it has shown")
            case messages.CommandRefused(int(number), _, reason):
                history.answer(number, now, refused=reason)

    def _note_step(self, seq: int, frames: list[messages.Frame]) -> None:
        """One that comes after a gap is left alone: a new line brings everything."""
        if seq == self.seq + 1:
            told = moves_in(frames)
            self.history.show_step(seq, told[0])
            self.history.show_rows(self.number, len(self.log), told)
            self.heard.append((monotonic(), self.number))

    async def attempt(self, what: str, **details: str) -> None:
        """What was legal may not be so any more: a bot has moved for us, or the other one is not back yet."""
        try:
            await self.do(what, **details)
        except NotTaken as refused:
            if refused.rule == "http":
                raise
            await asyncio.sleep(AGAIN_S)

    @contextmanager
    def noting_its_end(self) -> Iterator[None]:
        """No server lets anybody near a table that was opened."""
        try:
            yield
        except NotTaken as gone:
            self.history.complain(str(gone))


@dataclass
class Crowd:
    """All tables and whoever sits there. Whoever sat down first starts match after match."""

    think_s: float  # between two moves of a person, at most
    some_url: Callable[[], str]
    rng: random.Random
    tables: dict[str, list[Line]] = field(default_factory=dict)
    last_orders: bool = False

    @property
    def lines(self) -> list[Line]:
        return [line for lines in self.tables.values() for line in lines]

    @property
    def acknowledged(self) -> int:
        moves = [move for line in self.lines for move in line.history.moves.values()]
        return sum(move.answered is not None and move.refused is None for move in moves)

    @asynccontextmanager
    async def playing(self, tables: int) -> AsyncIterator[list[asyncio.Task[None]]]:
        """The hosts' tasks: they end when the last match has ended after last orders."""
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            connector = aiohttp.TCPConnector(limit=0, force_close=True)
            session = await stack.enter_async_context(aiohttp.ClientSession(connector=connector))
            settings = [SETTINGS[number % len(SETTINGS)] for number in range(tables)]
            await asyncio.gather(*(self._sit_down(stack, session, setting) for setting in settings))
            people = [group.create_task(self._play(line)) for line in self.lines]
            yield [group.create_task(self._host(lines[0])) for lines in self.tables.values()]
            for person in people:
                person.cancel()

    async def _sit_down(self, stack: AsyncExitStack, session: aiohttp.ClientSession, setting: Setting) -> None:
        clients = [Client(self.some_url()) for _ in NAMES]
        for client in clients:
            client.session = session
        table = await clients[0].open(setting.game, len(NAMES) + setting.bots, quick=True)
        self.tables[table] = []
        for client, name in zip(clients, NAMES, strict=True):
            line = await stack.enter_async_context(Line(client, table, name, self.some_url))
            self.tables[table].append(line)
        for seat in range(len(NAMES), len(NAMES) + setting.bots):
            await self.tables[table][0].do("bot", seat=seat, level="random")

    async def _play(self, line: Line) -> None:
        with line.noting_its_end():
            while True:
                await line.until(lambda: line.moves)
                if not self.last_orders:
                    await asyncio.sleep(self.rng.uniform(0, self.think_s))
                if line.moves:
                    await line.attempt("play", move=self.rng.choice(line.moves))

    async def _host(self, line: Line) -> None:
        """Until last orders, and then to the end of the match."""
        with line.noting_its_end():
            while not (self.last_orders and line.table.stage == "over"):
                if line.table.stage in ("open", "over"):
                    await line.attempt("start")
                await line.until(lambda: line.table.stage in ("open", "over"))
