"""The six guided passes of the page are what the rules give, and teach what they say."""

from pathlib import Path
from typing import Any

import pytest

from playing import events_of
from spieltisch.games.blitzgriff import GAME
from spieltisch.games.blitzgriff.cards import KINDS
from tools.blitzgriff.guided import PASSES, YOU, Pass, all_as_text, guided

REPOSITORY = Path(__file__).parents[5]
POINTS = {"zielwert": 5, "tuerme": 2, "reihen": 5, "kette": 4, "pasch": 5, "mix": 3}


def end_of(lesson: Pass) -> dict[str, list[dict[str, Any]]]:
    told: dict[str, list[dict[str, Any]]] = {}
    for key, details in events_of(GAME, guided(lesson)["scenes"][-1]):
        told.setdefault(key, []).append(details)
    return told


def test_the_pages_file_is_what_the_rules_give() -> None:
    """To make it anew: python -m tools.blitzgriff.guided > src/spieltisch/games/blitzgriff/guided.json"""
    file = REPOSITORY / "src/spieltisch/games/blitzgriff/guided.json"
    assert file.read_text(encoding="utf-8") == all_as_text() + "\n"


def test_there_is_one_for_each_kind() -> None:
    assert tuple(lesson.name for lesson in PASSES) == KINDS
    assert all(lesson.cards[0].startswith(lesson.name) for lesson in PASSES)


@pytest.mark.parametrize("lesson", PASSES, ids=lambda lesson: lesson.name)
def test_it_ends_with_a_faultless_stopp_and_these_points(lesson: Pass) -> None:
    told = end_of(lesson)
    assert told["check"] == [{"seat": YOU, "dice": 0, "points": 2}]
    assert told["card_points"][0] == {"seat": YOU, "card": 1, "points": POINTS[lesson.name]}
    assert all(event["points"] >= 0 for event in told["scores"])
    assert told["wins"][0]["seat"] == YOU


@pytest.mark.parametrize("lesson", PASSES, ids=lambda lesson: lesson.name)
def test_every_one_of_your_moves_has_a_hint(lesson: Pass) -> None:
    scenes = guided(lesson)["scenes"]
    assert [bool(scene.get("hint")) for scene in scenes] == [scene["seat"] == YOU for scene in scenes]
