"""What each row of a log did, as one reader may know it: a frame. Written as JSON in compiled code, for every move.

A frame is `[seat, move, to, changes, events, own, times, at, made, came]`; what is missing at its end has its default.
docs/protocol.md explains each; `messages.Frame` is its type, and the tests decode every frame with it.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from msgspec.json import encode
from numpy.typing import NDArray

from spieltisch.kernel.cells import LATER, UNSEEN, cells_of, value_at
from spieltisch.kernel.compiled import rule
from spieltisch.kernel.game import CHANCE, CLOCK, EVERYONE, Game
from spieltisch.kernel.log import AT, CAME, CLOCK_MOVES, MADE, MOVE, NO_TIME, SEAT, TAKEN_BACK, TO, UNDO

SPECTATOR = -3  # readers that are no seat,
OPEN = -4  # … and one before whom everything lies open: of a match that is over
NUMBER = 21  # characters of the longest one, with what stands around it
COMMA, BRACKET, CLOSE, MINUS, ZERO = (ord(letter) for letter in ",[]-0")
UNDONE = -1  # the kind of the one event that every game has: a seat took its last move back,
UNDONE_LENGTH = 2  # … and which seat

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class Tables(NamedTuple):
    """What a game's frames are written with. All texts of its moves stand in `letters`, in JSON, end to end."""

    lengths: Numbers  # how many numbers an event has, by kind
    places: Numbers  # by cell of the record: offset, width in bytes, signed, who is told of it
    first_in_word: Numbers  # the first cell in each eight bytes of the record
    letters: Bytes
    ends: Numbers  # text k stands in letters[ends[k]:ends[k + 1]]
    number: Numbers  # of the text of each seat's move, Chance's, the clock's and undo; then of all as others see them
    first: Numbers  # where Chance's, the clock's, undo, and the others' begin in `number`


@cache
def tables_of(game: Game) -> Tables:
    cells, tables = cells_of(game), (game.moves, game.outcomes, CLOCK_MOVES)
    seen = [text for table in tables for text in table.texts] + [UNDO]
    unseen = [text for table in tables for text in table.texts_to(others=True)] + [UNDO]
    texts = list(dict.fromkeys((*seen, *unseen)))
    encoded = [encode(text) for text in texts]
    number = [texts.index(text) for text in (*seen, *unseen)]
    first = (len(game.moves), len(game.moves) + len(game.outcomes), len(seen) - 1, len(seen))
    letters = np.frombuffer(b"".join(encoded), np.uint8)
    ends = np.cumsum([0, *map(len, encoded)])
    return Tables(
        lengths_of(game), cells.places, cells.first_in_word, letters, ends, np.array(number), np.array(first)
    )


def room_for(game: Game) -> int:
    """Bytes of the longest frame but for its events, and of all moves."""
    longest = int(np.diff(tables_of(game).ends).max()) + 1
    return longest * (1 + len(game.moves)) + NUMBER * (12 + 2 * len(cells_of(game).owner))


@cache
def lengths_of(game: Game) -> Numbers:
    return np.array([1 + len(details) for details in game.events.values()])


@rule
def write_number(out: Bytes, at: int, number: int | np.int64) -> int:
    """And a comma."""
    rest = np.uint64(number if number >= 0 else -number)
    if number < 0:
        out[at] = MINUS
        at += 1
    end, bound = at + 1, np.uint64(10)
    while bound <= rest and end < at + 19:
        end += 1
        bound *= np.uint64(10)
    for place in range(end - 1, at - 1, -1):
        out[place] = np.uint64(ZERO) + rest % np.uint64(10)
        rest //= np.uint64(10)
    out[end] = COMMA
    return end + 1


@rule
def write_text(out: Bytes, at: int, text: int, tables: Tables) -> int:
    """And a comma."""
    for place in range(tables.ends[text], tables.ends[text + 1]):
        out[at] = tables.letters[place]
        at += 1
    out[at] = COMMA
    return at + 1


@rule
def open_list(out: Bytes, at: int) -> int:
    out[at] = BRACKET
    return at + 1


@rule
def close_list(out: Bytes, at: int) -> int:
    """The bracket takes the place of the last comma; then a comma."""
    if out[at - 1] == COMMA:
        at -= 1
    out[at] = CLOSE
    out[at + 1] = COMMA
    return at + 2


@rule
def text_for(reader: int, row: Numbers, tables: Tables) -> int:
    """The number of the row's text, as this reader sees it."""
    place = row[MOVE]
    if row[MOVE] == TAKEN_BACK:     place = tables.first[2]
    elif row[SEAT] == CHANCE:       place += tables.first[0]
    elif row[SEAT] == CLOCK:        place += tables.first[1]
    sees = row[TO] == reader or row[TO] == EVERYONE or reader == OPEN
    return int(tables.number[place if sees else place + tables.first[3]])


@rule
def run_length(reader: int, rows: Numbers, row: int, end: int, tables: Tables) -> int:
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
    at = open_list(out, at)
    for event in range(events.shape[0]):
        at = open_list(out, at)
        kind = events[event, 0]
        for place in range(UNDONE_LENGTH if kind == UNDONE else lengths[kind]):
            at = write_number(out, at, events[event, place])
        at = close_list(out, at)
    return close_list(out, at)


@rule
def write_changes(out: Bytes, at: int, reader: int, before: Bytes, after: Bytes, tables: Tables) -> int:
    """Cell, new value, … of what all see (EVERYONE, or LATER), or of what this reader alone sees. Eight bytes are
    compared at a time.
    """
    old, new, places, first_in_word = before.view(np.int64), after.view(np.int64), tables.places, tables.first_in_word
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
    return at


@rule
def write_shown(out: Bytes, at: int, first: int, shown: Numbers) -> int:
    """What follows from the record (before, after): for everyone."""
    for cell in range(shown.shape[1]):
        if shown[0, cell] != shown[1, cell]:
            at = write_number(out, write_number(out, at, first + cell), shown[1, cell])
    return at


@rule
def write_public(
    out: Bytes, at: int, before: Bytes, after: Bytes, begin: Bytes, events: Numbers, shown: Numbers, tables: Tables
) -> tuple[int, int]:
    """Changes and events, which are the same for all → how many lists that are not empty, and where the last ends."""
    needed, lists = at, 0
    begun = open_list(out, at)
    at = write_changes(out, begun, EVERYONE, before, after, tables)
    if begin.size > 0:
        at = write_changes(out, at, LATER, begin, after, tables)
    at = write_shown(out, at, tables.places.shape[0], shown)
    is_empty = at == begun
    at = close_list(out, at)
    if not is_empty:
        needed, lists = at, 1
    if events.shape[0] > 0:
        needed, lists = write_events(out, at, events, tables.lengths), 2
    return lists, needed


@rule
def write_frame(
    out: Bytes, at: int, reader: int, row: Numbers, times: int, before: Bytes, after: Bytes, begin: Bytes,
    events: Numbers, shown: Numbers, public: Numbers, tables: Tables,
) -> int:
    """Up to the last part that is not as usual. `public` says where its public lists stand in `out` already; the last
    frame of a turn also tells what is `shown`, and what only the whole turn changed since it began.
    """
    at = write_number(out, open_list(out, at), row[SEAT])
    needed = at = write_text(out, at, text_for(reader, row, tables), tables)
    to = row[TO] if row[SEAT] == CHANCE else EVERYONE
    at = write_number(out, at, to)
    if to != EVERYONE:
        needed = at
    if public[0] == times:
        for place in range(public[1], public[2] - 1):
            out[at] = out[place]
            at += 1
        if public[3] > 0:
            out[at] = COMMA
            at += 1
    else:
        public[0] = times
        public[1] = at
        public[3], at = write_public(out, at, before, after, begin, events, shown, tables)
        public[2] = at
    if public[3] > 0:
        needed = at
    for _ in range(2 - public[3]):
        at = close_list(out, open_list(out, at))
    begun = open_list(out, at)
    at = write_changes(out, begun, reader, before, after, tables)
    is_empty = at == begun
    at = close_list(out, at)
    if not is_empty:
        needed = at
    at = write_number(out, at, times)
    if times > 1:
        needed = at
    at = write_number(out, at, row[AT])
    if row[AT] != NO_TIME:
        needed = at
    if row[MADE] != NO_TIME:
        needed = write_number(out, write_number(out, at, row[MADE]), row[CAME])
    return close_list(out, needed)


@rule
def write_moves(out: Bytes, at: int, legal: Bytes, tables: Tables) -> int:
    at = open_list(out, at)
    for move in range(legal.size):
        if legal[move]:
            at = write_text(out, at, int(tables.number[move]), tables)
    return close_list(out, at)
