"""What is known of a table only as long as it is in memory: who looks at it, and what they wait for."""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count

import numpy as np

from spieltisch.kernel.frames import SPECTATOR, Numbers
from spieltisch.table import messages
from spieltisch.table.state import TableState

UNKNOWN = -1
START_MS = 10_000  # for each of the two answers of every client when a match is to start


@dataclass(eq=False, slots=True)
class Watcher:
    """A connection: of a seat, or of a spectator. And what it has been told, so that only what is new is told again."""

    key: bytes | None
    seat: int | None
    hop: int = 0  # ms at most to the server that holds the line and back, if that is another
    table: messages.TableView | None = None
    past: int = 0  # matches that have ended
    changes: int = 0  # of chairs in the running match


@dataclass(frozen=True)
class ChairRequest:
    """A spectator asks for a bot's chair: as all see it, and what the chair will need."""

    asking: messages.Asking
    key: bytes
    colour: int | None
    picture: int | None
    id: int  # of the command


def key_of(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode()).digest()


class Session:
    __slots__ = (
        "chair_requests", "declined", "gone_at", "levels", "new_secret", "notified", "now", "readers", "reminded",
        "request_numbers", "start_by", "state", "stored_wake", "waited_for", "watchers",
    )  # fmt: skip

    def __init__(self, state: TableState, now: int, levels: Sequence[str], new_secret: Callable[[], bytes]) -> None:
        self.state = state
        self.now = now  # when something happened last
        self.levels = levels
        self.new_secret = new_secret
        self.watchers: dict[int, Watcher] = {}  # by connection
        self.chair_requests: list[ChairRequest] = []  # never logged: strangers must not fill the file
        self.declined: set[bytes] = set()  # keys to which the host said no in this match
        self.request_numbers = count(now)  # none comes again when the table does
        self.gone_at = dict.fromkeys(state.humans, now)  # by seat of a person who is not here
        self.start_by = now + START_MS
        # At a table by days:
        self.notified: dict[int, int] = {}  # by seat: of which turn,
        self.reminded: dict[int, int] = {}  # … and of which once more
        self.waited_for = {} if state.days is None else {seat: turn.entry for seat, turn in state.days.turns.items()}
        self.stored_wake: int | None = UNKNOWN  # when the store says that something becomes due
        self.readers: Numbers = np.empty(0, np.int64)  # through whose eyes each watcher looks

    def note_readers(self) -> None:
        """Somebody came, went, or has another seat."""
        seats = [watcher.seat for watcher in self.watchers.values()]
        self.readers = np.array([SPECTATOR if seat is None else seat for seat in seats], np.int64)

    @property
    def here(self) -> list[bool]:
        """Who is connected, by seat."""
        present = {watcher.seat for watcher in self.watchers.values()}
        return [seat in present for seat in range(len(self.state.chairs))]

    def seat_of(self, key: bytes | None) -> int | None:
        """Every chair is compared, in the same time."""
        found = None
        for seat, chair in enumerate(self.state.chairs):
            if hmac.compare_digest(chair.key or b"", key or b"nobody's"):
                found = seat
        return found

    def request_of(self, key: bytes | None) -> ChairRequest | None:
        return next((request for request in self.chair_requests if request.key == key), None)
