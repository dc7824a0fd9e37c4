"""The guided first match of the page is what the rules give, and teaches what it says."""

from pathlib import Path
from typing import Any

from playing import events_of
from spieltisch.games.bloeder_sack import GAME
from spieltisch.games.lesson import as_text
from tools.bloeder_sack.guided import MIA, YOU, guided

REPOSITORY = Path(__file__).parents[5]
SCENES = guided()["scenes"]


def told(hint: str) -> dict[str, list[dict[str, Any]]]:
    """What happens at the move with this hint, by kind."""
    scene = next(scene for scene in SCENES if scene.get("hint") == hint)
    events = events_of(GAME, scene)
    return {key: [event.details for event in events if event.key == key] for key, _ in events}


def test_the_pages_file_is_what_the_rules_give() -> None:
    """To make it anew: python -m tools.bloeder_sack.guided > src/spieltisch/games/bloeder_sack/guided.json"""
    file = REPOSITORY / "src/spieltisch/games/bloeder_sack/guided.json"
    assert file.read_text(encoding="utf-8") == as_text(guided()) + "\n"


def test_every_one_of_your_moves_has_a_hint_and_can_be_made() -> None:
    assert [bool(scene.get("hint")) for scene in SCENES] == [scene["seat"] == YOU for scene in SCENES]
    assert all(scene["move"] in scene["moves"] for scene in SCENES if scene["seat"] == YOU)


def test_bs_t7_the_sixth_die_wins_you_a_card() -> None:
    (gets,) = told("full")["gets"]
    assert (gets["seat"], gets["card"], gets["amount"]) == (YOU, "gleiche", 3)


def test_bs_t4_bs_e1_mias_double_brings_her_fourth_card() -> None:
    after = told("replace")
    assert after["gets"][0]["seat"] == MIA
    assert after["fourth"] == [{"seat": MIA}]


def test_bs_t5_the_double_six_wins_you_the_fours() -> None:
    (gets,) = told("six")["gets"]
    assert (gets["seat"], gets["card"]) == (YOU, "meiste-4")


def test_bs_e2_at_the_end_everything_is_scored_and_you_win() -> None:
    end = told("last")
    assert [gets["card"] for gets in end["gets"]] == ["meiste-6", "letzte-1", "verschiedene", "wuerfel"]
    assert any(gets["tie"] for gets in end["gets"])
    assert end["wins"] == [{"seat": YOU, "symbols": 12}]
