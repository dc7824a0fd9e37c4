"""What the package `spieltisch` offers under its own name."""

from spieltisch import games as _games
from spieltisch.bots import BadBot, bot
from spieltisch.coach import Analysis, NotOver, analyse
from spieltisch.kernel import CHANCE, CLOCK, Entry, Refusal, Refused, Result, Seen
from spieltisch.kernel import Match as _Match
from spieltisch.kernel.errors import (
    BadChance,
    BadLog,
    BadOption,
    BadPosition,
    BadSeats,
    BadTime,
    OtherRules,
    Unknown,
    UnknownGame,
)

GAMES: tuple[str, ...] = tuple(game.name for game in _games.GAMES)


class Match(_Match):
    """A match of one of `GAMES`."""

    game_named = staticmethod(_games.game_named)


__all__ = [
    "CHANCE",
    "CLOCK",
    "GAMES",
    "Analysis",
    "BadBot",
    "BadChance",
    "BadLog",
    "BadOption",
    "BadPosition",
    "BadSeats",
    "BadTime",
    "Entry",
    "Match",
    "NotOver",
    "OtherRules",
    "Refusal",
    "Refused",
    "Result",
    "Seen",
    "Unknown",
    "UnknownGame",
    "analyse",
    "bot",
]
