"""The games' events in TypeScript: `python -m spieltisch.server.event_types > web/src/games/event-types.ts`."""

import json

from spieltisch.games import GAMES
from spieltisch.kernel import Game
from spieltisch.kernel.events import Detail, EventKind, ids_of

HEAD = """\
// Made from what the games declare; do not edit. To make it anew: make protocol
// By game: what numbers in its events stand for, and the events, by name.
"""
UNDONE = '    | { kind: "undone"; seat: number };\n'  # in every game: a move taken back


def typescript() -> str:
    ids = "".join(declared_ids(game) for game in GAMES)
    events = "".join(declared_events(game) for game in GAMES)
    return f"{HEAD}\nexport interface Ids {{\n{ids}}}\n\nexport interface Events {{\n{events}}}\n"


def declared_ids(game: Game) -> str:
    lines = "".join(f"    {name}: {' | '.join(map(json.dumps, ids))};\n" for name, ids in ids_of(game.events).items())
    return f"  {json.dumps(game.name)}: {{\n{lines}  }};\n"


def declared_events(game: Game) -> str:
    lines = "".join(f"    | {declared(game, name, kind)}\n" for name, kind in game.events.items())
    return f"  {json.dumps(game.name)}:\n{lines}{UNDONE}"


def declared(game: Game, name: str, kind: EventKind) -> str:
    details = "".join(f"; {name}: {type_of(game, detail)}" for name, detail in kind.details.items())
    return f"{{ kind: {json.dumps(name)}{details} }}"


def type_of(game: Game, detail: Detail) -> str:
    if not detail.ids:
        return "number"
    ids = f"Ids[{json.dumps(game.name)}][{json.dumps(detail.type)}]"
    return f"Record<{ids}, number>" if detail.each else ids


if __name__ == "__main__":
    print(typescript(), end="")
