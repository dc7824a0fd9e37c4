"""Positions: every one that a match reaches round-trips; a broken one is refused with the name of the field."""

import os
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import spieltisch as st

EXAMPLES = 20 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 75


def reached(seats: int, seed: int, moves: int) -> st.Match:
    """A match after so many moves of seats and Chance (each card turned up by hand, so some end in mid-turn)."""
    rng = random.Random(seed)
    match = st.Match("gracias", seats, chance="manual")
    while moves > 0 or match.view(None)["pile"] == 108 or not has_position(match):
        seat = match.actors[0]
        match.play(seat, rng.choice(match.moves(seat)))
        moves -= 1
    return match


def has_position(match: st.Match) -> bool:
    try:
        match.position()
    except st.BadPosition:
        return False
    return True


MATCHES = some.builds(reached, some.integers(3, 6), some.integers(0, 99), some.integers(0, 120))


@given(MATCHES)
@settings(max_examples=EXAMPLES)
def test_what_a_match_reaches_round_trips_and_plays_on(match: st.Match) -> None:
    again = st.Match.at("gracias", match.position(), chance="manual")
    assert again.position() == match.position()
    assert again.actors == match.actors
    actor = match.actors[0]
    assert again.moves(actor) == match.moves(actor)
    for one in (match, again):
        one.play(actor, one.moves(actor)[0])
    assert has_position(again) == has_position(match)
    assert again.view(None) == match.view(None)


@given(MATCHES, some.data())
@settings(max_examples=EXAMPLES)
def test_what_one_seat_knows_round_trips(match: st.Match, data: some.DataObject) -> None:
    knower = data.draw(some.integers(0, match.seats - 1))
    position = match.position()
    position["secret"] = [
        cards if seat == knower else sum(cards.values()) for seat, cards in enumerate(position["secret"])
    ]
    again = st.Match.at("gracias", position)
    assert again.position() == position
    assert again.view(knower) == match.view(knower)
    assert again.moves(knower) == match.moves(knower)
    assert again.view(None) == match.view(None)
    if again.actors == (knower,):
        assert st.bot("careful", seed=1).choose(again.seen(knower))[0] in again.moves(knower)
    for other in range(match.seats):
        if other != knower:
            with pytest.raises(st.Unknown):
                again.view(other)
    with pytest.raises(st.Unknown):
        again.play(knower, "take 1")


GARBAGE = (
    some.none()
    | some.booleans()
    | some.integers(-100, 100)
    | some.floats(allow_nan=True)
    | some.text(max_size=4)
    | some.lists(some.none() | some.integers(-3, 9) | some.sampled_from(["red", "pink", ""]), max_size=7)
    | some.lists(some.dictionaries(some.sampled_from(["red", "blue", "x"]), some.integers(-1, 20)), max_size=6)
    | some.lists(some.lists(some.sampled_from(["red", "blue"]) | some.integers(0, 40), max_size=4), max_size=6)
)


def refused_field(position: dict[str, Any]) -> str | None:
    try:
        st.Match.at("gracias", position, chance="manual")
    except st.BadPosition as error:
        return error.field
    return None


@given(MATCHES, some.data())
@settings(max_examples=2 * EXAMPLES)
def test_a_broken_field_is_named_or_still_legal(match: st.Match, data: some.DataObject) -> None:
    position = match.position()
    field = data.draw(some.sampled_from(sorted(position)))
    broken = {**position, field: data.draw(GARBAGE)}
    wrong = refused_field(broken)
    if wrong is not None:
        assert wrong.split("[")[0] in position
        return
    again = st.Match.at("gracias", broken, chance="manual").position()
    assert st.Match.at("gracias", again, chance="manual").position() == again


def legal(**changes: Any) -> dict[str, Any]:
    """Round 2 of pass 2: seat 1 has the large marker, seat 2 the small one and has had its turn; seat 0 is on."""
    return {
        "seats": 3, "pass": 2, "round": 2, "big": 1, "turn": 0,
        "open": [{"red": 5}, {"blue": 3}, {"blue": 2, "green": 4}],
        "secret": [{"red": 1}, {"orange": 1}, {"blue": 1, "red": 1}],
        "triplets": [["red", "red"], None, ["purple", "yellow"]],
        "took": None, "points": [[7, 5, 0]],
    } | changes  # fmt: skip


def taken(**changes: Any) -> dict[str, Any]:
    """Seat 0 has taken a pair and seen its hidden card."""
    return legal(
        took=["red", "green"], triplets=[None, None, ["red", "red"]],
        secret=[{"red": 2}, {"orange": 1}, {"blue": 1, "red": 1}],
    ) | changes  # fmt: skip


def test_these_are_legal() -> None:
    assert st.Match.at("gracias", legal(), chance="manual").actors == (0,)
    assert st.Match.at("gracias", taken(), chance="manual").moves(0)[0].startswith("keep")
    unseen = taken(secret=[{"red": 1}, {"orange": 1}, {"blue": 1, "red": 1}])
    assert st.Match.at("gracias", unseen, chance="manual").actors == (st.CHANCE,)


@pytest.mark.parametrize(
    ("position", "field"),
    [
        ([], "position"),
        ({}, "seats"),
        ({"seats": 3}, "triplets"),
        (legal(seats=2), "seats"),
        (legal(seats=7), "seats"),
        (legal(seats=4), "triplets"),
        (legal(**{"pass": 0}), "pass"),
        (legal(**{"pass": 4}), "pass"),
        (legal(**{"pass": 3}), "points"),
        (legal(**{"pass": 1}), "points"),
        (legal(round=5), "round"),
        (legal(round=3), "turn"),
        (legal(big=3), "big"),
        (legal(big=0), "turn"),
        (legal(turn=1), "turn"),
        (legal(turn=True), "turn"),
        (legal(turn=None), "turn"),
        (legal(triplets=[None] * 3), "triplets"),
        (legal(triplets=[["red", "red"], None]), "triplets"),
        (legal(triplets=[["red"], None, ["red", "red"]]), "triplets[0]"),
        (legal(triplets=[["red", "pink"], None, ["red", "red"]]), "triplets[0]"),
        (legal(triplets=[["red", "red"], None, ["red", "red", "red"]]), "triplets[2]"),
        (legal(triplets=[["red", "red"], ["red", "red"], ["red", "red"]]), "turn"),
        (legal(took=["red"]), "took"),
        (legal(took="red"), "took"),
        (legal(took=["red", "red"]), "turn"),
        (legal(took=["red", "red"], triplets=[["red", "red"]] * 3), "took"),
        (legal(open=[{"red": 5}, {"blue": 3}, {"blue": 2, "green": 3}]), "open"),
        (legal(open=[{"red": 6}, {"blue": 5}, {"blue": 1, "green": 2}]), "open[2]"),
        (legal(open=[{"red": 2}, {"blue": 5}, {"blue": 3, "green": 4}]), "open[0]"),
        (legal(open=[{"red": 7}, {"blue": 3}, {"blue": 4}]), "open[0]"),
        (legal(open=[{"red": 5}, {"blue": 3}]), "open"),
        (legal(open=[{"red": 5}, {"blue": 3}, {"pink": 6}]), "open[2]"),
        (legal(open=[{"red": 5}, {"blue": 3}, {"blue": -1}]), "open[2]"),
        (legal(open=[{"red": 19}, {"blue": 3}, {"blue": 6}]), "open[0]"),
        (legal(open=[{"red": 5}, {"blue": 3}, ["blue"] * 6]), "open[2]"),
        (legal(open=[{"red": 5}, {"blue": 3}, 6]), "open[2]"),
        (legal(open=[{"red": 5}, {"blue": 3}, {1: 6}]), "open[2]"),
        (legal(secret=[{"red": 2}, {"orange": 1}, {"blue": 2}]), "secret[0]"),
        (legal(secret=[{}, {"orange": 1}, {"blue": 2}]), "secret[0]"),
        (legal(secret=[{"red": 1}, {"orange": 1}, {"blue": 3}]), "secret[2]"),
        (legal(secret=[1, 1, 2]), "secret"),
        (legal(secret=[{"red": 1}, {"orange": 1}, 2]), "secret"),
        (legal(secret=[{"red": 1}, 2, 2]), "secret[1]"),
        (legal(secret=[{"red": 1}, -1, 2]), "secret[1]"),
        (legal(secret=[{"red": 1}, True, 2]), "secret[1]"),
        (legal(points=[[7, 5]]), "points[0]"),
        (legal(points=[[7, 5, 99]]), "points[0]"),
        (legal(points=[[7, 5, "0"]]), "points[0]"),
        (legal(points=[7]), "points[0]"),
        (legal(points=7), "points"),
        (taken(secret=[{}, {"orange": 1}, {"blue": 2}]), "secret[0]"),
        (taken(secret=[{"red": 3}, {"orange": 1}, {"blue": 2}]), "secret[0]"),
        (taken(took=None, turn=1), "open"),
        (legal(options={"speed": "high"}), "options"),
        (legal(pile=90), "pile"),
        (legal(opne=[]), "opne"),
    ],
)
def test_the_field_that_is_wrong_is_named(position: Any, field: str) -> None:
    with pytest.raises(st.BadPosition) as error:
        st.Match.at("gracias", position)
    assert error.value.field == field


def test_gr_m1_no_more_than_eighteen_of_a_colour_in_all_places_together() -> None:
    """18 in the displays alone are possible, one more in the middle is not."""
    shown = [{"red": 6}, {"red": 6}, {"red": 6}]
    position = {"seats": 3, "round": 3, "big": 1, "open": shown, "secret": [{"blue": 2}] * 3}
    pairs = [["blue", "green"]] * 3
    assert st.Match.at("gracias", {**position, "triplets": pairs}, chance="manual").actors == (0,)
    with pytest.raises(st.BadPosition) as error:
        st.Match.at("gracias", {**position, "triplets": [["red", "green"], *pairs[1:]]})
    assert error.value.field == "open[2]"


def test_keys_with_a_start_value_may_be_missing() -> None:
    position = {"seats": 3, "open": [{"red": 2}] * 3, "triplets": [["blue", "green"]] * 3}
    full = st.Match.at("gracias", position, seed=1).position()
    assert (full["pass"], full["round"], full["big"], full["turn"]) == (1, 1, 0, 0)
    assert (full["secret"], full["took"], full["points"]) == ([{}, {}, {}], None, [])


def test_a_position_can_be_taken_only_in_a_turn() -> None:
    match = st.Match("gracias", 3, chance="manual")
    with pytest.raises(st.BadPosition):
        match.position()
