"""What happened, in events: a function of a record and the moves made from it. All of it is public.

An event is a row of numbers: its kind, then the details that the game's `events` names. The tables, the terminal and
the page put it into words by the game's texts.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.compiled import brief, rule
from spieltisch.kernel.game import CHANCE, CLOCK, Game
from spieltisch.kernel.log import TAKEN_BACK, Row
from spieltisch.kernel.record import Record, States

MOST, WIDTH = 160, 8  # events of one entry of the log; numbers of an event
UNDONE = -1  # the kind of the one event that every game has: a seat took its last move back,
UNDONE_LENGTH = 2  # … and which seat

Events = NDArray[np.int64]
Narrate = Callable[[States, NDArray[np.int64], int, Events], tuple[int, int]]


class Event(NamedTuple):
    """Something to tell: a key of the texts' `log`, and what to fill in."""

    key: str
    details: dict[str, Any]


@rule
def note(
    out: Events, count: int, kind: int,
    a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0, g: int = 0,
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


@rule
def no_clock(s: Record) -> None:
    """Never called."""


@cache
def narrator_of(game: Game) -> Narrate:
    tell, play, happen = game.rules.tell, game.rules.play, game.rules.happen
    timeout = game.rules.timeout or no_clock

    @brief
    def narrate(states: States, rows: NDArray[np.int64], first: int, out: Events) -> tuple[int, int]:
        """Play the rows from `first` on, as long as there is room in `out` → how far it came, how many events.

        The record is states[0]; the others are to work with: what was before the entry, and before the seat's move.
        """
        count = 0
        for index in range(first, rows.shape[0]):
            if count > out.shape[0] - MOST:
                return index, count
            seat, move = rows[index, 0], rows[index, 2]
            if move == TAKEN_BACK:
                states[0] = states[2]
                out[count, 0], out[count, 1] = UNDONE, seat
                count += 1
                continue
            states[1] = states[0]
            if seat == CHANCE:
                happen(states[0], move)
            elif seat == CLOCK:
                timeout(states[0])
            else:
                states[2] = states[0]
                play(states[0], seat, move)
            count += tell(states[1], seat, move, states[0], out[count:])
        return rows.shape[0], count

    return narrate


@cache
def lengths_of(game: Game) -> NDArray[np.int64]:
    """How many numbers an event has, by kind."""
    return np.array([1 + len(details) for details in game.events.values()])


def told(game: Game, start: States, rows: Sequence[Row]) -> Events:
    """What these rows tell, played from this record."""
    states = np.zeros(3, game.state)
    states[0] = states[2] = start[0]
    numbers = np.array([tuple(row) for row in rows], np.int64).reshape(len(rows), 4)
    narrate = narrator_of(game)
    parts, first = [], 0
    while True:
        out = np.empty((2 * MOST, WIDTH), np.int64)
        first, count = narrate(states, numbers, first, out)
        parts.append(out[:count])
        if first == len(rows):
            break
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def listed(game: Game, events: Events) -> list[list[int]]:
    """Each event as long as its kind says."""
    lengths = [*lengths_of(game).tolist(), UNDONE_LENGTH]
    return [event[: lengths[event[0]]] for event in events.tolist()]


def event_of(game: Game, event: Sequence[int]) -> Event:
    """In names: details that are numbers of ids become those."""
    kind, *numbers = event
    key = list(game.events)[kind]
    details = zip(game.events[key], numbers, strict=True)
    return Event(key, {name: game.ids[name][number] if name in game.ids else number for name, number in details})
