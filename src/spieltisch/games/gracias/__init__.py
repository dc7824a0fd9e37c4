"""Gracias."""

from pathlib import Path

from spieltisch.games.gracias import notation, rules, scoring
from spieltisch.games.gracias.bot import MIND
from spieltisch.games.gracias.state import SEATS, STATE, WHO_SEES, GraciasState
from spieltisch.games.gracias.story import EVENTS, SHOWN, show, tell
from spieltisch.kernel import Game, Rules, choices_of

__all__ = ["GAME"]

GAME = Game(
    name="gracias",
    rules_version=1,
    seats=range(3, SEATS + 1),
    options={},
    state=STATE,
    who_sees=WHO_SEES,
    moves=notation.MOVES,
    outcomes=notation.OUTCOMES,
    reasons=rules.REASONS,
    rules=Rules(
        rules.set_up,
        rules.actors,
        rules.why_not,
        rules.play,
        rules.chances,
        rules.happen,
        rules.receiver,
        scoring.places,
        scoring.points,
        tell,
        show=show,
    ),
    mind=MIND,
    notation=notation,
    events=EVENTS,
    shown=SHOWN,
    choices=choices_of(GraciasState),
    folder=Path(__file__).parent,
)
