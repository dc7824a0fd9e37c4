"""One's own last move can be taken back while nobody else and no Chance has acted and nothing hidden was touched."""

import pytest

from spieltisch.kernel import Entry
from spieltisch.kernel.log import UNDO
from spieltisch.table import Snapshot, commands, entries
from spieltisch.table import messages as told
from table.sitting import Sitting

FIRST = "take 2 from 1"


def heaps() -> Sitting:
    sitting = Sitting("heaps")
    sitting.sit_all()
    sitting.start()
    return sitting


def test_a_move_is_taken_back_and_both_stay_in_the_log() -> None:
    sitting = heaps()
    anna, ben = sitting.at(0), sitting.at(1)
    before = sitting.match.cells(None)
    sitting.play(anna, FIRST)
    answer = sitting.play(anna, UNDO)
    assert isinstance(answer, told.Step)
    assert [(frame.seat, frame.move) for frame in answer.frames] == [(0, UNDO)]
    assert sitting.match.cells(None) == before
    assert sitting.match.actors == (0,)
    assert sitting.match.log == (Entry(0, FIRST), Entry(0, UNDO))
    assert [what.move for what in sitting.logged(entries.Played)] == [FIRST, UNDO]
    assert ben.got(told.Step)[-1].actors == 1


def test_after_taking_back_another_move_is_made() -> None:
    sitting = heaps()
    for move in (FIRST, UNDO, "take 1 from 3", UNDO, "take 1 from 3"):
        sitting.play(sitting.at(0), move)
    assert sitting.match.position()["heaps"] == [7, 9, 10]


def test_nothing_to_take_back_at_the_beginning() -> None:
    assert why_no_undo(heaps(), 0) == "nothing_to_undo"


def test_anothers_move_is_not_taken_back() -> None:
    sitting = heaps()
    sitting.play(sitting.at(0), FIRST)
    assert why_no_undo(sitting, 1) == "nothing_to_undo"


def test_not_after_another_has_moved() -> None:
    sitting = heaps()
    sitting.play(sitting.at(0), FIRST)
    sitting.play(sitting.at(1), FIRST)
    assert why_no_undo(sitting, 0) == "nothing_to_undo"


def test_a_move_is_not_taken_back_twice() -> None:
    sitting = heaps()
    sitting.play(sitting.at(0), FIRST)
    sitting.play(sitting.at(0), UNDO)
    assert why_no_undo(sitting, 0) == "nothing_to_undo"


def test_the_end_is_the_end() -> None:
    sitting = heaps()
    sitting.play_out()
    assert sitting.refused(sitting.at(sitting.match.rows[-1].seat), commands.Play, move=UNDO) == "no_match"


def test_not_in_a_pause() -> None:
    sitting = heaps()
    sitting.play(sitting.at(0), FIRST)
    sitting.do(sitting.at(1), commands.Pause)
    assert why_no_undo(sitting, 0) == "paused"


@pytest.mark.parametrize("use_snapshot", [False, True])
def test_also_after_the_server_was_killed(use_snapshot: bool) -> None:
    sitting = heaps()
    before = sitting.match.cells(None)
    sitting.play(sitting.at(0), FIRST)
    snapshot: Snapshot | None = sitting.state.snapshot()
    sitting.reload(snapshot if use_snapshot else None)
    sitting.play(sitting.come("Anna"), UNDO)
    assert sitting.match.cells(None) == before
    sitting.reload(snapshot if use_snapshot else None)
    assert sitting.match.cells(None) == before
    assert why_no_undo(sitting, sitting.come("Anna").seat or 0) == "nothing_to_undo"


def test_a_bot_that_thinks_about_a_move_taken_back_is_asked_anew() -> None:
    sitting = Sitting("heaps")
    (anna,) = sitting.sit_all(people=1)
    sitting.start()
    sitting.play(anna, FIRST)
    (request,) = sitting.requests
    sitting.play(anna, UNDO)
    sitting.answer(request)
    assert len(sitting.match.rows) == 2
    sitting.play(anna, FIRST)
    assert sitting.requests[-1].ticket != request.ticket


@pytest.mark.parametrize("game", ["lobo77", "bidding"])
def test_never_where_cards_left_a_hand(game: str) -> None:
    sitting = Sitting(game)
    sitting.sit_all()
    sitting.start()
    for _ in range(6):
        seat = sitting.match.actors[0]
        sitting.play(sitting.at(seat), sitting.match.moves(seat)[0])
        assert why_no_undo(sitting, seat) == "nothing_to_undo"


def why_no_undo(sitting: Sitting, seat: int) -> str:
    return sitting.refused(sitting.at(seat), commands.Play, move=UNDO)
