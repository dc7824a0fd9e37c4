"""How a careful player of Lobo 77 chooses his card."""

from spieltisch.games.lobo77.cards import CARDS, TURN, VALUE, X2
from spieltisch.games.lobo77.rules import DRAW, LoboState, costs_a_chip
from spieltisch.kernel import rule

ZERO, MINUS_TEN = CARDS.index("0"), CARDS.index("-10")
SAFE = 1_000  # above every card that costs a chip


@rule
def worth(s: LoboState, seat: int, move: int) -> int:
    """A careful player: no chip if it can be helped, high cards first, what saves him kept for need."""
    if move == DRAW:
        return 2 * SAFE
    safe = 0 if costs_a_chip(s.total + VALUE[move]) else SAFE
    if move == MINUS_TEN:   return safe - 40
    if move == ZERO:        return safe - 30
    if move == TURN:        return safe - 20
    if move == X2:          return safe - 10
    return safe + VALUE[move]
