"""Blöder Sack: every refusal is reached, changes nothing, and is worded in every language."""

from collections.abc import Callable

import pytest

import spieltisch as st
from spieltisch.games.bloeder_sack.rules import REASONS

At = Callable[..., st.Match]
Situation = Callable[[At], st.Match]


def placing(at: At) -> st.Match:
    return at("B2 A2 B5", "C4", roll=[2, 4])


def one_placed(at: At) -> st.Match:
    m = placing(at)
    m.play(0, "place 4 on 5")
    return m


def short_of_dice(at: At) -> st.Match:
    return at("A1 A1", "A2 B2 A2", "A3", "A4 A4 B1", "A5 A5")


def double_six(at: At) -> st.Match:
    return at("B1", roll=[6, 6], choose=True)


def one_closed(at: At) -> st.Match:
    return at(roll=[1, 2], cards=[None, "summe", "gleiche", "gerade", "nicht-1"])


def over(at: At) -> st.Match:
    m = at(turn=2, roll=[1], won=[["gleiche", "verschiedene", "meiste-5", "meiste-6"], [], []])
    m.play(2, "place 1 on 1")
    return m


CASES = [
    pytest.param(over, 0, "place 1 on 1", "BS-E2", "match_over"),
    pytest.param(placing, 1, "place 2 on 1", "BS-T1", "not_your_turn"),
    pytest.param(short_of_dice, 0, "place 1 on 1", "BS-T2", "score_first"),
    pytest.param(short_of_dice, 0, "replace 2 on 2.2", "BS-T2", "score_first"),
    pytest.param(short_of_dice, 0, "decline", "BS-T2", "must_not_decline"),
    pytest.param(short_of_dice, 0, "score 3", "BS-T2", "too_few_own_dice"),
    pytest.param(double_six, 0, "place 6 on 1", "BS-T5", "decide_first"),
    pytest.param(double_six, 0, "replace 6 on 1.1", "BS-T5", "decide_first"),
    pytest.param(double_six, 0, "score 2", "BS-T5", "no_die_on_tray"),
    pytest.param(placing, 0, "score 1", "BS-T6", "nothing_to_score"),
    pytest.param(placing, 0, "decline", "BS-T5", "not_asked"),
    pytest.param(placing, 0, "place 3 on 1", "BS-T7", "not_rolled"),
    pytest.param(placing, 0, "replace 5 on 1.3", "BS-T7", "not_rolled"),
    pytest.param(one_placed, 0, "place 4 on 5", "BS-T7", "not_rolled"),
    pytest.param(one_placed, 0, "replace 2 on 1.1", "BS-T6", "first_is_placed"),
    pytest.param(placing, 0, "replace 2 on 1.4", "BS-T8", "no_die_there"),
    pytest.param(placing, 0, "replace 2 on 3.1", "BS-T8", "no_die_there"),
    pytest.param(placing, 0, "replace 2 on 1.2", "BS-T8", "own_die"),
    pytest.param(placing, 0, "replace 2 on 2.1", "BS-T8", "other_value"),
    pytest.param(one_closed, 0, "place 1 on 1", "BS-S4", "tray_closed"),
]


@pytest.mark.parametrize(("situation", "seat", "move", "rule", "reason"), CASES)
def test_a_refusal_names_its_rule_and_changes_nothing(
    at: At, situation: Situation, seat: int, move: str, rule: str, reason: str
) -> None:
    m = situation(at)
    before = m.to_json(), m._states.tobytes()
    with pytest.raises(st.Refused) as refused:
        m.play(seat, move)
    refusal = refused.value.refusal
    assert (refusal.rule, refusal.reason) == (rule, reason)
    assert refusal.text("de") != refusal.text("en")
    assert (m.to_json(), m._states.tobytes()) == before


def test_every_reason_is_reached() -> None:
    assert {case.values[4] for case in CASES} == {reason.name for reason in REASONS[1:]}


@pytest.mark.parametrize("move", ["place 7 on 1", "place 1 on 6", "replace 1 on 1.10", "score 0", "roll 1 1"])
def test_what_is_no_move_is_refused_as_such(at: At, move: str) -> None:
    refusal = placing(at).why_not(0, move)
    assert refusal is not None
    assert refusal.rule == "notation"


def test_while_chance_is_due_nobody_moves(at: At) -> None:
    m = at("B1")
    refusal = m.why_not(0, "place 1 on 1")
    assert refusal is not None
    assert refusal.rule == "chance"
    assert m.moves(0) == ()
