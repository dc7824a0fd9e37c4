"""`Seen`: all that one seat knows, and the only thing that leaves the referee."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.engine import engine_of
from spieltisch.kernel.game import CHANCE_DUE, Game
from spieltisch.kernel.log import Row
from spieltisch.kernel.record import AnyState, Records, States

S = TypeVar("S")  # the state of a game


class Sight(NamedTuple, Generic[S]):
    """A Seen as compiled code gets it."""

    state: Records[S]
    start: Records[S]
    log: Records[Row]
    seat: int


@dataclass(frozen=True)
class Seen:
    game: Game
    seat: int
    state: States  # the record, blanked
    start: States  # the record where the log begins, blanked
    log: NDArray[np.void]  # rows as this seat saw them (log.ROW)

    @property
    def sight(self) -> Sight[AnyState]:
        return Sight(self.state, self.start, self.log, self.seat)

    @property
    def actors(self) -> tuple[int, ...]:
        return actors_of(self.game, self.state)

    def legal(self) -> NDArray[np.uint8]:
        """A mark for each of the game's moves: may this seat do it now?"""
        marks = np.zeros(len(self.game.moves), np.uint8)
        engine_of(self.game).legal(self.state, self.seat, marks)
        return marks

    def to_bytes(self) -> bytes:
        """Everything in it: equal knowledge has equal bytes."""
        return b"".join((bytes([self.seat]), self.state.tobytes(), self.start.tobytes(), self.log.tobytes()))


def actors_of(game: Game, states: States) -> tuple[int, ...]:
    return seats_in(int(engine_of(game).actors(states)))


@cache
def seats_in(actors: int) -> tuple[int, ...]:
    """A set of actors as seats; Chance is none."""
    return tuple(seat for seat in range(actors.bit_length()) if actors >> seat & 1 and 1 << seat != CHANCE_DUE)


def view_of(game: Game, states: States, seat: int | None, options: dict[str, str]) -> dict[str, Any]:
    """A blanked record as a JSON-ready dict."""
    state = states[0]
    return {
        "game": game.name,
        "seat": seat,
        "options": options,
        **game.notation.to_position(state, () if seat is None else (seat,)),
        **game.notation.public_facts(state),
    }
