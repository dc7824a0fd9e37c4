"""A match's log: every move of every seat, of Chance and of the clock. Replaying it gives the same state."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.game import CHANCE, CLOCK, Game
from spieltisch.kernel.moves import Moves, seen_by_all
from spieltisch.kernel.record import scratch

NO_TIME = -1
CLOCK_MOVES = Moves(timeout=seen_by_all("timeout"))
ROW = scratch(("seat", "i8"), ("to", "i8"), ("move", "i8"), ("at", "i8"))


class Entry(NamedTuple):
    seat: int
    move: str
    at: int | None = None


class Row(NamedTuple):
    """An entry in numbers: who moved, who alone may see which move it was, the move, when."""

    seat: int
    to: int
    move: int
    at: int


def moves_of(game: Game, seat: int) -> Moves:
    """The table of moves that `seat`, Chance or the clock plays from."""
    if seat == CLOCK:
        return CLOCK_MOVES
    return game.outcomes if seat == CHANCE else game.moves


class Log:
    """Grows at the end and is never changed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rows = np.zeros(64, ROW)
        self._to_others = np.zeros(64, np.int64)  # the move as it stands in the logs of the others
        self._used = 0

    def __len__(self) -> int:
        return self._used

    def append(self, row: Row) -> None:
        if self._used == self._rows.size:
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
            self._to_others = np.concatenate([self._to_others, np.zeros_like(self._to_others)])
        self._rows[self._used] = row
        self._to_others[self._used] = moves_of(self.game, row.seat).to_others(row.move)
        self._used += 1

    def rows(self) -> NDArray[np.void]:
        return self._rows[: self._used]

    def seen_by(self, seat: int | None) -> NDArray[np.void]:
        """The rows as this seat saw them; None: as a spectator did."""
        seen = self.rows().copy()
        receiver = -2 if seat is None else seat
        seen["move"] = np.where(seen["to"] == receiver, seen["move"], self._to_others[: self._used])
        return seen


def entries(game: Game, rows: NDArray[np.void]) -> tuple[Entry, ...]:
    return tuple(entry_of(game, Row(*row)) for row in rows.tolist())


def entry_of(game: Game, row: Row) -> Entry:
    text = moves_of(game, row.seat).spell(row.move).text
    return Entry(row.seat, text, None if row.at == NO_TIME else row.at)
