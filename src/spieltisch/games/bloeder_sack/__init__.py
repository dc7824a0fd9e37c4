"""Blöder Sack."""

from pathlib import Path

from spieltisch.games.bloeder_sack import chance, course, notation, rules
from spieltisch.games.bloeder_sack.bot import MIND
from spieltisch.games.bloeder_sack.deck import DECK
from spieltisch.games.bloeder_sack.state import SEATS, STATE, WHO_SEES, SackState
from spieltisch.games.bloeder_sack.story import EVENTS, SHOWN, SHOWN_CHOICES, show, tell
from spieltisch.kernel import Game, Rules, choices_of

__all__ = ["GAME"]

GAME = Game(
    name="bloeder-sack",
    rules_version=1,
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
        show=show,
    ),
    mind=MIND,
    notation=notation,
    events=EVENTS,
    shown=SHOWN,
    choices={**choices_of(SackState), **SHOWN_CHOICES},
    folder=Path(__file__).parent,
    free_options={"deck": DECK},
)
