"""Random matches with 4 players: of Lobo 77, beside the same rules in plain Python; and of the other games."""

import random
from collections.abc import Callable
from time import process_time

import numpy as np
from rich.progress import Progress

from bench import plain_lobo77
from bench.figure import NUMBER, PER_SECOND, Figure
from spieltisch import CHANCE
from spieltisch.bots.playout import make_playout
from spieltisch.games import GAMES
from spieltisch.games.lobo77 import GAME
from spieltisch.kernel import Game
from spieltisch.kernel.dice import new_dice
from spieltisch.lab.players import player
from spieltisch.lab.playing import play_match

SEATS = 4
RATIO_TO_REACH = 12
COUNTED = 40  # matches, for Chance's moves

PlayOne = Callable[[], int]  # one match → its decisions


def measure(rounds: int, seconds: float, progress: Progress) -> list[Figure]:
    """In turns, and the best of each: whatever else this machine does can only slow them down."""
    play_compiled, play_plain = compiled(GAME), plain()
    quickest_compiled = quickest_plain = 0.0
    for _ in progress.track(range(rounds), description="Random matches"):
        quickest_compiled = max(quickest_compiled, decisions_per_second(play_compiled, seconds))
        quickest_plain = max(quickest_plain, decisions_per_second(play_plain, seconds))
    ratio = quickest_compiled / quickest_plain
    return [
        Figure(
            "decisions",
            "random matches: decisions, one core",
            quickest_compiled,
            PER_SECOND,
            beside="plain Python",
            other=quickest_plain,
            to_reach=f"≥ {RATIO_TO_REACH}×",
            reached=ratio >= RATIO_TO_REACH,
        ),
        Figure("chance", "… Chance's moves per decision", chance_to_each_decision(), NUMBER),
        *(measure_game(game, rounds, seconds, progress) for game in GAMES if game is not GAME and SEATS in game.seats),
    ]


def measure_game(game: Game, rounds: int, seconds: float, progress: Progress) -> Figure:
    play_one, quickest = compiled(game), 0.0
    for _ in progress.track(range(rounds), description=f"Random matches of {game.name}"):
        quickest = max(quickest, decisions_per_second(play_one, seconds))
    matches = quickest / play_one()  # each has as many decisions, or nearly
    return Figure(f"{game.name}_matches", f"{game.name}: random matches, one core", matches, PER_SECOND)


def decisions_per_second(play_one: PlayOne, seconds: float) -> float:
    """Seconds of a core, not of the clock on the wall: others may be using it too."""
    decisions = 0
    began = now = process_time()
    while now - began < seconds:
        decisions += sum(play_one() for _ in range(10))
        now = process_time()
    return decisions / (now - began)


def compiled(game: Game) -> PlayOne:
    random_match = make_playout(game).random_match
    template = game.set_up(SEATS, game.check_options({}))
    states = template.copy()
    record, fresh = states.view(np.uint8), template.view(np.uint8)  # field by field, NumPy copies 20 times slower
    marks = np.zeros(len(game.moves), np.uint8)
    weights = np.zeros(len(game.outcomes), np.int64)
    dice = new_dice(b"bench")

    def play_one() -> int:
        record[:] = fresh
        return random_match(states, marks, weights, dice)

    play_one()  # compiled, or loaded, before the clock runs
    return play_one


def plain() -> PlayOne:
    rng = random.Random(77)
    return lambda: plain_lobo77.random_match(SEATS, rng)


def chance_to_each_decision() -> float:
    logs = [play_match(GAME, [player("random", seed)] * SEATS, seed).log for seed in range(COUNTED)]
    by_chance = sum(entry.seat == CHANCE for log in logs for entry in log)
    return by_chance / (sum(map(len, logs)) - by_chance)
