"""Nobody has to trust the dice: commitments, starts, clients' notes, the stream of a match (docs/fairness.md)."""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from time import monotonic
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from spieltisch.kernel.chance import Seeded, context
from spieltisch.table import messages

VERSION = 2  # of the protocol: matches of version 1 are still read and verified as what they were
SECRET = 32  # bytes, of the secret and of each person's entropy
HASH = re.compile(r"[0-9a-f]{64}")
PAUSE_S = 5  # between two reveals at a table, if the first came to nothing


def commitment(secret: bytes) -> bytes:
    """What is published of a secret before anybody's hash."""
    return sha256(secret).digest()


def parts(*values: bytes | str | int) -> bytes:
    """Each behind its length, so that nothing can be shifted between them; numbers as decimal text."""
    every = [value if isinstance(value, bytes) else str(value).encode() for value in values]
    return b"".join(len(part).to_bytes(4, "big") + part for part in every)


def entropy_hash(committed: bytes, seat: int, entropy: bytes, version: int = VERSION) -> bytes:
    """What a client publishes of its entropy: good for this commitment and this seat alone."""
    if version == 1:
        return sha256(entropy).digest()
    return sha256(b"spieltisch entropy 2" + parts(committed, seat, entropy)).digest()


class Occupant(NamedTuple):
    """Who sits on a chair when a match starts; a person has no level."""

    kind: str
    name: str
    level: str


class MatchStart(NamedTuple):
    """All that was shown to everybody before anybody revealed."""

    table: str
    number: int
    game: str
    rules: int
    options: Mapping[str, str]
    chairs: Sequence[Occupant]
    commitment: bytes
    hashes: Mapping[int, bytes]

    @property
    def people(self) -> set[int]:
        return {seat for seat, chair in enumerate(self.chairs) if chair.kind == "human"}

    def digest(self) -> bytes:
        options = [text for option in sorted(self.options.items()) for text in option]
        chairs = [text for chair in self.chairs for text in chair]
        hashes = [value for seat in sorted(self.hashes) for value in (seat, self.hashes[seat])]
        lists = parts(*options), parts(*chairs), self.commitment, parts(*hashes)
        return sha256(b"spieltisch start 2" + parts(self.table, self.number, self.game, self.rules, *lists)).digest()


def stream(secret: bytes, start: MatchStart, entropies: Mapping[int, bytes], version: int = VERSION) -> Seeded:
    """Chance's stream: keyed by the secret, bound to the start and to every person's entropy, by seat."""
    by_seat = sorted(entropies.items())
    if version == 1:
        return Seeded(secret, context(start.table, [entropy for _, entropy in by_seat]))
    return Seeded(secret, parts("spieltisch 2", start.digest(), *(value for pair in by_seat for value in pair)))


# A client's side


class Note(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a client wrote down by itself before it sent anything: nobody can change it afterwards. In hexadecimal."""

    version: int
    table: str
    number: int
    seat: int
    commitment: str
    entropy: str  # empty: it was asked for none
    start: str = ""  # empty: it was not asked to reveal; version 1 had none
    begun: bool = False  # the start was not cancelled
    rows: int = 0  # so many moves of the match, Chance's among them, it was told of,
    changes: int = 0  # … and so many changes of chairs,
    head: str = ""  # … and the running hash over all of them (transcript.py)


class Notes(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of them."""

    kind: Literal["spieltisch notes"]
    notes: list[Note]


class Distrust(ValueError):
    """Why a client does not take a server at its word."""


class TooSoon(Distrust):
    """An honest server may be in a hurry: the next start will do."""


def keep_nothing(notes: Sequence[Note]) -> None:
    """They last as long as the program."""


class Contribution:
    """A client's entropies: fresh for every commitment, noted before anything is sent, and revealed for one start of
    each commitment, ever. `keep` is given all notes before anything is sent.
    """

    def __init__(
        self,
        notes: Sequence[Note] = (),
        keep: Callable[[Sequence[Note]], None] = keep_nothing,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.notes = list(notes)
        self._keep = keep
        self._now = now
        self._last_reveal: dict[str, tuple[str, float]] = {}  # table → for which commitment, and when

    def hash(self, table_id: str, table: messages.TableView, seat: int) -> str:
        """At the stage `hashing`."""
        check_form(table)
        if any(note.commitment == table.commitment and note.start for note in self.notes):
            raise Distrust("the server starts anew with a commitment for which this client has revealed its entropy")
        if any(self._contradicts(note, table_id, table) for note in self.notes):
            raise Distrust(f"the server counts anew: it has shown another commitment for match {table.number} or later")
        note = self._note(table, seat)
        if note is None:
            fresh = secrets.token_bytes(SECRET).hex()
            note = Note(VERSION, table_id, table.number, seat, table.commitment, fresh)
            self._write(None, note)
        return entropy_hash(bytes.fromhex(note.commitment), seat, bytes.fromhex(note.entropy)).hex()

    def reveal(self, table_id: str, table: messages.TableView, seat: int) -> Note:
        """At the stage `revealing`: what to send. It is noted by then."""
        check_form(table)
        note = self._note(table, seat)
        if note is None or table.hashes.get(seat) != self._hash_of(note):
            raise Distrust("the hash that this client sent is not among those published")
        start = start_shown(table_id, table)
        if set(table.hashes) != start.people:
            raise Distrust("the hashes published are not those of the people at the table, one for each")
        digest = start.digest().hex()
        if any(other.start not in ("", digest) for other in self.notes if other.commitment == table.commitment):
            raise Distrust("this client has already revealed its entropy for another start with this commitment")
        if not note.start:
            self._wait_a_moment(table_id, table)
        noted = replace(note, start=digest)
        self._write(note, noted)
        return noted

    def begin(self, table_id: str, table: messages.TableView, seat: int, was_seated: bool) -> None:
        """At the stage `playing`: whoever sat there before must have been asked."""
        note = self._note(table, seat)
        if note is None and was_seated:
            note = Note(VERSION, table_id, table.number, seat, table.commitment, "")
            self.notes.append(note)
        if note is not None and not note.begun:
            self._write(note, replace(note, begun=True))
        if note is not None and not note.start:
            raise Distrust("the match has begun without this client's entropy")

    def start_of(self, table: messages.TableView, seat: int | None) -> bytes | None:
        """The hash of the running match's start, if this client was asked for it."""
        note = None if seat is None else self._note(table, seat)
        return bytes.fromhex(note.start) if note is not None and note.start else None

    def follow(self, table: messages.TableView, seat: int, rows: int, changes: int, head: bytes) -> None:
        """What the client has been told of the match so far. It is kept with the next `keep`."""
        note = self._note(table, seat)
        if note is not None and note.start:
            self.notes[self.notes.index(note)] = replace(note, rows=rows, changes=changes, head=head.hex())

    def save(self) -> None:
        self._keep(self.notes)

    def _contradicts(self, note: Note, table_id: str, table: messages.TableView) -> bool:
        """Numbers only grow, and each has one commitment."""
        return note.table == table_id and note.number >= table.number and note.commitment != table.commitment

    def _hash_of(self, note: Note) -> str:
        return entropy_hash(bytes.fromhex(note.commitment), note.seat, bytes.fromhex(note.entropy)).hex()

    def _note(self, table: messages.TableView, seat: int) -> Note | None:
        mine = [note for note in self.notes if (note.commitment, note.seat) == (table.commitment, seat)]
        return mine[0] if mine else None

    def _wait_a_moment(self, table_id: str, table: messages.TableView) -> None:
        """Each reveal shows an operator dice that he may refuse by cancelling: he cannot do so many times at once."""
        unplayed = any(unplayed_before(note, table_id, table.number) for note in self.notes)
        last, at = self._last_reveal.get(table_id, (table.commitment, 0))
        if unplayed and last != table.commitment and self._now() - at < PAUSE_S:
            raise TooSoon(f"the last start was cancelled after the reveal, less than {PAUSE_S} seconds ago")
        self._last_reveal[table_id] = table.commitment, self._now()

    def _write(self, old: Note | None, new: Note) -> None:
        self.notes = [*(note for note in self.notes if note is not old), new]
        self._keep(self.notes)


def unplayed_before(note: Note, table_id: str, number: int) -> bool:
    """A start that this client revealed for, and that was never played: each is a throw that somebody has refused."""
    return note.table == table_id and note.number < number and bool(note.start) and not note.begun


def check_form(table: messages.TableView) -> None:
    if not all(HASH.fullmatch(value) for value in (table.commitment, *table.hashes.values())):
        raise Distrust("a commitment or a hash of the server is not 32 bytes in hexadecimal")


def start_shown(table_id: str, table: messages.TableView) -> MatchStart:
    """The start as everybody at the table was shown it."""
    return MatchStart(
        table_id,
        table.number,
        table.game,
        table.rules,
        table.options,
        [Occupant(chair.kind, chair.name, chair.level or "") for chair in table.chairs],
        bytes.fromhex(table.commitment),
        {seat: bytes.fromhex(hashed) for seat, hashed in table.hashes.items()},
    )
