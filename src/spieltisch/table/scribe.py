"""A step of a match as the bytes of a `messages.Happened`, written in compiled code: it is done for every move.

The tests decode every message with the type and encode it again: it must be the same to the byte.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import CHANCE, CLOCK, EVERYONE, Game, Match, States, rule
from spieltisch.kernel.cells import cells_of, value_at
from spieltisch.kernel.compiled import brief
from spieltisch.kernel.log import CLOCK_MOVES, NO_TIME, TAKEN_BACK, UNDO
from spieltisch.table.messages import encode

NUMBER = 21  # characters of the longest one, with what stands around it
NOBODY = -3  # a spectator
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


class Scribe:
    """One step, for whoever looks on."""

    def __init__(self, match: Match, seq: int) -> None:
        self.match, self.seq = match, seq
        self.actors = match.actors
        self.acting = sum([1 << seat for seat in self.actors])
        self.rows = np.array(match.last.rows, np.int64)
        self.texts = texts_of(match.game)
        self.places = cells_of(match.game).places
        self.no_moves = np.zeros(len(match.game.moves), np.uint8)
        room = NUMBER * (4 + 2 * len(self.places)) + (self.texts.longest + 5 * NUMBER) * len(self.rows)
        self.out = np.empty(room + (self.texts.longest + 1) * len(match.game.moves), np.uint8)

    def write(self, seat: int | None, ack: int) -> bytes:
        """To a seat, or to a spectator."""
        last, texts = self.match.last, self.texts
        legal = self.match.legal(seat) if seat is not None and seat in self.actors else self.no_moves
        end = write_happened(
            self.out, self.seq, self.acting, ack, NOBODY if seat is None else seat, self.rows, last.before, last.after,
            self.places, legal, texts.letters, texts.ends, texts.number, texts.first,
        )
        return self.out[:end].tobytes()


@brief
def write_happened(
    out: Bytes, seq: int, acting: int, ack: int, seat: int, rows: Numbers, before: States, after: States,
    places: Numbers, legal: Bytes, letters: Bytes, ends: Numbers, number: Numbers, first: Numbers,
) -> int:
    """["m",seq,rows,changes,own,moves,actors,ack]"""
    at = 0
    for letter in (OPEN, ord('"'), ord("m"), ord('"'), COMMA):
        out[at] = letter
        at += 1
    at = write_number(out, at, seq)
    at = write_rows(out, at, seat, rows, letters, ends, number, first)
    at = write_changes(out, at, before, after, places, EVERYONE)
    at = write_changes(out, at, before, after, places, seat)
    at = write_moves(out, at, legal, letters, ends, number)
    at = write_number(out, at, acting)
    at = write_number(out, at, ack)
    out[at - 1] = CLOSE
    return at


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
    return int(number[place] if to == seat else number[place + first[3]])


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
def write_changes(out: Bytes, at: int, before: States, after: States, places: Numbers, owner: int) -> int:
    """Cell, new value, … of what this owner sees."""
    old, new = before.view(np.uint8), after.view(np.uint8)
    out[at] = OPEN
    at += 1
    for cell in range(places.shape[0]):
        if places[cell, 3] == owner:
            offset, width = places[cell, 0], places[cell, 1]
            for byte in range(offset, offset + width):
                if old[byte] != new[byte]:
                    at = write_number(out, at, cell)
                    at = write_number(out, at, value_at(new, offset, width, places[cell, 2]))
                    break
    return close_list(out, at)


@rule
def write_moves(out: Bytes, at: int, legal: Bytes, letters: Bytes, ends: Numbers, number: Numbers) -> int:
    out[at] = OPEN
    at += 1
    for move in range(legal.size):
        if legal[move]:
            at = write_text(out, at, int(number[move]), letters, ends)
    return close_list(out, at)
