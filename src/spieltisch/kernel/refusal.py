"""Why a move is not taken, with its rule and in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from spieltisch.kernel.errors import shown
from spieltisch.kernel.game import LANGUAGES, Game, load_texts

KERNEL_TEXTS = load_texts(Path(__file__).parent / "texts")


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
    return Refusal(rule, name, {lang: game.texts[lang]["refusals"][name].format(move=move) for lang in LANGUAGES})


def by_the_kernel(rule: str, reason: str, **details: object) -> Refusal:
    """A refusal that is the same in every game: not a move, or not Chance's or the clock's time."""
    words = {lang: KERNEL_TEXTS[lang]["refusals"][reason].format(**details) for lang in LANGUAGES}
    return Refusal(rule, reason, words)
