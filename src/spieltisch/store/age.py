"""How much time has passed for a table: counted while the server runs, and never by one look at a clock."""

from typing import NamedTuple

DAY_MS = 24 * 60 * 60 * 1000
HOLD_MS = 2 * DAY_MS  # of running: a clock that has held for so long is believed
SLACK_MS = 2000  # by which a good clock may differ from one look to the next
OLDEST_MS = 400 * DAY_MS  # no table is kept for so long


class Gap(NamedTuple):
    """The server was off, or somebody set the clock."""

    seen: int  # when, in ms of running
    ms: int  # negative: the clock was put back


class AgeClock:
    """Times are whole milliseconds. `running` adds up all runs of the server; it is what tables remember.

    A gap counts only when the clock that showed it has held. Until then a jump the other way takes it off again, so
    that a clock that was wrong for a while, in either direction, leaves nothing behind.
    """

    def __init__(self, running: int = 0, wall: int | None = None, gaps: list[Gap] | None = None) -> None:
        self.running = running
        self.wall = wall  # the time of day at the last look; None: there was none yet
        self.gaps = gaps or []  # in the order in which they were seen

    def look(self, wall: int, ran: int) -> None:
        """The time of day, and how long the server ran since the last look, by a clock that nobody can set."""
        jump = 0 if self.wall is None else wall - self.wall - ran
        if abs(jump) <= SLACK_MS:
            jump = 0
        jump = self._take_off(jump)
        self.running += ran
        if jump:
            self.running += 1  # so that what was noted before the gap differs from what is noted after it
            self.gaps.append(Gap(self.running, jump))
        self.wall = wall
        self._forget()

    def age(self, since: int) -> int:
        """How much time has passed since `running` was `since`."""
        return self.running - since + sum(gap.ms for gap in self.gaps if gap.seen > since and self._counts(gap))

    def _take_off(self, jump: int) -> int:
        """From what is not yet believed, the newest first → what is left of the jump."""
        while jump and self.gaps and not self._has_held(self.gaps[-1]) and (self.gaps[-1].ms < 0) != (jump < 0):
            last = self.gaps.pop()
            if abs(last.ms) > abs(jump):
                self.gaps.append(Gap(last.seen, last.ms + jump))
                return 0
            jump += last.ms
        return jump

    def _has_held(self, gap: Gap) -> bool:
        return self.running - gap.seen >= HOLD_MS

    def _counts(self, gap: Gap) -> bool:
        return gap.ms > 0 and self._has_held(gap)

    def _forget(self) -> None:
        """What can no longer matter: a clock put back that has held, and what lies before the oldest table."""
        self.gaps = [gap for gap in self.gaps if gap.ms > 0 or not self._has_held(gap)]
        while self.gaps and self.age(self.gaps[0].seen) > OLDEST_MS:
            del self.gaps[0]
