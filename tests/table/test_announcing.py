"""LO-T9 By head: the new total is said with the card; a wrong one is sent back, counted, and costs nothing."""

import pytest
from msgspec import msgpack

from spieltisch.table import commands, entries, messages
from spieltisch.table.entries import from_bytes
from spieltisch.table.state import TableState
from table.sitting import Sitting, game_named, playing


def by_head(people: int = 2) -> Sitting:
    return playing("lobo77", people, options={"announce": "by head"})


def right_number(sitting: Sitting, move: str) -> int:
    announcement = sitting.match.announcement(move)
    assert announcement is not None
    return announcement.number


def test_the_right_number_is_taken() -> None:
    sitting = by_head()
    person, move = sitting.turn(), sitting.match.moves(sitting.match.actors[0])[0]
    value = 0 if move in ("x2", "turn") else int(move)
    sitting.do(person, commands.Play, move=move, said=value)
    assert sitting.match.log[-2].move == move or sitting.match.log[-1].move == move
    assert sitting.logged(entries.Misreckoned) == []


def test_a_wrong_number_is_sent_back_counted_and_costs_nothing() -> None:
    sitting = by_head()
    person, seat = sitting.turn(), sitting.match.actors[0]
    move = sitting.match.moves(seat)[0]
    rows, wrong = len(sitting.match.rows), right_number(sitting, move) + 1
    answer = sitting.do(person, commands.Play, move=move, said=wrong)
    assert isinstance(answer, messages.CommandRefused)
    assert answer.reason == "wrong_number"
    assert len(sitting.match.rows) == rows
    assert person.table.chairs[seat].misreckoned == 1
    again = TableState.from_log("t1", game_named, sitting.log)
    assert again.chairs[seat].misreckoned == 1
    sitting.do(person, commands.Play, move=move, said=wrong - 1)
    assert len(sitting.match.rows) > rows


@pytest.mark.parametrize("reloaded", [False, True])
def test_a_wrong_number_sent_again_is_sent_back_again_and_counted_once(reloaded: bool) -> None:
    sitting = by_head()
    person, seat = sitting.turn(), sitting.match.actors[0]
    move = sitting.match.moves(seat)[0]
    wrong = commands.Play(id=77, move=move, said=right_number(sitting, move) + 1)
    refused = sitting.send(person, wrong)
    assert isinstance(refused, messages.CommandRefused)
    if reloaded:
        sitting.reload()
    before = sitting.state.seq
    again = sitting.come(person.name)
    for _ in range(2):
        assert sitting.send(again, wrong) == refused
    assert sitting.state.seq == before
    assert sitting.state.chairs[seat].misreckoned == 1
    assert 77 not in sitting.state.chairs[seat].done
    sitting.do(again, commands.Play, move=move, said=right_number(sitting, move))
    assert sitting.send(again, wrong) == refused


def test_in_an_old_log_a_wrong_number_is_a_refusal_all_the_same() -> None:
    """It did not say which number it was."""
    sitting = by_head()
    seat, person = sitting.match.actors[0], sitting.turn()
    old = from_bytes(msgpack.encode([sitting.now, seat, 77, ["misreckoned", seat]]))
    sitting.log.append((sitting.state.seq + 1, old))
    sitting.reload()
    again = sitting.come(person.name)
    answer = sitting.send(again, commands.Play(id=77, move=sitting.match.moves(seat)[0], said=1))
    assert isinstance(answer, messages.CommandRefused)
    assert answer.reason == "wrong_number"
    assert sitting.state.chairs[seat].misreckoned == 1


def test_a_number_must_be_said() -> None:
    sitting = by_head()
    move = sitting.match.moves(sitting.match.actors[0])[0]
    assert sitting.refused(sitting.turn(), commands.Play, move=move) == "say_number"
    assert sitting.logged(entries.Misreckoned) == []


def test_a_card_that_is_not_legal_is_refused_by_its_rule_first() -> None:
    sitting = by_head()
    seat = sitting.match.actors[0]
    other = next(card for card in ("66", "76", "55") if card not in sitting.match.moves(seat))
    assert sitting.refused(sitting.turn(), commands.Play, move=other, said=1) == "not_in_hand"
    assert sitting.logged(entries.Misreckoned) == []


def test_nothing_is_said_where_totals_are_announced_for_the_players() -> None:
    sitting = playing("lobo77")
    assert sitting.match.announcement("10") is None
    sitting.play_first()
