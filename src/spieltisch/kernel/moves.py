"""Moves are declared: `Moves(take=move("take {die}", die=range(1, 41)), stop=move("stop"))`.

From this come every text there is (one spelling for each move, and no parser), a number for each, what the others are
told of it, the compiled way from numbers to kinds and arguments and back, and the patterns that clients read texts by.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from string import Formatter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.compiled import rule
from spieltisch.kernel.record import Choice, choice

NO_ARGUMENT = -1  # of a move whose kind has none of this name
HIDDEN = "?"  # what others read in its place

Decode = Callable[[int], tuple[int, ...]]
Part = Callable[[NDArray[np.int64], int], NDArray[np.int64]]


@dataclass(frozen=True)
class Argument:
    """What can stand in one place of a kind's template, as texts; rules get the place of it in this list."""

    values: tuple[str, ...]
    is_secret: bool = False


def seen_by_receiver(values: Iterable[object]) -> Argument:
    """Which one it was is known to one seat only: whoever made the move, or to whom Chance dealt."""
    return Argument(tuple(map(text_of_value, values)), is_secret=True)


def text_of_value(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True)
class Kind:
    """A kind of move: its texts are the template with every value of every argument, the last one running fastest."""

    template: str
    arguments: Mapping[str, Argument]

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(argument.values) for argument in self.arguments.values())

    def texts(self, to_others: bool) -> Iterator[str]:
        """In the order of their numbers."""
        shown = [
            [HIDDEN if argument.is_secret and to_others else value for value in argument.values]
            for argument in self.arguments.values()
        ]
        for values in product(*shown):
            yield self.template.format(**dict(zip(self.arguments, values, strict=True)))


def move(template: str, /, **arguments: Iterable[object] | Argument) -> Kind:
    """Values are numbers, names, or tuples of them; `seen_by_receiver(values)`, if only one seat may know which."""
    named = {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    if named != set(arguments):
        raise TypeError(f"the move {template!r} names {sorted(named)}, but is given values for {sorted(arguments)}")
    given = {
        name: values if isinstance(values, Argument) else Argument(tuple(map(text_of_value, values)))
        for name, values in arguments.items()
    }
    return Kind(template, given)


class Spelled(NamedTuple):
    """A move's text and the name of its kind."""

    text: str
    kind: str


class Moves:
    """All moves of a game's seats, or all outcomes of its Chance. Numbers run through the kinds in order.

    Rules take a move apart, `kind, card, field = MOVES.decode(move)`: each argument is the place of its value among
    those declared. Arguments of one name have one place in the tuple, by where the name first comes up, and are
    `NO_ARGUMENT` where a kind has none. The way back is a table, `MOVES.numbers("put")[card, field]`; and of a row with
    a place for each move, such as Chance's weights, `OUTCOMES.part(weights, ROLL)` is what belongs to a kind.
    """

    def __init__(self, **patterns: Kind) -> None:
        self.patterns: Mapping[str, Kind] = patterns
        self.kinds: Choice = choice(*patterns)  # by name; rules: TAKE, PUT, STOP = MOVES.kinds.values()
        self.texts = tuple(text for kind in patterns.values() for text in kind.texts(to_others=False))
        self.number = {text: number for number, text in enumerate(self.texts)}
        self._texts_to_others = tuple(text for kind in patterns.values() for text in kind.texts(to_others=True))
        self._unseen = tuple(dict.fromkeys(self.unseen.values()))
        if len({*self.texts, *self._unseen}) != len(self.texts) + len(self._unseen):
            raise TypeError("two moves have the same text")
        self._kind_names = tuple(name for name, kind in patterns.items() for _ in range(prod(kind.shape)))
        self._to_others = tuple(number_in(text, self.number, self._unseen) for text in self._texts_to_others)
        self.decode: Decode = decoder(self._parts())
        self.part: Part = parter(self._spans())

    def __len__(self) -> int:
        return len(self.texts)

    def numbers(self, name: str) -> NDArray[np.int64]:
        """Of all moves of a kind, by its arguments in the order of their declaration."""
        first = self._kind_names.index(name)
        shape = self.patterns[name].shape
        return np.arange(first, first + prod(shape)).reshape(shape)

    def _parts(self) -> NDArray[np.int16]:
        """A row for each move: the number of its kind, and a column for each name of an argument."""
        names = list(dict.fromkeys(name for kind in self.patterns.values() for name in kind.arguments))
        parts = np.full((len(self), 1 + len(names)), NO_ARGUMENT, np.int16)
        for name, kind in self.patterns.items():
            rows = self.numbers(name).ravel()
            parts[rows, 0] = self.kinds[name]
            columns = [1 + names.index(argument) for argument in kind.arguments]
            parts[rows[:, None], columns] = np.array(list(np.ndindex(kind.shape))).reshape(len(rows), len(columns))
        return parts

    def _spans(self) -> NDArray[np.int64]:
        """By the number of a kind: the first of its moves, and the one after its last."""
        spans = np.zeros((len(self.kinds), 2), np.int64)
        for name, number in self.kinds.items():
            numbers = self.numbers(name)
            spans[number] = numbers.min(), numbers.max() + 1
        return spans

    def to_others(self, number: int) -> int:
        """How a move stands in the log of those who did not receive it: one that hides something is below zero."""
        return self._to_others[number]

    def texts_to(self, others: bool) -> tuple[str, ...]:
        """Every move's text as its receiver sees it, or as all the others do."""
        return self._texts_to_others if others else self.texts

    @property
    def unseen(self) -> dict[str, str]:
        """What the others are told of each secret move."""
        pairs = zip(self.texts, self._texts_to_others, strict=True)
        return {text: others for text, others in pairs if text != others}

    def read(self, text: str) -> int | None:
        """The reverse of `spell`: the number, also of a move that was not seen; None: no such text."""
        if text in self.number or text in self._unseen:
            return number_in(text, self.number, self._unseen)
        return None

    def spell(self, number: int) -> Spelled:
        """The move as text, also of one that was not seen."""
        if number >= 0:
            return Spelled(self.texts[number], self._kind_names[number])
        return Spelled(self._unseen[-1 - number], self._kind_names[self._to_others.index(number)])


def number_in(text: str, seen: Mapping[str, int], unseen: tuple[str, ...]) -> int:
    return seen[text] if text in seen else -1 - unseen.index(text)


def decoder(parts: NDArray[np.int16]) -> Decode:
    """From a move's number to its row of parts: one load for each."""
    decode = first_part(part_in(parts[:, 0]))
    for column in range(1, parts.shape[1]):
        decode = and_part(decode, part_in(parts[:, column]))
    return decode


def first_part(part: Callable[[int], int]) -> Decode:
    @rule
    def decode(move: int) -> tuple[int, ...]:
        return (part(move),)

    return decode


def and_part(before: Decode, part: Callable[[int], int]) -> Decode:
    @rule
    def decode(move: int) -> tuple[int, ...]:
        return before(move) + (part(move),)  # noqa: RUF005 (what numba compiles)

    return decode


def part_in(column: NDArray[np.int16]) -> Callable[[int], int]:
    """A load; or where the numbers tell it themselves, less: then a loop over all moves stays as quick as one over all
    cards.
    """
    numbers, first = np.arange(column.size), int(np.argmax(column != column[0]))
    if (column == np.where(numbers < first, column[0], column[-1])).all():
        return one_or_other(first, int(column[0]), int(column[-1]))
    own = column != NO_ARGUMENT
    if (column[own] == np.arange(own.sum())).all():
        first = int(np.argmax(own))
        return place_from(first, first + int(own.sum()))
    return entry_of(np.ascontiguousarray(column))


def entry_of(column: NDArray[np.int16]) -> Callable[[int], int]:
    @rule
    def part(move: int) -> int:
        return int(column[move])

    return part


def one_or_other(first: int, one: int, other: int) -> Callable[[int], int]:
    @rule
    def part(move: int) -> int:
        return one if move < first else other

    return part


def place_from(first: int, end: int) -> Callable[[int], int]:
    @rule
    def part(move: int) -> int:
        return move - first if first <= move < end else NO_ARGUMENT

    return part


def parter(spans: NDArray[np.int64]) -> Part:
    @rule
    def part(row: NDArray[np.int64], kind: int) -> NDArray[np.int64]:
        return row[spans[kind, 0] : spans[kind, 1]]

    return part
