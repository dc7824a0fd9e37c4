"""Gracias."""

from pathlib import Path

from spieltisch.games.gracias import moves, notation, rules, scoring
from spieltisch.games.gracias.bot import MIND, WEAKER_PLAYERS
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
    moves=moves.MOVES,
    outcomes=moves.OUTCOMES,
    reasons=rules.REASONS,
    rules=Rules(
        set_up=rules.set_up,
        actors=rules.actors,
        why_not=rules.why_not,
        play=rules.play,
        chances=rules.chances,
        happen=rules.happen,
        receiver=rules.receiver,
        places=scoring.places,
        points=scoring.points,
        tell=tell,
        show=show,
    ),
    mind=MIND,
    notation=notation,
    events=EVENTS,
    shown=SHOWN,
    choices=choices_of(GraciasState),
    folder=Path(__file__).parent,
    extras=(WEAKER_PLAYERS,),
)
