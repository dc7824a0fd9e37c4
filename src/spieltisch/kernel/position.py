"""Reading a position: a plain dict from outside, each part checked before it is used."""

from collections.abc import Iterable, Mapping
from typing import Any

from spieltisch.kernel.errors import BadPosition, is_whole, shown

MISSING = object()


class Facts:
    """A position's parts, taken out one by one; every mistake is a BadPosition that names the field."""

    def __init__(self, position: object) -> None:
        if not isinstance(position, Mapping):
            raise BadPosition("position", f"must be a dict, not {shown(position)}")
        self._left = dict(position)

    def take(self, field: str, default: Any = MISSING) -> Any:
        value = self._left.pop(field, default)
        if value is MISSING:
            raise BadPosition(field, "is missing")
        return value

    def number(self, field: str, allowed: range, default: Any = MISSING) -> int:
        return whole(field, self.take(field, default), allowed)

    def one_of(self, field: str, allowed: Iterable[Any], default: Any = MISSING) -> Any:
        return choice(field, self.take(field, default), allowed)

    def row(self, field: str, length: int, default: Any = MISSING) -> list[Any]:
        """A list with one entry a seat (tray, triplet …)."""
        value = self.take(field, default)
        if not isinstance(value, list | tuple) or len(value) != length:
            raise BadPosition(field, f"must be a list of {length}, not {shown(value)}")
        return list(value)

    def finish(self) -> None:
        """Nothing may be left over: a misspelt field would be silently ignored."""
        for field in self._left:
            raise BadPosition(str(field), "is no field of this game's positions")


def whole(field: str, value: object, allowed: range) -> int:
    if not is_whole(value) or value not in allowed:
        raise BadPosition(field, f"must be a whole number from {allowed[0]} to {allowed[-1]}, not {shown(value)}")
    return value


def choice(field: str, value: Any, allowed: Iterable[Any]) -> Any:
    known = list(allowed)
    if not any(value is item or (type(value) is type(item) and value == item) for item in known):
        raise BadPosition(field, f"must be one of {', '.join(map(str, known))}, not {shown(value)}")
    return value


def things(field: str, value: object, allowed: Iterable[str]) -> list[str]:
    """A list of cards (colours …) by their ids."""
    if not isinstance(value, list | tuple):
        raise BadPosition(field, f"must be a list, not {shown(value)}")
    known = tuple(allowed)
    return [choice(field, thing, known) for thing in value]
