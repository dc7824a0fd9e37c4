"""Blitzgriff: what seats may do, and do. Ids refer to the rulebooks; reasons are worded in texts/."""

from spieltisch.games.blitzgriff.cards import TUERME
from spieltisch.games.blitzgriff.course import end_if_done, holds_a_die
from spieltisch.games.blitzgriff.moves import MOVE, PARK, PUT, PUT_BESIDE, STOP, TAKE, decode
from spieltisch.games.blitzgriff.state import (
    BLITZ,
    CALM,
    GRABBING,
    HANDS,
    IN_HAND,
    MIDDLE,
    NONE,
    OVER,
    BlitzState,
    bring,
    dice_on,
    is_chance_due,
    is_field,
    lay,
    lay_beside,
    park,
    room,
)
from spieltisch.kernel import CHANCE_DUE, NOBODY, OK, Reason, rule
from spieltisch.kernel.seats import seats_that

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
def actors(s: BlitzState) -> int:
    """BG-C5 All at the same time; BG-X1 calm: one after the other; BG-P1 after STOPP whoever holds a die."""
    if s.stage == OVER:         return NOBODY
    if is_chance_due(s):        return CHANCE_DUE
    if s.pace == CALM:          return 1 << s.turn
    return those_who_grab(s)


@rule
def may_grab(s: BlitzState, seat: int) -> bool:
    return s.stage == GRABBING or holds_a_die(s, seat)


those_who_grab = seats_that(may_grab)


@rule
def why_not(s: BlitzState, seat: int, move: int) -> int:
    """BG-S9 What is not allowed is refused: there is no cheating."""
    kind, die, card, field = decode(move)
    if s.stage == OVER:                             return MATCH_OVER
    if is_chance_due(s):                            return NOT_YET
    if s.pace == CALM and seat != s.turn:           return NOT_YOUR_TURN
    if kind == TAKE:                                return why_not_take(s, seat, die)
    if kind == PUT:                                 return why_not_put(s, seat, card, field)
    if kind == PUT_BESIDE:                          return OK if s.hand[seat] > 0 else HAND_EMPTY
    if kind == PARK:                                return why_not_park(s, seat, card)
    if kind == MOVE:                                return why_not_move(s, seat, card, field)
    if kind == STOP:                                return why_not_stop(s, seat)
    return why_not_pass(s, seat)


@rule
def why_not_take(s: BlitzState, seat: int, die: int) -> int:
    """BG-G1 One die from the middle, with an empty hand; BG-P1 not after STOPP."""
    if s.stage == HANDS:                return STOPPED
    if s.hand[seat] > 0:                return HAND_FULL
    if s.where[die] != MIDDLE:          return NOT_IN_MIDDLE
    return OK


@rule
def why_not_put(s: BlitzState, seat: int, card: int, field: int) -> int:
    """BG-G2 On any free field of his own cards, right or wrong."""
    if not is_field(s, seat, card, field):                              return NO_FIELD_THERE
    if s.hand[seat] == 0:                                               return HAND_EMPTY
    if dice_on(s, seat, card, field) >= room(s, seat, card):            return FIELD_FULL
    return OK


@rule
def why_not_park(s: BlitzState, seat: int, card: int) -> int:
    """BG-G3 One die beside a Türme card; not after STOPP."""
    if s.kind[seat, card] != TUERME:        return NO_TOWERS
    if s.stage == HANDS:                    return STOPPED
    if s.hand[seat] == 0:                   return HAND_EMPTY
    if s.parked[seat, card] > 0:            return PARKED_ALREADY
    return OK


@rule
def why_not_move(s: BlitzState, seat: int, card: int, field: int) -> int:
    """BG-G3 The parked die, with an empty hand, onto a field with exactly one die; not after STOPP."""
    if s.kind[seat, card] != TUERME:                    return NO_TOWERS
    if s.stage == HANDS:                                return STOPPED
    if s.parked[seat, card] == 0:                       return NOTHING_PARKED
    if s.hand[seat] > 0:                                return HAND_FULL
    if dice_on(s, seat, card, field) != 1:              return NO_SINGLE_DIE
    return OK


@rule
def why_not_stop(s: BlitzState, seat: int) -> int:
    """BG-P1 At any time, also with a die in hand; BG-X1 calm: not between taking and putting down."""
    if s.stage == HANDS:                            return STOPPED
    if s.pace == CALM and s.hand[seat] > 0:         return PUT_IT_DOWN
    return OK


@rule
def why_not_pass(s: BlitzState, seat: int) -> int:
    """BG-X1 In the calm pace only."""
    if s.pace == BLITZ:             return NO_PASSING
    if s.hand[seat] > 0:            return PUT_IT_DOWN
    return OK


# What seats do


@rule
def play(s: BlitzState, seat: int, move: int) -> None:
    kind, die, card, field = decode(move)
    if kind == TAKE:
        take(s, seat, die)
    elif kind == PUT:
        lay(s, emptied_hand(s, seat), seat, card, field)
        end_turn(s)
    elif kind == PUT_BESIDE:
        lay_beside(s, emptied_hand(s, seat), seat, card)
        end_turn(s)
    elif kind == PARK:
        park(s, emptied_hand(s, seat), seat, card)
        end_turn(s)
    elif kind == MOVE:
        move_parked(s, seat, card, field)
    elif kind == STOP:
        call_stop(s, seat)
    else:
        pass_turn(s)
    end_if_done(s)  # asked here only: the stop check is long, and whatever calls it is long to compile


@rule
def take(s: BlitzState, seat: int, die: int) -> None:
    """BG-G1"""
    bring(s, die, IN_HAND, seat, NONE, NONE)
    s.hand[seat] = die + 1
    s.left -= 1
    s.passes = 0


@rule
def emptied_hand(s: BlitzState, seat: int) -> int:
    """BG-G1 The die that was in it."""
    die = s.hand[seat] - 1
    s.hand[seat] = 0
    return die


@rule
def end_turn(s: BlitzState) -> None:
    """BG-X1 Calm: with putting a die down."""
    if s.pace == CALM:
        next_turn(s)


@rule
def move_parked(s: BlitzState, seat: int, card: int, field: int) -> None:
    """BG-G3; BG-X1, BG-X1a calm: it takes no turn, and who passes then has passed."""
    lay(s, s.parked[seat, card] - 1, seat, card, field)
    s.parked[seat, card] = 0


@rule
def call_stop(s: BlitzState, seat: int) -> None:
    """BG-P1"""
    s.caller = seat
    s.stage = HANDS


@rule
def pass_turn(s: BlitzState) -> None:
    s.passes += 1
    next_turn(s)


@rule
def next_turn(s: BlitzState) -> None:
    s.turn = (s.turn + 1) % s.seats


@rule
def timeout(s: BlitzState) -> None:
    """BG-P1 Dice still in hand lie beside the first card; BG-P3 idle: the pass ends; BG-X2 calm: a pass."""
    if s.pace == CALM:
        if s.hand[s.turn] > 0:
            lay_beside(s, emptied_hand(s, s.turn), s.turn, 0)
            next_turn(s)
        else:
            pass_turn(s)
    elif s.stage == GRABBING:
        s.stage = HANDS
    else:
        for seat in range(s.seats):
            if s.hand[seat] > 0:
                lay_beside(s, emptied_hand(s, seat), seat, 0)
    end_if_done(s)
