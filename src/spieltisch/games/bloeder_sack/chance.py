"""What Chance does in Blöder Sack: the start player, cards, dice."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.bloeder_sack.conditions import CONDITIONS
from spieltisch.games.bloeder_sack.course import begin_turn, card_is_due, go_on
from spieltisch.games.bloeder_sack.state import (
    CARD,
    CHOOSING,
    IN_PILE,
    OPEN,
    OUTCOMES,
    PLACING,
    ROLL,
    SIDES,
    TO_START,
    SackState,
)
from spieltisch.games.bloeder_sack.trays import any_die, score, tray_to_come
from spieltisch.kernel import EVERYONE, rule


@rule
def chances(s: SackState, weights: NDArray[np.int64]) -> int:
    """BS-T1 Every start player, BS-M3 every card of the pile, BS-T3 every die's value is equally likely."""
    for outcome in range(OUTCOMES):
        weights[outcome] = 0
    if s.stage == TO_START:     return weigh_starts(s, weights)
    if card_is_due(s):          return weigh_cards(s, weights)
    return weigh_rolls(weights)


@rule
def weigh_starts(s: SackState, weights: NDArray[np.int64]) -> int:
    for seat in range(s.seats):
        weights[seat] = 1
    return s.seats


@rule
def weigh_cards(s: SackState, weights: NDArray[np.int64]) -> int:
    for card in range(CONDITIONS):
        weights[CARD + card] = s.lies[card] == IN_PILE
    return s.pile_size


@rule
def weigh_rolls(weights: NDArray[np.int64]) -> int:
    """Two different values come about in two ways."""
    outcome = ROLL
    for low in range(SIDES):
        for high in range(low, SIDES):
            weights[outcome] = 1 if low == high else 2
            outcome += 1
    return SIDES * SIDES


@rule
def receiver(s: SackState) -> int:
    """Everything is seen by all."""
    return EVERYONE


@rule
def happen(s: SackState, outcome: int) -> None:
    if outcome < ROLL:
        s.start = outcome
        begin_turn(s, outcome)
    elif outcome < CARD:
        low, high = values_of(outcome)
        roll(s, low, high)
    else:
        lay_card(s, outcome - CARD)


@rule
def lay_card(s: SackState, card: int) -> None:
    """BS-M3, BS-S4"""
    s.card[tray_to_come(s)] = card
    s.lies[card] = OPEN
    s.pile_size -= 1
    s.awaited -= 1
    go_on(s)


@rule
def roll(s: SackState, low: int, high: int) -> None:
    """BS-T3 Two dice from the supply are in hand now."""
    s.supply[s.turn] -= 2
    s.hand[0] = low
    s.hand[1] = high
    s.stage = PLACING
    if low == high:
        double(s, low)
    go_on(s)


@rule
def values_of(outcome: int) -> tuple[int, int]:
    """Of the two dice, the smaller one first."""
    left, low = outcome - ROLL, 1
    while left > SIDES - low:
        left -= SIDES - low + 1
        low += 1
    return low, low + left


@rule
def double(s: SackState, value: int) -> None:
    """BS-T4 Its tray is scored, if a die lies there; BS-T5 a six asks which, if a die lies anywhere."""
    if value == SIDES:
        s.stage = CHOOSING if any_die(s) else PLACING
    elif s.laid[value - 1] > 0:
        score(s, value - 1)
