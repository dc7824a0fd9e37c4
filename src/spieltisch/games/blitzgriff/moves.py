"""A seat's moves, and Chance's, whose order is for ever (docs/fairness.md)."""

from itertools import combinations

import numpy as np

from spieltisch.games.blitzgriff.cards import CARD_KIND, FIELDS, IDS
from spieltisch.games.blitzgriff.state import DICE, FACES, HELD, SEATS
from spieltisch.kernel import Moves, move

SLOTS, FIELD_NUMBERS, VALUES = range(1, HELD + 1), range(1, FIELDS + 1), range(1, FACES + 1)
THREE_KINDS = np.array(list(combinations(CARD_KIND.values(), HELD)))  # BG-C2 what can be rolled

MOVES = Moves(
    take=move("take {die}", die=range(1, DICE + 1)),
    put=move("put {card}.{field}", card=SLOTS, field=FIELD_NUMBERS),
    beside=move("beside {card}", card=SLOTS),
    park=move("park {card}", card=SLOTS),
    move=move("move {card}.{field}", card=SLOTS, field=FIELD_NUMBERS),
    stop=move("stop"),
    **{"pass": move("pass")},
)
OUTCOMES = Moves(
    start=move("start {seat}", seat=range(SEATS)),
    kinds=move("kinds {three}", three=combinations(range(1, len(CARD_KIND) + 1), HELD)),
    card=move("{card}", card=IDS),
    mix=move("mix {value}", value=VALUES),
    die=move("{value}", value=VALUES),
)
decode, decode_outcome, part_of = MOVES.decode, OUTCOMES.decode, OUTCOMES.part
TAKE, PUT, PUT_BESIDE, PARK, MOVE, STOP, PASS = MOVES.kinds.values()
STARTS, ROLL_KINDS, DEAL, ROLL_MIX, THROW = OUTCOMES.kinds.values()
