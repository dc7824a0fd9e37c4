"""Lobo 77 in text: positions, and what is said with a card. (Moves: rules.py.)"""

from collections.abc import Container, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.lobo77.cards import CARDS, KINDS
from spieltisch.games.lobo77.rules import (
    CHIPS,
    CLOCKWISE,
    COUNTER_CLOCKWISE,
    NONE,
    OUT,
    PLAYING,
    LoboState,
    chance_is_due,
)
from spieltisch.kernel import Announce, Announcement
from spieltisch.kernel.errors import BadPosition
from spieltisch.kernel.position import Facts, things, whole

FARTHEST = 10_000  # a total below −10,000 is no position anybody has reached


# To text


def to_position(s: LoboState, known: Container[int]) -> dict[str, Any]:
    seats = range(s.seats)
    leavers = sorted((seat for seat in seats if s.left[seat]), key=lambda seat: s.left[seat])
    return {
        "seats": int(s.seats),
        "hands": [card_list(s.hand[seat]) if seat in known else int(s.hand_size[seat]) for seat in seats],
        "chips": [None if s.chips[seat] == OUT else int(s.chips[seat]) for seat in seats],
        "out": leavers,
        "total": int(s.total),
        "direction": 1 if s.direction == CLOCKWISE else -1,
        "turn": int(s.turn),
        "owes": int(s.owes),
        "played": int(s.played),
        "draws": s.draws[: s.seats].tolist(),
        "top": None if s.top == NONE else CARDS[s.top],
        "discards": card_list(s.discards),
        "start": int(s.start),
    }


def is_position(s: LoboState) -> bool:
    return bool(s.stage == PLAYING and not chance_is_due(s))


def card_list(counts: NDArray[np.int8]) -> list[str]:
    return [CARDS[card] for card in range(KINDS) for _ in range(counts[card])]


def public_facts(s: LoboState) -> dict[str, Any]:
    return {"pile": int(s.pile_size)}


# From text


def from_position(facts: Facts, s: LoboState) -> int | None:
    """Fills a record that was just set up."""
    s.stage = PLAYING
    read_chips(facts, s)
    read_table(facts, s)
    known_to = read_hands(facts, s)
    read_turn(facts, s)
    return known_to


def read_chips(facts: Facts, s: LoboState) -> None:
    """LO-C2, LO-E1 `null` chips and the list of those who are out must agree."""
    chips = facts.row("chips", s.seats, [CHIPS] * int(s.seats))
    out = facts.take("out", [seat for seat, left in enumerate(chips) if left is None])
    gone = [seat for seat, left in enumerate(chips) if left is None]
    if not isinstance(out, list | tuple) or sorted(whole("out", seat, range(s.seats)) for seat in out) != gone:
        raise BadPosition("out", "must list the seats whose chips are null, each once, in the order of leaving")
    if len(gone) > s.seats - 2:
        raise BadPosition("chips", "at least two players must still be in")
    for seat, left in enumerate(chips):
        s.chips[seat] = OUT if left is None else whole("chips", left, range(CHIPS + 1))
    for order, seat in enumerate(out, start=1):
        s.left[seat] = order
    s.still_in = s.seats - len(gone)


def read_table(facts: Facts, s: LoboState) -> None:
    s.total = facts.number("total", range(-FARTHEST, 77), 0)
    s.direction = CLOCKWISE if facts.one_of("direction", (1, -1), 1) == 1 else COUNTER_CLOCKWISE
    discards = things("discards", facts.take("discards", []), CARDS)
    top = facts.one_of("top", (*CARDS, None), None)
    if top is None and discards:
        raise BadPosition("top", "must name the card on top of the discards")
    if top is not None and top not in discards:
        discards.append(top)
    s.top = NONE if top is None else CARDS.index(top)
    take_from_pile("discards", s, s.discards, discards)


def read_hands(facts: Facts, s: LoboState) -> int | None:
    """Lists of cards; for all seats but one, numbers of unknown cards. The rest is the pile."""
    hands = facts.row("hands", s.seats)
    known = [seat for seat, hand in enumerate(hands) if not isinstance(hand, int)]
    for seat, hand in enumerate(hands):
        field = f"hands[{seat}]"
        if seat in known:
            cards = things(field, hand, CARDS)
            take_from_pile(field, s, s.hand[seat], cards)
        s.hand_size[seat] = whole(field, hand, range(int(s.deck.sum()) + 1)) if seat not in known else len(cards)
    if len(known) == s.seats:
        return None
    if len(known) != 1:
        raise BadPosition("hands", "either every hand is given as a list, or exactly one, the others as numbers")
    s.pile_size -= sum(hand for hand in hands if isinstance(hand, int))
    if s.pile_size < 0:
        raise BadPosition("hands", f"there are not that many cards: {-s.pile_size} too many")
    s.pile[:] = 0  # nobody knows what is in it
    return known[0]


def take_from_pile(field: str, s: LoboState, to: NDArray[np.int8], cards: Sequence[str]) -> None:
    """LO-M1 Every card is somewhere, once."""
    for name in cards:
        card = CARDS.index(name)
        if s.pile[card] == 0:
            raise BadPosition(field, f"has more of the card {name} than there are left of {s.deck[card]}")
        s.pile[card] -= 1
        s.pile_size -= 1
        to[card] += 1


def read_turn(facts: Facts, s: LoboState) -> None:
    seats = range(s.seats)
    still_in = [seat for seat in seats if s.chips[seat] != OUT]
    s.turn = facts.one_of("turn", still_in, still_in[0])
    s.start = facts.number("start", seats, 0)
    s.owes = facts.number("owes", range(1, 3), 1)
    s.played = facts.number("played", range(3 - int(s.owes)), 0)
    if s.played and s.top == NONE:
        raise BadPosition("played", "no card lies on the discards, so none was played")
    read_draws(facts, s)
    if s.hand_size[s.turn] == 0:
        raise BadPosition("turn", f"seat {s.turn} holds no card: the turn would have passed on")


def read_draws(facts: Facts, s: LoboState) -> None:
    """LO-T7 Only the one who played last may still draw, and only by hand."""
    draws = facts.row("draws", s.seats, [0] * int(s.seats))
    for seat, due in enumerate(draws):
        s.draws[seat] = whole("draws", due, range(3))
    drawing = np.flatnonzero(s.draws)
    if drawing.size and not s.by_hand:
        raise BadPosition("draws", 'cards are drawn by the players only with the option draw = "by hand"')
    if drawing.size > 1:
        raise BadPosition("draws", "only the player who played last may still draw")
    for seat in drawing.tolist():
        if s.chips[seat] == OUT or s.played or s.top == NONE:
            raise BadPosition("draws", f"seat {seat} cannot have cards to draw now")


# Said with a card


def is_by_head(options: Mapping[str, str]) -> bool:
    return options["announce"] == "by head"


def said_with(s: LoboState, move: str) -> Announcement | None:
    """LO-T9 By head: the new total is said with the card."""
    return Announcement(announced(int(s.total), move), int(s.total)) if move in CARDS else None


ANNOUNCE = Announce(is_on=is_by_head, number=said_with)


def announced(total: int, card: str) -> int:
    return total + (int(card) if card not in ("x2", "turn") else 0)
