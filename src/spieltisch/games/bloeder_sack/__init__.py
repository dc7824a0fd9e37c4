"""Blöder Sack."""

from pathlib import Path

from spieltisch.games.bloeder_sack import notation
from spieltisch.games.bloeder_sack.bot import MIND
from spieltisch.games.bloeder_sack.deck import DECK
from spieltisch.games.bloeder_sack.rules import OPTIONS, REASONS, RULES, SEATS, STATE, WHO_SEES
from spieltisch.kernel import Game

__all__ = ["GAME"]

GAME = Game(
    name="bloeder-sack",
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
    free_options={"deck": DECK},
)
