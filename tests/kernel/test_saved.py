"""Broken, truncated, forged and foreign logs: each a clear sentence, nothing half done."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

import spieltisch as st


def saved() -> dict[str, Any]:
    match = st.Match("lobo77", seats=3, seed=5)
    for _ in range(6):
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    data: dict[str, Any] = json.loads(match.to_json())
    return data


def edit(**changes: object) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(changes)


def drop_an_entry(data: dict[str, Any]) -> None:
    del data["log"][3]


def forge_a_card(data: dict[str, Any]) -> None:
    data["log"][-1] = ["chance", "start 0"]


def swap_seats(data: dict[str, Any]) -> None:
    seat, move = data["log"][16][:2]
    data["log"][16] = [(seat + 1) % 3, move]


@pytest.mark.parametrize(
    ("break_it", "says"),
    [
        (edit(log="x"), "log must be a list"),
        (edit(log=[5]), "entry 1 of the log"),
        (edit(log=[["nobody", "5"]]), "entry 1 of the log"),
        (edit(log=[[True, "5"]]), "entry 1 of the log"),
        (edit(log=[[0, "5", "noon"]]), "entry 1 of the log"),
        (edit(log=[[99, "5"]]), "entry 1 of the log cannot be replayed"),
        (edit(seats=9), "2 to 8 players"),
        (edit(options={"edition": "57"}), "'edition' is one of"),
        (edit(options=5), "options are a dict"),
        (edit(chance={"kind": "luck"}), "not a seeded stream"),
        (edit(chance={"kind": "seeded", "key": "", "context": "", "used": 2**80}), "not a seeded stream"),
        (edit(chance={"kind": "seeded", "key": "xy", "context": "", "used": 0}), "not a seeded stream"),
        (edit(position={"seats": 3}), "hands: is missing"),
        (edit(more=1), "it needs exactly"),
        (drop_an_entry, "cannot be replayed"),
        (forge_a_card, "cannot be replayed"),
        (swap_seats, "cannot be replayed"),
    ],
)
def test_a_broken_log_says_what_is_wrong(break_it: Callable[[dict[str, Any]], None], says: str) -> None:
    data = saved()
    break_it(data)
    with pytest.raises(st.BadLog, match=says):
        st.Match.from_json(json.dumps(data))


def test_other_rules_are_not_played_on() -> None:
    with pytest.raises(st.OtherRules, match=r"version 0 of the rules of lobo77; only version 1"):
        st.Match.from_json(json.dumps(saved() | {"rules": 0}))


def test_an_unknown_game_in_a_log() -> None:
    with pytest.raises(st.UnknownGame, match=r"there are: .*lobo77"):
        st.Match.from_json(json.dumps(saved() | {"game": "chess"}))


@given(some.integers(0, 2000))
def test_a_truncated_log_is_refused(length: int) -> None:
    text = st.Match("lobo77", seats=2, seed=1).to_json()
    if length < len(text):
        with pytest.raises(st.BadLog):
            st.Match.from_json(text[:length])


@given(some.text() | some.binary())
def test_garbage_is_refused(text: str | bytes) -> None:
    with pytest.raises(st.BadLog):
        st.Match.from_json(text)


def test_nesting_does_not_hurt() -> None:
    with pytest.raises(st.BadLog):
        st.Match.from_json("[" * 100_000)


@pytest.mark.parametrize("chance", [None, "manual", ["start 0", "5"]])
def test_a_match_is_saved_and_loaded(chance: Any) -> None:
    match = st.Match("lobo77", seats=3, options={"draw": "by hand"}, chance=chance)
    again = st.Match.from_json(match.to_json())
    assert again.to_json() == match.to_json()
    assert again.view(0) == match.view(0)


def test_a_match_begun_at_a_position_is_saved_and_loaded() -> None:
    position = {"seats": 2, "hands": [["5", "10"], ["3", "4"]], "total": 22}
    match = st.Match.at("lobo77", position, seed=3)
    match.play(0, "5")
    again = st.Match.from_json(match.to_json())
    assert again.position() == match.position()
    assert again.log == match.log


def test_what_becomes_of_a_position_later_does_not_matter() -> None:
    position: dict[str, Any] = {"seats": 2, "hands": [["5", "10"], ["3", "4"]]}
    match = st.Match.at("lobo77", position, seed=3)
    saved = match.to_json()
    position["hands"][0].append("76")
    assert match.to_json() == saved


def test_what_one_seat_knows_is_saved_and_loaded() -> None:
    match = st.Match.at("lobo77", {"seats": 2, "hands": [["5", "10"], 5]})
    again = st.Match.from_json(match.to_json())
    assert again.view(0) == match.view(0)
    with pytest.raises(st.Unknown):
        again.play(0, "5")
