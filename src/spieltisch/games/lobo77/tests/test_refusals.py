"""Lobo 77: every refusal is reached, changes nothing, and is worded in every language."""

from collections.abc import Callable

import pytest

import spieltisch as st

At = Callable[..., st.Match]
Situation = Callable[[At, list[str]], st.Match]

BY_HAND = {"draw": "by hand"}


def plain(at: At, deck: list[str]) -> st.Match:
    return at("5 6", "10 4", "3")


def x2_on_top(at: At, deck: list[str]) -> st.Match:
    return at("x2 5 6", "10", "3", owes=2)


def by_hand(at: At, deck: list[str]) -> st.Match:
    return at("5 6", "10", "3", options=BY_HAND)


def by_hand_between_two_cards(at: At, deck: list[str]) -> st.Match:
    m = at("5 6", "10", "3", owes=2, options=BY_HAND)
    m.play(0, "5")
    return m


def by_hand_after_drawing(at: At, deck: list[str]) -> st.Match:
    m = at("5 6", "10", "3", options=BY_HAND, chance=["7"])
    m.play(0, "5")
    m.play(0, "draw")
    return m


def by_hand_forfeited(at: At, deck: list[str]) -> st.Match:
    m = at("5 6", "10", "3", options=BY_HAND)
    m.play(0, "5")
    m.play(1, "10")
    return m


def by_hand_and_all_other_cards_in_hands(at: At, deck: list[str]) -> st.Match:
    others = [card for card in deck if card != "5"] + ["5", "5"]
    m = at("5", *(" ".join(others[seat::7]) for seat in range(7)), discards=[], options=BY_HAND)
    m.play(0, "5")
    return m


def one_is_out(at: At, deck: list[str]) -> st.Match:
    m = at("5 6", "10", "3", chips=[0, 3, 3], total=28)
    m.play(0, "5")
    return m


def match_over(at: At, deck: list[str]) -> st.Match:
    m = at("5 6", "10", chips=[0, 3], total=28)
    m.play(0, "5")
    return m


def chance_to_draw(at: At, deck: list[str]) -> st.Match:
    m = at("5 6", "10", "3 76")
    m.play(0, "5")
    return m


CASES = [
    pytest.param(plain, 1, "10", "LO-T1", id="not your turn"),
    pytest.param(plain, 0, "10", "LO-T1", id="card not in hand"),
    pytest.param(x2_on_top, 0, "x2", "LO-T5", id="x2 on x2"),
    pytest.param(plain, 0, "draw", "LO-T7", id="drawing is automatic"),
    pytest.param(by_hand, 0, "draw", "LO-T7", id="draw before playing"),
    pytest.param(by_hand_between_two_cards, 0, "draw", "LO-T7", id="draw between two cards"),
    pytest.param(by_hand_after_drawing, 0, "draw", "LO-T7", id="draw twice"),
    pytest.param(by_hand_forfeited, 0, "draw", "LO-T7", id="draw forfeited"),
    pytest.param(by_hand_and_all_other_cards_in_hands, 0, "draw", "LO-T8", id="nothing there to draw"),
    pytest.param(one_is_out, 0, "6", "LO-C2", id="out"),
    pytest.param(match_over, 1, "10", "LO-E1", id="match over"),
    pytest.param(chance_to_draw, 1, "10", "chance", id="a seat while Chance is due"),
    pytest.param(plain, st.CHANCE, "7", "chance", id="Chance when not due"),
    pytest.param(chance_to_draw, st.CHANCE, "76", "chance", id="a card that is not in the pile"),
    pytest.param(chance_to_draw, st.CHANCE, "start 1", "chance", id="a start when a card is due"),
    *(
        pytest.param(plain, 0, move, "notation", id=f"garbled {move!r}")
        for move in ["", "five", "5 ", " 5", "05", "+5", "5.0", "5 6", "1", "12", "77", "-5", "X2", "×2", "TURN", "٥"]
    ),
    pytest.param(chance_to_draw, st.CHANCE, "seven", "notation", id="garbled by Chance"),
]


@pytest.mark.parametrize(("situation", "seat", "move", "rule"), CASES)
def test_refusal_names_its_rule(at: At, deck: list[str], situation: Situation, seat: int, move: str, rule: str) -> None:
    refusal = situation(at, deck).why_not(seat, move)
    assert refusal is not None
    assert refusal.rule == rule


@pytest.mark.parametrize(("situation", "seat", "move", "rule"), CASES)
def test_refusal_leaves_the_match_as_it_was(
    at: At, deck: list[str], situation: Situation, seat: int, move: str, rule: str
) -> None:
    m = situation(at, deck)
    before = m.to_json()
    with pytest.raises(st.Refused) as refused:
        m.play(seat, move)
    assert refused.value.refusal.rule == rule
    assert m.to_json() == before


@pytest.mark.parametrize(("situation", "seat", "move", "rule"), CASES)
def test_refusal_is_worded_in_german_and_english(
    at: At, deck: list[str], situation: Situation, seat: int, move: str, rule: str
) -> None:
    refusal = situation(at, deck).why_not(seat, move)
    assert refusal is not None
    german, english = refusal.text("de"), refusal.text("en")
    assert german.strip()
    assert english.strip()
    assert german != english
