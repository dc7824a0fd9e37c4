"""What a table does not do, and why, in words."""

from spieltisch.kernel import Refusal
from spieltisch.kernel.languages import refusals_in

RULE = "table"


class NotDone(Exception):
    """A command that was not carried out; the table is exactly as it was."""

    def __init__(self, reason: str, **details: object) -> None:
        super().__init__(reason)
        self.refusal = Refusal(RULE, reason, refusals_in("table", reason, details))


def wrong_number(said: int | None, before: int | None) -> NotDone:
    """None: it was not noted."""
    return NotDone("wrong_number", said="…" if said is None else said, before="…" if before is None else before)
