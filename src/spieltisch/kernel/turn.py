"""A turn: a move and all that Chance does after it, played and told in one compiled call.

Nothing is played twice: the records between the rows, the weights Chance drew by, the events and every reader's frames
are all made here. Rows that are known already, a whole log even, go through the same door.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from struct import Struct
from typing import NamedTuple

import numpy as np

from spieltisch.kernel.cells import cells_of
from spieltisch.kernel.compiled import holds_gil, rule
from spieltisch.kernel.engine import WORD, is_fair, make_mark_legal, outcome_at, word_at
from spieltisch.kernel.extras import MovesInSight
from spieltisch.kernel.frames import (
    LIST_HEADER,
    NUMBER,
    OPEN,
    UNDONE,
    Bytes,
    LookupTables,
    Numbers,
    begin_list,
    room_for,
    run_length,
    tables_of,
    write_draws,
    write_frame,
    write_list_header,
    write_moves,
    write_number,
)
from spieltisch.kernel.game import CHANCE, CHANCE_DUE, CLOCK, OK, Game
from spieltisch.kernel.log import AT, MOVE, NO_TIME, ROW_BYTES, SEAT, TAKEN_BACK, TO, Row, rows_from
from spieltisch.kernel.record import Record, States
from spieltisch.kernel.workspaces import Workspaces

ROWS, READERS, WORDS = 96, 8, 64  # of one turn, to begin with
STEP_PARTS = 4  # of a message: its number, frames, who acts, moves; and, if it answers a command, which
MOST_EVENTS, EVENT_WIDTH = 160, 8  # of one row; numbers of an event
TOO_MANY_ROWS, TOO_LONG = -1 << 30, -1 << 31  # for the room there is
MADE_ROWS, USED_WORDS, FRAMES_END, DRAWS_END = range(4)  # in `ends`; then where what each reader is told ends
NO_READERS: Numbers = np.empty(0, np.int64)

Rows = Numbers | Sequence[Row]
pack_row = Struct(f"={len(Row._fields)}q").pack_into


Told = Sequence[bytes]  # by reader: frames, who acts now, and what he may do, in MessagePack
StepHead = tuple[int, int, int]  # of a whole message: its number, who is answered by it (his place), and which command
NO_STEP: StepHead = -1, -1, 0


class Turn(NamedTuple):
    """What some rows led to. For the referee alone, but for what is told: all of it, hidden things included."""

    acting: int  # who acts after it; below zero: minus the number of the reason against the move
    before: States
    after: States
    row_bytes: bytes = b""
    draws: bytes = b""  # those of the rows that are Chance's: a list of `Drawn`, in MessagePack
    words: int = 0  # used of Chance's stream
    told: Told = ()

    @property
    def rows(self) -> Numbers:
        return rows_from(self.row_bytes)


class Workspace:
    """Where turns of a game are played; as large as the longest so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turn = compiled_turn(game)
        self.room = room_for(game)
        self.make_space(ROWS, READERS, WORD * WORDS, 16 * self.room)

    def make_space(self, rows: int, readers: int, words: int, out: int) -> None:
        """For so many rows and readers, and so many bytes of Chance's stream and of what is written."""
        game = self.game
        self.most = self.most_rows, self.most_readers, self.most_words, self.most_out = rows, readers, words, out
        self.bytes = bytearray((rows + 2) * game.state.itemsize)
        self.row_bytes = bytearray(ROW_BYTES * rows)
        self.words = bytearray(words)
        self.rows = rows_from(self.row_bytes)
        self.events = np.zeros((2 * rows + MOST_EVENTS, EVENT_WIDTH), np.int64)
        self.event_ends = np.zeros(rows + 1, np.int64)
        self.ends = np.zeros(DRAWS_END + 1 + readers, np.int64)
        out_array = np.empty(out, np.uint8)
        self.written = out_array.data
        self.arrays = (  # handed in with every call
            np.frombuffer(self.bytes, game.state),
            self.rows,
            np.zeros((rows, len(game.outcomes)), np.int64),  # weights
            self.events,
            self.event_ends,
            np.frombuffer(self.words, np.uint8),
            out_array,
            self.ends,
            self.room,
            np.empty((2, cells_of(game).shown), np.int64),
            np.empty(len(game.moves), np.uint8),  # legal moves
            np.zeros((rows, 4), np.int64),  # of how many rows, and where in `out` their public part stands
        )

    def run(
        self, before: States, given: Rows, words: bytes, readers: Numbers, first: int, step: StepHead = NO_STEP
    ) -> int:
        """→ who acts now. What came of it stands in the arrays here."""
        count, length = len(given), len(words)
        if count > self.most_rows or len(readers) > self.most_readers or length > self.most_words:
            wanted = 2 * count, 2 * len(readers), 2 * length, 0
            self.make_space(*map(max, self.most, wanted))
        while True:
            self.words[:length] = words
            if count == 1:
                pack_row(self.row_bytes, 0, *given[0])  # a fourth of what numpy takes
            elif count:
                self.rows[:count] = given
            acting = self.turn(before, count, length, first, readers, *step, *self.arrays)
            if acting == TOO_MANY_ROWS:
                self.make_space(2 * self.most_rows, self.most_readers, self.most_words, self.most_out)
            elif acting == TOO_LONG:
                self.make_space(self.most_rows, self.most_readers, self.most_words, 4 * self.most_out)
            else:
                return int(acting)  # plain rules give a numpy number

    def record(self, number: int) -> States:
        """Before the first row, or after so many."""
        size = self.game.state.itemsize
        return np.frombuffer(self.bytes[size * number : size * (number + 1)], self.game.state)


def play_turn(
    game: Game, before: States, given: Rows, words: bytes = b"", readers: Numbers = NO_READERS, first: int = 0,
    step: StepHead = NO_STEP,
) -> Turn:  # fmt: skip
    """These rows, then Chance's as far as the words go: what came of all from row `first` on.

    The record that was given is left as it was. A first move of a seat is checked by the rules; whoever gives others
    has asked.
    """
    work = _workspaces.of(game)
    acting = work.run(before, given, words, readers, first, step)
    if acting < 0:
        return Turn(acting, before, before)
    made, used, _, *ends = work.ends[: DRAWS_END + 1 + len(readers)].tolist()
    written = work.written[: ends[-1]].tobytes()
    told = [written[begin:end] for begin, end in pairwise(ends)]
    was = before if first == 0 else work.record(first)
    rows = bytes(work.row_bytes[ROW_BYTES * first : ROW_BYTES * made])
    return Turn(acting, was, work.record(made), rows, written[: ends[0]], used, told)


def events_of(game: Game, before: States, rows: Numbers) -> Numbers:
    """What these rows, known to be right, tell."""
    work = _workspaces.of(game)
    work.run(before, rows, b"", NO_READERS, 0)
    return work.events[: work.event_ends[len(rows)]].copy()


def frames_of(game: Game, start: States, rows: Numbers, reader: int, first: int) -> tuple[States, bytes]:
    """What these rows, from the record at the start on, are to a reader: the record before row `first`, and the frames
    of all from there on.
    """
    work = _workspaces.of(game)
    work.run(start, rows, b"", np.array([reader]), first)
    return work.record(first), work.written[work.ends[DRAWS_END] : work.ends[FRAMES_END]].tobytes()


@rule
def no_clock(s: Record) -> None:
    """Never called."""


@cache
def compiled_turn(game: Game) -> Callable[..., int]:
    rules = game.rules
    actors, why_not, play, tell, show = rules.actors, rules.why_not, rules.play, rules.tell, rules.show
    chances, happen, receiver, timeout = rules.chances, rules.happen, rules.receiver, rules.timeout or no_clock
    mark_legal, lists_moves = make_mark_legal(game), game.extra(MovesInSight) is None
    lengths, places, first_in_word, letters, text_ends, number, first_of_kind = tables_of(game)

    @rule
    def lookup_tables() -> LookupTables:
        """Constants of the machine code: handed in with every call they would cost as much as the rest of it."""
        return LookupTables(lengths, places, first_in_word, letters, text_ends, number, first_of_kind)

    @rule
    def play_row(records: States, row: Numbers, made: int, last_move: int, events: Numbers) -> int:
        """Row number `made` → how many events it tells. The last of the records is for `tell` to work with."""
        before, after, seat, move = records[made], records[made + 1], row[SEAT], row[MOVE]
        if move == TAKEN_BACK:
            records[made + 1] = records[last_move]
            events[0, 0] = UNDONE
            events[0, 1] = seat
            return 1
        records[made + 1] = before
        if seat == CHANCE:
            row[TO] = receiver(before)
            happen(after, move)
        elif seat == CLOCK:
            timeout(after)
        else:
            play(after, seat, move)
        records[-1] = before
        return tell(records[-1], seat, move, after, events)

    @rule
    def tell_readers(
        records: States, rows: Numbers, events: Numbers, event_ends: Numbers, made: int, acting: int, first: int,
        readers: Numbers, number: int, answered: int, command: int, out: Bytes, ends: Numbers, room: int,
        shown: Numbers, legal: Bytes, public: Numbers,
    ) -> bool:  # fmt: skip
        """Everybody's frames of the rows from `first` on, one after the other, as whole messages if these have a
        number; False: there is too little room.
        """
        tables = lookup_tables()
        public[first:made, 0] = 0  # nothing is written yet
        show(records[first], shown[0])
        show(records[made], shown[1])
        at = ends[DRAWS_END]
        for place in range(readers.size):
            reader, row, count = readers[place], first, 0
            if number >= 0:
                at = write_number(out, begin_list(out, at, STEP_PARTS + (place == answered)), number)
            begun = at
            at += LIST_HEADER
            while row < made:
                end = row + run_length(reader, rows, row, made, tables)
                of_run = events[event_ends[row] : event_ends[end]]
                if at + room + NUMBER * of_run.size > out.size:
                    return False
                before, after = records[row : row + 1].view(np.uint8), records[end : end + 1].view(np.uint8)
                is_done = end == made
                begin = records[first : first + is_done].view(np.uint8)
                if reader == OPEN:  # who reads alone, each row by itself
                    show(records[row], shown[0])
                    show(records[end], shown[1])
                    begin, is_done = before, True
                last = shown[:, : shown.shape[1] * is_done]
                at = write_frame(
                    out, at, reader, rows[row], end - row, before, after, begin, of_run, last, public[row], tables
                )
                row = end
                count += 1
            write_list_header(out, begun, count)
            ends[FRAMES_END] = at  # of the last one
            if at + room > out.size:
                return False
            legal[:] = 0
            if lists_moves and reader >= 0 and acting >> reader & 1:
                mark_legal(records[made], reader, legal)
            at = write_moves(out, write_number(out, at, acting), legal, tables)
            if number >= 0 and place == answered:
                at = write_number(out, at, command)
            ends[DRAWS_END + 1 + place] = at
        return True

    @holds_gil
    def turn(
        before: States, given: int, given_words: int, first: int, readers: Numbers, number: int, answered: int,
        command: int, records: States, rows: Numbers, weights: Numbers, events: Numbers, event_ends: Numbers,
        words: Bytes, out: Bytes, ends: Numbers, room: int, shown: Numbers, legal: Bytes, public: Numbers,
    ) -> int:  # fmt: skip
        """records[0] becomes how it stood before; row k leads from records[k] to records[k + 1], and tells the events
        from event_ends[k] to event_ends[k + 1].
        """
        made = used = last_move = 0
        records[0] = before[0]
        acting = actors(records[0])
        if given > 0 and rows[0, SEAT] >= 0 and rows[0, MOVE] != TAKEN_BACK:
            reason = why_not(records[0], rows[0, SEAT], rows[0, MOVE])
            if reason != OK:
                return -reason
        while made < given or (acting == CHANCE_DUE and WORD * used < given_words):
            if made >= rows.shape[0] or event_ends[made] > events.shape[0] - MOST_EVENTS:
                return TOO_MANY_ROWS
            if made >= given:
                n = np.uint64(chances(records[made], weights[made]))
                word = word_at(words, used)
                used += 1
                if not is_fair(word, n):
                    continue
                rows[made] = NO_TIME
                rows[made, SEAT] = CHANCE
                rows[made, MOVE] = outcome_at(weights[made], np.int64(word % n))
                rows[made, AT] = rows[made - 1, AT] if made > 0 else NO_TIME
            elif rows[made, SEAT] == CHANCE:
                chances(records[made], weights[made])
            elif rows[made, MOVE] != TAKEN_BACK:
                last_move = made
            told = event_ends[made]
            event_ends[made + 1] = told + play_row(records, rows[made], made, last_move, events[told:])
            made += 1
            acting = actors(records[made])
        ends[MADE_ROWS] = made
        ends[USED_WORDS] = used
        ends[DRAWS_END] = write_draws(out, rows[first:made], weights[first:made])
        if ends[DRAWS_END] == 0:
            return TOO_LONG
        if readers.size > 0 and not tell_readers(
            records, rows, events, event_ends, made, acting, first, readers, number, answered, command, out, ends,
            room, shown, legal, public,
        ):  # fmt: skip
            return TOO_LONG
        return acting

    return turn


_workspaces = Workspaces(Workspace)
