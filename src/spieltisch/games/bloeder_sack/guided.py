"""The guided first match: fixed dice and cards, one move to make at a time, played by the real rules.

The page has no rules, so it is given every position: python -m spieltisch.games.bloeder_sack.guided writes what
web/src/games/bloeder-sack/guided.json holds. The hints' words are the page's (web/src/learn).
"""

import json
from typing import Any, NamedTuple

from spieltisch.games.bloeder_sack import GAME
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


class Scene(NamedTuple):
    """One move of the script, and what Chance does then."""

    seat: int
    move: str
    chance: tuple[str, ...] = ()
    hint: str = ""  # what the page explains before it: a key of its texts


FIRST_ROLL = "roll 2 4"
SCRIPT = (
    Scene(YOU, "place 4 on 1", hint="place"),  # two 4s against one
    Scene(YOU, "place 2 on 4", ("verschiedene", "roll 5 6"), "full"),  # the sixth die: three 2s against two 3s
    Scene(MIA, "place 6 on 2"),
    Scene(MIA, "place 5 on 5", ("roll 1 3",)),
    Scene(YOU, "replace 1 on 3.1", ("roll 2 2", "meiste-5"), "replace"),  # then Mia's double: her fourth card
    Scene(MIA, "place 2 on 5"),
    Scene(MIA, "place 2 on 4", ("roll 6 6",)),
    Scene(YOU, "score 1", ("meiste-6",), "six"),
    Scene(YOU, "place 6 on 1", hint="new"),
    Scene(YOU, "place 6 on 4", hint="last"),  # later than Mia's 2; then everything is scored
)


def guided() -> dict[str, Any]:
    """All that the page shows, from your seat: the cells at the start, then scene by scene what changes."""
    match = Match.at(GAME, POSITION, chance=[FIRST_ROLL, *(move for scene in SCRIPT for move in scene.chance)])
    start, told = match.cells(YOU), match.told
    scenes = [played(match, scene) for scene in SCRIPT]
    return {
        "game": GAME.name, "rules": GAME.rules_version, "you": YOU, "start": start, "events": told, "scenes": scenes,
    }  # fmt: skip


def played(match: Match, scene: Scene) -> dict[str, Any]:
    cells = match.cells(YOU)
    own = {"hint": scene.hint, "moves": list(match.moves(YOU))} if scene.hint else {}
    match.play(scene.seat, scene.move)
    changed = zip(cells, match.cells(YOU), strict=True)
    changes = [number for cell, (old, new) in enumerate(changed) if old != new for number in (cell, new)]
    return {"seat": scene.seat, "move": scene.move, "events": match.told, "changes": changes, **own}


def as_text() -> str:
    """One scene a line, so that a change can be read."""
    head = guided()
    scenes = head.pop("scenes")
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    told = ",\n".join(f"  {json.dumps(scene)}" for scene in scenes)
    return "{\n" + ",\n".join(lines) + f',\n"scenes": [\n{told}\n]\n}}\n'


if __name__ == "__main__":
    print(as_text(), end="")
