"""Blitzgriff."""

from pathlib import Path

from spieltisch.games.blitzgriff import chance, course, moves, notation, rules
from spieltisch.games.blitzgriff.bot import MIND, SEARCH_LIMITS, WEAKER_PLAYERS
from spieltisch.games.blitzgriff.race import RACE
from spieltisch.games.blitzgriff.state import SEATS, STATE, WHO_SEES, BlitzState
from spieltisch.games.blitzgriff.story import EVENTS, SHOWN, SHOWN_CHOICES, show, tell
from spieltisch.kernel import Game, JudgedSoon, MovesInSight, Rules, choices_of

__all__ = ["GAME"]

GAME = Game(
    name="blitzgriff",
    rules_version=2,
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
        timeout=rules.timeout,
        show=show,
    ),
    mind=MIND,
    notation=notation,
    events=EVENTS,
    shown=SHOWN,
    choices={**choices_of(BlitzState), **SHOWN_CHOICES},
    folder=Path(__file__).parent,
    extras=(RACE, MovesInSight(), JudgedSoon(), SEARCH_LIMITS, WEAKER_PLAYERS),
)
