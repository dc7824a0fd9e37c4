"""The guided first match: fixed cards, one move to make at a time, played by the real rules.

The page has no rules, so it is given every position: python -m tools.gracias.guided writes what
src/spieltisch/games/gracias/guided.json holds. The hints' words are the page's (web/src/learn).
"""

from typing import Any, NamedTuple

from spieltisch.games.gracias import GAME
from spieltisch.games.lesson import as_text, begun, played
from spieltisch.kernel import Match

YOU, MIA, OLE = range(3)

# The last two rounds of the last pass. You begin the third, and so have the last word in the fourth.
POSITION = {
    "seats": 3,
    "pass": 3,
    "round": 3,
    "big": MIA,
    "turn": YOU,
    "open": [
        {"red": 2, "green": 1, "blue": 2, "purple": 1},
        {"red": 3, "yellow": 2, "green": 1},
        {"blue": 3, "orange": 2, "purple": 1},
    ],
    "secret": [{"blue": 1, "orange": 1}, {"yellow": 1, "blue": 1}, {"green": 1, "red": 1}],
    "triplets": [["red", "orange"], ["green", "green"], ["yellow", "purple"]],
    "points": [[6, 5, 8], [5, 7, 5]],
}


class GraciasScene(NamedTuple):
    """One decision of the script: who does what, and what Chance turns up then (hidden; or the next round's pairs)."""

    seat: int
    move: str
    cards: str = ""
    hint: str = ""  # what the page explains before it: a key of its texts


SCRIPT = (
    GraciasScene(YOU, "take 1", "blue", "take"),
    GraciasScene(YOU, "keep orange give 1", hint="below"),  # a third red would tie with Mia; a fourth does her no good
    GraciasScene(MIA, "take 2", "purple"),
    GraciasScene(MIA, "keep green give 0"),
    GraciasScene(OLE, "take 3", "yellow"),
    GraciasScene(OLE, "keep purple give 1", "blue yellow orange red purple green"),
    GraciasScene(MIA, "take 3", "orange"),
    GraciasScene(MIA, "keep purple give 2"),
    GraciasScene(OLE, "take 2", "purple"),
    GraciasScene(OLE, "keep orange give 0"),  # three red for you, still below Mia
    GraciasScene(YOU, "take 1", "purple", "stack"),  # four blue, two of them hidden: one more makes five
    GraciasScene(YOU, "keep blue give 1", hint="most"),  # Mia has most yellow: a present that brings her little
)


def guided() -> dict[str, Any]:
    """All that the page shows, from your seat: the cells at the start, then scene by scene what changes."""
    cards = " ".join(scene.cards for scene in SCRIPT).split()
    match = Match.at(GAME, POSITION, chance=cards)
    return begun(match, YOU) | {"scenes": [scene_of(match, scene) for scene in SCRIPT]}


def scene_of(match: Match, scene: GraciasScene) -> dict[str, Any]:
    hint = {"hint": scene.hint, "moves": match.moves(YOU)} if scene.hint else {}
    return played(match, YOU, scene.seat, scene.move) | hint


if __name__ == "__main__":
    print(as_text(guided()))
