"""Blöder Sack in text: positions. (Moves: moves.py.)"""

from collections.abc import Container, Iterable
from typing import Any

from spieltisch.games.bloeder_sack.conditions import CARDS, CONDITIONS
from spieltisch.games.bloeder_sack.course import begin_turn, card_is_due
from spieltisch.games.bloeder_sack.moves import VALUES
from spieltisch.games.bloeder_sack.state import (
    ASIDE,
    CHOOSING,
    CLOSED,
    DICE,
    FIELDS,
    IN_PILE,
    OPEN,
    OVER,
    PLACING,
    SIDES,
    TO_COME,
    TO_START,
    TRAYS,
    WON_BY,
    SackState,
)
from spieltisch.games.bloeder_sack.trays import is_full, put
from spieltisch.kernel.errors import BadPosition, shown
from spieltisch.kernel.position import Facts, things, whole

OLDEST = range(1, 10**6)  # ages in a position: any numbers that tell the order


# To text


def to_position(s: SackState, known: Container[int]) -> dict[str, Any]:
    position = {
        "seats": int(s.seats),
        "start": int(s.start),
        "turn": int(s.turn),
        "cards": [None if card in (CLOSED, TO_COME) else CARDS[card] for card in s.card.tolist()],
        "trays": [[die(s, tray, field) for field in range(s.laid[tray])] for tray in range(TRAYS)],
        "won": [cards_that_lie(s, WON_BY[seat]) for seat in range(s.seats)],
        "aside": cards_that_lie(s, ASIDE),
        "choose": bool(s.stage == CHOOSING),
    }
    rolled = [value for value in s.hand.tolist() if value]
    return position | ({"roll": rolled} if rolled else {})


def die(s: SackState, tray: int, field: int) -> list[int]:
    """Owner and value; BS-S2 with order = "time" its age, which else is its field."""
    facts = [int(s.owner[tray, field]), int(s.value[tray, field])]
    return [*facts, int(s.age[tray, field])] if s.by_time else facts


def cards_that_lie(s: SackState, where: int) -> list[str]:
    return [CARDS[card] for card in range(CONDITIONS) if s.lies[card] == where]


def is_position(s: SackState) -> bool:
    return bool(s.stage not in (TO_START, OVER) and not card_is_due(s))


def public_facts(s: SackState) -> dict[str, Any]:
    seats = int(s.seats)
    return {"supply": s.supply[:seats].tolist(), "symbols": s.symbols[:seats].tolist(), "pile": int(s.pile_size)}


# From text


def from_position(facts: Facts, s: SackState) -> None:
    """Fills a record that was just set up. Nothing is unknown in this game."""
    s.start = facts.number("start", range(s.seats), 0)
    s.turn = facts.number("turn", range(s.seats), int(s.start))
    read_cards(facts, s)
    read_trays(facts, s)
    read_roll(facts, s)


def read_cards(facts: Facts, s: SackState) -> None:
    """BS-M3 Every card of the deck is somewhere, once; the rest is the pile."""
    s.awaited = 0
    for tray, card in enumerate(facts.row("cards", TRAYS)):
        s.card[tray] = CLOSED if card is None else take_from_pile("cards", s, card, OPEN)
    for seat, cards in enumerate(facts.row("won", s.seats, [[] for _ in range(s.seats)])):
        field = f"won[{seat}]"
        for card in things(field, cards, deck_of(s)):
            number = take_from_pile(field, s, card, WON_BY[seat])
            s.won[seat] += 1
            s.symbols[seat] += s.deck[number]
    for card in things("aside", facts.take("aside", []), deck_of(s)):
        take_from_pile("aside", s, card, ASIDE)


def deck_of(s: SackState) -> list[str]:
    return [CARDS[card] for card in range(CONDITIONS) if s.deck[card]]


def take_from_pile(field: str, s: SackState, name: object, to: int) -> int:
    (card,) = (CARDS.index(known) for known in things(field, [name], deck_of(s)))
    if s.lies[card] != IN_PILE:
        raise BadPosition(field, f"the card {name} is there twice")
    s.lies[card] = to
    s.pile_size -= 1
    return card


def read_trays(facts: Facts, s: SackState) -> None:
    """BS-M1 Ten dice a player; BS-T7 a full tray would have been scored."""
    for tray, dice in enumerate(facts.row("trays", TRAYS, [[] for _ in range(TRAYS)])):
        field = f"trays[{tray}]"
        if not isinstance(dice, list | tuple) or len(dice) >= FIELDS:
            raise BadPosition(field, f"must be a list of at most {FIELDS - 1} dice, not {shown(dice)}")
        if dice and s.card[tray] == CLOSED:
            raise BadPosition(field, "is closed: no die can lie there")
        read_dice(field, s, tray, dice)
        if is_full(s, tray):
            raise BadPosition(field, "is full: its card would have been scored")


def read_dice(field: str, s: SackState, tray: int, dice: Iterable[object]) -> None:
    ages: list[int] = []
    for facts in dice:
        if not isinstance(facts, list | tuple) or len(facts) not in ((2, 3) if s.by_time else (2,)):
            parts = "owner, value and, in every die or none, age" if s.by_time else "owner and value"
            raise BadPosition(field, f"a die is a list of {parts}, not {shown(facts)}")
        owner = whole(field, facts[0], range(s.seats))
        put_from_supply(field, s, tray, owner, whole(field, facts[1], VALUES))
        ages += [whole(field, age, OLDEST) for age in facts[2:]]
    if ages:
        read_ages(field, s, tray, ages)


def put_from_supply(field: str, s: SackState, tray: int, owner: int, value: int) -> None:
    if is_full(s, tray):
        raise BadPosition(field, "is full: its card would have been scored")
    put(s, tray, owner, value)
    take_from_supply(field, s, owner)


def take_from_supply(field: str, s: SackState, seat: int) -> None:
    if s.supply[seat] == 0:
        raise BadPosition(field, f"seat {seat} has more than {DICE} dice")
    s.supply[seat] -= 1


def read_ages(field: str, s: SackState, tray: int, ages: list[int]) -> None:
    """BS-S2 Only their order counts."""
    if len(ages) != s.laid[tray] or len(set(ages)) != len(ages):
        raise BadPosition(field, "every die has an age of its own, or none has one")
    for place, age in enumerate(ages):
        s.age[tray, place] = 1 + sorted(ages).index(age)


def read_roll(facts: Facts, s: SackState) -> None:
    """BS-T2, BS-T3 Without a roll he is to roll, or to score first; BS-T5 or to decide on a double six."""
    roll = facts.take("roll", [])
    if not isinstance(roll, list | tuple) or len(roll) > 2:
        raise BadPosition("roll", f"must be a list of one or two values, not {shown(roll)}")
    values = sorted(whole("roll", value, VALUES) for value in roll)
    for place, value in enumerate(values):
        s.hand[place] = value
        take_from_supply("roll", s, int(s.turn))
    choosing = facts.one_of("choose", (True, False), False)
    if choosing and (values != [SIDES, SIDES] or not s.laid.any()):
        raise BadPosition("choose", "is asked after a double six, if a die lies on a tray")
    if not values:
        begin_turn(s, s.turn)
    elif not (s.card != CLOSED).any():
        raise BadPosition("roll", "all trays are closed: no die can be in hand")
    else:
        s.stage = CHOOSING if choosing else PLACING
