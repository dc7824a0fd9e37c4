"""Blöder Sack, told: what happened at each move, and what the table shows besides its record."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.bloeder_sack.conditions import CARDS
from spieltisch.games.bloeder_sack.course import ahead_of
from spieltisch.games.bloeder_sack.moves import DECLINE, PAIR, PLACE, ROLL, SCORE, STARTS, decode, decode_outcome
from spieltisch.games.bloeder_sack.rules import replace, take_from_hand
from spieltisch.games.bloeder_sack.scoring import (
    ANY,
    NO_SEAT,
    WINNER,
    amount,
    counting,
    deciding,
    field_of,
    last_of,
    winner,
)
from spieltisch.games.bloeder_sack.state import CLOSED, ENOUGH, OVER, SEATS, SIDES, TRAYS, SackState
from spieltisch.games.bloeder_sack.trays import (
    all_trays_closed,
    any_die,
    dice_of_full_tray,
    is_full,
    put,
    score,
    set_aside,
    tray_to_come,
)
from spieltisch.kernel import CHANCE, NUMBER, SEAT, event, events, note, one_of, rule

# Trays and fields count from 1; `fields` is a set of bits, bit 0 is field 1.
SACK_CARD = one_of("card", CARDS)
EVENTS = events(
    start=event(seat=SEAT),
    card=event(tray=NUMBER, card=SACK_CARD),
    rolls=event(seat=SEAT, one=NUMBER, two=NUMBER),
    scores=event(seat=SEAT, tray=NUMBER),
    declines=event(seat=SEAT),
    places=event(seat=SEAT, value=NUMBER, tray=NUMBER, field=NUMBER),
    replaces=event(seat=SEAT, to=SEAT, value=NUMBER, tray=NUMBER, field=NUMBER),
    full=event(tray=NUMBER),
    # BS-S5 of each who takes part; last: his last die's field
    counts=event(seat=SEAT, tray=NUMBER, fields=NUMBER, amount=NUMBER, last=NUMBER),
    # tie: BS-S2 the field that decided
    gets=event(seat=SEAT, tray=NUMBER, card=SACK_CARD, symbols=NUMBER, fields=NUMBER, amount=NUMBER, tie=NUMBER),
    nobody=event(tray=NUMBER, card=SACK_CARD),  # BS-S3
    renewed=event(cards=NUMBER),  # BS-S4
    closed=event(tray=NUMBER),  # BS-S4
    returned=event(seat=SEAT, dice=NUMBER),  # BS-S4
    fourth=event(seat=SEAT),  # BS-E1
    final=event(),  # BS-E2
    wins=event(seat=SEAT, symbols=NUMBER),
    shares=event(seat=SEAT, symbols=NUMBER),  # BS-E3
)
(
    START, CARD_LAID, ROLLS, SCORES, DECLINES, PLACES, REPLACES, FULL, COUNTS, GETS, NOBODY_GETS, RENEWED, CLOSES,
    RETURNED, FOURTH, FINAL, WINS, SHARES,
) = range(len(EVENTS))  # fmt: skip

Events = NDArray[np.int64]


@rule
def tell(before: SackState, seat: int, move: int, after: SackState, out: Events) -> int:
    """On the way `before` is carried on to where the move leads, but for the last scoring (BS-E2)."""
    most = most_cards(before)
    count = tell_chance(before, move, out) if seat == CHANCE else tell_move(before, seat, move, out)
    if after.stage != OVER:
        return tell_fourth(most, after, out, count)
    return tell_winners(after, out, tell_final(before, out, count))


@rule
def most_cards(s: SackState) -> int:
    most = 0
    for seat in range(s.seats):
        most = max(most, s.won[seat])
    return most


# What was done


@rule
def tell_chance(s: SackState, outcome: int, out: Events) -> int:
    kind, start, pair, card = decode_outcome(outcome)
    if kind == STARTS:      return note(out, 0, START, start)
    if kind == ROLL:        return tell_roll(s, PAIR[pair, 0], PAIR[pair, 1], out)
    return note(out, 0, CARD_LAID, tray_to_come(s) + 1, card)


@rule
def tell_move(s: SackState, seat: int, move: int, out: Events) -> int:
    kind, tray, value, field = decode(move)
    if kind == SCORE:       return tell_scoring(s, tray, out, note(out, 0, SCORES, seat, tray + 1))
    if kind == DECLINE:     return note(out, 0, DECLINES, seat)
    if kind == PLACE:       return tell_place(s, seat, value + 1, tray, out)
    return tell_replace(s, seat, tray, field, out)


@rule
def tell_place(s: SackState, seat: int, value: int, tray: int, out: Events) -> int:
    take_from_hand(s, value)
    put(s, tray, seat, value)
    count = note(out, 0, PLACES, seat, value, tray + 1, s.laid[tray])
    if is_full(s, tray):
        count = note(out, count, FULL, tray + 1)
        count = tell_scoring(s, tray, out, count)
    return tell_return(s, out, count)


@rule
def tell_replace(s: SackState, seat: int, tray: int, field: int, out: Events) -> int:
    count = note(out, 0, REPLACES, seat, s.owner[tray, field], s.value[tray, field], tray + 1, field + 1)
    replace(s, seat, tray, field)
    return count


@rule
def tell_roll(s: SackState, low: int, high: int, out: Events) -> int:
    count = note(out, 0, ROLLS, s.turn, low, high)
    s.hand[0], s.hand[1] = low, high
    if low == high and low < SIDES and s.laid[low - 1] > 0:
        count = tell_scoring(s, low - 1, out, count)
    return tell_return(s, out, count)


@rule
def tell_return(s: SackState, out: Events, count: int) -> int:
    """BS-S4 Dice that can go nowhere."""
    dice = int(s.hand[0] > 0) + int(s.hand[1] > 0)
    if dice == 0 or not all_trays_closed(s):
        return count
    return note(out, count, RETURNED, s.turn, dice)


# Scoring


@rule
def tell_scoring(s: SackState, tray: int, out: Events, count: int) -> int:
    """BS-S1 to BS-S4 Why somebody gets the card; and the scoring itself."""
    count = tell_award(s, tray, out, count)
    pile = s.pile_size
    score(s, tray)
    if s.pile_size > pile:
        count = note(out, count, RENEWED, s.pile_size)
    if s.card[tray] == CLOSED:
        count = note(out, count, CLOSES, tray + 1)
    return count


@rule
def tell_award(s: SackState, tray: int, out: Events, count: int) -> int:
    card, leading = s.card[tray], winner(s, tray)
    for seat in range(s.seats):
        last = last_of(s, tray, seat, ANY)
        if last > 0:
            fields, met = counting(s, tray, seat), amount(s, tray, seat)
            count = note(out, count, COUNTS, seat, tray + 1, fields, met, field_of(s, tray, last))
    if leading == NO_SEAT:
        return note(out, count, NOBODY_GETS, tray + 1, card)
    fields, met, tie = counting(s, tray, leading), amount(s, tray, leading), deciding(s, tray, leading)
    return note(out, count, GETS, leading, tray + 1, card, s.deck[card], fields, met, tie)


# The end


@rule
def tell_fourth(most_before: int, after: SackState, out: Events, count: int) -> int:
    """BS-E1 Somebody has his fourth card now: the last round."""
    for seat in range(after.seats):
        if most_before < ENOUGH <= after.won[seat]:
            return note(out, count, FOURTH, seat)
    return count


@rule
def tell_final(s: SackState, out: Events, count: int) -> int:
    """BS-E2 Trays 1 to 5."""
    if any_die(s):
        count = note(out, count, FINAL)
    for tray in range(TRAYS):
        if s.laid[tray] > 0:
            count = tell_award(s, tray, out, count)
    return count


@rule
def tell_winners(s: SackState, out: Events, count: int) -> int:
    """BS-E3"""
    winners = 0
    for seat in range(s.seats):
        winners += ahead_of(s, seat) == 0
    for seat in range(s.seats):
        if ahead_of(s, seat) == 0:
            count = note(out, count, WINS if winners == 1 else SHARES, seat, s.symbols[seat])
    return count


# What the table shows: who would win each card if it were scored now, and why


SHOWN = {
    "leader": (TRAYS,),
    "counting": (TRAYS,),  # the fields whose dice count for him, as a set of bits
    "deciding": (TRAYS,),  # BS-S2 the field that decides a tie; 0: there is none
    "amount": (TRAYS, SEATS),  # how well each meets the condition; 0: not at all
    "aside": (),  # BS-S3 cards
    "full": (),  # BS-T7 dice on a tray that is full
}
SHOWN_CHOICES = {"leader": WINNER}
LEADER, COUNTING, DECIDING, AMOUNT = 0, TRAYS, 2 * TRAYS, 3 * TRAYS
SET_ASIDE = AMOUNT + TRAYS * SEATS


@rule
def show(s: SackState, out: NDArray[np.int64]) -> None:
    for tray in range(TRAYS):
        show_tray(s, tray, out)
    out[SET_ASIDE] = set_aside(s)
    out[SET_ASIDE + 1] = dice_of_full_tray(s)


@rule
def show_tray(s: SackState, tray: int, out: NDArray[np.int64]) -> None:
    leading = NO_SEAT if s.laid[tray] == 0 else winner(s, tray)
    out[LEADER + tray] = leading
    out[COUNTING + tray] = 0 if leading == NO_SEAT else counting(s, tray, leading)
    out[DECIDING + tray] = deciding(s, tray, leading)
    for seat in range(SEATS):
        out[AMOUNT + tray * SEATS + seat] = amount(s, tray, seat) if s.laid[tray] > 0 else 0
