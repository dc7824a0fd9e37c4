"""Everybody sits on every seat, and next to everybody, equally often."""

from collections import Counter
from math import factorial

import pytest

from spieltisch.lab.seating import balanced, line_up, seating

LINE_UPS = [
    line_up(("a", "b"), 2),
    line_up(("a", "b"), 4),
    line_up(("a", "b", "c"), 4),
    line_up(("a", "b", "a"), 4),
    line_up(("a", "a", "b", "b"), 4),
    line_up(("a", "b", "c", "d", "e"), 5),
]


def test_the_last_bot_fills_the_table() -> None:
    assert line_up(("master", "careful"), 4) == ("master", "careful", "careful", "careful")
    assert line_up(("a", "b", "c"), 3) == ("a", "b", "c")


@pytest.mark.parametrize("players", LINE_UPS)
def test_after_each_round_of_seats_all_seats_were_shared_out_equally(players: tuple[str, ...]) -> None:
    seats = len(players)
    sat: Counter[tuple[str, int]] = Counter()
    for number in range(6 * seats):
        names = seating(players, number)
        assert sorted(names) == sorted(players)
        sat.update(zip(names, range(seats), strict=True))
        if (number + 1) % seats == 0:
            rounds = (number + 1) // seats
            assert all(sat[name, seat] == rounds * players.count(name) for name in players for seat in range(seats))


def test_in_the_end_every_seating_came_up_equally_often() -> None:
    players = ("a", "b", "c", "d")
    assert Counter(seating(players, number) for number in range(2 * factorial(4))).most_common()[-1][1] == 2


def test_other_names_sit_on_the_same_seats() -> None:
    """The cheat takes the chair of the bot it stands in for."""
    for number in range(50):
        theirs = seating(("zebra", "b", "c", "c"), number)
        assert seating(("ant", "b", "c", "c"), number) == tuple(name.replace("zebra", "ant") for name in theirs)


def test_matches_are_rounded_up_to_full_rounds() -> None:
    assert [balanced(matches, 4) for matches in (1, 4, 5, 400)] == [4, 4, 8, 400]
