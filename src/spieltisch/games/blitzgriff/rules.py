"""Blitzgriff: its course, what seats and Chance may do. Ids refer to the rulebooks; reasons are worded in texts/."""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.blitzgriff.cards import FIELDS, FOREIGN, KETTE, KIND, MIX, PACK, PASCH, REIHEN, TUERME, ZIELWERT
from spieltisch.games.blitzgriff.scoring import cards_points
from spieltisch.games.blitzgriff.state import (
    BESIDE,
    BLITZ,
    CALM,
    DICE,
    FACES,
    FIRST_GAME,
    GRABBING,
    HANDS,
    HELD,
    KINDS_DUE,
    MIDDLE,
    NONE,
    OVER,
    PARKED,
    ROUNDS,
    SEATS,
    TO_DEAL,
    TO_MIX,
    TO_START,
    TO_THROW,
    clear_table,
    dice_on,
    get_card,
    hand_of,
    is_field,
    lay,
    room,
)
from spieltisch.games.blitzgriff.stop.check import could_add
from spieltisch.kernel import CHANCE_DUE, EVERYONE, NOBODY, OK, Reason, State, rule

# A seat's moves by number, and Chance's (see notation.py)
TAKE = 0
PUT = TAKE + DICE
PUT_BESIDE = PUT + HELD * FIELDS
PARK = PUT_BESIDE + HELD
MOVE = PARK + HELD
STOP = MOVE + HELD * FIELDS
PASS = STOP + 1
THREE_KINDS = np.array(list(combinations(range(6), HELD)))
START = 0
ROLL_KINDS = START + SEATS
DEAL = ROLL_KINDS + len(THREE_KINDS)
ROLL_MIX = DEAL + PACK
THROW = ROLL_MIX + FACES
OUTCOMES = THROW + FACES

NO_FAULT = 2  # BG-P2
FIRST_TASKS = np.array([[ZIELWERT, TUERME, MIX], [REIHEN, KETTE, PASCH]])  # BG-C2

OPTIONS = {
    "pace": ("calm", "blitz"),
    "tasks": ("rolled", "first game"),
    "languages": ("all", "german"),
    "idle": ("45", "20", "90"),
}
(
    MATCH_OVER, NOT_YET, NOT_YOUR_TURN, STOPPED, HAND_FULL, HAND_EMPTY, NOT_IN_MIDDLE, NO_FIELD_THERE, FIELD_FULL,
    NO_TOWERS, PARKED_ALREADY, NOTHING_PARKED, NO_SINGLE_DIE, PUT_IT_DOWN, NO_PASSING,
) = range(1, 16)  # fmt: skip
REASONS = (
    Reason("ok", ""),
    Reason("match_over", "BG-E1"),
    Reason("not_yet", "BG-C5"),
    Reason("not_your_turn", "BG-X1"),
    Reason("stopped", "BG-P1"),
    Reason("hand_full", "BG-G1"),
    Reason("hand_empty", "BG-G1"),
    Reason("not_in_middle", "BG-G1"),
    Reason("no_field", "BG-G3"),
    Reason("field_full", "BG-G2"),
    Reason("no_towers", "BG-G3"),
    Reason("parked_already", "BG-G3"),
    Reason("nothing_parked", "BG-G3"),
    Reason("no_single_die", "BG-G3"),
    Reason("put_it_down", "BG-X1"),
    Reason("no_passing", "BG-X1"),
)


# Who may do what


@rule
def actors(s: State) -> int:
    """BG-C5 All at the same time; BG-X1 calm: one after the other; BG-P1 after STOPP whoever holds a die."""
    if s.stage == OVER:         return NOBODY
    if s.stage < GRABBING:      return CHANCE_DUE
    if s.pace == CALM:          return 1 << s.turn
    acting = 0
    for seat in range(s.seats):
        if s.stage == GRABBING or s.hand[seat] > 0:
            acting |= 1 << seat
    return acting


@rule
def why_not(s: State, seat: int, move: int) -> int:
    if s.stage == OVER:                             return MATCH_OVER
    if s.stage < GRABBING:                          return NOT_YET
    if s.pace == CALM and seat != s.turn:           return NOT_YOUR_TURN
    if move < PUT:                                  return why_not_take(s, seat, move - TAKE)
    if move < PUT_BESIDE:                           return why_not_put(s, seat, move - PUT)
    if move < PARK:                                 return OK if s.hand[seat] > 0 else HAND_EMPTY
    if move < MOVE:                                 return why_not_park(s, seat, move - PARK)
    if move < STOP:                                 return why_not_move(s, seat, move - MOVE)
    if move == STOP:                                return why_not_stop(s, seat)
    return why_not_pass(s, seat)


@rule
def why_not_take(s: State, seat: int, die: int) -> int:
    """BG-G1 One die from the middle, with an empty hand; BG-P1 not after STOPP."""
    if s.stage == HANDS:                return STOPPED
    if s.hand[seat] > 0:                return HAND_FULL
    if s.place[die] != MIDDLE:          return NOT_IN_MIDDLE
    return OK


@rule
def why_not_put(s: State, seat: int, place: int) -> int:
    """BG-G2 On any free field of his own cards, right or wrong."""
    card, field = place // FIELDS, place % FIELDS
    if not is_field(s, seat, card, field):                              return NO_FIELD_THERE
    if s.hand[seat] == 0:                                               return HAND_EMPTY
    if dice_on(s, seat, card, field) >= room(s, seat, card):            return FIELD_FULL
    return OK


@rule
def why_not_park(s: State, seat: int, card: int) -> int:
    """BG-G3 One die beside a Türme card; not after STOPP."""
    if s.kind[seat, card] != TUERME:        return NO_TOWERS
    if s.stage == HANDS:                    return STOPPED
    if s.hand[seat] == 0:                   return HAND_EMPTY
    if s.parked[seat, card] > 0:            return PARKED_ALREADY
    return OK


@rule
def why_not_move(s: State, seat: int, place: int) -> int:
    """BG-G3 The parked die, with an empty hand, onto a field with exactly one die; not after STOPP."""
    card, field = place // FIELDS, place % FIELDS
    if s.kind[seat, card] != TUERME:                    return NO_TOWERS
    if s.stage == HANDS:                                return STOPPED
    if s.parked[seat, card] == 0:                       return NOTHING_PARKED
    if s.hand[seat] > 0:                                return HAND_FULL
    if dice_on(s, seat, card, field) != 1:              return NO_SINGLE_DIE
    return OK


@rule
def why_not_stop(s: State, seat: int) -> int:
    """BG-P1 At any time, also with a die in hand; BG-X1 calm: not between taking and putting down."""
    if s.stage == HANDS:                            return STOPPED
    if s.pace == CALM and s.hand[seat] > 0:         return PUT_IT_DOWN
    return OK


@rule
def why_not_pass(s: State, seat: int) -> int:
    """BG-X1 In the calm pace only."""
    if s.pace == BLITZ:             return NO_PASSING
    if s.hand[seat] > 0:            return PUT_IT_DOWN
    return OK


# What seats do


@rule
def play(s: State, seat: int, move: int) -> None:
    if move < PUT:
        take(s, seat, move - TAKE)
    elif move < PUT_BESIDE:
        put_down(s, seat, (move - PUT) // FIELDS, (move - PUT) % FIELDS)
    elif move < PARK:
        put_down(s, seat, move - PUT_BESIDE, BESIDE)
    elif move < MOVE:
        put_down(s, seat, move - PARK, PARKED)
    elif move < STOP:
        move_parked(s, seat, (move - MOVE) // FIELDS, (move - MOVE) % FIELDS)
    elif move == STOP:
        call_stop(s, seat)
    else:
        pass_turn(s)
    end_if_done(s)  # asked here only: the stop check is long, and whatever calls it is long to compile


@rule
def take(s: State, seat: int, die: int) -> None:
    """BG-G1"""
    s.place[die] = hand_of(seat)
    s.hand[seat] = die + 1
    s.left -= 1
    s.passes = 0


@rule
def put_down(s: State, seat: int, card: int, spot: int) -> None:
    """BG-G1, BG-G2, BG-G3"""
    lay_from_hand(s, seat, card, spot)
    if s.pace == CALM:
        next_turn(s)


@rule
def lay_from_hand(s: State, seat: int, card: int, spot: int) -> None:
    lay(s, s.hand[seat] - 1, seat, card, spot)
    s.hand[seat] = 0


@rule
def move_parked(s: State, seat: int, card: int, field: int) -> None:
    """BG-G3; BG-X1 calm: it takes no turn."""
    lay(s, s.parked[seat, card] - 1, seat, card, field)
    s.parked[seat, card] = 0


@rule
def call_stop(s: State, seat: int) -> None:
    """BG-P1"""
    s.caller = seat
    s.stage = HANDS


@rule
def pass_turn(s: State) -> None:
    s.passes += 1
    next_turn(s)


@rule
def next_turn(s: State) -> None:
    s.turn = (s.turn + 1) % s.seats


@rule
def timeout(s: State) -> None:
    """BG-P1 Dice still in hand lie beside the first card; BG-P3 idle: the pass ends; BG-X2 calm: a pass."""
    if s.pace == CALM:
        if s.hand[s.turn] > 0:
            put_down(s, s.turn, 0, BESIDE)
        else:
            pass_turn(s)
    elif s.stage == GRABBING:
        s.stage = HANDS
    else:
        for seat in range(s.seats):
            if s.hand[seat] > 0:
                lay_from_hand(s, seat, 0, BESIDE)
    end_if_done(s)


# The end of a pass


@rule
def end_if_done(s: State) -> None:
    """BG-P2, BG-P3 All hands are empty, and STOPP was called or nothing is left to do; BG-X1 or all have passed."""
    if hands_are_empty(s) and (s.stage == HANDS or s.passes == s.seats or nothing_left(s)):
        end_pass(s)


@rule
def hands_are_empty(s: State) -> bool:
    full = 0
    for seat in range(s.seats):
        full += s.hand[seat] > 0
    return full == 0


@rule
def nothing_left(s: State) -> bool:
    """BG-P3 The middle is empty and no parked die can be moved."""
    if s.left > 0:
        return False
    for seat in range(s.seats):
        for card in range(HELD):
            if s.parked[seat, card] > 0 and has_single_die(s, seat, card):
                return False
    return True


@rule
def has_single_die(s: State, seat: int, card: int) -> bool:
    singles = 0
    for field in range(FIELDS):
        singles += dice_on(s, seat, card, field) == 1
    return singles > 0


@rule
def end_pass(s: State) -> None:
    """BG-S8 Everyone's pass is added; then the next pass, the next round (BG-C1) or the end."""
    for seat in range(s.seats):
        s.points[seat] += cards_points(s, seat)
    if s.caller != NONE:
        s.points[s.caller] += stop_points(could_add(s, s.caller, np.zeros(DICE, np.int64)))
    if s.pass_now < s.seats:
        hand_on_cards(s)
        s.pass_now += 1
        s.start = (s.start + 1) % s.seats
        s.stage = TO_MIX
    elif s.round_now < ROUNDS:
        s.start = (s.start + 1) % s.seats
        begin_round(s)
    else:
        s.stage = OVER


@rule
def stop_points(missed: int) -> int:
    """BG-P2 For the dice that the caller could still have put down to his gain."""
    return NO_FAULT if missed == 0 else -missed


@rule
def hand_on_cards(s: State) -> None:
    """BG-C3 Three cards to the left neighbour."""
    for slot in range(HELD):
        hand_on(s, s.card, slot)
        hand_on(s, s.kind, slot)
        hand_on(s, s.target, slot)
        for field in range(FIELDS):
            hand_on_field(s, s.colour, slot, field)
            hand_on_field(s, s.values, slot, field)
            hand_on_field(s, s.other, slot, field)
            hand_on_field(s, s.style, slot, field)


@rule
def hand_on(s: State, part: NDArray[np.int8], slot: int) -> None:
    last = part[s.seats - 1, slot]
    for seat in range(s.seats - 1, 0, -1):
        part[seat, slot] = part[seat - 1, slot]
    part[0, slot] = last


@rule
def hand_on_field(s: State, part: NDArray[np.int8], slot: int, field: int) -> None:
    last = part[s.seats - 1, slot, field]
    for seat in range(s.seats - 1, 0, -1):
        part[seat, slot, field] = part[seat - 1, slot, field]
    part[0, slot, field] = last


# Rounds


@rule
def set_up(s: State, seats: int, choices: NDArray[np.int64]) -> None:
    """BG-M1, BG-M2 (`idle` is a matter of the table: BG-P3.)"""
    s.seats = seats
    s.pace, s.tasks, s.german_only = choices[0], choices[1], choices[2]
    for number in range(PACK):
        s.can_deal[number] = not (s.german_only and FOREIGN[number])
    for seat in range(SEATS):
        for slot in range(HELD):
            s.card[seat, slot] = NONE
    clear_table(s)
    if s.pace == CALM:
        s.stage = TO_START
    else:
        begin_round(s)


@rule
def begin_round(s: State) -> None:
    """BG-C2 Kinds and cards for everyone, from the start player on; blitz: from seat 0."""
    s.round_now += 1
    s.pass_now = 1
    s.stage = TO_DEAL
    s.undealt = s.seats
    ask_for_tasks(s, s.start if s.pace == CALM else 0)


@rule
def ask_for_tasks(s: State, seat: int) -> None:
    """BG-C2 His kinds are rolled, or given in a first game."""
    s.receiver = seat
    s.slot = KINDS_DUE
    if s.tasks == FIRST_GAME and s.round_now <= len(FIRST_TASKS):
        get_kinds(s, FIRST_TASKS[s.round_now - 1])


@rule
def get_kinds(s: State, kinds: NDArray[np.int64]) -> None:
    for slot in range(HELD):
        s.kind[s.receiver, slot] = kinds[slot]
    s.slot = 0


# What Chance does


@rule
def chances(s: State, weights: NDArray[np.int64]) -> int:
    """BG-C2 Three different kinds are equally likely, and so is every card of a kind not used yet."""
    for outcome in range(OUTCOMES):
        weights[outcome] = 0
    if s.stage == TO_START:     return weigh(weights, START, s.seats)
    if s.stage == TO_MIX:       return weigh(weights, ROLL_MIX, FACES)
    if s.stage == TO_THROW:     return weigh(weights, THROW, FACES)
    if s.slot == KINDS_DUE:     return weigh(weights, ROLL_KINDS, len(THREE_KINDS))
    total = 0
    for number in range(PACK):
        if KIND[number] == s.kind[s.receiver, s.slot]:
            weights[DEAL + number] = s.can_deal[number]
            total += weights[DEAL + number]
    return total


@rule
def weigh(weights: NDArray[np.int64], first: int, count: int) -> int:
    """All equally likely."""
    for outcome in range(first, first + count):
        weights[outcome] = 1
    return count


@rule
def receiver(s: State) -> int:
    """Nothing is hidden."""
    return EVERYONE


@rule
def happen(s: State, outcome: int) -> None:
    if outcome < ROLL_KINDS:
        s.start = outcome - START
        begin_round(s)
    elif outcome < DEAL:
        get_kinds(s, THREE_KINDS[outcome - ROLL_KINDS])
    elif outcome < ROLL_MIX:
        deal(s, outcome - DEAL)
    elif outcome < THROW:
        roll_mix(s, outcome - ROLL_MIX + 1)
    else:
        throw(s, outcome - THROW + 1)


@rule
def deal(s: State, number: int) -> None:
    """BG-C2 Three cards by ascending kind, then the next player."""
    get_card(s, s.receiver, s.slot, number)
    s.slot += 1
    if s.slot == HELD:
        s.undealt -= 1
        if s.undealt > 0:
            ask_for_tasks(s, (s.receiver + 1) % s.seats)
        else:
            s.receiver = s.slot = 0
            s.stage = TO_MIX


@rule
def roll_mix(s: State, value: int) -> None:
    """BG-C4 And all dice are picked up for the throw."""
    clear_table(s)
    s.mix = value
    s.stage = TO_THROW


@rule
def throw(s: State, value: int) -> None:
    """BG-C5 One die after the other; with the last one: LOS!"""
    s.value[s.thrown] = value
    s.place[s.thrown] = MIDDLE
    s.left += 1
    s.thrown += 1
    if s.thrown == DICE:
        s.stage = GRABBING
        s.turn = s.start


# The end


@rule
def places(s: State, out: NDArray[np.int64]) -> None:
    """BG-E1 Most points win; a tie is shared."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            out[seat] += s.points[other] > s.points[seat]


@rule
def points(s: State, out: NDArray[np.int64]) -> None:
    for seat in range(s.seats):
        out[seat] = s.points[seat]

