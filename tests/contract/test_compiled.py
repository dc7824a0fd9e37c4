"""The same source, compiled and interpreted, gives the same match to the byte."""

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from contract.conftest import ALL, INTERPRETED
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


def digests() -> dict[str, str]:
    return {game.name: digest_of_matches(game) for game in ALL}


def digests_of_the_other_kind() -> dict[str, str]:
    """By a process that interprets what is compiled here, or the other way round; one for all games."""
    code = "import json\nfrom contract.test_compiled import digests\nprint(json.dumps(digests()))"
    env = os.environ | {"PYTHONPATH": str(TESTS), "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1"}
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    others: dict[str, str] = json.loads(run.stdout)
    return others


@pytest.mark.slow
def test_compiled_and_interpreted_rules_are_the_same() -> None:
    assert digests() == digests_of_the_other_kind()
