"""The same source, compiled and interpreted, gives the same match to the byte."""

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

from playing import play_at_random
from spieltisch.kernel import Game, Match

TESTS = Path(__file__).parent.parent


def digest_of_matches(game: Game) -> str:
    """Every state of a random match at every seat count, in one hash."""
    digest = hashlib.sha256()
    for seats in game.seats:
        options = {name: values[seats % len(values)] for name, values in game.options.items()}
        match = Match(game, seats, options, seed=seats)
        play_at_random(match, random.Random(seats), lambda match: digest.update(match._states.tobytes()))
        digest.update(match._states.tobytes())
    return digest.hexdigest()


def in_another_process(game: Game, **env: str) -> str:
    code = (
        "import sys\nfrom contract.conftest import ALL\nfrom contract.test_compiled import digest_of_matches\n"
        f"print(next(digest_of_matches(game) for game in ALL if game.name == {game.name!r}))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(TESTS), **env},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def test_compiled_and_interpreted_rules_are_the_same(game: Game) -> None:
    assert in_another_process(game, NUMBA_DISABLE_JIT="1") == in_another_process(game, NUMBA_DISABLE_JIT="0")
