"""What the pictures of the rulebooks say that dice count is what they count."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from spieltisch.games.blitzgriff import GAME
from spieltisch.games.blitzgriff.cards import CARDS
from spieltisch.games.blitzgriff.scoring import counts, why
from spieltisch.games.blitzgriff.tests.layouts import Layout, match_of
from spieltisch.games.blitzgriff.tests.reference import Lying
from spieltisch.kernel.languages import LANGUAGES

PICTURE = re.compile(r"\(task:([a-z]+-\d\d)/([^)]+)\)")
LYING = re.compile(r"(\d)(_?)(?:=([a-z]+)(\d))?([+0?-])")  # as in web/src/rules/pictures/blitzgriff.ts
MARKS = {"+": 1, "-": -1}
FIRST = {card["kind"]: card for card in reversed(CARDS)}  # of each kind


def dice_of(card: dict[str, Any], word: str) -> Iterator[tuple[Lying, str]]:
    """And what each is said to count; a tower's lower die is not marked."""
    found = LYING.fullmatch(word)
    assert found
    place, lower_alone, colour, value, mark = found.groups()
    field = int(place) - 1
    ask = card["fields"][field]
    if card["kind"] == "tuerme":
        yield Lying(ask[0], 2, field), mark if lower_alone else ""
        if not lower_alone:
            yield Lying(ask[1], ask[2], field), mark
    elif colour:
        yield Lying(colour, int(value), field), mark
    else:
        yield Lying(ask[0], ask[1][0] if isinstance(ask[1], list) else ask[1], field), mark


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictured_dice_count_as_marked(language: str) -> None:
    pictures = PICTURE.findall(GAME.rulebook(language))
    assert len(pictures) >= 9
    for number, words in pictures:
        card = next(card for card in CARDS if card["id"] == number)
        dice = [die for word in words.split(",") for die in dice_of(card, word)]
        lying = [die for die, mark in dice if mark != "?"]
        others = [FIRST[kind] for kind in FIRST if kind != card["kind"]][:2]
        s = match_of(Layout([card, *others], [lying, [], []], [("gelb", 1)], mix=2))._states[0]
        levels: dict[int | str, int] = {}
        for die, mark in dice:
            level = levels.get(die.where, 0)
            levels[die.where] = level + 1
            if mark in MARKS:
                assert counts(why(s, 0, 0, int(die.where), level)) == MARKS[mark], (number, words, die)


def test_all_rulebooks_have_the_same_pictures() -> None:
    german, *others = (re.findall(r"\(((?:task|dice):[^)]+)\)", GAME.rulebook(language)) for language in LANGUAGES)
    assert all(pictures == german for pictures in others)
