"""What a game is: its record, its rules, its notation, its words. The kernel takes one and knows none."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel.compiled import rule
from spieltisch.kernel.dice import Dice
from spieltisch.kernel.errors import BadOption, BadSeats, OtherRules, is_whole, shown
from spieltisch.kernel.events import EventKinds
from spieltisch.kernel.extras import FreeOption, FreeOptions
from spieltisch.kernel.languages import ABROAD, Texts, load_texts
from spieltisch.kernel.moves import Moves
from spieltisch.kernel.position import Facts
from spieltisch.kernel.record import RULES, AnyState, Choice, Record, States, WhoSees, number, scratch

CHANCE = -1  # who made a move, in logs; never an index
CLOCK = -2
EVERYONE = -1  # the receiver of what all may see
CHANCE_DUE = 1 << 30  # in the set of actors: Chance, and nobody else, is to move
NOBODY = 0  # the empty set of actors: the match is over
OK = 0

E = TypeVar("E")


@rule
def nothing_to_show(s: Record, out: NDArray[np.int64]) -> None:
    """The record says it all."""


@rule
def seen_by_all(s: Record) -> int:
    """Chance has no secrets."""
    return EVERYONE


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The compiled rules. A rule never sees a number that was not checked first."""

    set_up: Callable[[AnyState, int, NDArray[np.int64]], None]  # seats; index of each option's value, then free ones'
    actors: Callable[[AnyState], int]  # bit mask of seats; CHANCE_DUE; NOBODY
    why_not: Callable[[AnyState, int, int], int]  # seat, move → OK or the number of a reason
    play: Callable[[AnyState, int, int], None]
    chances: Callable[[AnyState, NDArray[np.int64]], int]  # the weight of each outcome → their sum
    happen: Callable[[AnyState, int], None]
    places: Callable[[AnyState, NDArray[np.int64]], None]
    points: Callable[[AnyState, NDArray[np.int64]], None]
    tell: Callable[[AnyState, int, int, AnyState, NDArray[np.int64]], int]  # what an entry of the log did: see story.py
    receiver: Callable[[AnyState], int] = seen_by_all  # who alone sees Chance's next secret outcome
    timeout: Callable[[AnyState], None] | None = None
    show: Callable[[AnyState, NDArray[np.int64]], None] = nothing_to_show  # public numbers that follow from the record


class NoNotes:
    nothing = number("i8")


NO_NOTES = scratch(NoNotes)  # of a game in which nothing is to be worked out


@dataclass(frozen=True, kw_only=True)
class Mind:
    """What bots need to know of a game, compiled.

    `imagine` gets a Sight (seen.py), a copy of its record to fill in, dice, and two records of `notes` to work in.
    """

    imagine: Callable[[Any, AnyState, Dice, Any], None]
    worth: Callable[[AnyState, int, int], int]  # seat, move → the higher the sooner a careful player does it
    evaluate: Callable[[AnyState, NDArray[np.float64]], None]  # chance of winning, a number per seat
    settled: Callable[[AnyState], bool]  # only the score counts now (nothing is in hand): a good moment to judge
    quickest: Callable[[AnyState, int, Dice], int]  # which of the acting seats moves first (actors, dice)
    notes: np.dtype[np.void] = NO_NOTES


class Notation(Protocol):
    """A game's state in words."""

    def to_position(self, state: AnyState, known: Container[int]) -> dict[str, Any]:
        """What lies on the table; where a seat's own things are not `known`, a number stands for that many."""

    def is_position(self, state: AnyState) -> bool:
        """May a position be taken now? Where a seat is to act; in some games also where Chance is due."""

    def public_facts(self, state: AnyState) -> dict[str, Any]:
        """What all see and a position leaves out, because it follows from the rest."""

    def from_position(self, facts: Facts, state: AnyState) -> int | None:
        """Fill a record that was just set up. The one seat that knows it all, or None: nothing is unknown."""


class Reason(NamedTuple):
    name: str
    rule: str


class Result(NamedTuple):
    places: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Game:
    name: str
    rules_version: int  # the newest; matches are begun by it
    seats: range
    options: Mapping[str, tuple[str, ...]]  # the first value is the default
    state: np.dtype[np.void]
    who_sees: WhoSees
    moves: Moves
    outcomes: Moves
    reasons: tuple[Reason, ...]  # by number; number 0 is OK
    rules: Rules
    mind: Mind
    notation: Notation
    folder: Path
    events: EventKinds  # what `tell` tells
    shown: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # what `show` shows, and the shapes of it
    choices: Mapping[str, Choice] = field(default_factory=dict)  # by field: what its numbers stand for
    extras: tuple[object, ...] = ()  # what this game has and others have not: see extras.py
    oldest_rules: int = 1  # the oldest version whose matches can still be played

    def extra(self, kind: type[E]) -> E | None:
        """The game's extra of this kind, if it has one."""
        return next((extra for extra in self.extras if isinstance(extra, kind)), None)

    @cached_property
    def free_options(self) -> Mapping[str, FreeOption]:
        free = self.extra(FreeOptions)
        return {} if free is None else free.options

    @cached_property
    def texts(self) -> Mapping[str, Texts]:
        return load_texts(self.folder / "texts")

    def rulebook(self, language: str) -> str:
        file = self.folder / f"rulebook.{language}.md"
        return (file if file.exists() else self.folder / f"rulebook.{ABROAD}.md").read_text(encoding="utf-8")

    def check_seats(self, seats: object) -> int:
        if not is_whole(seats) or seats not in self.seats:
            raise BadSeats(f"{self.name} is for {self.seats[0]} to {self.seats[-1]} players, not {shown(seats)}")
        return seats

    def has_dropped(self, version: int) -> bool:
        """There was such a version of the rules, and no match can be played by it any more."""
        return 0 < version < self.oldest_rules

    def check_rules(self, version: object) -> int:
        """A version of the rules that matches can be played by."""
        known = range(self.oldest_rules, self.rules_version + 1)
        if not is_whole(version) or version not in known:
            raise OtherRules(
                f"the match follows version {shown(version)} of the rules of {self.name}; "
                f"only version {' or '.join(map(str, known))} can be played here"
            )
        return version

    def check_options(self, options: object) -> dict[str, str]:
        """All options, those not named with their default."""
        if not isinstance(options, Mapping):
            raise BadOption(f"options are a dict, not {shown(options)}")
        for name in options:
            if name not in (*self.options, *self.free_options):
                known = ", ".join((*self.options, *self.free_options))
                raise BadOption(f"{self.name} has no option {shown(name)}; it has: {known}")
        listed = {name: self.listed(name, options.get(name, values[0])) for name, values in self.options.items()}
        free = {name: self.free(name, options.get(name, option.default)) for name, option in self.free_options.items()}
        return listed | free

    def listed(self, name: str, value: object) -> str:
        if not isinstance(value, str) or value not in self.options[name]:
            allowed = ", ".join(repr(value) for value in self.options[name])
            raise BadOption(f"option {name!r} is one of {allowed}, not {shown(value)}")
        return value

    def free(self, name: str, value: object) -> str:
        if not isinstance(value, str):
            raise BadOption(f"option {name!r} is a text, not {shown(value)}")
        return self.free_options[name].check(value)

    def set_up(self, seats: int, options: Mapping[str, str], rules: int | None = None) -> States:
        """A record before Chance's first move, by this version of the rules (None: the newest)."""
        choices = [values.index(options[name]) for name, values in self.options.items()]
        for name, option in self.free_options.items():
            choices += option.numbers(options[name])
        states = np.zeros(1, self.state)
        states[RULES] = self.rules_version if rules is None else self.check_rules(rules)
        self.rules.set_up(states[0], seats, np.array(choices, np.int64))
        return states
