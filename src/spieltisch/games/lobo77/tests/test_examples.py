"""Lobo 77: the examples that must hold, one to ten."""

from collections.abc import Callable

import pytest

import spieltisch as st

At = Callable[..., st.Match]


def rulebook_match() -> st.Match:
    """Joe (0), Reinhard (1) and André (2) up to the 28, announced card by card."""
    hands = ["5", "x2", "11", "2", "2", "10", "turn", "10", "3", "4", "3", "5", "6", "6", "4"]
    draws = ["7", "7", "7", "8", "8", "8", "9", "9"]
    m = st.Match("lobo77", seats=3, chance=["start 0", *hands, *draws])
    for seat, card, announced in [(0, "5", 5), (1, "10", 15), (2, "3", 18), (0, "x2", 18)]:
        m.play(seat, card)
        assert m.view(None)["total"] == announced
    assert (m.view(None)["turn"], m.view(None)["owes"]) == (1, 2)
    for card, announced in [("turn", 18), ("10", 28)]:
        assert m.actors == (1,)
        m.play(1, card)
        assert m.view(None)["total"] == announced
    return m


def test_example_1_x2_then_turn_and_10() -> None:
    m = rulebook_match()
    assert m.actors == (0,)
    assert m.view(None)["direction"] == -1
    assert m.view(None)["owes"] == 1


def test_example_2_an_11_is_harmless_a_44_is_not() -> None:
    m = rulebook_match()
    m.play(0, "11")
    assert (m.view(None)["total"], m.view(None)["chips"]) == (39, [3, 3, 3])
    m.play(2, "5")
    assert (m.view(None)["total"], m.view(None)["chips"]) == (44, [3, 3, 2])
    assert m.actors == (1,)


@pytest.mark.parametrize("card", ["0", "x2"])
def test_example_3_repeating_22(at: At, card: str) -> None:
    m = at("2", f"{card} 5", "3", total=20, chance=["7"])
    m.play(0, "2")
    m.play(1, card)
    assert (m.view(None)["total"], m.view(None)["chips"]) == (22, [2, 2, 3])


def test_example_4_80_costs_one_chip_and_ends_the_round(at: At) -> None:
    m = at("10 2", "3", "", "4", out=[2], total=70, chance=["2", "3", "4", "5", "6"] * 3)
    m.play(0, "10")
    view = m.view(None)
    assert view["chips"] == [2, 3, None, 3]
    assert view["hands"] == [5, 5, 0, 5]
    assert view["total"] == 0


def test_example_5_77_costs_exactly_one_chip_and_ends_the_round(at: At) -> None:
    m = at("10 2", "3", total=67, chance=["2", "3", "4", "5", "6"] * 2)
    m.play(0, "10")
    view = m.view(None)
    assert view["chips"] == [2, 3]
    assert (view["hands"], view["total"]) == ([5, 5], 0)


def test_example_6_negative_numbers_are_harmless(at: At) -> None:
    m = at("-10", "-10", "6", total=3, chance=["7", "7", "7"])
    for seat, card, announced in [(0, "-10", -7), (1, "-10", -17), (2, "6", -11)]:
        m.play(seat, card)
        assert m.view(None)["total"] == announced
    assert m.view(None)["chips"] == [3, 3, 3]


def test_example_7_no_x2_on_x2_but_4_then_x2(at: At) -> None:
    m = at("4 x2", "3 3", "5", owes=2, chance=["7", "7"])
    assert tuple(m.moves(0)) == ("4",)
    m.play(0, "4")
    assert tuple(m.moves(0)) == ("x2",)
    m.play(0, "x2")
    assert m.actors == (1,)
    assert m.view(None)["owes"] == 2


def test_example_8_a_swimmer_owing_two_goes_out_with_the_first(at: At) -> None:
    m = at("5 2", "3", "4", chips=[0, 3, 3], total=28, owes=2)
    m.play(0, "5")
    view = m.view(None)
    assert view["chips"] == [None, 3, 3]
    assert m.actors == (1,)
    assert (view["owes"], view["total"]) == (1, 33)


def test_example_9_two_players_turn_then_the_other(at: At) -> None:
    m = at("turn", "3", chance=["7"])
    m.play(0, "turn")
    assert m.actors == (1,)


def test_example_9_three_players_reversed_one_drops_out_two_alternate(at: At) -> None:
    m = at("3", "2 4", "2 4", chips=[0, 3, 3], total=30, direction=-1, chance=["7", "7", "7"])
    m.play(0, "3")
    for seat, card in [(2, "2"), (1, "2"), (2, "4")]:
        assert m.actors == (seat,)
        m.play(seat, card)
    assert m.actors == (1,)


def cards_in_all(m: st.Match) -> int:
    view = m.view(None)
    return int(sum(view["hands"]) + len(view["discards"]) + view["pile"])


def calmest(m: st.Match, seat: int) -> str:
    """The card that brings the total nearest to 0: makes a long round."""
    total = m.view(None)["total"]
    return min(m.moves(seat), key=lambda card: (abs(total + (0 if card in ("x2", "turn") else int(card))), card))


def test_example_10_eight_players_a_long_round_all_cards_accounted_for() -> None:
    m = st.Match("lobo77", seats=8, chance="manual")
    m.play(st.CHANCE, "start 0")
    for card in ["0", "-10", "x2", "turn"] * 4 + ["2", "3", "4", "5", "6", "7", "8", "9"] * 3:
        m.play(st.CHANCE, card)
    assert m.view(None)["hands"] == [5] * 8
    assert m.view(None)["pile"] == 15

    reshuffles = 0
    while reshuffles < 2:
        pile = m.view(None)["pile"]
        (actor,) = m.actors
        m.play(actor, min(m.moves(actor)) if actor == st.CHANCE else calmest(m, actor))
        assert cards_in_all(m) == 55
        assert m.view(None)["pile"] > 0
        if m.view(None)["pile"] > pile:
            reshuffles += 1
            assert len(m.view(None)["discards"]) == 1
