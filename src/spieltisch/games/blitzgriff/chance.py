"""What Chance does in Blitzgriff: the start player, kinds and cards, the mix die, the throw."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.blitzgriff.cards import KIND, PACK
from spieltisch.games.blitzgriff.course import ask_for_tasks, begin_round, get_kinds
from spieltisch.games.blitzgriff.moves import DEAL, OUTCOMES, ROLL_KINDS, ROLL_MIX, START, THREE_KINDS, THROW
from spieltisch.games.blitzgriff.state import (
    DICE,
    FACES,
    GRABBING,
    HELD,
    KINDS_DUE,
    MIDDLE,
    TO_MIX,
    TO_START,
    TO_THROW,
    BlitzState,
    clear_table,
    get_card,
)
from spieltisch.kernel import EVERYONE, rule


@rule
def chances(s: BlitzState, weights: NDArray[np.int64]) -> int:
    """BG-C2 Three different kinds are equally likely, and so is every card of a kind not used yet."""
    for outcome in range(OUTCOMES):
        weights[outcome] = 0
    if s.stage == TO_START:     return weigh(weights, START, s.seats)
    if s.stage == TO_MIX:       return weigh(weights, ROLL_MIX, FACES)
    if s.stage == TO_THROW:     return weigh(weights, THROW, FACES)
    if s.slot == KINDS_DUE:     return weigh(weights, ROLL_KINDS, len(THREE_KINDS))
    total = 0
    for number in range(PACK):
        if KIND[number] == s.kind[s.receiver, s.slot]:
            weights[DEAL + number] = s.can_deal[number]
            total += weights[DEAL + number]
    return total


@rule
def weigh(weights: NDArray[np.int64], first: int, count: int) -> int:
    """All equally likely."""
    for outcome in range(first, first + count):
        weights[outcome] = 1
    return count


@rule
def receiver(s: BlitzState) -> int:
    """Nothing is hidden."""
    return EVERYONE


@rule
def happen(s: BlitzState, outcome: int) -> None:
    if outcome < ROLL_KINDS:
        s.start = outcome - START
        begin_round(s)
    elif outcome < DEAL:
        get_kinds(s, THREE_KINDS[outcome - ROLL_KINDS])
    elif outcome < ROLL_MIX:
        deal(s, outcome - DEAL)
    elif outcome < THROW:
        roll_mix(s, outcome - ROLL_MIX + 1)
    else:
        throw(s, outcome - THROW + 1)


@rule
def deal(s: BlitzState, number: int) -> None:
    """BG-C2 Three cards by ascending kind, then the next player."""
    get_card(s, s.receiver, s.slot, number)
    s.slot += 1
    if s.slot == HELD:
        s.undealt -= 1
        if s.undealt > 0:
            ask_for_tasks(s, (s.receiver + 1) % s.seats)
        else:
            s.receiver = s.slot = 0
            s.stage = TO_MIX


@rule
def roll_mix(s: BlitzState, value: int) -> None:
    """BG-C4 And all dice are picked up for the throw."""
    clear_table(s)
    s.mix = value
    s.stage = TO_THROW


@rule
def throw(s: BlitzState, value: int) -> None:
    """BG-C5 One die after the other; with the last one: LOS!"""
    s.value[s.thrown] = value
    s.where[s.thrown] = MIDDLE
    s.left += 1
    s.thrown += 1
    if s.thrown == DICE:
        s.stage = GRABBING
        s.turn = s.start
