"""A match in words: the game's texts, the terminal's, and the names of those at the table."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from spieltisch.kernel import SEAT, Event
from spieltisch.kernel.events import Detail, EventKinds, Value
from spieltisch.kernel.languages import Texts, fill

MINUS = re.compile(r"(?<!\w)-(?=\d)")  # a hyphen, as numbers come with it
NOTHING = "–"
ME = 0  # the person's seat


def printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable()).strip()


@dataclass(frozen=True)
class Teller:
    """A game in the words of one language. What the game's texts do not word is shown as it is."""

    language: str
    texts: Texts  # the game's
    events: EventKinds
    words: Texts  # the terminal's
    names: Sequence[str]
    you: bool  # seat 0 is spoken to, not named

    def named(self, kind: str, key: str) -> str | None:
        found: str | None = self.texts.get(kind, {}).get(key)
        return found

    def value(self, field: str, value: object) -> str:
        worded = self.worded(field, value)
        if worded is not None:
            return worded
        match value:
            case None:
                return NOTHING
            case int():
                symbol = self.named("symbols", field)
                return symbol * value if symbol else str(value).replace("-", "−")
            case list() if self.is_in_the_middle(field):
                return self.laid_out(value)
            case list():
                return str(len(value))
            case dict():
                return ", ".join(f"{count} {self.card(card)}" for card, count in value.items())
        return self.card(str(value))

    def is_in_the_middle(self, field: str) -> bool:
        """What lies there for all, though there may be as many as seats."""
        return field in self.texts.get("middle", ())

    def laid_out(self, cards: Sequence[Any]) -> str:
        """A row of cards; or several, numbered, without those that are gone."""
        if all(isinstance(card, str) for card in cards):
            return " + ".join(map(self.card, cards))
        return ", ".join(f"{number}: {self.laid_out(row)}" for number, row in enumerate(cards, start=1) if row)

    def worded(self, field: str, value: object) -> str | None:
        """Where the game has a word of its own: 0 chips are not nothing, but "swims"."""
        words: Texts = self.texts.get("values", {}).get(field, {})
        return words.get(value if isinstance(value, str) else json.dumps(value))

    def card(self, card: str) -> str:
        return self.named("cards", card) or card

    def face(self, card: str) -> str:
        return self.named("faces", card) or self.card(card)

    def told(self, events: Sequence[Event]) -> list[str]:
        """In words; what has none goes without saying."""
        return [words for words in map(self.event, events) if words]

    def event(self, event: Event) -> str:
        spoken_to = self.you and event.details.get("seat") == ME
        template: str = (spoken_to and self.named("log_you", event.key)) or self.texts["log"][event.key]
        details = self.events[event.key].details
        worded = {name: self.detail(details[name], value) for name, value in event.details.items()}
        return MINUS.sub("−", self.filled(template, **worded))

    def detail(self, detail: Detail, value: Value) -> str | int:
        """A seat by its name, ids by their words; a number stays one, it chooses between singular and plural."""
        if isinstance(value, dict):
            return self.listed([f"{n} × {self.value(detail.type, one)}" for one, n in value.items() if n]) or NOTHING
        if isinstance(value, str):
            return self.value(detail.type, value)
        return self.names[value] if detail == SEAT else value

    def filled(self, text: str, **details: object) -> str:
        return fill(text, self.language, details)

    def labelled(self, label: str, text: str) -> str:
        """With the colon as the language sets it."""
        return fill(self.words["labelled"], self.language, {"label": label, "text": text})

    def listed(self, names: Sequence[str]) -> str:
        """Such as: Anna, Ben and Carla."""
        if len(names) < 2:
            return "".join(names)
        return self.filled(self.words["and"], names=", ".join(names[:-1]), last=names[-1])

    def line(self, told: Sequence[str]) -> Text:
        """What was done, and, brighter, what came of it."""
        done, *effects = told
        return Text(" ").join([Text(done), *(Text(effect, "bold yellow") for effect in effects)])
