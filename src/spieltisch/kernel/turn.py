"""A turn: a move and all that Chance does after it, played in one compiled call that keeps what every row of it led to.

Nothing is played twice: the records between the rows, the weights Chance drew by and the events are all made here, and
everybody else reads them.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.compiled import brief, rule
from spieltisch.kernel.engine import WORD, is_fair, outcome_at, word_at
from spieltisch.kernel.game import CHANCE, CHANCE_DUE, CLOCK, EVERYONE, OK, Game
from spieltisch.kernel.record import Record, States
from spieltisch.kernel.workspaces import Workspaces

ROWS = 96  # of one turn, to begin with
MOST_EVENTS, EVENT_WIDTH = 160, 8  # of one row; numbers of an event
NO_ROW = -5  # in the place of a seat: nothing is moved, Chance goes on
CROWDED = -1 << 30  # the turn is longer than the room it was given

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]


class Turn(NamedTuple):
    """What a turn led to, row by row. For the referee alone: all of it, hidden things included."""

    acting: int  # who acts after it; below zero: minus the number of the reason against the move
    rows: Numbers  # seat, receiver, move, time
    weights: Numbers  # of each outcome, where the row is Chance's
    records: States  # before the first row, and after each
    events: Numbers
    event_ends: Numbers  # by row
    words: int  # used of Chance's stream


class Workspace:
    """Where turns of a game are played; as large as the longest so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turn = compiled_turn(game)
        self.make_room(ROWS)

    def make_room(self, rows: int) -> None:
        game = self.game
        self.bytes = np.zeros((rows + 1) * game.state.itemsize, np.uint8)
        self.records = self.bytes.view(game.state)
        self.rows = np.zeros((rows, 4), np.int64)
        self.weights = np.zeros((rows, len(game.outcomes)), np.int64)
        self.events = np.zeros((2 * rows + MOST_EVENTS, EVENT_WIDTH), np.int64)
        self.event_ends = np.zeros(rows, np.int64)
        self.counts = np.zeros(2, np.int64)  # rows made, words used


def play_turn(game: Game, before: States, seat: int, move: int, at: int, words: bytes = b"") -> Turn:
    """A move of a seat, of Chance or of the clock (NO_ROW: none), then Chance's as far as these words go.

    What was given is left as it was. A move of a seat is checked by the rules; whoever moves for Chance or the clock
    has asked.
    """
    work, size = _workspaces.of(game), game.state.itemsize
    while True:
        work.bytes[:size] = before.view(np.uint8)
        acting = work.turn(
            work.records, work.rows, work.weights, work.events, work.event_ends, work.counts, seat, move, at,
            np.frombuffer(words, np.uint8),
        )
        if acting != CROWDED:
            break
        work.make_room(2 * len(work.rows))
    rows, used = work.counts.tolist()
    records = np.frombuffer(bytearray(work.bytes[: (rows + 1) * size]), game.state)
    ends = work.event_ends[:rows].copy()
    events = work.events[: ends[-1] if rows else 0].copy()
    return Turn(int(acting), work.rows[:rows].copy(), work.weights[:rows].copy(), records, events, ends, used)


@rule
def no_clock(s: Record) -> None:
    """Never called."""


@cache
def compiled_turn(game: Game) -> Callable[..., int]:
    rules = game.rules
    actors, why_not, play, tell = rules.actors, rules.why_not, rules.play, rules.tell
    chances, happen, receiver, timeout = rules.chances, rules.happen, rules.receiver, rules.timeout or no_clock

    @brief
    def turn(
        records: States, rows: Numbers, weights: Numbers, events: Numbers, event_ends: Numbers, counts: Numbers,
        seat: int, move: int, at: int, words: Bytes,
    ) -> int:
        """records[0] is how it stood; row k leads from records[k] to records[k + 1]."""
        made = used = told = 0
        acting = actors(records[0])
        if seat >= 0:
            reason = why_not(records[0], seat, move)
            if reason != OK:
                counts[0] = counts[1] = 0
                return -reason
        while seat != NO_ROW or (acting == CHANCE_DUE and WORD * used < words.size):
            if made >= rows.shape[0] or told > events.shape[0] - MOST_EVENTS:
                return CROWDED
            who, what, to = seat, move, seat
            if who in (CHANCE, NO_ROW):
                sum_of_weights = chances(records[made], weights[made])
                to = receiver(records[made])
            if who == NO_ROW:
                word, n = word_at(words, used), np.uint64(sum_of_weights)
                used += 1
                if not is_fair(word, n):
                    continue
                who, what = CHANCE, outcome_at(weights[made], np.int64(word % n))
            records[made + 1] = records[made]
            if who == CHANCE:
                happen(records[made + 1], what)
            elif who == CLOCK:
                timeout(records[made + 1])
                to = EVERYONE
            else:
                play(records[made + 1], who, what)
            told += tell(records[made], who, what, records[made + 1], events[told:])
            rows[made, 0] = who
            rows[made, 1] = to
            rows[made, 2] = what
            rows[made, 3] = at
            event_ends[made] = told
            made += 1
            seat = NO_ROW
            acting = actors(records[made])
        counts[0] = made
        counts[1] = used
        return acting

    return turn


_workspaces = Workspaces(Workspace)
