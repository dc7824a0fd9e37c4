"""What a table's log holds. For the referee's file alone: it holds secrets. What clients are told is in messages.py."""

from typing import Literal

from msgspec import Raw, Struct
from msgspec.msgpack import Decoder, Encoder

from spieltisch.kernel.chance import Drawn

WhenLate = Literal["move", "seat"]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host decides when the table is opened."""

    public: bool = False  # listed for everyone; names from a list
    keep_days: int = 30  # after the last move the table is deleted
    move_s: int | None = None  # a clock for each decision; None: no clock
    grace_s: int = 60  # how long a seat waits for somebody who is gone
    quick: bool = False  # bots do not pause
    pace_h: int | None = None  # hours for each decision, though nobody is connected (pace.py); None: all play now
    when_late: WhenLate = (
        "move"  # … and when they are over, a bot moves this once, or has the seat till its person returns
    )


class EntryBody(Struct, frozen=True, array_like=True, tag=True):
    """Something that happened at a table."""


class Opened(EntryBody, frozen=True, tag="opened"):
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    settings: Settings


class Committed(EntryBody, frozen=True, tag="committed"):
    """The dice of the next match are fixed; the secret's SHA-256 is published."""

    secret: bytes


class Sat(EntryBody, frozen=True, tag="sat"):
    seat: int
    name: str
    colour: int
    key: bytes  # SHA-256 of the token
    picture: int | None = None  # None: before there were pictures


class BotSat(EntryBody, frozen=True, tag="bot"):
    seat: int
    name: str
    colour: int
    level: str
    picture: int | None = None


class Renamed(EntryBody, frozen=True, tag="renamed"):
    """Somebody who sits here is called otherwise, or looks otherwise, from now on."""

    seat: int
    name: str
    colour: int
    picture: int


class Stood(EntryBody, frozen=True, tag="stood"):
    """Left, or was removed; in a match a bot plays on."""

    seat: int
    removed: bool = False  # by the host: until the match ends, nobody else gets the chair


class Rekeyed(EntryBody, frozen=True, tag="rekeyed"):
    """The seat moved to another device: from now on another token opens it."""

    seat: int
    key: bytes


class Chosen(EntryBody, frozen=True, tag="chosen"):
    """The next match is played by these options."""

    options: dict[str, str]


class Hosts(EntryBody, frozen=True, tag="hosts"):
    seat: int


class TookOver(EntryBody, frozen=True, tag="tookover"):
    """A bot plays for somebody who is gone."""

    seat: int


class CameBack(EntryBody, frozen=True, tag="cameback"):
    seat: int


class Asked(EntryBody, frozen=True, tag="asked"):
    """The host wants to start: every person's client is asked for the hash of its entropy."""

    rules: int = 0  # the version that the match will be played by; 0: the one that the table was opened with
    dice: int = 1  # the version of the protocol by which its dice are made (fairness.py)


class Hashed(EntryBody, frozen=True, tag="hashed"):
    seat: int
    hash: bytes


class Revealed(EntryBody, frozen=True, tag="revealed"):
    seat: int
    entropy: bytes


class Cancelled(EntryBody, frozen=True, tag="cancelled"):
    """The start did not come about."""

    missing: list[int]


class Began(EntryBody, frozen=True, tag="began"):
    draws: Raw  # a list of `Drawn`, as the kernel packs it


class Claimed(Struct, frozen=True, array_like=True):
    """A claim's times in ms of play: when it counted as made, and when it came."""

    made: int
    came: int


class Missed(Struct, frozen=True, array_like=True):
    """A claim that somebody else's preceded, with its times."""

    seat: int
    move: str
    made: int
    came: int


class Played(EntryBody, frozen=True, tag="played"):
    """A move of a seat or of the clock, and Chance's moves that followed from it."""

    seat: int
    move: str
    at: int | None  # ms of play time, in games that have a clock of their own
    draws: Raw  # a list of `Drawn`
    claimed: Claimed | None = None  # where all play at the same time
    missed: list[Missed] = []  # since the move before


class Handicapped(EntryBody, frozen=True, tag="handicapped"):
    """So much later than the others this seat may begin a race."""

    seat: int
    ms: int


class Misreckoned(EntryBody, frozen=True, tag="misreckoned"):
    """A wrong number was said: sent back, and counted. (Of old ones the log does not say which.)"""

    seat: int
    said: int | None = None
    before: int | None = None  # the last number, which was right


class Over(EntryBody, frozen=True, tag="over"):
    places: tuple[int, ...]
    points: tuple[int, ...]


class Paused(EntryBody, frozen=True, tag="paused"):
    pass


class Resumed(EntryBody, frozen=True, tag="resumed"):
    pass


class OnHoliday(EntryBody, frozen=True, tag="holiday"):
    """At a table by days this seat's clock stands still until then; None: the person is back."""

    seat: int
    until: int | None


class Aborted(EntryBody, frozen=True, tag="aborted"):
    """The match was ended before its end: by the host, or because its version of the rules was dropped."""

    why: Literal["host", "rules"] = "host"


AnyEntry = (
    Opened
    | Committed
    | Sat
    | BotSat
    | Renamed
    | Stood
    | Rekeyed
    | Chosen
    | Hosts
    | TookOver
    | CameBack
    | Asked
    | Hashed
    | Revealed
    | Cancelled
    | Began
    | Played
    | Handicapped
    | Misreckoned
    | Over
    | Paused
    | Resumed
    | OnHoliday
    | Aborted
)


class LogEntry(Struct, frozen=True, array_like=True):
    """An entry of the log: when, by which seat's which command (None: by the table itself), and what."""

    at: int
    by: int | None
    id: int | None
    what: AnyEntry


_encoder, _decoder, _draws = Encoder(), Decoder(LogEntry), Decoder(list[Drawn])


def drawn_in(draws: Raw | bytes) -> list[Drawn]:
    return _draws.decode(draws)


def to_bytes(entry: LogEntry) -> bytes:
    return _encoder.encode(entry)


def from_bytes(body: bytes) -> LogEntry:
    return _decoder.decode(body)
