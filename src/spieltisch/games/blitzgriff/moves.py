"""A seat's moves by number, and Chance's. (As text: notation.py.)"""

from itertools import combinations

import numpy as np

from spieltisch.games.blitzgriff.cards import CARD_KIND, FIELDS, PACK
from spieltisch.games.blitzgriff.state import DICE, FACES, HELD, SEATS

# A seat's
TAKE = 0
PUT = TAKE + DICE
PUT_BESIDE = PUT + HELD * FIELDS
PARK = PUT_BESIDE + HELD
MOVE = PARK + HELD
STOP = MOVE + HELD * FIELDS
PASS = STOP + 1

# Chance's
THREE_KINDS = np.array(list(combinations(CARD_KIND.values(), HELD)))
START = 0
ROLL_KINDS = START + SEATS
DEAL = ROLL_KINDS + len(THREE_KINDS)
ROLL_MIX = DEAL + PACK
THROW = ROLL_MIX + FACES
OUTCOMES = THROW + FACES
