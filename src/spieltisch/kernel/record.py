"""The state of a match is one NumPy record, and each field says who sees it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class State(Protocol):
    """One record, as the rules see it. Its fields have no static types: they are declared in `record(…)`."""

    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any) -> None: ...


States = NDArray[np.void]  # a 1-element array of it: what Python code holds, copies and hands to compiled code


class Sees(Enum):
    PUBLIC = "public"
    TURNED_UP = "turned up"
    OWN = "own"
    HIDDEN = "hidden"


@dataclass(frozen=True)
class Field:
    sees: Sees
    dtype: str
    shape: tuple[int, ...]


def public(dtype: str, *shape: int) -> Field:
    """Lies open on the table."""
    return Field(Sees.PUBLIC, dtype, shape)


def turned_up(dtype: str, *shape: int) -> Field:
    """Public, and the place where hidden things come to light: only here may they tell on what lay hidden."""
    return Field(Sees.TURNED_UP, dtype, shape)


def own(dtype: str, *shape: int) -> Field:
    """One row a seat (first axis), seen by that seat alone."""
    return Field(Sees.OWN, dtype, shape)


def hidden(dtype: str, *shape: int) -> Field:
    """Seen by nobody."""
    return Field(Sees.HIDDEN, dtype, shape)


WhoSees = Mapping[str, Sees]
PADDING = "padding"  # what fills a record up
RULES = "rules"  # the last field of every record: the version of the rules that the match is played by


def record(**fields: Field) -> tuple[np.dtype[np.void], WhoSees]:
    """The record's type, and who sees which field. A field that does not say is an error at import."""
    for name, field in fields.items():
        check_field(name, field)
    widest_first = sorted(fields.items(), key=lambda item: -np.dtype(item[1].dtype).itemsize)
    layout = [(name, field.dtype, field.shape) for name, field in widest_first]
    size = np.dtype(layout).itemsize
    if size % 8:  # gaps are never copied, so two equal records could differ: leave none
        layout.append((PADDING, "u1", (8 - size % 8,)))
    layout.append((RULES, "i8", ()))
    who_sees = {name: field.sees for name, field in fields.items()} | {RULES: Sees.PUBLIC}
    return np.dtype((np.record, np.dtype(layout, align=True))), who_sees


def scratch(*fields: tuple[str, str] | tuple[str, str, int] | tuple[str, str, tuple[int, ...]]) -> np.dtype[np.void]:
    """A record to work with, not part of any state: nobody gets to see it."""
    return np.dtype((np.record, np.dtype(list(fields))))


def check_field(name: str, field: Field) -> None:
    if not isinstance(field, Field):
        raise TypeError(f"field {name!r} does not say who sees it: declare it public, turned_up, own or hidden")
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
