"""What came out: each bot's share of wins with its confidence interval, its mean place, its rating."""

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from spieltisch.lab.contest import Contest, PlayedMatch
from spieltisch.lab.ratings import ratings_of

Z = 1.96  # 95 %


class Score(Struct, frozen=True):
    """Of one kind of bot; shares are those of one seat, so that parity is the same for all."""

    name: str
    seats: int  # at each table
    win_share: float
    low: float  # the 95 % confidence interval
    high: float
    mean_place: float
    rating: float


def scores_of(contest: Contest, matches: Sequence[PlayedMatch]) -> list[Score]:
    """By share of wins, the best first."""
    ratings = ratings_of(contest.names, matches)
    scores = [score_of(name, contest.line_up.count(name), matches, ratings[name]) for name in contest.names]
    return sorted(scores, key=lambda score: score.win_share, reverse=True)


def score_of(name: str, seats: int, matches: Sequence[PlayedMatch], rating: float) -> Score:
    won = sum(wins(played, name) for played in matches)
    low, high = wilson(won, len(matches))
    places = [place for played in matches for bot, place in zip(played.bots, played.places, strict=True) if bot == name]
    mean_place = sum(places) / len(places)
    return Score(name, seats, won / len(matches) / seats, low / seats, high / seats, mean_place, rating)


def wins(played: PlayedMatch, name: str) -> float:
    """Of all seats of this bot together, from 0 to 1: who shares the first place has an equal part of it."""
    firsts = [bot for bot, place in zip(played.bots, played.places, strict=True) if place == 1]
    return firsts.count(name) / len(firsts)


def wilson(won: float, matches: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson's, sound for few matches too; with parts of a win a bit wide)."""
    share, spread = won / matches, Z * Z / matches
    middle = share + spread / 2
    reach = Z * sqrt(share * (1 - share) / matches + spread / matches / 4)
    return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)
