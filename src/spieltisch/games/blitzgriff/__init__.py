"""Blitzgriff."""

from pathlib import Path

from spieltisch.games.blitzgriff import notation
from spieltisch.games.blitzgriff.bot import MIND
from spieltisch.games.blitzgriff.rules import OPTIONS, REASONS, RULES
from spieltisch.games.blitzgriff.state import SEATS, STATE, WHO_SEES
from spieltisch.kernel import Game

__all__ = ["GAME"]

GAME = Game(
    name="blitzgriff",
    rules_version=1,
    seats=range(2, SEATS + 1),
    options=OPTIONS,
    state=STATE,
    who_sees=WHO_SEES,
    moves=notation.MOVES,
    outcomes=notation.OUTCOMES,
    reasons=REASONS,
    rules=RULES,
    mind=MIND,
    notation=notation,
    folder=Path(__file__).parent,
)
