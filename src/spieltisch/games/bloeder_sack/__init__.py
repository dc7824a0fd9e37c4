"""Blöder Sack."""

from pathlib import Path

from spieltisch.games.bloeder_sack import chance, course, moves, notation, rules
from spieltisch.games.bloeder_sack.bot import MIND, WEAKER_PLAYERS
from spieltisch.games.bloeder_sack.deck import DECK
from spieltisch.games.bloeder_sack.state import SEATS, STATE, WHO_SEES, SackState
from spieltisch.games.bloeder_sack.story import EVENTS, SHOWN, SHOWN_CHOICES, show, tell
from spieltisch.kernel import FreeOptions, Game, Rules, choices_of

__all__ = ["GAME"]

GAME = Game(
    name="bloeder-sack",
    rules_version=1,
    seats=range(2, SEATS + 1),
    options=course.OPTIONS,
    state=STATE,
    who_sees=WHO_SEES,
    moves=moves.MOVES,
    outcomes=moves.OUTCOMES,
    reasons=rules.REASONS,
    rules=Rules(
        set_up=course.set_up,
        actors=rules.actors,
        why_not=rules.why_not,
        play=rules.play,
        chances=chance.chances,
        happen=chance.happen,
        places=course.places,
        points=course.points,
        tell=tell,
        show=show,
    ),
    mind=MIND,
    notation=notation,
    events=EVENTS,
    shown=SHOWN,
    choices={**choices_of(SackState), **SHOWN_CHOICES},
    folder=Path(__file__).parent,
    extras=(FreeOptions({"deck": DECK}), WEAKER_PLAYERS),
)
