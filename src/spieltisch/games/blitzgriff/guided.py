"""A short guided pass for each kind of card: few dice, one move to make at a time, played by the real rules.

The page has no rules, so it is given every position: python -m spieltisch.games.blitzgriff.guided writes what
web/src/games/blitzgriff/guided.json holds. The hints' words are the page's (games/blitzgriff/lesson).
"""

import json
from typing import Any, NamedTuple

from spieltisch.games.blitzgriff import GAME
from spieltisch.games.blitzgriff.cards import COLOURS, KINDS
from spieltisch.games.blitzgriff.state import OF_COLOUR, ROUNDS
from spieltisch.kernel import Match

YOU, MIA = range(2)
STOP, PASS = "stop", "pass"


class Lesson(NamedTuple):
    """Your card comes first; the dice that lie in the middle; what you do, a turn each, until STOPP."""

    cards: tuple[str, str, str]
    dice: tuple[str, ...]
    turns: tuple[tuple[str, str], ...]  # a die and its place, or the place to which the parked one is moved
    mix: int = 2


LESSONS = {
    "zielwert": Lesson(
        ("zielwert-01", "reihen-02", "kette-02"),
        ("lila 6", "braun 6", "schwarz 5", "gelb 3", "rot 5"),
        (("lila 6", "put 1.9"), ("braun 6", "put 1.7"), ("schwarz 5", "put 1.1"), ("gelb 3", "put 1.3")),
    ),
    "tuerme": Lesson(
        ("tuerme-01", "reihen-02", "kette-02"),
        ("rot 4", "schwarz 3", "gelb 6", "schwarz 2", "lila 2"),
        (("rot 4", "put 1.1"), ("schwarz 3", "put 1.1"), ("gelb 6", "park 1"), ("schwarz 2", "put 1.2"),
         ("", "move 1.2")),
    ),
    "reihen": Lesson(
        ("reihen-01", "kette-02", "tuerme-02"),
        ("orange 3", "gruen 5", "gelb 4", "rot 1"),
        (("orange 3", "put 1.1"), ("gruen 5", "put 1.5"), ("gelb 4", "put 1.9")),
    ),
    "kette": Lesson(
        ("kette-01", "reihen-02", "tuerme-02"),
        ("blau 3", "blau 4", "orange 2", "braun 5", "rot 3"),
        (("blau 3", "put 1.2"), ("blau 4", "put 1.4"), ("orange 2", "put 1.1"), ("braun 5", "put 1.5")),
    ),
    "pasch": Lesson(
        ("pasch-01", "reihen-02", "kette-02"),
        ("schwarz 1", "lila 1", "gelb 1", "braun 6"),
        (("schwarz 1", "put 1.1"), ("lila 1", "put 1.4"), ("gelb 1", "put 1.7")),
    ),
    "mix": Lesson(
        ("mix-01", "reihen-02", "kette-02"),
        ("gelb 5", "orange 2", "rot 6", "gruen 4"),
        (("gelb 5", "put 1.1"), ("orange 2", "put 1.3"), ("rot 6", "put 1.9")),
        mix=3,
    ),
}  # fmt: skip
MIAS_CARDS = ["zielwert-05", "pasch-06", "mix-07"]


def position_of(lesson: Lesson) -> dict[str, Any]:
    """The last pass of a match for two."""
    return {
        "seats": 2,
        "round": ROUNDS,
        "pass": 2,
        "mix": lesson.mix,
        "cards": [list(lesson.cards), MIAS_CARDS],
        "dice": [[colour, int(value), "middle"] for colour, value in map(str.split, lesson.dice)],
        "points": [0, 0],
        "start": YOU,
        "turn": YOU,
    }


def take(lesson: Lesson, die: str) -> str:
    """`take 17`: dice of a colour are numbered in the order in which the position names them."""
    colour = die.split()[0]
    alike = [other for other in lesson.dice if other.split()[0] == colour]
    return f"take {COLOURS.index(colour) * OF_COLOUR + alike.index(die) + 1}"


def guided(kind: str) -> dict[str, Any]:
    """All that the page shows, from your seat: the cells at the start, then scene by scene what changes."""
    lesson = LESSONS[kind]
    match = Match.at(GAME, position_of(lesson))
    start = match.cells(YOU)
    scenes: list[dict[str, Any]] = []
    for number, (die, place) in enumerate(lesson.turns, start=1):
        moves = [take(lesson, die), place] if die else [place]
        scenes += [played(match, YOU, move, f"{kind}_{number}", moves[at:]) for at, move in enumerate(moves)]
        if die:
            scenes.append(played(match, MIA, PASS))
    scenes.append(played(match, YOU, STOP, f"{kind}_stop", [STOP]))
    return {"game": GAME.name, "you": YOU, "start": start, "scenes": scenes}


def played(match: Match, seat: int, move: str, hint: str = "", lit: list[str] | None = None) -> dict[str, Any]:
    cells = match.cells(YOU)
    match.play(seat, move)
    changed = zip(cells, match.cells(YOU), strict=True)
    changes = [number for cell, (old, new) in enumerate(changed) if old != new for number in (cell, new)]
    own = {"hint": hint, "lit": lit} if hint else {}
    return {"seat": seat, "move": move, "events": match.told, "changes": changes, **own}


def as_text() -> str:
    """One scene a line, so that a change can be read."""
    passes = []
    for kind in KINDS:
        head = guided(kind)
        scenes = head.pop("scenes")
        lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
        told = ",\n".join(f"  {json.dumps(scene)}" for scene in scenes)
        passes.append(f'"{kind}": {{\n' + ",\n".join(lines) + f',\n"scenes": [\n{told}\n]\n}}')
    return "{\n" + ",\n".join(passes) + "\n}\n"


if __name__ == "__main__":
    print(as_text(), end="")
