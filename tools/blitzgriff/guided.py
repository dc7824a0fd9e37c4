"""Six guided passes, one for each kind of card: fixed dice, one move to make at a time, played by the real rules.

The page has no rules, so it is given every position: python -m tools.blitzgriff.guided writes what
src/spieltisch/games/blitzgriff/guided.json holds. The hints' words are the page's (web/src/games/blitzgriff/lesson).
"""

from typing import Any, NamedTuple

from spieltisch.games.blitzgriff import GAME
from spieltisch.games.lesson import as_text, begun, played
from spieltisch.kernel import Match

YOU, MIA = range(2)
MIAS_CARDS = ["zielwert-02", "tuerme-02", "mix-02"]


class Pass(NamedTuple):
    """A short pass: your cards, the dice, and what you do; Mia passes in between."""

    name: str
    cards: tuple[str, str, str]  # the first is the one to learn
    dice: str  # in the middle
    script: tuple[tuple[str, str], ...]  # move, and what the page explains before it: a key of its texts
    mix: int = 2


PASSES = (
    Pass(
        "zielwert", ("zielwert-01", "tuerme-01", "kette-01"),
        "rot 5, blau 4, orange 6, lila 6, schwarz 5",
        (
            ("take 5", "zielwert-take"), ("put 1.2", "put"),  # 4
            ("take 17", "zielwert-more"), ("put 1.6", "put"),  # 10
            ("take 1", "zielwert-more"), ("put 1.8", "put"),  # 15
            ("take 33", "zielwert-exact"), ("put 1.1", "put"),  # 20, where purple 6 would be too much
            ("stop", "stop"),
        ),
    ),
    Pass(
        "tuerme", ("tuerme-01", "reihen-01", "pasch-01"),
        "rot 2, gelb 1, braun 6, schwarz 3, weiss 2",
        (
            ("take 13", "tuerme-below"), ("put 1.5", "put"),
            ("take 29", "tuerme-above"), ("put 1.5", "put"),
            ("take 33", "tuerme-first"), ("park 1", "tuerme-park"),
            ("take 1", "tuerme-base"), ("put 1.1", "put"),
            ("move 1.1", "tuerme-move"),
            ("stop", "stop"),
        ),
    ),
    Pass(
        "reihen", ("reihen-01", "tuerme-01", "pasch-01"),
        "rot 1, blau 4, gruen 5, gelb 2, orange 3, weiss 6",
        (
            ("take 17", "reihen-take"), ("put 1.1", "put"),
            ("take 5", "reihen-second"), ("put 1.2", "put"),
            ("take 1", "reihen-full"), ("put 1.3", "put"),
            ("take 9", "reihen-slanting"), ("put 1.5", "put"),
            ("take 13", "reihen-choice"), ("put 1.9", "put"),
            ("stop", "stop"),
        ),
    ),
    Pass(
        "kette", ("kette-01", "tuerme-01", "reihen-01"),
        "rot 1, rot 3, blau 3, blau 4, rosa 6, braun 5",
        (
            ("take 6", "kette-take"), ("put 1.4", "put"),
            ("take 29", "kette-next"), ("put 1.5", "put"),
            ("take 5", "kette-below"), ("put 1.2", "put"),  # the other 3 would be one too many
            ("take 25", "kette-next"), ("put 1.7", "put"),
            ("stop", "kette-stop"),  # the 1 does not join
        ),
    ),
    Pass(
        "pasch", ("pasch-01", "reihen-01", "kette-01"),
        "gruen 6, gelb 1, gelb 2, lila 1, rosa 6, schwarz 1",
        (
            ("take 33", "pasch-take"), ("put 1.1", "put"),
            ("take 21", "pasch-second"), ("put 1.4", "put"),
            ("take 13", "pasch-joker"), ("put 1.7", "put"),
            ("take 25", "pasch-other"), ("put 1.2", "put"),
            ("take 9", "pasch-joker"), ("put 1.8", "put"),
            ("stop", "stop"),
        ),
    ),
    Pass(
        "mix", ("mix-01", "zielwert-01", "kette-01"),
        "blau 6, gelb 4, rosa 5, weiss 2",
        (
            ("take 13", "mix-word"), ("put 1.1", "mix-put"),
            ("take 37", "mix-word"), ("put 1.2", "mix-put"),
            ("take 25", "mix-word"), ("put 1.5", "mix-put"),
            ("stop", "mix-stop"),  # a field is painted blue, but none says so
        ),
        mix=3,
    ),
)  # fmt: skip


def match_of(lesson: Pass) -> Match:
    """The last pass of a match, so that its scoring is the end."""
    dice = [[colour, int(value), "middle"] for colour, value in (die.split() for die in lesson.dice.split(", "))]
    position = {
        "seats": 2, "round": 3, "pass": 2, "mix": lesson.mix, "turn": YOU, "start": YOU,
        "cards": [list(lesson.cards), MIAS_CARDS], "dice": dice,
    }  # fmt: skip
    return Match.at(GAME, position)


def guided(lesson: Pass) -> dict[str, Any]:
    """All that the page shows, from your seat: the cells at the start, then scene by scene what changes."""
    match = match_of(lesson)
    start = begun(match, YOU)
    scenes = []
    for move, hint in lesson.script:
        while match.actors == (MIA,):
            scenes.append(played(match, YOU, MIA, "pass"))
        scenes.append(played(match, YOU, YOU, move) | {"hint": hint})
    return start | {"scenes": scenes}


def all_as_text() -> str:
    passes = [f'{{"name": "{lesson.name}", "script": {as_text(guided(lesson))}}}' for lesson in PASSES]
    return "[\n" + ",\n".join(passes) + "\n]"


if __name__ == "__main__":
    print(all_as_text())
