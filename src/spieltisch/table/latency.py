"""How long it takes to each client and back, and by how much a claim is put back for it: docs/real-time.md."""

import hmac
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from spieltisch.table import messages
from spieltisch.table.session import Session
from spieltisch.table.transaction import Transaction

BOUND_MS, PUBLIC_BOUND_MS = 120, 40  # the most by which a claim is put back
SAMPLES = 10  # round trips; the least of them counts
PING_MS, FIRST_PINGS_MS, TOGETHER_MS = 2000, 250, 100
SPREAD_MS = 1000  # by up to so much later, or all tables of a server would ping at the same moment
TOLD_MS = 10
TOLERABLE_MS = 10  # one way, beyond the bound: less is no matter beside how fast people react


@dataclass
class Latency:
    """How long it takes to a client and back, by pings whose nonce nobody can know beforehand."""

    trips: deque[int] = field(default_factory=lambda: deque(maxlen=SAMPLES))
    nonce: str = ""  # of the ping that is under way
    pinged_at: int = 0
    ping_at: int = 0  # again
    carrier: int | None = None  # the least that the operating system measured, which no page can hold back
    delay: int | None = None  # the least of all

    def ping(self, nonce: str, now: int, again_at: int) -> None:
        self.nonce, self.pinged_at, self.ping_at = nonce, now, again_at

    def pong(self, now: int, carrier: int | None, trip: int | None) -> None:
        self.nonce = ""
        self.trips.append(now - self.pinged_at if trip is None else trip)
        self.carrier = least((self.carrier, carrier))
        self.delay = least((self.carrier, *self.trips))
        if len(self.trips) < SAMPLES:
            self.ping_at = self.pinged_at + FIRST_PINGS_MS


def least(delays: Iterable[int | None]) -> int | None:
    """Of those that are known."""
    return min((delay for delay in delays if delay is not None), default=None)


@dataclass(frozen=True)
class Delays:
    """One for each seat: by these claims are put back, and these all see."""

    by_seat: tuple[int | None, ...]  # ms to the client and back
    trust: messages.Trust  # whose measurement it is
    bound: int

    def correction(self, seat: int) -> int:
        return min((self.by_seat[seat] or 0) // 2, self.bound)

    def lowered_by(self, later: "Delays") -> "Delays":
        """From LOS on nobody's grows; who turns out to be faster is."""
        pairs = zip(self.by_seat, later.by_seat, strict=True)
        return replace(self, by_seat=tuple(None if old is None else least((old, new)) for old, new in pairs))

    @property
    def rounded(self) -> list[int | None]:
        """For telling: not every millisecond is news."""
        return [None if delay is None else TOLD_MS * round(delay / TOLD_MS) for delay in self.by_seat]

    @property
    def too_slow(self) -> list[int]:
        """The seats that are behind at every claim, because the bound does not reach that far."""
        return [seat for seat, delay in enumerate(self.by_seat) if (delay or 0) // 2 > self.bound + TOLERABLE_MS]


class Latencies:
    """Of all who have a seat."""

    def __init__(self, session: Session) -> None:
        self.session, self.state = session, session.state
        self.by_connection: dict[int, Latency] = {}
        self._pings = 0

    def delays(self) -> Delays:
        """A seat's is the least of its lines'."""
        by_seat: list[int | None] = [None] * len(self.state.chairs)
        for connection, line in self.by_connection.items():
            watcher = self.session.watchers.get(connection)
            if watcher is not None and watcher.seat is not None:
                by_seat[watcher.seat] = least((by_seat[watcher.seat], line.delay))
        trust, bound = self._trust()
        return Delays(tuple(by_seat), trust, bound)

    def _trust(self) -> tuple[messages.Trust, int]:
        """Pages can hold back their pongs: strangers are not taken at their word."""
        public = self.state.settings.public
        if all(line.carrier is not None for line in self.by_connection.values() if line.delay is not None):
            return "tcp", PUBLIC_BOUND_MS if public else BOUND_MS
        return ("nobody", 0) if public else ("pages", BOUND_MS)

    def is_measured(self, connection: int, trust: messages.Trust) -> bool:
        """Has whoever is trusted said how fast this line is? Else a slow one could be shown, and a fast one used."""
        line = self.by_connection.get(connection)
        return line is not None and line.delay is not None and (trust == "pages" or line.carrier is not None)

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

    def pong(self, connection: int, nonce: str, now: int, carrier: int | None, trip: int | None) -> bool:
        """→ was it the answer to a ping?"""
        line = self.by_connection.get(connection)
        if line is None or not line.nonce or not hmac.compare_digest(line.nonce, nonce):
            return False
        line.pong(now, carrier, trip)
        return True
