"""All play at the same time, fairly over unequal lines: docs/real-time.md.

The table's clock rules. A claim counts as made at its arrival less half of its seat's round trip, within a bound; it
waits until no other person's claim could still precede it. So does a wish for a pause. Nothing runs before LOS.
What comes by way of another server has arrived when it came there.
"""

from dataclasses import dataclass

from spieltisch.kernel import Match
from spieltisch.kernel.extras import Race
from spieltisch.kernel.log import UNDO
from spieltisch.kernel.turn import Turn
from spieltisch.table import commands, messages
from spieltisch.table.entries import Missed
from spieltisch.table.latency import Latencies
from spieltisch.table.refusals import NotDone
from spieltisch.table.seating import require_host
from spieltisch.table.session import Session
from spieltisch.table.transaction import Asker, Transaction

COUNTDOWN_MS = 3000
MOST_WAITING = 8  # moves of one seat


@dataclass
class PendingClaim:
    """A move that was asked for and not yet made; a person waits for the answer, a bot does not."""

    seat: int
    move: str | None  # None: a pause
    at: int  # when it counts as made,
    arrived: int  # and when it came
    asker: Asker | None = None
    contested: bool = True  # else it only waits behind the seat's own


class LiveRace:
    """One match that is played at the same time by all. Only as long as the table is in memory: then all start anew."""

    def __init__(self, session: Session, match: Match, race: Race) -> None:
        self.session, self.state, self.match, self.race = session, session.state, match, race
        self.lines = Latencies(session)
        self.delays = self.lines.delays()
        self.ready: set[int] = set()
        self.los: int | None = None  # the time at which all may begin
        self.waiting: list[PendingClaim] = []  # in the order of coming
        self._missed: list[Missed] = []  # since the last move
        self._last: Turn | None = None  # up to which the rules were asked,
        self._known = (0, (0, 0))  # and what they said
        self._heat = self.heat
        self._wait, self._wait_since = -1, 0  # the deadline that runs, and since when
        self._told: object = None  # how it stood when all were told

    @property
    def heat(self) -> int:
        return self._asked[0]

    @property
    def _asked(self) -> tuple[int, tuple[int, int]]:
        """The heat and the deadline. Only a move changes them, and they are looked at far more often."""
        match = self.match
        if self._last is not match.last:
            self._last, self._known = match.last, (match.heat, match.deadline)
        return self._known

    @property
    def is_on(self) -> bool:
        """LOS has been, and the heat has not ended since."""
        return self.los is not None and self.los <= self.session.now and self.heat == self._heat

    def los_of(self, seat: int) -> int:
        """A handicap: who has the head start begins at LOS, the others later."""
        assert self.los is not None
        handicaps = [chair.handicap for chair in self.state.chairs]
        return self.los + handicaps[seat] - min(handicaps)

    # Ready, steady, LOS

    def get_ready(self, tx: Transaction, seat: int, command: commands.Ready) -> None:
        """When everybody is, or the host will not wait any longer, the countdown begins."""
        if command.anyway:
            require_host(tx, seat)
        self.ready.add(seat)
        if command.anyway:
            self.ready.update(self._people)
        self._count_down_if_ready()

    @property
    def _people(self) -> set[int]:
        """Those for whom no bot plays."""
        return {seat for seat in self.state.humans if not self.state.chairs[seat].away}

    def _count_down_if_ready(self) -> None:
        if self.los is None and not self.state.paused and self._people <= self.ready:
            self.los = self.session.now + COUNTDOWN_MS

    def halt(self, tx: Transaction) -> None:
        """The race stands still: who waits is told so, and all must be ready again."""
        for waiting in self.waiting:
            tx.refuse(NotDone("not_running").refusal, waiting.asker)
        self.waiting.clear()
        self.ready.clear()
        self.los = None

    def settle(self, tx: Transaction, is_running: bool, time: int) -> None:
        """At the end of whatever was done; `time`: of play."""
        self.lines.ping(tx)
        if not is_running or self.heat != self._heat:
            self._heat = self.heat
            if self.ready or self.los is not None:
                self.halt(tx)
        elif self.ready and self.los is None and self._people:
            self._count_down_if_ready()  # somebody has left
        if not self.is_on:
            self._measure()  # in a pass only a pong tells anything new
        which, _ = self._asked[1]
        if which != self._wait:
            self._wait, self._wait_since = which, time
        self._tell_if_changed(tx)

    # Claims

    def claim_of(self, tx: Transaction, seat: int, command: commands.Play) -> PendingClaim | None:
        """A person's move, with the time at which it counts as made. None: it was sent twice, and waits already."""
        if command.move == UNDO:
            raise NotDone("no_undo")
        if self._waits_already(tx, seat, command.id):
            return None
        contested = self.is_contested(command.move)
        claim = self._pending(tx, seat, command.move, contested)
        if self.los is None or claim.at < self.los_of(seat):
            raise NotDone("before_los")
        return claim

    def pause_of(self, tx: Transaction, seat: int, command: commands.Pause) -> PendingClaim | None:
        """A person's wish for a pause, as a claim. None: it was sent twice, and waits already."""
        return None if self._waits_already(tx, seat, command.id) else self._pending(tx, seat, None, contested=True)

    def _waits_already(self, tx: Transaction, seat: int, command: int) -> bool:
        """Sent twice, it is answered where it was sent last."""
        mine = [waiting for waiting in self.waiting if waiting.seat == seat]
        for waiting in mine:
            if waiting.asker is not None and waiting.asker.id == command:
                waiting.asker = tx.put_off()
                return True
        if len(mine) >= MOST_WAITING:
            raise NotDone("too_many")
        return False

    def _pending(self, tx: Transaction, seat: int, move: str | None, contested: bool) -> PendingClaim:
        assert tx.asker is not None
        measured = contested and self.lines.is_measured(tx.asker.connection, self.delays.trust)
        arrived = tx.now - tx.late
        at = arrived - self.delays.correction(seat) if measured else arrived
        return PendingClaim(seat, move, at, arrived, tx.asker, contested)

    def is_contested(self, move: str) -> bool:
        moves = self.match.game.moves
        return move in moves.number and moves.spell(moves.number[move]).kind in self.race.contested

    def next_due(self) -> PendingClaim | None:
        """The next claim, in the order in which they count as made, once that is certain; it waits no longer."""
        if not self.waiting or not self.is_on:
            return None
        first = min(self.waiting, key=self._order)
        if first.contested and self.session.now <= self._certain_at(first):
            return None
        self.waiting.remove(first)
        return first

    def _order(self, waiting: PendingClaim) -> tuple[int, int, int]:
        """By time; ties go clockwise from a seat that moves on with each heat."""
        seats = len(self.state.chairs)
        return waiting.at, (waiting.seat - self._heat) % seats, self.waiting.index(waiting)

    def is_waiting(self, seat: int) -> bool:
        return any(waiting.seat == seat for waiting in self.waiting)

    def _certain_at(self, claim: PendingClaim) -> int:
        """No other person's claim that comes after this time can precede it."""
        return claim.at + max(
            (
                self.delays.correction(watcher.seat) + watcher.hop
                for watcher in self.session.watchers.values()
                if watcher.seat is not None and watcher.seat != claim.seat
            ),
            default=0,
        )

    def miss(self, missed: Missed) -> None:
        """Somebody else was quicker: kept for the photo finish."""
        self._missed.append(missed)

    def take_missed(self) -> list[Missed]:
        """Since the last move."""
        missed, self._missed = self._missed, []
        return missed

    # Deadlines

    def deadline(self) -> int | None:
        """Play time at which the clock moves, if nobody does before."""
        _, ms = self._asked[1]
        return self._wait_since + ms if ms > 0 and self.is_on else None

    def clock_may_move(self, time: int) -> bool:
        """Only when no claim that counts as made before can come any more."""
        due = self.deadline()
        return due is not None and time > due + self._slowest() and not self.waiting

    def _slowest(self) -> int:
        hop = max((watcher.hop for watcher in self.session.watchers.values()), default=0)
        return hop + max(self.delays.correction(seat) for seat in range(len(self.state.chairs)))

    # What all are told, and when

    def _measure(self) -> None:
        """Before LOS as it is; from then on to the end of the pass nobody's line gets slower."""
        now = self.lines.delays()
        self.delays = self.delays.lowered_by(now) if self.is_on else now

    def pong(self, tx: Transaction, connection: int, nonce: str, carrier: int | None, trip: int | None) -> None:
        if self.lines.pong(connection, nonce, tx.now, carrier, trip):
            self._measure()
            self._tell_if_changed(tx)

    def wake_at(self, to_wall: int) -> list[int]:
        """`to_wall`: from play time to the table's."""
        times = self.lines.ping_times()
        if self.los is not None and not self.is_on:
            times.append(self.los)
        if self.waiting and self.is_on:
            times.append(self._certain_at(min(self.waiting, key=self._order)) + 1)
        due = self.deadline()
        if due is not None:
            times.append(due + to_wall + self._slowest() + 1)
        return times

    def view(self) -> messages.RaceStatus:
        los = None if self.los is None else self.los - self.session.now
        delays = self.delays
        return messages.RaceStatus(sorted(self.ready), los, delays.bound, delays.rounded, delays.trust, delays.too_slow)

    def _tell_if_changed(self, tx: Transaction) -> None:
        """How it stands, when it has changed; the time to LOS by itself is no change."""
        delays = self.delays
        standing = (self.los is None, sorted(self.ready), delays.rounded, delays.trust, delays.too_slow)
        if standing != self._told:
            self._told = standing
            tx.tell_all(self.view())
