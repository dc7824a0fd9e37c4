"""Blitzgriff."""

from pathlib import Path

from spieltisch.games.blitzgriff import notation, rules
from spieltisch.games.blitzgriff.bot import MIND
from spieltisch.games.blitzgriff.race import RACE
from spieltisch.games.blitzgriff.rules import OPTIONS, REASONS
from spieltisch.games.blitzgriff.state import SEATS, STATE, WHO_SEES
from spieltisch.games.blitzgriff.story import EVENT_IDS, EVENTS, tell
from spieltisch.kernel import Game, Rules

__all__ = ["GAME"]

GAME = Game(
    name="blitzgriff",
    rules_version=1,
    seats=range(2, SEATS + 1),
    options=OPTIONS,
    state=STATE,
    who_sees=WHO_SEES,
    moves=notation.MOVES,
    outcomes=notation.OUTCOMES,
    reasons=REASONS,
    rules=Rules(
        rules.set_up, rules.actors, rules.why_not, rules.play, rules.chances, rules.happen, rules.receiver,
        rules.places, rules.points, tell, rules.timeout,
    ),
    mind=MIND,
    notation=notation,
    events=EVENTS,
    ids=EVENT_IDS,
    lists_moves=False,
    race=RACE,
    folder=Path(__file__).parent,
)
