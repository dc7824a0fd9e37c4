"""A match's log: every move of every seat, of Chance and of the clock. Replaying it gives the same state."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.game import CHANCE, CLOCK, EVERYONE, Game
from spieltisch.kernel.moves import Moves, seen_by_all

NO_TIME = -1
CLOCK_MOVES = Moves(timeout=seen_by_all("timeout"))
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

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rows: list[Row] = []
        self._standing: list[Row] = []  # those not taken back
        self._array = np.zeros(0, ROW)  # the same for compiled code, as far as it was asked for,
        self._to_others = np.zeros(0, np.int64)  # and the moves as they stand in the logs of the others

    def __len__(self) -> int:
        return len(self.rows)

    def extend(self, rows: Sequence[Row]) -> None:
        self.rows += rows
        self._standing += rows

    def append(self, row: Row) -> None:
        self.rows.append(row)
        if row.move == TAKEN_BACK:
            self._standing.pop()
            self._array = self._array[: len(self._standing)]
            self._to_others = self._to_others[: len(self._standing)]
        else:
            self._standing.append(row)

    def standing_seen_by(self, seat: int) -> NDArray[np.void]:
        """The rows as this seat saw them, without what was taken back: that tells a bot nothing."""
        self._catch_up()
        seen = self._array.copy()
        seen["move"] = np.where(seen["to"] == seat, seen["move"], self._to_others)
        return seen

    def _catch_up(self) -> None:
        new = self._standing[len(self._array) :]
        if new:
            others = [as_seen(self.game, row, None).move for row in new]
            self._array = np.concatenate([self._array, np.array(new, ROW)])
            self._to_others = np.concatenate([self._to_others, others])


def text_of(game: Game, row: Row) -> str:
    return UNDO if row.move == TAKEN_BACK else moves_of(game, row.seat).spell(row.move).text


def entry_of(game: Game, row: Row) -> Entry:
    return Entry(row.seat, text_of(game, row), None if row.at == NO_TIME else row.at)
