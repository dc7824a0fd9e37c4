"""BG-G1 … BG-G4: one hand, one die; any free field; towers and parking."""

from collections.abc import Callable

import pytest

from spieltisch.kernel import Match, Refused

At = Callable[..., Match]
BLITZ = {"pace": "blitz"}


def why(match: Match, seat: int, move: str) -> str | None:
    refusal = match.why_not(seat, move)
    return None if refusal is None else f"{refusal.reason} {refusal.rule}"


def places(match: Match) -> list[str]:
    return [place for _, _, place, *_ in match.position()["dice"]]


def test_bg_g1_one_hand_one_die(at: At) -> None:
    match = at(dice="rot 6 middle, rot 3 middle", options=BLITZ)
    match.play(0, "take 1")
    assert places(match) == ["0.hand", "middle"]
    assert why(match, 0, "take 2") == "hand_full BG-G1"
    assert why(match, 1, "take 1") == "not_in_middle BG-G1"
    match.play(0, "put 1.1")
    assert places(match) == ["0.1.1", "middle"]
    assert why(match, 0, "take 1") == "not_in_middle BG-G1"
    assert why(match, 0, "put 1.2") == "hand_empty BG-G1"
    assert why(match, 0, "beside 1") == "hand_empty BG-G1"


def test_bg_g1_dice_are_never_turned(at: At) -> None:
    match = at(dice="rot 6 middle, rot 3 middle")
    match.play(0, "take 1")
    match.play(0, "put 1.2")
    assert match.position()["dice"][0] == ["rot", 6, "0.1.2", 1]


def test_bg_g2_any_free_field_right_or_wrong(at: At) -> None:
    match = at(dice="rot 6 0.hand, blau 1 1.2, rot 1 middle")
    open_fields = [f"put 1.{field}" for field in (1, 3, 4, 6, 7, 8, 9)]
    assert [move for move in match.moves(0) if move.startswith("put 1")] == open_fields
    assert [move for move in match.moves(0) if move.startswith("put 3")] == [f"put 3.{field}" for field in range(1, 10)]
    assert [move for move in match.moves(0) if move.startswith("beside")] == ["beside 1", "beside 2", "beside 3"]
    assert why(match, 0, "put 1.2") == "field_full BG-G2"


def test_bg_g2_any_number_beside_a_card(at: At) -> None:
    match = at(dice="rot 6 1.beside, blau 1 1.beside, gelb 2 0.hand, rot 1 middle")
    match.play(0, "beside 1")
    assert places(match).count("0.1.beside") == 3


def test_bg_g3_the_centre_of_a_zielwert_card_is_no_field(at: At) -> None:
    match = at(dice="rot 6 0.hand")
    assert why(match, 0, "put 1.5") == "no_field BG-G3"


def test_bg_g3_two_dice_on_a_tower_and_no_third(at: At) -> None:
    match = at(dice="blau 6 2.1, rot 3 0.hand, rot 1 middle")
    match.play(0, "put 2.1")
    match.play(1, "pass")
    match.play(0, "take 2")
    assert why(match, 0, "put 2.1") == "field_full BG-G2"
    assert why(match, 0, "put 2.2") is None


def test_bg_g3_parking_one_die_beside_a_card_of_towers(at: At) -> None:
    match = at(dice="rot 3 0.hand, blau 1 middle, blau 2 middle")
    assert why(match, 0, "park 1") == "no_towers BG-G3"
    match.play(0, "park 2")
    assert places(match)[0] == "0.2.parked"
    match.play(1, "pass")
    assert why(match, 0, "move 2.1") == "no_single_die BG-G3"
    match.play(0, "take 5")
    assert why(match, 0, "park 2") == "parked_already BG-G3"
    assert why(match, 0, "move 2.1") == "hand_full BG-G1"
    match.play(0, "put 2.1")
    match.play(1, "pass")
    assert why(match, 0, "move 1.1") == "no_towers BG-G3"
    match.play(0, "move 2.1")
    assert places(match)[:2] == ["0.2.1", "0.2.1"]
    assert match.actors == (0,)
    assert why(match, 0, "move 2.2") == "nothing_parked BG-G3"


def test_bg_g3_a_die_moved_is_the_upper_one(at: At) -> None:
    match = at(dice="rot 3 2.parked, blau 1 2.1, weiss 1 middle")
    match.play(0, "move 2.1")
    assert match._states[0].lies[0, 1, 0].tolist() == [5, 1]


def test_bg_g3_after_stopp_nothing_is_parked_or_moved(at: At) -> None:
    match = at(dice="rot 3 2.parked, blau 1 2.1, weiss 1 0.hand, weiss 2 1.hand", options=BLITZ, caller=1)
    assert why(match, 0, "park 2") == "stopped BG-P1"
    assert why(match, 0, "move 2.1") == "stopped BG-P1"
    assert [move for move in match.moves(0) if move.split()[0] not in ("put", "beside")] == []


def test_bg_g3_a_die_still_parked_at_the_end_lies_beside(scored: Callable[..., list[int]]) -> None:
    assert scored(dice="rot 3 2.parked")[1] == -1


def test_bg_g4_the_earlier_one_has_it(at: At) -> None:
    """Who is earlier is the table's matter; to the rules the first move is."""
    match = at(dice="rot 6 middle, rot 3 middle", options=BLITZ)
    match.play(1, "take 1")
    with pytest.raises(Refused, match="BG-G1"):
        match.play(0, "take 1")
    match.play(0, "take 2")
    assert places(match) == ["1.hand", "0.hand"]


def test_bg_g4_the_seat_from_which_ties_go_moves_on_with_each_pass() -> None:
    from spieltisch.games.blitzgriff import GAME

    match = Match(GAME, 3, BLITZ, seed=1)
    starts = []
    while not match.over:
        starts.append(match.position()["start"])
        match.play(0, "stop")
    assert starts == [0, 1, 2, 0, 1, 2, 0, 1, 2]
