"""The game as the entry point gives it."""

from pathlib import Path

from spieltisch.kernel import Game, Rules, choices_of
from spieltisch_maexchen import notation, rules
from spieltisch_maexchen.bot import MIND, WEAKER_PLAYERS
from spieltisch_maexchen.story import EVENTS, tell

GAME = Game(
    name="maexchen",
    rules_version=1,
    seats=range(2, rules.SEATS + 1),
    options=rules.OPTIONS,
    state=rules.STATE,
    who_sees=rules.WHO_SEES,
    moves=rules.MOVES,
    outcomes=rules.OUTCOMES,
    reasons=rules.REASONS,
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
    ),
    mind=MIND,
    notation=notation,
    events=EVENTS,
    choices=choices_of(rules.MaexchenState),
    folder=Path(__file__).parent,
    extras=(WEAKER_PLAYERS,),
)
