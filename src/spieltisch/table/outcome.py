"""What comes out of a table: the caller writes it down, tells it, and comes back in time."""

from typing import NamedTuple

from msgspec import Struct

from spieltisch.kernel import Seen
from spieltisch.table.entries import LogEntry


class BotRequest(NamedTuple):
    """A bot is to choose for a seat. It gets what the seat sees, and nothing more."""

    seat: int
    ticket: int  # comes back with the answer
    level: str
    seen: Seen


class Outcome(Struct):
    """Entries are to be stored together, before any of the messages is sent."""

    entries: list[tuple[int, LogEntry]] = []  # sequence number, entry
    messages: list[tuple[int, bytes]] = []  # connection, message
    requests: list[BotRequest] = []
    moves: int = 0  # of seats and the clock, among the entries
    deleted: bool = False  # the table and its log are to be deleted instead, before any of the messages is sent
    wake_at: int | None = None  # when the table wants to be woken, if nothing happens before
