"""What a table does not do, and why, in words."""

from pathlib import Path

from spieltisch.kernel import Refusal
from spieltisch.kernel.game import LANGUAGES, load_texts

TEXTS = load_texts(Path(__file__).parent / "texts")
RULE = "table"


class NotDone(Exception):
    """A command that was not carried out; the table is exactly as it was."""

    def __init__(self, reason: str, **details: object) -> None:
        super().__init__(reason)
        words = {lang: TEXTS[lang]["refusals"][reason].format(**details) for lang in LANGUAGES}
        self.refusal = Refusal(RULE, reason, words)


def wrong_number(said: int | None, before: int | None) -> NotDone:
    """None: it was not noted."""
    return NotDone("wrong_number", said="…" if said is None else said, before="…" if before is None else before)
