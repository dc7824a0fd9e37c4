"""A guided match, played by the real rules and written down scene by scene: the page, which has none, only shows it."""

import json
from typing import Any

from msgspec import msgpack

from spieltisch.kernel.match import Match


def begun(match: Match, you: int) -> dict[str, Any]:
    """What the page shows first, from this seat."""
    return {"game": match.game.name, "rules": match.rules, "you": you, "start": match.cells(you)}


def played(match: Match, you: int, seat: int, move: str) -> dict[str, Any]:
    """Make a move → what it did, in frames for this seat."""
    before = match.length
    match.play(seat, move)
    return {"seat": seat, "move": move, "frames": msgpack.decode(match.frames(you, before)[1])}


def as_text(script: dict[str, Any]) -> str:
    """One scene a line, so that a change can be read."""
    head = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in script.items() if key != "scenes"]
    scenes = ",\n".join(f"  {json.dumps(scene)}" for scene in script["scenes"])
    return "{\n" + ",\n".join(head) + f',\n"scenes": [\n{scenes}\n]\n}}'
