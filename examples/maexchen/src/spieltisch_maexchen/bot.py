"""What a bot needs to know of Mäxchen: what may lie under the cup, whom to believe, how it stands."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import Mind, Sight, States, WeakerPlayers, rule
from spieltisch.kernel.dice import Dice, below
from spieltisch.kernel.seats import make_shares, whose_turn
from spieltisch_maexchen.rules import (
    CLAIMING,
    DOUBT,
    MAEXCHEN,
    NONE,
    PAY,
    ROLL,
    TURN,
    WAYS,
    MaexchenState,
    decode,
    stake,
    value_at,
)

# How likely a claim is, by what lies under the cup: of 64
TRUTH, BLUFF = 64, 4
ALL = 1000  # a life
STEP = 10  # between two claims
DOUBT_OF_FAMILY = 400


# What may lie under the cup


@rule
def imagine(sight: Sight[MaexchenState], s: MaexchenState, dice: Dice, notes: States) -> None:
    """MX-T2 Two dice, as likely as they are; more of what explains the claim."""
    holder = s.turn if s.stage == CLAIMING else s.claimer
    rolled = s.stage == CLAIMING or (s.stage == TURN and s.claim != NONE)
    if not rolled or holder == sight.seat:
        return
    total = 0
    for value in range(1, MAEXCHEN + 1):
        total += likely(s, value)
    left = below(dice, total)
    value = 0
    while left >= 0:
        value += 1
        left -= likely(s, value)
    s.cup[holder] = value


@rule
def likely(s: MaexchenState, value: int) -> int:
    """Who can tell the truth mostly does; who cannot says anything higher."""
    if s.stage == CLAIMING:    return WAYS[value]
    if value == s.claim:       return WAYS[value] * TRUTH
    if value <= s.beaten:      return WAYS[value] * max(TRUTH // (MAEXCHEN - s.beaten), 1)
    return WAYS[value] * BLUFF


@rule
def credible(s: MaexchenState) -> int:
    """How likely the claim holds, of `ALL`."""
    holds = total = 0
    for value in range(1, MAEXCHEN + 1):
        total += likely(s, value)
        if value >= s.claim:
            holds += likely(s, value)
    return holds * ALL // total


@rule
def beatable(s: MaexchenState) -> int:
    """How likely two dice beat the claim, of `ALL`."""
    ways = 0
    for value in range(s.claim + 1, MAEXCHEN + 1):
        ways += WAYS[value]
    return ways * ALL // 36


# What is worth doing


@rule
def worth(s: MaexchenState, seat: int, move: int) -> int:
    kind, place = decode(move)
    if kind == ROLL:     return (beatable(s) - ALL) // 2  # who must lie is caught every other time
    if kind == PAY:      return -ALL // 2
    if kind == DOUBT:    return (ALL - 2 * credible(s)) * stake(s)
    return worth_of_claim(int(s.cup[seat]), s.claim, value_at(place))


@rule
def worth_of_claim(rolled: int, to_beat: int, value: int) -> int:
    """The truth; less than that is as safe; and if it must be a lie, a small one."""
    if value <= rolled:     return ALL - STEP * (rolled - value)
    if rolled <= to_beat:   return -STEP * abs(value - to_beat - 2)
    return -ALL - STEP * (value - rolled)


@rule
def first_thought(s: MaexchenState, seat: int, move: int) -> int:
    """Believes whatever is no double; says what lies there, or the next higher."""
    kind, place = decode(move)
    if kind == DOUBT:   return ALL if s.claim >= MAEXCHEN - 6 else -ALL
    if kind == ROLL:    return 0
    if kind == PAY:     return -2 * ALL
    value = value_at(place)
    return ALL if value == s.cup[seat] else -STEP * value


# How it stands


@rule
def evaluate(s: MaexchenState, out: NDArray[np.float64]) -> None:
    for seat in range(s.seats):
        out[seat] = float(s.lives[seat])
    make_shares(out, s.seats)


@rule
def settled(s: MaexchenState) -> bool:
    """Between two rounds nothing lies under the cup."""
    return s.claim == NONE and s.stage == TURN


MIND = Mind(imagine=imagine, worth=worth, evaluate=evaluate, settled=settled, quickest=whose_turn)
WEAKER_PLAYERS = WeakerPlayers(first_thought=first_thought, doubt=DOUBT_OF_FAMILY)
