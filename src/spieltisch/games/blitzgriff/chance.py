"""What Chance does in Blitzgriff: the start player, kinds and cards, the mix die, the throw."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.blitzgriff.cards import KIND, PACK
from spieltisch.games.blitzgriff.course import ask_for_tasks, begin_round, get_kinds
from spieltisch.games.blitzgriff.moves import (
    DEAL,
    ROLL_KINDS,
    ROLL_MIX,
    STARTS,
    THREE_KINDS,
    THROW,
    decode_outcome,
    part_of,
)
from spieltisch.games.blitzgriff.state import (
    DICE,
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
from spieltisch.kernel import rule


@rule
def chances(s: BlitzState, weights: NDArray[np.int64]) -> int:
    """BG-C2 Three different kinds are equally likely, and so is every card of a kind not used yet."""
    weights[:] = 0
    if s.stage == TO_START:     return weigh(part_of(weights, STARTS)[: s.seats])
    if s.stage == TO_MIX:       return weigh(part_of(weights, ROLL_MIX))
    if s.stage == TO_THROW:     return weigh(part_of(weights, THROW))
    if s.slot == KINDS_DUE:     return weigh(part_of(weights, ROLL_KINDS))
    cards, total = part_of(weights, DEAL), 0
    for number in range(PACK):
        if KIND[number] == s.kind[s.receiver, s.slot]:
            cards[number] = s.can_deal[number]
            total += s.can_deal[number]
    return total


@rule
def weigh(weights: NDArray[np.int64]) -> int:
    """All equally likely."""
    weights[:] = 1
    return weights.size


@rule
def happen(s: BlitzState, outcome: int) -> None:
    kind, start, three, card, value = decode_outcome(outcome)
    if kind == STARTS:
        s.start = start
        begin_round(s)
    elif kind == ROLL_KINDS:
        get_kinds(s, THREE_KINDS[three])
    elif kind == DEAL:
        deal(s, card)
    elif kind == ROLL_MIX:
        roll_mix(s, value + 1)
    else:
        throw(s, value + 1)


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
