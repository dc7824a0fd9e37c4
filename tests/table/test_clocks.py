"""Clocks, nudges, pauses, and the time that bots take."""

from spieltisch.kernel import CLOCK
from spieltisch.table import commands, entries
from spieltisch.table import messages as told
from table.sitting import Person, playing


def ms_left(person: Person) -> int:
    return person.got(told.ClockRuns)[-1].ms


def test_by_default_there_is_no_clock() -> None:
    sitting = playing("bidding")
    rows = len(sitting.match.rows)
    sitting.wait(3_600_000)
    assert len(sitting.match.rows) == rows
    assert not sitting.requests
    assert not sitting.at(0).got(told.ClockRuns)


def test_where_the_game_has_a_rule_for_it_the_clock_moves() -> None:
    sitting = playing("bidding", move_s=10)
    sitting.wait(4000)
    sitting.play(sitting.at(0), "bid 3")
    sitting.wait(5999)
    assert [what.seat for what in sitting.logged(entries.Played)] == [0]
    sitting.wait(1)
    last = sitting.logged(entries.Played)[-1]
    assert (last.seat, last.move, last.at) == (CLOCK, "timeout", 10_000)
    assert sitting.match.position()["spent"] == [[3], [1]]
    sitting.wait(9999)
    assert len(sitting.logged(entries.Played)) == 2


def test_where_it_has_none_a_bot_moves_once_for_whoever_is_late() -> None:
    sitting = playing("lobo77", move_s=10)
    late = sitting.turn()
    sitting.wait(9999)
    assert not sitting.requests
    sitting.wait(1)
    (request,) = sitting.requests
    assert (request.seat, request.level) == (late.seat, "careful")
    sitting.answer(request, think_ms=5000)
    assert [what.seat for what in sitting.logged(entries.Played)] == [late.seat]
    assert not sitting.state.chairs[request.seat].away
    sitting.play_first()
    assert not sitting.requests


def test_whoever_moves_before_the_bots_answer_has_moved() -> None:
    sitting = playing("heaps", move_s=10)
    late = sitting.turn()
    sitting.wait(10_000)
    (request,) = sitting.requests
    sitting.play(late, "take 1 from 1")
    sitting.answer(request)
    assert len(sitting.match.rows) == 1


def test_each_decision_has_the_whole_time() -> None:
    sitting = playing("heaps", move_s=10)
    for _ in range(3):
        sitting.wait(9000)
        sitting.play_first()
        assert ms_left(sitting.at(0)) == 10_000
    assert not sitting.requests


def test_whoever_comes_is_told_what_is_left_after_the_table() -> None:
    sitting = playing("heaps", move_s=10)
    sitting.wait(4000)
    spectator = sitting.spectator()
    assert [type(message) for message in spectator.inbox] == [told.Seating, told.ClockRuns]
    assert ms_left(spectator) == 6000


def test_bots_have_no_clock() -> None:
    sitting = playing("heaps", people=1, move_s=10)
    sitting.play_first()
    sitting.wait(60_000)
    assert len(sitting.requests) == 1


def test_still_there_is_asked_once_after_45_seconds() -> None:
    sitting = playing("heaps")
    sitting.wait(44_999)
    assert not sitting.at(1).got(told.Nudge)
    sitting.wait(1)
    assert sitting.at(1).got(told.Nudge) == sitting.at(0).got(told.Nudge) == [told.Nudge(0)]
    sitting.wait(600_000)
    assert len(sitting.at(1).got(told.Nudge)) == 1
    sitting.play_first()
    sitting.wait(45_000)
    assert sitting.at(1).got(told.Nudge) == [told.Nudge(0), told.Nudge(1)]


def test_bots_are_not_asked_whether_they_are_there() -> None:
    sitting = playing("heaps", people=1)
    sitting.play_first()
    sitting.wait(600_000)
    assert not sitting.at(0).got(told.Nudge)


def test_a_pause_stops_moves() -> None:
    sitting = playing("heaps")
    sitting.do(sitting.at(1), commands.Pause)
    assert sitting.at(0).table.paused
    assert sitting.refused(sitting.at(0), commands.Play, move="take 1 from 1") == "paused"
    sitting.do(sitting.at(0), commands.Resume)
    sitting.play(sitting.at(0), "take 1 from 1")
    assert len(sitting.match.rows) == 1


def test_a_pause_stops_bots() -> None:
    sitting = playing("heaps", people=1)
    sitting.play_first()
    sitting.do(sitting.at(0), commands.Pause)
    sitting.answer(sitting.requests[0])
    sitting.wait(60_000)
    assert len(sitting.match.rows) == 1
    sitting.do(sitting.at(0), commands.Resume)
    sitting.wait(0)
    assert len(sitting.match.rows) == 2


def test_a_pause_stops_the_clock_and_the_nudge() -> None:
    sitting = playing("bidding", move_s=60)
    sitting.wait(40_000)
    sitting.do(sitting.at(0), commands.Pause)
    assert sitting.wake_at is None
    sitting.wait(600_000)
    assert not sitting.at(0).got(told.Nudge)
    sitting.do(sitting.at(0), commands.Resume)
    sitting.wait(4999)
    assert not sitting.at(0).got(told.Nudge)
    sitting.wait(1)
    assert sitting.at(0).got(told.Nudge)
    sitting.wait(15_000)
    (timeout,) = sitting.logged(entries.Played)
    assert timeout.at == 60_000


def test_nobody_is_taken_over_in_a_pause() -> None:
    sitting = playing("heaps", grace_s=5)
    sitting.do(sitting.at(0), commands.Pause)
    sitting.go(sitting.at(1))
    sitting.wait(60_000)
    assert not sitting.logged(entries.TookOver)


def test_pausing_twice_is_once_and_resuming_what_runs_is_refused() -> None:
    sitting = playing("heaps")
    anna, ben = sitting.at(0), sitting.at(1)
    assert sitting.refused(anna, commands.Resume) == "not_paused"
    sitting.do(anna, commands.Pause)
    assert isinstance(sitting.do(ben, commands.Pause), told.Done)
    assert len(sitting.logged(entries.Paused)) == 1


def test_a_pause_outlives_the_server_and_ends_with_the_match() -> None:
    sitting = playing("heaps")
    sitting.do(sitting.at(0), commands.Pause)
    sitting.reload()
    anna, _ = sitting.come("Anna"), sitting.come("Ben")
    assert anna.table.paused
    sitting.do(anna, commands.Abort)
    sitting.start()
    assert not anna.table.paused


def test_play_time_goes_on_where_it_stood_when_the_server_comes_back() -> None:
    sitting = playing("bidding", move_s=10)
    sitting.wait(7000)
    sitting.play(sitting.at(0), "bid 3")
    sitting.now += 3_600_000
    sitting.reload()
    sitting.come("Ben")
    sitting.wait(10_000)
    last = sitting.logged(entries.Played)[-1]
    assert (last.seat, last.at) == (CLOCK, 17_000)


def test_bots_take_the_time_they_say_unless_the_table_is_quick() -> None:
    for quick, rows in ((False, 1), (True, 2)):
        sitting = playing("heaps", people=1, quick=quick)
        sitting.play_first()
        sitting.wait(300)
        sitting.answer(sitting.requests[0], think_ms=1500)
        assert len(sitting.match.rows) == rows
        sitting.wait(1199)
        assert len(sitting.match.rows) == rows
        sitting.wait(1)
        assert len(sitting.match.rows) == 2


def test_a_clock_that_is_set_back_stands_still() -> None:
    sitting = playing("bidding", move_s=10)
    sitting.wait(9000)
    sitting.spectator()
    sitting.now -= 5000
    sitting.play(sitting.at(0), "bid 3")
    assert [what.at for what in sitting.logged(entries.Played)] == [9000]
