"""The games there are: ours, and those of packages that are installed beside this one. This is the only place, besides
tests, that names one.
"""

import logging
import re
from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points

from spieltisch.games import blitzgriff, bloeder_sack, gracias, lobo77
from spieltisch.kernel import Game
from spieltisch.kernel.errors import UnknownGame, shown

OURS: tuple[Game, ...] = (bloeder_sack.GAME, lobo77.GAME, gracias.GAME, blitzgriff.GAME)
GROUP = "spieltisch.games"  # in a package's pyproject.toml: [project.entry-points."spieltisch.games"]
NAME = re.compile(r"[a-z][a-z0-9-]{1,31}")  # it stands in addresses

log = logging.getLogger("spieltisch")


class NoGame(ValueError):
    """What an entry point leads to cannot be played here."""


def with_plugins(ours: tuple[Game, ...], found: Iterable[EntryPoint]) -> tuple[Game, ...]:
    """Ours, then the others by name. One that cannot be played is reported and left out: the rest goes on."""
    games = ours
    for entry in sorted(found, key=lambda entry: (entry.name, entry.value)):
        try:
            games += (loaded(entry, games),)
        except Exception as error:  # somebody else's code may raise anything
            log.warning("the game %s (%s) is left out: %s", entry.name, entry.value, in_words(error))
    return games


def loaded(entry: EntryPoint, others: tuple[Game, ...]) -> Game:
    game = entry.load()
    if not isinstance(game, Game):
        raise NoGame(f"its entry point must lead to a Game, not to {shown(game)}")
    if not NAME.fullmatch(game.name):
        raise NoGame(f"a game's name is made of small letters, digits and hyphens, not {shown(game.name)}")
    if game.name in (other.name for other in others):
        raise NoGame(f"there is a game named {game.name!r} already")
    return game


def in_words(error: Exception) -> str:
    return str(error) if isinstance(error, NoGame) else f"{type(error).__name__}: {error}"


GAMES: tuple[Game, ...] = with_plugins(OURS, entry_points(group=GROUP))


def game_named(name: str) -> Game:
    for game in GAMES:
        if game.name == name:
            return game
    raise UnknownGame(f"there is no game {shown(name)}; there are: {', '.join(game.name for game in GAMES)}")
