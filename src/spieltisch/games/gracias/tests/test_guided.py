"""The guided first match of the page is what the rules give, and teaches what it says."""

from pathlib import Path
from typing import Any

from playing import events_of
from spieltisch.games.gracias import GAME
from spieltisch.games.lesson import as_text
from tools.gracias.guided import MIA, OLE, YOU, guided

REPOSITORY = Path(__file__).parents[5]
SCENES = guided()["scenes"]
END = events_of(GAME, SCENES[-1])


def counted(seat: int, colour: str) -> dict[str, Any]:
    asked = {"seat": seat, "colour": colour}
    return next(event.details for event in END if event.key == "counted" and asked.items() <= event.details.items())


def test_the_pages_file_is_what_the_rules_give() -> None:
    """To make it anew: python -m tools.gracias.guided > src/spieltisch/games/gracias/guided.json"""
    file = REPOSITORY / "src/spieltisch/games/gracias/guided.json"
    assert file.read_text(encoding="utf-8") == as_text(guided()) + "\n"


def test_every_one_of_your_moves_has_a_hint() -> None:
    assert [bool(scene.get("hint")) for scene in SCENES] == [scene["seat"] == YOU for scene in SCENES]


def test_gr_s3_three_red_stay_below_mias_four() -> None:
    assert counted(YOU, "red")["points"] == 3
    assert counted(MIA, "red")["discards"] == 4


def test_gr_s2_the_fifth_blue_makes_a_stack_and_oles_three_are_the_most() -> None:
    assert counted(YOU, "blue") | {"stacked": 5, "open": 0, "points": 1} == counted(YOU, "blue")
    assert counted(OLE, "blue")["discards"] == 3


def test_gr_s3_a_tie_of_all_three() -> None:
    assert [counted(seat, "green")["discards"] for seat in (YOU, MIA, OLE)] == [2, 2, 2]


def test_you_win() -> None:
    assert END[-1] == ("wins", {"seat": YOU, "total": 19})
