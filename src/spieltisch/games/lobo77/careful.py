"""How a careful player of Lobo 77 chooses his card."""

from spieltisch.games.lobo77.cards import CARDS, TURN, VALUE, X2
from spieltisch.games.lobo77.rules import DRAW, LoboState, costs_a_chip, decode
from spieltisch.kernel import rule

ZERO, MINUS_TEN = CARDS.index("0"), CARDS.index("-10")
SAFE = 1_000  # above every card that costs a chip


@rule
def worth(s: LoboState, seat: int, move: int) -> int:
    kind, card = decode(move)
    return 2 * SAFE if kind == DRAW else worth_of_card(s, card)


@rule
def worth_of_card(s: LoboState, card: int) -> int:
    """A careful player: no chip if it can be helped, high cards first, what saves him kept for need."""
    safe = 0 if costs_a_chip(s.total + VALUE[card]) else SAFE
    if card == MINUS_TEN:   return safe - 40
    if card == ZERO:        return safe - 30
    if card == TURN:        return safe - 20
    if card == X2:          return safe - 10
    return safe + VALUE[card]
