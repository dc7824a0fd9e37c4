"""Nobody has to trust the dice: commitments, starts, clients' notes, the stream of a match (docs/fairness.md)."""

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Literal, NamedTuple

from msgspec import Struct

from spieltisch.kernel.chance import Seeded, context
from spieltisch.table import messages

VERSION = 2  # of the protocol: matches of version 1 are still read and verified as what they were
SECRET = 32  # bytes, of the secret and of each person's entropy
NOTES: Literal["spieltisch notes"] = "spieltisch notes"


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


class Start(NamedTuple):
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
        return sha256(
            b"spieltisch start 2" + parts(self.table, self.number, self.game, self.rules, *lists)
        ).digest()


def stream(secret: bytes, start: Start, entropies: Mapping[int, bytes], version: int = VERSION) -> Seeded:
    """Chance's stream: keyed by the secret, bound to the start and to every person's entropy, by seat."""
    by_seat = sorted(entropies.items())
    if version == 1:
        return Seeded(secret, context(start.table, [entropy for _, entropy in by_seat]))
    return Seeded(secret, parts("spieltisch 2", start.digest(), *(value for pair in by_seat for value in pair)))


# A client's side


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client wrote down by itself before it revealed: nobody can change it afterwards. All in hexadecimal."""

    version: int
    table: str
    number: int
    seat: int
    commitment: str
    entropy: str
    start: str = ""  # version 1 had none


class Notes(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of them."""

    kind: Literal["spieltisch notes"]
    notes: list[Note]


class Distrust(ValueError):
    """Why a client does not add its entropy to this start."""


class Contribution:
    """A client's entropies: fresh for every commitment, and revealed for one start of each, ever."""

    def __init__(self) -> None:
        self._entropies: dict[tuple[str, int], bytes] = {}  # by commitment and seat
        self._revealed: dict[str, str] = {}  # commitment → the one start it was revealed for
        self.notes: list[Note] = []

    def hash(self, table: messages.Table, seat: int) -> str:
        """At the stage `hashing`."""
        if table.commitment in self._revealed:
            raise Distrust("the server starts anew with a commitment for which this client has revealed its entropy")
        entropy = self._entropies.setdefault((table.commitment, seat), secrets.token_bytes(SECRET))
        return entropy_hash(bytes.fromhex(table.commitment), seat, entropy).hex()

    def reveal(self, table_id: str, table: messages.Table, seat: int) -> Note:
        """At the stage `revealing`: what to send, and to keep."""
        entropy = self._entropies.get((table.commitment, seat), b"")
        hashed = entropy_hash(bytes.fromhex(table.commitment), seat, entropy).hex()
        if table.hashes.get(seat) != hashed:
            raise Distrust("the hash that this client sent is not among those published")
        start = start_shown(table_id, table)
        if set(table.hashes) != start.people:
            raise Distrust("the hashes published are not those of the people at the table, one for each")
        digest = start.digest().hex()
        if self._revealed.setdefault(table.commitment, digest) != digest:
            raise Distrust("this client has already revealed its entropy for another start with this commitment")
        note = Note(VERSION, table_id, table.number, seat, table.commitment, entropy.hex(), digest)
        if note not in self.notes:
            self.notes.append(note)
        return note


def start_shown(table_id: str, table: messages.Table) -> Start:
    """The start as everybody at the table was shown it."""
    return Start(
        table_id, table.number, table.game, table.rules, table.options,
        [Occupant(chair.kind, chair.name, chair.level or "") for chair in table.chairs],
        bytes.fromhex(table.commitment), {seat: bytes.fromhex(hashed) for seat, hashed in table.hashes.items()},
    )
