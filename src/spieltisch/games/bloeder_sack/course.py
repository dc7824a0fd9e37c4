"""The course of Blöder Sack: turns, the last round, who wins."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.bloeder_sack.conditions import CONDITIONS
from spieltisch.games.bloeder_sack.state import (
    CLOSED,
    DICE,
    ENOUGH,
    IN_PILE,
    MUST_SCORE,
    NOT_IN_DECK,
    OVER,
    PLACING,
    TO_COME,
    TO_ROLL,
    TO_START,
    TRAYS,
    SackState,
)
from spieltisch.games.bloeder_sack.trays import all_trays_closed, award, clear
from spieltisch.kernel import rule
from spieltisch.kernel.seats import ahead_by, any_seat, places_by, points_by

OPTIONS = {"order": ("field", "time")}


@rule
def set_up(s: SackState, seats: int, choices: NDArray[np.int64]) -> None:
    """BS-M1 to BS-M3 After `order` come the symbols of each card, 0 for those that are not in the deck."""
    s.seats = seats
    s.by_time = choices[0]
    s.stage = TO_START
    for card in range(CONDITIONS):
        s.deck[card] = choices[1 + card]
        s.lies[card] = IN_PILE if s.deck[card] > 0 else NOT_IN_DECK
        s.pile_size += s.deck[card] > 0
    s.awaited = TRAYS
    for tray in range(TRAYS):
        s.card[tray] = TO_COME
    for seat in range(seats):
        s.supply[seat] = DICE


# Turns


@rule
def begin_turn(s: SackState, seat: int) -> None:
    """BS-T2 With fewer than two dice in supply he must score first."""
    s.turn = seat
    s.stage = MUST_SCORE if s.supply[seat] < 2 else TO_ROLL


@rule
def go_on(s: SackState) -> None:
    """When Chance has laid what is missing, and both dice are gone, the turn passes on."""
    if card_is_due(s) or s.stage != PLACING:
        return
    if all_trays_closed(s):
        take_dice_back(s)
    if s.hand[0] == 0:
        pass_on(s)


@rule
def card_is_due(s: SackState) -> bool:
    return s.awaited > 0


@rule
def take_dice_back(s: SackState) -> None:
    """BS-S4 Dice that can go nowhere return to the supply; BS-S4a to the end of the round."""
    for die in range(2):
        s.supply[s.turn] += s.hand[die] > 0
        s.hand[die] = 0


@rule
def pass_on(s: SackState) -> None:
    """BS-T1 Clockwise; BS-E1 the round is played to its end."""
    seat = (s.turn + 1) % s.seats
    s.rounds += seat == s.start
    if seat == s.start and is_last_round(s):
        finish(s)
    else:
        begin_turn(s, seat)


@rule
def is_last_round(s: SackState) -> bool:
    """BS-E1 Somebody has won his fourth card; BS-S4 or all trays are closed."""
    return somebody_has_enough(s) or all_trays_closed(s)


@rule
def has_enough(s: SackState, seat: int) -> bool:
    """BS-E1"""
    return s.won[seat] >= ENOUGH


somebody_has_enough = any_seat(has_enough)


# The end


@rule
def finish(s: SackState) -> None:
    """BS-E2 Trays 1 to 5: every open card with a die below it is scored, and no new one is laid."""
    s.stage = OVER
    for tray in range(TRAYS):
        if s.laid[tray] > 0:
            award(s, tray)
            clear(s, tray)
            s.card[tray] = CLOSED


@rule
def symbols_of(s: SackState, seat: int) -> int:
    return int(s.symbols[seat])


@rule
def symbols_then_cards(s: SackState, seat: int) -> int:
    """BS-E3 Most symbols, then more cards; else the place is shared."""
    return symbols_of(s, seat) * (CONDITIONS + 1) + int(s.won[seat])


ahead_of = ahead_by(symbols_then_cards)
places = places_by(symbols_then_cards)
points = points_by(symbols_of)
