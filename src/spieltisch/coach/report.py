"""What the coach says of a match, typed; JSON-ready. Shares and losses are parts of 1: 0.1 is ten points."""

from typing import Literal

from msgspec import Struct

Owner = Literal["luck", "move", "clock", "undo"]
Mark = Literal["inaccuracy", "mistake", "blunder"]


class Standing(Struct, frozen=True):
    """Everybody's share of winning after so many rows of the log, and how far off it may be (standard errors)."""

    rows: int
    shares: list[float]
    errors: list[float]


class Change(Struct, frozen=True):
    """From one standing to the next: by luck, by somebody's move, by the clock, or taken back."""

    first: int  # row
    end: int  # behind the last row
    owner: Owner
    seats: list[int]  # whose doing it is; of luck nobody's
    stood_in: bool
    by: list[float]  # how much each share has changed


class Parts(Struct, frozen=True):
    """Of what a seat's share has changed by in the whole match: they add up."""

    luck: float
    own: float
    others: float
    stand_in: float  # of a bot in this seat's place


class Option(Struct, frozen=True):
    """A move that was possible, as far as its seat could know: its share of winning, and how far off that may be."""

    move: str
    share: float
    error: float


class Decision(Struct, frozen=True):
    """A move that was judged. `loss` is what a better one would have brought, measured in other deals than those in
    which it was found; `unknown` what the best one would have brought to somebody who sees all cards.
    """

    row: int
    seat: int
    move: str
    best: str
    loss: float
    error: float
    mark: Mark | None
    options: list[Option]  # the best first
    unknown: float


class Analysis(Struct, frozen=True):
    game: str
    rules: int
    seats: int
    names: list[str]
    continuations: int  # of each standing
    deals: int  # of each decision
    standings: list[Standing]
    changes: list[Change]  # number k leads from standing k to k + 1
    parts: list[Parts]  # by seat
    decisions: list[Decision]

    @property
    def error_per_decision(self) -> list[float]:
        """The mean loss by seat; 0 where nothing was judged."""
        losses = [[decision.loss for decision in self.decisions if decision.seat == seat] for seat in range(self.seats)]
        return [sum(own) / len(own) if own else 0.0 for own in losses]

    @property
    def turning_points(self) -> list[Change]:
        """The three changes that moved most, in their order."""
        moved = sorted(self.changes, key=lambda change: -max(map(abs, change.by)))
        return sorted(moved[:3], key=lambda change: change.first)
