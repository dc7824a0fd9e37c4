"""Lobo 77."""

from pathlib import Path

from spieltisch.games.lobo77 import notation, rules
from spieltisch.games.lobo77.bot import MIND
from spieltisch.games.lobo77.rules import OPTIONS, REASONS, SEATS, STATE, WHO_SEES, LoboState
from spieltisch.games.lobo77.story import EVENTS, SHOWN, show, tell
from spieltisch.kernel import Game, Rules, choices_of

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
    rules=Rules(
        rules.set_up,
        rules.actors,
        rules.why_not,
        rules.play,
        rules.chances,
        rules.happen,
        rules.receiver,
        rules.places,
        rules.points,
        tell,
        show=show,
    ),
    mind=MIND,
    notation=notation,
    events=EVENTS,
    shown=SHOWN,
    choices=choices_of(LoboState),
    folder=Path(__file__).parent,
    announce=notation.ANNOUNCE,
)
