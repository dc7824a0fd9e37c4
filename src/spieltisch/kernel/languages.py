"""Which languages there are, and words in them.

A language is there when the package has its file: `texts/fr.json`. Texts are ICU messages, which the page reads too:
`{n, plural, one {# card} other {# cards}}`.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from icu4py.messageformat import MessageFormat

Texts = Mapping[str, Any]

HOME = "de"  # for those who ask for no language
ABROAD = "en"  # for those who ask for none of ours; also what a game says that has no words in a language
FOLDER = Path(__file__).parent.parent / "texts"


def spoken_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in folder.glob("*.json")))


LANGUAGES = spoken_in(FOLDER)


def load_texts(folder: Path) -> Mapping[str, Texts]:
    """By language, for all there are."""
    spoken = spoken_in(folder)
    files = {language: folder / f"{language if language in spoken else ABROAD}.json" for language in LANGUAGES}
    return {language: json.loads(file.read_text(encoding="utf-8")) for language, file in files.items()}


TEXTS = load_texts(FOLDER)  # of the package itself: kernel, table, server and terminal


@cache
def message_of(text: str, language: str) -> MessageFormat:
    return MessageFormat(text, language)


def fill(text: str, language: str, details: Mapping[str, object]) -> str:
    """A text with its blanks filled in; numbers choose between singular and plural."""
    if "{" not in text:
        return text
    values = {name: value if isinstance(value, int) else str(value) for name, value in details.items()}
    return message_of(text, language).format({**values})


def refusals_in(part: str, reason: str, details: Mapping[str, object]) -> dict[str, str]:
    """What a part of the package (`kernel`, `table`, `server`) says to this reason, in every language."""
    return {language: fill(TEXTS[language][part]["refusals"][reason], language, details) for language in LANGUAGES}


def first_spoken(wanted: Iterable[str]) -> str:
    """Of tags such as `fr-CA`, the one that is wanted most first."""
    asked = [tag.split("-")[0].lower() for tag in wanted]
    return next((language for language in asked if language in LANGUAGES), ABROAD if asked else HOME)
