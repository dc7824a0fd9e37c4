"""How much time has passed for a table: counted while the server runs, and never by one look at a clock."""

from typing import NamedTuple

DAY_MS = 24 * 60 * 60 * 1000
HOLD_MS = 2 * DAY_MS  # of running: a clock that has held for so long is believed
SLACK_MS = 2000  # by which a good clock may differ from one look to the next
NEAR_MS = 10 * 60 * 1000  # by which a clock that is put right after months may miss the place where it stood before
MOST_PLACES = 16  # where the clock stood before; older ones are forgotten
OLDEST_MS = 400 * DAY_MS  # no table is kept for so long


class Gap(NamedTuple):
    """The server was off, or the machine slept."""

    seen: int  # when, in ms of running
    ms: int


class AgeClock:
    """Times are whole milliseconds. `running` adds up all runs of the server; it is what tables remember.

    Within a run we know how much time has passed; whoever sets the clock then changes nothing but `stood`. A gap counts
    when the clock that showed it has held; until then a clock that is put back takes it off again. All doubts end with
    the shorter time, so that a wrong clock keeps tables rather than taking them.
    """

    def __init__(
        self, running: int = 0, wall: int | None = None, gaps: list[Gap] | None = None, stood: list[int] | None = None
    ) -> None:
        self.running = running
        self.wall = wall  # the time of day at the last look; None: there was none yet
        self.gaps = gaps or []  # in the order in which they were seen
        self.stood = stood or []  # how far ahead of where the clock stands now it stood before, the latest last

    def copy(self) -> "AgeClock":
        return AgeClock(self.running, self.wall, list(self.gaps), list(self.stood))

    def start(self, wall: int) -> None:
        """The time of day when a run begins."""
        if self.wall is not None:
            passed = wall - self.wall
            off = self._off_for(passed)
            self._add_gap(off)
            self._jump(passed - off)
        self.wall = wall

    def look(self, wall: int, ran: int, slept: int) -> None:
        """The time of day, and how long it ran and slept since the last look, by clocks that nobody can set."""
        assert self.wall is not None
        self._jump(wall - self.wall - ran - slept)  # first: it may have been before a gap had held
        self.running += ran
        self._add_gap(slept)
        self.wall = wall
        self._forget()

    def age(self, since: int) -> int:
        """How much time has passed since `running` was `since`."""
        return self.running - since + sum(gap.ms for gap in self.gaps if gap.seen > since and self._has_held(gap))

    def _off_for(self, passed: int) -> int:
        """Where the clock says that so much has passed: it stands as it stood, or was put where it once stood."""
        if passed <= 0:
            return 0
        times = [passed - ahead for ahead in (0, *self.stood)]
        return max(0, min(time for time in times if time > -NEAR_MS))

    def _add_gap(self, ms: int) -> None:
        if ms > SLACK_MS:
            self.running += 1  # so that what was noted before the gap differs from what is noted after it
            self.gaps.append(Gap(self.running, ms))

    def _jump(self, ms: int) -> None:
        """The clock was set. No time has passed."""
        if abs(ms) <= SLACK_MS:
            return
        left = self._take_off(ms)
        places = [*(ahead - left for ahead in self.stood), -left, -ms]
        self.stood = [here for n, here in enumerate(places) if not is_near(here, [0, *places[n + 1 :]])][-MOST_PLACES:]

    def _take_off(self, ms: int) -> int:
        """Where the clock was put back: from the gaps that have not held, the newest first → what is left of it."""
        while ms < 0 and self.gaps and not self._has_held(self.gaps[-1]):
            last = self.gaps.pop()
            if last.ms + ms > 0:
                self.gaps.append(Gap(last.seen, last.ms + ms))
                return 0
            ms += last.ms
        return ms

    def _has_held(self, gap: Gap) -> bool:
        return self.running - gap.seen >= HOLD_MS

    def _forget(self) -> None:
        """What lies before the oldest table."""
        while self.gaps and self.age(self.gaps[0].seen) > OLDEST_MS:
            del self.gaps[0]


def is_near(here: int, places: list[int]) -> bool:
    return any(abs(here - other) < NEAR_MS for other in places)
