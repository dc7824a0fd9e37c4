"""The same source, compiled and interpreted, gives the same match, the same judgements and the same choices."""

import hashlib
import json
import os
import random
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from contract.conftest import ALL, INTERPRETED
from playing import play_at_random
from spieltisch.bots import LEVELS, bot
from spieltisch.bots.search import Tuning
from spieltisch.bots.thinking import Budget, find_best
from spieltisch.kernel import Game, Match, Race, Seen, WeakerPlayers
from spieltisch.kernel.dice import new_dice

TESTS = Path(__file__).parent.parent
BY_JUDGEMENT = ("random", *LEVELS[:-1])
JUDGED = 30  # one position in so many
SEARCHED = 3  # positions of a match: plain Python takes its time
SHORT = Tuning(depth=2, horizon=6, boldness=128)


def digest_of_matches(game: Game) -> str:
    """Every state of a random match at every seat count, and all that is told of it, in one hash."""
    digest = hashlib.sha256()

    def watch(match: Match) -> None:
        digest.update(match._states.tobytes() + repr(match.told).encode())

    for seats in game.seats:
        options = {name: values[seats % len(values)] for name, values in game.options.items()}
        match = Match(game, seats, options, seed=seats)
        play_at_random(match, random.Random(seats), watch)
        watch(match)
    return digest.hexdigest()


def judgements(game: Game, seen: Seen, dice: np.ndarray) -> Iterator[object]:
    """All that a game's mind says of a position."""
    mind, state = game.mind, seen.state.copy()
    race, weaker = game.extra(Race), game.extra(WeakerPlayers)
    for move in np.flatnonzero(seen.legal()).tolist():
        yield int(mind.worth(state[0], seen.seat, move))
        if race is not None:
            yield int(race.effort(state[0], seen.seat, move))
        if weaker is not None:
            yield int(weaker.first_thought(state[0], seen.seat, move))
    imagined, notes = state.copy(), np.zeros(2, mind.notes)
    mind.imagine(seen.sight, imagined[0], dice[0], notes)
    yield imagined.tobytes()
    chances = np.zeros(game.seats[-1], np.float64)
    mind.evaluate(imagined[0], chances)
    yield [f"{chance:.9f}" for chance in chances]  # exp and sums: the last bits may differ
    yield bool(mind.settled(imagined[0]))
    yield int(mind.quickest(imagined[0], sum(1 << seat for seat in seen.actors), dice[0]))


def judgements_in(match: Match) -> Iterator[object]:
    """Every so often while it is played at random."""
    dice, rng = new_dice(bytes([match.seats])), random.Random(match.seats)
    players = [bot(name, seed=match.seats) for name in BY_JUDGEMENT]
    while not match.over:
        seat = rng.choice(match.actors)
        if rng.randrange(JUDGED) == 0:
            seen = match.seen(seat)
            yield from judgements(match.game, seen, dice)
            yield from (player.choose(seen) for player in players)
        match.play(seat, rng.choice(match.moves(seat)))


def digest_of_judgements(game: Game) -> str:
    """What the game's mind and every level that judges say in random matches."""
    digest = hashlib.sha256()
    for seats in (game.seats[0], game.seats[-1]):
        options = {name: values[seats % len(values)] for name, values in game.options.items()}
        digest.update(repr(list(judgements_in(Match(game, seats, options, seed=seats)))).encode())
    return digest.hexdigest()


def digest_of_searches(game: Game) -> str:
    """What a search finds, in a few positions."""
    digest = hashlib.sha256()
    match, rng = Match(game, game.seats[0], seed=5), random.Random(5)
    for _ in range(SEARCHED):
        for _ in range(7):
            if not match.over:
                seat = rng.choice(match.actors)
                match.play(seat, rng.choice(match.moves(seat)))
        if match.over:
            break
        seen = match.seen(match.actors[0])
        thought = find_best(game, seen.sight, [new_dice(b"search")], Budget(8), SHORT)
        digest.update(repr((thought.move, thought.further["move"].tolist())).encode())
    return digest.hexdigest()


DIGESTS: dict[str, Callable[[Game], str]] = {
    "matches": digest_of_matches,
    "judgements": digest_of_judgements,
    "searches": digest_of_searches,
}


def digests() -> dict[str, str]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return {f"{what} of {game.name}": digest(game) for what, digest in DIGESTS.items() for game in ALL}


def digests_of_the_other_kind() -> dict[str, str]:
    """By a process that interprets what is compiled here, or the other way round; one for all games."""
    code = "import json\nfrom contract.test_compiled import digests\nprint(json.dumps(digests()))"
    env = os.environ | {
        "PYTHONPATH": f"{TESTS}:{os.environ.get('PYTHONPATH', '')}",
        "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1",
    }
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    others: dict[str, str] = json.loads(run.stdout)
    return others


@pytest.mark.slow
def test_compiled_and_interpreted_rules_are_the_same() -> None:
    assert digests() == digests_of_the_other_kind()
