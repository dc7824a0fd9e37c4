"""The contract tests run for every game there is, and for toys that need what the others do not. They name none."""

import itertools
import os

import pytest

from spieltisch.games import GAMES
from spieltisch.kernel import Game
from toys.bidding import BIDDING
from toys.heaps import HEAPS

ALL = (*GAMES, BIDDING, HEAPS)
MATCHES = int(os.environ.get("SPIELTISCH_MATCHES", "40"))


INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # a thousand times slower
Table = tuple[Game, int, dict[str, str]]


def tables(all_of_them: bool) -> list[Table]:
    """Each game at every seat count with every combination of options; or the extremes of both only."""
    chosen: list[Table] = []
    for game in ALL:
        values = list(itertools.product(*game.options.values()))
        counts = list(game.seats)
        if not all_of_them:
            values, counts = [values[0], values[-1]] if game.options else values, [counts[0], counts[-1]]
        for seats, picked in itertools.product(counts, values):
            chosen.append((game, seats, dict(zip(game.options, picked, strict=True))))
    return chosen


def table_name(table: Table) -> str:
    game, seats, options = table
    return "-".join([game.name, str(seats), *options.values()]).replace(" ", "")


@pytest.fixture(params=tables(all_of_them=not INTERPRETED), ids=table_name)
def table(request: pytest.FixtureRequest) -> Table:
    chosen: Table = request.param
    return chosen


@pytest.fixture(params=tables(all_of_them=False), ids=table_name)
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
