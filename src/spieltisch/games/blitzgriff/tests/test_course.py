"""BG-C1 … BG-C5, BG-E1: rounds, passes, cards, throws, the end."""

import os
from collections.abc import Callable
from typing import Any

import pytest

from spieltisch.games.blitzgriff import GAME
from spieltisch.kernel import CHANCE, Match, Refused
from spieltisch.kernel.story import event_of

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"

At = Callable[..., Match]


def pass_on(match: Match) -> None:
    """Everybody passes: the pass is over."""
    for _ in range(match.seats):
        match.play(match.actors[0], "pass")


def events(match: Match, *keys: str) -> list[dict[str, Any]]:
    return [event.details for event in (event_of(GAME, event) for event in match.story) if event.key in keys]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bg_c1_three_rounds_of_as_many_passes_as_players(seats: int) -> None:
    match = Match(GAME, seats, seed=1)
    while not match.over:
        pass_on(match)
    begun = [(event["round"], event["pass"]) for event in events(match, "los")]
    assert begun == [(number, turn) for number in (1, 2, 3) for turn in range(1, seats + 1)]
    assert match.result is not None
    assert match.result.places == (1,) * seats
    assert match.result.points == (0,) * seats


def test_bg_c2_three_kinds_then_their_cards_seat_by_seat() -> None:
    match = Match(GAME, 2, chance="manual")
    match.play(CHANCE, "start 1")
    assert len(match.moves(CHANCE)) == 20
    assert match.moves(CHANCE)[0] == "kinds 1 2 3"
    match.play(CHANCE, "kinds 1 4 6")
    assert match.moves(CHANCE) == tuple(f"zielwert-{number:02}" for number in range(1, 13))
    match.play(CHANCE, "zielwert-07")
    match.play(CHANCE, "kette-01")
    assert len(match.moves(CHANCE)) == 24
    match.play(CHANCE, "mix-20")
    assert "kinds 2 3 5" in match.moves(CHANCE)
    match.play(CHANCE, "kinds 1 2 3")
    assert "zielwert-07" not in match.moves(CHANCE)
    for card in ("zielwert-01", "tuerme-01", "reihen-01"):
        match.play(CHANCE, card)
    assert match.moves(CHANCE) == tuple(f"mix {value}" for value in range(1, 7))
    match.play(CHANCE, "mix 3")
    for _ in range(40):
        assert match.moves(CHANCE) == tuple("123456")
        match.play(CHANCE, "5")
    assert match.actors == (1,)
    position = match.position()
    assert position["cards"] == [["zielwert-01", "tuerme-01", "reihen-01"], ["zielwert-07", "kette-01", "mix-20"]]
    assert (position["mix"], position["start"], position["turn"]) == (3, 1, 1)


def test_bg_c2_no_card_is_used_twice_in_a_match() -> None:
    for seed in range(2 if INTERPRETED else 10):
        match = Match(GAME, 4, seed=seed)
        while not match.over:
            pass_on(match)
        dealt = [event["task"] for event in events(match, "deals")]
        assert len(dealt) == len(set(dealt)) == 36


def test_bg_c2_first_game() -> None:
    match = Match(GAME, 2, {"tasks": "first game"}, chance="manual")
    match.play(CHANCE, "start 0")
    assert match.moves(CHANCE)[0] == "zielwert-01"
    match = Match(GAME, 2, {"tasks": "first game"}, seed=3)
    kinds = []
    while not match.over:
        kinds.append([[card.split("-")[0] for card in cards] for cards in match.position()["cards"]])
        pass_on(match)
    assert kinds[0] == kinds[1] == [["zielwert", "tuerme", "mix"]] * 2
    assert kinds[2] == kinds[3] == [["reihen", "kette", "pasch"]] * 2
    assert len(events(match, "kinds")) == 2


def test_bg_x4_trial_rounds_are_shown_and_not_counted() -> None:
    """The kinds are those of a first game; what a pass would have brought is told."""
    played = {tasks: Match(GAME, 2, {"tasks": tasks}, seed=3) for tasks in ("first game", "trial rounds")}
    for match in played.values():
        while not match.over:
            match.play(match.actors[0], "stop")
    first, trial = played.values()
    assert trial.log == first.log
    told, counted = events(trial, "total"), events(first, "total")
    assert [event["points"] for event in told] == [event["points"] for event in counted]
    assert any(event["points"] for event in told[:8])
    assert all(event["total"] == 0 for event in told[:8])
    assert [event["round"] for event in events(trial, "trial")] == [1, 1, 2, 2]
    assert events(first, "trial") == []
    last = [sum(event["points"] for event in told[8:] if event["seat"] == seat) for seat in range(2)]
    assert trial.result is not None
    assert list(trial.result.points) == last


def test_bg_x4_the_table_shows_that_a_round_is_for_practice() -> None:
    """The last number that the table shows besides its record."""
    for tasks, expected in (("trial rounds", [1, 1, 1, 1, 0]), ("first game", [0] * 5)):
        match = Match(GAME, 2, {"tasks": tasks}, seed=3)
        shown = []
        for _ in expected:
            shown.append(match.cells(0)[-1])
            pass_on(match)
        assert shown == expected


def test_bg_c3_cards_go_to_the_left_within_a_round() -> None:
    match = Match(GAME, 3, seed=4)
    first = match.position()["cards"]
    pass_on(match)
    second = match.position()["cards"]
    assert second == [first[2], first[0], first[1]]
    pass_on(match)
    assert match.position()["cards"] == [first[1], first[2], first[0]]
    pass_on(match)
    assert match.position()["round"] == 2
    assert not set().union(*first) & set().union(*match.position()["cards"])


def test_bg_c4_a_die_is_rolled_for_every_pass() -> None:
    match = Match(GAME, 4, seed=5)
    while not match.over:
        pass_on(match)
    assert len(events(match, "mix")) == 12
    assert len({event["value"] for event in events(match, "mix")}) > 2


def test_bg_c5_nothing_can_be_done_before_all_dice_are_thrown(at: At) -> None:
    match = Match(GAME, 2, {"pace": "blitz"}, chance="manual")
    assert match.actors == (CHANCE,)
    assert all(match.moves(seat) == () for seat in range(2))
    assert GAME.rules.why_not(match._states[0], 0, 0) == [reason.name for reason in GAME.reasons].index("not_yet")


def test_bg_c5_all_forty_lie_in_the_middle_and_all_may_act() -> None:
    match = Match(GAME, 4, {"pace": "blitz"}, seed=6)
    assert all(place == "middle" for _, _, place in match.position()["dice"])
    assert match.actors == (0, 1, 2, 3)


def test_bg_e1_most_points_win_and_a_tie_is_shared(at: At) -> None:
    for points, places in (([3, 7], (2, 1)), ([5, 5], (1, 1))):
        match = at(points=points, dice="rot 1 middle")
        pass_on(match)
        assert match.over
        assert match.result is not None
        assert match.result.places == places
        assert list(match.result.points) == points
        with pytest.raises(Refused, match="BG-E1"):
            match.play(0, "pass")
