"""Time that has passed: by running, by gaps that have held, and never by one look at a clock."""

from hypothesis import given
from hypothesis import strategies as st

from spieltisch.store.age import DAY_MS, HOLD_MS, OLDEST_MS, SLACK_MS, AgeClock

HOUR_MS = DAY_MS // 24
TICK_MS = 5 * 60 * 1000
NOON = 20_000 * DAY_MS  # some day of 2024


class Machine:
    """The time of day as it is, and a clock that may be wrong; the server looks at it every five minutes."""

    def __init__(self) -> None:
        self.time = NOON
        self.wrong_by = 0
        self.clock = AgeClock()
        self.start()

    def start(self) -> None:
        """With what was saved."""
        self.clock = AgeClock(self.clock.running, self.clock.wall, list(self.clock.gaps))
        self.clock.look(self.time + self.wrong_by, 0)

    def run(self, ms: int) -> None:
        while ms > 0:
            ran = min(ms, TICK_MS)
            self.time += ran
            self.clock.look(self.time + self.wrong_by, ran)
            ms -= ran

    @property
    def hours(self) -> int:
        """The age of what was there at the beginning. (A gap takes a millisecond of its own.)"""
        return self.clock.age(0) // HOUR_MS

    def off(self, ms: int) -> None:
        self.time += ms
        self.start()


def test_running_counts_at_once() -> None:
    machine = Machine()
    machine.run(10 * DAY_MS)
    assert machine.hours == 10 * 24


# A clock that is wrong for a while


def test_a_clock_forty_days_ahead_at_one_start_ages_nothing() -> None:
    machine = Machine()
    machine.run(HOUR_MS)
    machine.wrong_by = 40 * DAY_MS
    machine.start()
    machine.run(47 * HOUR_MS)
    assert machine.hours == 48
    machine.wrong_by = 0
    machine.start()
    machine.run(5 * DAY_MS)
    assert machine.hours == 5 * 24 + 48
    assert machine.clock.gaps == []


def test_a_clock_forty_days_behind_for_a_run_ages_nothing() -> None:
    for wrong_by in (-40 * DAY_MS, -NOON):
        machine = Machine()
        machine.run(HOUR_MS)
        machine.wrong_by = wrong_by
        machine.start()
        machine.run(3 * HOUR_MS)
        machine.wrong_by = 0
        machine.start()
        machine.run(5 * DAY_MS)
        assert machine.hours == 5 * 24 + 4
        assert machine.clock.gaps == []


def test_a_machine_without_a_battery_ages_nothing_either() -> None:
    """It is 1970 at every start, until the network says what time it is."""
    machine = Machine()
    for _ in range(100):
        machine.wrong_by = -machine.time
        machine.start()
        machine.run(TICK_MS)
        machine.wrong_by = 0
        machine.run(2 * HOUR_MS)
    assert machine.hours == 100 * (2 * HOUR_MS + TICK_MS) // HOUR_MS


def test_a_jump_within_a_run_is_taken_off_again() -> None:
    machine = Machine()
    machine.run(HOUR_MS)
    for wrong_by in (40 * DAY_MS, 20 * DAY_MS, -3 * DAY_MS, 0):
        machine.wrong_by = wrong_by
        machine.run(20 * HOUR_MS)
    assert machine.clock.gaps == []
    machine.run(5 * DAY_MS)
    assert machine.hours == 5 * 24 + 81


def test_a_clock_corrected_between_two_looks_has_not_held() -> None:
    machine = Machine()
    machine.wrong_by = 40 * DAY_MS
    machine.start()
    machine.run(HOLD_MS - TICK_MS)
    machine.wrong_by = 0
    machine.run(2 * HOLD_MS)
    assert machine.clock.age(0) == machine.clock.running


# Gaps that count


def test_a_gap_counts_in_full_after_48_hours_of_running_and_not_before() -> None:
    machine = Machine()
    machine.run(HOUR_MS)
    machine.off(40 * DAY_MS)
    assert machine.hours == 1
    machine.run(HOLD_MS - 2)
    assert machine.hours == 1 + 47
    machine.run(1)
    assert machine.hours == 1 + 48
    machine.run(1)
    assert machine.hours == 1 + 48 + 40 * 24


def test_a_machine_that_slept_was_off() -> None:
    machine = Machine()
    machine.run(HOUR_MS)
    machine.time += 10 * DAY_MS  # it ran on, and did not know it
    machine.run(HOLD_MS + TICK_MS)
    assert machine.hours == 10 * 24 + 48 + 1


def test_evenings_add_up() -> None:
    machine = Machine()
    for _ in range(60):
        machine.run(2 * HOUR_MS)
        machine.off(22 * HOUR_MS)
    days = machine.clock.age(0) / DAY_MS
    assert 60 - 24 - 2 < days < 60  # 48 hours of running are 24 evenings


def test_a_gap_ages_only_what_was_there_before_it() -> None:
    """A table opened when the server is on again is not the older for the time it was off."""
    machine = Machine()
    machine.run(HOUR_MS)
    before = machine.clock.running
    machine.off(40 * DAY_MS)
    after = machine.clock.running
    machine.run(HOLD_MS)
    assert machine.clock.age(before) == 40 * DAY_MS + HOLD_MS + 1
    assert machine.clock.age(after) == HOLD_MS


def test_a_clock_that_differs_by_little_is_not_wrong() -> None:
    machine = Machine()
    for wrong_by in (SLACK_MS, 0, -SLACK_MS, 0):
        machine.wrong_by = wrong_by
        machine.run(TICK_MS)
    assert machine.clock.gaps == []


def test_what_lies_before_the_oldest_table_is_forgotten() -> None:
    machine = Machine()
    for _ in range(600):
        machine.run(3 * HOUR_MS)
        machine.off(21 * HOUR_MS)
    assert machine.clock.age(0) > OLDEST_MS
    assert len(machine.clock.gaps) < 450


@given(st.lists(st.tuples(st.integers(0, 100), st.integers(-10**6, 10**6), st.integers(0, 60)), max_size=6))
def test_no_clock_makes_time_pass_that_did_not(turns: list[tuple[int, int, int]]) -> None:
    """Whatever it shows, as long as it never holds: hours off, wrong by so many hours, hours of running then right."""
    machine = Machine()
    for off, wrong_by, running in turns:
        machine.off(off * HOUR_MS)
        machine.wrong_by = wrong_by * HOUR_MS
        machine.start()
        machine.run(min(running, 47) * HOUR_MS)
        machine.wrong_by = 0
        machine.start()
    machine.run(HOLD_MS)
    assert machine.clock.age(0) >= machine.clock.running
    assert machine.clock.age(0) <= machine.time - NOON + 3 * len(turns)  # the gaps' own
