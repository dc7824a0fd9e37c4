"""Who plays in the lab: every bot, and one that cheats. All that the lab knows about making bots is here."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from spieltisch.bots import BOTS, BadBot, bot
from spieltisch.kernel import Game, Match, Seen
from spieltisch.kernel.errors import shown
from spieltisch.kernel.seats import nothing_hidden

CHEAT = "cheat"
CHEATING = "master"  # the bot that thinks for the cheat
PLAYERS = (*BOTS, CHEAT)

Player = Callable[[Match, int], str]  # match, seat → the move


def player(name: str, seed: int, ms: int | None = None) -> Player:
    """A bot by name, with so many ms for each move if it searches; None: as much as it usually takes."""
    thinker = bot(CHEATING if name == CHEAT else name, seed=seed, ms=ms)
    look = everything if name == CHEAT else Match.seen
    return lambda match, seat: thinker.choose(look(match, seat))[0]


def check_player(name: str, ms: int | None) -> None:
    if name not in PLAYERS:
        raise BadBot(f"there is no bot {shown(name)}; there are: {', '.join(PLAYERS)}")
    player(name, 0, ms)


def everything(match: Match, seat: int) -> Seen:
    """The true record, in a game in which nothing need be imagined. What Chance will do, nobody knows."""
    return replace(match.seen(seat), game=laid_open(match.game), state=match.last.after)


@cache
def laid_open(game: Game) -> Game:
    return replace(game, mind=replace(game.mind, imagine=nothing_hidden))
