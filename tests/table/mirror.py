"""A client that knows no rules: it puts what it is sent where docs/protocol.md says."""

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, convert

from spieltisch.kernel import Match
from spieltisch.table import messages as told


class Mirror:
    def __init__(self) -> None:
        self.seq = 0
        self.you: int | None = None
        self.table: told.TableView | None = None
        self.cells: list[int] | None = None  # None: no match is on the table
        self.log: list[tuple[int, str]] = []
        self.story: list[told.Event] = []
        self._fields: dict[str, Any] = {}  # of the table
        self.moves: list[str] = []
        self.actors = 0

    def take(self, message: told.Message) -> None:
        if isinstance(message, told.Seating):
            self._take_table(message)
        else:
            assert self.table is not None, "the table comes first"
        if isinstance(message, told.Step):
            self._take_move(message)

    def _take_table(self, message: told.Seating) -> None:
        assert message.seq >= self.seq
        self.seq, self.you = message.seq, message.you
        self._fields |= message.table
        self.table = convert(self._fields, told.TableView, str_keys=True)
        if message.match is not UNSET:
            self._take_match(message.match)
        elif self.table.stage not in ("playing", "over"):
            self.cells = None

    def _take_match(self, match: told.MatchView) -> None:
        self.cells = list(match.cells)
        self.log = self.log[: match.first]
        if match.first == 0:
            self.story = []
        self._take_frames(match.frames)
        self.moves, self.actors = match.moves, match.actors

    def _take_move(self, message: told.Step) -> None:
        assert message.seq == self.seq + 1, "a number is missing"
        assert self.cells is not None
        self.seq = message.seq
        self._take_frames(message.frames)
        self.moves, self.actors = message.moves, message.actors

    def _take_frames(self, frames: Iterable[told.Frame]) -> None:
        assert self.cells is not None
        for frame in frames:
            for pairs in (frame.changes, frame.own):
                for cell, value in zip(pairs[::2], pairs[1::2], strict=True):
                    self.cells[cell] = value
            self.story += frame.events
            self.log += [(frame.seat, frame.move)] * frame.times

    def shows(self, match: Match | None) -> None:
        """Exactly what its seat may see of the match, and nothing else."""
        if match is None:
            assert self.cells is None
            return
        assert self.cells == match.cells(self.you)
        assert self.moves == ([] if self.you is None else list(match.moves(self.you)))
        assert self.actors == sum(1 << seat for seat in match.actors)
        assert self.story == match.story
        assert self.log == [(entry.seat, entry.move) for entry in match.log_seen_by(self.you)]
