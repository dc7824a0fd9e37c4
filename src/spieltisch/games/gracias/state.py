"""The table of Gracias: its record, and what lies in the pile. Ids refer to the rulebooks beside this file."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import Record, choice, hidden, names_of, own, public, record, rule, turned_up

COLOUR = choice("red", "yellow", "green", "blue", "purple", "orange")
COLOURS = names_of(COLOUR)
KINDS, COPIES = len(COLOURS), 18  # GR-M1
CARDS = KINDS * COPIES
SEATS = 6
PASSES, ROUNDS = 3, 4  # GR-C1
DEALT = 2  # GR-C3 open cards that everybody begins a pass with
PAIR = 2  # GR-C4 open cards of a triplet
STACK = 5  # GR-S2
NO_CARD = choice(none=-1)
(NONE,) = NO_CARD.values()
CARD = {**COLOUR, **NO_CARD}
STAGE = choice("to_start", "dealing", "laying_out", "taking", "looking", "giving", "over")
TO_START, DEALING, LAYING_OUT, TAKING, LOOKING, GIVING, OVER = STAGE.values()


class GraciasState(Record):
    seats = public("i8")
    stage = public("i8", of=STAGE)
    this_pass = public("i8")  # GR-C1 from 1 on
    this_round = public("i8")  # … so is the round of the pass
    big = public("i8")  # GR-C2 who has the large marker
    turn = public("i8")
    dealt = public("i8")  # cards that Chance has laid down in this deal
    took = public("i1", PAIR, of=CARD)  # GR-T2 the open pair to be decided on
    triplets = public("i1", SEATS, PAIR, of=CARD)  # GR-C4 the open cards of each; NONE: taken
    opened = public("i1", SEATS, KINDS)  # GR-K1 the displays
    secrets = public("i1", SEATS)  # how many hidden cards each has
    secret = own("i1", SEATS, KINDS)  # GR-T1
    pile = hidden("i1", KINDS)  # what is left, not an order; the face-down cards of the triplets are still in it
    displays = turned_up("i1", SEATS, KINDS)  # GR-S1 the last scoring's, with what was hidden
    scores = turned_up("i2", PASSES, SEATS)


STATE, WHO_SEES = record(GraciasState)


@rule
def pile_size(s: GraciasState) -> int:
    """What lies neither in front of somebody nor in the middle; a pair that lies there has its third card on it."""
    size = CARDS
    for seat in range(s.seats):
        size -= int(s.secrets[seat])
        for colour in range(KINDS):
            size -= int(s.opened[seat, colour])
        size -= cards_of_triplet(s.triplets[seat])
    return size - (cards_of_triplet(s.took) if s.stage == LOOKING else PAIR if s.stage == GIVING else 0)


@rule
def cards_of_triplet(pair: NDArray[np.int8]) -> int:
    if pair[0] == NONE:     return 0
    if pair[1] == NONE:     return 1
    return PAIR + 1
