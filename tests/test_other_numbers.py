"""Which number stands for what is the games' own business: with other ones, matches come out the same."""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import spieltisch as st
from playing import play_at_random
from spieltisch.games import GAMES
from spieltisch.kernel import Game

AGAIN = """
import json, sys, renumbered, spieltisch as st
from spieltisch.games import game_named
for saved in sys.stdin:
    match = st.Match.from_json(saved)
    views = [match.view(seat) for seat in (None, *range(match.seats))]
    game = game_named(match.game.name)
    choices = {name: dict(numbers) for name, numbers in game.choices.items()}
    print(json.dumps([match.result and list(match.result), views, choices, game.state.names]), flush=True)
"""
Again = Callable[[str], Any]


@pytest.fixture(scope="module")
def play_again() -> Iterator[Again]:
    """By a process with other numbers, to which saved matches are sent."""
    command = [sys.executable, "-c", AGAIN]
    pipe, here = subprocess.PIPE, Path(__file__).parent
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=here) as process:

        def again(saved: str) -> Any:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(json.loads(saved)) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield again
        process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("whole", [True, False], ids=["to the end", "half of it"])
def test_a_match_comes_out_the_same_whatever_the_numbers(game: Game, whole: bool, play_again: Again) -> None:
    match = st.Match(game, game.seats[-1], seed=16)
    rng = random.Random(16)
    if whole:
        play_at_random(match, rng)
    else:
        for _ in range(40):
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(match.moves(seat)))
    result, views, choices, fields = play_again(match.to_json())
    assert views == json.loads(json.dumps([match.view(seat) for seat in (None, *range(match.seats))]))
    assert result == json.loads(json.dumps(match.result and list(match.result)))
    for name, numbers in game.choices.items():
        assert choices[name] != numbers, name
        assert list(choices[name]) == list(numbers), "in the order in which they are declared"
    assert fields != list(game.state.names or ())
