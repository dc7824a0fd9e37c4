"""A card of Blitzgriff in a position: by its id, or written out whole."""

from collections.abc import Callable
from typing import Any

from spieltisch.games.blitzgriff.cards import (
    ANY,
    CARDS,
    CENTRE,
    COLOURS,
    FIELDS,
    IDS,
    JOKER,
    KINDS,
    LANGUAGES,
    NO_FIELD,
    NUMBER,
    STYLES,
    WRITTEN,
    Card,
    Field,
    field_numbers,
)
from spieltisch.games.blitzgriff.state import FACES, NONE, BlitzState, get_card
from spieltisch.kernel import names_of
from spieltisch.kernel.errors import BadPosition, shown
from spieltisch.kernel.position import Facts, choice, whole

HIGHEST_TARGET = 48


# To text


def card_of(s: BlitzState, seat: int, slot: int) -> str | Card | None:
    """A card of the pack by its id, any other one whole; None: none has been dealt yet."""
    if s.card[seat, slot] != NONE:
        return IDS[s.card[seat, slot]]
    if not any(s.values[seat, slot]):
        return None
    kind = KINDS[s.kind[seat, slot]]
    target = {"target": int(s.target[seat, slot])} if kind == "zielwert" else {}
    return {"kind": kind, **target, "fields": [field_of(s, seat, slot, field) for field in range(FIELDS)]}


def field_of(s: BlitzState, seat: int, slot: int, field: int) -> Field:
    kind, colour = KINDS[s.kind[seat, slot]], int(s.colour[seat, slot, field])
    values = [value for value in range(1, FACES + 1) if int(s.values[seat, slot, field]) >> value & 1]
    style = names_of(WRITTEN)[s.style[seat, slot, field]]
    if colour == NO_FIELD:
        return None
    if colour == ANY:
        return JOKER
    if kind == "tuerme":
        return [COLOURS[colour], COLOURS[s.other[seat, slot, field]], values[0]]
    if kind == "mix":
        return [COLOURS[colour], COLOURS[s.other[seat, slot, field]], style]
    if kind == "reihen":
        return [COLOURS[colour], values]
    return [COLOURS[colour], values[0], *([style] if kind == "pasch" else [])]


# From text


def read_card(field: str, s: BlitzState, seat: int, slot: int, card: object) -> None:
    """By its id, or whole."""
    if isinstance(card, dict):
        whole_card = read_whole_card(field, card)
        number = NUMBER.get(str(card.get("id")))
        if number is None or not same_card(whole_card, CARDS[number]):
            lay_out_own_card(s, seat, slot, whole_card)
            return
        card = IDS[number]
    number = NUMBER[choice(field, card, IDS)]
    if not s.can_deal[number]:
        raise BadPosition(field, f"the card {card} is on the table twice, or sorted out by the option languages")
    get_card(s, seat, slot, number)


def same_card(one: Card, other: Card) -> bool:
    asks, others = ([field_numbers(card["kind"], ask) for ask in card["fields"]] for card in (one, other))
    return one["kind"] == other["kind"] and one.get("target") == other.get("target") and asks == others


def lay_out_own_card(s: BlitzState, seat: int, slot: int, card: Card) -> None:
    s.card[seat, slot] = NONE
    s.kind[seat, slot] = KINDS.index(card["kind"])
    s.target[seat, slot] = card.get("target", 0)
    for field, ask in enumerate(card["fields"]):
        numbers = field_numbers(card["kind"], ask)
        (
            s.colour[seat, slot, field],
            s.values[seat, slot, field],
            s.other[seat, slot, field],
            s.style[seat, slot, field],
        ) = numbers


def read_whole_card(field: str, card: dict[str, Any]) -> Card:
    """Checked, without its id."""
    facts = Facts(card)
    facts.take("id", None)
    kind = choice(f"{field}.kind", facts.take("kind", None), KINDS)
    target = facts.take("target", None)
    fields = facts.take("fields", None)
    facts.finish()
    if not isinstance(fields, list | tuple) or len(fields) != FIELDS:
        raise BadPosition(f"{field}.fields", f"must be nine fields, row by row, not {shown(fields)}")
    read: Card = {"kind": kind}
    if kind == "zielwert":
        read["target"] = whole(f"{field}.target", target, range(1, HIGHEST_TARGET + 1))
    elif target is not None:
        raise BadPosition(f"{field}.target", "only a Zielwert card has one")
    asks = [read_field(f"{field}.fields[{place}]", kind, place, ask) for place, ask in enumerate(fields)]
    return read | {"fields": asks}


def read_field(field: str, kind: str, place: int, ask: object) -> Field:
    """What the design says of each kind, and nothing else."""
    if kind == "zielwert" and place == CENTRE:
        if ask is not None:
            raise BadPosition(field, "the centre of a Zielwert card must be null")
        return None
    if kind == "pasch" and isinstance(ask, str) and ask == JOKER:
        return JOKER
    form = FORMS[kind]
    if not isinstance(ask, list | tuple) or len(ask) != len(form):
        raise BadPosition(field, f"must be [{', '.join(form)}], not {shown(ask)}")
    return [PARTS[part](field, thing) for part, thing in zip(form, ask, strict=True)]


def read_colour(field: str, colour: object) -> Any:
    return choice(field, colour, COLOURS)


def read_value(field: str, value: object) -> int:
    return whole(field, value, range(1, FACES + 1))


def read_values(field: str, values: object) -> list[int]:
    """BG-M3 One value, or a choice of two."""
    if not isinstance(values, list | tuple) or len(values) not in (1, 2):
        raise BadPosition(field, f"must have one value or two, in a list, not {shown(values)}")
    read = [read_value(field, value) for value in values]
    if len(set(read)) != len(read):
        raise BadPosition(field, "the two values must differ")
    return sorted(read)


PARTS: dict[str, Callable[[str, object], Any]] = {
    "colour": read_colour,
    "other colour": read_colour,
    "value": read_value,
    "[values]": read_values,
    "style": lambda field, style: choice(field, style, STYLES),
    "language": lambda field, language: choice(field, language, LANGUAGES),
}
FORMS = {
    "zielwert": ("colour", "value"),
    "tuerme": ("colour", "other colour", "value"),
    "reihen": ("colour", "[values]"),
    "kette": ("colour", "value"),
    "pasch": ("colour", "value", "style"),
    "mix": ("colour", "other colour", "language"),
}
