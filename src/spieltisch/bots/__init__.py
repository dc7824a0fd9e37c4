"""Bots: fed with `Seen` only, never with states. The same bot, seeing the same, does the same, unless a clock decides
how long it thinks.
"""

import secrets
from typing import Protocol

from spieltisch.bots.players import BadBot, Judgement, Judging, Player, Random, Searching
from spieltisch.bots.thinking import Budget
from spieltisch.kernel import Match, Seen
from spieltisch.kernel.errors import is_whole, shown

__all__ = ["BOTS", "LEVELS", "BadBot", "Bot", "bot", "rehearse"]


class Bot(Protocol):
    def choose(self, seen: Seen) -> tuple[str, int]:
        """The move, and how many ms a person would think about it."""


LEVELS = ("beginner", "family", "club", "master")  # for people; each clearly better than the one before
BOTS = (*LEVELS, "random", "careful", "search")
JUDGING = {
    "beginner": Judgement(naive=True, doubt=1.0),
    "family": Judgement(doubt=1.0),
    "club": Judgement(),
    "careful": Judgement(),
}
TRIES = {"master": 20_000, "search": 2000}
RACE_MS = {"beginner": 5000, "family": 3600, "club": 2600, "master": 1800}
USUAL_RACE_MS = 2600
MOST_TRIES, MOST_MS = 1_000_000, 600_000


def bot(name: str, seed: int | None = None, iterations: int | None = None, ms: int | None = None) -> Bot:
    """A bot by name; without a seed, one that nobody can predict. Those that search get so many tries or ms a move."""
    if not isinstance(name, str) or name not in BOTS:
        raise BadBot(f"there is no bot {shown(name)}; there are: {', '.join(BOTS)}")
    for what, value, most in (("iterations", iterations, MOST_TRIES), ("ms", ms, MOST_MS)):
        if value is not None and not (is_whole(value) and 1 <= value <= most):
            raise BadBot(f"{what} are a whole number from 1 to {most}, not {shown(value)}")
    if seed is not None and not (is_whole(seed) and abs(seed) < 2**64):
        raise BadBot(f"a bot's seed is None or a whole number of at most 64 bits, not {shown(seed)}")
    secret = secrets.token_bytes(16) if seed is None else str(seed).encode()
    return make(name, secret, iterations, ms)


def make(name: str, seed: bytes, iterations: int | None, ms: int | None) -> Player:
    race_ms = RACE_MS.get(name, USUAL_RACE_MS)
    if name == "random":
        return Random(seed, race_ms)
    if name in JUDGING:
        return Judging(seed, race_ms, JUDGING[name])
    return Searching(seed, race_ms, Budget(iterations or TRIES[name], ms))


def rehearse(match: Match, player: Bot) -> None:
    """Play to the end, so that every rule is called, and thereby compiled, once."""
    player.choose(match.seen(match.actors[0]))
    hasty = bot("random", seed=0)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, hasty.choose(match.seen(seat))[0])
