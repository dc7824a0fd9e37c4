"""What can be asked of a table. `id` is the client's own number for it: sent twice, a command counts once."""

from typing import Annotated

from msgspec import Meta, Struct

Id = Annotated[int, Meta(gt=0, lt=2**53)]
Seat = Annotated[int, Meta(ge=0, lt=16)]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # 32 bytes
Token = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]  # 128 bits
Short = Annotated[str, Meta(max_length=64)]
Colour = Annotated[int, Meta(ge=0, lt=8)]
Picture = Annotated[int, Meta(ge=0, lt=12)]


class Command(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    id: Id


class Sit(Command, frozen=True, tag="sit"):
    """Take a chair: a certain one, or any. While a match is played, ask the host for a bot's."""

    name: Short
    colour: Colour | None = None
    picture: Picture | None = None
    seat: Seat | None = None


class Rename(Command, frozen=True, tag="rename"):
    """Between matches: another name, colour or picture for one who sits here."""

    name: Short
    colour: Colour | None = None
    picture: Picture | None = None


class Leave(Command, frozen=True, tag="leave"):
    """Stand up, or take back what was asked for."""


class Admit(Command, frozen=True, tag="admit"):
    """The host: whoever made this request gets the chair, or does not."""

    request: Id
    yes: bool


class SeatBot(Command, frozen=True, tag="bot"):
    """The host: a bot takes an empty chair, or another level sits down there."""

    seat: Seat
    level: Short


class Remove(Command, frozen=True, tag="remove"):
    """The host: the person or bot stands up, and the token is void."""

    seat: Seat


class Host(Command, frozen=True, tag="host"):
    """The host hands hosting over."""

    seat: Seat


class Choose(Command, frozen=True, tag="choose"):
    """The host, between matches: by these options the next one is played; those that are not named stay."""

    options: Annotated[dict[Short, Short], Meta(max_length=16)]


class Start(Command, frozen=True, tag="start"):
    """The host: let us play (again)."""


class Hash(Command, frozen=True, tag="hash"):
    """Of 32 random bytes of the client's own, bound to the commitment and the seat."""

    hash: Hex32


class Reveal(Command, frozen=True, tag="reveal"):
    """Those bytes, when all hashes are published, and the hash of all that the client was shown."""

    entropy: Hex32
    start: Hex32


class Play(Command, frozen=True, tag="play"):
    """A move in the game's notation, or `undo`; where players reckon by themselves, with the number they say."""

    move: Short
    said: Annotated[int, Meta(ge=-(2**31), lt=2**31)] | None = None


class Ready(Command, frozen=True, tag="ready"):
    """Where all play at the same time: the countdown may begin; the host's `anyway` waits for nobody."""

    anyway: bool = False


class Handicap(Command, frozen=True, tag="handicap"):
    """The host: this seat begins a race so many ms later than the others (negative: earlier)."""

    seat: Seat
    ms: Annotated[int, Meta(ge=-30_000, le=30_000)]


class Pause(Command, frozen=True, tag="pause"):
    pass


class Resume(Command, frozen=True, tag="resume"):
    pass


class Holiday(Command, frozen=True, tag="holiday"):
    """At a table by days: my clock stands still for so many days; 0: I am back."""

    days: Annotated[int, Meta(ge=0, le=14)]


class Abort(Command, frozen=True, tag="abort"):
    """The host ends the match before its end."""


class Delete(Command, frozen=True, tag="delete"):
    """The host: the table, with everything that was played at it, is gone at once and for good."""


class MoveToDevice(Command, frozen=True, tag="move"):
    """The seat moves to another device: the token of that device takes the place of this one."""

    token: Token


class Say(Command, frozen=True, tag="say"):
    """One of the ready-made phrases."""

    phrase: Annotated[int, Meta(ge=0, lt=12)]


ALL = (
    Sit,
    Rename,
    Leave,
    Admit,
    SeatBot,
    Remove,
    Host,
    Choose,
    Start,
    Hash,
    Reveal,
    Play,
    Ready,
    Handicap,
    Pause,
    Resume,
    Holiday,
    Abort,
    Delete,
    MoveToDevice,
    Say,
)
AnyCommand = (
    Sit
    | Rename
    | Leave
    | Admit
    | SeatBot
    | Remove
    | Host
    | Choose
    | Start
    | Hash
    | Reveal
    | Play
    | Ready
    | Handicap
    | Pause
    | Resume
    | Holiday
    | Abort
    | Delete
    | MoveToDevice
    | Say
)
