"""BG-X1, BG-X2: the calm pace."""

from collections.abc import Callable

import pytest

from spieltisch.games.blitzgriff import GAME
from spieltisch.kernel import CLOCK, Match, Refused

At = Callable[..., Match]


def test_bg_x1_turns_go_clockwise(at: At) -> None:
    match = at(seats=3, dice="rot 6 middle, rot 5 middle, rot 4 middle")
    match.play(0, "take 1")
    assert match.actors == (0,)
    match.play(0, "put 1.1")
    assert match.actors == (1,)
    with pytest.raises(Refused, match="BG-X1"):
        match.play(2, "take 2")
    match.play(1, "pass")
    assert match.actors == (2,)


def test_bg_x1_no_stopp_and_no_passing_between_taking_and_putting_down(at: At) -> None:
    match = at(dice="rot 6 0.hand, rot 5 middle")
    for move in ("stop", "pass"):
        with pytest.raises(Refused, match="BG-X1"):
            match.play(0, move)


def test_bg_x1_no_passing_in_blitz(at: At) -> None:
    match = at(dice="rot 5 middle", options={"pace": "blitz"})
    with pytest.raises(Refused, match="BG-X1"):
        match.play(0, "pass")


def test_bg_x1_moving_the_parked_die_is_free(at: At) -> None:
    match = at(dice="rot 3 2.parked, blau 1 2.1, rot 6 middle, rot 1 middle")
    match.play(0, "move 2.1")
    assert match.actors == (0,)
    match.play(0, "take 2")
    match.play(0, "put 1.1")
    assert match.actors == (1,)


def test_bg_x1_who_passed_may_act_again_and_all_passing_ends_the_pass(at: At) -> None:
    match = at(seats=3, dice="rot 6 middle, rot 5 middle")
    match.play(0, "pass")
    match.play(1, "pass")
    match.play(2, "take 1")
    match.play(2, "beside 1")
    match.play(0, "pass")
    match.play(1, "pass")
    assert not match.over
    match.play(2, "pass")
    assert match.over


def test_bg_x1a_who_only_moves_and_passes_has_passed(at: At) -> None:
    match = at(dice="rot 3 2.parked, blau 1 2.1, rot 6 middle", passes=1)
    match.play(0, "move 2.1")
    match.play(0, "pass")
    assert match.over


def test_bg_x1_the_start_moves_to_the_left_with_each_pass() -> None:
    match = Match(GAME, 3, seed=2)
    starts = []
    while not match.over:
        starts.append(match.actors[0])
        for _ in range(3):
            match.play(match.actors[0], "pass")
    assert starts == [(starts[0] + step) % 3 for step in range(9)]


def test_bg_x2_the_clock_passes_for_him(at: At) -> None:
    match = at(seats=3, dice="rot 6 middle, rot 5 middle")
    match.play(CLOCK, "timeout")
    assert match.actors == (1,)
    assert match.position()["passes"] == 1
    match.play(1, "take 1")
    match.play(CLOCK, "timeout")
    assert match.position()["dice"][0][2] == "1.1.beside"
    assert match.actors == (2,)


def test_bg_x3_calm_unless_blitz_is_asked_for() -> None:
    assert Match(GAME, 2, seed=1).options["pace"] == "calm"
    assert len(Match(GAME, 2, {"pace": "blitz"}, seed=1).actors) == 2
