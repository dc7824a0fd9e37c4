"""The contract tests run for every game there is, and for toys that need what the others do not. They name none."""

import itertools
import os

import pytest

from spieltisch.games import GAMES
from spieltisch.kernel import Game
from toys.bidding import BIDDING
from toys.heaps import HEAPS

ONLY = os.environ.get("SPIELTISCH_GAMES", "").split()  # by name; none: all
ALL = tuple(game for game in (*GAMES, BIDDING, HEAPS) if not ONLY or game.name in ONLY)
MATCHES = int(os.environ.get("SPIELTISCH_MATCHES", "12"))


IN_FULL = os.environ.get("SPIELTISCH_TABLES") == "all"
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # a thousand times slower
# As plain Python, whole matches at every seat count are test_compiled's: what only plays them again is left out there.
plays_again = pytest.mark.skipif(INTERPRETED, reason="plays what others have played")
Choice = tuple[int, tuple[str, ...]]
Table = tuple[Game, int, dict[str, str]]


def corners() -> list[Table]:
    """Of the extremes, a small table and a large one of each game that have no option in common."""
    own = ([table for table in tables(few=True) if table[0] is game] for game in ALL)
    return [corner for found in own for corner in (found[0], found[-1])]


def tables(few: bool) -> list[Table]:
    """Each game at every seat count, with every value of every option; or the extremes of both only.

    In a long run (SPIELTISCH_TABLES=all) every combination at every seat count.
    """
    return [
        (game, seats, dict(zip(game.options, values, strict=True)))
        for game in ALL
        for seats, values in (extremes(game) if few else everything(game) if IN_FULL else a_bit_of_everything(game))
    ]


def everything(game: Game) -> list[Choice]:
    return list(itertools.product(game.seats, itertools.product(*game.options.values())))


def extremes(game: Game) -> list[Choice]:
    """The first and the last value of each option, at the smallest and the largest table."""
    values = list(dict.fromkeys((tuple(all_[end] for all_ in game.options.values())) for end in (0, -1)))
    return list(itertools.product((game.seats[0], game.seats[-1]), values))


def a_bit_of_everything(game: Game) -> list[Choice]:
    """At each seat count every value of every option, in other combinations each time."""
    options = list(game.options.values())
    longest = max(map(len, options), default=1)
    return [
        (seats, tuple(values[(turn + seats * place) % len(values)] for place, values in enumerate(options)))
        for seats in game.seats
        for turn in range(longest)
    ]


def table_name(table: Table) -> str:
    game, seats, options = table
    return "-".join([game.name, str(seats), *options.values()]).replace(" ", "")


@pytest.fixture(params=corners() if INTERPRETED else tables(few=False), ids=table_name)
def table(request: pytest.FixtureRequest) -> Table:
    chosen: Table = request.param
    return chosen


@pytest.fixture(params=corners() if INTERPRETED else tables(few=True), ids=table_name)
def extreme_table(request: pytest.FixtureRequest) -> Table:
    chosen: Table = request.param
    return chosen


@pytest.fixture(params=ALL, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    chosen: Game = request.param
    return chosen


@pytest.fixture
def matches() -> int:
    """How many random matches a test should play at each table."""
    return MATCHES
