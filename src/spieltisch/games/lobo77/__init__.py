"""Lobo 77."""

from pathlib import Path

from spieltisch.games.lobo77 import notation, rules
from spieltisch.games.lobo77.bot import MIND, WEAKER_PLAYERS
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
    moves=rules.MOVES,
    outcomes=rules.OUTCOMES,
    reasons=REASONS,
    rules=Rules(
        set_up=rules.set_up,
        actors=rules.actors,
        why_not=rules.why_not,
        play=rules.play,
        chances=rules.chances,
        happen=rules.happen,
        receiver=rules.receiver,
        places=rules.places,
        points=rules.points,
        tell=tell,
        show=show,
    ),
    mind=MIND,
    notation=notation,
    events=EVENTS,
    shown=SHOWN,
    choices=choices_of(LoboState),
    folder=Path(__file__).parent,
    extras=(notation.ANNOUNCE, WEAKER_PLAYERS),
)
