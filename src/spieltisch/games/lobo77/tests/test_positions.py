"""Positions: every legal one round-trips; a broken one is refused with the name of the field, never half read."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

import spieltisch as st
from spieltisch.games.lobo77.cards import CARDS, COPIES

DECK = [card for card, copies in zip(CARDS, COPIES["55"].tolist(), strict=True) for _ in range(copies)]


@some.composite
def positions(draw: some.DrawFn) -> dict[str, Any]:
    """A legal position with any hands, chips, discards and turn."""
    seats = draw(some.integers(2, 8))
    cards = draw(some.permutations(DECK))
    sizes = [draw(some.integers(0, 5)) for _ in range(seats)]
    hands = [[cards.pop() for _ in range(size)] for size in sizes]
    out = draw(some.lists(some.integers(0, seats - 1), unique=True, max_size=seats - 2))
    holders = [seat for seat in range(seats) if seat not in out and hands[seat]]
    if not holders:
        still_in = next(seat for seat in range(seats) if seat not in out)
        hands[still_in] = [cards.pop()]
        holders = [still_in]
    discards = [cards.pop() for _ in range(draw(some.integers(0, 12)))]
    owes = draw(some.integers(1, 2))
    return {
        "seats": seats,
        "hands": hands,
        "chips": [None if seat in out else draw(some.integers(0, 3)) for seat in range(seats)],
        "out": out,
        "total": draw(some.integers(-60, 76)),
        "direction": draw(some.sampled_from([1, -1])),
        "turn": draw(some.sampled_from(holders)),
        "owes": owes,
        "played": draw(some.integers(0, 2 - owes)) if discards else 0,
        "draws": [0] * seats,
        "top": discards[-1] if discards else None,
        "discards": discards,
        "start": draw(some.integers(0, seats - 1)),
    }


def in_order(position: dict[str, Any]) -> dict[str, Any]:
    """Hands and discards have no order."""
    hands = [sorted(hand) if isinstance(hand, list) else hand for hand in position["hands"]]
    return {**position, "hands": hands, "discards": sorted(position["discards"])}


@given(positions())
def test_a_legal_position_round_trips_and_plays_on(position: dict[str, Any]) -> None:
    match = st.Match.at("lobo77", position, seed=1)
    again = match.position()
    assert again.pop("options") == {"edition": "55", "draw": "automatic", "announce": "automatic"}
    assert in_order(again) == in_order(position)
    match.play(position["turn"], match.moves(position["turn"])[0])


@given(positions(), some.data())
def test_what_one_seat_knows_round_trips(position: dict[str, Any], data: some.DataObject) -> None:
    knower = data.draw(some.integers(0, position["seats"] - 1))
    hands = [hand if seat == knower else len(hand) for seat, hand in enumerate(position["hands"])]
    match = st.Match.at("lobo77", {**position, "hands": hands})
    assert in_order(match.position())["hands"] == in_order({**position, "hands": hands})["hands"]
    assert match.view(knower)["hands"] == match.position()["hands"]


GARBAGE = (
    some.none()
    | some.booleans()
    | some.integers(-100, 100)
    | some.floats(allow_nan=True)
    | some.text(max_size=4)
    | some.lists(some.none() | some.integers(-3, 9) | some.sampled_from(["5", "x2", "1", ""]), max_size=9)
    | some.dictionaries(some.text(max_size=2), some.integers(), max_size=2)
)


def refused_field(position: dict[str, Any]) -> str | None:
    try:
        st.Match.at("lobo77", position, seed=1)
    except st.BadPosition as error:
        return error.field
    return None


@given(positions(), some.data())
def test_a_broken_field_is_named_or_still_legal(position: dict[str, Any], data: some.DataObject) -> None:
    field = data.draw(some.sampled_from(sorted(position)))
    broken = {**position, field: data.draw(GARBAGE)}
    wrong = refused_field(broken)
    if wrong is not None:
        assert wrong.split("[")[0] in position
        return
    match = st.Match.at("lobo77", broken, seed=1)
    kept = match.position()
    st.Match.at("lobo77", kept, seed=1)
    assert sum(map(len, kept["hands"])) + len(kept["discards"]) + match.view(None)["pile"] == 55


def legal(**changes: Any) -> dict[str, Any]:
    return {"seats": 2, "hands": [["5"], ["6"]], **changes}


@pytest.mark.parametrize(
    ("position", "field"),
    [
        ([], "position"),
        ({}, "seats"),
        ({"seats": 2}, "hands"),
        (legal(seats=9), "seats"),
        (legal(hands=[["5"], ["6"], ["7"]]), "hands"),
        (legal(hands=[["5"], ["1"]]), "hands[1]"),
        (legal(hands=[["76"], ["76"]]), "hands[1]"),
        (legal(hands=[["5"] * 4, ["6"]]), "hands[0]"),
        (legal(hands=[["5"], 55]), "hands"),
        (legal(hands=[1, 1]), "hands"),
        (legal(hands=[["5"], ["6"], 3], seats=3), "hands"),
        (legal(hands=[[], ["6"]]), "turn"),
        (legal(discards=["9"]), "top"),
        (legal(top="9", discards=["9"] * 4), "discards"),
        (legal(top="1"), "top"),
        (legal(chips=[3, 4]), "chips"),
        (legal(chips=[3, None]), "chips"),
        (legal(chips=[3]), "chips"),
        (legal(out=[1]), "out"),
        (legal(out=[[]]), "out"),
        (legal(out=[3.0]), "out"),
        (legal(seats=4, hands=[["5"], ["6"], [], []], chips=[3, 3, None, None], out=[2, 2]), "out"),
        (legal(seats=3, hands=[["5"], [], ["6"]], chips=[3, None, 3], out=[True]), "out"),
        (legal(total=77), "total"),
        (legal(total="0"), "total"),
        (legal(direction=0), "direction"),
        (legal(direction=True), "direction"),
        (legal(turn=2), "turn"),
        (legal(start=-1), "start"),
        (legal(owes=0), "owes"),
        (legal(owes=2, played=1, top="9"), "played"),
        (legal(played=1), "played"),
        (legal(draws=[1, 0], top="9"), "draws"),
        (legal(draws=[1, 1], top="9", options={"draw": "by hand"}), "draws"),
        (legal(draws=[1, 0], options={"draw": "by hand"}), "draws"),
        (legal(options={"draw": "never"}), "options"),
        (legal(pile=3), "pile"),
        (legal(tottal=3), "tottal"),
    ],
)
def test_the_field_that_is_wrong_is_named(position: Any, field: str) -> None:
    with pytest.raises(st.BadPosition) as error:
        st.Match.at("lobo77", position)
    assert error.value.field == field


def test_the_position_of_the_design_is_legal() -> None:
    """With a top card that is also counted among the discards, and one that is not."""
    position = {
        "seats": 4, "hands": [["x2", "10"], ["5"], ["4"], ["3"]], "chips": [3, 0, None, 2], "out": [2],
        "total": 22, "direction": 1, "turn": 3, "owes": 1, "played": 0, "draws": [0, 0, 0, 0], "top": "x2", "start": 0,
    }  # fmt: skip
    for discards in (["9", "x2"], ["9"]):
        match = st.Match.at("lobo77", {**position, "discards": discards}, seed=1)
        assert sorted(match.position()["discards"]) == ["9", "x2"]
        assert match.view(0)["pile"] == 55 - 5 - 2
