"""The guided first match: fixed dice and cards, one move to make at a time, played by the real rules.

The page has no rules, so it is given every position: python -m tools.bloeder_sack.guided writes what
src/spieltisch/games/bloeder_sack/guided.json holds. The hints' words are the page's (web/src/learn).
"""

from typing import Any, NamedTuple

from spieltisch.games.bloeder_sack import GAME
from spieltisch.games.lesson import as_text, begun, played
from spieltisch.kernel import Match

YOU, MIA = range(2)

# The end of a match for two: Mia has the start sack, so yours is the last turn of each round.
POSITION = {
    "seats": 2,
    "start": MIA,
    "turn": YOU,
    "cards": ["meiste-4", "summe", "letzte-1", "gleiche", "wuerfel"],
    "trays": [
        [[MIA, 4], [YOU, 4]],
        [[MIA, 6], [YOU, 5]],
        [[MIA, 1]],
        [[YOU, 2], [MIA, 3], [YOU, 2], [MIA, 5], [MIA, 3]],
        [],
    ],
    "won": [["gerade", "ungerade"], ["nicht-1", "letzte-2", "letzte-4"]],
}


class SackScene(NamedTuple):
    """One move of the script, and what Chance does then."""

    seat: int
    move: str
    chance: tuple[str, ...] = ()
    hint: str = ""  # what the page explains before it: a key of its texts


FIRST_ROLL = "roll 2 4"
SCRIPT = (
    SackScene(YOU, "place 4 on 1", hint="place"),  # two 4s against one
    SackScene(YOU, "place 2 on 4", ("verschiedene", "roll 5 6"), "full"),  # the sixth die: three 2s against two 3s
    SackScene(MIA, "place 6 on 2"),
    SackScene(MIA, "place 5 on 5", ("roll 1 3",)),
    SackScene(YOU, "replace 1 on 3.1", ("roll 2 2", "meiste-5"), "replace"),  # then Mia's double: her fourth card
    SackScene(MIA, "place 2 on 5"),
    SackScene(MIA, "place 2 on 4", ("roll 6 6",)),
    SackScene(YOU, "score 1", ("meiste-6",), "six"),
    SackScene(YOU, "place 6 on 1", hint="new"),
    SackScene(YOU, "place 6 on 4", hint="last"),  # later than Mia's 2; then everything is scored
)


def guided() -> dict[str, Any]:
    """All that the page shows, from your seat: the cells at the start, then scene by scene what changes."""
    match = Match.at(GAME, POSITION, chance=[FIRST_ROLL, *(move for scene in SCRIPT for move in scene.chance)])
    start = begun(match, YOU) | {"events": match.told}
    return start | {"scenes": [scene_of(match, scene) for scene in SCRIPT]}


def scene_of(match: Match, scene: SackScene) -> dict[str, Any]:
    hint = {"hint": scene.hint, "moves": match.moves(YOU)} if scene.hint else {}
    return played(match, YOU, scene.seat, scene.move) | hint


if __name__ == "__main__":
    print(as_text(guided()))
