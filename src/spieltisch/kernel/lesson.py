"""A guided match, played by the real rules and written down scene by scene: the page, which has none, only shows it."""

import json
from typing import Any

from spieltisch.kernel.match import Match


def begun(match: Match, you: int) -> dict[str, Any]:
    """What the page shows first, from this seat."""
    return {"game": match.game.name, "rules": match.rules, "you": you, "start": match.cells(you)}


def played(match: Match, you: int, seat: int, move: str) -> dict[str, Any]:
    """Make a move → what it tells, and what changes in the cells that this seat sees (cell, value, …)."""
    before = match.cells(you)
    match.play(seat, move)
    changed = zip(before, match.cells(you), strict=True)
    changes = [number for cell, (old, new) in enumerate(changed) if old != new for number in (cell, new)]
    return {"seat": seat, "move": move, "events": match.told, "changes": changes}


def as_text(script: dict[str, Any]) -> str:
    """One scene a line, so that a change can be read."""
    head = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in script.items() if key != "scenes"]
    scenes = ",\n".join(f"  {json.dumps(scene)}" for scene in script["scenes"])
    return "{\n" + ",\n".join(head) + f',\n"scenes": [\n{scenes}\n]\n}}'
