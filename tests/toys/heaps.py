"""Heaps, complete: a toy in which all lies open and nothing is left to chance, so that a move can be taken back.

HE-1 Heaps of 7, 9 and 11 stones lie on the table; seat 0 begins, and it goes round clockwise.
HE-2 Whose turn it is takes one or two stones from one heap.
HE-3 Whoever takes the last stone wins; all others share the next place. From version 2 of the rules on, whoever finds
     no stone left wins: HEAPS_2. HEAPS_3 has dropped version 1.
"""

from collections.abc import Container
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import (
    NOBODY,
    NUMBER,
    OK,
    SEAT,
    Game,
    Mind,
    Moves,
    Reason,
    Record,
    Rules,
    event,
    events,
    move,
    note,
    public,
    record,
    rule,
)
from spieltisch.kernel.errors import BadPosition
from spieltisch.kernel.position import Facts, whole
from spieltisch.kernel.seats import never_settled, nothing_hidden, whose_turn

SEATS, HEAPS_ON_TABLE, MOST = 4, 3, 2
SMALLEST, STEP = 7, 2


class State(Record):
    seats = public("i8")
    turn = public("i8")
    heaps = public("i1", HEAPS_ON_TABLE)  # HE-1


STATE, WHO_SEES = record(State)
MOVES = Moves(take=move("take {count} from {heap}", heap=range(1, HEAPS_ON_TABLE + 1), count=range(1, MOST + 1)))
OUTCOMES = Moves(nothing=move("nothing"))  # it never happens
decode = MOVES.decode
MATCH_OVER, NOT_YOUR_TURN, TOO_FEW = range(1, 4)
REASONS = (
    Reason("ok", ""),
    Reason("match_over", "HE-3"),
    Reason("not_your_turn", "HE-1"),
    Reason("too_few", "HE-2"),
)


@rule
def set_up(s: State, seats: int, choices: NDArray[np.int64]) -> None:
    """HE-1"""
    s.seats = seats
    for heap in range(HEAPS_ON_TABLE):
        s.heaps[heap] = SMALLEST + STEP * heap


@rule
def stones(s: State) -> int:
    count = 0
    for heap in range(HEAPS_ON_TABLE):
        count += s.heaps[heap]
    return count


@rule
def actors(s: State) -> int:
    return 1 << s.turn if stones(s) else NOBODY


@rule
def why_not(s: State, seat: int, move: int) -> int:
    _, heap, count = decode(move)
    if not stones(s):               return MATCH_OVER
    if seat != s.turn:              return NOT_YOUR_TURN
    if s.heaps[heap] < 1 + count:   return TOO_FEW
    return OK


@rule
def last_stone_loses(s: State) -> bool:
    """HE-3 From version 2 on."""
    return s.rules >= 2


@rule
def play(s: State, seat: int, move: int) -> None:
    """HE-2 In the end the turn is the winner's."""
    _, heap, count = decode(move)
    s.heaps[heap] -= 1 + count
    if stones(s) or last_stone_loses(s):
        s.turn = (seat + 1) % s.seats


@rule
def chances(s: State, weights: NDArray[np.int64]) -> int:
    weights[0] = 0
    return 0


@rule
def happen(s: State, outcome: int) -> None:
    pass


@rule
def places(s: State, out: NDArray[np.int64]) -> None:
    """HE-3"""
    for seat in range(s.seats):
        out[seat] = 1 if seat == s.turn else 2


@rule
def points(s: State, out: NDArray[np.int64]) -> None:
    for seat in range(s.seats):
        out[seat] = 1 if seat == s.turn else 0


@rule
def tell(before: State, seat: int, move: int, after: State, out: NDArray[np.int64]) -> int:
    _, _, count = decode(move)
    return note(out, 0, 0, seat, 1 + count)


@rule
def show(s: State, out: NDArray[np.int64]) -> None:
    """How many stones are left."""
    out[0] = stones(s)


@rule
def worth(s: State, seat: int, move: int) -> int:
    """Nim: leave heaps whose remainders cancel each other."""
    _, from_heap, count = decode(move)
    nim = 0
    for heap in range(HEAPS_ON_TABLE):
        taken = 1 + count if heap == from_heap else 0
        nim ^= (s.heaps[heap] - taken) % (MOST + 1)
    return -nim


@rule
def evaluate(s: State, out: NDArray[np.float64]) -> None:
    over = stones(s) == 0
    for seat in range(s.seats):
        out[seat] = (1.0 if seat == s.turn else 0.0) if over else 1.0 / s.seats


class Notation:
    def to_position(self, s: State, known: Container[int]) -> dict[str, Any]:
        return {"seats": int(s.seats), "turn": int(s.turn), "heaps": s.heaps.tolist()}

    def is_position(self, s: State) -> bool:
        return bool(stones(s))

    def public_facts(self, s: State) -> dict[str, Any]:
        return {}

    def from_position(self, facts: Facts, s: State) -> int | None:
        s.turn = facts.number("turn", range(s.seats), 0)
        for heap, left in enumerate(facts.row("heaps", HEAPS_ON_TABLE)):
            s.heaps[heap] = whole("heaps", left, range(SMALLEST + STEP * heap + 1))
        if not stones(s):
            raise BadPosition("heaps", "a stone must be left")
        return None


HEAPS = Game(
    name="heaps",
    rules_version=1,
    seats=range(2, SEATS + 1),
    options={},
    state=STATE,
    who_sees=WHO_SEES,
    moves=MOVES,
    outcomes=OUTCOMES,
    reasons=REASONS,
    rules=Rules(
        set_up=set_up,
        actors=actors,
        why_not=why_not,
        play=play,
        chances=chances,
        happen=happen,
        places=places,
        points=points,
        tell=tell,
        show=show,
    ),
    mind=Mind(imagine=nothing_hidden, worth=worth, evaluate=evaluate, settled=never_settled, quickest=whose_turn),
    notation=Notation(),
    folder=Path(__file__).parent / "heaps",
    events=events(takes=event(seat=SEAT, stones=NUMBER)),
    shown={"stones": ()},
)
HEAPS_2 = replace(HEAPS, rules_version=2)
HEAPS_3 = replace(HEAPS, rules_version=3, oldest_rules=2)
