"""BG-M1, BG-M2, BG-M3 Colours, kinds and the 84 cards, as data and as arrays for the rules."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import choice, names_of

DIE_COLOUR = choice("rot", "blau", "gruen", "gelb", "orange", "lila", "rosa", "braun", "schwarz", "weiss")
COLOURS = names_of(DIE_COLOUR)
CARD_KIND = choice("zielwert", "tuerme", "reihen", "kette", "pasch", "mix")
ZIELWERT, TUERME, REIHEN, KETTE, PASCH, MIX = CARD_KIND.values()
KINDS = names_of(CARD_KIND)
STYLES = ("arabic", "roman", "pips")
LANGUAGES = ("de", "en", "fr")
WRITTEN = choice(*STYLES, *LANGUAGES)  # a number on a Pasch card; a word on a Verwirrmix card
FIELDS, CENTRE = 9, 4
NO_COLOUR = choice(any=-1, no_field=-2)  # a joker field; the centre of a Zielwert card
ANY, NO_FIELD = NO_COLOUR.values()
ASKED_COLOUR = {**DIE_COLOUR, **NO_COLOUR}
ANY_VALUE = 0b1111110  # a set of values is a bit mask: bit 3 stands for 3
JOKER, EMPTY = "joker", "-"

Field = list[Any] | str | None  # as design and positions write it
Card = dict[str, Any]


def read_cards() -> tuple[Card, ...]:
    """The file, with the centre of a Zielwert card as None: TOML has no word for nothing."""
    data = tomllib.loads((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))
    return tuple(
        {
            "id": card["id"],
            "kind": kind,
            **({"target": card["target"]} if kind == "zielwert" else {}),
            "fields": [None if field == EMPTY else field for field in card["fields"]],
        }
        for kind in CARD_KIND
        for card in data.get(kind, ())
    )


def field_numbers(kind: str, field: Field) -> tuple[int, int, int, int]:
    """What a field asks for: its colour, its values, its other colour, how it is written."""
    if field is None:
        return NO_FIELD, 0, 0, WRITTEN[STYLES[0]]
    if isinstance(field, str):
        return ANY, ANY_VALUE, 0, WRITTEN[STYLES[0]]
    if kind == "tuerme":
        return COLOURS.index(field[0]), 1 << field[2], COLOURS.index(field[1]), WRITTEN[STYLES[0]]
    if kind == "mix":
        return COLOURS.index(field[0]), ANY_VALUE, COLOURS.index(field[1]), WRITTEN[field[2]]
    style = field[2] if kind == "pasch" else STYLES[0]
    values = field[1] if isinstance(field[1], list) else [field[1]]
    return COLOURS.index(field[0]), sum(1 << value for value in values), 0, WRITTEN[style]


def asked(cards: Sequence[Mapping[str, Any]], part: int) -> NDArray[np.int64]:
    rows = [[field_numbers(card["kind"], field)[part] for field in card["fields"]] for card in cards]
    return np.array(rows, np.int64).reshape(len(cards), FIELDS)


CARDS = read_cards()
PACK = len(CARDS)
IDS = tuple(card["id"] for card in CARDS)
NUMBER = {card_id: number for number, card_id in enumerate(IDS)}
KIND = np.array([CARD_KIND[card["kind"]] for card in CARDS], np.int64)
TARGET = np.array([card.get("target", 0) for card in CARDS], np.int64)
COLOUR, VALUES, OTHER, STYLE = (asked(CARDS, part) for part in range(4))
FOREIGN = np.array([int(card["kind"] == "mix" and card["fields"][0][2] != "de") for card in CARDS], np.int64)
