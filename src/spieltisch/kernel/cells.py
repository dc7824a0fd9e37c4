"""A record as one row of numbers, its cells. What is sent of a match: the cells a seat may see, then those that change.

A field's cells lie side by side, arrays row by row; the fields follow one another in the order of the record. After
them come the numbers that the game's `show` makes of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.compiled import brief, rule
from spieltisch.kernel.game import EVERYONE, Game
from spieltisch.kernel.record import PADDING, Sees, States

UNSEEN = -2  # the owner of a cell that nobody sees


@dataclass(frozen=True)
class Cells:
    """Where a game's fields lie in the row, and who sees which cell."""

    fields: dict[str, tuple[int, tuple[int, ...]]]  # first cell, shape
    owner: tuple[int, ...]  # by cell: EVERYONE, a seat, or UNSEEN
    places: NDArray[np.int64]  # by cell of the record: offset, width in bytes, signed, owner
    shown: int  # further cells: public numbers that follow from the record
    turned_up: frozenset[int]  # public cells in which hidden things come to light


@cache
def cells_of(game: Game) -> Cells:
    fields: dict[str, tuple[int, tuple[int, ...]]] = {}
    owner: list[int] = []
    places: list[tuple[int, int, bool, int]] = []
    turned_up: list[int] = []
    for name in game.state.names or ():
        if name == PADDING:
            continue
        assert game.state.fields is not None
        dtype, offset = game.state.fields[name][:2]
        width, count = dtype.base.itemsize, prod(dtype.shape)
        first = len(owner)
        fields[name] = (first, dtype.shape)
        sees = owners(game.who_sees[name], dtype.shape, count)
        signed = dtype.base.kind == "i"
        places += [(offset + cell * width, width, signed, to) for cell, to in enumerate(sees)]
        owner += sees
        if game.who_sees[name] is Sees.TURNED_UP:
            turned_up += range(first, first + count)
    for name, shape in game.shown.items():
        fields[name] = (len(owner), shape)
        owner += [EVERYONE] * prod(shape)
    return Cells(fields, tuple(owner), np.array(places, np.int64), len(owner) - len(places), frozenset(turned_up))


def owners(sees: Sees, shape: tuple[int, ...], count: int) -> list[int]:
    if sees is Sees.OWN:
        return [cell // (count // shape[0]) for cell in range(count)]
    return [UNSEEN if sees is Sees.HIDDEN else EVERYONE] * count


@rule
def value_at(record: NDArray[np.uint8], offset: int, width: int, signed: int) -> np.int64:
    """A whole number of 1 to 8 bytes, the lowest first."""
    value = np.int64(0)
    for byte in range(width):
        value |= np.int64(record[offset + byte]) << (8 * byte)
    if signed and width < 8 and value >> (8 * width - 1):
        value -= np.int64(1) << (8 * width)
    return value


@brief
def read_all(record: NDArray[np.uint8], places: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    for cell in range(places.shape[0]):
        out[cell] = value_at(record, places[cell, 0], places[cell, 1], places[cell, 2])


@brief
def read_changed(
    before: States, after: States, places: NDArray[np.int64], public: NDArray[np.int64], other: NDArray[np.int64]
) -> tuple[int, int]:
    """Cell and new value of each one that differs, apart for those that all see and the others, which have an owner."""
    old, new = before.view(np.uint8), after.view(np.uint8)
    shown = concealed = 0
    for cell in range(places.shape[0]):
        offset, width = places[cell, 0], places[cell, 1]
        for byte in range(offset, offset + width):
            if old[byte] != new[byte]:
                value = value_at(new, offset, width, places[cell, 2])
                if places[cell, 3] == EVERYONE:
                    public[shown, 0] = cell
                    public[shown, 1] = value
                    shown += 1
                else:
                    other[concealed, 0] = places[cell, 3]
                    other[concealed, 1] = cell
                    other[concealed, 2] = value
                    concealed += 1
                break
    return shown, concealed


def values(game: Game, states: States) -> list[int]:
    """All cells, whoever may see them: blank the record first where somebody is to be shown it."""
    cells = cells_of(game)
    out = np.zeros(len(cells.owner), np.int64)
    read_all(states.view(np.uint8), cells.places, out)
    game.rules.show(states[0], out[len(cells.places) :])
    numbers: list[int] = out.tolist()
    return numbers


class Changes(NamedTuple):
    public: list[int]  # cell, new value, cell, new value, …
    other: list[tuple[int, int, int]]  # owner (UNSEEN: nobody's), cell, new value


def changes(game: Game, before: States, after: States) -> Changes:
    """Everything that differs, for the referee: each change goes to those who may see it."""
    places = cells_of(game).places
    public, other = np.empty((len(places), 2), np.int64), np.empty((len(places), 3), np.int64)
    shown, concealed = read_changed(before, after, places, public, other)
    return Changes(public[:shown].ravel().tolist() + shown_changes(game, before, after), other[:concealed].tolist())


def shown_changes(game: Game, before: States, after: States) -> list[int]:
    cells = cells_of(game)
    if cells.shown == 0:
        return []
    old, new = np.zeros((2, cells.shown), np.int64)
    game.rules.show(before[0], old)
    game.rules.show(after[0], new)
    return [
        number for cell in np.flatnonzero(old != new).tolist() for number in (len(cells.places) + cell, int(new[cell]))
    ]


def states_of(game: Game, cells: Sequence[int]) -> States:
    """The record again."""
    states = np.zeros(1, game.state)
    for name, (first, shape) in cells_of(game).fields.items():
        if name in game.shown:
            continue
        states[name][0] = np.array(cells[first : first + prod(shape)]).reshape(shape)
    return states
