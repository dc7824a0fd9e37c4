"""Time that has passed: by running, by gaps that have held, and never by one look at a clock."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.store.age import DAY_MS, HOLD_MS, MOST_PLACES, OLDEST_MS, SLACK_MS, AgeClock

HOUR_MS = DAY_MS // 24
TICK_MS = 5 * 60 * 1000
NOON = 20_000 * DAY_MS  # some day of 2024


class Machine:
    """The time of day as it is, and a clock that may be wrong; the server looks at it every five minutes."""

    def __init__(self, wrong_by: int = 0) -> None:
        self.time = NOON
        self.wrong_by = wrong_by
        self.clock = AgeClock()
        self.start()

    def start(self) -> None:
        """With what was saved."""
        self.clock = AgeClock(self.clock.running, self.clock.wall, list(self.clock.gaps), list(self.clock.stood))
        self.clock.start(self.time + self.wrong_by)

    def run(self, ms: int, tick: int = TICK_MS) -> None:
        while ms > 0:
            ran = min(ms, tick)
            self.time += ran
            self.clock.look(self.time + self.wrong_by, ran, 0)
            ms -= ran

    def sleep(self, ms: int) -> None:
        self.time += ms + TICK_MS
        self.clock.look(self.time + self.wrong_by, TICK_MS, ms)

    def off(self, ms: int) -> None:
        self.time += ms
        self.start()

    def set(self, wrong_by: int) -> None:
        """While the server runs."""
        self.wrong_by = wrong_by
        self.run(TICK_MS)

    def set_and_start(self, wrong_by: int) -> None:
        self.wrong_by = wrong_by
        self.start()

    @property
    def hours(self) -> int:
        """The age of what was there at the beginning. (A gap takes a millisecond of its own.)"""
        return self.clock.age(0) // HOUR_MS

    @property
    def true_hours(self) -> int:
        return (self.time - NOON) // HOUR_MS


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


def test_a_jump_within_a_run_ages_nothing() -> None:
    machine = Machine()
    machine.run(HOUR_MS)
    for wrong_by in (40 * DAY_MS, 20 * DAY_MS, -3 * DAY_MS, 0, 40 * DAY_MS):
        machine.wrong_by = wrong_by
        machine.run(60 * HOUR_MS)
    assert machine.clock.gaps == []
    machine.run(5 * DAY_MS)
    assert machine.clock.age(0) == machine.clock.running == machine.time - NOON


@pytest.mark.parametrize("wrong_by", [-40 * DAY_MS, -NOON, 40 * DAY_MS])
@pytest.mark.parametrize("times", [1, 5])
def test_a_clock_that_was_wrong_for_days_and_is_put_right_in_a_run_ages_nothing(wrong_by: int, times: int) -> None:
    machine = Machine()
    machine.run(DAY_MS)
    for _ in range(times):
        machine.wrong_by = wrong_by
        machine.run(3 * DAY_MS)
        machine.wrong_by = 0
        machine.run(3 * DAY_MS)
    assert machine.hours == machine.true_hours


@pytest.mark.parametrize("wrong_by", [-40 * DAY_MS, -NOON])
@pytest.mark.parametrize("times", [1, 5])
def test_a_clock_that_was_wrong_for_days_and_is_put_right_while_off_ages_nothing(wrong_by: int, times: int) -> None:
    """Also what was opened in the meantime. Whether the server was off for long or for seconds."""
    for off in (3000, DAY_MS):
        machine = Machine()
        machine.run(DAY_MS)
        for _ in range(times):
            opened, at = machine.clock.running, machine.time
            machine.set(wrong_by)
            machine.run(3 * DAY_MS)
            machine.wrong_by = 0
            machine.off(off)
            machine.run(3 * DAY_MS)
            assert machine.clock.age(opened) <= machine.time - at + 1
        assert machine.hours == machine.true_hours


def test_a_clock_put_right_a_little_wrongly_ages_nothing_either() -> None:
    """It ran a little fast or slow in all that time, and the server was off for a second only."""
    for miss in (-60_000, -3000, 3000, 60_000):
        machine = Machine()
        machine.set(-NOON)
        machine.run(3 * DAY_MS)
        machine.wrong_by = miss
        machine.off(1000)
        machine.run(3 * DAY_MS)
        assert machine.hours <= machine.true_hours


@pytest.mark.parametrize("wrong_by", [-40 * DAY_MS, -NOON])
def test_a_clock_wrong_from_one_start_to_the_next_ages_nothing(wrong_by: int) -> None:
    machine = Machine()
    machine.run(DAY_MS)
    machine.set_and_start(wrong_by)
    machine.run(3 * DAY_MS)
    machine.set_and_start(0)
    machine.run(3 * DAY_MS)
    assert machine.hours == machine.true_hours


def test_a_new_server_that_believes_it_is_1970() -> None:
    machine = Machine(-NOON)
    machine.run(3 * HOUR_MS)
    machine.set(0)
    machine.run(3 * DAY_MS)
    assert machine.hours == machine.true_hours
    machine.wrong_by = -60_000  # put back a little, years later: no reason to think of 1970
    machine.off(5000)
    machine.run(3 * DAY_MS)
    assert machine.hours == machine.true_hours
    machine.off(40 * DAY_MS)
    machine.run(3 * DAY_MS)
    assert machine.true_hours - machine.hours <= 1


def test_a_machine_without_a_battery_whose_clock_is_right_at_one_start() -> None:
    """Where it had always been off for a time that nobody knew: that is not made up for in one go."""
    machine = Machine()
    for _ in range(50):
        machine.wrong_by = -machine.time
        machine.off(22 * HOUR_MS)
        machine.set(0)
        machine.run(2 * HOUR_MS)
    for wrong_by in (0, -HOUR_MS, -machine.time):
        opened, at = machine.clock.running, machine.time
        machine.wrong_by = wrong_by
        machine.off(22 * HOUR_MS)
        machine.run(2 * HOUR_MS)
        machine.wrong_by = 0
        machine.off(22 * HOUR_MS)
        machine.run(3 * DAY_MS)
        assert machine.clock.age(opened) <= machine.time - at + 3


def test_one_evening_in_1970_takes_no_gap_for_another() -> None:
    """The gaps of the last evenings, which have not held, are off again; they do not come back as a new one."""
    machine = Machine()
    for _ in range(20):
        machine.run(2 * HOUR_MS)
        machine.off(22 * HOUR_MS)
    opened, at = machine.clock.running, machine.time
    machine.set_and_start(-NOON)
    machine.run(2 * HOUR_MS)
    machine.wrong_by = 0
    machine.off(22 * HOUR_MS)
    machine.run(3 * DAY_MS)
    assert machine.clock.age(opened) <= machine.time - at + 1


def test_a_clock_that_was_once_far_ahead_does_not_stop_later_gaps() -> None:
    machine = Machine(15_000 * DAY_MS)
    machine.run(3 * DAY_MS)
    machine.set(0)
    for _ in range(3):
        machine.off(20 * DAY_MS)
        machine.run(3 * DAY_MS)
    assert machine.hours == machine.true_hours


def test_where_the_clock_stood_before_is_not_remembered_without_end() -> None:
    machine = Machine()
    for day in range(1, 100):
        machine.set(-day * day * DAY_MS)
    assert len(machine.clock.stood) == MOST_PLACES
    for second in range(100):
        machine.set(machine.wrong_by - 3000 * second)
    assert len(machine.clock.stood) == MOST_PLACES
    machine.wrong_by = -98 * 98 * DAY_MS  # among many small steps a large one stays known
    machine.off(HOUR_MS)
    machine.run(3 * DAY_MS)
    assert machine.hours <= machine.true_hours


def test_a_clock_corrected_between_two_looks_has_not_held() -> None:
    machine = Machine()
    machine.wrong_by = 40 * DAY_MS
    machine.start()
    machine.run(HOLD_MS - TICK_MS)
    machine.wrong_by = 0
    machine.run(2 * HOLD_MS)
    assert machine.clock.age(0) == machine.clock.running


def test_a_clock_far_ahead_at_a_start_then_behind_then_right() -> None:
    machine = Machine()
    machine.run(HOUR_MS)
    machine.set_and_start(40 * DAY_MS)
    machine.run(HOUR_MS)
    machine.set(-60 * DAY_MS)
    machine.set_and_start(0)
    machine.run(3 * DAY_MS)
    assert machine.hours == machine.true_hours


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
    machine.sleep(10 * DAY_MS)
    assert machine.hours == 1
    machine.run(HOLD_MS)
    assert machine.hours == 10 * 24 + 48 + 1


def test_where_nobody_tells_that_it_slept_nothing_has_passed() -> None:
    machine = Machine()
    machine.run(HOUR_MS)
    machine.time += 10 * DAY_MS
    machine.run(3 * DAY_MS)
    assert machine.hours == 3 * 24 + 1
    machine.off(10 * DAY_MS)
    machine.run(3 * DAY_MS)
    assert machine.hours == 16 * 24 + 1


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


Turn = tuple[str, int]  # what happens, and for how many hours, or by how many the clock is set wrong
HONEST = st.one_of(
    st.tuples(st.just("run"), st.integers(0, 100)),
    st.tuples(st.just("sleep"), st.integers(0, 500)),
    st.tuples(st.just("off"), st.integers(0, 500)),
)
WRONG = st.one_of(
    HONEST,
    st.tuples(st.just("set"), st.integers(-10_000, 10_000)),
    st.tuples(st.just("put back while off"), st.integers(-10_000, 0)),
    st.tuples(st.just("set right"), st.just(0)),
    st.tuples(st.just("set right while off"), st.just(0)),
    st.tuples(st.just("ahead for one run"), st.integers(0, 10_000)),
)


def take(machine: Machine, turn: Turn) -> None:
    what, hours = turn
    ms = hours * HOUR_MS
    match what:
        case "run":
            machine.run(ms, HOUR_MS)
        case "sleep":
            machine.sleep(ms)
        case "off":
            machine.off(ms)
        case "set" | "set right":
            machine.set(ms)
        case "put back while off":
            machine.set_and_start(machine.wrong_by + ms)
        case "set right while off":
            machine.set_and_start(0)
        case "ahead for one run":  # shorter than what is believed
            machine.set_and_start(machine.wrong_by + ms)
            machine.run(HOLD_MS - HOUR_MS, HOUR_MS)
            machine.set(machine.wrong_by - ms)


@given(st.lists(HONEST, max_size=12))
def test_with_a_good_clock_every_gap_counts_in_full(turns: list[Turn]) -> None:
    machine = Machine()
    for turn in turns:
        take(machine, turn)
    machine.run(HOLD_MS)
    assert machine.clock.age(0) == machine.time - NOON + len(machine.clock.gaps)


@given(st.lists(WRONG, max_size=12), st.sampled_from(["set right", "set right while off"]))
@settings(max_examples=300)
def test_no_clock_makes_time_pass_that_did_not(turns: list[Turn], at_last: str) -> None:
    """Whatever it shows, and for however long, once it is put right."""
    machine = Machine()
    for turn in [*turns, (at_last, 0)]:
        take(machine, turn)
        if machine.wrong_by == 0:
            assert machine.clock.age(0) <= machine.time - NOON + len(machine.clock.gaps) + SLACK_MS
    machine.run(HOLD_MS, HOUR_MS)
    assert machine.clock.running <= machine.clock.age(0)
    assert machine.clock.age(0) <= machine.time - NOON + len(machine.clock.gaps) + SLACK_MS
