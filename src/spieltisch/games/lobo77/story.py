"""What an entry of the log did, in events. All of them are public: the faces of drawn cards are not among them."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.lobo77.cards import CARDS, VALUE
from spieltisch.games.lobo77.rules import (
    DRAW,
    LIMIT,
    NONE,
    OUT,
    OVER,
    STARTS,
    LoboState,
    decode,
    decode_outcome,
    discarded,
)
from spieltisch.kernel import CHANCE, NUMBER, SEAT, event, events, note, one_of, rule

CARD = one_of("card", CARDS)
WHY = one_of("why", ("twins", "over"))  # LO-C1: a repdigit, or one that ends the round
EVENTS = events(
    start=event(seat=SEAT),
    gets=event(seat=SEAT),  # a card from the pile
    plays=event(seat=SEAT, card=CARD, total=NUMBER),
    draw=event(seat=SEAT),  # by hand
    turned=event(),
    chip=event(seat=SEAT, total=NUMBER, left=NUMBER, why=WHY),
    swims=event(seat=SEAT),
    out=event(seat=SEAT),
    round=event(seat=SEAT),
    reshuffled=event(),
    wins=event(seat=SEAT),
)
START, GETS, PLAYS, DRAWS, TURNED, CHIP, SWIMS, LEAVES, ROUND, RESHUFFLED, WINS = range(len(EVENTS))


@rule
def tell(before: LoboState, seat: int, move: int, after: LoboState, out: NDArray[np.int64]) -> int:
    count = tell_of_chance(before, move, out) if seat == CHANCE else tell_of_move(before, seat, move, after, out)
    if after.reshuffles > before.reshuffles:
        count = note(out, count, RESHUFFLED)
    return count


@rule
def tell_of_chance(before: LoboState, outcome: int, out: NDArray[np.int64]) -> int:
    kind, _, start = decode_outcome(outcome)
    return note(out, 0, START, start) if kind == STARTS else note(out, 0, GETS, before.receiver)


@rule
def tell_of_move(before: LoboState, seat: int, move: int, after: LoboState, out: NDArray[np.int64]) -> int:
    kind, card = decode(move)
    return note(out, 0, DRAWS, seat) if kind == DRAW else tell_of_card(before, seat, card, after, out)


@rule
def tell_of_card(before: LoboState, seat: int, card: int, after: LoboState, out: NDArray[np.int64]) -> int:
    """The announcement, what it cost, and how play goes on."""
    total = before.total + VALUE[card]
    left = after.chips[seat]
    count = note(out, 0, PLAYS, seat, card, total)
    if left != before.chips[seat]:
        count = note(out, count, CHIP, seat, total, left, int(total >= LIMIT))
        if left == OUT:
            count = note(out, count, LEAVES, seat)
        elif left == 0:
            count = note(out, count, SWIMS, seat)
    if after.stage == OVER:
        count = note(out, count, WINS, last_one_in(after))
    elif after.top == NONE:
        count = note(out, count, ROUND, after.start)
    elif after.direction != before.direction:
        count = note(out, count, TURNED)
    return count


@rule
def last_one_in(s: LoboState) -> int:
    """LO-E1"""
    seat = 0
    while s.chips[seat] == OUT:
        seat += 1
    return seat


# What the table shows besides its record


SHOWN: dict[str, tuple[int, ...]] = {"buried": ()}  # 1: cards lie below the top one


@rule
def show(s: LoboState, out: NDArray[np.int64]) -> None:
    out[0] = discarded(s) > 1
