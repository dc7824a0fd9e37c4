"""Any game in a terminal: a person at seat 0, bots at the others. Nothing but the view of seat 0 is shown."""

from collections.abc import Mapping, Sequence

from rich.console import Console

import spieltisch as st
from spieltisch.bots import Bot, rehearse
from spieltisch.kernel import Game
from spieltisch.kernel.languages import TEXTS
from spieltisch.terminal.sitting import Sitting
from spieltisch.terminal.words import Teller, printable

LONGEST_NAME = 16


def prepare(
    language: str, game: Game, seats: int, options: Mapping[str, str], bots: str, seed: int | None
) -> tuple[st.Match, Bot]:
    """The match and the bot, with all rules they need compiled: in a fresh clone that takes a while."""
    bot = st.bot(bots, seed)
    with Console().status(TEXTS[language]["terminal"]["preparing"]):
        match = st.Match(game, seats, options, seed)
        rehearse(st.Match(game, seats, options, seed=0), bot)
    return match, bot


def play(match: st.Match, bot: Bot, language: str, name: str = "", fast: bool = False) -> None:
    """To the end of the match; EOFError if the person leaves before."""
    words = TEXTS[language]["terminal"]
    name = printable(name)[:LONGEST_NAME]
    names = name_seats(match.seats, name or words["you"], words["names"])
    teller = Teller(language, match.game.texts[language], match.game.events, words, names, you=not name)
    Sitting(match, bot, teller, fast).play()


def say_goodbye(language: str) -> None:
    Console().print(f"\n{TEXTS[language]['terminal']['goodbye']}")


def name_seats(seats: int, own: str, names: Sequence[str]) -> list[str]:
    return [own, *(name for name in names if name != own)][:seats]
