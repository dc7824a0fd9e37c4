"""A record as one row of numbers, its cells. What is sent of a match: the cells a seat may see, then those that change.

A field's cells lie side by side, arrays row by row; the fields follow one another in the order of the record. After
them come the numbers that the game's `show` makes of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.compiled import holds_gil, rule
from spieltisch.kernel.game import EVERYONE, Game
from spieltisch.kernel.record import PADDING, Sees, States

UNSEEN = -2  # the owner of a cell that nobody sees
LATER = -5  # … of one that all see, and are told of when a turn is done


@dataclass(frozen=True)
class Cells:
    """Where a game's fields lie in the row, and who sees which cell."""

    fields: dict[str, tuple[int, tuple[int, ...]]]  # first cell, shape
    owner: NDArray[np.int64]  # by cell: EVERYONE, a seat, or UNSEEN
    places: NDArray[np.int64]  # by cell of the record: offset, width in bytes, signed, who is told of it
    first_in_word: NDArray[np.int64]  # the first cell in each eight bytes of the record, and their number
    secret: NDArray[np.bool_]  # by byte of the record: may a change there bring something hidden to light?
    shown: int  # further cells: public numbers that follow from the record


@cache
def cells_of(game: Game) -> Cells:
    fields: dict[str, tuple[int, tuple[int, ...]]] = {}
    owner: list[int] = []
    places: list[tuple[int, int, bool, int]] = []
    secret = np.zeros(game.state.itemsize, np.bool_)
    for name in game.state.names or ():
        if name == PADDING:
            continue
        assert game.state.fields is not None
        dtype, offset = game.state.fields[name][:2]
        width, count = dtype.base.itemsize, prod(dtype.shape)
        fields[name] = (len(owner), dtype.shape)
        sees = owners(game.who_sees[name], dtype.shape, count)
        signed = dtype.base.kind == "i"
        told = [LATER] * count if game.who_sees[name] is Sees.WORKING else sees
        places += [(offset + cell * width, width, signed, to) for cell, to in enumerate(told)]
        owner += sees
        secret[offset : offset + width * count] = game.who_sees[name] not in (Sees.PUBLIC, Sees.WORKING)
    for name, shape in game.shown.items():
        fields[name] = (len(owner), shape)
        owner += [EVERYONE] * prod(shape)
    words = np.arange(0, game.state.itemsize + 1, 8)
    first_in_word = np.searchsorted([offset for offset, *_ in places], words)
    shown = len(owner) - len(places)
    return Cells(fields, np.array(owner), np.array(places, np.int64), first_in_word, secret, shown)


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


@holds_gil
def read_all(record: NDArray[np.uint8], places: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    for cell in range(places.shape[0]):
        out[cell] = value_at(record, places[cell, 0], places[cell, 1], places[cell, 2])


def numbers_of(game: Game, states: States) -> NDArray[np.int64]:
    """All cells, whoever may see them."""
    cells = cells_of(game)
    out = np.zeros(len(cells.owner), np.int64)
    read_all(states.view(np.uint8), cells.places, out)
    game.rules.show(states[0], out[len(cells.places) :])
    return out


def values(game: Game, states: States) -> list[int]:
    """For those who may see them all."""
    every: list[int] = numbers_of(game, states).tolist()
    return every


def values_seen(game: Game, numbers: NDArray[np.int64], seat: int | None) -> list[int]:
    """Of all cells those that this seat sees (None: a spectator), the others 0."""
    owner = cells_of(game).owner
    seen: list[int] = (numbers * ((owner == EVERYONE) | (owner == (EVERYONE if seat is None else seat)))).tolist()
    return seen


def states_of(game: Game, cells: Sequence[int]) -> States:
    """The record again."""
    states = np.zeros(1, game.state)
    for name, (first, shape) in cells_of(game).fields.items():
        if name in game.shown:
            continue
        states[name][0] = np.array(cells[first : first + prod(shape)]).reshape(shape)
    return states
