"""Moves at a table: what is refused, what counts once, how a match ends, and what everybody then has."""

import random

import pytest

from spieltisch.kernel.cells import cells_of
from spieltisch.table import commands, entries
from spieltisch.table import messages as told
from table.mirror import Mirror
from table.sitting import Person, Sitting, playing


def test_without_a_match_there_is_nothing_to_play_pause_or_abort() -> None:
    sitting = Sitting()
    anna, _ = sitting.sit_all()
    for command in (commands.Pause, commands.Resume, commands.Abort):
        assert sitting.refused(anna, command) == "no_match"
    assert sitting.refused(anna, commands.Play, move="10") == "no_match"


def test_an_illegal_move_is_refused_by_its_rule() -> None:
    sitting = playing("heaps")
    answer = sitting.play(sitting.at(1), "take 1 from 1")
    assert isinstance(answer, told.CommandRefused)
    assert (answer.rule, answer.reason) == ("HE-1", "not_your_turn")
    garbled = sitting.play(sitting.at(0), "take 9 from 9")
    assert isinstance(garbled, told.CommandRefused)
    assert garbled.rule == "notation"
    assert not sitting.logged(entries.Played)


def test_nobody_plays_for_chance_or_the_clock() -> None:
    sitting = playing("bidding")
    for move in ("timeout", "prize 1"):
        assert sitting.refused(sitting.at(0), commands.Play, move=move) == "garbled"


@pytest.mark.parametrize("reloaded", [False, True])
def test_a_command_sent_twice_counts_once(reloaded: bool) -> None:
    sitting = playing("heaps")
    move = commands.Play(id=77, move="take 1 from 1")
    assert isinstance(sitting.send(sitting.at(0), move), told.Step)
    if reloaded:
        sitting.reload()
        sitting.come("Ben")
    anna = sitting.come("Anna")
    assert sitting.send(anna, move) == told.Done(77)
    sitting.play(sitting.at(1), "take 1 from 1")
    assert sitting.send(anna, move) == told.Done(77)
    assert len(sitting.match.rows) == 2


def test_ids_are_each_seats_own() -> None:
    sitting = playing("heaps")
    for seat in (0, 1):
        sitting.send(sitting.at(seat), commands.Play(id=77, move="take 1 from 1"))
    assert len(sitting.match.rows) == 2


def test_each_seats_last_64_commands_are_remembered() -> None:
    """Also those that led to several entries."""
    sitting = Sitting("heaps")
    (anna,) = sitting.sit_all(people=1)
    for _ in range(24):
        sitting.start()
        sitting.do(anna, commands.Abort)
    ids = sorted({entry.id for _, entry in sitting.log if entry.by == 0 and entry.id is not None})
    remembered = list(sitting.state.chairs[0].done)
    assert remembered[-64:] == ids[-64:]
    assert len(remembered) < len(ids)


def test_sitting_down_twice_by_the_same_command_is_once() -> None:
    sitting = Sitting()
    sit = commands.Sit(id=5, name="Anna")
    sitting.send(sitting.come("Anna"), sit)
    assert sitting.send(sitting.come("Anna"), sit) == told.Done(5)
    assert [chair.kind for chair in sitting.state.chairs] == ["human", "empty"]


def test_a_refused_command_is_refused_again() -> None:
    """Also when it could be carried out by now: who still wants it asks anew."""
    sitting = playing("heaps")
    move = commands.Play(id=8, move="take 1 from 1")
    refused = sitting.send(sitting.at(1), move)
    assert isinstance(refused, told.CommandRefused)
    sitting.play(sitting.at(0), "take 1 from 1")
    assert sitting.send(sitting.at(1), move) == refused
    assert sitting.send(sitting.come("Ben"), move) == refused
    assert isinstance(sitting.play(sitting.at(1), "take 1 from 1"), told.Step)


def test_each_seats_last_64_refusals_are_remembered() -> None:
    sitting = playing("heaps")
    for command in range(1, 71):
        sitting.send(sitting.at(1), commands.Play(id=1000 + command, move="take 1 from 1"))
    assert list(sitting.state.chairs[1].refused) == list(range(1007, 1071))


def test_whoever_sits_down_next_has_no_refusals() -> None:
    sitting = Sitting("heaps")
    anna, _ = sitting.sit_all()
    word = commands.Resume(id=8)
    sitting.send(anna, word)
    sitting.do(anna, commands.Leave)
    sitting.sit("Carla")
    assert sitting.state.chairs[0].refused == {}


def test_the_end_of_a_match_is_told_and_the_secret_shown_to_those_at_the_table() -> None:
    sitting = playing("heaps")
    anna, spectator = sitting.at(0), sitting.spectator()
    sitting.play_out()
    result = sitting.match.result
    assert result is not None
    assert anna.table.stage == spectator.table.stage == "over"
    assert anna.table.result == ([*result.places], [*result.points])
    (past,) = anna.past
    assert (past.number, past.ended, past.secret) == (1, "over", sitting.secrets[0].hex())
    assert spectator.past == []


def test_the_host_aborts_and_it_is_listed() -> None:
    sitting = playing("heaps")
    anna, ben = sitting.at(0), sitting.at(1)
    assert sitting.refused(ben, commands.Abort) == "only_host"
    sitting.do(anna, commands.Abort)
    assert (ben.table.stage, [past.ended for past in ben.past]) == ("open", ["aborted"])
    assert sitting.refused(anna, commands.Play, move="take 1 from 1") == "no_match"
    sitting.start()
    assert sitting.state.shown == 2


def test_bots_play_a_whole_match_with_what_they_see_and_no_more() -> None:
    sitting = playing("lobo77", people=1, seats=3, quick=True)
    asked = 0
    while sitting.state.stage == "playing" and asked < 60:
        if sitting.requests:
            request = sitting.requests[0]
            assert request.seen.to_bytes() == sitting.match.seen(request.seat).to_bytes()
            sitting.answer(request)
            asked += 1
        else:
            sitting.play_first()
    assert asked > 5


def mirrored(person: Person) -> Mirror:
    mirror = Mirror()
    for message in person.inbox:
        mirror.take(message)
    return mirror


@pytest.mark.parametrize("reckoned", [0, 600, 1499])
def test_a_bots_move_comes_at_its_time_however_long_it_reckoned(reckoned: int) -> None:
    sitting = playing("heaps", people=1)
    sitting.play_first()
    (request,) = sitting.requests
    sitting.wait(reckoned)
    sitting.answer(request, think_ms=1500)
    sitting.wait(1499 - reckoned)
    assert len(sitting.match.rows) == 1
    sitting.wait(1)
    assert len(sitting.match.rows) == 2


@pytest.mark.parametrize("game", ["lobo77", "bidding", "heaps"])
def test_every_client_has_the_match_move_by_move(game: str) -> None:
    sitting = playing(game, people=2, seats=3)
    people = [sitting.at(0), sitting.at(1), sitting.spectator()]
    sitting.play_out(random.Random(3))
    for person in people:
        mirrored(person).shows(sitting.match)


def test_who_was_away_gets_the_rows_that_were_missed() -> None:
    sitting = playing("lobo77")
    anna = sitting.at(0)
    mirror = mirrored(anna)
    for _ in range(5):
        sitting.play_first()
    again = sitting.look("Anna", anna.token, have=(1, len(mirror.log)))
    sent = again.match
    assert sent.first == len(mirror.log)
    mirror.take(again.inbox[0])
    mirror.shows(sitting.match)


def test_rows_of_another_match_are_no_rows_of_this_one() -> None:
    sitting = playing("heaps")
    sitting.play_out()
    sitting.start()
    sitting.play_first()
    again = sitting.look("Anna", sitting.at(0).token, have=(1, 1))
    sent = again.match
    assert (sent.number, sent.first, len(sent.frames)) == (2, 0, 1)


def test_a_spectator_gets_public_cells_only() -> None:
    sitting = playing("lobo77")
    spectator = sitting.spectator()
    for _ in range(12):
        sitting.play_first()
    hidden = {cell for cell, owner in enumerate(cells_of(sitting.state.game).owner) if owner != -1}
    assert all(spectator.match.cells[cell] == 0 for cell in hidden)
    for message in spectator.got(told.Step):
        assert message.moves == []
        for frame in message.frames:
            assert hidden.isdisjoint(frame.changes[::2])
            assert frame.own == []
