"""What each row of a log did, as one reader may know it: a frame. Written in compiled code, for every move.

A frame is `[seat, move, to, changes, events, own, times, at, made, came]`; what is missing at its end has its default.
It is written as MessagePack: half the bytes of JSON, and no digits to work out. docs/protocol.md explains each part;
`messages.Frame` is its type, and the tests decode every frame with it.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.cells import LATER, UNSEEN, cells_of, value_at
from spieltisch.kernel.compiled import rule
from spieltisch.kernel.game import CHANCE, CLOCK, EVERYONE, Game
from spieltisch.kernel.log import AT, CAME, CLOCK_MOVES, MADE, MOVE, NO_TIME, SEAT, TAKEN_BACK, TO, UNDO

SPECTATOR = -3  # readers that are no seat,
OPEN = -4  # … and one before whom everything lies open: of a match that is over, and he reads alone
NUMBER = 9  # bytes of the longest one
SHORT_LIST, LIST = 0x90, 0xDC  # MessagePack's headers: with the length in it, or in two bytes behind it
LONGEST_SHORT = 15
LIST_HEADER = 3  # bytes of the longer one
UNDONE = -1  # the kind of the one event that every game has: a seat took its last move back,
UNDONE_LENGTH = 2  # … and which seat

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class LookupTables(NamedTuple):
    """What a game's frames are written with. All texts of its moves stand in `letters`, packed, end to end."""

    lengths: Numbers  # how many numbers an event has, by kind
    places: Numbers  # by cell of the record: offset, width in bytes, signed, who is told of it
    first_in_word: Numbers  # the first cell in each eight bytes of the record
    letters: Bytes
    ends: Numbers  # text k stands in letters[ends[k]:ends[k + 1]]
    number: Numbers  # of the text of each seat's move, Chance's, the clock's and undo; then of all as others see them
    first: Numbers  # where Chance's, the clock's, undo, and the others' begin in `number`


@cache
def tables_of(game: Game) -> LookupTables:
    cells, tables = cells_of(game), (game.moves, game.outcomes, CLOCK_MOVES)
    seen = [text for table in tables for text in table.texts] + [UNDO]
    unseen = [text for table in tables for text in table.texts_to(others=True)] + [UNDO]
    texts = list(dict.fromkeys((*seen, *unseen)))
    encoded = [packed(text) for text in texts]
    number = [texts.index(text) for text in (*seen, *unseen)]
    first = (len(game.moves), len(game.moves) + len(game.outcomes), len(seen) - 1, len(seen))
    letters = np.frombuffer(b"".join(encoded), np.uint8)
    ends = np.cumsum([0, *map(len, encoded)])
    return LookupTables(
        lengths_of(game), cells.places, cells.first_in_word, letters, ends, np.array(number), np.array(first)
    )


def packed(text: str) -> bytes:
    """In MessagePack. No move is as long as 256 letters."""
    letters = text.encode()
    return bytes((0xA0 + len(letters),) if len(letters) < 32 else (0xD9, len(letters))) + letters


def room_for(game: Game) -> int:
    """Bytes of the longest frame but for its events, and of all moves."""
    longest = int(np.diff(tables_of(game).ends).max())
    return longest * (1 + len(game.moves)) + NUMBER * (24 + 2 * len(cells_of(game).owner))


@cache
def lengths_of(game: Game) -> Numbers:
    return np.array([1 + kind.width for kind in game.events.values()])


@rule
def write_bytes(out: Bytes, at: int, number: int | np.int64, size: int) -> int:
    """The highest first."""
    for byte in range(size):
        out[at + byte] = (number >> (8 * (size - 1 - byte))) & 0xFF
    return at + size


@rule
def write_number(out: Bytes, at: int, number: int | np.int64) -> int:
    if -32 <= number < 128:
        return write_bytes(out, at, number, 1)
    is_negative = number < 0
    size, header = 1, 0xD0 if is_negative else 0xCC
    while size < 8 and not (-(1 << (8 * size - 1)) <= number < (1 << (8 * size - int(is_negative)))):
        size *= 2
        header += 1
    out[at] = header
    return write_bytes(out, at + 1, number, size)


@rule
def write_text(out: Bytes, at: int, text: int, tables: LookupTables) -> int:
    for place in range(tables.ends[text], tables.ends[text + 1]):
        out[at] = tables.letters[place]
        at += 1
    return at


@rule
def close_list(out: Bytes, begun: int, at: int, length: int) -> int:
    """A list whose parts stand from `begun` on, behind a byte for its header; a long one needs two more."""
    if length <= LONGEST_SHORT:
        out[begun - 1] = SHORT_LIST + length
        return at
    for place in range(at - 1, begun - 1, -1):
        out[place + 2] = out[place]
    write_list_header(out, begun - 1, length)
    return at + 2


@rule
def write_list_header(out: Bytes, at: int, length: int) -> None:
    """Of a list of any length."""
    out[at] = LIST
    write_bytes(out, at + 1, length, 2)


@rule
def begin_list(out: Bytes, at: int, length: int) -> int:
    """→ where its parts begin."""
    if length <= LONGEST_SHORT:
        return write_bytes(out, at, SHORT_LIST + length, 1)
    write_list_header(out, at, length)
    return at + LIST_HEADER


@rule
def write_draws(out: Bytes, rows: Numbers, weights: Numbers) -> int:
    """Chance's of these rows, as a list of `Drawn` for the log → where it ends; 0: there is too little room."""
    count = 0
    for row in range(rows.shape[0]):
        count += rows[row, SEAT] == CHANCE
    if LIST_HEADER + count * (LIST_HEADER + NUMBER * (3 + weights.shape[1])) > out.size:
        return 0
    at = begin_list(out, 0, count)
    for row in range(rows.shape[0]):
        if rows[row, SEAT] == CHANCE:
            at = begin_list(out, at, 3)
            at = write_number(out, write_number(out, at, rows[row, MOVE]), rows[row, TO])
            at = begin_list(out, at, weights.shape[1])
            for outcome in range(weights.shape[1]):
                at = write_number(out, at, weights[row, outcome])
    return at


@rule
def text_for(reader: int, row: Numbers, tables: LookupTables) -> int:
    """The number of the row's text, as this reader sees it."""
    place = row[MOVE]
    if row[MOVE] == TAKEN_BACK:     place = tables.first[2]
    elif row[SEAT] == CHANCE:       place += tables.first[0]
    elif row[SEAT] == CLOCK:        place += tables.first[1]
    sees = row[TO] == reader or row[TO] == EVERYONE or reader == OPEN
    return int(tables.number[place if sees else place + tables.first[3]])


@rule
def run_length(reader: int, rows: Numbers, row: int, end: int, tables: LookupTables) -> int:
    """How many rows from here on this reader cannot tell apart: five cards that one did not see are one frame."""
    text, to = text_for(reader, rows[row], tables), rows[row, TO]
    if reader == OPEN or rows[row, MADE] != NO_TIME:
        return 1
    length = 1
    while row + length < end:
        other = rows[row + length]
        if other[SEAT] != rows[row, SEAT] or other[TO] != to or other[AT] != rows[row, AT] or other[MADE] != NO_TIME:
            break
        if text_for(reader, other, tables) != text:
            break
        length += 1
    return length


@rule
def write_events(out: Bytes, at: int, events: Numbers, lengths: Numbers) -> int:
    begun = at = at + 1
    for event in range(events.shape[0]):
        kind = events[event, 0]
        length = UNDONE_LENGTH if kind == UNDONE else lengths[kind]
        out[at] = SHORT_LIST + length
        at += 1
        for place in range(length):
            at = write_number(out, at, events[event, place])
    return close_list(out, begun, at, events.shape[0])


@rule
def write_changes(
    out: Bytes, at: int, reader: int, before: Bytes, after: Bytes, tables: LookupTables
) -> tuple[int, int]:
    """Cell, new value, … of what all see (EVERYONE, or LATER), or of what this reader alone sees → where they end, and
    how many numbers they are. Eight bytes are compared at a time.
    """
    old, new, places, first_in_word = before.view(np.int64), after.view(np.int64), tables.places, tables.first_in_word
    count = 0
    for word in range(first_in_word.size - 1):
        if old[word] == new[word]:
            continue
        for cell in range(first_in_word[word], first_in_word[word + 1]):
            owner = places[cell, 3]
            if owner != reader and not (reader == OPEN and (owner >= 0 or owner == UNSEEN)):
                continue
            offset, width, signed = places[cell, 0], places[cell, 1], places[cell, 2]
            value = value_at(after, offset, width, signed)
            if value != value_at(before, offset, width, signed):
                at = write_number(out, write_number(out, at, cell), value)
                count += 2
    return at, count


@rule
def write_shown(out: Bytes, at: int, first: int, shown: Numbers) -> tuple[int, int]:
    """The same of what follows from the record (before, after)."""
    count = 0
    for cell in range(shown.shape[1]):
        if shown[0, cell] != shown[1, cell]:
            at = write_number(out, write_number(out, at, first + cell), shown[1, cell])
            count += 2
    return at, count


@rule
def write_public(
    out: Bytes,
    at: int,
    before: Bytes,
    after: Bytes,
    begin: Bytes,
    events: Numbers,
    shown: Numbers,
    tables: LookupTables,
) -> tuple[int, int]:
    """Changes and events, which are the same for all → where they end, and how many of the two lists are needed."""
    empty = at
    begun = at + 1
    at, count = write_changes(out, begun, EVERYONE, before, after, tables)
    if begin.size > 0:
        at, later = write_changes(out, at, LATER, begin, after, tables)
        count += later
    at, more = write_shown(out, at, tables.places.shape[0], shown)
    count += more
    at = close_list(out, begun, at, count)
    if events.shape[0] > 0:
        return write_events(out, at, events, tables.lengths), 2
    return (at, 1) if count > 0 else (empty, 0)


@rule
def write_frame(
    out: Bytes,
    at: int,
    reader: int,
    row: Numbers,
    times: int,
    before: Bytes,
    after: Bytes,
    begin: Bytes,
    events: Numbers,
    shown: Numbers,
    public: Numbers,
    tables: LookupTables,
) -> int:
    """Up to the last part that is not as usual. `public` says where its public lists stand in `out` already; the last
    frame of a turn also tells what is `shown`, and what only the whole turn changed since it began.
    """
    frame = at
    at = write_number(out, at + 1, row[SEAT])
    at = write_text(out, at, text_for(reader, row, tables), tables)
    end, parts = at, 2
    to = row[TO] if row[SEAT] == CHANCE else EVERYONE
    at = write_number(out, at, to)
    if to != EVERYONE:
        end, parts = at, 3
    if public[0] == times:
        for place in range(public[1], public[2]):
            out[at] = out[place]
            at += 1
    else:
        public[0] = times
        public[1] = at
        at, public[3] = write_public(out, at, before, after, begin, events, shown, tables)
        public[2] = at
    if public[3] > 0:
        end, parts = at, 3 + public[3]
    for _ in range(2 - public[3]):
        at = close_list(out, at + 1, at + 1, 0)
    begun = at + 1
    at, count = write_changes(out, begun, reader, before, after, tables)
    at = close_list(out, begun, at, count)
    if count > 0:
        end, parts = at, 6
    at = write_number(out, at, times)
    if times > 1:
        end, parts = at, 7
    at = write_number(out, at, row[AT])
    if row[AT] != NO_TIME:
        end, parts = at, 8
    if row[MADE] != NO_TIME:
        end, parts = write_number(out, write_number(out, at, row[MADE]), row[CAME]), 10
    return close_list(out, frame + 1, end, parts)


@rule
def write_moves(out: Bytes, at: int, legal: Bytes, tables: LookupTables) -> int:
    begun = at = at + 1
    count = 0
    for move in range(legal.size):
        if legal[move]:
            at = write_text(out, at, int(tables.number[move]), tables)
            count += 1
    return close_list(out, begun, at, count)
