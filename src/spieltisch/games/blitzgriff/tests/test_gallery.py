"""The page's cards are those of the rules."""

from pathlib import Path

from tools.blitzgriff.gallery import as_text

FILE = Path(__file__).parents[5] / "src/spieltisch/games/blitzgriff/cards.json"


def test_the_cards_of_the_page_agree() -> None:
    assert FILE.read_text(encoding="utf-8") == as_text()
