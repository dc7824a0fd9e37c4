"""Why a move is not taken, with its rule and in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from spieltisch.kernel.errors import shown
from spieltisch.kernel.game import Game
from spieltisch.kernel.languages import LANGUAGES, fill, refusals_in


@dataclass(frozen=True)
class Refusal:
    rule: str
    reason: str
    words: Mapping[str, str]

    def text(self, language: str) -> str:
        if not isinstance(language, str) or language not in self.words:
            raise ValueError(f"language is one of {', '.join(LANGUAGES)}, not {shown(language)}")
        return self.words[language]


class Refused(Exception):
    """A move that was not taken; the match is exactly as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.text('en')} [{refusal.rule}]")
        self.refusal = refusal


def by_the_rules(game: Game, reason: int, move: str) -> Refusal:
    """A refusal of the game's own."""
    name, rule = game.reasons[reason]
    words = {lang: fill(game.texts[lang]["refusals"][name], lang, {"move": move}) for lang in LANGUAGES}
    return Refusal(rule, name, words)


def by_the_kernel(rule: str, reason: str, **details: object) -> Refusal:
    """A refusal that is the same in every game: not a move, or not Chance's or the clock's time."""
    return Refusal(rule, reason, refusals_in("kernel", reason, details))
