"""A running hash over all that a client was told of a match. Only clients keep it; nobody ever publishes one.

After the match anyone can work it out again from the finished document: a server that tells two stories is found out.
The first hash is that of the match's start; docs/fairness.md has the bytes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from spieltisch.table.fairness import parts
from spieltisch.table.messages import Frame, SeatChange


class ToldMove(NamedTuple):
    """A move as a reader was told it."""

    seat: int
    move: str
    to: int
    at: int
    made: int
    came: int


def moves_in(frames: Iterable[Frame]) -> list[ToldMove]:
    return [
        ToldMove(frame.seat, frame.move, frame.to, frame.at, frame.made, frame.came)
        for frame in frames
        for _ in range(frame.times)
    ]


@dataclass
class Transcript:
    head: bytes
    rows: int = 0  # so many moves are in it,
    changes: int = 0  # … and so many changes of chairs

    def extend(self, moves: Iterable[ToldMove], changes: Sequence[SeatChange]) -> None:
        """In the order in which they happened."""
        waiting = list(changes)
        for move in moves:
            self._take_changes(waiting)
            self._add("move", *move)
            self.rows += 1
        self._take_changes(waiting)

    def _take_changes(self, waiting: list[SeatChange]) -> None:
        while waiting and waiting[0].row <= self.rows:
            change = waiting.pop(0)
            self._add(change.what, change.seat, change.name, change.level or "")
            self.changes += 1

    def _add(self, *values: str | int) -> None:
        self.head = sha256(self.head + parts(*values)).digest()
