"""Bots play legal moves to the end, at every table, and the same when they see the same."""

import random

import pytest

from playing import LONGEST, play_at_random
from spieltisch.bots import LEVELS, BadBot, bot
from spieltisch.kernel import Game, Match

DIFFERENT = ("random", *LEVELS)  # the others are made of the same parts

Table = tuple[Game, int, dict[str, str]]


@pytest.mark.slow
def test_bots_play_every_game_to_its_end(extreme_table: Table) -> None:
    """Every level at every table: as many of them in a match as have a chair."""
    game, seats, options = extreme_table
    for first in range(0, len(DIFFERENT), seats):
        levels = [DIFFERENT[(first + seat) % len(DIFFERENT)] for seat in range(seats)]
        players = [bot(level, seed=seat, iterations=8) for seat, level in enumerate(levels)]
        rng, match = random.Random(first), Match(game, seats, options, seed=1)
        for _ in range(LONGEST):
            if match.over:
                break
            seat = rng.choice(match.actors)
            match.play(seat, players[seat].choose(match.seen(seat))[0])
        assert match.over


@pytest.mark.parametrize("name", DIFFERENT)
def test_the_same_bot_seeing_the_same_does_the_same(game: Game, name: str) -> None:
    match = Match(game, game.seats[0], seed=2)
    seat = match.actors[0]
    choices = {bot(name, seed=5, iterations=100).choose(match.seen(seat)) for _ in range(3)}
    assert len(choices) == 1


def test_a_bot_with_nothing_to_choose_says_so(game: Game) -> None:
    match = play_at_random(Match(game, game.seats[0], seed=1), random.Random(1))
    with pytest.raises(BadBot, match="no move"):
        bot("random").choose(match.seen(0))


MATCHES = 24


@pytest.mark.slow
def test_careful_beats_random(game: Game) -> None:
    seats, wins = game.seats[0], 0
    for seed in range(MATCHES):
        careful = seed % seats
        players = [bot("careful" if seat == careful else "random", seed=seed) for seat in range(seats)]
        match = Match(game, seats, seed=seed)
        while not match.over:
            seat = match.actors[0]
            match.play(seat, players[seat].choose(match.seen(seat))[0])
        assert match.result is not None
        wins += match.result.places[careful] == 1
    assert wins >= 1.4 * MATCHES / seats
