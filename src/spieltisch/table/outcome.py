"""What comes out of a table: the caller writes it down, tells it, and comes back in time."""

from typing import Literal, NamedTuple

from msgspec import Struct

from spieltisch.kernel import Seen
from spieltisch.table.entries import LogEntry


class BotRequest(NamedTuple):
    """A bot is to choose for a seat. It gets what the seat sees, and nothing more."""

    seat: int
    ticket: int  # comes back with the answer
    level: str
    seen: Seen


NoticeKind = Literal["turn", "reminder", "start", "over"]


class TurnNotice(NamedTuple):
    """To a person who has the table open nowhere: it is your turn, also a second time; the match is about to start and
    needs your device; it is over.
    """

    seat: int
    kind: NoticeKind
    turn: int  # the entry with which it began
    by: int | None = None  # who moved before


class DaysOutcome(Struct):
    """Of a table by days: to be stored with the entries, if there are any."""

    wake_at: int | None = None  # when something becomes due there though nobody is connected; None: never
    notices: list[TurnNotice] = []
    settled: list[int] = []  # seats whose older notices are void: they have acted, or looked
    freed: list[int] = []  # seats that are no longer whose they were, or on another device


class Outcome(Struct):
    """Entries are to be stored together, before any of the messages is sent."""

    entries: list[tuple[int, LogEntry]] = []  # sequence number, entry
    messages: list[tuple[int, bytes]] = []  # connection, message
    requests: list[BotRequest] = []
    deleted: bool = False  # the table and its log are to be deleted instead, before any of the messages is sent
    wake_at: int | None = None  # when the table wants to be woken, if nothing happens before
    days: DaysOutcome | None = None  # None: there is nothing of the kind to be stored
