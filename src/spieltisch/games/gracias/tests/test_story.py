"""Gracias: what the table tells and shows, by itself and as the whole story of a pass."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import spieltisch as st
from spieltisch.games.gracias import GAME
from spieltisch.games.gracias.story import SHOWN
from spieltisch.kernel.cells import cells_of
from spieltisch.kernel.story import event_of
from spieltisch.kernel.turn import MOST_EVENTS

AtTheBeginning = Callable[..., st.Match]


def events(match: st.Match) -> list[tuple[str, dict[str, Any]]]:
    return [tuple(event_of(GAME, event)) for event in match.told]  # type: ignore[misc]


def played(seats: int, seed: int) -> st.Match:
    match, rng = st.Match("gracias", seats, seed=seed), random.Random(seed)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, rng.choice(match.moves(seat)))
    return match


def test_a_turn_is_told(at_the_beginning: AtTheBeginning) -> None:
    match = at_the_beginning(chance=["red"])
    match.play(0, "take 1")
    assert events(match) == [
        ("takes", {"seat": 0, "triplet": 1, "first": "green", "second": "yellow"}),
        ("looks", {"seat": 0}),
    ]
    match.play(0, "keep yellow give 2")
    assert events(match) == [("gives", {"seat": 0, "keep": "yellow", "give": "green", "to": 2})]


def test_the_deal_is_told() -> None:
    match = st.Match("gracias", 3, chance=["start 1", *["red"] * 6, *["blue"] * 6])
    told = [tuple(event_of(GAME, event)) for event in match.story]
    assert told[:2] == [("start", {"seat": 1}), ("pass", {"pass": 1, "seat": 1})]
    assert told[2:4] == [("dealt", {"seat": 1, "colour": "red"})] * 2
    assert told[8] == ("round", {"pass": 1, "round": 1, "seat": 1})
    assert told[9:] == [("laid", {"triplet": triplet, "colour": "blue"}) for triplet in (1, 1, 2, 2, 3, 3)]


@pytest.mark.parametrize("seats", range(3, 7))
def test_a_scoring_can_be_read_again_from_the_story_alone(seats: int) -> None:
    """Cards, stacks, discards and points add up, in each of three passes, and to the totals."""
    match = played(seats, seats)
    totals, passes = [0] * seats, 0
    counted: list[dict[str, Any]] = []
    for event in match.story:
        name, details = event_of(GAME, event)
        if name == "scoring":
            passes, counted = passes + 1, []
            assert details == {"pass": passes}
        elif name == "counted":
            counted.append(details)
        elif name == "scored":
            mine = [one for one in counted if one["seat"] == details["seat"]]
            assert details["points"] == sum(one["points"] for one in mine)
            totals[details["seat"]] += details["points"]
            assert details["total"] == totals[details["seat"]]
    assert passes == 3
    assert match.result is not None
    assert list(match.result.points) == totals
    for one in counted:
        rivals = [other["open"] for other in counted if other["colour"] == one["colour"]]
        assert one["cards"] == one["stacked"] + one["open"]
        assert one["discards"] == (one["open"] if one["open"] == max(rivals) else 0)
        assert one["points"] == one["stacked"] // 5 + one["open"] - one["discards"]
    assert sum(one["cards"] for one in counted) == 14 * seats


def test_a_scoring_of_six_fits_into_what_an_entry_may_tell() -> None:
    longest = 0
    match, rng = st.Match("gracias", 6, seed=6), random.Random(6)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, rng.choice(match.moves(seat)))
        longest = max(longest, len(match.told))
    assert longest < MOST_EVENTS


def test_the_winners_are_told_last() -> None:
    match = played(4, 2)
    assert match.result is not None
    winners = [seat for seat, place in enumerate(match.result.places) if place == 1]
    last = [event_of(GAME, event) for event in match.story[-len(winners) :]]
    assert [(event.key, event.details["seat"]) for event in last] == [("wins", seat) for seat in winners]


def shown(match: st.Match, name: str) -> Any:
    first, shape = cells_of(GAME).fields[name]
    cells = match.cells(None)[first : first + int(np.prod(shape, dtype=int))]
    return cells if shape else cells[0]


def test_what_the_table_shows(at_the_beginning: AtTheBeginning) -> None:
    cards = [{"red": 5, "blue": 2}, {"red": 2, "blue": 2, "green": 2}, {"red": 1, "orange": 4}]
    match = st.Match.at(
        "gracias",
        {
            "seats": 3, "round": 3, "big": 0, "open": cards, "secret": [{"red": 2}] * 3,
            "triplets": [["blue", "green"]] * 3,
        },
        chance="manual",
    )  # fmt: skip
    assert set(SHOWN) == {"small", "totals", "most", "stacked", "worth", "unseen", "scored", "rounds"}
    assert shown(match, "small") == 2
    assert shown(match, "most") == [0b010, 0, 0b010, 0b011, 0, 0b100]
    assert shown(match, "stacked") == [0b001, 0, 0, 0, 0, 0]
    assert shown(match, "worth")[:3] == [1, 0, 1]
    assert shown(match, "totals") == [0] * 6
    assert shown(match, "unseen") == 108 - 18 - 6 - 9
    assert (shown(match, "scored"), shown(match, "rounds")) == (0, 4)


def test_gr_k1_what_is_shown_does_not_depend_on_what_is_hidden(at_the_beginning: AtTheBeginning) -> None:
    cells = set()
    for card in ("red", "green", "blue"):
        match = at_the_beginning(chance=[card])
        match.play(0, "take 1")
        cells.add(tuple(match.cells(None)))
    assert len(cells) == 1
