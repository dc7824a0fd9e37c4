"""Bots: fed with `Seen` only, never with states. The same bot, seeing the same, does the same."""

import secrets
from typing import Protocol

import numpy as np

from spieltisch.bots.search import Tuning, make_search, new_desk
from spieltisch.kernel import Match, Seen
from spieltisch.kernel.dice import below, new_dice, pick
from spieltisch.kernel.errors import is_whole, shown

__all__ = ["BOTS", "BadBot", "Bot", "bot", "rehearse"]


SHORTEST_MS, SPREAD_MS = 700, 900
LEAVE_OTHERS_MS = 3000


class BadBot(ValueError):
    """No bot of that name, or a seat for which there is nothing to choose."""


class Bot(Protocol):
    def choose(self, seen: Seen) -> tuple[str, int]:
        """The move, and how many ms a person would think about it."""


class Player:
    """What all bots have: a name, a seed, and a humane time that depends on nothing they hold."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def choose(self, seen: Seen) -> tuple[str, int]:
        marks = seen.legal()
        if not marks.any():
            raise BadBot(f"seat {seen.seat} has no move to choose now")
        move = self.decide(seen, marks)
        return seen.game.moves.texts[move], self.think_ms(seen)

    def think_ms(self, seen: Seen) -> int:
        """Depends on nothing it holds. Where others should act first, it leaves them time."""
        dice = new_dice(self.seed, len(seen.log).to_bytes(8, "big"))
        acting = sum(1 << seat for seat in seen.actors)
        first = seen.game.mind.quickest(seen.state[0], acting, dice[0])
        return (SHORTEST_MS if first == seen.seat else LEAVE_OTHERS_MS) + int(below(dice[0], SPREAD_MS))

    def decide(self, seen: Seen, marks: np.ndarray) -> int:
        raise NotImplementedError


class Random(Player):
    """Any legal move."""

    def decide(self, seen: Seen, marks: np.ndarray) -> int:
        return int(pick(new_dice(self.seed, seen.to_bytes())[0], marks, int(marks.sum())))


class Careful(Player):
    """The move of the highest worth, by the game's own quick rule."""

    def decide(self, seen: Seen, marks: np.ndarray) -> int:
        worth = seen.game.mind.worth
        legal = np.flatnonzero(marks)
        worths = np.array([worth(seen.state[0], seen.seat, int(move)) for move in legal])
        best = legal[worths == worths.max()]
        dice = new_dice(self.seed, seen.to_bytes())
        return int(best[below(dice[0], best.size)])


class Searcher(Player):
    """Information-set search."""

    def __init__(self, seed: bytes, tuning: Tuning) -> None:
        super().__init__(seed)
        self.tuning = tuning

    def decide(self, seen: Seen, marks: np.ndarray) -> int:
        if marks.sum() == 1:
            return int(marks.argmax())
        desk = new_desk(seen.game, self.tuning.iterations, new_dice(self.seed, seen.to_bytes()))
        tuning = self.tuning._replace(depth=min(self.tuning.depth, seen.game.mind.depth))
        return make_search(seen.game)(seen.sight, desk, *tuning)


BOTS = ("random", "careful", "search")
MOST_ITERATIONS = 1_000_000


def bot(name: str, seed: int | None = None, iterations: int = Tuning().iterations) -> Bot:
    """A bot by name; without a seed, one that nobody can predict."""
    if not is_whole(iterations) or not 1 <= iterations <= MOST_ITERATIONS:
        raise BadBot(f"iterations are a whole number from 1 to {MOST_ITERATIONS}, not {shown(iterations)}")
    if seed is not None and not (is_whole(seed) and abs(seed) < 2**64):
        raise BadBot(f"a bot's seed is None or a whole number of at most 64 bits, not {shown(seed)}")
    secret = secrets.token_bytes(16) if seed is None else str(seed).encode()
    match name if isinstance(name, str) else None:
        case "random":
            return Random(secret)
        case "careful":
            return Careful(secret)
        case "search":
            return Searcher(secret, Tuning(iterations=iterations))
    raise BadBot(f"there is no bot {shown(name)}; there are: {', '.join(BOTS)}")


def rehearse(match: Match, player: Bot) -> None:
    """Play to the end, so that every rule is called, and thereby compiled, once."""
    player.choose(match.seen(match.actors[0]))
    hasty = bot("random", seed=0)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, hasty.choose(match.seen(seat))[0])
