"""Lobo 77: the end of a round, the next one, and the end of the match (LO-R, LO-E)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import spieltisch as st

At = Callable[..., st.Match]

FIVE = ["2", "3", "4", "5", "6"]


@pytest.mark.parametrize(("total", "card"), [(67, "10"), (1, "76"), (70, "10"), (76, "66")])
def test_lo_r1_77_or_more_ends_the_round_at_once(at: At, total: int, card: str) -> None:
    m = at(f"{card} 2", "10 5", total=total, chance=FIVE * 2)
    m.play(0, card)
    view = m.view(None)
    assert (view["total"], view["hands"], view["discards"], view["pile"]) == (0, [5, 5], [], 45)
    assert view["chips"] == [2, 3]


@pytest.mark.parametrize(("total", "card"), [(66, "10"), (76, "0"), (66, "0"), (61, "5"), (76, "x2"), (76, "turn")])
def test_lo_r1_less_than_77_does_not_end_the_round(at: At, total: int, card: str) -> None:
    m = at(card, "10 5", "3 3", total=total)
    m.play(0, card)
    m.play(st.CHANCE, "7")
    assert len(m.actors) == 1
    assert m.actors != (st.CHANCE,)
    assert m.view(None)["hands"] == [1, 2, 2]


def test_lo_r1_also_with_the_first_of_two_cards_and_the_debt_lapses(at: At) -> None:
    m = at("10 2", "3", total=70, owes=2, chance=FIVE * 2)
    m.play(0, "10")
    view = m.view(None)
    assert view["hands"] == [5, 5]
    assert (view["turn"], view["owes"], view["played"]) == (1, 1, 0)
    assert m.actors == (1,)


def test_lo_r1_nothing_is_drawn_before_the_new_deal(at: At) -> None:
    m = at("10 2", "3", total=70, start=1)
    m.play(0, "10")
    for card in FIVE * 2:
        assert m.actors == (st.CHANCE,)
        m.play(st.CHANCE, card)
    assert m.actors == (0,)
    assert m.view(None)["hands"] == [5, 5]


def test_lo_r1_by_hand_no_draw_is_left_over(at: At) -> None:
    m = at("5 2", "10 2", "3", total=70, options={"draw": "by hand"}, chance=FIVE * 3)
    m.play(0, "5")
    m.play(1, "10")
    assert m.view(None)["draws"] == [0, 0, 0]
    assert m.view(None)["hands"] == [5, 5, 5]
    assert m.actors == (1,)


def test_lo_r2_all_cards_are_shuffled(at: At, deck: list[str]) -> None:
    m = at("10 11", "22 33", "44 x2 x2 x2 x2", out=[2], total=70, discards=["66", "0", "0", "0", "0", "76"])
    m.play(0, "10")
    assert set(m.moves(st.CHANCE)) == set(deck)
    for card in ["x2", "x2", "x2", "x2", "76", "0", "0", "0", "0", "66"]:
        m.play(st.CHANCE, card)
    assert m.view(None)["pile"] == 45


def test_lo_r2_each_player_still_in_gets_five_new_cards_start_player_first(at: At) -> None:
    second, third = ["7", "8", "9", "10", "11"], ["22", "33", "44", "55", "66"]
    m = at("10 2", "3 3", "4", "x2 0", out=[3], total=70, start=0, chance=[*FIVE, *second, *third])
    m.play(0, "10")
    assert [Counter(hand) for hand in m.position()["hands"]] == [*map(Counter, (third, FIVE, second)), Counter()]


def test_lo_r2_also_who_forfeited_a_card_gets_five_again(at: At) -> None:
    m = at("2 3 4", "10", total=70, options={"draw": "by hand"}, turn=1, chance=FIVE * 2)
    m.play(1, "10")
    assert m.view(None)["hands"] == [5, 5]


def test_lo_r2_total_0_and_clockwise_again(at: At) -> None:
    m = at("10", "3", "4", total=70, direction=-1, chance=[*FIVE * 3, "7"])
    m.play(0, "10")
    assert (m.view(None)["total"], m.view(None)["direction"]) == (0, 1)
    m.play(1, "5")
    assert m.actors == (2,)


def test_lo_r2_chips_stay(at: At) -> None:
    m = at("10", "3", "4", chips=[2, 0, 1], total=70, chance=FIVE * 3)
    m.play(0, "10")
    assert m.view(None)["chips"] == [1, 0, 1]


@pytest.mark.parametrize(
    ("keys", "start"),
    [
        pytest.param({"start": 0, "turn": 3}, 1, id="the next clockwise"),
        pytest.param({"start": 3, "turn": 3}, 0, id="round the table"),
        pytest.param({"start": 2, "turn": 0, "direction": -1}, 3, id="clockwise also when play ran the other way"),
        pytest.param({"start": 1, "turn": 3, "out": [2], "chips": [3, 3, None, 3]}, 3, id="not to one who is out"),
        pytest.param({"start": 1, "turn": 3, "out": [1], "chips": [3, None, 3, 3]}, 2, id="from one who is out"),
        pytest.param({"start": 1, "turn": 1, "chips": [3, 0, 3, 3]}, 2, id="from one who drops out now"),
        pytest.param({"start": 1, "turn": 2, "chips": [3, 3, 0, 3]}, 3, id="not to one who drops out now"),
    ],
)
def test_lo_r2_the_start_moves_on_from_the_last_start_player(at: At, keys: dict[str, Any], start: int) -> None:
    m = at("10", "10", "10", "10", total=70, chance=[*FIVE * 3, *["7", "8", "9", "11", "22"]], **keys)
    m.play(keys["turn"], "10")
    assert m.actors == (start,)
    assert m.position()["start"] == start


def test_lo_r2_a_swimmer_who_ends_the_round_is_out_and_the_others_play_on(at: At) -> None:
    m = at("10 2", "3", "4", chips=[0, 3, 3], total=70, chance=FIVE * 2)
    m.play(0, "10")
    view = m.view(None)
    assert view["chips"] == [None, 3, 3]
    assert (view["hands"], view["pile"]) == ([0, 5, 5], 45)


@pytest.mark.parametrize(("total", "card"), [(28, "5"), (70, "10"), (33, "turn"), (33, "x2")])
def test_lo_e1_the_last_player_still_in_wins(at: At, total: int, card: str) -> None:
    m = at(f"{card} 2", "3", chips=[0, 2], total=total)
    assert m.result is None
    assert not m.over
    m.play(0, card)
    assert m.over
    assert m.actors == ()
    assert m.result is not None
    assert m.result.places == (2, 1)
    assert m.result.points == (0, 2)


def test_lo_e1_a_swimmer_can_win(at: At) -> None:
    m = at("5", "3", chips=[0, 0], total=28)
    m.play(0, "5")
    assert m.result is not None
    assert m.result.places == (2, 1)
    assert m.result.points == (0, 0)


@pytest.mark.parametrize(("out", "places"), [([2, 0], (3, 2, 4, 1)), ([0, 2], (4, 2, 3, 1))])
def test_lo_e1_the_others_rank_by_when_they_dropped_out(at: At, out: list[int], places: tuple[int, ...]) -> None:
    m = at("", "5", "", "3", out=out, chips=[None, 0, None, 1], total=28, turn=1)
    m.play(1, "5")
    assert m.result is not None
    assert m.result.places == places
    assert m.result.points == (0, 0, 0, 1)


def test_lo_e1_a_match_with_two_still_in_goes_on(at: At) -> None:
    m = at("5", "3", "4", chips=[0, 0, 0], total=28)
    m.play(0, "5")
    assert not m.over
    assert m.result is None
    assert m.actors == (1,)
