"""How long it takes to each client and back, and by how much a claim is put back for it: docs/real-time.md."""

import hmac
from collections import deque
from dataclasses import dataclass, field

from spieltisch.table import messages
from spieltisch.table.session import Session
from spieltisch.table.transaction import Transaction

BOUND_MS, PUBLIC_BOUND_MS = 120, 40  # the most by which a claim is put back
SAMPLES = 10  # round trips; the least of them counts
PING_MS, FIRST_PINGS_MS, TOGETHER_MS = 2000, 250, 100
SPREAD_MS = 1000  # by up to so much later, or all tables of a server would ping at the same moment
TOLD_MS = 10


@dataclass
class Latency:
    """How long it takes to a client and back, by pings whose nonce nobody can know beforehand."""

    trips: deque[int] = field(default_factory=lambda: deque(maxlen=SAMPLES))
    nonce: str = ""  # of the ping that is under way
    pinged_at: int = 0
    ping_at: int = 0  # again
    delay: int | None = None  # the least of the trips

    def ping(self, nonce: str, now: int, again_at: int) -> None:
        self.nonce, self.pinged_at, self.ping_at = nonce, now, again_at

    def pong(self, now: int, carrier: int | None) -> None:
        """`carrier`: what the operating system measured, which no page can hold back."""
        self.nonce = ""
        self.trips.append(now - self.pinged_at)
        self.delay = min(self.trips) if carrier is None else min(carrier, *self.trips)
        if len(self.trips) < SAMPLES:
            self.ping_at = self.pinged_at + FIRST_PINGS_MS

    @property
    def rounded(self) -> int | None:
        """For telling: not every millisecond is news."""
        return None if self.delay is None else TOLD_MS * round(self.delay / TOLD_MS)

    def correction(self, bound: int) -> int:
        return min((self.delay or 0) // 2, bound)


class Latencies:
    """Of all who have a seat."""

    def __init__(self, session: Session) -> None:
        self.session, self.state = session, session.state
        self.by_connection: dict[int, Latency] = {}
        self._pings = 0

    @property
    def bound(self) -> int:
        return PUBLIC_BOUND_MS if self.state.settings.public else BOUND_MS

    def correction(self, connection: int | None) -> int:
        line = self.by_connection.get(connection) if connection is not None else None
        return 0 if line is None else line.correction(self.bound)

    def slowest(self) -> int:
        return max((line.correction(self.bound) for line in self.by_connection.values()), default=0)

    def ping(self, tx: Transaction) -> None:
        """Everyone whose turn it is to be measured, or nearly: together they wake the table once."""
        seated = self._seated()
        if self.by_connection.keys() != seated:
            self.by_connection = {number: self.by_connection.get(number) or Latency() for number in seated}
        if all(line.ping_at > tx.now for line in self.by_connection.values()):
            return
        now = tx.now
        again_at = now + PING_MS + int(self._new_nonce(), 16) % SPREAD_MS
        for connection, line in self.by_connection.items():
            if line.ping_at <= now + TOGETHER_MS:
                line.ping(self._new_nonce(), now, again_at)
                tx.tell(connection, messages.encode(messages.Ping(line.nonce)))

    def _new_nonce(self) -> str:
        """From the match's secret: nobody knows it while the match runs."""
        self._pings += 1
        return hmac.digest(self.state.secret, f"ping {self._pings}".encode(), "sha256").hex()[:16]

    def _seated(self) -> set[int]:
        return {number for number, watcher in self.session.watchers.items() if watcher.seat is not None}

    def ping_times(self) -> list[int]:
        return [line.ping_at for line in self.by_connection.values()]

    def pong(self, connection: int, nonce: str, now: int, carrier: int | None) -> bool:
        """At public tables the line is not slower than the operating system says: pongs can be held back, its can't.

        → was it the answer to a ping?
        """
        line = self.by_connection.get(connection)
        if line is None or not line.nonce or not hmac.compare_digest(line.nonce, nonce):
            return False
        line.pong(now, carrier if self.state.settings.public else None)
        return True

    # What is told of them

    def trips(self) -> list[tuple[int, int | None]]:
        return [(number, line.rounded) for number, line in self.by_connection.items()]

    def trips_by_seat(self) -> list[int | None]:
        trips: list[int | None] = [None] * len(self.state.chairs)
        for connection, trip in self.trips():
            watcher = self.session.watchers.get(connection)
            if watcher is not None and watcher.seat is not None:
                trips[watcher.seat] = trip
        return trips
