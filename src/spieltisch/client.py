"""A small client of the server: open, join, watch, play. Lines that die are taken up again; nothing counts twice.

async with Client("http://127.0.0.1:7777") as client:
    table = await client.open("lobo77", seats=2)
    async with client.join(table, name="Hanna") as line:
        await line.do("bot", seat=1, level="careful")
        await line.do("start")
        await line.until(lambda: line.moves)
        await line.play(line.moves[0])
"""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import aiohttp
import numpy as np
from msgspec import convert, json, msgpack

from spieltisch.games import game_named
from spieltisch.kernel import Announce, Seen
from spieltisch.kernel.cells import states_of
from spieltisch.kernel.log import ROW, TAKEN_BACK, UNDO, Row, moves_of
from spieltisch.kernel.record import blanked
from spieltisch.table import commands, messages
from spieltisch.table.fairness import Contribution, Distrust
from spieltisch.table.transcript import Transcript, moves_in

RETRY_S = 0.3
CLOSING = aiohttp.ClientWSTimeout(ws_close=1)  # a server that hangs is not waited for

decode_step = msgpack.Decoder(messages.Step).decode
decode_other = json.Decoder(messages.Other).decode
COMMANDS = {kind.__struct_config__.tag: kind for kind in commands.ALL}


def new_id() -> int:
    return secrets.randbelow(2**53 - 1) + 1


class NotTaken(Exception):
    """A command that the server refused; nothing has changed."""

    def __init__(self, status: int, rule: str, reason: str, text: dict[str, str]) -> None:
        super().__init__(f"{text.get('en', reason)} [{rule}]")
        self.status, self.rule, self.reason, self.text = status, rule, reason, text


def not_let_in(status: int) -> NotTaken:
    """No WebSocket there: the answer's body is not to be had, but its number says enough."""
    if status == 404:
        return NotTaken(status, "http", "no_table", {"en": "There is no such table."})
    if status == 410:
        text = "Its time was up, and the table is set aside. Whoever runs the server can bring it back."
        return NotTaken(status, "http", "set_aside", {"en": text})
    if status == 409:
        return NotTaken(status, "http", "table_damaged", {"en": "The server cannot read the log of this table."})
    if status == 426:
        return NotTaken(status, "http", "old_page", {"en": "The server speaks another protocol: update this program."})
    if status == 429:
        return NotTaken(status, "http", "too_many_connections", {"en": "Too many connections from here."})
    return NotTaken(status, "http", "not_let_in", {"en": f"The server lets nobody in here (HTTP {status})."})


class Client:
    """A server, by its address."""

    def __init__(self, server: str, dice: Contribution | None = None) -> None:
        self.server = server.rstrip("/")
        self.dice = dice or Contribution()  # what its lines add to the dice, and note of it

    async def __aenter__(self) -> Self:
        self.session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        return self

    async def __aexit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.session.close()

    async def open(self, game: str, seats: int, options: dict[str, str] | None = None, **settings: object) -> str:
        """The id of a new table."""
        opened = await self.ask(
            "POST", "/api/tables", json.encode({"game": game, "seats": seats, "options": options or {}, **settings})
        )
        table: str = opened["table"]
        return table

    async def finished(self, table: str, number: int, token: str) -> dict[str, Any]:
        """A match that is over, for one who played in it."""
        return await self.ask("GET", f"/api/tables/{table}/matches/{number}", token=token)

    async def ask(self, method: str, path: str, body: bytes | None = None, token: str | None = None) -> dict[str, Any]:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        async with self.session.request(method, self.server + path, data=body, headers=headers) as response:
            answer: dict[str, Any] = json.decode(await response.read())
            if response.status >= 400:
                raise NotTaken(response.status, "http", answer["reason"], answer["text"])
            return answer

    def join(self, table: str, name: str, token: str | None = None, **wishes: int) -> "TableConnection":
        """Take a seat, or come back to it with its token. Wishes: seat, colour.

        While a match is played the host is asked for a bot's chair: `TableConnection.admitted` waits for the answer.
        """
        return TableConnection(self, table, token or secrets.token_hex(16), {"name": name, **wishes})

    def watch(self, table: str, token: str | None = None) -> "TableConnection":
        """Look on; with the token of a seat, from that seat."""
        return TableConnection(self, table, token)


def server_and_table(link: str) -> tuple[str, str]:
    """http://host:7777/t/abc… → the server's address and the table's id."""
    parts = urlsplit(link)
    table = parts.path.rstrip("/").rpartition("/")[2]
    if parts.scheme not in ("http", "https") or not parts.netloc or not table:
        raise ValueError(f"a link to a table looks like http://host:7777/t/…, not {link[:80]!r}")
    return f"{parts.scheme}://{parts.netloc}", table


class TableConnection:
    """One seat's line to its table, or a spectator's: the table and the match as the server tells them."""

    table: messages.TableView

    def __init__(self, client: Client, table: str, token: str | None, sit: dict[str, Any] | None = None) -> None:
        self.client, self.id, self.token = client, table, token
        self._sit = sit
        self.seq = 0
        self.you: int | None = None
        self.past: list[messages.Past] = []
        self._table: dict[str, Any] = {}  # as told
        self._transcript: Transcript | None = None
        self.asked: int | None = None  # our request for a chair, as long as it stands
        self._declined: NotTaken | None = None
        self.number = 0
        self.cells: list[int] = []
        self.log: list[Row] = []
        self.moves: list[str] = []
        self.actors = 0
        self.race: messages.RaceStatus | None = None  # where all play at the same time, as last told on this line
        self.raw: list[bytes] | None = None  # every byte, if somebody wants to look at it
        self._unanswered: dict[int, tuple[bytes, asyncio.Future[None]]] = {}
        self._changed = asyncio.Event()
        self.lost: messages.Text | None = None  # the server has fewer moves than it told us of: its words
        self.distrust: Distrust | None = None  # why nothing was added to the dice of the last start
        self._answered_step = ("", "")  # commitment and stage for which our part of the dice was sent
        self._answers: set[asyncio.Task[None]] = set()
        self._coming = 0  # the match before which we sat here
        self._ws: aiohttp.ClientWebSocketResponse | None = None
        self._gone: Exception | None = None

    async def __aenter__(self) -> Self:
        self._reader = asyncio.create_task(self._read_always())
        await self.until(lambda: self.seq > 0)
        if self._sit is not None and self.you is None:
            await self.do("sit", **self._sit)
        return self

    async def __aexit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for task in (self._reader, *self._answers):
            task.cancel()
        await asyncio.gather(self._reader, *self._answers, return_exceptions=True)
        if self._ws is not None:
            await self._ws.close()

    # Doing

    async def admitted(self) -> None:
        """Wait for the seat that was asked for; NotTaken if the host says no. Asked again after a broken line."""
        assert self._sit is not None
        while self.you is None:
            await self.until(lambda: self.you is not None or self.asked is None)
            if self._declined is not None:
                raise self._declined
            if self.you is None:
                await self.do("sit", **self._sit)

    async def play(self, move: str) -> None:
        """A program always says the right number."""
        announce = game_named(self.table.game).extra(Announce)
        by_head = announce is not None and announce.is_on(self.table.options)
        said = announce.number(self.state[0], move) if announce is not None and by_head else None
        await self.do("play", move=move, said=said.number if said else None)

    async def do(self, what: str, **details: Any) -> None:
        """Done when the server says so; NotTaken if it refuses. Sent again after a broken line, and counted once."""
        number = new_id()
        command = json.encode(COMMANDS[what](id=number, **details))
        answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._unanswered[number] = (command, answered)
        await self._send(command)
        try:
            await answered
        finally:
            self._unanswered.pop(number, None)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something has happened."""
        while not condition():
            if self._gone is not None:
                raise self._gone
            self._changed.clear()
            await self._changed.wait()

    async def _send(self, text: bytes) -> None:
        """On a broken line: later, when there is one again."""
        if self._ws is not None and not self._ws.closed:
            with suppress(ConnectionError):
                await self._ws.send_str(text.decode())

    # Hearing

    async def _read_always(self) -> None:
        while True:
            try:
                await self._read_once()
            except aiohttp.WSServerHandshakeError as error:
                if error.status < 500:
                    self._give_up(not_let_in(error.status))
                    return
            except (aiohttp.ClientError, ConnectionError):
                pass
            await asyncio.sleep(RETRY_S)

    def _give_up(self, why: NotTaken) -> None:
        """No line will come about; whoever waits is told."""
        self._gone = why
        self._changed.set()
        for _, answered in self._unanswered.values():
            if not answered.done():
                answered.set_exception(why)

    async def _read_once(self) -> None:
        url = f"{self.client.server}/api/tables/{self.id}/socket?wire={messages.VERSION}"
        async with self.client.session.ws_connect(url, heartbeat=20, compress=0, max_msg_size=0, timeout=CLOSING) as ws:
            self._answered_step = ("", "")
            self.race, self.past, self._table = None, [], {}
            hello = {"do": "hello", "token": self.token, "match": self.number, "rows": len(self.log)}
            await ws.send_str(json.encode(hello).decode())
            self._ws = ws
            for command, _ in list(self._unanswered.values()):
                await self._send(command)
            async for frame in ws:
                if frame.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                    return
                is_step = frame.type is aiohttp.WSMsgType.BINARY
                if self.raw is not None:
                    self.raw.append(frame.data if is_step else frame.data.encode())
                await self._hear(decode_step(frame.data) if is_step else decode_other(frame.data))

    async def _hear(self, message: messages.Message) -> None:
        match message:
            case messages.Step():
                self._take(message)
                self._answered(message.ack)
            case messages.Seating():
                self._look(message)
                self._add_entropy()
                if isinstance(message.ack, int):
                    self._answered(message.ack)
            case messages.RaceStatus():
                self.race = message
            case messages.Ping(nonce):
                await self._send(json.encode({"do": "pong", "nonce": nonce}))
            case messages.Done(number):
                self._answered(number)
            case messages.CommandRefused(None, _, "rows_lost", text):
                self.lost = text
            case messages.CommandRefused(int(number), rule, reason, text):
                self._answered(number, NotTaken(0, rule, reason, text))
            case messages.Declined(reason, text):
                self._declined = NotTaken(0, "table", reason, text)
        self._changed.set()

    def _answered(self, number: int, refused: NotTaken | None = None) -> None:
        """Once; what was sent again is answered again."""
        _, answered = self._unanswered.get(number, (b"", None))
        if answered is None or answered.done():
            return
        if refused is None:
            answered.set_result(None)
        else:
            answered.set_exception(refused)

    def _look(self, seating: messages.Seating) -> None:
        self.seq, self.you = seating.seq, seating.you
        self._table |= seating.table
        self.table = convert(self._table, messages.TableView, str_keys=True)
        self.past += seating.past
        self.asked = seating.asked if isinstance(seating.asked, int) else None
        if isinstance(seating.match, messages.MatchView):
            self._begin(seating.match, seating.log)
        else:
            self._follow([], seating.log)
        if self.table.stage != "playing":
            self.client.dice.save()

    def _begin(self, match: messages.MatchView, changes: list[messages.SeatChange]) -> None:
        """The match, from where we have it on."""
        if match.first == 0 or self._transcript is None:
            start = self.client.dice.start_of(self.table, self.you)
            self._transcript = None if start is None else Transcript(start)
        self.number, self.cells, self.moves, self.actors = match.number, match.cells, match.moves, match.actors
        self.log = self.log[: match.first]
        known = 0 if self._transcript is None else self._transcript.changes
        self._follow(match.frames, changes[known:])

    def _take(self, step: messages.Step) -> None:
        if step.seq != self.seq + 1:
            raise ConnectionError(f"entry {self.seq + 1} was missed")  # a new line brings everything
        self.seq = step.seq
        self._follow(step.frames, [])
        self.moves, self.actors = step.moves, step.actors

    def _follow(self, frames: list[messages.Frame], changes: list[messages.SeatChange]) -> None:
        for frame in frames:
            for changed in (frame.changes, frame.own):
                for cell, value in zip(changed[::2], changed[1::2], strict=True):
                    self.cells[cell] = value
            self.log += [self._row(frame)] * frame.times
        if self._transcript is not None:
            self._transcript.extend(moves_in(frames), changes)
            if self.you is not None:
                transcript = self._transcript
                self.client.dice.follow(self.table, self.you, transcript.rows, transcript.changes, transcript.head)

    def _row(self, frame: messages.Frame) -> Row:
        table = moves_of(game_named(self.table.game), frame.seat)
        number = TAKEN_BACK if frame.move == UNDO else table.read(frame.move)
        assert number is not None, frame.move
        to = frame.seat if frame.seat >= 0 and number != TAKEN_BACK else frame.to
        return Row(frame.seat, to, number, frame.at, frame.made, frame.came)

    def _add_entropy(self) -> None:
        """Our part of the dice: first its hash, then, when all hashes are there, itself."""
        step = (self.table.commitment, self.table.stage)
        if self.you is None or step == self._answered_step:
            return
        self._answered_step = step
        try:
            self._answer_stage(self.you)
        except Distrust as distrust:
            self.distrust = distrust

    def _answer_stage(self, seat: int) -> None:
        dice, table = self.client.dice, self.table
        if table.stage in ("open", "over"):
            self._coming = table.number
        elif table.stage == "hashing":
            self.distrust = None
            self._answer("hash", hash=dice.hash(self.id, table, seat))
        elif table.stage == "revealing":
            note = dice.reveal(self.id, table, seat)
            self._answer("reveal", entropy=note.entropy, start=note.start)
        elif table.stage == "playing":
            dice.begin(self.id, table, seat, was_seated=self._coming == table.number)

    def _answer(self, what: str, **details: str) -> None:
        """Without waiting: the answer comes over the line that we read."""
        task = asyncio.create_task(self._answered_or_distrusted(what, details))
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _answered_or_distrusted(self, what: str, details: dict[str, str]) -> None:
        try:
            await self.do(what, **details)
        except NotTaken as refused:
            if refused.reason == "wrong_start":
                self.distrust = Distrust("the server computed another start than this client")
                self._changed.set()

    # Knowing

    def field(self, name: str) -> Any:
        """A field of the record, as far as this line may know it."""
        return self.state[name][0]

    @property
    def state(self) -> np.ndarray:
        return states_of(game_named(self.table.game), self.cells)

    def seen(self) -> Seen:
        """What a bot needs to choose for this seat."""
        assert self.you is not None
        game = game_named(self.table.game)
        begun = game.set_up(len(self.table.chairs), self.table.options, self.table.rules)
        start = blanked(begun, game.who_sees, self.you)
        standing: list[Row] = []
        for row in self.log:
            if row.move == TAKEN_BACK:
                standing.pop()
            else:
                standing.append(row)
        return Seen(game, self.you, self.state, start, np.array(standing, ROW))
