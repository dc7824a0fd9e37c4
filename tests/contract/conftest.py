"""The contract tests run for every game there is, and for a toy that needs what the others do not. They name none."""

import itertools
import os

import pytest

from spieltisch.games import GAMES
from spieltisch.kernel import Game
from toys.bidding import BIDDING

ALL = (*GAMES, BIDDING)
MATCHES = int(os.environ.get("SPIELTISCH_MATCHES", "40"))


INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # a thousand times slower


def every_table() -> list[tuple[Game, int, dict[str, str]]]:
    """Each game at every seat count, with every combination of options (interpreted: the extremes only)."""
    tables = []
    for game in ALL:
        choices = list(itertools.product(*game.options.values()))
        seat_counts = list(game.seats)
        if INTERPRETED:
            choices, seat_counts = [choices[0], choices[-1]], [seat_counts[0], seat_counts[-1]]
        for seats, values in itertools.product(seat_counts, choices):
            tables.append((game, seats, dict(zip(game.options, values, strict=True))))
    return tables


def table_name(table: tuple[Game, int, dict[str, str]]) -> str:
    game, seats, options = table
    return "-".join([game.name, str(seats), *options.values()]).replace(" ", "")


@pytest.fixture(params=every_table(), ids=table_name)
def table(request: pytest.FixtureRequest) -> tuple[Game, int, dict[str, str]]:
    chosen: tuple[Game, int, dict[str, str]] = request.param
    return chosen


@pytest.fixture(params=ALL, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    chosen: Game = request.param
    return chosen


@pytest.fixture
def matches() -> int:
    """How many random matches a test should play at each table."""
    return MATCHES
