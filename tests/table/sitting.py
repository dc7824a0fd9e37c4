"""A pure table on a virtual clock, with people who connect, sit down and play. For tests."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from typing import Any, TypeVar

from msgspec import convert, msgpack
from msgspec.json import Decoder

from spieltisch.games import GAMES
from spieltisch.kernel import Game, Match, Seen
from spieltisch.kernel.errors import UnknownGame, shown
from spieltisch.table import (
    BotRequest,
    LogEntry,
    Opened,
    Outcome,
    Settings,
    Snapshot,
    Table,
    TableState,
    commands,
    fairness,
)
from spieltisch.table import messages as told
from spieltisch.table.outcome import TurnNotice
from toys.bidding import BIDDING
from toys.heaps import HEAPS

LEVELS = ("careful", "random")
KNOWN = {game.name: game for game in (*GAMES, BIDDING, HEAPS)}
NAMES = ("Anna", "Ben", "Carla", "Dora")
BEGIN = 1_000_000  # the time when a table opens

T = TypeVar("T")
_other: Decoder[told.Other] = Decoder(told.Other)
_move = msgpack.Decoder(told.Step)


def game_named(name: str) -> Game:
    if name not in KNOWN:
        raise UnknownGame(f"there is no game {shown(name)}")
    return KNOWN[name]


def read(message: bytes) -> told.Message:
    return _other.decode(message) if message.startswith(b"{") else _move.decode(message)


def token_of(name: str) -> str:
    return sha256(f"token {name}".encode()).hexdigest()[:32]


def entropy_of(seat: int, number: int) -> bytes:
    """What the client of this seat adds to the dice of a match."""
    return sha256(f"entropy {seat} {number}".encode()).digest()


def first_legal(seen: Seen) -> str:
    return next(text for text, legal in zip(seen.game.moves.texts, seen.legal(), strict=True) if legal)


def any_legal(seen: Seen, rng: random.Random) -> str:
    return rng.choice([text for text, legal in zip(seen.game.moves.texts, seen.legal(), strict=True) if legal])


@dataclass
class Person:
    """A browser: its connection, and what came over it."""

    name: str
    token: str | None
    connection: int
    inbox: list[told.Message] = field(default_factory=list)
    bytes: list[bytes] = field(default_factory=list)

    @property
    def seatings(self) -> list[told.Seating]:
        return [message for message in self.inbox if isinstance(message, told.Seating)]

    @property
    def table(self) -> told.TableView:
        """The table as this person last saw it."""
        fields: dict[str, Any] = {}
        for seating in self.seatings:
            fields |= seating.table
        return convert(fields, told.TableView, str_keys=True)

    @property
    def past(self) -> list[told.Past]:
        """The matches that have ended, as far as this person was told."""
        return [past for seating in self.seatings for past in seating.past]

    @property
    def match(self) -> told.MatchView:
        """The match as it was last sent as a whole."""
        return [seating.match for seating in self.seatings if isinstance(seating.match, told.MatchView)][-1]

    @property
    def cells(self) -> list[int]:
        """… with all that had happened by then."""
        cells = list(self.match.cells)
        for frame in self.match.frames:
            for pairs in (frame.changes, frame.own):
                for cell, value in zip(pairs[::2], pairs[1::2], strict=True):
                    cells[cell] = value
        return cells

    @property
    def seat(self) -> int | None:
        return self.seatings[-1].you

    def got(self, kind: type[T]) -> list[T]:
        return [message for message in self.inbox if isinstance(message, kind)]


class Sitting:
    """The table, its log, and everyone around it."""

    def __init__(
        self, game: str = "lobo77", seats: int = 2, options: dict[str, str] | None = None, **settings: Any
    ) -> None:
        self.now = BEGIN
        self.log: list[tuple[int, LogEntry]] = []
        self.people: dict[int, Person] = {}  # by connection
        self.requests: list[BotRequest] = []
        self.wake_at: int | None = None
        self.notices: list[TurnNotice] = []
        self.restarted_at = 0  # so many notices there were then
        self.stored_wake: int | None = None  # by days
        self.secrets: list[bytes] = []
        self._connections, self._ids = count(1), count(1)
        rules = game_named(game)
        chosen = rules.check_options(options or {})
        opened = Opened(game, rules.rules_version, seats, chosen, Settings(**settings))
        self.table, outcome = Table.open("t1", game_named, opened, self.now, LEVELS, self.new_secret)
        self.take(outcome)

    def new_secret(self) -> bytes:
        self.secrets.append(sha256(f"secret {len(self.secrets)}".encode()).digest())
        return self.secrets[-1]

    def take(self, outcome: Outcome) -> Outcome:
        """Written down, told, and noted."""
        self.log += outcome.entries
        for connection, message in outcome.messages:
            if connection in self.people:
                self.people[connection].bytes.append(message)
                self.people[connection].inbox.append(read(message))
        self.requests += outcome.requests
        self.wake_at = outcome.wake_at
        if outcome.days is not None:
            self.notices += outcome.days.notices
            self.stored_wake = outcome.days.wake_at
        return outcome

    # What is on the table

    @property
    def state(self) -> TableState:
        return self.table.state

    @property
    def match(self) -> Match:
        assert self.state.match is not None
        return self.state.match

    def logged(self, kind: type[T]) -> list[T]:
        return [entry.what for _, entry in self.log if isinstance(entry.what, kind)]

    def at(self, seat: int) -> Person:
        """Who is connected for this seat."""
        return next(person for person in self.people.values() if person.seat == seat)

    # People

    def look(self, name: str, token: str | None, have: tuple[int, int] = (0, 0)) -> Person:
        person = Person(name, token, next(self._connections))
        self.people[person.connection] = person
        self.take(self.table.connect(person.connection, token, self.now, have))
        return person

    def come(self, name: str) -> Person:
        """With this name's token: to the seat it opens, if any."""
        return self.look(name, token_of(name))

    def spectator(self) -> Person:
        return self.look("a spectator", None)

    def go(self, person: Person) -> None:
        del self.people[person.connection]
        self.take(self.table.disconnect(person.connection, self.now))

    def send(self, person: Person, command: commands.AnyCommand) -> told.Message:
        """→ the one message that answers it."""
        before = len(person.inbox)
        self.take(self.table.command(person.connection, command, self.now))
        answers = [message for message in person.inbox[before:] if answered(message) == command.id]
        assert len(answers) == 1, "every command is answered once"
        return answers[0]

    def do(self, person: Person, command: type[commands.AnyCommand], **details: Any) -> told.Message:
        return self.send(person, command(id=next(self._ids), **details))

    def refused(self, person: Person, command: type[commands.AnyCommand], **details: Any) -> str:
        """→ the reason; and nothing has changed."""
        before = self.state.seq, len(self.log)
        answer = self.do(person, command, **details)
        assert isinstance(answer, told.CommandRefused), answer
        assert (self.state.seq, len(self.log)) == before
        assert answer.text["de"] != answer.text["en"]
        return answer.reason

    def sit(self, name: str, seat: int | None = None, colour: int | None = None) -> Person:
        person = self.come(name)
        answer = self.do(person, commands.Sit, name=name, seat=seat, colour=colour)
        assert isinstance(answer, told.Seating), answer
        return person

    def ask(self, name: str, seat: int | None = None) -> Person:
        """In mid-match: the host is asked for a bot's chair."""
        person = self.come(name)
        answer = self.do(person, commands.Sit, name=name, seat=seat)
        assert isinstance(answer, told.Seating), answer
        assert isinstance(answer.asked, int)
        return person

    def admit(self, person: Person, yes: bool = True) -> told.Message:
        """The host's answer to this person's request."""
        return self.do(self.host, commands.Admit, request=person.seatings[-1].asked, yes=yes)

    def sit_all(self, people: int | None = None) -> list[Person]:
        """So many people, and bots on the other chairs."""
        chairs = len(self.state.chairs)
        seated = [self.sit(name) for name in NAMES[: chairs if people is None else people]]
        for seat in range(len(seated), chairs):
            self.do(seated[0], commands.SeatBot, seat=seat, level="random")
        return seated

    # A match

    @property
    def host(self) -> Person:
        assert self.state.host is not None
        return self.at(self.state.host)

    def hash(self, person: Person) -> told.Message:
        assert person.seat is not None
        entropy, committed = entropy_of(person.seat, self.state.number), fairness.commitment(self.state.secret)
        return self.do(person, commands.Hash, hash=fairness.entropy_hash(committed, person.seat, entropy).hex())

    def reveal(self, person: Person) -> told.Message:
        assert person.seat is not None
        entropy, start = entropy_of(person.seat, self.state.number), self.state.start.digest()
        return self.do(person, commands.Reveal, entropy=entropy.hex(), start=start.hex())

    def start(self) -> None:
        """The host says so, and every client answers."""
        self.do(self.host, commands.Start)
        humans = [self.at(seat) for seat in self.state.humans]
        for person in humans:
            self.hash(person)
        for person in humans:
            self.reveal(person)
        assert self.state.stage == "playing"

    def play(self, person: Person, move: str) -> told.Message:
        return self.do(person, commands.Play, move=move)

    def play_first(self) -> told.Message:
        """A person whose turn it is makes the first move there is."""
        seat = next(seat for seat in self.match.actors if self.state.chairs[seat].played_by is None)
        return self.play(self.at(seat), self.match.moves(seat)[0])

    def turn(self) -> Person:
        """The person who is to act, where it is one alone."""
        (seat,) = self.match.actors
        return self.at(seat)

    def answer(self, request: BotRequest, move: str | None = None, think_ms: int = 0) -> Outcome:
        """A bot answers a request, which is then no longer under way."""
        self.requests = [other for other in self.requests if other is not request]
        chosen = first_legal(request.seen) if move is None else move
        return self.take(self.table.answer(request.seat, request.ticket, chosen, think_ms, self.now))

    def play_out(self, rng: random.Random | None = None) -> None:
        """To the end: people and bots move as soon as they may."""
        rng = rng or random.Random(1)
        while self.state.stage == "playing":
            if self.requests:
                self.answer(self.requests[0], any_legal(self.requests[0].seen, rng))
            else:
                seat = rng.choice(self.match.actors)
                self.play(self.at(seat), rng.choice(self.match.moves(seat)))

    # Time

    def wait(self, ms: int) -> None:
        """The clock moves on; the table is woken whenever it asked for it."""
        end = self.now + ms
        for time in self._wakes(end):
            self.now = max(self.now, time)
            self.take(self.table.wake(self.now))
            assert self.wake_at is None or self.wake_at > self.now, "all that was due is done"
        self.now = end

    def _wakes(self, end: int) -> Iterator[int]:
        while self.wake_at is not None and self.wake_at <= end:
            yield self.wake_at

    def reload(self, snapshot: Snapshot | None = None) -> None:
        """The server was killed; the table comes back from its log, and nobody is connected."""
        self.people.clear()
        self.requests.clear()
        state = TableState.from_log("t1", game_named, self.log, snapshot)
        self.table = Table(state, self.now, LEVELS, self.new_secret)
        self.wake_at = None
        self.restarted_at = len(self.notices)
        self.take(self.table.take_up(self.now))


def playing(game: str, people: int = 2, seats: int = 2, **settings: Any) -> Sitting:
    """A match that has just begun; bots sit on the chairs that are left."""
    sitting = Sitting(game, seats, **settings)
    sitting.sit_all(people)
    sitting.start()
    return sitting


def answered(message: told.Message) -> int | None:
    """The id of the command that this message answers."""
    match message:
        case told.Done(id=id) | told.CommandRefused(id=id):
            return id
        case told.Step(ack=ack) | told.Seating(ack=ack):
            return ack if isinstance(ack, int) and ack else None
    return None
