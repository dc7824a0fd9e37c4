"""A turn: a move and all that Chance does after it, played and told in one compiled call.

Nothing is played twice: the records between the rows, the weights Chance drew by, the events and every reader's frames
are all made here. Rows that are known already, a whole log even, go through the same door.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from struct import Struct

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
from spieltisch.kernel.log import AT, MOVE, NO_TIME, SEAT, TAKEN_BACK, TO, Row
from spieltisch.kernel.record import Record, States
from spieltisch.kernel.workspaces import Workspaces

ROWS = 96  # of one turn, to begin with
MOST_EVENTS, EVENT_WIDTH = 160, 8  # of one row; numbers of an event
TOO_MANY_ROWS, TOO_LONG = -1 << 30, -1 << 31  # for the room there is
READERS = 8  # to begin with
MADE_ROWS, USED_WORDS, DRAWS_END, FIRST_END = range(4)  # in `ends`; then where each reader's frames end, and his moves
NO_READERS: Numbers = np.empty(0, np.int64)
NO_ROWS: Numbers = np.empty((0, len(Row._fields)), np.int64)

Rows = Numbers | Sequence[Row]
pack_row = Struct(f"={len(Row._fields)}q").pack_into


@dataclass(slots=True, eq=False)
class Turn:
    """What some rows led to. For the referee alone: all of it, hidden things included."""

    acting: int  # who acts after it; below zero: minus the number of the reason against the move
    rows: Numbers  # as `Row` names their columns
    draws: bytes  # those of them that are Chance's: a list of `Drawn`, in MessagePack
    before: States
    after: States
    words: int  # used of Chance's stream


Told = list[bytes]  # by reader: frames, who acts now, and what he may do, packed


class Workspace:
    """Where turns of a game are played; as large as the longest so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turn = compiled_turn(game)
        self.room = room_for(game)
        self.shown = np.empty((2, cells_of(game).shown), np.int64)
        self.legal = np.empty(len(game.moves), np.uint8)
        self.make_rows(ROWS)
        self.make_ends(READERS)
        self.make_out(16 * self.room)

    def make_rows(self, rows: int) -> None:
        game = self.game
        self.bytes = bytearray((rows + 2) * game.state.itemsize)
        self.records = np.frombuffer(self.bytes, game.state)
        self.row_bytes = bytearray(8 * rows * len(Row._fields))
        self.rows = np.frombuffer(self.row_bytes, np.int64).reshape(rows, -1)
        self.weights = np.zeros((rows, len(game.outcomes)), np.int64)
        self.events = np.zeros((2 * rows + MOST_EVENTS, EVENT_WIDTH), np.int64)
        self.event_ends = np.zeros(rows + 1, np.int64)
        self.public = np.zeros((rows, 4), np.int64)  # of how many rows, and where in `out` their public part stands

    def make_ends(self, readers: int) -> None:
        self.ends = np.zeros(FIRST_END + 2 * readers, np.int64)

    def make_out(self, size: int) -> None:
        self.out = np.empty(size, np.uint8)
        self.written = self.out.data

    def run(self, before: States, given: Rows, words: bytes, readers: Numbers, first: int) -> int:
        """→ who acts now. What came of it stands in the arrays here."""
        stream, count = np.frombuffer(words, np.uint8), len(given)
        while len(self.rows) < count:
            self.make_rows(2 * len(self.rows))
        while len(self.ends) < FIRST_END + 2 * len(readers):
            self.make_ends(len(self.ends))
        while True:
            if count == 1:
                pack_row(self.row_bytes, 0, *given[0])  # a fourth of what numpy takes
            elif count:
                self.rows[:count] = given
            acting = self.turn(
                before,
                self.records,
                self.rows,
                self.weights,
                self.events,
                self.event_ends,
                count,
                stream,
                first,
                readers,
                self.out,
                self.ends,
                self.room,
                self.shown,
                self.legal,
                self.public,
            )
            if acting == TOO_MANY_ROWS:
                self.make_rows(2 * len(self.rows))
            elif acting == TOO_LONG:
                self.make_out(4 * self.out.size)
            else:
                return int(acting)  # plain rules give a numpy number

    def record(self, number: int) -> States:
        """Before the first row, or after so many."""
        size = self.game.state.itemsize
        return np.frombuffer(self.bytes[number * size : (number + 1) * size], self.game.state)


def play_turn(
    game: Game, before: States, given: Rows, words: bytes = b"", readers: Numbers = NO_READERS, first: int = 0
) -> tuple[Turn, Told]:
    """These rows, then Chance's as far as the words go: what came of all from row `first` on.

    The record that was given is left as it was. A first move of a seat is checked by the rules; whoever gives others
    has asked.
    """
    work = _workspaces.of(game)
    acting = work.run(before, given, words, readers, first)
    if acting < 0:
        return Turn(acting, NO_ROWS, b"", before, before, 0), []
    ends = work.ends.tolist()
    made, used, drawn = ends[:FIRST_END]
    last = FIRST_END + 2 * len(readers)
    written = work.written[: ends[last - 1]].tobytes()
    told, begin = [], drawn
    for end in ends[FIRST_END + 1 : last : 2]:
        told.append(written[begin:end])
        begin = end
    was = before if first == 0 else work.record(first)
    return Turn(acting, work.rows[first:made].copy(), written[:drawn], was, work.record(made), used), told


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
    _, _, drawn, frames, *_ = work.ends.tolist()
    return work.record(first), work.out[drawn:frames].tobytes()


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
        records: States,
        rows: Numbers,
        events: Numbers,
        event_ends: Numbers,
        made: int,
        acting: int,
        first: int,
        readers: Numbers,
        out: Bytes,
        ends: Numbers,
        room: int,
        shown: Numbers,
        legal: Bytes,
        public: Numbers,
    ) -> bool:
        """Everybody's frames of the rows from `first` on, one after the other; False: there is too little room."""
        tables = lookup_tables()
        public[first:made, 0] = 0  # nothing is written yet
        show(records[first], shown[0])
        show(records[made], shown[1])
        at = ends[DRAWS_END]
        for place in range(readers.size):
            reader, row, count = readers[place], first, 0
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
            ends[FIRST_END + 2 * place] = at
            if at + room > out.size:
                return False
            legal[:] = 0
            if lists_moves and reader >= 0 and acting >> reader & 1:
                mark_legal(records[made], reader, legal)
            at = write_moves(out, write_number(out, at, acting), legal, tables)
            ends[FIRST_END + 2 * place + 1] = at
        return True

    @holds_gil
    def turn(
        before: States,
        records: States,
        rows: Numbers,
        weights: Numbers,
        events: Numbers,
        event_ends: Numbers,
        given: int,
        words: Bytes,
        first: int,
        readers: Numbers,
        out: Bytes,
        ends: Numbers,
        room: int,
        shown: Numbers,
        legal: Bytes,
        public: Numbers,
    ) -> int:
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
        while made < given or (acting == CHANCE_DUE and WORD * used < words.size):
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
            records,
            rows,
            events,
            event_ends,
            made,
            acting,
            first,
            readers,
            out,
            ends,
            room,
            shown,
            legal,
            public,
        ):
            return TOO_LONG
        return acting

    return turn


_workspaces = Workspaces(Workspace)
