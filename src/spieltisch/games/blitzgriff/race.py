"""The blitz pace: what the table needs to know to let all act at the same time (docs/real-time.md)."""

from collections.abc import Mapping
from typing import Any

from spieltisch.games.blitzgriff.bot import effort
from spieltisch.games.blitzgriff.state import DICE, GRABBING, HANDS, BlitzState
from spieltisch.kernel import Race

HANDS_MS = 5000  # BG-P1


def is_on(options: Mapping[str, str]) -> bool:
    return options["pace"] == "blitz"


def number(s: Any, field: str) -> int:
    """For what is asked after every move: as an attribute it takes six times as long."""
    return int(s[field])


def heat(s: BlitzState) -> int:
    """BG-C5 Each pass begins with LOS."""
    return number(s, "round_now") * number(s, "seats") + number(s, "pass_now")


def deadline(options: Mapping[str, str], s: BlitzState) -> tuple[int, int]:
    """BG-P3 Until somebody takes a die; BG-P1 until all hands are empty."""
    takes = DICE - number(s, "left")
    which = 2 * (heat(s) * (DICE + 1) + takes)
    stage = number(s, "stage")
    if stage == GRABBING:
        return which, 1000 * int(options["idle"])
    if stage == HANDS:
        return which + 1, HANDS_MS
    return which, 0


RACE = Race(
    is_on=is_on,
    contested=frozenset({"take", "stop", "park", "move"}),
    heat=heat,
    deadline=deadline,
    effort=effort,
)
