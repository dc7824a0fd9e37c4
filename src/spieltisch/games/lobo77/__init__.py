"""Lobo 77."""

from pathlib import Path

from spieltisch.games.lobo77 import notation
from spieltisch.games.lobo77.bot import MIND
from spieltisch.games.lobo77.rules import OPTIONS, REASONS, RULES, SEATS, STATE, WHO_SEES
from spieltisch.kernel import Game

__all__ = ["GAME"]

GAME = Game(
    name="lobo77",
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
    announce=notation.announce,
)
