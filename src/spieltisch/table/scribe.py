"""A step of a match as the bytes of a message, written in compiled code: it is done for every move.

Who asked for the log is sent a `messages.Happened`, who asked for the story a `messages.Told`.

The tests decode every message with the type and encode it again: it must be the same to the byte.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import CHANCE, CLOCK, EVERYONE, Game, Match, States, rule, story
from spieltisch.kernel.cells import cells_of, value_at
from spieltisch.kernel.compiled import brief
from spieltisch.kernel.engine import make_mark_legal
from spieltisch.kernel.log import CLOCK_MOVES, NO_TIME, TAKEN_BACK, UNDO
from spieltisch.kernel.workspaces import Workspaces
from spieltisch.table.messages import encode

NUMBER = 21  # characters of the longest one, with what stands around it
NOBODY = -3  # a spectator
HAPPENED, TOLD = 0, 1  # tags of the messages
UNDONE, UNDONE_LENGTH = story.UNDONE, story.UNDONE_LENGTH
COMMA, OPEN, CLOSE, MINUS, ZERO = (ord(letter) for letter in ",[]-0")

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Texts:
    """All texts of a game's moves in JSON, end to end, and which move has which."""

    letters: Bytes
    ends: Numbers  # text k stands in letters[ends[k]:ends[k + 1]]
    number: Numbers  # of the text of each seat's move, Chance's, the clock's and undo; then of all as others see them
    first: Numbers  # where Chance's, the clock's, undo, and the others' begin in `number`
    longest: int


@cache
def texts_of(game: Game) -> Texts:
    tables = (game.moves, game.outcomes, CLOCK_MOVES)
    seen = [text for table in tables for text in table.texts] + [UNDO]
    unseen = [text for table in tables for text in table.texts_to(others=True)] + [UNDO]
    texts = list(dict.fromkeys((*seen, *unseen)))
    encoded = [encode(text) for text in texts]
    number = [texts.index(text) for text in (*seen, *unseen)]
    first = (len(game.moves), len(game.moves) + len(game.outcomes), len(seen) - 1, len(seen))
    sizes = [len(text) for text in encoded]
    letters = np.frombuffer(b"".join(encoded), np.uint8)
    return Texts(letters, np.cumsum([0, *sizes]), np.array(number), np.array(first), max(sizes))


class Reader(NamedTuple):
    """A seat or a spectator, the id of his command that did this, and what he asked for."""

    seat: int | None
    ack: int
    story: bool


def write_step(match: Match, seq: int, readers: Sequence[Reader]) -> list[bytes]:
    """What the last step of a match is to each of these."""
    game, last = match.game, match.last
    work = _workspaces.of(game)
    size = work.room + work.a_row * len(last.rows) + NUMBER * (last.events.size + 2)
    if len(work.out) < size * len(readers):
        work.out = np.empty(2 * size * len(readers), np.uint8)
    asked = np.array([(NOBODY if seat is None else seat, ack, wants) for seat, ack, wants in readers])
    ends = np.empty(len(readers), np.int64)
    work.write(work.out, ends, asked, seq, last.rows, last.events, last.before, last.after, *work.given)
    stops = ends.tolist()
    written = work.out[: stops[-1]].tobytes()
    return [written[begin:end] for begin, end in zip([0, *stops], stops, strict=False)]


class Workspace:
    """What a game's steps are written with, and where."""

    def __init__(self, game: Game) -> None:
        texts, cells, moves = texts_of(game), cells_of(game), len(game.moves)
        self.write = write_all(game)
        self.out = np.empty(0, np.uint8)
        self.room = NUMBER * (4 + 2 * len(cells.owner)) + (texts.longest + 1) * moves
        self.a_row = texts.longest + 5 * NUMBER
        self.given = (
            story.lengths_of(game), cells.places, np.empty(len(cells.places), np.int64),
            np.empty((2, cells.shown), np.int64), np.empty(moves, np.uint8),
            texts.letters, texts.ends, texts.number, texts.first,
        )


_workspaces = Workspaces(Workspace)


@cache
def write_all(game: Game) -> Callable[..., None]:
    """All readers' messages, one after the other; `ends` says where each one ends."""
    actors, mark_legal, show = game.rules.actors, make_mark_legal(game), game.rules.show
    lists_moves = game.lists_moves

    @brief
    def write_all(
        out: Bytes, ends: Numbers, readers: Numbers, seq: int, rows: Numbers, events: Numbers, before: States,
        after: States, lengths: Numbers, places: Numbers, changed: Numbers, shown: Numbers, legal: Bytes,
        letters: Bytes, text_ends: Numbers, number: Numbers, first: Numbers,
    ) -> None:
        acting = actors(after[0])
        changes = changed_cells(before, after, places, changed)
        show(before[0], shown[0])
        show(after[0], shown[1])
        at = 0
        for reader in range(readers.shape[0]):
            seat, ack = readers[reader, 0], readers[reader, 1]
            legal[:] = 0
            if lists_moves and seat >= 0 and acting >> seat & 1:
                mark_legal(after[0], seat, legal)
            out[at] = OPEN
            at = write_number(out, at + 1, TOLD if readers[reader, 2] else HAPPENED)
            at = write_number(out, at, seq)
            if readers[reader, 2]:
                at = write_events(out, at, events, lengths)
            else:
                at = write_rows(out, at, seat, rows, letters, text_ends, number, first)
            at = write_changes(out, at, after, places, changed[:changes], EVERYONE, shown)
            at = write_changes(out, at, after, places, changed[:changes], seat, shown)
            at = write_moves(out, at, legal, letters, text_ends, number)
            at = write_number(out, at, acting)
            at = write_number(out, at, ack)
            out[at - 1] = CLOSE
            ends[reader] = at

    return write_all


@rule
def write_number(out: Bytes, at: int, number: int | np.int64) -> int:
    """And a comma."""
    if number < 0:
        out[at] = MINUS
        at += 1
        number = -number
    digits = 1
    rest = number // 10
    while rest > 0:
        digits += 1
        rest //= 10
    for place in range(at + digits - 1, at - 1, -1):
        out[place] = ZERO + number % 10
        number //= 10
    out[at + digits] = COMMA
    return at + digits + 1


@rule
def write_text(out: Bytes, at: int, text: int, letters: Bytes, ends: Numbers) -> int:
    """And a comma."""
    for place in range(ends[text], ends[text + 1]):
        out[at] = letters[place]
        at += 1
    out[at] = COMMA
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
def text_for(seat: int, who: int, to: int, move: int, number: Numbers, first: Numbers) -> int:
    """The number of the row's text, as this seat sees it."""
    place = move
    if move == TAKEN_BACK:      place = first[2]
    elif who == CHANCE:         place = move + first[0]
    elif who == CLOCK:          place = move + first[1]
    return int(number[place] if to in (seat, EVERYONE) else number[place + first[3]])


@rule
def write_rows(
    out: Bytes, at: int, seat: int, rows: Numbers, letters: Bytes, ends: Numbers, number: Numbers, first: Numbers
) -> int:
    """As short as can be: five cards that one did not see are one row."""
    out[at] = OPEN
    at += 1
    row = 0
    while row < rows.shape[0]:
        who, to, time = rows[row, 0], rows[row, 1], rows[row, 3]
        text = text_for(seat, who, to, rows[row, 2], number, first)
        times = 1
        while is_same(rows, row, row + times):
            if text != text_for(seat, who, to, rows[row + times, 2], number, first):
                break
            times += 1
        row += times
        out[at] = OPEN
        at = write_text(out, write_number(out, at + 1, who), text, letters, ends)
        if time != NO_TIME or times > 1 or (who == CHANCE and to != EVERYONE):
            at = write_number(out, at, to)
        if time != NO_TIME or times > 1:
            at = write_number(out, at, times)
        if time != NO_TIME:
            at = write_number(out, at, time)
        at = close_list(out, at)
    return close_list(out, at)


@rule
def is_same(rows: Numbers, row: int, other: int) -> bool:
    """Is there another, of the same mover and receiver at the same time?"""
    if other >= rows.shape[0]:              return False
    if rows[row, 0] != rows[other, 0]:      return False
    if rows[row, 1] != rows[other, 1]:      return False
    return bool(rows[row, 3] == rows[other, 3])


@rule
def write_events(out: Bytes, at: int, events: Numbers, lengths: Numbers) -> int:
    out[at] = OPEN
    at += 1
    for event in range(events.shape[0]):
        out[at] = OPEN
        at += 1
        kind = events[event, 0]
        for place in range(UNDONE_LENGTH if kind == UNDONE else lengths[kind]):
            at = write_number(out, at, events[event, place])
        at = close_list(out, at)
    return close_list(out, at)


@rule
def changed_cells(before: States, after: States, places: Numbers, changed: Numbers) -> int:
    """→ how many there are."""
    old, new = before.view(np.uint8), after.view(np.uint8)
    count = 0
    for cell in range(places.shape[0]):
        for byte in range(places[cell, 0], places[cell, 0] + places[cell, 1]):
            if old[byte] != new[byte]:
                changed[count] = cell
                count += 1
                break
    return count


@rule
def write_changes(
    out: Bytes, at: int, after: States, places: Numbers, changed: Numbers, owner: int, shown: Numbers
) -> int:
    """Cell, new value, … of what this owner sees; what follows from the record (before, after) is for everyone."""
    record = after.view(np.uint8)
    out[at] = OPEN
    at += 1
    for cell in changed:
        if places[cell, 3] == owner:
            at = write_number(out, at, cell)
            at = write_number(out, at, value_at(record, places[cell, 0], places[cell, 1], places[cell, 2]))
    if owner == EVERYONE:
        for cell in range(shown.shape[1]):
            if shown[0, cell] != shown[1, cell]:
                at = write_number(out, at, places.shape[0] + cell)
                at = write_number(out, at, shown[1, cell])
    return close_list(out, at)


@rule
def write_moves(out: Bytes, at: int, legal: Bytes, letters: Bytes, ends: Numbers, number: Numbers) -> int:
    out[at] = OPEN
    at += 1
    for move in range(legal.size):
        if legal[move]:
            at = write_text(out, at, int(number[move]), letters, ends)
    return close_list(out, at)
