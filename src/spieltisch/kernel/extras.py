"""What one game has and another has not. A game names its extras; who knows what to do with one asks for it.

A new kind of extra is a class, wherever it belongs: neither `Game` nor another game needs to know of it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from spieltisch.kernel.errors import BadOption
from spieltisch.kernel.record import AnyState


@dataclass(frozen=True, kw_only=True)
class Race:
    """All play at the same time: what is needed besides the rules."""

    is_on: Callable[[Mapping[str, str]], bool]  # with these options?
    contested: frozenset[str]  # kinds of moves for which it matters who was first
    heat: Callable[[AnyState], int]  # counts up: each one begins anew for all, at a signal
    deadline: Callable[[Mapping[str, str], AnyState], tuple[int, int]]  # what is waited for, how many ms; 0: for ever
    effort: Callable[[AnyState, int, int], int]  # of a bot: how long a move takes, in 1024ths of the usual; 0: no hurry


class Announcement(NamedTuple):
    """A number that a player says with a move, and the one that was said last."""

    number: int
    before: int


@dataclass(frozen=True, kw_only=True)
class Announce:
    """Players reckon by themselves: what must be said with a move."""

    is_on: Callable[[Mapping[str, str]], bool]  # with these options?
    number: Callable[[AnyState, str], Announcement | None]  # … with this move; None: nothing


@dataclass(frozen=True)
class MovesInSight:
    """Clients are not told every legal move: they see what lies there."""


class FreeOption(NamedTuple):
    """An option whose values are not listed: any text that `check` accepts, such as a deck of one's own.

    A value holds all that the rules need, so that a log can be replayed anywhere; it is never a file's name.
    """

    default: str
    check: Callable[[str], str]  # a text → its one spelling; raises BadOption
    numbers: Callable[[str], Sequence[int]]  # … → what `set_up` gets of it; always equally many
    read: Callable[[str], str]  # a file's text → its value; raises BadOption, naming the line

    def from_file(self, file: Path) -> str:
        try:
            return self.read(file.read_text(encoding="utf-8"))
        except OSError as error:
            raise BadOption(f"{file} cannot be read: {error.strerror}") from None
        except UnicodeError:
            raise BadOption(f"{file} cannot be read: it is not in UTF-8") from None
        except BadOption as error:
            raise BadOption(f"{file}, {error}") from None


@dataclass(frozen=True)
class FreeOptions:
    """By their names."""

    options: Mapping[str, FreeOption]


# What bots ask for


@dataclass(frozen=True, kw_only=True)
class WeakerPlayers:
    """How those judge who are no match for a careful player."""

    first_thought: Callable[[AnyState, int, int], int]  # `worth` as a beginner sees it
    doubt: int  # by how much a family player misjudges what moves are worth


@dataclass(frozen=True, kw_only=True)
class SearchLimits:
    """Where there are so many moves that trying odd ones would blur all."""

    depth: int  # of a search's tree
    width: int  # only so many moves are searched, the best by their worth


@dataclass(frozen=True)
class JudgedSoon:
    """Too long to be played to the end each time that somebody asks how it stands: judged where it next settles."""
