"""What clients are told. Everything in here goes over the wire; docs/protocol.md explains it to strangers."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import Encoder

from spieltisch.table.entries import WhenLate

VERSION = 4  # of the wire: raised with every change that a page of before would not understand

Stage = Literal["open", "hashing", "revealing", "playing", "over"]
Trust = Literal["tcp", "pages", "nobody"]  # the server's own TCP; clients' pongs; nobody, so nothing is put back
Text = dict[str, str]  # by language

Event = list[int]  # what happened: its kind and details, as GET /api/games names them


class ChairView(Struct, frozen=True):
    """A place at the table. Nobody sits there: kind "empty"."""

    kind: Literal["empty", "human", "bot"]
    name: str
    colour: int
    picture: int  # the number of a drawing
    level: str | None  # of the bot that sits here or stands in
    here: bool  # connected
    away: bool  # a bot stands in for the person
    misreckoned: int  # wrong numbers said in this match
    handicap: int  # ms by which this seat begins a race later
    until: int | UnsetType = UNSET  # by days, if this person is to act: by when (ms since 1970); not on holiday
    holiday: int | UnsetType = UNSET  # by days: till when at most this person's clock stands still


class Asking(Struct, frozen=True):
    """Somebody who looks on asks for a bot's chair; the host decides."""

    request: int
    name: str
    seat: int


class SeatChange(Struct, frozen=True, forbid_unknown_fields=True):
    """After so many moves of the running match, Chance's among them: somebody sat down or stood up, a bot stood in for
    him, or he came back; or the match was paused.
    """

    row: int
    seat: int  # −1: nobody's doing
    what: Literal["sat", "stood", "stood_in", "back", "paused", "resumed"]
    name: str  # by which the seat is called from then on
    level: str | None  # of the bot that plays there from then on


class Past(Struct, frozen=True):
    """A match, or an attempt to start one, that has ended: its secret is no longer one."""

    number: int
    ended: Literal["over", "aborted", "cancelled"]
    commitment: str
    secret: str


class TableView(Struct, frozen=True):
    """Everything about the table that everybody may know."""

    game: str
    rules: int  # the version by which the match on the table is played; if there is none, the next one
    new_rules: tuple[int, int] | None  # from, to: the match on the table, or the next, has other rules than the last
    dropped_rules: int | None  # the last match's, known no longer: it was ended, or only its result is left
    options: dict[str, str]
    public: bool
    keep_days: int
    move_s: int | None
    grace_s: int  # so long a seat waits for somebody who is gone; then a bot plays for him
    stage: Stage
    paused: bool
    host: int | None
    chairs: list[ChairView]
    closed: list[int]  # seats that stay a bot's to the match's end: a person was sent away from there
    asking: list[Asking]
    number: int  # of the match: 1, 2, …
    commitment: str  # SHA-256 of this match's secret
    hashes: dict[int, str]  # by seat; empty until all are in
    entropies: dict[int, str]  # … until all are revealed
    missing: list[int]  # who did not answer when the last start was cancelled
    cancelled: int  # starts so far that did not come about
    result: tuple[list[int], list[int]] | None  # places, points
    pace_h: int | UnsetType = UNSET  # hours for each decision, connected or not; missing: all play now
    when_late: WhenLate | UnsetType = UNSET  # … and then a bot moves this once, or has the seat till its person returns


class Frame(Struct, frozen=True, array_like=True):
    """A move, and what it did: as one seat, or a spectator, may know it. What is missing at its end is as usual."""

    seat: int  # who moved; −1: Chance, −2: the clock
    move: str
    to: int = -1  # who alone may see which one of its kind it was, if it is Chance's; −1: all
    changes: list[int] = []  # cell, value, cell, value … of what all see
    events: list[Event] = []
    own: list[int] = []  # … of what you alone see
    times: int = 1  # so many moves in a row that you cannot tell apart
    at: int = -1  # play time in ms, in games that have a clock of their own
    made: int = -1  # where all play at the same time: when the claim counted as made,
    came: int = -1  # … and when it came


class MatchView(Struct, frozen=True):
    """A match as one seat (or a spectator) sees it: where it stood, and what has happened since."""

    number: int
    first: int  # so many moves, Chance's among them, the client has
    cells: list[int]  # how it stood then. What you may not know is 0; GET /api/games says which cell is what
    frames: list[Frame]
    moves: list[str]  # legal now
    actors: int  # bit mask of the seats that may act


class Seating(Struct, frozen=True, omit_defaults=True, tag="table"):
    """The table; on arrival, on sitting down and when a match begins also the match."""

    seq: int
    you: int | None
    table: Annotated[dict[str, Any], Meta(extra={"typescript": "Partial<TableView>"})]  # what has changed of it
    past: list[Past] = []  # to those who sit here: what has ended since the last message
    log: list[SeatChange] = []  # of the running match, since the last message; with `match`: all
    match: MatchView | UnsetType = UNSET
    ack: int | UnsetType = UNSET  # the id of your command that did this
    asked: int | UnsetType = UNSET  # your request for a chair, as long as it stands
    barred: bool | UnsetType = UNSET  # true: you may not ask for a chair in this match


class Step(Struct, frozen=True, array_like=True):
    """A move, what followed, and how it stands now: in MessagePack, as an array."""

    seq: int
    frames: list[Frame]
    actors: int
    moves: list[str] = []  # your legal ones now
    ack: int = 0  # the id of your command that did this; 0: another's


class Done(Struct, frozen=True, tag="done"):
    """Your command was taken and has nothing to show, or it had been taken before."""

    id: int


class CommandRefused(Struct, frozen=True, tag="refused"):
    """Your command was not taken, and nothing has changed."""

    id: int | None
    rule: str
    reason: str
    text: Text


class Declined(Struct, frozen=True, tag="declined"):
    """Your request for a chair came to nothing: the host said no, or gave the chair to somebody else."""

    reason: str
    text: Text


class Said(Struct, frozen=True, tag="said"):
    seat: int
    phrase: int


class Nudge(Struct, frozen=True, tag="nudge"):
    """Still there? This seat has not moved for a while."""

    seat: int


class ClockRuns(Struct, frozen=True, tag="clock"):
    """How many ms these seats have left."""

    seats: list[int]
    ms: int


class RaceStatus(Struct, frozen=True, tag="race"):
    """Where all play at the same time: who is ready, and how everybody's line is."""

    ready: list[int]
    los: int | None  # ms until LOS, when this was sent (negative: since); None: not all are ready
    bound: int  # ms by which a claim is put back at most; 0: not at all
    lines: list[int | None]  # by seat: ms to the client and back, as far as known; in a pass they do not grow
    trust: Trust  # who measured them
    slow: list[int]  # seats whose line is too slow for a fair race: the bound does not reach so far


class Ping(Struct, frozen=True, tag="ping"):
    """Answer at once with pong and the nonce: so the line is measured."""

    nonce: str


class Deleted(Struct, frozen=True, tag="deleted"):
    """The last message: the host has deleted this table, and it is gone."""


# In JSON; a step is an array in MessagePack, the only one.
Other = Seating | Done | CommandRefused | Declined | Said | Nudge | ClockRuns | RaceStatus | Ping | Deleted
Message = Step | Other
ALL = (Seating, Step, Done, CommandRefused, Declined, Said, Nudge, ClockRuns, RaceStatus, Ping, Deleted)

encode = Encoder().encode
