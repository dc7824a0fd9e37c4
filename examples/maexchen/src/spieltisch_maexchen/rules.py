"""Every rule of Mäxchen. Ids refer to the rulebooks; reasons are worded in texts/."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import (
    CHANCE_DUE,
    EVERYONE,
    NOBODY,
    OK,
    Moves,
    Reason,
    Record,
    choice,
    move,
    own,
    public,
    record,
    rule,
    seen_by_receiver,
    turned_up,
)
from spieltisch.kernel.seats import points_by

SEATS = 8
DOUBLES = ("11", "22", "33", "44", "55", "66")
# MX-W1, MX-W2 From the lowest to Mäxchen. A value's number is its place here, counted from 1.
VALUES = (
    "31", "32", "41", "42", "43", "51", "52", "53", "54", "61", "62", "63", "64", "65", *DOUBLES, "21",
)  # fmt: skip
VALUE = choice("none", *VALUES)
NONE, MAEXCHEN = VALUE["none"], VALUE["21"]
WAYS = np.array([0, *(1 if value in DOUBLES else 2 for value in VALUES)])  # MX-M1 of 36, in which two dice show it
OPTIONS = {"lives": ("3", "1", "5")}
LIVES = np.array([int(lives) for lives in OPTIONS["lives"]])

STAGE = choice("beginning", "turn", "rolling", "claiming", "over")
BEGINNING, TURN, ROLLING, CLAIMING, OVER = STAGE.values()


class MaexchenState(Record):
    seats = public("i8")
    stage = public("i8", of=STAGE)
    turn = public("i8")
    claimer = public("i8")
    claim = public("i8", of=VALUE)  # MX-T3 the last one of this round
    beaten = public("i8", of=VALUE)  # MX-T4 the one before it
    still_in = public("i8")
    cup = own("i1", SEATS, of=VALUE)  # MX-T2 what lies under it, to the one who has looked
    lifted = turned_up("i8", of=VALUE)  # MX-D1 what came to light, until somebody rolls
    lives = turned_up("i1", SEATS)
    place = turned_up("i1", SEATS)  # MX-E1 of those who are out


STATE, WHO_SEES = record(MaexchenState)

MOVES = Moves(roll=move("roll"), doubt=move("doubt"), pay=move("pay"), claim=move("claim {value}", value=VALUES))
OUTCOMES = Moves(
    start=move("start {seat}", seat=range(SEATS)),
    dice=move("dice {value}", value=seen_by_receiver(VALUES)),
)
ROLL, DOUBT, PAY, CLAIM = MOVES.kinds.values()
START, DICE = OUTCOMES.kinds.values()
decode, decode_outcome, part_of = MOVES.decode, OUTCOMES.decode, OUTCOMES.part

MATCH_OVER, YOU_ARE_OUT, NOT_YOUR_TURN, ROLL_FIRST, CLAIM_FIRST = range(1, 6)
TOO_LOW, NOTHING_CLAIMED, NOTHING_BEATS, NOT_MAEXCHEN = range(6, 10)
REASONS = (
    Reason("ok", ""),
    Reason("match_over", "MX-E1"),
    Reason("you_are_out", "MX-L2"),
    Reason("not_your_turn", "MX-T1"),
    Reason("roll_first", "MX-T2"),
    Reason("claim_first", "MX-T3"),
    Reason("too_low", "MX-T4"),
    Reason("nothing_claimed", "MX-D1"),
    Reason("nothing_beats_it", "MX-D3"),
    Reason("not_maexchen", "MX-D3"),
)


@rule
def set_up(s: MaexchenState, seats: int, choices: NDArray[np.int64]) -> None:
    """MX-M2"""
    s.seats = s.still_in = seats
    for seat in range(seats):
        s.lives[seat] = LIVES[choices[0]]


@rule
def actors(s: MaexchenState) -> int:
    if s.stage == OVER:                             return NOBODY
    if s.stage == BEGINNING or s.stage == ROLLING:  return CHANCE_DUE
    return 1 << s.turn


# What may be done


@rule
def why_not(s: MaexchenState, seat: int, move: int) -> int:
    kind, place = decode(move)
    if s.stage == OVER:            return MATCH_OVER
    if s.lives[seat] == 0:         return YOU_ARE_OUT
    if actors(s) != 1 << seat:     return NOT_YOUR_TURN
    if s.stage == CLAIMING:        return why_not_claim(s, kind, value_at(place))
    if kind == CLAIM:              return ROLL_FIRST
    if kind == ROLL:               return NOTHING_BEATS if s.claim == MAEXCHEN else OK
    if s.claim == NONE:            return NOTHING_CLAIMED
    if kind == PAY and s.claim != MAEXCHEN: return NOT_MAEXCHEN
    return OK


@rule
def why_not_claim(s: MaexchenState, kind: int, value: int) -> int:
    """MX-T4 Every claim of a round is higher than the one before."""
    if kind != CLAIM:       return CLAIM_FIRST
    if value <= s.claim:    return TOO_LOW
    return OK


@rule
def value_at(place: int) -> int:
    """MX-W2 By its place among the values."""
    return place + 1


# What is done


@rule
def play(s: MaexchenState, seat: int, move: int) -> None:
    kind, place = decode(move)
    if kind == ROLL:
        roll(s)
    elif kind == DOUBT:
        lift(s, seat)
    elif kind == PAY:
        lose(s, seat, 1)  # MX-D3
    else:
        make_claim(s, seat, value_at(place))


@rule
def roll(s: MaexchenState) -> None:
    """MX-T5 Whoever rolls has believed: what lay under the cup nobody will ever know."""
    empty_cup(s)
    s.lifted = NONE
    s.stage = ROLLING


@rule
def empty_cup(s: MaexchenState) -> None:
    for seat in range(s.seats):
        s.cup[seat] = NONE


@rule
def make_claim(s: MaexchenState, seat: int, value: int) -> None:
    """MX-T3, MX-T5 The cup goes to the next."""
    s.beaten, s.claim = s.claim, value
    s.claimer = seat
    s.turn = next_one(s, seat)
    s.stage = TURN


@rule
def next_one(s: MaexchenState, seat: int) -> int:
    """MX-T1 Clockwise, past those who are out."""
    following = (seat + 1) % s.seats
    while s.lives[following] == 0:
        following = (following + 1) % s.seats
    return following


@rule
def lift(s: MaexchenState, doubter: int) -> None:
    """MX-D1, MX-D2 The dice show the claim or more: the doubter was wrong."""
    s.lifted = s.cup[s.claimer]
    lose(s, doubter if s.lifted >= s.claim else s.claimer, stake(s))


@rule
def stake(s: MaexchenState) -> int:
    """MX-D3 A doubted Mäxchen is about two lives."""
    return 2 if s.claim == MAEXCHEN else 1


@rule
def lose(s: MaexchenState, seat: int, lives: int) -> None:
    """MX-L1, MX-L2 Then a new round begins, with whoever has lost."""
    s.lives[seat] = max(int(s.lives[seat]) - lives, 0)
    if s.lives[seat] == 0:
        s.place[seat] = s.still_in
        s.still_in -= 1
    empty_cup(s)
    s.claim = s.beaten = NONE
    s.turn = seat if s.lives[seat] > 0 else next_one(s, seat)
    s.stage = OVER if s.still_in == 1 else TURN  # MX-E1


# Chance


@rule
def chances(s: MaexchenState, weights: NDArray[np.int64]) -> int:
    """MX-T1 Who begins; MX-T2 two dice."""
    weights[:] = 0
    if s.stage == BEGINNING:
        part_of(weights, START)[: s.seats] = 1
        return s.seats
    total = 0
    dice = part_of(weights, DICE)
    for place in range(MAEXCHEN):
        dice[place] = WAYS[value_at(place)]
        total += dice[place]
    return total


@rule
def happen(s: MaexchenState, outcome: int) -> None:
    kind, seat, place = decode_outcome(outcome)
    if kind == START:
        s.turn = seat
        s.stage = TURN
    else:
        s.cup[s.turn] = value_at(place)
        s.stage = CLAIMING


@rule
def receiver(s: MaexchenState) -> int:
    """MX-T2 Only who rolls looks under the cup."""
    return s.turn if s.stage == ROLLING else EVERYONE


# The end


@rule
def places(s: MaexchenState, out: NDArray[np.int64]) -> None:
    """MX-E1 The later out, the better."""
    for seat in range(s.seats):
        out[seat] = max(int(s.place[seat]), 1)


@rule
def lives_of(s: MaexchenState, seat: int) -> int:
    return int(s.lives[seat])


points = points_by(lives_of)
