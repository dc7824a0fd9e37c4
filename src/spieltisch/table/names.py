"""What people are called at a table: short, printable, no two alike. At public tables names come from a list."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

LONGEST = 16
LISTED = tuple((Path(__file__).parent / "names.txt").read_text(encoding="utf-8").split())
LOOK_ALIKE = re.compile(r"[\W_]+")


def clean(name: str) -> str:
    """Without control characters, marks piled upon marks and outer blanks; empty: nothing is left of it."""
    composed = unicodedata.normalize("NFKC", name)
    kept = "".join(letter for letter in composed if is_shown(letter))
    return " ".join(kept.split())[:LONGEST].strip()


def is_shown(letter: str) -> bool:
    """Letters, digits, signs and blanks; not what steers, hides or stacks text."""
    return letter == " " or unicodedata.category(letter)[0] in "LNPS"


def is_taken(name: str, others: Iterable[str]) -> bool:
    """"Oma" and "oma " would be mistaken for each other."""
    return plain(name) in {plain(other) for other in others}


def plain(name: str) -> str:
    return LOOK_ALIKE.sub("", name.casefold()) or name


def first_free(others: Iterable[str]) -> str:
    taken = list(others)
    return next(name for name in LISTED if not is_taken(name, taken))
