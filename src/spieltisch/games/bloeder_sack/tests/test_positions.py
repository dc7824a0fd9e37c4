"""Positions: every legal one round-trips; a broken one is refused with the name of the field, never half read."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

import spieltisch as st
from spieltisch.games.bloeder_sack.deck import STANDARD_DECK


@some.composite
def positions(draw: some.DrawFn) -> dict[str, Any]:
    seats = draw(some.integers(2, 4))
    cards = list(draw(some.permutations(sorted(STANDARD_DECK))))
    by_time = draw(some.booleans())
    turn = draw(some.integers(0, seats - 1))
    roll = sorted(draw(some.lists(some.integers(1, 6), max_size=2)))
    left = [10 - (len(roll) if seat == turn else 0) for seat in range(seats)]
    trays = []
    for _ in range(5):
        dice = []
        for place in range(draw(some.integers(0, 5 if seats == 2 else 8))):
            owner = draw(some.integers(0, seats - 1))
            if left[owner]:
                left[owner] -= 1
                dice.append([owner, draw(some.integers(1, 6)), *([place] if by_time else [])])
        for rank, die in enumerate(dice, start=1):
            die[2:] = [rank] if by_time else []
        trays.append(dice)
    position = {
        "options": {"order": "time" if by_time else "field", "deck": "standard"},
        "seats": seats,
        "start": draw(some.integers(0, seats - 1)),
        "turn": turn,
        "cards": [cards.pop() for _ in range(5)],
        "trays": trays,
        "won": [in_order([cards.pop() for _ in range(draw(some.integers(0, 4)))]) for _ in range(seats)],
        "aside": in_order([cards.pop() for _ in range(draw(some.integers(0, 3)))]),
        "choose": roll == [6, 6] and any(trays) and draw(some.booleans()),
    }
    return position | ({"roll": roll} if roll else {})


def in_order(cards: list[str]) -> list[str]:
    return [card for card in STANDARD_DECK if card in cards]


@pytest.mark.slow
@given(positions())
def test_a_legal_position_round_trips_and_plays_on(position: dict[str, Any]) -> None:
    match = st.Match.at("bloeder-sack", position, chance="manual")
    assert match.position() == position
    seat = match.actors[0]
    match.play(seat, match.moves(seat)[0])


GARBAGE = (
    some.none()
    | some.booleans()
    | some.integers(-100, 100)
    | some.floats(allow_nan=True)
    | some.text(max_size=4)
    | some.lists(some.none() | some.integers(-3, 9) | some.sampled_from(["summe", "x2", ""]), max_size=6)
    | some.lists(some.lists(some.lists(some.integers(-1, 9), max_size=4), max_size=10), min_size=5, max_size=5)
    | some.dictionaries(some.text(max_size=2), some.integers(), max_size=2)
)


def refused_field(position: dict[str, Any]) -> str | None:
    try:
        st.Match.at("bloeder-sack", position, chance="manual")
    except st.BadPosition as error:
        return error.field
    return None


@given(positions(), some.data())
def test_a_broken_field_is_named_or_still_legal(position: dict[str, Any], data: some.DataObject) -> None:
    field = data.draw(some.sampled_from(sorted(position)))
    broken = {**position, field: data.draw(GARBAGE)}
    wrong = refused_field(broken)
    if wrong is not None:
        assert wrong.split("[")[0] in {*position, "roll"}
        return
    kept = st.Match.at("bloeder-sack", broken, chance="manual").position()
    assert st.Match.at("bloeder-sack", kept, chance="manual").position() == kept


def legal(**changes: Any) -> dict[str, Any]:
    return {"seats": 3, "cards": ["wuerfel", "meiste-1", "meiste-2", "meiste-3", "summe"], **changes}


def trays(*dice: list[int]) -> list[list[list[int]]]:
    return [list(dice), [], [], [], []]


@pytest.mark.parametrize(
    ("position", "field"),
    [
        ([], "position"),
        ({}, "seats"),
        ({"seats": 3}, "cards"),
        (legal(seats=5), "seats"),
        (legal(start=3), "start"),
        (legal(turn=-1), "turn"),
        (legal(cards=["wuerfel"] * 5), "cards"),
        (legal(cards=["wuerfel", "meiste-1", "meiste-2", "meiste-3"]), "cards"),
        (legal(cards=["nicht-3", "meiste-1", "meiste-2", "meiste-3", "summe"]), "cards"),
        (legal(cards=[5, "meiste-1", "meiste-2", "meiste-3", "summe"]), "cards"),
        (legal(won=[["summe"], [], []]), "won[0]"),
        (legal(won=[[], ["gleiche", "gleiche"], []]), "won[1]"),
        (legal(won=[[], []]), "won"),
        (legal(aside=["summe"]), "aside"),
        (legal(aside="gleiche"), "aside"),
        (legal(trays=[[], []]), "trays"),
        (legal(trays=trays([3, 1])), "trays[0]"),
        (legal(trays=trays([0, 7])), "trays[0]"),
        (legal(trays=trays([0, 1, 1])), "trays[0]"),
        (legal(trays=trays(*[[0, 1]] * 9)), "trays[0]"),
        (legal(seats=2, trays=trays(*[[0, 1]] * 6)), "trays[0]"),
        (legal(trays=[[[0, 1]] * 6, [[0, 1]] * 5, [], [], []]), "trays[1]"),
        (legal(cards=[None, "meiste-1", "meiste-2", "meiste-3", "summe"], trays=trays([0, 1])), "trays[0]"),
        (legal(trays=trays([0, 1, 1], [1, 1, 1]), options={"order": "time"}), "trays[0]"),
        (legal(trays=trays([0, 1, 1], [1, 1]), options={"order": "time"}), "trays[0]"),
        (legal(trays=[[[0, 1]] * 5, [[0, 1]] * 5, [], [], []], roll=[1, 2]), "roll"),
        (legal(roll=[1, 2, 3]), "roll"),
        (legal(roll=[0]), "roll"),
        (legal(roll=3), "roll"),
        (legal(choose=True), "choose"),
        (legal(choose=True, roll=[6, 6]), "choose"),
        (legal(choose=True, roll=[5, 5], trays=trays([0, 1])), "choose"),
        (legal(choose=1), "choose"),
        (legal(cards=[None] * 5, roll=[1]), "roll"),
        (legal(options={"order": "never"}), "options"),
        (legal(options={"deck": "summe*1"}), "options"),
        (legal(pile=3), "pile"),
    ],
)
def test_the_field_that_is_wrong_is_named(position: Any, field: str) -> None:
    with pytest.raises(st.BadPosition) as error:
        st.Match.at("bloeder-sack", position)
    assert error.value.field == field


def test_the_position_of_the_design_is_legal() -> None:
    position = {
        "seats": 3, "start": 0, "turn": 1, "cards": ["meiste-4", "gerade", "gleiche", None, "letzte-1"],
        "trays": [[[0, 4], [1, 4]], [], [], [], []], "won": [["summe"], [], []], "aside": [],
        "roll": [2, 4], "choose": False,
    }  # fmt: skip
    m = st.Match.at("bloeder-sack", position, seed=1)
    kept = m.position()
    assert kept.pop("options") == {"order": "field", "deck": "standard"}
    assert kept == position
    assert m.actors == (1,)


def test_everything_but_the_cards_has_a_start_value() -> None:
    m = st.Match.at("bloeder-sack", legal(), chance="manual")
    assert (m.view(None)["turn"], m.view(None)["supply"], m.view(None)["pile"]) == (0, [10] * 3, 22)


def test_ages_tell_the_order_whatever_numbers_they_are() -> None:
    dice = [[0, 1, 40], [1, 2, 7], [2, 3, 900]]
    m = st.Match.at("bloeder-sack", legal(trays=trays(*dice), options={"order": "time"}), chance="manual")
    assert m.position()["trays"][0] == [[0, 1, 2], [1, 2, 1], [2, 3, 3]]
