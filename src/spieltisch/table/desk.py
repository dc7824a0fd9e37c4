"""What all doings at a table share: its state, who looks at it, the time, and what comes out."""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from spieltisch.table import entries, messages, telling
from spieltisch.table.entries import Logged
from spieltisch.table.outcome import Outcome
from spieltisch.table.scribe import Reader, write_step
from spieltisch.table.state import State

START_MS = 10_000  # for each of the two answers of every client when a match is to start


@dataclass
class Watcher:
    """A connection: of a seat, or of a spectator."""

    key: bytes | None
    seat: int | None
    story: bool = False  # is told what happened, not the log


@dataclass(frozen=True)
class ChairRequest:
    """A spectator asks for a bot's chair: as all see it, and what the chair will need."""

    asking: messages.Asking
    key: bytes
    colour: int | None
    id: int  # of the command


def key_of(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode()).digest()


class Desk:
    def __init__(self, state: State, now: int, levels: Sequence[str], new_secret: Callable[[], bytes]) -> None:
        self.state = state
        self.now = now
        self.levels = levels
        self.new_secret = new_secret
        self.watchers: dict[int, Watcher] = {}
        self.chair_requests: list[ChairRequest] = []  # never logged: strangers must not fill the file
        self.declined: set[bytes] = set()  # keys to which the host said no in this match
        self.request_numbers = count(now)  # none comes again when the table does
        self.gone_at = dict.fromkeys(state.humans, now)  # by seat of a person who is not here
        self.start_by = now + START_MS
        self.out = Outcome()
        self._table_changed = False
        self._to_see_match: dict[int, tuple[int, int]] = {}  # connection → what it has of the log
        self.arrived: int | None = None  # the connection that has just come
        self._by: int | None = None
        self._id: int | None = None
        self._asker: int | None = None  # the connection whose command it is, until it has its answer

    def begin(self, now: int) -> None:
        self.now = max(now, self.now)
        self.out = Outcome()
        self._table_changed = False
        self._to_see_match = {}
        self.arrived = None
        self.end_command()

    def begin_command(self, by: int | None, command: int, asker: int) -> None:
        self._by, self._id, self._asker = by, command, asker

    @property
    def asker(self) -> int | None:
        """The connection whose command it is, until it has its answer."""
        return self._asker

    def put_off(self) -> int | None:
        """Its command will be answered later, and what happens until then is not its doing → whom to answer."""
        asker = self._asker
        self.end_command()
        return asker

    def end_command(self) -> None:
        self._by = self._id = self._asker = None

    @property
    def here(self) -> list[bool]:
        """Who is connected, by seat."""
        present = {watcher.seat for watcher in self.watchers.values()}
        return [seat in present for seat in range(len(self.state.chairs))]

    def seat_of(self, key: bytes | None) -> int | None:
        """Every chair is compared, in the same time."""
        found = None
        for seat, chair in enumerate(self.state.chairs):
            if hmac.compare_digest(chair.key or b"", key or b"nobody's"):
                found = seat
        return found

    def request_of(self, key: bytes | None) -> ChairRequest | None:
        return next((request for request in self.chair_requests if request.key == key), None)

    # What has happened

    def log(self, what: entries.Any) -> None:
        """Everyone will be told of the table as it is then."""
        self.write(what)
        self.show_table()

    def show_table(self) -> None:
        self._table_changed = True

    def log_move(self, what: entries.Played) -> None:
        """Everyone is told what has changed in the match; before that, what had changed about the table (in order)."""
        self._show_changes()
        self.write(what)
        assert self.state.match is not None
        readers = [
            Reader(watcher.seat, self._ack(connection), watcher.story) for connection, watcher in self.watchers.items()
        ]
        told = write_step(self.state.match, self.state.seq, readers) if readers else []
        self.out.messages += zip(self.watchers, told, strict=True)

    def write(self, what: entries.Any) -> None:
        entry = Logged(self.now, self._by, self._id, what)
        self.state.note(entry)
        self.out.entries.append((self.state.seq, entry))

    # Who is told

    def tell(self, connection: int, message: bytes) -> None:
        self.out.messages.append((connection, message))

    def tell_all(self, message: messages.Any) -> None:
        encoded = messages.encode(message)
        for connection in self.watchers:
            self.tell(connection, encoded)

    def answer(self, message: bytes) -> None:
        """To whoever gave the command, unless he has his answer already."""
        if self._asker is not None:
            self.tell(self._asker, message)
            self._asker = None

    def show_match(self, *connections: int, have: tuple[int, int] = (0, 0)) -> None:
        """They will be told of the whole match, but for the rows of its log that they have (match, how many rows)."""
        self._to_see_match |= dict.fromkeys(connections, have)

    def end(self) -> Outcome:
        """Everyone is told once of all that has changed about the table."""
        self._show_changes()
        return self.out

    def _show_changes(self) -> None:
        for connection in self.watchers if self._table_changed else self._to_see_match:
            self._show(connection)
        self._table_changed, self._to_see_match = False, {}

    def _show(self, connection: int) -> None:
        state, seat, story = self.state, self.watchers[connection].seat, self.watchers[connection].story
        asking = [request.asking for request in self.chair_requests]
        tells_past = seat is not None and (state.stage in ("open", "over") or connection == self.arrived)
        table = telling.table_of(state, self.here, asking, tells_past)
        asked, barred = self._standing(self.watchers[connection])
        seating = messages.Seating(state.seq, seat, table, asked=asked, barred=barred)
        if connection in self._to_see_match and state.match is not None:
            number, rows = self._to_see_match[connection]
            first = min(rows, len(state.match.rows)) if number == state.shown else 0
            seating = replace(seating, match=telling.match_of(state.match, state.shown, seat, first, story))
        ack = self._ack(connection)
        self.tell(connection, messages.encode(replace(seating, ack=ack) if ack else seating))

    def _standing(self, watcher: Watcher) -> tuple[int | UnsetType, bool | UnsetType]:
        """Of somebody who looks on: what he has asked for, and whether he may not ask."""
        request = self.request_of(watcher.key)
        may_not = watcher.key in self.state.held or watcher.key in self.declined
        barred = self.state.stage == "playing" and watcher.seat is None and may_not
        return UNSET if request is None else request.asking.request, True if barred else UNSET

    def _ack(self, connection: int | None) -> int:
        """The id of this connection's command, once."""
        if connection is None or connection != self._asker or self._id is None:
            return telling.NO_ACK
        self._asker = None
        return self._id
