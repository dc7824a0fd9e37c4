"""The 84 cards for the page: python -m tools.blitzgriff.gallery > src/spieltisch/games/blitzgriff/cards.json"""

import json

from spieltisch.games.blitzgriff.cards import ASKED_COLOUR, CARDS, COLOURS, WRITTEN, field_numbers
from spieltisch.games.blitzgriff.state import FACES
from spieltisch.kernel import names_of


def as_text() -> str:
    """One card a line: its id, kind, target; of each field colour, values, other colour, how it is written."""
    lines = []
    for card in CARDS:
        asks = [asks_for(*field_numbers(card["kind"], field)) for field in card["fields"]]
        target = card.get("target", 0)
        lines.append(json.dumps({"id": card["id"], "kind": card["kind"], "target": target, "asks": asks}))
    return "[\n" + ",\n".join(lines) + "\n]\n"


def asks_for(colour: int, values: int, other: int, style: int) -> list[object]:
    """In the words of the declared choices: the page knows no numbers."""
    (asked,) = (name for name, number in ASKED_COLOUR.items() if number == colour)
    shown = [value for value in range(1, FACES + 1) if values >> value & 1]
    return [asked, shown, COLOURS[other], names_of(WRITTEN)[style]]


if __name__ == "__main__":
    print(as_text(), end="")
