"""Which number stands for what is the games' own business: with other ones, matches come out the same."""

import json
import random
import subprocess
import sys
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
match = st.Match.from_json(sys.stdin.read())
views = [match.view(seat) for seat in (None, *range(match.seats))]
game = game_named(match.game.name)
choices = {name: dict(numbers) for name, numbers in game.choices.items()}
print(json.dumps([match.result and list(match.result), views, choices, game.state.names]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("whole", [True, False], ids=["to the end", "half of it"])
def test_a_match_comes_out_the_same_whatever_the_numbers(game: Game, whole: bool) -> None:
    match = st.Match(game, game.seats[-1], seed=16)
    rng = random.Random(16)
    if whole:
        play_at_random(match, rng)
    else:
        for _ in range(40):
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(match.moves(seat)))
    result, views, choices, fields = played_again(match.to_json())
    assert views == json.loads(json.dumps([match.view(seat) for seat in (None, *range(match.seats))]))
    assert result == json.loads(json.dumps(match.result and list(match.result)))
    for name, numbers in game.choices.items():
        assert choices[name] != numbers, name
        assert list(choices[name]) == list(numbers), "in the order in which they are declared"
    assert fields != list(game.state.names or ())


def played_again(saved: str) -> Any:
    command = [sys.executable, "-c", AGAIN]
    done = subprocess.run(command, input=saved, capture_output=True, text=True, cwd=Path(__file__).parent, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
