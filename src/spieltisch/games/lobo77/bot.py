"""What a bot needs to know of Lobo 77: how it stands, who is quick, what a beginner thinks."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.lobo77.belief import imagine_likely
from spieltisch.games.lobo77.cards import VALUE
from spieltisch.games.lobo77.careful import SAFE, worth
from spieltisch.games.lobo77.imagine import NOTES
from spieltisch.games.lobo77.rules import DRAW, LIMIT, OUT, LoboState, decode
from spieltisch.kernel import Mind, WeakerPlayers, rule
from spieltisch.kernel.dice import Dice
from spieltisch.kernel.seats import make_shares

# By the number of chips: a second loss that he can bear is worth more than the first, as two who lose equally often
# show (one who can bear two wins 3 : 1 against one who can bear one).
STAYING_POWER = np.array([1.0, 3.0, 5.8, 9.2])


@rule
def first_thought(s: LoboState, seat: int, move: int) -> int:
    """A beginner: below 77, and high cards first. He sees no Schnapszahl coming, and keeps nothing for need."""
    kind, card = decode(move)
    if kind == DRAW:
        return 2 * SAFE
    return (SAFE if s.total + VALUE[card] < LIMIT else 0) + VALUE[card]


@rule
def evaluate(s: LoboState, out: NDArray[np.float64]) -> None:
    """Each player's chance of winning, by the losses he can still bear."""
    for seat in range(s.seats):
        out[seat] = 0.0 if s.chips[seat] == OUT else STAYING_POWER[s.chips[seat]]
    make_shares(out, s.seats)


@rule
def settled(s: LoboState) -> bool:
    """LO-R2 Between two rounds: all cards are about to be dealt anew."""
    return s.entries == 0


@rule
def quickest(s: LoboState, acting: int, dice: Dice) -> int:
    """LO-T7 Who still has to draw hurries: he acts before the next player plays."""
    for seat in range(s.seats):
        if acting >> seat & 1 and s.draws[seat] > 0:
            return seat
    return s.turn


MIND = Mind(imagine=imagine_likely, worth=worth, evaluate=evaluate, settled=settled, quickest=quickest, notes=NOTES)
WEAKER_PLAYERS = WeakerPlayers(first_thought=first_thought, doubt=80)  # values of cards
