"""LO-T7, LO-T8 Drawing, by itself and by hand; the pile and how it is renewed."""

from collections.abc import Callable

import pytest

import spieltisch as st

At = Callable[..., st.Match]

BY_HAND = {"draw": "by hand"}


def without(deck: list[str], *cards: str) -> list[str]:
    """The deck but for these cards."""
    left = list(deck)
    for card in cards:
        left.remove(card)
    return left


def spread(cards: list[str], seats: int) -> list[str]:
    """All these cards on so many hands."""
    return [" ".join(cards[seat::seats]) for seat in range(seats)]


def test_lo_t7_by_default_the_card_is_drawn_for_the_player() -> None:
    m = st.Match("lobo77", seats=3, seed=7)
    assert m.view(None)["options"]["draw"] == "automatic"
    (seat,) = m.actors
    m.play(seat, min(m.moves(seat)))
    assert m.actors != (seat,)
    assert m.view(None)["hands"] == [5, 5, 5]


def test_lo_t7_by_hand_the_turn_passes_on_and_both_may_act(at: At) -> None:
    m = at("5 6", "10", "3", options=BY_HAND)
    m.play(0, "5")
    assert m.view(None)["turn"] == 1
    assert m.view(None)["draws"] == [1, 0, 0]
    assert set(m.actors) == {0, 1}
    assert tuple(m.moves(0)) == ("draw",)
    assert tuple(m.moves(1)) == ("10",)


def test_lo_t7_by_hand_he_draws_himself(at: At) -> None:
    m = at("5 6", "10", "3", options=BY_HAND)
    m.play(0, "5")
    m.play(0, "draw")
    assert m.actors == (st.CHANCE,)
    m.play(st.CHANCE, "7")
    assert m.actors == (1,)
    assert sorted(m.position()["hands"][0]) == ["6", "7"]


def test_lo_t7_by_hand_a_forgotten_card_is_forfeited(at: At) -> None:
    m = at("5 6", "10", "3", options=BY_HAND)
    m.play(0, "5")
    m.play(1, "10")
    assert m.view(None)["draws"] == [0, 1, 0]
    assert m.view(None)["hands"] == [1, 0, 1]
    assert set(m.actors) == {1, 2}


def test_lo_t7_by_hand_he_plays_the_round_with_one_card_fewer(at: At) -> None:
    m = at("2 3 4 5 6", "2 3 4 5 6", options=BY_HAND, chance=["7"])
    m.play(0, "2")
    m.play(1, "2")
    m.play(0, "3")
    assert m.view(None)["draws"] == [1, 0]
    m.play(0, "draw")
    assert m.view(None)["hands"][0] == 4
    assert m.actors == (1,)


def test_lo_t7_by_hand_one_card_at_a_time(at: At) -> None:
    m = at("5 6", "10", "3", owes=2, options=BY_HAND, chance=["7", "8"])
    m.play(0, "5")
    m.play(0, "6")
    assert m.view(None)["draws"] == [2, 0, 0]
    m.play(0, "draw")
    assert m.view(None)["draws"] == [1, 0, 0]
    assert m.view(None)["hands"][0] == 1
    assert set(m.actors) == {0, 1}
    m.play(0, "draw")
    assert m.view(None)["hands"][0] == 2
    assert m.actors == (1,)


def test_lo_t7a_by_hand_the_second_of_two_can_be_forfeited_alone(at: At) -> None:
    m = at("5 6", "10", "3", owes=2, options=BY_HAND, chance=["7"])
    m.play(0, "5")
    m.play(0, "6")
    m.play(0, "draw")
    m.play(1, "10")
    assert m.view(None)["draws"] == [0, 1, 0]
    assert m.view(None)["hands"][0] == 1


def test_lo_t7_by_hand_nothing_is_drawn_before_all_owed_cards_are_played(at: At) -> None:
    m = at("5 6", "10", "3", owes=2, options=BY_HAND)
    m.play(0, "5")
    assert m.actors == (0,)
    assert tuple(m.moves(0)) == ("6",)


def test_lo_t7a_by_hand_the_first_of_the_nexts_two_cards_forfeits(at: At) -> None:
    m = at("x2 6", "10 4", "3", options=BY_HAND)
    m.play(0, "x2")
    m.play(1, "10")
    assert m.view(None)["draws"] == [0, 0, 0]
    assert m.actors == (1,)


def test_lo_t7a_by_hand_the_next_to_play_may_be_himself(at: At) -> None:
    m = at("x2 6 7", "", "", options=BY_HAND)
    m.play(0, "x2")
    assert m.view(None)["draws"] == [1, 0, 0]
    m.play(0, "6")  # the first of the two that he owes himself
    assert m.view(None)["draws"] == [0, 0, 0]


def test_lo_t7_by_hand_a_bot_leaves_people_three_seconds(at: At) -> None:
    m = at("5 6", "10 4", "3", options=BY_HAND)
    m.play(0, "5")
    _, think_ms = st.bot("careful").choose(m.seen(1))
    assert think_ms >= 3000


@pytest.mark.parametrize("options", [{}, BY_HAND])
def test_lo_t7_who_holds_no_card_is_passed_over(at: At, options: dict[str, str]) -> None:
    m = at("5 6", "", "3", options=options, chance=["7"])
    m.play(0, "5")
    assert m.view(None)["turn"] == 2


def test_lo_t7_all_others_hold_no_card(at: At) -> None:
    m = at("5 6", "", "", chance=["7"])
    m.play(0, "5")
    assert m.actors == (0,)


def test_lo_t7_the_debt_of_x2_goes_to_the_next_who_holds_a_card(at: At) -> None:
    m = at("x2 6", "", "3 4", "5 5", chance=["7"])
    m.play(0, "x2")
    view = m.view(None)
    assert (view["turn"], view["owes"]) == (2, 2)


@pytest.mark.parametrize("options", [{}, BY_HAND])
def test_lo_t7_nobody_holds_a_card_the_round_ends_without_a_chip(at: At, options: dict[str, str]) -> None:
    m = at("3", "", "", chips=[0, 2, 1], total=30, options=options)
    m.play(0, "3")
    assert m.view(None)["chips"] == [None, 2, 1]
    assert m.actors == (st.CHANCE,)
    for card in ["2", "3", "4", "5", "6"] * 2:
        m.play(st.CHANCE, card)
    assert m.view(None)["chips"] == [None, 2, 1]
    assert m.view(None)["hands"] == [0, 5, 5]
    assert m.view(None)["total"] == 0
    assert m.actors == (1,)


def test_lo_t7_by_hand_nobody_holds_a_card_though_the_last_could_draw(at: At) -> None:
    m = at("5", "", "", options=BY_HAND)
    m.play(0, "5")
    assert m.actors == (st.CHANCE,)
    assert m.view(None)["total"] == 0
    assert m.view(None)["chips"] == [3, 3, 3]
    assert m.view(None)["start"] == 1


def test_lo_t7b_who_owes_two_but_holds_one_plays_one_and_draws_one_by_hand(at: At) -> None:
    m = at("5", "10", "3", owes=2, options=BY_HAND)
    m.play(0, "5")
    assert m.view(None)["turn"] == 1
    assert m.view(None)["owes"] == 1
    assert m.view(None)["draws"] == [1, 0, 0]
    assert 1 in m.actors


def test_lo_t7b_who_owes_two_but_holds_one_draws_one(at: At) -> None:
    m = at("5", "10", "3", owes=2, chance=["7"])
    m.play(0, "5")
    assert m.actors == (1,)
    assert m.view(None)["hands"] == [1, 1, 1]


@pytest.mark.parametrize("hand", ["x2", "x2 x2", "x2 x2 x2"])
def test_lo_t7_who_holds_nothing_but_x2_may_play_it_on_x2(at: At, hand: str) -> None:
    m = at(hand, "3 4", "5", owes=2, options=BY_HAND)
    assert tuple(m.moves(0)) == ("x2",)
    while m.actors == (0,):
        m.play(0, "x2")
    assert m.view(None)["turn"] == 1
    assert m.view(None)["owes"] == 2


# The pile


def test_lo_t8_with_the_last_card_drawn_all_discards_but_the_top_become_the_pile(at: At, deck: list[str]) -> None:
    discards = without(deck, "5", "2", "10", "3", "7")
    m = at("5 2", "10", "3", discards=discards)
    assert m.view(None)["pile"] == 1
    m.play(0, "5")
    assert tuple(m.moves(st.CHANCE)) == ("7",)
    m.play(st.CHANCE, "7")
    assert m.view(None)["pile"] == len(discards)
    assert m.view(None)["discards"] == ["5"]
    m.play(1, "10")
    assert set(m.moves(st.CHANCE)) == set(discards)


def test_lo_t8_not_before_the_last_card_is_drawn(at: At, deck: list[str]) -> None:
    discards = without(deck, "5", "2", "10", "3", "7", "8")
    m = at("5 2", "10", "3", discards=discards, chance=["8"])
    m.play(0, "5")
    assert m.view(None)["pile"] == 1
    assert sorted(m.view(None)["discards"]) == sorted([*discards, "5"])


def test_lo_t8_the_second_of_two_cards_comes_from_the_new_pile(at: At, deck: list[str]) -> None:
    discards = [*without(deck, "5", "2", "10", "3", "7", "x2"), "x2"]
    m = at("5 2", "10", "3", owes=2, discards=discards, chance=["7"])
    m.play(0, "5")
    m.play(0, "2")
    assert m.actors == (st.CHANCE,)
    assert m.view(None)["discards"] == ["2"]
    assert set(m.moves(st.CHANCE)) == {*discards, "5"}


def test_lo_t8_with_no_discard_below_the_top_the_pile_waits_for_the_next_draw(at: At, deck: list[str]) -> None:
    others = spread(without(deck, "5", "76"), 7)
    m = at("5", *others, top="76", total=-20)
    assert m.view(None)["pile"] == 0
    m.play(0, "5")
    assert tuple(m.moves(st.CHANCE)) == ("76",)
    m.play(st.CHANCE, "76")
    assert m.view(None)["pile"] == 0
    assert m.view(None)["discards"] == ["5"]
    assert m.actors == (1,)


def test_lo_t8_by_hand_too_the_discards_below_the_top_can_be_drawn(at: At, deck: list[str]) -> None:
    m = at("5", *spread(without(deck, "5", "76"), 7), top="76", total=-20, options=BY_HAND)
    m.play(0, "5")
    m.play(0, "draw")
    assert tuple(m.moves(st.CHANCE)) == ("76",)


@pytest.mark.parametrize("options", [{}, BY_HAND])
def test_lo_t8_if_there_is_still_none_no_card_is_drawn(at: At, deck: list[str], options: dict[str, str]) -> None:
    m = at("5", *spread(without(deck, "5"), 7), discards=[], options=options)
    m.play(0, "5")
    assert m.actors == (1,)
    assert m.view(None)["hands"][0] == 0


def test_lo_t8_the_hand_of_a_player_who_dropped_out_stays_out(at: At, deck: list[str]) -> None:
    discards = without(deck, "5", "2", "10", "x2", "x2", "x2", "x2", "7")
    m = at("5 2", "10", "x2 x2 x2 x2", out=[2], discards=discards, chance=["7"])
    m.play(0, "5")
    assert m.view(None)["pile"] == len(discards)
    assert m.view(None)["hands"][2] == 4
    m.play(1, "10")
    assert "x2" not in m.moves(st.CHANCE)
