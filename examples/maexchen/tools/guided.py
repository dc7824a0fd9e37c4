"""The guided first match: fixed dice, one move to make at a time, played by the real rules.

python examples/maexchen/tools/guided.py writes what page/guided.json holds; the hints' words are in texts/.
"""

from typing import Any, NamedTuple

from spieltisch.games.lesson import as_text, begun, played
from spieltisch.kernel import Match
from spieltisch_maexchen.game import GAME

YOU, MIA = range(2)
POSITION = {"seats": 2, "lives": [1, 1], "turn": YOU}


class MaexchenTurn(NamedTuple):
    seat: int
    move: str
    dice: str = ""
    hint: str = ""  # what the page explains before it


SCRIPT = (
    MaexchenTurn(YOU, "roll", "dice 53", "roll"),
    MaexchenTurn(YOU, "claim 53", hint="truth"),
    MaexchenTurn(MIA, "roll", "dice 61"),
    MaexchenTurn(MIA, "claim 61"),
    MaexchenTurn(YOU, "roll", "dice 42", "believe"),
    MaexchenTurn(YOU, "claim 63", hint="lie"),
    MaexchenTurn(MIA, "roll", "dice 32"),
    MaexchenTurn(MIA, "claim 66"),
    MaexchenTurn(YOU, "doubt", hint="doubt"),
)


def guided() -> dict[str, Any]:
    match = Match.at(GAME, POSITION, chance=[turn.dice for turn in SCRIPT if turn.dice])
    return begun(match, YOU) | {"scenes": [scene_of(match, turn) for turn in SCRIPT]}


def scene_of(match: Match, turn: MaexchenTurn) -> dict[str, Any]:
    return played(match, YOU, turn.seat, turn.move) | ({"hint": turn.hint} if turn.hint else {})


if __name__ == "__main__":
    print(as_text(guided()))
