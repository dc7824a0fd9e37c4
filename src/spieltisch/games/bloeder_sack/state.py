"""The table of Blöder Sack: its record. Ids refer to the rulebooks beside this file."""

import numpy as np

from spieltisch.games.bloeder_sack.conditions import CONDITIONS
from spieltisch.kernel import Record, choice, public, record

SEATS, DICE = 4, 10  # BS-M1
TRAYS, FIELDS, SIDES = 5, 9, 6  # BS-M2
FULL_FOR_TWO = 6  # BS-T7
ENOUGH = 4  # BS-E1 cards
STAGE = choice("to_start", "must_score", "to_roll", "choosing", "placing", "over")
TO_START, MUST_SCORE, TO_ROLL, CHOOSING, PLACING, OVER = STAGE.values()
NO_CARD = choice(closed=-1, to_come=-2)  # BS-S4 for good; Chance is to lay one
CLOSED, TO_COME = NO_CARD.values()
WHERE = choice("not_in_deck", "in_pile", "open", "aside", *(f"won_by_{seat}" for seat in range(SEATS)))
NOT_IN_DECK, IN_PILE, OPEN, ASIDE, *_WON_BY = WHERE.values()
WON_BY = np.array(_WON_BY)  # by seat


class SackState(Record):
    seats = public("i8")
    by_time = public("i8")  # BS-S2 option
    stage = public("i8", of=STAGE)
    start = public("i8")  # BS-T1 who has the start marker
    turn = public("i8")
    rounds = public("i8")  # finished
    pile_size = public("i8")
    awaited = public("i8")  # trays that wait for a card
    deck = public("i1", CONDITIONS)  # BS-M3 symbols of each card; 0: not in the deck
    lies = public("i1", CONDITIONS, of=WHERE)  # BS-E4 where each card is: in the pile what is left, not an order
    card = public("i1", TRAYS, of=NO_CARD)  # the open one above each tray
    laid = public("i1", TRAYS)  # dice on each tray
    owner = public("i1", TRAYS, FIELDS)
    value = public("i1", TRAYS, FIELDS)  # 0: no die in this field
    age = public("i1", TRAYS, FIELDS)  # BS-S2 the oldest die on a tray is 1
    hand = public("i1", 2)  # BS-T3 what was rolled and is not placed yet; 0: none
    supply = public("i1", SEATS)
    won = public("i1", SEATS)  # BS-E1 cards
    symbols = public("i2", SEATS)  # BS-E3 on them


STATE, WHO_SEES = record(SackState)
