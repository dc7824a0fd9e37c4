"""A match's log: every move of every seat, of Chance and of the clock. Replaying it gives the same state."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.game import CHANCE, CLOCK, EVERYONE, Game
from spieltisch.kernel.moves import Moves, move

Numbers = NDArray[np.int64]
NO_TIME = -1
CLOCK_MOVES = Moves(timeout=move("timeout"))
UNDO = "undo"  # a seat takes its last move back: a move of every game, listed by none
TAKEN_BACK = -100  # … and its number


class Entry(NamedTuple):
    seat: int
    move: str
    at: int | None = None


class Row(NamedTuple):
    """An entry in numbers: who moved, who alone may see which move it was, the move, when; where all play at the same
    time, also when the claim counted as made and when it came.
    """

    seat: int
    to: int
    move: int
    at: int = NO_TIME
    made: int = NO_TIME
    came: int = NO_TIME


SEAT, TO, MOVE, AT, MADE, CAME = range(len(Row._fields))  # its columns, for compiled code


ROW = np.dtype((np.record, [(name, "i8") for name in Row._fields]))  # the same for compiled code
ROW_BYTES = ROW.itemsize


def rows_from(row_bytes: bytes | bytearray) -> Numbers:
    """With the columns of `Row`."""
    return np.frombuffer(row_bytes, np.int64).reshape(-1, len(Row._fields))


def moves_of(game: Game, seat: int) -> Moves:
    """The table of moves that `seat`, Chance or the clock plays from."""
    if seat == CLOCK:
        return CLOCK_MOVES
    return game.outcomes if seat == CHANCE else game.moves


def as_seen(game: Game, row: Row, seat: int | None) -> Row:
    """What this seat may know of it: a secret move of somebody else by its kind only; None: a spectator."""
    if row.move == TAKEN_BACK or row.to == EVERYONE or (seat is not None and row.to == seat):
        return row
    move = moves_of(game, row.seat).to_others(row.move)
    return row if move == row.move else row._replace(move=move)


class Log:
    """Grows at the end and is never changed: a move that is taken back stays in it, and so does the taking back."""

    __slots__ = ("_joined", "_new", "_to_others", "game", "last_at", "length")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.length = 0
        self.last_at = NO_TIME
        self._joined: Numbers = np.zeros((0, len(Row._fields)), np.int64)  # all rows, as far as they were asked for,
        self._new: list[bytes] = []  # and those after them
        self._to_others: Numbers = np.zeros(0, np.int64)  # the moves as they stand in the logs of the others

    def extend(self, row_bytes: bytes, at: int) -> None:
        """Rows of one time."""
        self._new.append(row_bytes)
        self.length += len(row_bytes) // ROW_BYTES
        self.last_at = at

    @property
    def rows(self) -> Numbers:
        if self._new:
            self._joined = np.concatenate([self._joined, rows_from(b"".join(self._new))])
            self._new = []
        return self._joined

    def standing_seen_by(self, seat: int) -> NDArray[np.void]:
        """The rows as this seat saw them, without what was taken back: that tells a bot nothing."""
        seen = self.rows.copy()
        seen[:, MOVE] = np.where(seen[:, TO] == seat, seen[:, MOVE], self._seen_by_others())
        back = np.flatnonzero(seen[:, MOVE] == TAKEN_BACK)
        standing: NDArray[np.void] = np.delete(seen, [back - 1, back], axis=0).view(ROW)[:, 0]
        return standing

    def _seen_by_others(self) -> Numbers:
        new = self.rows[len(self._to_others) :].tolist()
        if new:
            others = [as_seen(self.game, Row(*row), None).move for row in new]
            self._to_others = np.concatenate([self._to_others, others])
        return self._to_others


def text_of(game: Game, row: Row) -> str:
    return UNDO if row.move == TAKEN_BACK else moves_of(game, row.seat).spell(row.move).text


def entry_of(game: Game, row: Row) -> Entry:
    return Entry(row.seat, text_of(game, row), None if row.at == NO_TIME else row.at)
