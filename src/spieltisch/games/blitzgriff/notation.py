"""Blitzgriff in text: positions. (Moves: moves.py.)"""

from collections.abc import Container, Iterator
from typing import Any, NamedTuple

import numpy as np

from spieltisch.games.blitzgriff.card_notation import card_of, read_card, read_colour, read_value
from spieltisch.games.blitzgriff.cards import (
    CARDS,
    COLOURS,
    FIELDS,
    FOREIGN,
    IDS,
    KIND,
    KINDS,
    MIX,
    NO_FIELD,
    NUMBER,
    TUERME,
)
from spieltisch.games.blitzgriff.state import (
    BESIDE,
    CALM,
    DICE,
    FACES,
    FIRST_DIE,
    GRABBING,
    HANDS,
    HELD,
    IN_HAND,
    MIDDLE,
    NONE,
    OF_COLOUR,
    ON_FIELD,
    OUT_OF_PLAY,
    PARKED,
    ROUNDS,
    SEATS,
    BlitzState,
    bring,
    clear_table,
    colour_of,
    room,
)
from spieltisch.kernel.errors import BadPosition, shown
from spieltisch.kernel.position import Facts, things, whole

SPOT_NAMES = {BESIDE: "beside", PARKED: "parked"}
CLOCK_CALLED = "clock"  # as `caller`: the pass was ended for idleness (BG-P3), and hands are pending
FARTHEST, LAST_ORDER = 5_000, 1_000


class Place(NamedTuple):
    """Where a die lies, as the record says it."""

    where: int
    seat: int = NONE
    card: int = NONE
    field: int = NONE

    @property
    def is_at_card(self) -> bool:
        return self.card != NONE


# To text


def to_position(s: BlitzState, known: Container[int]) -> dict[str, Any]:
    seats = range(s.seats)
    return {
        "seats": int(s.seats),
        "round": int(s.round_now),
        "pass": int(s.pass_now),
        "mix": int(s.mix),
        "turn": int(s.turn),
        "cards": [[card_of(s, seat, slot) for slot in range(HELD)] for seat in seats],
        "dice": [die_of(s, die) for die in range(DICE) if s.where[die] != OUT_OF_PLAY],
        "points": s.points[: s.seats].tolist(),
        "caller": caller_of(s),
        "used": used_cards(s),
        "start": int(s.start),
        "passes": int(s.passes),
    }


def is_position(s: BlitzState) -> bool:
    return bool(s.stage in (GRABBING, HANDS))


def public_facts(s: BlitzState) -> dict[str, Any]:
    return {"left": int(s.left), "hands": [int(s.hand[seat]) or None for seat in range(s.seats)]}


def caller_of(s: BlitzState) -> int | str | None:
    if s.caller == NONE:
        return CLOCK_CALLED if s.stage == HANDS else None
    return int(s.caller)


def used_cards(s: BlitzState) -> list[str]:
    """BG-C2 All that were dealt in this match, those on the table too."""
    return [IDS[n] for n in range(len(CARDS)) if not s.can_deal[n] and not (s.german_only and FOREIGN[n])]


def die_of(s: BlitzState, die: int) -> list[Any]:
    order = [int(s.order[die])] if s.order[die] else []
    place = Place(int(s.where[die]), int(s.whose[die]), int(s.at_card[die]), int(s.at_field[die]))
    return [COLOURS[colour_of(die)], int(s.value[die]), text_of(place), *order]


def all_places() -> Iterator[Place]:
    yield Place(MIDDLE)
    for seat in range(SEATS):
        yield Place(IN_HAND, seat)
        for card in range(HELD):
            yield from (Place(ON_FIELD, seat, card, field) for field in range(FIELDS))
            yield from (Place(BESIDE, seat, card), Place(PARKED, seat, card))


def text_of(place: Place) -> str:
    if place.where == MIDDLE:
        return "middle"
    if place.where == IN_HAND:
        return f"{place.seat}.hand"
    return f"{place.seat}.{place.card + 1}.{SPOT_NAMES.get(place.where, place.field + 1)}"


PLACES = {text_of(place): place for place in all_places()}


# From text


def from_position(facts: Facts, s: BlitzState) -> int | None:
    """Fills a record that was just set up. Nothing is hidden in this game."""
    clear_table(s)
    s.stage = GRABBING
    s.receiver = s.slot = s.undealt = 0
    s.round_now = facts.number("round", range(1, ROUNDS + 1), 1)
    s.pass_now = facts.number("pass", range(1, s.seats + 1), 1)
    read_cards(facts, s)
    read_mix(facts, s)
    read_dice(facts, s)
    for seat, points in enumerate(facts.row("points", s.seats, [0] * int(s.seats))):
        s.points[seat] = whole("points", points, range(-FARTHEST, FARTHEST))
    read_turn(facts, s)
    read_caller(facts, s)
    return None


def read_cards(facts: Facts, s: BlitzState) -> None:
    """BG-C2 Three different kinds each; every card of the pack once."""
    in_pack = s.can_deal.copy()
    for seat, held in enumerate(facts.row("cards", s.seats)):
        field = f"cards[{seat}]"
        if not isinstance(held, list | tuple) or len(held) != HELD:
            raise BadPosition(field, f"must be a list of {HELD} cards, not {shown(held)}")
        for slot, card in enumerate(held):
            read_card(field, s, seat, slot, card)
        if len({int(kind) for kind in s.kind[seat]}) != HELD:
            raise BadPosition(field, "must be cards of three different kinds")
    for card_id in things("used", facts.take("used", []), [IDS[number] for number in np.flatnonzero(in_pack)]):
        s.can_deal[NUMBER[card_id]] = 0
    for kind, name in enumerate(KINDS):
        if sum(s.can_deal[kind == KIND]) < s.seats * (ROUNDS - s.round_now):
            raise BadPosition("used", f"so few cards of the kind {name} are left that later rounds cannot be dealt")


def read_mix(facts: Facts, s: BlitzState) -> None:
    """BG-C4 It matters where a Verwirrmix card lies."""
    if (s.kind[: s.seats] == MIX).any():
        s.mix = facts.number("mix", range(1, FACES + 1))
    else:
        s.mix = facts.number("mix", range(1, FACES + 1), 1)


def read_dice(facts: Facts, s: BlitzState) -> None:
    """BG-M1 Up to four of each colour; those not named are out of play."""
    dice = facts.take("dice")
    if not isinstance(dice, list | tuple) or len(dice) > DICE:
        raise BadPosition("dice", f"must be a list of at most {DICE}, not {shown(dice)}")
    entries = [read_die(f"dice[{number}]", s, entry) for number, entry in enumerate(dice)]
    orders = [order for *_, order in entries if order]
    if len(set(orders)) != len(orders):
        raise BadPosition("dice", "two dice have the same order of putting down")
    s.thrown = DICE
    s.puts = max(orders, default=0)
    seen = [0] * len(COLOURS)
    laid: list[tuple[int, int, Place]] = []
    for number, (colour, value, place, order) in enumerate(entries):
        if seen[colour] == OF_COLOUR:
            raise BadPosition(f"dice[{number}]", f"there are only {OF_COLOUR} dice of the colour {COLOURS[colour]}")
        die = int(FIRST_DIE[colour]) + seen[colour]
        seen[colour] += 1
        s.value[die] = value
        bring(s, die, *place)
        if place.is_at_card:
            laid.append((order or LAST_ORDER + number, die, place))
    for order, die, place in sorted(laid):
        lay_at(s, die, place, order)
    read_hands(s)
    s.left = int((s.where == MIDDLE).sum())


def read_die(field: str, s: BlitzState, entry: object) -> tuple[int, int, Place, int]:
    """Colour, value, place, and the order of putting down: 0, if it is missing."""
    if not isinstance(entry, list | tuple) or len(entry) not in (3, 4):
        raise BadPosition(field, f"must be [colour, value, place] or [colour, value, place, order], not {shown(entry)}")
    colour = COLOURS.index(read_colour(field, entry[0]))
    value = read_value(field, entry[1])
    place = PLACES.get(entry[2]) if isinstance(entry[2], str) else None
    if place is None or not is_place(s, place):
        raise BadPosition(field, f"must lie at a place like middle, 0.hand or 0.2.5, not {shown(entry[2])}")
    if len(entry) == 3:
        return colour, value, place, 0
    if not place.is_at_card:
        raise BadPosition(field, "only a die that was put down has an order")
    return colour, value, place, whole(field, entry[3], range(1, LAST_ORDER))


def is_place(s: BlitzState, place: Place) -> bool:
    """BG-G3 Of a player who is there; parked at Türme cards only; not in the centre of a Zielwert card."""
    where, seat, card, field = place
    if seat >= s.seats:
        return False
    if where == PARKED:
        return bool(s.kind[seat, card] == TUERME)
    return where != ON_FIELD or bool(s.colour[seat, card, field] != NO_FIELD)


def lay_at(s: BlitzState, die: int, place: Place, order: int) -> None:
    where, seat, card, field = place
    if order >= LAST_ORDER:  # none was given: after all that have one
        s.puts += 1
        order = int(s.puts)
    s.order[die] = order
    if where == PARKED:
        if s.parked[seat, card]:
            raise BadPosition("dice", f"two dice are parked at {text_of(place)}")
        s.parked[seat, card] = die + 1
    elif where == ON_FIELD:
        level = int(np.count_nonzero(s.lies[seat, card, field]))
        if level >= room(s, seat, card):
            raise BadPosition("dice", f"too many dice lie on {text_of(place)}")
        s.lies[seat, card, field, level] = die + 1


def read_hands(s: BlitzState) -> None:
    """BG-G1 One hand, one die."""
    for seat in range(s.seats):
        held = np.flatnonzero((s.where == IN_HAND) & (s.whose == seat))
        if held.size > 1:
            raise BadPosition("dice", f"seat {seat} holds more than one die")
        s.hand[seat] = held[0] + 1 if held.size else 0


def read_turn(facts: Facts, s: BlitzState) -> None:
    """BG-X1 In the calm pace one is on, and only he can hold a die."""
    seats = range(s.seats)
    s.start = facts.number("start", seats, 0)
    s.turn = facts.number("turn", seats, int(s.start))
    s.passes = facts.number("passes", seats, 0)
    if s.pace == CALM:
        if any(s.hand[seat] for seat in seats if seat != s.turn):
            raise BadPosition("dice", f"only seat {s.turn}, whose turn it is, can hold a die")
        if s.passes and s.hand[s.turn]:
            raise BadPosition("passes", "somebody has taken a die, so nobody has passed since")
    elif s.passes:
        raise BadPosition("passes", 'nobody passes with the option pace = "blitz"')


def read_caller(facts: Facts, s: BlitzState) -> None:
    """BG-P1, BG-P3 The pass is over but for the dice in hand."""
    caller = facts.one_of("caller", (None, CLOCK_CALLED, *range(s.seats)), None)
    if caller is not None:
        if s.pace == CALM:
            raise BadPosition("caller", "in the calm pace no hand is full when STOPP is called")
        s.stage = HANDS
        s.caller = NONE if caller == CLOCK_CALLED else caller
    if s.stage == HANDS and not any(s.hand[seat] for seat in range(s.seats)):
        raise BadPosition("caller", "no hand is full: the pass would be over")
