"""A player of Blitzgriff to compare with: takes the first die that fits anywhere and stops when none does."""

import numpy as np

from spieltisch.games.blitzgriff.bot import fits
from spieltisch.games.blitzgriff.cards import FIELDS
from spieltisch.games.blitzgriff.moves import PUT, PUT_BESIDE, STOP
from spieltisch.games.blitzgriff.state import HELD, MIDDLE
from spieltisch.kernel import Seen


class FirstFitting:
    """Does not plan, and knows nothing of the others."""

    def choose(self, seen: Seen) -> tuple[str, int]:
        s, seat = seen.state[0], seen.seat
        held = int(s.hand[seat]) - 1
        move = self.take(seen) if held < 0 else self.put(seen, held)
        return seen.game.moves.texts[move], 0

    def take(self, seen: Seen) -> int:
        s = seen.state[0]
        dice = (int(die) for die in np.flatnonzero(s.where == MIDDLE))
        return next((die for die in dice if self.place(seen, die) is not None), STOP)

    def put(self, seen: Seen, die: int) -> int:
        place = self.place(seen, die)
        return PUT_BESIDE if place is None else PUT + place

    def place(self, seen: Seen, die: int) -> int | None:
        s, seat = seen.state[0], seen.seat
        places = range(HELD * FIELDS)
        return next((place for place in places if fits(s, seat, place // FIELDS, place % FIELDS, die)), None)
