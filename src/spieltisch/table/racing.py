"""All play at the same time, fairly over unequal lines: docs/real-time.md.

The table's clock rules. A claim counts as made at its arrival less half of its line's round trip, within a bound; it
waits until no other person's claim could still precede it. Nothing runs before LOS.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spieltisch.kernel import CLOCK, Match, Refused
from spieltisch.kernel.game import Race
from spieltisch.kernel.log import UNDO
from spieltisch.kernel.referee import Step
from spieltisch.table import commands, messages, telling
from spieltisch.table.desk import Desk
from spieltisch.table.entries import Claimed, Missed
from spieltisch.table.lines import Lines
from spieltisch.table.refusals import NotDone
from spieltisch.table.seating import require_host

COUNTDOWN_MS = 3000
MOST_WAITING = 8  # moves of one seat


@dataclass
class Waiting:
    """A move that was asked for and not yet made; a person's has a connection that waits for the answer."""

    seat: int
    move: str
    at: int  # when it counts as made,
    arrived: int  # and when it came
    connection: int | None = None
    id: int = 0
    contested: bool = True  # else it only waits behind the seat's own


Make = Callable[[int, str, Claimed | None, Sequence[Missed]], None]


class Racing:
    """One match that is played at the same time by all. Only as long as the table is in memory: then all start anew."""

    def __init__(self, desk: Desk, race: Race, make: Make, play_time: Callable[[int], int]) -> None:
        self.desk, self.race = desk, race
        self._make, self._play_time = make, play_time
        self.lines = Lines(desk)
        self.ready: set[int] = set()
        self.los: int | None = None  # the time of the desk at which all may begin
        self.waiting: list[Waiting] = []  # in the order of coming
        self.missed: list[Missed] = []  # since the last move
        self._last: Step | None = None  # up to which the rules were asked,
        self._known = (0, (0, 0))  # and what they said
        self._heat = self.heat
        self._wait, self._wait_since = -1, 0  # the deadline that runs, and since when
        self._told: object = None  # how it stood when all were told

    @property
    def match(self) -> Match:
        assert self.desk.state.match is not None
        return self.desk.state.match

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
        return self.los is not None and self.los <= self.desk.now and self.heat == self._heat

    def los_of(self, seat: int) -> int:
        """A handicap: who has the head start begins at LOS, the others later."""
        assert self.los is not None
        handicaps = [chair.handicap for chair in self.desk.state.chairs]
        return self.los + handicaps[seat] - min(handicaps)

    # Ready, steady, LOS

    def get_ready(self, seat: int, command: commands.Ready) -> None:
        """When everybody is, or the host will not wait any longer, the countdown begins."""
        if command.anyway:
            require_host(self.desk, seat)
        self.ready.add(seat)
        if command.anyway:
            self.ready.update(self._people)
        self._count_down_if_ready()

    @property
    def _people(self) -> set[int]:
        """Those for whom no bot plays."""
        return {seat for seat in self.desk.state.humans if not self.desk.state.chairs[seat].away}

    def _count_down_if_ready(self) -> None:
        if self.los is None and not self.desk.state.paused and self._people <= self.ready:
            self.los = self.desk.now + COUNTDOWN_MS

    def halt(self) -> None:
        """The race stands still: who waits is told so, and all must be ready again."""
        for waiting in self.waiting:
            self._refuse(waiting, NotDone("not_running"))
        self.waiting.clear()
        self.ready.clear()
        self.los = None

    def settle(self, is_running: bool, time: int) -> None:
        """At the end of whatever was done; `time`: of play."""
        if not is_running or self.heat != self._heat:
            self._heat = self.heat
            if self.ready or self.los is not None:
                self.halt()
        elif self.ready and self.los is None and self._people:
            self._count_down_if_ready()  # somebody has left
        which, _ = self._asked[1]
        if which != self._wait:
            self._wait, self._wait_since = which, time
        self._tell_if_changed()

    # Claims

    def take(self, seat: int, command: commands.Play) -> None:
        """A person's move: made at once, or put off until nobody's could precede it."""
        if command.move == UNDO:
            raise NotDone("no_undo")
        mine = [waiting for waiting in self.waiting if waiting.seat == seat]
        for waiting in mine:
            if waiting.id == command.id:  # sent twice
                waiting.connection = self.desk.put_off()
                return
        if len(mine) >= MOST_WAITING:
            raise NotDone("too_many")
        contested = self._is_contested(command.move)
        now = self.desk.now
        at = now - self.lines.correction(self.desk.asker) if contested else now
        if self.los is None or at < self.los_of(seat):
            raise NotDone("before_los")
        if not mine:
            self._check(seat, command.move, contested, at)
        if mine or contested:
            self.waiting.append(
                Waiting(seat, command.move, at, now, self.desk.put_off(), command.id, contested)
            )
            self.do_what_is_due()
        else:
            self._make(seat, command.move, None, self._misses())

    def _check(self, seat: int, move: str, contested: bool, at: int) -> None:
        """What is refused is refused at once; a claim that came too late is kept for the photo finish."""
        refusal = self.match.why_not(seat, move)
        if refusal is not None:
            if contested and refusal.rule != "notation":
                self._miss(seat, move, at, self.desk.now)
            raise Refused(refusal)

    def claim(self, seat: int, move: str, at: int) -> None:
        """A bot's move: its line has no delay."""
        contested = self._is_contested(move)
        if contested or self.is_waiting(seat):
            self.waiting.append(Waiting(seat, move, at, at, contested=contested))
        elif self.match.why_not(seat, move) is None:
            self._make(seat, move, None, self._misses())

    def _is_contested(self, move: str) -> bool:
        moves = self.match.game.moves
        return move in moves.number and moves.spell(moves.number[move]).kind in self.race.contested

    def do_what_is_due(self) -> bool:
        """Claims in the order in which they count as made → was there one?"""
        done = False
        while self.waiting and self.is_on:
            head = min(self.waiting, key=self._order)
            if head.contested and self.desk.now <= self._certain_at(head):
                break
            self.waiting.remove(head)
            self._resolve(head)
            done = True
        return done

    def _order(self, waiting: Waiting) -> tuple[int, int, int]:
        """By time; ties go clockwise from a seat that moves on with each heat."""
        seats = len(self.desk.state.chairs)
        return waiting.at, (waiting.seat - self._heat) % seats, self.waiting.index(waiting)

    def is_waiting(self, seat: int) -> bool:
        return any(waiting.seat == seat for waiting in self.waiting)

    def _certain_at(self, claim: Waiting) -> int:
        """No other person's claim that comes after this time can precede it."""
        return claim.at + max(
            (
                self.lines.correction(connection)
                for connection, watcher in self.desk.watchers.items()
                if watcher.seat is not None and watcher.seat != claim.seat
            ),
            default=0,
        )

    def _resolve(self, waiting: Waiting) -> None:
        refusal = self.match.why_not(waiting.seat, waiting.move)
        if refusal is not None:
            if waiting.contested:
                self._miss(waiting.seat, waiting.move, waiting.at, waiting.arrived)
            self._refuse(waiting, Refused(refusal))
            return
        claimed = Claimed(self._play_time(waiting.at), self._play_time(waiting.arrived)) if waiting.contested else None
        if waiting.connection is not None:
            self.desk.begin_command(waiting.seat, waiting.id, waiting.connection)
        self._make(waiting.seat, waiting.move, claimed, self._misses())
        self.desk.end_command()

    def _refuse(self, waiting: Waiting, why: NotDone | Refused) -> None:
        if waiting.connection is not None:
            self.desk.state.chairs[waiting.seat].refuse(waiting.id, why.refusal)
            self.desk.tell(waiting.connection, telling.refused(why.refusal, waiting.id))

    def _miss(self, seat: int, move: str, at: int, arrived: int) -> None:
        self.missed.append(Missed(seat, move, self._play_time(at), self._play_time(arrived)))

    def _misses(self) -> list[Missed]:
        missed, self.missed = self.missed, []
        return missed

    # Deadlines

    def deadline(self) -> int | None:
        """Play time at which the clock moves, if nobody does before."""
        _, ms = self._asked[1]
        return self._wait_since + ms if ms > 0 and self.is_on else None

    def clock_may_move(self, time: int) -> bool:
        """Only when no claim that counts as made before can come any more."""
        due = self.deadline()
        return due is not None and time > due + self.lines.slowest() and not self.waiting

    def move_clock(self) -> None:
        self._make(CLOCK, "timeout", None, self._misses())

    # What all are told, and when

    def pong(self, connection: int, nonce: str, carrier: int | None) -> None:
        if self.lines.pong(connection, nonce, carrier):
            self._tell_if_changed()

    def wake_at(self, to_wall: int) -> list[int]:
        """`to_wall`: from play time to the desk's."""
        times = self.lines.ping_times()
        if self.los is not None and not self.is_on:
            times.append(self.los)
        if self.waiting and self.is_on:
            times.append(self._certain_at(min(self.waiting, key=self._order)) + 1)
        due = self.deadline()
        if due is not None:
            times.append(due + to_wall + self.lines.slowest() + 1)
        return times

    def view(self) -> messages.Racing:
        los = None if self.los is None else self.los - self.desk.now
        return messages.Racing(sorted(self.ready), los, self.lines.bound, self.lines.trips_by_seat())

    def _tell_if_changed(self) -> None:
        """How it stands, when it has changed; the time to LOS by itself is no change."""
        standing = (self.los is None, sorted(self.ready), self.lines.trips())
        if standing != self._told:
            self._told = standing
            self.desk.tell_all(self.view())
