"""Gracias: what the careful player does where it is plain what to do."""

import numpy as np
import pytest

import spieltisch as st
from spieltisch.games.gracias import GAME

LAST = {"seats": 3, "round": 4, "big": 0, "turn": 2, "triplets": [None] * 3}


def choice(**keys: object) -> str:
    """What seat 2 does with the last pair of a pass."""
    match = st.Match.at("gracias", LAST | keys, seed=1)
    return st.bot("careful", seed=1).choose(match.seen(2))[0]


def test_it_keeps_what_stays_below_the_most() -> None:
    """One more red is still below seat 0's four; one more blue would be the most."""
    shown = [
        {"red": 4, "green": 3, "blue": 3},
        {"purple": 4, "yellow": 3, "red": 1, "green": 1},
        {"red": 2, "blue": 3, "purple": 3, "orange": 1},
    ]
    secret = [4, 4, {"orange": 2, "green": 1, "yellow": 1}]
    assert choice(open=shown, secret=secret, took=["red", "blue"]).startswith("keep red")


def test_it_remembers_what_it_has_hidden() -> None:
    """Four red with the hidden ones: one more is a stack."""
    shown = [
        {"red": 1, "green": 4, "blue": 4},
        {"purple": 4, "yellow": 3, "blue": 2, "green": 1},
        {"red": 1, "blue": 3, "purple": 3, "orange": 2},
    ]
    secret = [4, 4, {"red": 3, "green": 1}]
    assert choice(open=shown, secret=secret, took=["red", "blue"]).startswith("keep red")


def test_it_gives_what_pushes_a_rival_to_the_top() -> None:
    """Seat 1 has two blue, one below the most: a third costs it all of them. Seat 0 would lose nothing by it."""
    shown = [
        {"blue": 3, "red": 4, "green": 3},
        {"blue": 2, "yellow": 4, "purple": 3},
        {"orange": 4, "red": 2, "yellow": 3},
    ]
    secret = [4, 4, {"orange": 1, "green": 3}]
    assert choice(open=shown, secret=secret, took=["blue", "blue"]) == "keep blue give 1"


@pytest.mark.parametrize("seats", range(3, 7))
def test_chances_of_winning_add_up_to_one(seats: int) -> None:
    match, out = st.Match("gracias", seats, seed=1), np.zeros(6)
    while not match.over:
        GAME.mind.evaluate(match._states[0], out)
        assert out[:seats].sum() == pytest.approx(1)
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    GAME.mind.evaluate(match._states[0], out)
    assert out[:seats].sum() == pytest.approx(1)
    assert match.result is not None
    assert match.result.places[int(out[:seats].argmax())] == 1
