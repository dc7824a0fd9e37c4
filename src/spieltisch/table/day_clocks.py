"""At a table by days: who is to act, since when, and how much time is left. Nothing in here decides anything.

Folded from the log, with the entries' own times, so that neither a restart nor an empty room changes anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from spieltisch.kernel.log import UNDO
from spieltisch.table import entries
from spieltisch.table.entries import LogEntry
from spieltisch.table.messages import Stage

HOUR_MS = 60 * 60 * 1000
DAY_MS = 24 * HOUR_MS
HOLIDAY_MS = 14 * DAY_MS  # of a seat in a match, all its holidays together

# Whoever decides for this seat from now on has a clock of his own.
OTHER_PLAYER = (entries.Sat, entries.BotSat, entries.Stood, entries.TookOver, entries.CameBack)


class DayTurn(NamedTuple):
    """A seat is to act."""

    entry: int  # with which that began: the turn's number
    since: int
    left: int  # ms, …
    counted: int  # … as it was then


class DaysOff(NamedTuple):
    since: int
    until: int


@dataclass
class DayClocks:
    pace_ms: int
    turns: dict[int, DayTurn] = field(default_factory=dict)  # by seat
    holidays: dict[int, DaysOff] = field(default_factory=dict)
    spent: dict[int, int] = field(default_factory=dict)  # ms of holidays in this match that are over
    paused: bool = False
    moved: tuple[int, DayTurn] | None = None  # the last move: whose, and the turn that ended with it
    stage: Stage = "open"

    def note(self, entry: LogEntry, seq: int, stage: Stage, to_act: Sequence[int]) -> None:
        """One more entry, after which the table is at this stage and waits for these seats."""
        match entry.what:
            case entries.Paused() | entries.Resumed():
                self._stop_or_go(entry.at, isinstance(entry.what, entries.Paused))
            case entries.OnHoliday(seat, until):
                self._note_holiday(seat, entry.at, until)
            case entries.Sat(seat) | entries.Stood(seat):
                self.holidays.pop(seat, None)
                self.spent.pop(seat, None)
            case entries.Began():
                self.spent.clear()
                self.holidays = {seat: DaysOff(entry.at, off.until) for seat, off in self.holidays.items()}
        if stage != self.stage:
            self.stage, self.turns, self.moved, self.paused = stage, {}, None, False
        self._note_turns(entry, seq, to_act)

    def by(self, seat: int) -> int | None:
        """When its time is up; None: it is not to act, or all clocks stand still."""
        turn = self.turns.get(seat)
        return None if turn is None or self.paused else self._runs_from(seat, turn) + turn.left

    def holiday_left(self, seat: int, now: int) -> int:
        """ms."""
        off = self.holidays.get(seat)
        return HOLIDAY_MS - self.spent.get(seat, 0) - (0 if off is None else length(off, now))

    def _runs_from(self, seat: int, turn: DayTurn) -> int:
        """Until then the clock stands still."""
        off = self.holidays.get(seat)
        return turn.counted if off is None else max(turn.counted, off.until)

    def _counted(self, seat: int, turn: DayTurn, now: int) -> DayTurn:
        ran = 0 if self.paused else max(now - self._runs_from(seat, turn), 0)
        return turn._replace(left=max(turn.left - ran, 0), counted=max(now, turn.counted))

    def _stop_or_go(self, now: int, paused: bool) -> None:
        self.turns = {seat: self._counted(seat, turn, now) for seat, turn in self.turns.items()}
        self.paused = paused

    def _note_holiday(self, seat: int, now: int, until: int | None) -> None:
        if seat in self.turns:
            self.turns[seat] = self._counted(seat, self.turns[seat], now)
        off = self.holidays.pop(seat, None)
        if off is not None:
            self.spent[seat] = self.spent.get(seat, 0) + length(off, now)
        if until is not None:
            self.holidays[seat] = DaysOff(now, until)

    def _note_turns(self, entry: LogEntry, seq: int, to_act: Sequence[int]) -> None:
        """A turn begins when a seat is to act that was not, or has just moved, or is played by another."""
        what, before = entry.what, self.turns
        anew = what.seat if isinstance(what, (entries.Played, *OTHER_PLAYER)) else None
        fresh = DayTurn(seq, entry.at, self.pace_ms, entry.at)
        self.turns = {seat: before[seat] if seat in before and seat != anew else fresh for seat in to_act}
        if isinstance(what, entries.Played):
            self._note_move(what, entry.at, before)

    def _note_move(self, played: entries.Played, now: int, before: dict[int, DayTurn]) -> None:
        """Taking a move back wins no time."""
        seat, moved = played.seat, self.moved
        self.moved = None
        if played.move != UNDO:
            if seat in before:
                self.moved = seat, self._counted(seat, before[seat], now)
        elif moved is not None and moved[0] == seat and seat in self.turns:
            self.turns[seat] = moved[1]._replace(counted=now)


def length(off: DaysOff, now: int) -> int:
    """Of a holiday that ends now, unless it has ended before."""
    return max(min(now, off.until) - off.since, 0)
