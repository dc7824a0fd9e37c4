"""Each rule of the rulebook, and each reason why not."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

import spieltisch as st
from spieltisch_maexchen.game import GAME
from spieltisch_maexchen.rules import DOUBLES, VALUES, WAYS


def at(chance: Any = "manual", **position: Any) -> st.Match:
    """In mid-round: three players with three lives each, seat 0 on."""
    return st.Match.at("maexchen", {"seats": 3, **position}, chance=chance)


def played(match: st.Match, *moves: tuple[int, str]) -> st.Match:
    for seat, move in moves:
        match.play(seat, move)
    return match


def lives(match: st.Match) -> list[int]:
    found: list[int] = match.view(None)["lives"]
    return found


def reason(match: st.Match, seat: int, move: str) -> tuple[str, str]:
    refusal = match.why_not(seat, move)
    assert refusal is not None
    return refusal.reason, refusal.rule


def test_mx_m1_two_dice_show_each_value_as_often_as_they_do() -> None:
    rolls = Counter("".join(sorted(map(str, dice), reverse=True)) for dice in product(range(1, 7), repeat=2))
    assert {value: int(ways) for value, ways in zip(VALUES, WAYS[1:], strict=True)} == rolls


@pytest.mark.parametrize("lives_", ["3", "1", "5"])
def test_mx_m2_all_begin_with_equally_many_lives(lives_: str) -> None:
    for seats in GAME.seats:
        assert lives(st.Match("maexchen", seats, {"lives": lives_}, seed=1)) == [int(lives_)] * seats


def test_mx_w1_the_higher_die_counts_tens() -> None:
    assert all(value[0] >= value[1] for value in VALUES)


def test_mx_w2_numbers_then_doubles_then_maexchen() -> None:
    numbers = sorted(value for value in VALUES if value not in DOUBLES and value != "21")
    assert (*numbers, *DOUBLES, "21") == VALUES


def test_mx_t1_chance_chooses_who_begins_then_it_goes_clockwise_past_those_who_are_out() -> None:
    match = played(st.Match("maexchen", 3, chance=["start 2", "dice 31"]), (2, "roll"), (2, "claim 31"))
    assert match.actors == (0,)
    match = played(at(["dice 31"], lives=[3, 0, 3]), (0, "roll"), (0, "claim 31"))
    assert match.actors == (2,)
    assert reason(match, 0, "roll") == ("not_your_turn", "MX-T1")


def test_mx_t2_only_who_rolls_looks() -> None:
    match = played(at(["dice 64"]), (0, "roll"))
    assert match.view(0)["cup"] == "64"
    assert {match.view(seat)["cup"] for seat in (1, 2, None)} == {"?"}
    assert match.log_seen_by(1)[-1].move == "dice ?"
    assert reason(at(), 0, "claim 31") == ("roll_first", "MX-T2")


def test_mx_t3_a_claim_may_be_a_lie() -> None:
    match = played(at(["dice 31"]), (0, "roll"))
    assert reason(match, 0, "roll") == ("claim_first", "MX-T3")
    assert match.moves(0) == tuple(f"claim {value}" for value in VALUES)


def test_mx_t4_a_claim_must_be_higher_than_the_one_before() -> None:
    match = at(rolled=True, claim="65", cup="64")
    assert reason(match, 0, "claim 65") == ("too_low", "MX-T4")
    assert match.moves(0)[0] == "claim 11"


def test_mx_t5_who_rolls_has_believed_and_nobody_learns_what_lay_there() -> None:
    match = played(at(["dice 42"], claim="65", cup="31"), (0, "roll"))
    assert match.view(2)["cup"] == "?"
    assert match.view(None)["lifted"] is None


def test_mx_d1_only_a_claim_can_be_doubted_and_then_all_see_the_dice() -> None:
    assert reason(at(), 0, "doubt") == ("nothing_claimed", "MX-D1")
    match = played(at(claim="65", cup="31"), (0, "doubt"))
    assert match.view(None)["lifted"] == "31"


@pytest.mark.parametrize(("cup", "loser"), [("54", 0), ("61", 0), ("11", 0), ("53", 2)])
def test_mx_d2_the_claim_or_more_holds(cup: str, loser: int) -> None:
    """Example 1 of the rulebook is the second."""
    match = played(at(claim="54", cup=cup), (0, "doubt"))
    assert [seat for seat in range(3) if lives(match)[seat] < 3] == [loser]
    assert lives(match)[loser] == 2


@pytest.mark.parametrize(("cup", "left"), [("21", [1, 3, 3]), ("66", [3, 3, 1])])
def test_mx_d3_a_doubted_maexchen_is_about_two_lives(cup: str, left: list[int]) -> None:
    match = at(claim="21", cup=cup)
    assert reason(match, 0, "roll") == ("nothing_beats_it", "MX-D3")
    assert lives(played(match, (0, "doubt"))) == left


def test_mx_d3_or_costs_one_unseen() -> None:
    assert reason(at(claim="66", cup="31"), 0, "pay") == ("not_maexchen", "MX-D3")
    match = played(at(claim="21", cup="31"), (0, "pay"))
    assert lives(match) == [2, 3, 3]
    assert match.view(None)["lifted"] is None


@pytest.mark.parametrize(("before", "begins"), [([3, 3, 3], 0), ([1, 3, 3], 1)])
def test_mx_l1_who_lost_begins_the_next_round_or_the_one_after(before: list[int], begins: int) -> None:
    match = played(at(lives=before, claim="54", cup="54"), (0, "doubt"))
    assert match.actors == (begins,)
    assert match.view(None)["claim"] is None


def test_mx_l2_without_a_life_one_is_out() -> None:
    """Example 3 of the rulebook."""
    match = played(at(lives=[2, 3, 3], claim="21", cup="21"), (0, "doubt"))
    assert lives(match) == [0, 3, 3]
    assert reason(match, 0, "roll") == ("you_are_out", "MX-L2")


def test_mx_e1_the_last_one_wins_and_who_leaves_later_is_placed_higher() -> None:
    match = played(at(lives=[1, 0, 1], claim="54", cup="54"), (0, "doubt"))
    assert match.result == st.Result((2, 3, 1), (0, 0, 1))
    assert reason(match, 2, "roll") == ("match_over", "MX-E1")


def test_the_second_example_every_double_beats_65() -> None:
    assert "claim 11" in at(rolled=True, claim="65", cup="31").moves(0)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"lives": [1, 0, 0]}, "lives"),
        ({"lives": [1, 0, 1], "out": [2]}, "out"),
        ({"turn": 1, "lives": [1, 0, 1]}, "turn"),
        ({"claim": "31", "beaten": "31", "cup": "31"}, "beaten"),
        ({"claim": "21", "rolled": True, "cup": "31"}, "rolled"),
        ({"cup": "31"}, "cup"),
        ({"claim": "13"}, "claim"),
    ],
)
def test_what_cannot_be_is_no_position(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(st.BadPosition, match=f"^{field}"):
        at(**wrong)
