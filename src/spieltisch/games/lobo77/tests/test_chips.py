"""Lobo 77: what costs a chip, swimming and dropping out (LO-C)."""

from collections.abc import Callable

import pytest

import spieltisch as st

At = Callable[..., st.Match]

COSTLY = {11, 22, 33, 44, 55, 66, 77}


@pytest.mark.parametrize("announced", range(-90, 82))
def test_lo_c1_repdigits_77_and_more_cost_one_chip_nothing_else_does(at: At, announced: int) -> None:
    m = at("5", "10", total=announced - 5)
    m.play(0, "5")
    cost = 1 if announced in COSTLY or announced > 77 else 0
    assert m.view(None)["chips"] == [3 - cost, 3]


@pytest.mark.parametrize(("total", "card"), [(67, "10"), (1, "76"), (70, "10"), (76, "66"), (55, "55")])
def test_lo_c1_77_and_more_cost_one_chip_not_two(at: At, total: int, card: str) -> None:
    m = at(card, "10", total=total)
    m.play(0, card)
    assert m.view(None)["chips"] == [2, 3]


@pytest.mark.parametrize("card", ["0", "x2", "turn"])
@pytest.mark.parametrize("total", [11, 22, 33, 44, 55, 66])
def test_lo_c1_repeating_such_a_number_costs_too(at: At, card: str, total: int) -> None:
    m = at(card, "10", "3", total=total)
    m.play(0, card)
    assert m.view(None)["chips"] == [2, 3, 3]


@pytest.mark.parametrize(
    ("total", "card", "chips"),
    [
        (28, "11", 3),
        (0, "11", 2),
        (-11, "22", 2),
        (1, "66", 3),
        (0, "44", 2),
        (21, "-10", 2),
        (43, "-10", 2),
        (66, "-10", 3),
    ],
)
def test_lo_c1_what_is_announced_counts_not_the_card(at: At, total: int, card: str, chips: int) -> None:
    m = at(card, "10", total=total)
    m.play(0, card)
    assert m.view(None)["chips"] == [chips, 3]


@pytest.mark.parametrize("total", [-77, -22, -11, 0])
@pytest.mark.parametrize("card", ["0", "x2", "turn"])
def test_lo_c1_repeating_0_or_a_negative_number_is_harmless(at: At, total: int, card: str) -> None:
    m = at(card, "10", "3", total=total)
    m.play(0, card)
    assert m.view(None)["chips"] == [3, 3, 3]


def test_lo_c1_the_one_who_announces_pays(at: At) -> None:
    m = at("10", "5", "3", turn=1, total=28)
    m.play(1, "5")
    assert m.view(None)["chips"] == [3, 2, 3]


def test_lo_c1_each_of_two_cards_costs_at_once(at: At) -> None:
    m = at("0 turn", "10", "3", owes=2, total=22)
    m.play(0, "0")
    assert m.view(None)["chips"] == [2, 3, 3]
    m.play(0, "turn")
    assert m.view(None)["chips"] == [1, 3, 3]


def test_lo_c1_the_round_goes_on_after_a_repdigit(at: At) -> None:
    m = at("5", "10", "3", total=28, chance=["7"])
    m.play(0, "5")
    assert m.actors == (1,)
    assert m.view(None)["total"] == 33
    assert m.view(None)["hands"] == [1, 1, 1]


def test_lo_c2_who_gives_up_his_last_chip_swims(at: At) -> None:
    m = at("5 2", "10", chips=[1, 3], total=28, chance=["7", "7", "7"])
    m.play(0, "5")
    assert m.view(None)["chips"] == [0, 3]
    assert m.view(None)["out"] == []
    assert m.actors == (1,)


def test_lo_c2_a_swimmer_plays_on(at: At) -> None:
    m = at("5 2", "10", chips=[0, 3], total=20, chance=["7", "8"])
    m.play(0, "5")
    m.play(1, "10")
    assert m.actors == (0,)
    assert m.view(None)["chips"] == [0, 3]


@pytest.mark.parametrize(("total", "card"), [(28, "5"), (22, "0"), (22, "x2"), (22, "turn")])
def test_lo_c2_a_swimmer_who_would_give_up_another_is_out(at: At, total: int, card: str) -> None:
    m = at("10", f"{card} 2", "10", chips=[3, 0, 3], turn=1, total=total)
    m.play(1, card)
    assert m.view(None)["chips"] == [3, None, 3]
    assert m.view(None)["out"] == [1]
    assert 1 not in m.actors


def test_lo_c2_who_is_out_does_not_play_again(at: At) -> None:
    m = at("5 2", "3 3", "10", chips=[0, 3, 3], total=28, chance=["7"] * 3)
    m.play(0, "5")
    m.play(1, "3")
    m.play(2, "10")
    assert m.actors == (1,)
    refusal = m.why_not(0, "2")
    assert refusal is not None
    assert refusal.rule == "LO-C2"


@pytest.mark.parametrize(("direction", "following"), [(1, 2), (-1, 0)])
def test_lo_c3_the_others_go_on_with_the_same_total_direction_and_pile(at: At, direction: int, following: int) -> None:
    m = at("10", "5 2", "3", "4", chips=[3, 0, 3, 3], turn=1, total=28, direction=direction)
    pile = m.view(None)["pile"]
    m.play(1, "5")
    view = m.view(None)
    assert (view["total"], view["direction"], view["pile"]) == (33, direction, pile)
    assert (view["top"], sorted(view["discards"])) == ("5", ["5", "9"])
    assert m.actors == (following,)
    assert view["owes"] == 1


@pytest.mark.parametrize("options", [{"draw": "automatic"}, {"draw": "by hand"}])
def test_lo_c3_he_draws_nothing(at: At, options: dict[str, str]) -> None:
    m = at("5 2", "3", "4", chips=[0, 3, 3], total=28, options=options)
    m.play(0, "5")
    assert m.actors == (1,)
    assert m.view(None)["draws"] == [0, 0, 0]
    assert m.view(None)["hands"] == [1, 1, 1]


def test_lo_c3_out_with_the_first_of_two_the_second_is_not_played_nor_inherited(at: At) -> None:
    m = at("5 2", "3", "4", chips=[0, 3, 3], total=28, owes=2)
    m.play(0, "5")
    view = m.view(None)
    assert m.actors == (1,)
    assert (view["owes"], view["played"]) == (1, 0)


def test_lo_c3_out_with_the_second_of_two(at: At) -> None:
    m = at("5 2", "3", "4", chips=[0, 3, 3], total=26, owes=2)
    m.play(0, "2")
    m.play(0, "5")
    view = m.view(None)
    assert m.actors == (1,)
    assert (view["owes"], view["played"], view["hands"]) == (1, 0, [0, 1, 1])


@pytest.mark.parametrize(
    ("hands", "chips"), [(["3", "turn 2", "4", "5"], [3, 0, 3, 3]), (["3", "turn 2", "4"], [3, 0, 3])]
)
@pytest.mark.parametrize("owes", [1, 2])
def test_lo_c3_the_turn_that_threw_him_out_turns_the_direction(
    at: At, hands: list[str], chips: list[int], owes: int
) -> None:
    m = at(*hands, chips=chips, turn=1, total=33, owes=owes)
    m.play(1, "turn")
    assert m.actors == (0,)
    assert m.view(None)["owes"] == 1


def test_lo_c3_the_x2_that_threw_him_out_makes_the_next_owe_two(at: At) -> None:
    m = at("x2 2", "3 3", "4", chips=[0, 3, 3], total=33)
    m.play(0, "x2")
    view = m.view(None)
    assert m.actors == (1,)
    assert (view["owes"], view["played"]) == (2, 0)


def test_lo_c3_an_x2_as_second_of_two_that_threw_him_out_makes_the_next_owe_two(at: At) -> None:
    m = at("5 x2", "3 3", "4", chips=[1, 3, 3], total=28, owes=2)
    m.play(0, "5")
    m.play(0, "x2")
    view = m.view(None)
    assert view["chips"] == [None, 3, 3]
    assert m.actors == (1,)
    assert view["owes"] == 2
