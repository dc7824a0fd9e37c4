"""Blitzgriff."""

from pathlib import Path

from spieltisch.games.blitzgriff import chance, course, notation, rules
from spieltisch.games.blitzgriff.bot import MIND
from spieltisch.games.blitzgriff.race import RACE
from spieltisch.games.blitzgriff.state import SEATS, STATE, WHO_SEES, BlitzState
from spieltisch.games.blitzgriff.story import EVENTS, SHOWN, SHOWN_CHOICES, show, tell
from spieltisch.kernel import Game, Rules, choices_of

__all__ = ["GAME"]

GAME = Game(
    name="blitzgriff",
    rules_version=2,
    seats=range(2, SEATS + 1),
    options=course.OPTIONS,
    state=STATE,
    who_sees=WHO_SEES,
    moves=notation.MOVES,
    outcomes=notation.OUTCOMES,
    reasons=rules.REASONS,
    rules=Rules(
        course.set_up,
        rules.actors,
        rules.why_not,
        rules.play,
        chance.chances,
        chance.happen,
        chance.receiver,
        course.places,
        course.points,
        tell,
        rules.timeout,
        show,
    ),
    mind=MIND,
    notation=notation,
    events=EVENTS,
    shown=SHOWN,
    choices={**choices_of(BlitzState), **SHOWN_CHOICES},
    lists_moves=False,
    race=RACE,
    folder=Path(__file__).parent,
)
