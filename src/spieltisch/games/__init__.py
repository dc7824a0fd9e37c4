"""The games there are. This is the only place, besides tests, that names one."""

from spieltisch.games import blitzgriff, bloeder_sack, gracias, lobo77
from spieltisch.kernel import Game
from spieltisch.kernel.errors import UnknownGame, shown

GAMES: tuple[Game, ...] = (bloeder_sack.GAME, lobo77.GAME, gracias.GAME, blitzgriff.GAME)


def game_named(name: str) -> Game:
    for game in GAMES:
        if game.name == name:
            return game
    raise UnknownGame(f"there is no game {shown(name)}; there are: {', '.join(game.name for game in GAMES)}")
