"""What happened, for people: never what lies under the cup, before somebody has lifted it."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import CHANCE, NUMBER, SEAT, event, events, note, one_of, rule
from spieltisch_maexchen.rules import (
    BEGINNING,
    DOUBT,
    OVER,
    PAY,
    ROLL,
    VALUE,
    MaexchenState,
    decode,
    next_one,
    value_at,
)

CLAIMED = one_of("value", tuple(VALUE))
EVENTS = events(
    start=event(seat=SEAT),
    rolls=event(seat=SEAT),
    looks=event(seat=SEAT),
    claims=event(seat=SEAT, value=CLAIMED),
    doubts=event(seat=SEAT, to=SEAT),
    lifts=event(seat=SEAT, value=CLAIMED),
    pays=event(seat=SEAT),
    loses=event(seat=SEAT, lives=NUMBER),
    out=event(seat=SEAT),
    wins=event(seat=SEAT),
)
START, ROLLS, LOOKS, CLAIMS, DOUBTS, LIFTS, PAYS, LOSES, LEAVES, WINS = range(len(EVENTS))


@rule
def tell(before: MaexchenState, seat: int, move: int, after: MaexchenState, out: NDArray[np.int64]) -> int:
    if seat == CHANCE:
        return note(out, 0, START if before.stage == BEGINNING else LOOKS, after.turn)
    kind, place = decode(move)
    if kind == ROLL:
        return note(out, 0, ROLLS, seat)
    if kind == DOUBT:
        count = note(out, 0, DOUBTS, seat, before.claimer)
        return tell_loss(before, after, out, note(out, count, LIFTS, before.claimer, after.lifted))
    if kind == PAY:
        return tell_loss(before, after, out, note(out, 0, PAYS, seat))
    return note(out, 0, CLAIMS, seat, value_at(place))


@rule
def tell_loss(before: MaexchenState, after: MaexchenState, out: NDArray[np.int64], count: int) -> int:
    """MX-D2, MX-L2, MX-E1"""
    for seat in range(after.seats):
        if after.lives[seat] < before.lives[seat]:
            count = note(out, count, LOSES, seat, int(before.lives[seat]) - int(after.lives[seat]))
            if after.lives[seat] == 0:
                count = note(out, count, LEAVES, seat)
            if after.stage == OVER:
                count = note(out, count, WINS, next_one(after, seat))
    return count
