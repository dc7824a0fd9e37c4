"""The guided first match: fixed cards, one move to make at a time, played by the real rules.

The page has no rules, so it is given every position: python -m tools.lobo77.guided writes what
src/spieltisch/games/lobo77/guided.json holds. The hints' words are the page's (web/src/learn).
"""

from typing import Any, NamedTuple

from spieltisch.games.lesson import as_text, begun, played
from spieltisch.games.lobo77 import GAME
from spieltisch.games.lobo77.notation import announced
from spieltisch.games.lobo77.rules import costs_a_chip
from spieltisch.kernel import Match

YOU, MIA, OLE = range(3)

# A short match: everyone has one chip. You begin.
POSITION = {
    "seats": 3,
    "hands": [["10", "4", "-10", "turn", "7"], ["10", "10", "10", "8", "5"], ["9", "9", "2", "10", "10"]],
    "chips": [1, 1, 1],
    "turn": YOU,
    "start": YOU,
}


class LoboScene(NamedTuple):
    """One turn of the script: who plays what, and what is drawn then (at the end of a round: the new hands)."""

    seat: int
    move: str
    draws: str = ""
    hint: str = ""  # what the page explains before it: a key of its texts


SCRIPT = (
    LoboScene(YOU, "10", "3", "add"),  # 10
    LoboScene(MIA, "10", "6"),  # 20
    LoboScene(OLE, "9", "7"),  # 29
    LoboScene(YOU, "7", "0", "twins"),  # 36, for the 4 would make 33
    LoboScene(MIA, "10", "3"),  # 46
    LoboScene(OLE, "9", "55"),  # 55: a chip, he swims
    LoboScene(YOU, "4", "8", "repeat"),  # 59, for 0 and turn would say 55 again
    LoboScene(MIA, "10", "7"),  # 69
    LoboScene(OLE, "2", "66"),  # 71
    LoboScene(YOU, "turn", "5", "turn"),  # 71, and Ole is on again
    LoboScene(OLE, "10", "10 10 2 44 22 x2 -10 9 5 7"),  # 81: out, whatever he plays; Mia's new hand, then yours
    LoboScene(MIA, "10", "33"),  # 10
    LoboScene(YOU, "x2", "6", "double"),  # 10, and Mia owes two
    LoboScene(MIA, "10"),  # 20
    LoboScene(MIA, "2", "55 66"),  # 22: a chip, she swims
    LoboScene(YOU, "9", "10", "swims"),  # 31
    LoboScene(MIA, "44", "76"),  # 75
    LoboScene(YOU, "-10", "3", "alone"),  # 65: nothing else is safe
    LoboScene(MIA, "22"),  # 87: out, whatever she plays; you win
)


def guided() -> dict[str, Any]:
    """All that the page shows, from your seat: the cells at the start, then scene by scene what changes."""
    draws = " ".join(scene.draws for scene in SCRIPT).split()
    match = Match.at(GAME, POSITION, chance=draws)
    return begun(match, YOU) | {"scenes": [scene_of(match, scene) for scene in SCRIPT]}


def scene_of(match: Match, scene: LoboScene) -> dict[str, Any]:
    said = {"total": announced(match.view(YOU)["total"], scene.move)}
    hint = {"hint": scene.hint, "choices": choices_of(match)} if scene.hint else {}
    return played(match, YOU, scene.seat, scene.move) | said | hint


def choices_of(match: Match) -> dict[str, dict[str, Any]]:
    """What each card of your hand would make you say, and whether that costs a chip (LO-C1)."""
    total = match.view(YOU)["total"]
    said = {card: announced(total, card) for card in match.moves(YOU)}
    return {card: {"total": number, "chip": bool(costs_a_chip(number))} for card, number in said.items()}


if __name__ == "__main__":
    print(as_text(guided()))
