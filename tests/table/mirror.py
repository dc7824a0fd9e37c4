"""A client that knows no rules: it puts what it is sent where docs/protocol.md says."""

from collections.abc import Iterable

from msgspec import UNSET

from spieltisch.kernel import Match
from spieltisch.table import messages as told


class Mirror:
    def __init__(self) -> None:
        self.seq = 0
        self.you: int | None = None
        self.table: told.Table | None = None
        self.cells: list[int] | None = None  # None: no match is on the table
        self.log: list[tuple[int, str]] = []  # or,
        self.story: list[told.Event] = []  # … if it asked for it
        self.moves: list[str] = []
        self.actors = 0

    def take(self, message: told.Any) -> None:
        if isinstance(message, told.Seating):
            self._take_table(message)
        else:
            assert self.table is not None, "the table comes first"
        if isinstance(message, told.Step):
            self._take_move(message)

    def _take_table(self, message: told.Seating) -> None:
        assert message.seq >= self.seq
        self.seq, self.you, self.table = message.seq, message.you, message.table
        if message.match is not UNSET:
            self._take_match(message.match)
        elif message.table.stage not in ("playing", "over"):
            self.cells = None

    def _take_match(self, match: told.Match) -> None:
        self.cells = list(match.cells)
        self.log = self.log[: match.first] + in_full(match.log)
        self.story = list(match.story)
        self.moves, self.actors = match.moves, match.actors

    def _take_move(self, message: told.Step) -> None:
        assert message.seq == self.seq + 1, "a number is missing"
        assert self.cells is not None
        self.seq = message.seq
        for pairs in (message.changes, message.own):
            for cell, value in zip(pairs[::2], pairs[1::2], strict=True):
                self.cells[cell] = value
        if isinstance(message, told.Told):
            self.story += message.events
        else:
            self.log += in_full(message.rows)
        self.moves, self.actors = message.moves, message.actors

    def shows(self, match: Match | None) -> None:
        """Exactly what its seat may see of the match, and nothing else."""
        if match is None:
            assert self.cells is None
            return
        assert self.cells == match.cells(self.you)
        assert self.moves == ([] if self.you is None else list(match.moves(self.you)))
        assert self.actors == sum(1 << seat for seat in match.actors)
        if self.story:
            assert self.story == match.story
        else:
            assert self.log == [(entry.seat, entry.move) for entry in match.log_seen_by(self.you)]


def in_full(rows: Iterable[told.Row]) -> list[tuple[int, str]]:
    """Who moved and what, as often as it happened."""
    full: list[tuple[int, str]] = []
    for who, move, *rest in rows:
        assert isinstance(who, int)
        assert isinstance(move, str)
        full += [(who, move)] * (int(rest[1]) if len(rest) > 1 else 1)
    return full
