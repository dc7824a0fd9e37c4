"""The state of a match is one NumPy record, and each field says who sees it."""

import inspect
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
Whole = Literal["i8", "i4", "i2", "i1", "u4", "u2", "u1"]  # types of whole numbers
AnyState = Any  # a record of whichever game: only that game's rules know its fields
States = NDArray[np.void]  # a 1-element array of it: what Python code holds, copies and hands to compiled code
Choice = Mapping[str, int]  # the names of a field's numbers; numbers that have none are what they are: a seat, a count


def choice(*names: str, **special: int) -> Choice:
    """What numbers stand for: the names have 0, 1 … in their order, special ones a number of their own.

    Rules use them as constants, in the same order: `TO_START, PLAYING, OVER = STAGE.values()`.
    """
    return {name: number for number, name in enumerate(names)} | special


def names_of(numbers: Choice) -> tuple[str, ...]:
    """By number, from 0 on."""
    return tuple(sorted(numbers, key=numbers.__getitem__))


NO_CHOICE = choice()


class Sees(Enum):
    PUBLIC = "public"
    WORKING = "working"
    TURNED_UP = "turned up"
    OWN = "own"
    HIDDEN = "hidden"


@dataclass(frozen=True)
class RecordField(Generic[T]):
    """A field of a record, and to the type checker what is read from it: a number, or an array of numbers."""

    sees: Sees
    dtype: str
    shape: tuple[int, ...]
    of: Choice

    if TYPE_CHECKING:  # what rules get is numpy's record, not the class that declares it

        def __get__(self, record: object, owner: object) -> T: ...
        def __set__(self, record: object, value: T) -> None: ...


class Declare(NamedTuple):
    """How a field is declared: `public("i8")` is a number, `public("i1", 4, 20)` an array; `of` says what they mean."""

    sees: Sees

    @overload
    def __call__(self, dtype: Whole, /, *, of: Choice = NO_CHOICE) -> RecordField[int]: ...
    @overload
    def __call__(self, dtype: Literal["f8"], /) -> RecordField[float]: ...
    @overload
    def __call__(self, dtype: Literal["u8"], /) -> RecordField[np.uint64]: ...
    @overload
    def __call__(
        self, dtype: Whole, length: int, /, *further: int, of: Choice = NO_CHOICE
    ) -> RecordField[NDArray[Any]]: ...

    def __call__(self, dtype: str, /, *shape: int, of: Choice = NO_CHOICE) -> RecordField[Any]:
        return RecordField(self.sees, dtype, shape, of)


public = Declare(Sees.PUBLIC)  # lies open on the table
working = Declare(Sees.WORKING)  # public; where the rules stand within a turn: told when the turn is done
turned_up = Declare(Sees.TURNED_UP)  # public; where hidden things come to light: only here may it tell on them
own = Declare(Sees.OWN)  # one row a seat (first axis), seen by that seat alone
hidden = Declare(Sees.HIDDEN)  # seen by nobody
number = Declare(Sees.HIDDEN)  # in a record that is no state: see `scratch`


class Record:
    """Declares a game's record: its attributes are the fields. There are no instances: rules get a np.record."""

    rules = public("i8")


class Records(Protocol[T]):
    """An array of records, as compiled code reads it."""

    @property
    def size(self) -> int: ...
    def __getitem__(self, at: int, /) -> T: ...
    def __setitem__(self, at: int, record: T, /) -> None: ...


WhoSees = Mapping[str, Sees]
PADDING = "padding"  # what fills a record up
RULES = "rules"  # the last field of every record: the version of the rules that the match is played by


def record(declaration: type[Record]) -> tuple[np.dtype[np.void], WhoSees]:
    """The record's type, and who sees which field. A field that does not say is an error at import."""
    fields = fields_of(declaration)
    for name, field in fields.items():
        check_field(name, field)
        check_constants(field.of, vars(sys.modules[declaration.__module__]))
    widest_first = sorted(fields.items(), key=lambda item: -np.dtype(item[1].dtype).itemsize)
    layout = [(name, field.dtype, field.shape) for name, field in widest_first]
    size = np.dtype(layout).itemsize
    if size % 8:  # gaps are never copied, so two equal records could differ: leave none
        layout.append((PADDING, "u1", (8 - size % 8,)))
    layout.append((RULES, "i8", ()))
    who_sees = {name: field.sees for name, field in fields.items()} | {RULES: Sees.PUBLIC}
    return np.dtype((np.record, np.dtype(layout, align=True))), who_sees


def choices_of(declaration: type[Record]) -> Mapping[str, Choice]:
    """The fields whose numbers have names."""
    return {name: field.of for name, field in fields_of(declaration).items() if field.of}


def scratch(declaration: type) -> np.dtype[np.void]:
    """A record to work with, not part of any state: nobody gets to see it."""
    layout = [(name, field.dtype, field.shape) for name, field in fields_of(declaration).items()]
    return np.dtype((np.record, np.dtype(layout)))


def fields_of(declaration: type) -> dict[str, RecordField[Any]]:
    """What is declared, in its order; `name: int` alone is no field."""
    names = dict.fromkeys((*vars(declaration), *inspect.get_annotations(declaration)))
    return {name: field_of(name, vars(declaration).get(name)) for name in names if not name.startswith("__")}


def field_of(name: str, declared: object) -> RecordField[Any]:
    if not isinstance(declared, RecordField):
        declare = "declare it public, working, turned_up, own or hidden"
        raise TypeError(f"field {name!r} does not say who sees it: {declare}")
    return declared


def check_field(name: str, field: RecordField[Any]) -> None:
    if hasattr(np.record, name):
        raise TypeError(f"field {name!r} would hide an attribute of numpy's record: choose another name")
    kind = np.dtype(field.dtype)
    if name == PADDING:
        raise TypeError(f"a field cannot be named {PADDING!r}: that is what fills the record up")
    if name == RULES:
        raise TypeError(f"a field cannot be named {RULES!r}: every record has it, and the kernel fills it in")
    if kind.kind == "f":
        raise TypeError(f"field {name!r} is a fraction: what lies on a table is counted in whole numbers")
    if field.sees is Sees.OWN and not field.shape:
        raise TypeError(f"field {name!r} is own, so its first axis must be the seat")
    if kind.kind == "b":
        raise TypeError(f"field {name!r} is boolean, which compiled sub-arrays cannot be: use 'u1'")
    if not field.shape and kind.itemsize != 8:
        raise TypeError(f"field {name!r}: a single number must be 8 bytes wide, or it overflows differently uncompiled")


def check_constants(numbers: Choice, module: Mapping[str, object]) -> None:
    """A constant of the rules that is called like a choice is that choice."""
    for name, number in numbers.items():
        constant = module.get(name.upper(), number)
        if constant != number:
            raise TypeError(f"the constant {name.upper()} is {constant!r}, but the choice {name!r} is {number}")


def copied(states: States) -> States:
    """All bytes at once: ten times quicker than field by field, as `copy` does it."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def blanked(states: States, who_sees: WhoSees, seat: int | None) -> States:
    """A copy in which everything that `seat` may not see is zero (None: a spectator)."""
    copy = copied(states)
    for name, sees in who_sees.items():
        if sees is Sees.HIDDEN or (sees is Sees.OWN and seat is None):
            copy[name] = 0
        elif sees is Sees.OWN:
            row = copy[name][0, seat].copy()
            copy[name] = 0
            copy[name][0, seat] = row
    return copy
