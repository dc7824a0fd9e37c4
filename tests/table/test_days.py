"""Tables by days: weeks on a virtual clock, with nobody connected for most of them."""

import pytest
from msgspec import UNSET, json, msgpack

from spieltisch.kernel.log import UNDO
from spieltisch.table import Settings, Snapshot, commands, entries, pace, replay
from spieltisch.table import messages as told
from spieltisch.table.day_clocks import DAY_MS, HOUR_MS
from spieltisch.table.outcome import TurnNotice
from table.durable import of_state
from table.sitting import Person, Sitting, game_named, playing

PACE = 24 * HOUR_MS


def by_days(game: str = "lobo77", people: int = 2, seats: int = 2, **settings: object) -> Sitting:
    """A match has begun, and everybody has closed the page."""
    sitting = playing(game, people, seats, **{"pace_h": 24, **settings})
    leave(sitting)
    return sitting


def leave(sitting: Sitting) -> None:
    for person in list(sitting.people.values()):
        sitting.go(person)
    sitting.notices.clear()


def opens(sitting: Sitting, seat: int) -> Person:
    return sitting.come(sitting.state.chairs[seat].name)


def whose_turn(sitting: Sitting) -> int:
    (seat,) = sitting.match.actors
    return seat


def move_and_leave(sitting: Sitting) -> int:
    """Whoever is to act opens the page, moves, and closes it → whose turn it is then."""
    person = opens(sitting, whose_turn(sitting))
    sitting.play_first()
    sitting.go(person)
    return whose_turn(sitting)


def moves_of(sitting: Sitting, seat: int) -> int:
    return sum(played.seat == seat for played in sitting.logged(entries.Played))


# Time


def test_nobody_is_connected_and_time_runs() -> None:
    sitting = by_days()
    seat, began = whose_turn(sitting), sitting.log[-1][1].at
    assert sitting.state.days is not None
    assert sitting.state.days.by(seat) == began + PACE
    sitting.wait(PACE - 1)
    assert not sitting.requests
    assert not moves_of(sitting, seat)
    sitting.wait(1)
    (request,) = sitting.requests
    assert (request.seat, request.level) == (seat, "careful")
    sitting.answer(request)
    assert moves_of(sitting, seat) == 1
    assert not sitting.state.chairs[seat].away


def test_being_away_is_nothing_to_speak_of() -> None:
    """No bot stands in, nobody is nudged, and the host stays the host."""
    sitting = by_days(grace_s=5, people=3, seats=3)
    other = (whose_turn(sitting) + 1) % 3
    watching = opens(sitting, other)
    sitting.do(opens(sitting, sitting.state.host or 0), commands.Host, seat=(other + 1) % 3)
    sitting.wait(PACE // 2)
    assert not sitting.logged(entries.TookOver)
    assert sitting.state.host == (other + 1) % 3
    assert not watching.got(told.Nudge)
    assert not watching.got(told.ClockRuns)


@pytest.mark.parametrize("game", ["lobo77", "gracias", "bloeder-sack", "blitzgriff", "heaps", "bidding"])
def test_every_match_ends_though_nobody_ever_comes(game: str) -> None:
    """Whoever is late is played for, and so the match goes on over months."""
    options = {"pace": "calm"} if game == "blitzgriff" else {}
    sitting = Sitting(game, 3, options, pace_h=12)
    sitting.sit_all(1)
    sitting.start()
    leave(sitting)
    for _ in range(60):
        sitting.wait(0)
        while sitting.requests:
            sitting.answer(sitting.requests[0])
        if sitting.state.stage == "over":
            break
        assert sitting.stored_wake is not None
        sitting.now = max(sitting.now, sitting.stored_wake)
    assert sitting.state.stage == "over" or len(sitting.logged(entries.Played)) > 30


def test_bots_move_though_nobody_looks() -> None:
    sitting = by_days(people=1)
    while whose_turn(sitting) == 1:
        sitting.answer(sitting.requests[0], think_ms=3000)
    move_and_leave(sitting)
    assert not sitting.table.is_idle  # it is not put away while a bot thinks
    sitting.answer(sitting.requests[-1], think_ms=3000)
    sitting.wait(3000)
    assert whose_turn(sitting) == 0
    assert sitting.table.is_idle


# Late


def test_the_seat_is_a_bots_until_its_person_returns() -> None:
    sitting = by_days(when_late="seat")
    seat = whose_turn(sitting)
    sitting.wait(PACE)
    assert sitting.state.chairs[seat].away
    sitting.answer(sitting.requests[0])
    move_and_leave(sitting)
    (request,) = sitting.requests  # at once, this time
    assert request.seat == seat
    person = opens(sitting, seat)
    assert not sitting.state.chairs[seat].away
    sitting.answer(request)
    assert whose_turn(sitting) == seat
    assert person.table.chairs[seat].until == sitting.now + PACE


def test_whoever_is_here_but_late_keeps_the_seat() -> None:
    sitting = by_days(when_late="seat")
    seat = whose_turn(sitting)
    opens(sitting, seat)
    sitting.wait(PACE)
    assert not sitting.state.chairs[seat].away
    sitting.answer(sitting.requests[0])
    assert moves_of(sitting, seat) == 1


def test_a_move_in_time_starts_the_next_ones_clock() -> None:
    sitting = by_days()
    sitting.wait(PACE - 1)
    seat = move_and_leave(sitting)
    sitting.wait(PACE - 1)
    assert not sitting.requests
    sitting.wait(1)
    assert [request.seat for request in sitting.requests] == [seat]


def test_taking_a_move_back_wins_no_time() -> None:
    sitting = by_days("heaps")
    person = opens(sitting, 0)
    for _ in range(3):
        sitting.wait(HOUR_MS)
        sitting.play(person, "take 2 from 1")
        assert person.table.chairs[1].until == sitting.now + PACE
        sitting.play(person, UNDO)
    assert person.table.chairs[0].until == sitting.now + PACE - 3 * HOUR_MS
    restarted(sitting)


def test_in_a_pause_all_clocks_stand_still() -> None:
    sitting = by_days()
    seat = whose_turn(sitting)
    person = opens(sitting, seat)
    sitting.wait(HOUR_MS)
    sitting.do(person, commands.Pause)
    assert person.table.chairs[seat].until is UNSET
    assert sitting.stored_wake is None
    leave(sitting)
    sitting.wait(40 * DAY_MS)
    sitting.do(person := opens(sitting, seat), commands.Resume)
    assert person.table.chairs[seat].until == sitting.now + PACE - HOUR_MS


# Restarts


def restarted(sitting: Sitting) -> None:
    """Killed, and for a while nothing ran."""
    before, wake, kept = of_state(sitting.state), sitting.stored_wake, sitting.state.snapshot()
    sitting.reload()
    assert of_state(sitting.state) == before
    sitting.reload(None if kept is None else msgpack.decode(msgpack.encode(kept), type=Snapshot))
    assert of_state(sitting.state) == before
    assert sitting.stored_wake == wake


def test_a_restart_changes_no_turn_and_no_time_to_wake() -> None:
    sitting = by_days(people=3, seats=3)
    for hours in (1, 5, 11, 2):
        sitting.wait(hours * HOUR_MS)
        restarted(sitting)
        move_and_leave(sitting)
        restarted(sitting)
    seat = whose_turn(sitting)
    began = max(entry.at for _, entry in sitting.log if isinstance(entry.what, entries.Played))
    sitting.wait(began + PACE - 1 - sitting.now)
    restarted(sitting)
    assert not sitting.requests
    sitting.wait(1)
    assert [request.seat for request in sitting.requests] == [seat]


def test_what_became_due_while_the_server_was_off_is_done_when_it_is_back() -> None:
    sitting = by_days()
    seat = whose_turn(sitting)
    sitting.now += 3 * PACE
    sitting.reload()
    assert [request.seat for request in sitting.requests] == [seat]


def test_killed_while_a_bot_thinks_it_is_asked_again() -> None:
    sitting = by_days()
    seat = whose_turn(sitting)
    sitting.wait(PACE)
    assert sitting.stored_wake is not None
    assert sitting.stored_wake <= sitting.now  # so the server will look at once
    sitting.reload()
    assert [request.seat for request in sitting.requests] == [seat]
    sitting = by_days(people=1)
    while whose_turn(sitting) == 1:
        sitting.answer(sitting.requests[0])
    move_and_leave(sitting)
    assert sitting.stored_wake == sitting.now + pace.BOT_MS
    sitting.reload()
    assert [request.seat for request in sitting.requests] == [1]


# Holiday


def test_on_holiday_a_clock_stands_still_and_all_see_it() -> None:
    sitting = by_days()
    seat = whose_turn(sitting)
    person, other = opens(sitting, seat), opens(sitting, 1 - seat)
    sitting.wait(HOUR_MS)
    sitting.do(person, commands.Holiday, days=10)
    until = sitting.now + 10 * DAY_MS
    assert (other.table.chairs[seat].holiday, other.table.chairs[seat].until) == (until, UNSET)
    leave(sitting)
    restarted(sitting)
    sitting.wait(10 * DAY_MS - 1)
    assert not sitting.requests
    other = opens(sitting, 1 - seat)
    sitting.wait(1)
    assert other.table.chairs[seat].holiday is UNSET
    assert other.table.chairs[seat].until == until + PACE - HOUR_MS
    sitting.wait(PACE - HOUR_MS)
    assert [request.seat for request in sitting.requests] == [seat]


def test_back_from_holiday_before_its_end() -> None:
    sitting = by_days()
    seat = whose_turn(sitting)
    person = opens(sitting, seat)
    sitting.do(person, commands.Holiday, days=14)
    sitting.wait(2 * DAY_MS)
    sitting.do(person, commands.Holiday, days=0)
    assert person.table.chairs[seat].until == sitting.now + PACE
    assert sitting.refused(person, commands.Holiday, days=13) == "holiday_too_long"
    sitting.do(person, commands.Holiday, days=12)


def test_two_weeks_of_holiday_in_a_match() -> None:
    sitting = by_days("heaps")
    person = opens(sitting, 0)
    assert sitting.refused(person, commands.Holiday, days=15) == "holiday_too_long"
    assert sitting.refused(person, commands.Holiday, days=0) == "not_on_holiday"
    for _ in range(2):
        sitting.do(person, commands.Holiday, days=7)
        sitting.wait(8 * DAY_MS)
        while sitting.requests:
            sitting.answer(sitting.requests[0])
    sitting.reload()
    person = opens(sitting, 0)
    if sitting.state.stage == "playing":
        assert sitting.refused(person, commands.Holiday, days=1) == "holiday_too_long"


def test_the_next_match_has_its_own_holidays() -> None:
    sitting = by_days("heaps")
    for seat in (0, 1):
        opens(sitting, seat)
    sitting.do(sitting.at(0), commands.Holiday, days=14)
    sitting.wait(DAY_MS)
    sitting.do(sitting.at(0), commands.Holiday, days=0)
    sitting.play_out()
    assert sitting.refused(sitting.at(0), commands.Holiday, days=14) == "holiday_too_long"
    sitting.start()
    sitting.do(sitting.at(0), commands.Holiday, days=14)


def test_at_a_table_for_now_there_is_no_holiday() -> None:
    sitting = playing("lobo77")
    assert sitting.refused(sitting.at(0), commands.Holiday, days=3) == "not_by_days"


# Starting


def test_a_start_over_days_each_device_when_it_is_opened() -> None:
    sitting = Sitting("lobo77", 3, pace_h=24)
    anna, ben, carla = sitting.sit_all()
    sitting.go(ben)
    sitting.go(carla)
    sitting.do(anna, commands.Start)
    begun = sitting.state.seq
    assert sitting.notices == [TurnNotice(seat, "start", begun) for seat in (1, 2)]
    sitting.hash(anna)
    sitting.go(anna)
    restarted(sitting)
    sitting.wait(20 * HOUR_MS)
    for name in ("Ben", "Carla"):
        sitting.hash(person := sitting.come(name))
        sitting.go(person)
    assert sitting.state.stage == "revealing"
    revealing = [notice for notice in sitting.notices if notice.turn == sitting.state.seq]
    assert revealing == [TurnNotice(seat, "start", sitting.state.seq) for seat in (0, 1, 2)]
    for name in ("Carla", "Anna"):
        sitting.wait(10 * HOUR_MS)
        restarted(sitting)
        sitting.reveal(person := sitting.come(name))
        assert person.table.chairs[1].until == sitting.log[begun + 2][1].at + PACE
        sitting.go(person)
    ben = sitting.come("Ben")
    sitting.reveal(ben)
    assert ben.table.stage == "playing"


@pytest.mark.parametrize("stage", ["hashing", "revealing"])
def test_a_start_that_somebody_does_not_answer_is_cancelled(stage: str) -> None:
    sitting = Sitting("lobo77", 2, pace_h=24)
    anna, ben = sitting.sit_all()
    sitting.do(anna, commands.Start)
    if stage == "revealing":
        sitting.wait(5 * HOUR_MS)
        sitting.hash(ben)
    sitting.hash(anna)
    if stage == "revealing":
        sitting.reveal(anna)
    assert sitting.state.stage == stage
    leave(sitting)
    sitting.wait(PACE - 1)
    sitting.reload()
    assert sitting.state.stage == stage
    sitting.wait(1)
    assert (sitting.state.stage, sitting.state.missing) == ("open", [1])
    assert sitting.stored_wake is None


def test_who_is_on_holiday_does_not_cancel_a_start() -> None:
    sitting = Sitting("lobo77", 2, pace_h=24)
    anna, ben = sitting.sit_all()
    sitting.do(ben, commands.Holiday, days=5)
    sitting.do(anna, commands.Start)
    sitting.hash(anna)
    leave(sitting)
    sitting.wait(5 * DAY_MS + PACE - 1)
    assert not sitting.logged(entries.Cancelled)
    sitting.wait(1)
    assert sitting.logged(entries.Cancelled) == [entries.Cancelled([1])]


# Notices


def test_one_notice_for_each_turn_and_one_reminder() -> None:
    sitting = by_days()
    mover = whose_turn(sitting)
    seat = move_and_leave(sitting)
    turn = sitting.state.seq
    assert sitting.notices == [TurnNotice(seat, "turn", turn, mover)]
    sitting.wait(PACE * 3 // 4 - 1)
    assert len(sitting.notices) == 1
    sitting.wait(1)
    assert sitting.notices[1:] == [TurnNotice(seat, "reminder", turn)]
    sitting.wait(PACE // 4 - 1)
    assert len(sitting.notices) == 2
    sitting.go(opens(sitting, seat))
    assert len(sitting.notices) == 2


def test_after_a_restart_a_reminder_is_the_same_one() -> None:
    """Decided again, it has the same turn: the store keeps one of them."""
    sitting = by_days()
    seat = move_and_leave(sitting)
    sitting.wait(PACE * 3 // 4)
    first = sitting.notices[-1]
    sitting.reload()
    sitting.wait(HOUR_MS)
    assert set(sitting.notices[1:]) == {first}
    assert first.seat == seat


def test_no_notice_while_the_table_is_open() -> None:
    sitting = by_days()
    seat = 1 - whose_turn(sitting)
    opens(sitting, seat)
    move_and_leave(sitting)
    sitting.wait(PACE - 1)
    assert not sitting.notices


def test_a_device_that_fell_asleep_is_told_when_its_line_is_missed() -> None:
    """Its owner has put the phone away; the server believes in the line for half a minute still."""
    sitting = by_days()
    seat = 1 - whose_turn(sitting)
    asleep = opens(sitting, seat)
    mover = opens(sitting, 1 - seat)
    sitting.play(mover, sitting.match.moves(1 - seat)[0])
    turn = sitting.state.seq
    sitting.wait(40_000)
    assert not sitting.notices
    sitting.go(asleep)
    sitting.go(opens(sitting, seat))
    assert sitting.notices == [TurnNotice(seat, "turn", turn)]


def test_opening_the_table_or_acting_voids_older_notices() -> None:
    sitting = by_days()
    seat = move_and_leave(sitting)
    person = Person("again", None, 99)
    out = sitting.table.connect(person.connection, opens(sitting, seat).token, sitting.now)
    assert out.days is not None
    assert out.days.settled == [seat]
    move = sitting.match.moves(seat)[0]
    out = sitting.take(sitting.table.command(person.connection, commands.Play(id=1, move=move), sitting.now))
    assert out.days is not None
    assert out.days.settled == [seat]


def test_no_notice_on_holiday_but_at_its_end() -> None:
    sitting = by_days()
    seat = 1 - whose_turn(sitting)
    sitting.do(person := opens(sitting, seat), commands.Holiday, days=3)
    sitting.go(person)
    assert move_and_leave(sitting) == seat
    turn = sitting.state.seq
    sitting.wait(3 * DAY_MS - 1)
    assert not sitting.notices
    sitting.wait(1)
    assert sitting.notices == [TurnNotice(seat, "turn", turn)]


def test_the_end_is_told_to_those_who_are_not_here() -> None:
    sitting = by_days("heaps")
    while sitting.state.stage == "playing":
        sitting.notices.clear()
        person = opens(sitting, whose_turn(sitting))
        sitting.play_first()
        sitting.go(person)
    over = next(seq for seq, entry in sitting.log if isinstance(entry.what, entries.Over))
    assert sitting.notices == [TurnNotice(1 - (person.seat or 0), "over", over, person.seat)]
    assert sitting.stored_wake is None


def test_a_match_over_days_is_in_order_when_it_is_checked() -> None:
    sitting = by_days("heaps", when_late="seat")
    opens(sitting, 0)
    sitting.do(opens(sitting, 1), commands.Holiday, days=2)
    sitting.wait(4 * DAY_MS)
    sitting.play_out()
    document = replay.document_of("t1", game_named, [entry for _, entry in sitting.log], 1)
    assert document is not None
    assert replay.verify(document, game_named).by_rules


def test_seats_that_change_hands_are_named() -> None:
    sitting = by_days(people=3, seats=3)
    ben, carla = opens(sitting, 1), opens(sitting, 2)
    out = sitting.table.command(ben.connection, commands.MoveToDevice(id=1, token="ab" * 16), sitting.now)
    assert out.days is not None
    assert out.days.freed == [1]
    out = sitting.table.command(carla.connection, commands.Leave(id=2), sitting.now)
    assert out.days is not None
    assert out.days.freed == [2]


def test_a_table_for_now_has_nothing_of_it() -> None:
    """Neither notices nor wake times are stored, and its messages are the same to the byte."""
    sitting = playing("lobo77", move_s=5)
    person = sitting.at(0)
    assert not {"pace_h", "when_late"} & set(person.seatings[0].table)
    assert b'"until"' not in b"".join(person.bytes)
    sitting.go(sitting.at(1))
    sitting.wait(300_000)
    assert (sitting.notices, sitting.stored_wake) == ([], None)
    assert sitting.state.days is None


# What cannot be


@pytest.mark.parametrize(
    ("game", "options", "settings", "reason"),
    [
        ("blitzgriff", {"pace": "blitz"}, Settings(pace_h=24), "race_by_days"),
        ("lobo77", {}, Settings(pace_h=24, move_s=30), "clock_by_days"),
        ("lobo77", {}, Settings(pace_h=24, keep_days=29), "kept_too_short"),
        ("blitzgriff", {"pace": "calm"}, Settings(pace_h=24), None),
        ("blitzgriff", {"pace": "blitz"}, Settings(move_s=30, keep_days=1), None),
    ],
)
def test_what_does_not_go_together(game: str, options: dict[str, str], settings: Settings, reason: str | None) -> None:
    rules = game_named(game)
    assert pace.flaw(settings, rules, rules.check_options(options)) == reason


def test_a_race_is_not_chosen_later_either() -> None:
    sitting = Sitting("blitzgriff", 2, {"pace": "calm"}, pace_h=72)
    anna, _ = sitting.sit_all()
    assert sitting.refused(anna, commands.Choose, options={"pace": "blitz"}) == "race_by_days"


def test_every_table_says_how_it_is_played() -> None:
    sitting = by_days(pace_h=168, when_late="seat")
    person = opens(sitting, 0)
    assert (person.table.pace_h, person.table.when_late) == (168, "seat")
    assert json.decode(person.bytes[0])["table"]["pace_h"] == 168
