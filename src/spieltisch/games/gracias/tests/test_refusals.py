"""Gracias: every refusal is reached, changes nothing, and is worded in every language."""

from collections.abc import Callable

import pytest

import spieltisch as st

AtTheBeginning = Callable[..., st.Match]
Situation = Callable[[AtTheBeginning], st.Match]


def taking(at: AtTheBeginning) -> st.Match:
    return at(seats=4)


def looking(at: AtTheBeginning) -> st.Match:
    match = at(seats=4)
    match.play(0, "take 1")
    return match


def giving(at: AtTheBeginning) -> st.Match:
    match = at(seats=4, chance=["red"])
    match.play(0, "take 1")
    return match


def one_is_gone(at: AtTheBeginning) -> st.Match:
    match = giving(at)
    match.play(0, "keep green give 1")
    return match


def over(at: AtTheBeginning) -> st.Match:
    match = st.Match("gracias", 3, seed=1)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    return match


CASES = [
    pytest.param(taking, 1, "take 1", "GR-C4", id="not your turn to take"),
    pytest.param(giving, 1, "keep green give 2", "GR-C4", id="not your turn to give"),
    pytest.param(taking, 0, "take 5", "GR-C4", id="a triplet that is not there with four"),
    pytest.param(one_is_gone, 1, "take 1", "GR-T1", id="a triplet that is taken"),
    pytest.param(taking, 0, "keep green give 1", "GR-T1", id="sharing before taking"),
    pytest.param(giving, 0, "take 2", "GR-T2", id="taking twice"),
    pytest.param(giving, 0, "keep red give 1", "GR-T2", id="keeping the hidden card instead"),
    pytest.param(giving, 0, "keep green give 0", "GR-T2", id="keeping both"),
    pytest.param(giving, 0, "keep green give 4", "GR-T2", id="giving to nobody"),
    pytest.param(over, 0, "take 1", "GR-C1", id="match over"),
    pytest.param(over, 0, "keep red give 1", "GR-C1", id="match over, sharing"),
    pytest.param(looking, 0, "keep green give 1", "chance", id="sharing before looking"),
    pytest.param(looking, 1, "take 2", "chance", id="a seat while Chance is due"),
    pytest.param(taking, st.CHANCE, "red", "chance", id="Chance when not due"),
    pytest.param(looking, st.CHANCE, "start 1", "chance", id="a start when a card is due"),
    *(
        pytest.param(giving, 0, move, "notation", id=f"garbled {move!r}")
        for move in [
            "", "take", "take 0", "take 7", "take 01", "take  1", "take 1 ", "Take 1", "take -1", "keep green",
            "keep green give 6", "keep Green give 1", "keep green give", "keep pink give 1", "green 1",
            "keep green give ١",
        ]
    ),
    pytest.param(looking, st.CHANCE, "pink", "notation", id="garbled by Chance"),
]  # fmt: skip


@pytest.mark.parametrize(("situation", "seat", "move", "rule"), CASES)
def test_refusal_names_its_rule_and_leaves_the_match_as_it_was(
    at_the_beginning: AtTheBeginning, situation: Situation, seat: int, move: str, rule: str
) -> None:
    match = situation(at_the_beginning)
    before = match.to_json()
    with pytest.raises(st.Refused) as refused:
        match.play(seat, move)
    refusal = refused.value.refusal
    assert refusal.rule == rule
    assert refusal.text("de").strip() != refusal.text("en").strip() != ""
    assert match.to_json() == before


def test_every_reason_is_reached(at_the_beginning: AtTheBeginning) -> None:
    reached = set()
    for case in CASES:
        situation, seat, move, _ = case.values
        refusal = situation(at_the_beginning).why_not(seat, move)  # type: ignore[operator]
        reached.add(refusal.reason)
    names = {reason.name for reason in st.Match("gracias", 3, seed=1).game.reasons[1:]}
    assert names <= reached


def test_gr_c1_the_rules_refuse_by_themselves_while_chance_is_due(at_the_beginning: AtTheBeginning) -> None:
    """Bots ask them directly."""
    for match in (looking(at_the_beginning), st.Match("gracias", 3, chance="manual")):
        assert all(match.moves(seat) == () for seat in range(match.seats))
