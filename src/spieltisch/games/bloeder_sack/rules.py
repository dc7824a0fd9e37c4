"""Blöder Sack. Ids refer to the rulebooks beside this file; reasons are worded in texts/. Who wins: scoring.py."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.bloeder_sack.conditions import CONDITIONS
from spieltisch.games.bloeder_sack.scoring import ANY, NO_SEAT, number_of, winner
from spieltisch.kernel import CHANCE_DUE, EVERYONE, NOBODY, OK, Reason, State, public, record, rule

SEATS, DICE = 4, 10  # BS-M1
TRAYS, FIELDS, SIDES = 5, 9, 6  # BS-M2
FULL_FOR_TWO = 6  # BS-T7
ENOUGH = 4  # BS-E1 cards
ROLLS = SIDES * (SIDES + 1) // 2

# A seat's moves: `score 1` …, `decline`, `place 1 on 1`, `place 1 on 2` …, `replace 1 on 1.1` …
DECLINE = TRAYS
PLACE = DECLINE + 1
REPLACE = PLACE + SIDES * TRAYS
# Chance's: `start 0` …, `roll 1 1`, `roll 1 2` …, the cards
ROLL = SEATS
CARD = ROLL + ROLLS
OUTCOMES = CARD + CONDITIONS

TO_START, MUST_SCORE, TO_ROLL, CHOOSING, PLACING, OVER = range(6)
CLOSED, TO_COME = -1, -2  # in `card`: BS-S4 for good; Chance is to lay one
NOT_IN_DECK, IN_PILE, OPEN, ASIDE, WON = range(5)  # in `lies`; WON + seat: won by him

STATE, WHO_SEES = record(
    seats=public("i8"),
    by_time=public("i8"),  # BS-S2 option
    stage=public("i8"),
    start=public("i8"),  # BS-T1 who has the start marker
    turn=public("i8"),
    rounds=public("i8"),  # finished
    pile_size=public("i8"),
    awaited=public("i8"),  # trays that wait for a card
    deck=public("i1", CONDITIONS),  # BS-M3 symbols of each card; 0: not in the deck
    lies=public("i1", CONDITIONS),  # where each card is: in the pile what is left, not an order
    card=public("i1", TRAYS),  # the open one above each tray, CLOSED or TO_COME
    laid=public("i1", TRAYS),  # dice on each tray
    owner=public("i1", TRAYS, FIELDS),
    value=public("i1", TRAYS, FIELDS),  # 0: no die in this field
    age=public("i1", TRAYS, FIELDS),  # BS-S2 the oldest die on a tray is 1
    hand=public("i1", 2),  # BS-T3 what was rolled and is not placed yet; 0: none
    supply=public("i1", SEATS),
    won=public("i1", SEATS),  # BS-E1 cards
    symbols=public("i2", SEATS),  # BS-E3 on them
)

(
    MATCH_OVER, NOT_YOUR_TURN, SCORE_FIRST, DECIDE_FIRST, NOTHING_TO_SCORE, TOO_FEW_OWN_DICE, NO_DIE_ON_TRAY,
    MUST_NOT_DECLINE, NOT_ASKED, NOT_ROLLED, TRAY_CLOSED, FIRST_IS_PLACED, NO_DIE_THERE, OWN_DIE, OTHER_VALUE,
) = range(1, 16)  # fmt: skip
REASONS = (
    Reason("ok", ""),
    Reason("match_over", "BS-E2"),
    Reason("not_your_turn", "BS-T1"),
    Reason("score_first", "BS-T2"),
    Reason("decide_first", "BS-T5"),
    Reason("nothing_to_score", "BS-T6"),
    Reason("too_few_own_dice", "BS-T2"),
    Reason("no_die_on_tray", "BS-T5"),
    Reason("must_not_decline", "BS-T2"),
    Reason("not_asked", "BS-T5"),
    Reason("not_rolled", "BS-T7"),
    Reason("tray_closed", "BS-S4"),
    Reason("first_is_placed", "BS-T6"),
    Reason("no_die_there", "BS-T8"),
    Reason("own_die", "BS-T8"),
    Reason("other_value", "BS-T8"),
)
OPTIONS = {"order": ("field", "time")}


# Who may do what


@rule
def actors(s: State) -> int:
    """BS-T1 One player is on."""
    if s.stage == OVER:     return NOBODY
    if chance_is_due(s):    return CHANCE_DUE
    return 1 << s.turn


@rule
def chance_is_due(s: State) -> bool:
    return s.stage == TO_START or s.stage == TO_ROLL or card_is_due(s)


@rule
def card_is_due(s: State) -> bool:
    return s.awaited > 0


@rule
def why_not(s: State, seat: int, move: int) -> int:
    if s.stage == OVER:                         return MATCH_OVER
    if seat != s.turn or chance_is_due(s):      return NOT_YOUR_TURN
    if move < DECLINE:                          return why_not_score(s, seat, move)
    if move == DECLINE:                         return why_not_decline(s)
    if s.stage == MUST_SCORE:                   return SCORE_FIRST
    if s.stage == CHOOSING:                     return DECIDE_FIRST
    if move < REPLACE:                          return why_not_place(s, move - PLACE)
    return why_not_replace(s, seat, move - REPLACE)


@rule
def why_not_score(s: State, seat: int, tray: int) -> int:
    """BS-T2 What he must score, BS-T5 what he may."""
    if s.stage == PLACING:                                                      return NOTHING_TO_SCORE
    if s.stage == MUST_SCORE and number_of(s, tray, seat, ANY) < 2:       return TOO_FEW_OWN_DICE
    if s.laid[tray] == 0:                                                       return NO_DIE_ON_TRAY
    return OK


@rule
def why_not_decline(s: State) -> int:
    """BS-T5 Only a double six is his to decline."""
    if s.stage == MUST_SCORE:   return MUST_NOT_DECLINE
    if s.stage == PLACING:      return NOT_ASKED
    return OK


@rule
def why_not_place(s: State, place: int) -> int:
    """BS-T7 A rolled die on any tray; BS-S4 unless it is closed."""
    if not is_in_hand(s, place // TRAYS + 1):       return NOT_ROLLED
    if s.card[place % TRAYS] == CLOSED:             return TRAY_CLOSED
    return OK


@rule
def why_not_replace(s: State, seat: int, place: int) -> int:
    """BS-T8 An opponent's die, by a rolled one of the same value, instead of placing."""
    value, tray, field = place // FIELDS // TRAYS + 1, place // FIELDS % TRAYS, place % FIELDS
    if not is_in_hand(s, value):            return NOT_ROLLED
    if s.hand[1] == 0:                      return FIRST_IS_PLACED
    if field >= s.laid[tray]:               return NO_DIE_THERE
    if s.owner[tray, field] == seat:        return OWN_DIE
    if s.value[tray, field] != value:       return OTHER_VALUE
    return OK


@rule
def is_in_hand(s: State, value: int) -> bool:
    return s.hand[0] == value or s.hand[1] == value


# What seats do


@rule
def play(s: State, seat: int, move: int) -> None:
    if move < DECLINE:      score_by_choice(s, move)
    elif move == DECLINE:   s.stage = PLACING
    elif move < REPLACE:    place(s, seat, (move - PLACE) // TRAYS + 1, (move - PLACE) % TRAYS)
    else:                   replace(s, seat, (move - REPLACE) // FIELDS % TRAYS, (move - REPLACE) % FIELDS)
    go_on(s)


@rule
def score_by_choice(s: State, tray: int) -> None:
    """BS-T2 Then he rolls; BS-T5 then he places."""
    s.stage = TO_ROLL if s.stage == MUST_SCORE else PLACING
    score(s, tray)


@rule
def place(s: State, seat: int, value: int, tray: int) -> None:
    """BS-T7 A tray that becomes full is scored at once."""
    take_from_hand(s, value)
    put(s, tray, seat, value)
    if is_full(s, tray):
        score(s, tray)


@rule
def take_from_hand(s: State, value: int) -> None:
    if s.hand[0] == value:
        s.hand[0] = s.hand[1]
    s.hand[1] = 0


@rule
def put(s: State, tray: int, seat: int, value: int) -> None:
    """BS-T7 On the lowest free field."""
    field = s.laid[tray]
    s.owner[tray, field] = seat
    s.value[tray, field] = value
    s.age[tray, field] = field + 1
    s.laid[tray] += 1


@rule
def is_full(s: State, tray: int) -> bool:
    """BS-T7 Nine dice; with two players six."""
    return s.laid[tray] == (FULL_FOR_TWO if s.seats == 2 else FIELDS)


@rule
def replace(s: State, seat: int, tray: int, field: int) -> None:
    """BS-T8 His die for the opponent's, in the same field; the other one goes back unused."""
    s.supply[s.owner[tray, field]] += 1
    s.owner[tray, field] = seat
    s.supply[seat] += 1
    s.hand[0] = s.hand[1] = 0
    if s.by_time:
        make_newest(s, tray, field)


@rule
def make_newest(s: State, tray: int, field: int) -> None:
    """BS-S2 With order = "time" a replacing die is the newest on its tray."""
    for other in range(s.laid[tray]):
        if s.age[tray, other] > s.age[tray, field]:
            s.age[tray, other] -= 1
    s.age[tray, field] = s.laid[tray]


@rule
def go_on(s: State) -> None:
    """When Chance has laid what is missing, and both dice are gone, the turn passes on."""
    if card_is_due(s) or s.stage != PLACING:
        return
    if all_trays_closed(s):
        take_dice_back(s)
    if s.hand[0] == 0:
        pass_on(s)


@rule
def all_trays_closed(s: State) -> bool:
    closed = 0
    for tray in range(TRAYS):
        closed += s.card[tray] == CLOSED
    return closed == TRAYS


@rule
def take_dice_back(s: State) -> None:
    """BS-S4 Dice that can go nowhere return to the supply."""
    for die in range(2):
        s.supply[s.turn] += s.hand[die] > 0
        s.hand[die] = 0


# Scoring


@rule
def score(s: State, tray: int) -> None:
    """BS-S1, BS-S4 The card is won, the dice return, a new card is laid."""
    award(s, tray)
    clear(s, tray)
    ask_for_card(s, tray)


@rule
def award(s: State, tray: int) -> None:
    """BS-S1 To the winner, face down; BS-S3 or aside."""
    seat = winner(s, tray)
    if seat == NO_SEAT:
        s.lies[s.card[tray]] = ASIDE
    else:
        s.lies[s.card[tray]] = WON + seat
        s.won[seat] += 1
        s.symbols[seat] += s.deck[s.card[tray]]


@rule
def clear(s: State, tray: int) -> None:
    """BS-S4 All dice of the tray go back to their owners."""
    for field in range(s.laid[tray]):
        s.supply[s.owner[tray, field]] += 1
        s.owner[tray, field] = s.value[tray, field] = s.age[tray, field] = 0
    s.laid[tray] = 0


@rule
def ask_for_card(s: State, tray: int) -> None:
    """BS-S4 Chance is to lay a card; with none left the tray stays closed."""
    if s.pile_size == 0:
        renew_pile(s)
    s.awaited += s.pile_size > 0
    s.card[tray] = TO_COME if s.pile_size > 0 else CLOSED


@rule
def renew_pile(s: State) -> None:
    """BS-S4 The cards set aside become the new pile."""
    for card in range(CONDITIONS):
        if s.lies[card] == ASIDE:
            s.lies[card] = IN_PILE
            s.pile_size += 1


# Turns


@rule
def begin_turn(s: State, seat: int) -> None:
    """BS-T2 With fewer than two dice in supply he must score first."""
    s.turn = seat
    s.stage = MUST_SCORE if s.supply[seat] < 2 else TO_ROLL


@rule
def pass_on(s: State) -> None:
    """BS-T1 Clockwise; BS-E1 the round is played to its end."""
    seat = (s.turn + 1) % s.seats
    s.rounds += seat == s.start
    if seat == s.start and is_last_round(s):
        finish(s)
    else:
        begin_turn(s, seat)


@rule
def is_last_round(s: State) -> bool:
    """BS-E1 Somebody has won his fourth card; BS-S4 or all trays are closed."""
    for seat in range(s.seats):
        if s.won[seat] >= ENOUGH:
            return True
    return all_trays_closed(s)


@rule
def finish(s: State) -> None:
    """BS-E2 Trays 1 to 5: every open card with a die below it is scored, and no new one is laid."""
    s.stage = OVER
    for tray in range(TRAYS):
        if s.laid[tray] > 0:
            award(s, tray)
            clear(s, tray)
            s.card[tray] = CLOSED


# What Chance does


@rule
def set_up(s: State, seats: int, choices: NDArray[np.int64]) -> None:
    """BS-M1 to BS-M3 After `order` come the symbols of each card, 0 for those that are not in the deck."""
    s.seats = seats
    s.by_time = choices[0]
    s.stage = TO_START
    for card in range(CONDITIONS):
        s.deck[card] = choices[1 + card]
        s.lies[card] = IN_PILE if s.deck[card] > 0 else NOT_IN_DECK
        s.pile_size += s.deck[card] > 0
    s.awaited = TRAYS
    for tray in range(TRAYS):
        s.card[tray] = TO_COME
    for seat in range(seats):
        s.supply[seat] = DICE


@rule
def chances(s: State, weights: NDArray[np.int64]) -> int:
    """BS-T1 Every start player, BS-M3 every card of the pile, BS-T3 every die's value is equally likely."""
    for outcome in range(OUTCOMES):
        weights[outcome] = 0
    if s.stage == TO_START:     return weigh_starts(s, weights)
    if card_is_due(s):          return weigh_cards(s, weights)
    return weigh_rolls(weights)


@rule
def weigh_starts(s: State, weights: NDArray[np.int64]) -> int:
    for seat in range(s.seats):
        weights[seat] = 1
    return s.seats


@rule
def weigh_cards(s: State, weights: NDArray[np.int64]) -> int:
    for card in range(CONDITIONS):
        weights[CARD + card] = s.lies[card] == IN_PILE
    return s.pile_size


@rule
def weigh_rolls(weights: NDArray[np.int64]) -> int:
    """Two different values come about in two ways."""
    outcome = ROLL
    for low in range(SIDES):
        for high in range(low, SIDES):
            weights[outcome] = 1 if low == high else 2
            outcome += 1
    return SIDES * SIDES


@rule
def receiver(s: State) -> int:
    """Everything is seen by all."""
    return EVERYONE


@rule
def happen(s: State, outcome: int) -> None:
    if outcome < ROLL:
        s.start = outcome
        begin_turn(s, outcome)
    elif outcome < CARD:
        low, high = values_of(outcome)
        roll(s, low, high)
    else:
        lay_card(s, outcome - CARD)


@rule
def values_of(outcome: int) -> tuple[int, int]:
    """Of the two dice, the smaller one first."""
    left, low = outcome - ROLL, 1
    while left > SIDES - low:
        left -= SIDES - low + 1
        low += 1
    return low, low + left


@rule
def lay_card(s: State, card: int) -> None:
    """BS-M3, BS-S4"""
    s.card[tray_to_come(s)] = card
    s.lies[card] = OPEN
    s.pile_size -= 1
    s.awaited -= 1
    go_on(s)


@rule
def tray_to_come(s: State) -> int:
    """BS-M3 The first one from the left that waits for a card."""
    tray = 0
    while s.card[tray] != TO_COME:
        tray += 1
    return tray


@rule
def roll(s: State, low: int, high: int) -> None:
    """BS-T3 Two dice from the supply are in hand now."""
    s.supply[s.turn] -= 2
    s.hand[0] = low
    s.hand[1] = high
    s.stage = PLACING
    if low == high:
        double(s, low)
    go_on(s)


@rule
def double(s: State, value: int) -> None:
    """BS-T4 Its tray is scored, if a die lies there; BS-T5 a six asks which, if a die lies anywhere."""
    if value == SIDES:
        s.stage = CHOOSING if any_die(s) else PLACING
    elif s.laid[value - 1] > 0:
        score(s, value - 1)


@rule
def any_die(s: State) -> bool:
    dice = 0
    for tray in range(TRAYS):
        dice += s.laid[tray]
    return dice > 0


# The end


@rule
def places(s: State, out: NDArray[np.int64]) -> None:
    """BS-E3 Most symbols, then more cards; else the place is shared."""
    for seat in range(s.seats):
        out[seat] = 1 + ahead_of(s, seat)


@rule
def ahead_of(s: State, seat: int) -> int:
    """How many did better than he."""
    others = 0
    for other in range(s.seats):
        others += is_ahead(s, other, seat)
    return others


@rule
def is_ahead(s: State, one: int, other: int) -> bool:
    if s.symbols[one] != s.symbols[other]:
        return s.symbols[one] > s.symbols[other]
    return s.won[one] > s.won[other]


@rule
def points(s: State, out: NDArray[np.int64]) -> None:
    """BS-E3 Sack symbols."""
    for seat in range(s.seats):
        out[seat] = s.symbols[seat]
