"""Blöder Sack: what seats may do, and do. Ids refer to the rulebooks beside this file; reasons are worded in texts/."""

from spieltisch.games.bloeder_sack.course import card_is_due, go_on
from spieltisch.games.bloeder_sack.moves import DECLINE, PLACE, SCORE, decode
from spieltisch.games.bloeder_sack.scoring import ANY, number_of
from spieltisch.games.bloeder_sack.state import (
    CHOOSING,
    CLOSED,
    MUST_SCORE,
    OVER,
    PLACING,
    TO_ROLL,
    TO_START,
    SackState,
)
from spieltisch.games.bloeder_sack.trays import is_full, make_newest, put, score
from spieltisch.kernel import CHANCE_DUE, NOBODY, OK, Reason, rule

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


# Who may do what


@rule
def actors(s: SackState) -> int:
    """BS-T1 One player is on."""
    if s.stage == OVER:     return NOBODY
    if chance_is_due(s):    return CHANCE_DUE
    return 1 << s.turn


@rule
def chance_is_due(s: SackState) -> bool:
    return s.stage == TO_START or s.stage == TO_ROLL or card_is_due(s)


@rule
def why_not(s: SackState, seat: int, move: int) -> int:
    kind, tray, value, field = decode(move)
    if s.stage == OVER:                         return MATCH_OVER
    if seat != s.turn or chance_is_due(s):      return NOT_YOUR_TURN
    if kind == SCORE:                           return why_not_score(s, seat, tray)
    if kind == DECLINE:                         return why_not_decline(s)
    if s.stage == MUST_SCORE:                   return SCORE_FIRST
    if s.stage == CHOOSING:                     return DECIDE_FIRST
    if kind == PLACE:                           return why_not_place(s, value + 1, tray)
    return why_not_replace(s, seat, value + 1, tray, field)


@rule
def why_not_score(s: SackState, seat: int, tray: int) -> int:
    """BS-T2 What he must score, BS-T5 what he may."""
    if s.stage == PLACING:                                                      return NOTHING_TO_SCORE
    if s.stage == MUST_SCORE and number_of(s, tray, seat, ANY) < 2:       return TOO_FEW_OWN_DICE
    if s.laid[tray] == 0:                                                       return NO_DIE_ON_TRAY
    return OK


@rule
def why_not_decline(s: SackState) -> int:
    """BS-T5 Only a double six is his to decline."""
    if s.stage == MUST_SCORE:   return MUST_NOT_DECLINE
    if s.stage == PLACING:      return NOT_ASKED
    return OK


@rule
def why_not_place(s: SackState, value: int, tray: int) -> int:
    """BS-T7 A rolled die on any tray; BS-S4 unless it is closed."""
    if not is_in_hand(s, value):        return NOT_ROLLED
    if s.card[tray] == CLOSED:          return TRAY_CLOSED
    return OK


@rule
def why_not_replace(s: SackState, seat: int, value: int, tray: int, field: int) -> int:
    """BS-T6, BS-T8 An opponent's die, by a rolled one of the same value, instead of placing."""
    if not is_in_hand(s, value):            return NOT_ROLLED
    if s.hand[1] == 0:                      return FIRST_IS_PLACED
    if field >= s.laid[tray]:               return NO_DIE_THERE
    if s.owner[tray, field] == seat:        return OWN_DIE
    if s.value[tray, field] != value:       return OTHER_VALUE
    return OK


@rule
def is_in_hand(s: SackState, value: int) -> bool:
    return s.hand[0] == value or s.hand[1] == value


# What seats do


@rule
def play(s: SackState, seat: int, move: int) -> None:
    kind, tray, value, field = decode(move)
    if kind == SCORE:       score_by_choice(s, tray)
    elif kind == DECLINE:   s.stage = PLACING
    elif kind == PLACE:     place(s, seat, value + 1, tray)
    else:                   replace(s, seat, tray, field)
    go_on(s)


@rule
def score_by_choice(s: SackState, tray: int) -> None:
    """BS-T2 Then he rolls; BS-T5 then he places."""
    s.stage = TO_ROLL if s.stage == MUST_SCORE else PLACING
    score(s, tray)


@rule
def place(s: SackState, seat: int, value: int, tray: int) -> None:
    """BS-T7 A tray that becomes full is scored at once."""
    take_from_hand(s, value)
    put(s, tray, seat, value)
    if is_full(s, tray):
        score(s, tray)


@rule
def replace(s: SackState, seat: int, tray: int, field: int) -> None:
    """BS-T8 His die for the opponent's, in the same field; the other one goes back unused."""
    s.supply[s.owner[tray, field]] += 1
    s.owner[tray, field] = seat
    s.supply[seat] += 1
    s.hand[0] = s.hand[1] = 0
    if s.by_time:
        make_newest(s, tray, field)


@rule
def take_from_hand(s: SackState, value: int) -> None:
    if s.hand[0] == value:
        s.hand[0] = s.hand[1]
    s.hand[1] = 0
