"""A player of Blitzgriff to compare with: takes the first die that fits anywhere and stops when none does."""

from itertools import product

import numpy as np

from spieltisch.games.blitzgriff.bot import fits
from spieltisch.games.blitzgriff.cards import FIELDS
from spieltisch.games.blitzgriff.state import HELD, MIDDLE
from spieltisch.kernel import Seen


class FirstFitting:
    """Does not plan, and knows nothing of the others."""

    def choose(self, seen: Seen) -> tuple[str, int]:
        s, seat = seen.state[0], seen.seat
        held = int(s.hand[seat]) - 1
        return self.take(seen) if held < 0 else self.put(seen, held), 0

    def take(self, seen: Seen) -> str:
        s = seen.state[0]
        dice = (int(die) for die in np.flatnonzero(s.where == MIDDLE))
        return next((f"take {die + 1}" for die in dice if self.place(seen, die) is not None), "stop")

    def put(self, seen: Seen, die: int) -> str:
        place = self.place(seen, die)
        return "beside 1" if place is None else f"put {place[0] + 1}.{place[1] + 1}"

    def place(self, seen: Seen, die: int) -> tuple[int, int] | None:
        s, seat = seen.state[0], seen.seat
        places = product(range(HELD), range(FIELDS))
        return next((place for place in places if fits(s, seat, *place, die)), None)
