"""What goes over the wire, as types: docs/protocol.md explains them, web/src/protocol.ts is made from them."""

from typing import Annotated, Literal

from msgspec import UNSET, DecodeError, Meta, Struct, UnsetType, ValidationError
from msgspec.json import Decoder

from spieltisch.kernel.languages import refusals_in
from spieltisch.table import commands, messages, replay
from spieltisch.table.commands import Token
from spieltisch.table.entries import WhenLate

VERSION = messages.VERSION
KEEP_DAYS = 30  # after a table's last entry, unless its host says otherwise
MOST_MINE = 60  # seats of a device that are asked about at once

Count = Annotated[int, Meta(ge=0, lt=2**31)]


class Hello(Struct, frozen=True, tag_field="do", tag="hello", forbid_unknown_fields=True):
    """The first message of a connection: the token of a seat, and what it still has of a match's log."""

    token: Token | None = None
    match: Count = 0
    rows: Count = 0


class Pong(Struct, frozen=True, tag_field="do", tag="pong", forbid_unknown_fields=True):
    """The answer to a ping, at once; it gets none itself."""

    nonce: Annotated[str, Meta(max_length=16)]


FromClient = Hello | Pong | commands.AnyCommand
decode = Decoder(FromClient).decode


class Numbered(Struct, frozen=True):
    """What all commands have, whatever else they say."""

    id: commands.Id | None = None


decode_number = Decoder(Numbered).decode


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables"""

    game: str
    seats: int
    options: dict[str, str] = {}
    public: bool = False
    keep_days: Annotated[int, Meta(ge=1, le=365)] = KEEP_DAYS
    move_s: Annotated[int, Meta(ge=5, le=3600)] | None = None
    grace_s: Annotated[int, Meta(ge=5, le=3600)] = 60
    quick: bool = False
    pace_h: Literal[12, 24, 72, 168] | None = None  # a table by days: so many hours for each decision
    when_late: WhenLate = "move"


class TableGlance(Struct, frozen=True):
    """GET /api/tables/…: what a list of one's tables shows."""

    game: str
    stage: messages.Stage
    paused: bool
    chairs: list[messages.ChairView]
    actors: int  # bit mask of the seats that may act
    places: list[int]  # by seat, of the match that is over; empty: there is none


class MySeat(Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
    token: Token


class MySeats(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/mine: where this device has seats."""

    seats: Annotated[list[MySeat], Meta(max_length=MOST_MINE)]


class MyChair(Struct, frozen=True):
    kind: Literal["empty", "human", "bot"]
    name: str
    colour: int
    picture: int


class MyStanding(Struct, frozen=True, omit_defaults=True):
    """How a table stands where one has a seat. Times are ms since 1970."""

    game: str
    stage: messages.Stage
    paused: bool
    seat: int  # mine
    chairs: list[MyChair]
    number: int  # of the match: 1, 2, …
    turn: list[int]  # seats that are to act; while a match is being started, those that have not answered
    places: list[int] = []  # by seat, of the match that is over
    pace_h: int | UnsetType = UNSET  # missing: all play now; of such tables it is not known
    since: int | UnsetType = UNSET  # … since when it is the turn of those who are to act (of me, if I am),
    until: int | UnsetType = UNSET  # … by when I must have acted,
    holiday: int | UnsetType = UNSET  # … till when my clock stands still


class MyTable(Struct, frozen=True, omit_defaults=True):
    """Gone: it is deleted. Without a standing otherwise: the token opens no seat there, or it cannot be said now."""

    table: str
    gone: bool = False
    standing: MyStanding | UnsetType = UNSET


class Mine(Struct, frozen=True):
    """In the order in which they were asked for."""

    tables: list[MyTable]


class PushServer(Struct, frozen=True):
    """GET /api/push: the key with which a device asks its push service for a place that only this server may use."""

    key: str


Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]  # of a day


class WantNotices(Struct, frozen=True, forbid_unknown_fields=True):
    """PUT /api/tables/…/push: where this device gets its notices, as its browser says, and when it wants none."""

    token: Token
    endpoint: Annotated[str, Meta(max_length=1024)]
    p256dh: Annotated[str, Meta(max_length=128)]
    auth: Annotated[str, Meta(max_length=64)]
    language: Annotated[str, Meta(max_length=8)]
    zone: Annotated[str, Meta(max_length=64)]
    quiet: tuple[Minute, Minute] | None = (22 * 60, 7 * 60)  # from when to when, there; null: notices at any time


class NoNotices(Struct, frozen=True, forbid_unknown_fields=True):
    """DELETE /api/tables/…/push"""

    token: Token
    endpoint: Annotated[str, Meta(max_length=1024)]


class Notices(Struct, frozen=True):
    """Does this device get them now?"""

    on: bool


class WantCode(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/…/code"""

    tv: bool = False  # for a television: also while a match is played


class Code(Struct, frozen=True):
    """Letters to type in on another device, and for how long."""

    code: str
    seconds: int


class TypedCode(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/codes"""

    code: Annotated[str, Meta(max_length=32)]


class CodeFound(Struct, frozen=True):
    table: str
    tv: bool


class TableOpened(Struct, frozen=True):
    table: str


class CellField(Struct, frozen=True):
    """Where a field of the record lies in the row of cells, and who sees it (own: the first axis is the seat)."""

    first: int
    shape: list[int]
    sees: str


class EventDetail(Struct, frozen=True):
    """A detail of an event: a seat, a number, or what the name of its type stands for in `ids`."""

    name: str
    type: str
    each: bool  # a number for each of the ids: how many


class EventDescription(Struct, frozen=True):
    """A kind of event: its details, in the order of their numbers."""

    name: str
    details: list[EventDetail]
    later: bool  # everybody sees it at the table: no line is needed while the match is on


class MoveKind(Struct, frozen=True):
    """A kind of move: its text, with the names of its arguments in braces, and all that can stand there."""

    template: str
    arguments: dict[str, list[str]]


class Unseen(Struct, frozen=True):
    """What those are told who may not see which move of its kind it was: by move, and by Chance's outcome."""

    moves: dict[str, str]
    outcomes: dict[str, str]


class GamePage(Struct, frozen=True):
    """What a game of another package brings for the page: addresses of its files, and what the lobby says of it."""

    module: str  # JavaScript: web/src/games/plugin.ts says what it exports
    style: str | None
    emblem: str | None  # its picture in the lobby, 3 : 2
    guided: str | None  # the guided match of its lesson
    accent: str  # a colour, as CSS writes it
    minutes: int  # of a match among four, about
    depth: int  # 1 to 3: how much there is to think about
    plays: dict[str, str]  # options with which a table is opened from the page, if not the game's own


class GameDescription(Struct, frozen=True):
    """GET /api/games: all that a client needs to know of a game to show it."""

    name: str
    ready: bool  # False: its rules are not compiled as yet. They can be played; a bot of level `master` is warming up
    rules: int
    seats: tuple[int, int]  # from, to
    options: dict[str, list[str]]  # the first value is the default; of free ones, what this host offers
    fields: dict[str, CellField]
    choices: dict[str, dict[str, int]]  # by field: what its numbers stand for; those that are not named are themselves
    cells: int
    moves: list[str]
    kinds: dict[str, MoveKind]  # of moves: clients build and read their texts by them
    outcomes: list[str]
    unseen: Unseen
    lists_moves: bool  # False: what may be done is not told, it is to be seen
    events: list[EventDescription]  # an event's first number is its place here; −1: a seat took its last move back
    ids: dict[str, list[str]]  # by type of detail: what its numbers stand for
    texts: dict[str, dict[str, object]]  # by language
    page: GamePage | None = None  # None: the page that comes with the server knows it, or nobody does


class Games(Struct, frozen=True):
    protocol: int
    games: list[GameDescription]
    levels: list[str]  # of bots
    phrases: dict[str, list[str]]  # by language
    names: list[str]  # for public tables
    public_tables: bool
    elsewhere: str | None  # where others in this network find this server; None: only this machine, or not known
    keep_days: int  # after its last entry a table is set aside, unless another time was asked for,
    aside_days: int  # … and after so many days of the server's running it is deleted for good


class Lobby(Struct, frozen=True):
    """GET /api/tables"""

    tables: "list[PublicTable]"


class PublicTable(Struct, frozen=True):
    table: str
    game: str
    options: dict[str, str]
    names: list[str]
    free: int


class Finished(Struct, frozen=True):
    """GET /api/tables/…/matches/…, POST /api/matches: a match that is over, to look at and to check."""

    match: replay.Document
    replay: replay.Replay | None  # None: by a version of the rules that is known no longer


class Error(Struct, frozen=True):
    """Every answer that is not 2xx."""

    reason: str
    text: messages.Text


def error(reason: str, **details: object) -> Error:
    return Error(reason, refusals_in("server", reason, details))


def refused(reason: str, command: int | None = None, **details: object) -> bytes:
    """To a client whose message was no command, or one too many."""
    said = error(reason, **details)
    return messages.encode(messages.CommandRefused(command, "protocol", said.reason, said.text))


def id_in(message: str | bytes) -> int | None:
    """The command's, without looking at what it says."""
    try:
        return decode_number(message).id
    except (ValidationError, DecodeError, RecursionError, UnicodeError):
        return None


FROM_CLIENT = (Hello, Pong, *commands.ALL)
ON_THE_WIRE = (
    *FROM_CLIENT,
    *messages.ALL,
    messages.TableView,
    OpenTable,
    TableOpened,
    TableGlance,
    MySeats,
    Mine,
    PushServer,
    WantNotices,
    NoNotices,
    Notices,
    WantCode,
    Code,
    TypedCode,
    CodeFound,
    Games,
    Lobby,
    Finished,
    Error,
)

# Names that mean something else in a browser, or twice over
NAMES: dict[type, str] = {
    GameDescription: "Game",
    CellField: "Field",
    EventDescription: "EventKind",
    EventDetail: "Detail",
    messages.ChairView: "Chair",
    messages.CommandRefused: "Refused",
    messages.RaceStatus: "Racing",
    replay.Document: "MatchDocument",
    replay.Late: "Missed",
    replay.LogLine: "Line",
    Error: "Failure",
}
