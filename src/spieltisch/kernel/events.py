"""What can happen in a game, declared: kinds of events, and what each of their details is.

    EVENTS = events(
        start=event(seat=SEAT),
        plays=event(seat=SEAT, card=one_of("card", CARDS), total=NUMBER),
    )
    START, PLAYS = range(len(EVENTS))  # an event's first number

Terminal and page put events into words by this and the texts alone; the page's types are made from it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
Value = str | int | dict[str, int]  # of a detail: an id; a seat or a number; how many of each id
Ids = Mapping[str, tuple[str, ...]]
MOST_NUMBERS = 7  # of an event, besides its kind: see `note`
PLAIN = ("seat", "number")  # types that have no ids


@dataclass(frozen=True)
class Detail:
    """What it is: `seat`, `number`, or the name of the ids that its number stands for."""

    type: str
    ids: tuple[str, ...] = ()
    each: bool = False  # a number for each of the ids: how many

    @property
    def width(self) -> int:
        """How many numbers it takes."""
        return len(self.ids) if self.each else 1

    def read(self, numbers: Sequence[int]) -> Value:
        if self.each:
            return dict(zip(self.ids, numbers, strict=True))
        return self.ids[numbers[0]] if self.ids else numbers[0]


SEAT = Detail("seat")  # somebody at the table, never nobody
NUMBER = Detail("number")


def one_of(name: str, ids: Sequence[str]) -> Detail:
    """One of some ids. The texts' `values` have words for them under this name, or else `cards`."""
    return Detail(name, tuple(ids))


def each_of(name: str, ids: Sequence[str]) -> Detail:
    """How many of each id; in words without those of which there is none."""
    return Detail(name, tuple(ids), each=True)


@dataclass(frozen=True)
class EventKind:
    details: Mapping[str, Detail]
    later: bool  # while a match is on, the page has no line for it: everybody sees it at the table

    @property
    def width(self) -> int:
        return sum(detail.width for detail in self.details.values())

    def read(self, numbers: Sequence[int]) -> dict[str, Value]:
        """The details by name."""
        values, at = {}, 0
        for name, detail in self.details.items():
            values[name] = detail.read(numbers[at : at + detail.width])
            at += detail.width
        return values


EventKinds = Mapping[str, EventKind]


def event(**details: Detail) -> EventKind:
    """Its details in the order of their numbers. `pass_` is how Python writes a detail called `pass`."""
    return EventKind(spelt(details), later=False)


def told_later(**details: Detail) -> EventKind:
    """An event that the page's log leaves out while the match is on."""
    return EventKind(spelt(details), later=True)


def events(**kinds: EventKind) -> EventKinds:
    """All kinds of a game, in the order of their numbers. What cannot be is an error at import."""
    declared = spelt(kinds)
    for name, kind in declared.items():
        if "kind" in kind.details:
            raise ValueError(f"event {name!r}: no detail can be called 'kind', that is the event's own")
        if kind.width > MOST_NUMBERS:
            raise ValueError(f"event {name!r} takes {kind.width} numbers; {MOST_NUMBERS} is the most")
    ids_of(declared)
    return declared


def ids_of(kinds: EventKinds) -> Ids:
    """By name, all ids that details stand for."""
    found: dict[str, tuple[str, ...]] = {}
    for kind in kinds.values():
        for detail in kind.details.values():
            if detail.ids and (detail.type in PLAIN or found.setdefault(detail.type, detail.ids) != detail.ids):
                raise ValueError(f"details cannot be one of {detail.type!r}: that name stands for something else")
    return found


def spelt(named: Mapping[str, T]) -> dict[str, T]:
    return {name.removesuffix("_"): one for name, one in named.items()}
