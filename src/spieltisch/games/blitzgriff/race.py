"""The blitz pace: what the table needs to know to let all act at the same time (docs/real-time.md)."""

from collections.abc import Mapping

from spieltisch.games.blitzgriff.state import DICE, GRABBING, HANDS
from spieltisch.kernel import Race, State

HANDS_MS = 5000  # BG-P1


def is_on(options: Mapping[str, str]) -> bool:
    return options["pace"] == "blitz"


def heat(s: State) -> int:
    """BG-C5 Each pass begins with LOS."""
    return int(s.round_now) * int(s.seats) + int(s.pass_now)


def deadline(options: Mapping[str, str], s: State) -> tuple[int, int]:
    """BG-P3 Until somebody takes a die; BG-P1 until all hands are empty."""
    takes = DICE - int(s.left)
    which = 2 * (heat(s) * (DICE + 1) + takes)
    if s.stage == GRABBING:
        return which, 1000 * int(options["idle"])
    if s.stage == HANDS:
        return which + 1, HANDS_MS
    return which, 0


RACE = Race(is_on, frozenset({"take", "stop", "park", "move"}), heat, deadline)
