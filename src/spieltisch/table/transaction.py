"""One call of a table, from its beginning to its end: when it was, who asked, and what comes out."""

from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType
from msgspec.msgpack import Encoder
from msgspec.structs import asdict, replace

from spieltisch.kernel import Refusal
from spieltisch.table import entries, messages, views
from spieltisch.table.entries import LogEntry
from spieltisch.table.outcome import Outcome
from spieltisch.table.session import Session, Watcher

pack = Encoder().encode
STEP, ANSWER = b"\x94", b"\x95"  # MessagePack: a list of four parts, and of five, the last of which is `ack`


class Asker(Struct, frozen=True):
    """Whose command it is: a seat's (None: a spectator's), and where the answer goes."""

    seat: int | None
    id: int
    connection: int


class Transaction:
    """Everything that a call changes goes through here, so that it is logged and told in order."""

    __slots__ = (
        "_by", "_table_changed", "_to_see_match", "asker", "late", "now", "out", "session", "state", "watchers",
    )  # fmt: skip

    def __init__(self, session: Session, now: int, asker: Asker | None = None, late: int = 0) -> None:
        self.session, self.state, self.watchers = session, session.state, session.watchers
        self.now = session.now = max(now, session.now)
        self.out = Outcome()
        self.asker = asker  # who still waits for an answer
        self.late = late  # ms that the command has been under way between servers
        self._by = asker  # … whose doing it is
        self._table_changed = False
        self._to_see_match: dict[int, tuple[int, int]] = {}  # connection → what it has of the log

    def put_off(self) -> Asker | None:
        """The command will be answered later, and what happens until then is not its doing → whom to answer."""
        asker, self.asker, self._by = self.asker, None, None
        return asker

    # What has happened

    def log(self, what: entries.AnyEntry) -> None:
        """Everyone will be told of the table as it is then."""
        self.write(what)
        self.show_table()

    def log_for(self, asker: Asker | None, what: entries.AnyEntry) -> None:
        """It is the doing of a command that was put off, which will be answered now."""
        assert self.asker is None
        self.asker = self._by = asker
        self.log(what)
        self._by = None

    def write(self, what: entries.AnyEntry) -> None:
        self._write(what, self._by)

    def sit_down(self, seat: int) -> None:
        """The spectator who asked has a seat from now on."""
        assert self.asker is not None
        self.asker = self._by = replace(self.asker, seat=seat)

    def play(self, played: entries.Played, told: Sequence[bytes], asker: Asker | None) -> None:
        """Everyone is told what has changed in the match; before that, what had changed about the table (in order)."""
        self.show_changes()
        self._write(played, asker)
        seq = pack(self.state.seq)
        answered = None if asker is None else asker.connection
        head, end, out = STEP + seq, b"" if asker is None else pack(asker.id), self.out.messages
        for connection, body in zip(self.watchers, told, strict=True):
            out.append((connection, head + body if connection != answered else ANSWER + seq + body + end))
        if asker is self.asker:
            self.asker = None

    def _write(self, what: entries.AnyEntry, by: Asker | None) -> None:
        entry = LogEntry(self.now, None, None, what) if by is None else LogEntry(self.now, by.seat, by.id, what)
        self.state.note(entry)
        self.out.entries.append((self.state.seq, entry))

    # Who is told

    def tell(self, connection: int, message: bytes) -> None:
        self.out.messages.append((connection, message))

    def tell_all(self, message: messages.Other) -> None:
        encoded = messages.encode(message)
        for connection in self.watchers:
            self.tell(connection, encoded)

    def refuse(self, refusal: Refusal, asker: Asker | None) -> None:
        """It gets the same answer if it comes again."""
        if asker is None:
            return
        if asker.seat is not None:
            self.state.chairs[asker.seat].refuse(asker.id, refusal)
        self.tell(asker.connection, views.refused(refusal, asker.id))
        if asker is self.asker:
            self.asker = None

    def answer(self) -> None:
        """To whoever gave the command, unless he has his answer already."""
        if self.asker is not None:
            self.tell(self.asker.connection, messages.encode(messages.Done(self.asker.id)))
            self.asker = None

    def show_table(self) -> None:
        self._table_changed = True

    def show_match(self, *connections: int, have: tuple[int, int] = (0, 0)) -> None:
        """They will be told of the whole match, but for the rows of its log that they have (match, how many rows)."""
        self._to_see_match |= dict.fromkeys(connections, have)

    def show_changes(self) -> None:
        """Everyone is told once of all that has changed about the table."""
        if not (self._table_changed or self._to_see_match):
            return
        asking = [request.asking for request in self.session.chair_requests]
        table = views.table_of(self.state, self.session.here, asking)
        matches = self._matches()
        changed: dict[int, dict[str, object]] = {}  # most were told the same before
        for connection in self.watchers if self._table_changed else self._to_see_match:
            before = self.watchers[connection].table
            if id(before) not in changed:
                changed[id(before)] = changed_fields(before, table)
            self._show(connection, table, changed[id(before)], matches.get(connection, UNSET))
        self._table_changed, self._to_see_match = False, {}

    def _matches(self) -> dict[int, messages.MatchView]:
        """As those are to see it who are to see the whole match."""
        match, have = self.state.match, self._to_see_match
        if match is None or not have:
            return {}
        return views.matches_of(self.state, match, {number: self.watchers[number].seat for number in have}, have)

    def _show(
        self,
        connection: int,
        table: messages.TableView,
        changed: dict[str, object],
        match: messages.MatchView | UnsetType,
    ) -> None:
        state, watcher = self.state, self.watchers[connection]
        if connection in self._to_see_match:
            watcher.changes = 0
        asked, barred = self._standing(watcher)
        seating = messages.Seating(
            state.seq,
            watcher.seat,
            changed,
            past=views.past_of(state, watcher.past) if watcher.seat is not None else [],
            log=state.changes[watcher.changes :],
            match=match,
            ack=self._ack(connection),
            asked=asked,
            barred=barred,
        )
        watcher.table, watcher.changes = table, len(state.changes)
        watcher.past = 0 if watcher.seat is None else len(state.past)
        self.tell(connection, messages.encode(seating))

    def _standing(self, watcher: Watcher) -> tuple[int | UnsetType, bool | UnsetType]:
        """Of somebody who looks on: what he has asked for, and whether he may not ask."""
        request = self.session.request_of(watcher.key)
        may_not = watcher.key in self.state.held or watcher.key in self.session.declined
        barred = self.state.stage == "playing" and watcher.seat is None and may_not
        return UNSET if request is None else request.asking.request, True if barred else UNSET

    def _ack(self, connection: int) -> int | UnsetType:
        """The id of this connection's command, once."""
        asker = self.asker
        if asker is None or asker.connection != connection:
            return UNSET
        self.asker = None
        return asker.id


def changed_fields(before: messages.TableView | None, after: messages.TableView) -> dict[str, object]:
    """All, if nothing was told before."""
    fields = {name: value for name, value in asdict(after).items() if value is not UNSET}
    if before is None:
        return fields
    return {name: value for name, value in fields.items() if value != getattr(before, name)}
