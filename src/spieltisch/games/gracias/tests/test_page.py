"""The match that the page's tests of Gracias show is one that the rules played."""

import json
from pathlib import Path
from typing import Any

import msgspec
from msgspec import msgpack

import spieltisch as st
from spieltisch.games.gracias import GAME
from spieltisch.server.pages import described

FILE = Path(__file__).parents[5] / "web/src/games/gracias/fixture.json"
YOU, SEATS = 0, 3


def as_text() -> str:
    """What a page is told of the game (but not its texts), and a whole match as seat 0 sees it, one step a line."""
    match = st.Match("gracias", seats=SEATS, seed=7)
    game = msgspec.to_builtins(described(GAME))
    start, steps = match.cells(YOU), []
    while not match.over:
        steps.append(json.dumps(played(match)))
    head = {"game": {key: value for key, value in game.items() if key != "texts"}, "you": YOU, "start": start}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    return "{\n" + ",\n".join(lines) + ',\n"steps": [\n' + ",\n".join(steps) + "\n]\n}\n"


def played(match: st.Match) -> dict[str, Any]:
    """Somebody does the first thing he may; what it did, in frames."""
    seat, before = match.actors[0], len(match.rows)
    moves = list(match.moves(YOU))
    match.play(seat, match.moves(seat)[len(match.log) % len(match.moves(seat))])
    return {"seat": seat, "moves": moves, "frames": msgpack.decode(match.frames(YOU, before)[1])}


def test_the_pages_match_is_what_the_rules_give() -> None:
    """To make it anew: python -m spieltisch.games.gracias.tests.test_page > web/src/games/gracias/fixture.json"""
    assert FILE.read_text(encoding="utf-8") == as_text()


if __name__ == "__main__":
    print(as_text(), end="")
