"""What happened, in events: a function of a record and the moves made from it. All of it is public.

An event is a row of numbers: its kind, then the details that the game's `events` declares. The terminal and the page
put it into words by the game's texts.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.compiled import rule
from spieltisch.kernel.frames import UNDONE_LENGTH, lengths_of
from spieltisch.kernel.game import Game

Events = NDArray[np.int64]


class Event(NamedTuple):
    """Something to tell: a key of the texts' `log`, and what to fill in."""

    key: str
    details: dict[str, Any]


@rule
def note(
    out: Events,
    count: int,
    kind: int,
    a: int = 0,
    b: int = 0,
    c: int = 0,
    d: int = 0,
    e: int = 0,
    f: int = 0,
    g: int = 0,
) -> int:
    """One event more, of up to seven details → how many there are."""
    out[count, 0] = kind
    out[count, 1] = a
    out[count, 2] = b
    out[count, 3] = c
    out[count, 4] = d
    out[count, 5] = e
    out[count, 6] = f
    out[count, 7] = g
    return count + 1


def listed(game: Game, events: Events) -> list[list[int]]:
    """Each event as long as its kind says."""
    lengths = [*lengths_of(game).tolist(), UNDONE_LENGTH]
    return [event[: lengths[event[0]]] for event in events.tolist()]


def event_of(game: Game, event: Sequence[int]) -> Event:
    """In names: details that are numbers of ids become those."""
    kind, *numbers = event
    key = list(game.events)[kind]
    return Event(key, game.events[key].read(numbers))
