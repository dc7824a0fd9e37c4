"""How much of what can be won by knowing everything does a bot win without?"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean

from msgspec import Struct

from spieltisch.lab.contest import Contest, PlayedMatch
from spieltisch.lab.players import CHEAT
from spieltisch.lab.scores import Z, wins


class Way(Struct, frozen=True):
    """From parity (what the others are worth) to the cheat: 0 and 1."""

    share: float
    low: float
    high: float


def share_of_the_way(contest: Contest, honest: Sequence[PlayedMatch], cheating: Sequence[PlayedMatch]) -> Way | None:
    """(share of the first bot − parity) / (share of the cheat − parity), with its 95 % confidence interval.

    Matches of the same number have the same cards and seats, so they are compared pair by pair. None: the cheat does
    not win clearly more than its part, so there is no way to go.
    """
    first = contest.bots[0]
    parity = contest.line_up.count(first) / contest.seats
    by_cheat = {played.match: wins(played, CHEAT) - parity for played in cheating}
    pairs = [(wins(played, first) - parity, by_cheat[played.match]) for played in honest if played.match in by_cheat]
    if not pairs:
        return None
    gain, most = (fmean(column) for column in zip(*pairs, strict=True))
    if most <= Z * deviation([theirs for _, theirs in pairs]):
        return None
    share = gain / most
    reach = Z * deviation([ours - share * theirs for ours, theirs in pairs]) / most
    return Way(share, share - reach, share + reach)


def deviation(values: Sequence[float]) -> float:
    """Of their mean."""
    mean = fmean(values)
    return sqrt(sum((value - mean) ** 2 for value in values)) / len(values)
