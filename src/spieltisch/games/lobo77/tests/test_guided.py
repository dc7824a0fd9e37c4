"""The guided first match of the page is what the rules give, and teaches what it says."""

from pathlib import Path
from typing import Any

from playing import events_of
from spieltisch.games.lesson import as_text
from spieltisch.games.lobo77 import GAME
from tools.lobo77.guided import MIA, OLE, YOU, guided

REPOSITORY = Path(__file__).parents[5]
SCENES = guided()["scenes"]


def scene(hint: str) -> dict[str, Any]:
    return next(scene for scene in SCENES if scene.get("hint") == hint)


def test_the_pages_file_is_what_the_rules_give() -> None:
    """To make it anew: python -m tools.lobo77.guided > src/spieltisch/games/lobo77/guided.json"""
    file = REPOSITORY / "src/spieltisch/games/lobo77/guided.json"
    assert file.read_text(encoding="utf-8") == as_text(guided()) + "\n"


def test_every_one_of_your_moves_has_a_hint() -> None:
    assert [bool(scene.get("hint")) for scene in SCENES] == [scene["seat"] == YOU for scene in SCENES]


def test_no_move_you_are_told_to_make_costs_a_chip() -> None:
    for told in SCENES:
        if told["seat"] == YOU:
            assert not told["choices"][told["move"]]["chip"]


def test_lo_c1_the_four_would_make_a_twin_number() -> None:
    assert scene("twins")["choices"]["4"] == {"total": 33, "chip": True}


def test_lo_c1_repeating_55_would_cost_a_chip() -> None:
    choices = scene("repeat")["choices"]
    assert choices["0"] == choices["turn"] == {"total": 55, "chip": True}


def test_lo_t4_after_the_change_of_direction_ole_is_on_again() -> None:
    turn = SCENES.index(scene("turn"))
    assert [told["seat"] for told in SCENES[turn - 1 : turn + 2]] == [OLE, YOU, OLE]


def test_lo_t5_after_the_x2_mia_plays_two() -> None:
    double = SCENES.index(scene("double"))
    assert [told["seat"] for told in SCENES[double + 1 : double + 3]] == [MIA, MIA]


def test_at_the_end_only_one_card_is_safe_and_you_win() -> None:
    assert [card for card, said in scene("alone")["choices"].items() if not said["chip"]] == ["-10"]
    assert events_of(GAME, SCENES[-1])[-1] == ("wins", {"seat": YOU})
