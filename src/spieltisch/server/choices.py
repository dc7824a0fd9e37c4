"""What the numbers in cells stand for, in TypeScript: `python -m spieltisch.server.choices > web/src/games/choices.ts`.

Names only: which number has which name is told with the game (GET /api/games), so that the page holds none.
"""

import json

from spieltisch.games import GAMES
from spieltisch.kernel import Game

HEAD = """\
// Made from what the games declare; do not edit. To make it anew: make protocol
// By game and field: the names of its numbers. Which number it is: `choices` of the game.

export const CHOICES = {
"""


def typescript() -> str:
    return HEAD + "".join(declared(game) for game in GAMES) + "} as const;\n"


def declared(game: Game) -> str:
    lines = "".join(f"    {field}: {json.dumps(list(names))},\n" for field, names in game.choices.items())
    return f"  {json.dumps(game.name)}: {{\n{lines}  }},\n"


if __name__ == "__main__":
    print(typescript(), end="")
