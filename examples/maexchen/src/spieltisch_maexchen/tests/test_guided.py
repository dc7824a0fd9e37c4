"""The guided first match of the page is what the rules give."""

import runpy
from pathlib import Path

from spieltisch.games.lesson import as_text
from spieltisch_maexchen.game import GAME

TOOL = runpy.run_path(str(Path(__file__).parents[3] / "tools" / "guided.py"))


def test_the_pages_file_is_what_the_rules_give() -> None:
    """To make it anew: python examples/maexchen/tools/guided.py > …/page/guided.json"""
    written = (GAME.folder / "page" / "guided.json").read_text(encoding="utf-8")
    assert written == as_text(TOOL["guided"]()) + "\n"


def test_every_one_of_your_moves_has_a_hint_in_words() -> None:
    hints = {scene["hint"] for scene in TOOL["guided"]()["scenes"] if scene["seat"] == TOOL["YOU"]}
    for texts in GAME.texts.values():
        assert hints == set(texts["lesson"]["guided"]["hints"])
