"""A seat's moves, and Chance's, whose order is for ever (docs/fairness.md)."""

from itertools import combinations_with_replacement

import numpy as np

from spieltisch.games.bloeder_sack.conditions import CARDS
from spieltisch.games.bloeder_sack.state import FIELDS, SEATS, SIDES, TRAYS
from spieltisch.kernel import Moves, move

TRAY_NUMBERS, FIELD_NUMBERS, VALUES = range(1, TRAYS + 1), range(1, FIELDS + 1), range(1, SIDES + 1)
PAIRS = list(combinations_with_replacement(VALUES, 2))  # BS-T3 what two dice can show, the smaller one first
PAIR = np.array(PAIRS)

MOVES = Moves(
    score=move("score {tray}", tray=TRAY_NUMBERS),
    decline=move("decline"),
    place=move("place {value} on {tray}", value=VALUES, tray=TRAY_NUMBERS),
    replace=move("replace {value} on {tray}.{field}", value=VALUES, tray=TRAY_NUMBERS, field=FIELD_NUMBERS),
)
OUTCOMES = Moves(
    start=move("start {seat}", seat=range(SEATS)),
    roll=move("roll {pair}", pair=PAIRS),
    card=move("{card}", card=CARDS),
)
decode, decode_outcome, part_of = MOVES.decode, OUTCOMES.decode, OUTCOMES.part
SCORE, DECLINE, PLACE, REPLACE = MOVES.kinds.values()
STARTS, ROLL, CARD_COMES = OUTCOMES.kinds.values()
