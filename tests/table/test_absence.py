"""Those who are gone: a bot takes over and gives the seat back; those who leave; those who come late."""

import pytest

from spieltisch.kernel.log import UNDO
from spieltisch.table import commands, entries
from table.sitting import Sitting, playing


def test_a_bot_takes_over_after_the_grace_time() -> None:
    sitting = playing("lobo77", grace_s=60)
    gone, other = sitting.turn(), sitting.at(1 - sitting.match.actors[0])
    (seat,) = sitting.match.actors
    sitting.go(gone)
    sitting.wait(59_999)
    assert not sitting.requests
    assert not other.table.chairs[seat].away
    sitting.wait(1)
    chair = other.table.chairs[seat]
    assert (chair.kind, chair.away, chair.level, chair.here) == ("human", True, "careful", False)
    (request,) = sitting.requests
    assert (request.seat, request.level) == (seat, "careful")
    assert request.seen.to_bytes() == sitting.match.seen(seat).to_bytes()
    sitting.answer(request)
    assert sitting.match.actors == (other.seat,)


def test_coming_back_in_time_keeps_the_seat() -> None:
    sitting = playing("lobo77", grace_s=60)
    name = sitting.turn().name
    sitting.go(sitting.turn())
    sitting.wait(59_000)
    sitting.come(name)
    sitting.wait(60_000)
    assert not sitting.logged(entries.TookOver)


def test_a_human_reclaims_the_seat_while_the_bots_answer_is_under_way() -> None:
    sitting = playing("lobo77", grace_s=5)
    person = sitting.turn()
    (seat,) = sitting.match.actors
    sitting.go(person)
    sitting.wait(5000)
    (request,) = sitting.requests
    back = sitting.come(person.name)
    assert (back.seat, back.table.chairs[seat].away) == (seat, False)
    rows = len(sitting.match.rows)
    sitting.answer(request)
    sitting.wait(10_000)
    assert len(sitting.match.rows) == rows
    sitting.play(back, sitting.match.moves(seat)[0])
    assert len(sitting.match.rows) > rows


def test_a_human_reclaims_the_seat_while_the_bot_pretends_to_think() -> None:
    sitting = playing("lobo77", grace_s=5)
    person = sitting.turn()
    sitting.go(person)
    sitting.wait(5000)
    sitting.answer(sitting.requests[0], think_ms=2000)
    sitting.wait(1999)
    rows = len(sitting.match.rows)
    sitting.come(person.name)
    sitting.wait(10_000)
    assert len(sitting.match.rows) == rows


def test_a_bots_answer_to_an_older_question_is_void() -> None:
    """Gone, back, gone again: the bot is asked twice, and only the second answer counts."""
    sitting = playing("lobo77", grace_s=5)
    person = sitting.turn()
    sitting.go(person)
    sitting.wait(5000)
    (first,) = sitting.requests
    sitting.go(sitting.come(person.name))
    sitting.wait(5000)
    second = sitting.requests[-1]
    assert second.ticket != first.ticket
    rows = len(sitting.match.rows)
    sitting.answer(first)
    assert len(sitting.match.rows) == rows
    sitting.answer(second)
    assert len(sitting.match.rows) > rows


def test_whoever_leaves_is_played_on_by_a_bot_for_good() -> None:
    sitting = playing("lobo77", people=3, seats=3)
    leaving = sitting.turn()
    (seat,) = sitting.match.actors
    sitting.do(leaving, commands.Leave)
    assert leaving.seat is None
    chair = sitting.state.chairs[seat]
    assert (chair.kind, chair.level, chair.name) == ("bot", "careful", leaving.name)
    assert [request.seat for request in sitting.requests] == [seat]
    assert sitting.come(leaving.name).seat is None


def test_whoever_is_removed_in_a_match_is_played_on_by_a_bot() -> None:
    sitting = playing("lobo77")
    ben = sitting.at(1)
    sitting.do(sitting.at(0), commands.Remove, seat=1)
    assert ben.seat is None
    assert sitting.state.chairs[1].kind == "bot"
    assert sitting.state.stage == "playing"
    assert sitting.refused(sitting.at(0), commands.Remove, seat=1) == "not_while_playing"


def test_a_late_joiner_takes_a_bots_place_and_its_answer_is_void() -> None:
    sitting = playing("lobo77", people=1)
    while not sitting.requests:
        sitting.play_first()
    (request,) = sitting.requests
    ben = sitting.ask("Ben")
    sitting.admit(ben)
    assert ben.seat == 1
    rows = len(sitting.match.rows)
    sitting.answer(request)
    assert len(sitting.match.rows) == rows
    assert ben.cells == sitting.match.cells(1)


def test_when_the_last_person_leaves_the_match_is_aborted() -> None:
    sitting = playing("lobo77", people=2, seats=3)
    spectator = sitting.spectator()
    sitting.do(sitting.at(0), commands.Leave)
    assert sitting.state.stage == "playing"
    sitting.do(sitting.at(1), commands.Leave)
    assert (spectator.table.stage, spectator.table.host) == ("open", None)
    assert [past.ended for past in sitting.state.past] == ["aborted"]
    assert sitting.state.secret == sitting.secrets[1]


def test_whoever_is_gone_at_the_end_is_not_played_for_in_the_next_match() -> None:
    sitting = Sitting("heaps", grace_s=5)
    anna, ben = sitting.sit_all()
    sitting.start()
    sitting.go(ben)
    sitting.wait(5000)
    sitting.play_out()
    assert not anna.table.chairs[1].away
    assert sitting.refused(anna, commands.Start) == "not_all_here"
    sitting.come("Ben")
    sitting.start()


def test_nothing_happens_while_nobody_looks() -> None:
    sitting = playing("lobo77", people=1, grace_s=5, move_s=5)
    sitting.go(sitting.at(0))
    seq = sitting.state.seq
    assert sitting.table.is_idle
    assert sitting.wake_at is None
    sitting.now += 3_600_000
    sitting.wait(0)
    assert sitting.state.seq == seq


@pytest.mark.parametrize("ended", ["answered", "unanswered"])
def test_a_bots_turn_goes_on_after_the_server_was_killed(ended: str) -> None:
    sitting = playing("lobo77", people=1)
    while not sitting.requests:
        sitting.play_first()
    if ended == "answered":
        sitting.answer(sitting.requests[0], think_ms=2000)
    sitting.reload()
    sitting.come("Anna")
    (request,) = sitting.requests
    assert request.seat == 1
    sitting.answer(request)
    assert sitting.match.actors == (0,)


def test_a_spectator_moves_nothing() -> None:
    sitting = playing("lobo77")
    for move in (sitting.match.moves(sitting.match.actors[0])[0], UNDO):
        assert sitting.refused(sitting.spectator(), commands.Play, move=move) == "not_seated"
