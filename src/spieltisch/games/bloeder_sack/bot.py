"""What a bot needs to know of Blöder Sack: what is worth doing, and how it stands."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.bloeder_sack.conditions import KIND, LAST, SUM
from spieltisch.games.bloeder_sack.course import ahead_of
from spieltisch.games.bloeder_sack.moves import DECLINE, PLACE, SCORE, decode
from spieltisch.games.bloeder_sack.scoring import NO_SEAT, merit, winner
from spieltisch.games.bloeder_sack.state import OVER, TO_ROLL, TRAYS, SackState
from spieltisch.games.bloeder_sack.trays import is_full, put
from spieltisch.kernel import Mind, WeakerPlayers, rule
from spieltisch.kernel.seats import make_shares, nothing_hidden, whose_turn

SURE = 100  # a card that is won now


# A careful player: he puts dice where they take or keep a lead that counts.


@rule
def worth(s: SackState, seat: int, move: int) -> int:
    kind, tray, value, field = decode(move)
    if kind == SCORE:       return worth_of_scoring(s, seat, tray)
    if kind == DECLINE:     return 0
    if kind == PLACE:       return worth_of_placing(s, seat, value + 1, tray)
    return worth_of_replacing(s, seat, tray, field)


@rule
def worth_of_scoring(s: SackState, seat: int, tray: int) -> int:
    """BS-T2, BS-T5 His own cards; a rival's only if he must."""
    return value_if_scored(s, seat, tray) - standing(s, seat, tray)


@rule
def value_if_scored(s: SackState, seat: int, tray: int) -> int:
    leading = winner(s, tray)
    if leading == NO_SEAT:         return 0
    symbols = int(s.deck[s.card[tray]])
    return SURE * symbols if leading == seat else -SURE * symbols // (s.seats - 1)


@rule
def worth_of_placing(s: SackState, seat: int, value: int, tray: int) -> int:
    """BS-T7 What the die changes there."""
    before = standing(s, seat, tray)
    put(s, tray, seat, value)
    after = value_if_scored(s, seat, tray) if is_full(s, tray) else standing(s, seat, tray)
    take_up(s, tray)
    return after - before


@rule
def take_up(s: SackState, tray: int) -> None:
    """The reverse of `put`."""
    s.laid[tray] -= 1
    field = s.laid[tray]
    s.owner[tray, field] = s.value[tray, field] = s.age[tray, field] = 0


@rule
def worth_of_replacing(s: SackState, seat: int, tray: int, field: int) -> int:
    """BS-T8 What the exchange changes there; it costs the other die."""
    before = standing(s, seat, tray)
    owner = s.owner[tray, field]
    s.owner[tray, field] = seat
    after = standing(s, seat, tray)
    s.owner[tray, field] = owner
    return after - before - OTHER_DIE


@rule
def standing(s: SackState, seat: int, tray: int) -> int:
    """About how many hundredths of a symbol the dice on this tray are worth to him."""
    leading = winner(s, tray)
    if leading == NO_SEAT:
        return 0
    symbols = int(s.deck[s.card[tray]])
    if leading == seat:
        return symbols * (LEAD + margin(s, seat, tray))
    behind = int(merit(s, tray, leading)) - int(merit(s, tray, seat))
    return symbols * (BEHIND // (1 + behind) - LOST)


OTHER_DIE, LEAD, BEHIND, LOST, STEP, WIDEST = 10, 45, 20, 15, 8, 3


@rule
def margin(s: SackState, seat: int, tray: int) -> int:
    """By how much he leads."""
    kind = KIND[s.card[tray]]
    second = 0
    for other in range(s.seats):
        if other != seat:
            second = max(second, int(merit(s, tray, other)))
    lead = int(merit(s, tray, seat)) - second
    if kind == LAST:    return 0
    if kind >= SUM:     return STEP * min(lead // 3, WIDEST)
    return STEP * min(lead, WIDEST)


@rule
def first_thought(s: SackState, seat: int, move: int) -> int:
    """A beginner looks at his own dice only: more of what a card asks for."""
    kind, tray, value, _ = decode(move)
    if kind == PLACE:       return own_progress(s, seat, value + 1, tray)
    if kind == SCORE:       return worth_of_scoring(s, seat, tray)
    return 0


@rule
def own_progress(s: SackState, seat: int, value: int, tray: int) -> int:
    before = merit(s, tray, seat)
    put(s, tray, seat, value)
    after = merit(s, tray, seat)
    take_up(s, tray)
    return LEAD * min(int(after) - int(before), WIDEST)


# How it stands


@rule
def evaluate(s: SackState, out: NDArray[np.float64]) -> None:
    """Each player's chance of winning: by what he has won, and, as long as it goes on, by what he may win."""
    for seat in range(s.seats):
        out[seat] = final_share(s, seat) if s.stage == OVER else prospects(s, seat)
    make_shares(out, s.seats)


@rule
def final_share(s: SackState, seat: int) -> float:
    return 1.0 if ahead_of(s, seat) == 0 else 0.0


@rule
def prospects(s: SackState, seat: int) -> float:
    hundredths = 100.0 * s.symbols[seat] + 10.0 * s.won[seat]
    for tray in range(TRAYS):
        if s.laid[tray] > 0:
            hundredths += standing(s, seat, tray)
    return np.exp(hundredths / SPREAD)


SPREAD = 150.0


@rule
def settled(s: SackState) -> bool:
    """Every few rounds, before somebody rolls: far enough to see what came of a move."""
    return s.stage == TO_ROLL and s.turn == s.start and s.rounds % 3 == 0


MIND = Mind(imagine=nothing_hidden, worth=worth, evaluate=evaluate, settled=settled, quickest=whose_turn)
WEAKER_PLAYERS = WeakerPlayers(first_thought=first_thought, doubt=110)
