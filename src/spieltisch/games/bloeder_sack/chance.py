"""What Chance does in Blöder Sack: the start player, cards, dice."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.bloeder_sack.conditions import CONDITIONS
from spieltisch.games.bloeder_sack.course import begin_turn, card_is_due, go_on
from spieltisch.games.bloeder_sack.moves import CARD_COMES, PAIR, ROLL, STARTS, decode_outcome, part_of
from spieltisch.games.bloeder_sack.state import CHOOSING, IN_PILE, OPEN, PLACING, SIDES, TO_START, SackState
from spieltisch.games.bloeder_sack.trays import any_die, score, tray_to_come
from spieltisch.kernel import rule


@rule
def chances(s: SackState, weights: NDArray[np.int64]) -> int:
    """BS-T1 Every start player, BS-M3 every card of the pile, BS-T3 every die's value is equally likely."""
    weights[:] = 0
    if s.stage == TO_START:     return weigh_starts(s, part_of(weights, STARTS))
    if card_is_due(s):          return weigh_cards(s, part_of(weights, CARD_COMES))
    return weigh_rolls(part_of(weights, ROLL))


@rule
def weigh_starts(s: SackState, weights: NDArray[np.int64]) -> int:
    for seat in range(s.seats):
        weights[seat] = 1
    return s.seats


@rule
def weigh_cards(s: SackState, weights: NDArray[np.int64]) -> int:
    for card in range(CONDITIONS):
        weights[card] = s.lies[card] == IN_PILE
    return s.pile_size


@rule
def weigh_rolls(weights: NDArray[np.int64]) -> int:
    """Two different values come about in two ways."""
    for pair in range(len(PAIR)):
        weights[pair] = 1 if PAIR[pair, 0] == PAIR[pair, 1] else 2
    return SIDES * SIDES


@rule
def happen(s: SackState, outcome: int) -> None:
    kind, start, pair, card = decode_outcome(outcome)
    if kind == STARTS:
        s.start = start
        begin_turn(s, start)
    elif kind == ROLL:
        roll(s, PAIR[pair, 0], PAIR[pair, 1])
    else:
        lay_card(s, card)


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
def double(s: SackState, value: int) -> None:
    """BS-T4 Its tray is scored, if a die lies there; BS-T5 a six asks which, if a die lies anywhere."""
    if value == SIDES:
        s.stage = CHOOSING if any_die(s) else PLACING
    elif s.laid[value - 1] > 0:
        score(s, value - 1)
