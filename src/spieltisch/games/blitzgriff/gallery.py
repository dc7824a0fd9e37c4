"""The 84 cards for the page: python -m spieltisch.games.blitzgriff.gallery > web/src/games/blitzgriff/cards.json"""

import json

from spieltisch.games.blitzgriff.cards import CARDS, field_numbers


def as_text() -> str:
    """One card a line: its id, kind, target; of each field colour, values (bits), other colour, style."""
    lines = []
    for card in CARDS:
        asks = [list(field_numbers(card["kind"], field)) for field in card["fields"]]
        target = card.get("target", 0)
        lines.append(json.dumps({"id": card["id"], "kind": card["kind"], "target": target, "asks": asks}))
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    print(as_text(), end="")
