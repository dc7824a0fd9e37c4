"""What two servers say to each other about their clients' lines.

Durations only: a clock reading of one means nothing to the other.
"""

from msgspec import Struct, msgpack

from spieltisch.server.protocol import Hello
from spieltisch.table import commands


class Attach(Struct, frozen=True, array_like=True, tag=1):
    """A client of ours wants to be at a table of yours."""

    line: int
    table: str
    hello: Hello


class Attached(Struct, frozen=True, array_like=True, tag=2):
    """It is."""

    line: int
    holds_seat: bool


class Detach(Struct, frozen=True, array_like=True, tag=3):
    """It is gone."""

    line: int


class Command(Struct, array_like=True, tag=4):
    line: int
    command: commands.AnyCommand
    age: int = 0  # ms since it came, when the batch is sent


class Pong(Struct, frozen=True, array_like=True, tag=5):
    """The answer to a table's ping: how long it took to the client and back, in ms; and by TCP, where that is known."""

    line: int
    nonce: str
    trip: int
    carrier: int | None


class Tell(Struct, frozen=True, array_like=True, tag=6):
    """The same to each of these lines."""

    lines: list[int]
    message: bytes


class HangUp(Struct, frozen=True, array_like=True, tag=7):
    """The table is no longer ours, or was never: your client should come again."""

    line: int


class Beat(Struct, frozen=True, array_like=True, tag=8):
    """We are here, and our last batch was the one before."""

    number: int


class BeatBack(Struct, frozen=True, array_like=True, tag=9):
    number: int


Item = Attach | Attached | Detach | Command | Pong | Tell | HangUp | Beat | BeatBack


class Batch(Struct, frozen=True, array_like=True):
    """Numbered from 1 on in each link: if one is lost, so is the link, and the next link has a higher number."""

    sender: int
    link: int
    number: int
    items: list[Item]


encode = msgpack.Encoder().encode
decode = msgpack.Decoder(Batch).decode
