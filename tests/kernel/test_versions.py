"""A match carries the version of the rules that it was begun with: the one rule that changed asks for it."""

import json
import random
from typing import Any

import pytest

import spieltisch as st
from spieltisch.kernel import Game, Match
from spieltisch.kernel.cells import cells_of, values
from spieltisch.kernel.record import RULES
from toys.heaps import HEAPS, HEAPS_2, HEAPS_3


def played(game: Game, rules: int | None = None, moves: int = 100) -> Match:
    """The same moves, whatever the rules."""
    match, rng = Match(game, 3, rules=rules), random.Random(5)
    for _ in range(moves):
        if match.over:
            break
        seat = match.actors[0]
        match.play(seat, rng.choice(match.moves(seat)))
    return match


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The release that knows both versions."""
    monkeypatch.setattr(Match, "game_named", staticmethod({"heaps": HEAPS_2}.__getitem__))


def test_a_match_is_begun_by_the_newest_version_if_no_other_is_named() -> None:
    assert [Match(game, 2).rules for game in (HEAPS, HEAPS_2, HEAPS_3)] == [1, 2, 3]
    assert Match(HEAPS_2, 2, rules=1).rules == 1
    assert Match.at(HEAPS_2, {"seats": 2, "heaps": [1, 0, 0]}).rules == 2


def test_the_rule_that_changed_asks_for_the_version() -> None:
    """HE-3 The same log, and another winner."""
    first, second = played(HEAPS_2, 1), played(HEAPS_2, 2)
    assert first.log == second.log
    last = first.log[-1].seat
    assert first.result is not None
    assert second.result is not None
    assert first.result.places[last] == second.result.places[(last + 1) % 3] == 1


@pytest.mark.parametrize("rules", [1, 2])
@pytest.mark.parametrize("moves", [0, 7, 100])
def test_a_kept_match_replays_to_the_byte_by_its_own_version(rules: int, moves: int) -> None:
    match = played(HEAPS_2, rules, moves)
    again = Match.from_json(match.to_json())
    assert json.loads(match.to_json())["rules"] == again.rules == rules
    assert again.last.after.tobytes() == match.last.after.tobytes()
    assert (again.log, again.result) == (match.log, match.result)


def test_a_match_that_the_release_before_kept_is_played_on_as_it_was_begun() -> None:
    """HEAPS is the game before its rules were changed."""
    before = played(HEAPS, moves=7)
    again = Match.from_json(before.to_json())
    while not again.over:
        move = again.moves(again.actors[0])[0]
        before.play(before.actors[0], move)
        again.play(again.actors[0], move)
    assert (again.game, again.rules, again.result) == (HEAPS_2, 1, before.result)
    assert values(HEAPS_2, again.last.after) == values(HEAPS, before.last.after)


def test_a_match_begun_at_a_position_keeps_its_version() -> None:
    saved = json.loads(Match.at(HEAPS_2, {"seats": 2, "heaps": [1, 0, 0]}).to_json()) | {"rules": 1}
    again = Match.from_json(json.dumps(saved))
    again.play(0, "take 1 from 1")
    assert again.result == st.Result((1, 2), (1, 0))


@pytest.mark.parametrize("rules", [0, 1, 4, -1, True, "2", 2.0])
def test_a_version_that_is_not_known_is_refused_in_words(rules: Any) -> None:
    with pytest.raises(st.OtherRules, match=rf"version {rules!r} of the rules of heaps; only version 2 or 3"):
        Match(HEAPS_3, 2, rules=rules)


def test_the_version_lies_open_in_the_last_cell_of_the_record() -> None:
    """So nothing that was there before has moved."""
    cells = cells_of(HEAPS_2)
    first, _ = cells.fields[RULES]
    assert first == len(cells.places) - 1
    for seat in (None, 0):
        assert Match(HEAPS_2, 2, rules=1).cells(seat)[first] == 1
