"""What the figures mean: shares, intervals, ratings, the way to the cheat."""

import random
from math import comb

import pytest

from spieltisch.lab.ceiling import share_of_the_way
from spieltisch.lab.contest import Contest, PlayedMatch, with_cheat
from spieltisch.lab.ratings import ranking, ratings_of
from spieltisch.lab.scores import scores_of, wilson, wins

CONTEST = Contest("lobo77", 1, 4, {}, ("strong", "weak"), None, 0, "0")


def played(number: int, bots: str, places: tuple[int, ...]) -> PlayedMatch:
    return PlayedMatch(number, tuple(bots.split()), places, (0,) * len(places))


def test_a_shared_first_place_is_an_equal_part_of_a_win() -> None:
    assert wins(played(0, "a b c", (1, 1, 3)), "a") == 1 / 2
    assert wins(played(0, "a b c", (1, 1, 1)), "c") == 1 / 3
    assert wins(played(0, "a b b", (1, 1, 1)), "b") == 2 / 3
    assert wins(played(0, "a b c", (2, 1, 2)), "a") == 0


def test_shares_are_those_of_one_seat() -> None:
    matches = [played(n, "strong weak weak weak", (1, 2, 3, 4) if n % 2 else (2, 1, 3, 4)) for n in range(40)]
    strong, weak = scores_of(CONTEST, matches)
    assert (strong.name, strong.seats, strong.win_share, strong.mean_place) == ("strong", 1, 0.5, 1.5)
    assert (weak.name, weak.seats) == ("weak", 3)
    assert weak.win_share == pytest.approx(0.5 / 3)
    assert strong.low < 0.5 < strong.high
    assert (weak.low, weak.high) == pytest.approx(((1 - strong.high) / 3, (1 - strong.low) / 3))


def test_wilsons_interval() -> None:
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    low, high = wilson(0, 10)
    assert (low, high) == pytest.approx((0, 0.2775), abs=1e-4)


@pytest.mark.parametrize("share", [0.1, 0.25, 0.5, 0.7])
@pytest.mark.parametrize("matches", [40, 400])
def test_the_interval_holds_the_truth_about_19_times_out_of_20(share: float, matches: int) -> None:
    holds = (won for won in range(matches + 1) if wilson(won, matches)[0] <= share <= wilson(won, matches)[1])
    chance = sum(comb(matches, won) * share**won * (1 - share) ** (matches - won) for won in holds)
    assert 0.92 < chance < 0.98


def by_plackett_and_luce(strength: dict[str, float], bots: str, rng: random.Random) -> tuple[int, ...]:
    left, names = list(range(len(bots.split()))), bots.split()
    places = [0] * len(names)
    for place in range(1, len(names) + 1):
        seat = rng.choices(left, [strength[names[seat]] for seat in left])[0]
        left.remove(seat)
        places[seat] = place
    return tuple(places)


def test_ratings_find_the_strengths_that_made_the_places() -> None:
    rng = random.Random(2)
    strength = {"a": 10.0, "b": 1.0, "c": 3.0}
    matches = [played(n, "a b c b", by_plackett_and_luce(strength, "a b c b", rng)) for n in range(3000)]
    ratings = ratings_of("abc", matches)
    assert sum(ratings.values()) == pytest.approx(0, abs=1e-6)
    assert ratings["a"] - ratings["b"] == pytest.approx(400, abs=25)
    assert ratings["c"] - ratings["b"] == pytest.approx(190.8, abs=25)


def test_the_rating_of_a_bot_that_never_lost_is_finite() -> None:
    ratings = ratings_of("ab", [played(n, "a b b b", (1, 2, 3, 4)) for n in range(400)])
    assert 400 < ratings["a"] - ratings["b"] < 4000


def test_ties_are_broken_by_lot_and_always_the_same_way() -> None:
    tied = [played(n, "a b", (1, 1)) for n in range(400)]
    assert [ranking(one) for one in tied] == [ranking(one) for one in tied]
    assert 160 < sum(ranking(one)[0] == "a" for one in tied) < 240
    assert ranking(played(0, "a b c d", (3, 1, 1, 4)))[2:] == ["a", "d"]


# The way to the cheat

HONEST, OPEN = "strong weak weak weak", "cheat weak weak weak"
WON, LOST = (1, 2, 3, 4), (2, 1, 3, 4)


def contests(strong: int, cheat: int, matches: int = 400) -> tuple[list[PlayedMatch], list[PlayedMatch]]:
    """In which they win so many."""
    return (
        [played(n, HONEST, WON if n < strong else LOST) for n in range(matches)],
        [played(n, OPEN, WON if n < cheat else LOST) for n in range(matches)],
    )


def test_the_share_of_the_way() -> None:
    way = share_of_the_way(CONTEST, *contests(200, 300))
    assert way is not None
    assert way.share == pytest.approx((0.5 - 0.25) / (0.75 - 0.25))
    assert 0.3 < way.low < way.share < way.high < 0.7


def test_the_whole_way_and_none_of_it() -> None:
    whole, none = share_of_the_way(CONTEST, *contests(300, 300)), share_of_the_way(CONTEST, *contests(100, 300))
    assert whole is not None
    assert (whole.share, whole.low, whole.high) == (1, 1, 1)
    assert none is not None
    assert none.share == 0


def test_there_is_no_way_to_a_cheat_that_wins_no_more_than_its_part() -> None:
    assert share_of_the_way(CONTEST, *contests(110, 105)) is None
    assert share_of_the_way(CONTEST, contests(110, 0)[0], []) is None


def test_the_cheat_takes_the_place_of_the_first_bot() -> None:
    assert with_cheat(CONTEST).bots == ("cheat", "weak")
    assert with_cheat(CONTEST).line_up == ("cheat", "weak", "weak", "weak")
