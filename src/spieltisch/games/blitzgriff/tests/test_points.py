"""BG-S2 … BG-S7 What each kind of card counts, rule by rule, on cards of our own (conftest.py)."""

from collections.abc import Callable

import pytest

from spieltisch.games.blitzgriff.scoring import CHAIN, DOUBLE, IN_PASCH, SECOND_JOKER, why
from spieltisch.kernel import Match

At = Callable[..., Match]
Scored = Callable[..., list[int]]


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("rot 6 1.1, blau 5 1.2", 2),  # 11 of 15
        ("lila 3 1.7, rot 6 1.1, blau 5 1.2, orange 1 1.6", 5),  # 15: one more
        ("rot 6 1.1, blau 5 1.2, gelb 5 1.4", 1),  # 16: the last one is over
        ("gelb 5 1.4, blau 5 1.2, rot 6 1.1", 1),  # … whichever that is
        ("rot 6 1.1, blau 5 1.2, gelb 5 1.4, orange 1 1.6", 0),  # and so is all that follows
        ("rot 5 1.1, rot 6 1.9, blau 5 1.2", -1),  # wrong ones are not in the sum
        ("rot 5 1.1, blau 5 1.2, gelb 5 1.4, gruen 4 1.3, orange 1 1.6", 4),  # … so 15 is hit without it: 4 − 1 + 1
    ],
)
def test_bg_s2_zielwert_in_the_order_put_down_up_to_the_target(scored: Scored, dice: str, points: int) -> None:
    assert scored(dice=dice)[0] == points


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("blau 6 2.1, rot 3 2.1", 1),  # the two together
        ("blau 6 2.1", -1),  # half a tower
        ("blau 6 2.1, rot 4 2.1", -2),  # its top is wrong
        ("gelb 6 2.1, rot 3 2.1", -2),  # its bottom is
        ("blau 6 2.1, rot 3 2.1, gruen 2 2.2", 0),
    ],
)
def test_bg_s3_tuerme_one_point_for_both_dice_or_minus_one_each(scored: Scored, dice: str, points: int) -> None:
    assert scored(dice=dice)[1] == points


ALL_TOWERS = (
    "blau 1 2.1, rot 3 2.1, gruen 2 2.2, gelb 1 2.2, rosa 6 2.3, lila 2 2.3, braun 1 2.4, weiss 6 2.4, schwarz 1 2.5, "
    "orange 5 2.5, gelb 1 2.6, gruen 4 2.6, lila 1 2.7, rosa 1 2.7, weiss 1 2.8, braun 2 2.8, "
    "orange 1 2.9, schwarz 3 2.9"
)


def test_bg_s3_tuerme_all_nine_one_more(scored: Scored) -> None:
    assert scored(dice=ALL_TOWERS)[1] == 10
    assert scored(dice=ALL_TOWERS.removesuffix(", orange 1 2.9, schwarz 3 2.9"))[1] == 8


REIHEN = {
    1: "rot 1", 2: "blau 4", 3: "gruen 2",
    4: "gelb 3", 5: "orange 5", 6: "lila 6",
    7: "rosa 2", 8: "braun 3", 9: "weiss 4",
}  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "points"),
    [
        ((1, 2, 3), 3),
        ((4, 5, 6), 3),
        ((1, 4, 7), 3),
        ((1, 5, 9), 3),
        ((3, 5, 7), 3),
        ((1, 2), -2),  # no line
        ((1, 2, 6), -3),  # nor this
        ((1, 2, 3, 9), 2),  # one beside the line
        ((1, 2, 3, 4, 7), 5),  # in two lines, and counted once
        (tuple(REIHEN), 10),  # all nine: one more
    ],
)
def test_bg_s4_reihen_right_dice_in_a_line_of_three(scored: Scored, fields: tuple[int, ...], points: int) -> None:
    dice = ", ".join(f"{REIHEN[field]} 1.{field}" for field in fields)
    assert scored(("reihen", "tuerme", "mix"), dice)[0] == points


def test_bg_s4_reihen_a_wrong_die_makes_no_line(scored: Scored) -> None:
    assert scored(("reihen", "tuerme", "mix"), "rot 1 1.1, blau 4 1.2, gruen 3 1.3")[0] == -3


KETTE = {
    1: "rot 1", 2: "blau 2", 3: "gruen 3",
    4: "gelb 4", 5: "orange 5", 6: "lila 6",
    7: "rosa 3", 8: "braun 4", 9: "weiss 1",
}  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "points"),
    [
        ((4,), -1),  # a single one
        ((1, 3), -2),  # no two in a row
        ((1, 2), 2),
        ((1, 2, 4, 5, 6), 1),  # 4–6; the second run is lost
        ((2, 3, 7), 1),  # a value twice
        ((6, 2, 5, 1, 4), 1),  # whatever the order
        ((1, 2, 3, 4, 5, 6), 7),  # 1–6: one more
        ((2, 3, 4, 5, 6), 5),
        (tuple(KETTE), 4),  # 7, and three that are doubled
    ],
)
def test_bg_s5_kette_the_longest_run_each_value_once(scored: Scored, fields: tuple[int, ...], points: int) -> None:
    dice = ", ".join(f"{KETTE[field]} 1.{field}" for field in fields)
    assert scored(("kette", "tuerme", "mix"), dice)[0] == points


def test_bg_s5a_of_two_right_dice_of_a_value_the_one_put_down_first_counts(at: At) -> None:
    cards = ("kette", "tuerme", "mix")
    for fields, reasons in (((2, 3, 7), (CHAIN, DOUBLE)), ((2, 7, 3), (DOUBLE, CHAIN))):
        state = at(cards, ", ".join(f"{KETTE[field]} 1.{field}" for field in fields))._states[0]
        assert (why(state, 0, 0, 2, 0), why(state, 0, 0, 6, 0)) == reasons


PAIRS = "rot 2 1.1, gelb 2 1.6, blau 5 1.3, orange 5 1.7, gruen 6 1.4, lila 6 1.9"


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("rot 2 1.1, weiss 2 1.2", 2),
        ("rot 2 1.1, gelb 2 1.6, weiss 2 1.2", 3),
        ("rot 2 1.1, gelb 2 1.6", -2),  # no joker
        ("rot 2 1.1, weiss 5 1.2", -2),  # one of another value
        ("weiss 2 1.2", -1),  # a joker that completes nothing
        ("rot 3 1.1, weiss 3 1.2", -2),  # nor with a wrong die
        (PAIRS, -6),
        (f"{PAIRS}, weiss 6 1.2, weiss 5 1.5", 4),  # 6 − 2
        (f"{PAIRS}, weiss 6 1.2, weiss 5 1.5, weiss 2 1.8", 10),  # all nine: one more
    ],
)
def test_bg_s6_pasch_dice_of_a_value_and_one_joker(scored: Scored, dice: str, points: int) -> None:
    assert scored(("pasch", "tuerme", "mix"), dice)[0] == points


def test_bg_s6a_of_two_jokers_of_a_value_the_one_put_down_first_counts(at: At) -> None:
    cards = ("pasch", "tuerme", "mix")
    for dice, reasons in (
        ("rot 2 1.1, weiss 2 1.2, rosa 2 1.8", (IN_PASCH, SECOND_JOKER)),
        ("rot 2 1.1, weiss 2 1.8, rosa 2 1.2", (SECOND_JOKER, IN_PASCH)),
    ):
        state = at(cards, dice)._states[0]
        assert (why(state, 0, 0, 1, 0), why(state, 0, 0, 7, 0)) == reasons


MIX = ["rot", "blau", "gruen", "gelb", "orange", "lila", "rosa", "braun", "weiss"]  # painted; the next one's is written


@pytest.mark.parametrize(
    ("fields", "points"), [((1,), 1), ((1, 5), 2), (tuple(range(1, 9)), 8), (tuple(range(1, 10)), 10)]
)
def test_bg_s7_verwirrmix_a_point_for_each_right_die_all_nine_one_more(
    scored: Scored, fields: tuple[int, ...], points: int
) -> None:
    dice = ", ".join(f"{MIX[field - 1]} 3 3.{field}" for field in fields)
    assert scored(dice=dice, mix=2)[2] == points


def test_bg_s7_verwirrmix_a_wrong_die_costs_one(scored: Scored) -> None:
    assert scored(dice="rot 1 3.1, gelb 6 3.2", mix=2)[2] == 0
