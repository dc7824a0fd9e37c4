"""Ratings by the model of Plackett and Luce: of those not yet placed, each comes next with a chance in proportion to
its strength. Fitted to all matches at once (choix, I-LSR).
"""

import random
from collections.abc import Sequence
from importlib.util import find_spec
from math import log

from spieltisch.lab.contest import BadContest, PlayedMatch

TENFOLD = 400  # points of rating for ten times the strength, as in chess
PRIOR = 0.1  # matches drawn before the first one: the rating of a bot that never lost stays finite


def check_library() -> None:
    if find_spec("choix") is None:
        raise BadContest("ratings need the library choix: pip install 'spieltisch[lab]'")


def ratings_of(names: Sequence[str], matches: Sequence[PlayedMatch]) -> dict[str, float]:
    """Their mean is 0."""
    import choix  # brings scipy, which takes its time

    number = {name: index for index, name in enumerate(names)}
    rankings = [tuple(number[name] for name in ranking(played)) for played in matches]
    strengths = choix.ilsr_rankings(len(names), rankings, alpha=PRIOR)
    return {name: float(strengths[number[name]]) * TENFOLD / log(10) for name in names}


def ranking(played: PlayedMatch) -> list[str]:
    """The first one first. The model knows no ties: who shares a place is put in an order drawn by lot, the same one
    each time.
    """
    lots = random.Random(played.match)
    by_place = sorted(zip(played.places, (lots.random() for _ in played.bots), played.bots, strict=True))
    return [name for _, _, name in by_place]
