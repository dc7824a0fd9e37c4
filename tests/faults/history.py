"""What a client did and was told: written down while it plays, judged afterwards."""

from dataclasses import dataclass, field

from spieltisch.table.transcript import ToldMove

Row = tuple[int, int]  # the match's number, and which of its moves


@dataclass
class Move:
    """A command to play. Without an answer nobody knows what has become of it."""

    id: int
    text: str
    invoked: float
    answered: float | None = None
    refused: str | None = None  # the reason
    entry: int | None = None  # of the log, if the answer told it


@dataclass
class History:
    """Of one client, at its table. Times are of one clock."""

    client: str
    table: str
    seat: int
    moves: dict[int, Move] = field(default_factory=dict)  # by id, in the order in which they were made
    steps: dict[int, ToldMove] = field(default_factory=dict)  # by the log's entry
    rows: dict[Row, ToldMove] = field(default_factory=dict)
    retold: list[tuple[Row, ToldMove]] = field(default_factory=list)  # otherwise than before
    restepped: list[tuple[int, ToldMove]] = field(default_factory=list)  # the same of entries
    complaints: list[str] = field(default_factory=list)  # what the client itself found wrong

    def invoke(self, number: int, text: str, now: float) -> None:
        """Once, however often it is sent."""
        self.moves.setdefault(number, Move(number, text, now))

    def answer(self, number: int, now: float, entry: int | None = None, refused: str | None = None) -> None:
        """The first one counts: whatever is sent again is answered again."""
        move = self.moves.get(number)
        if move is not None and move.answered is None:
            move.answered, move.entry, move.refused = now, entry, refused

    def show_step(self, entry: int, told: ToldMove) -> None:
        if self.steps.setdefault(entry, told) != told:
            self.restepped.append((entry, told))

    def show_rows(self, match: int, first: int, told: list[ToldMove]) -> None:
        for number, move in enumerate(told, start=first):
            if self.rows.setdefault((match, number), move) != move:
                self.retold.append(((match, number), move))

    def complain(self, words: str) -> None:
        if words not in self.complaints:
            self.complaints.append(words)
