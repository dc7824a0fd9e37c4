"""Lobo 77: the turn (LO-T)."""

from collections.abc import Callable

import pytest

import spieltisch as st

At = Callable[..., st.Match]

VALUES = {str(value): value for value in (-10, 0, *range(2, 12), 22, 33, 44, 55, 66, 76)}


# Whose turn


def test_lo_t1_any_seat_may_be_drawn_to_start() -> None:
    m = st.Match("lobo77", seats=3, chance="manual")
    assert m.actors == (st.CHANCE,)
    assert sorted(m.moves(st.CHANCE)) == ["start 0", "start 1", "start 2"]


def test_lo_t1_the_start_player_is_drawn_at_random() -> None:
    assert {st.Match("lobo77", seats=3, seed=seed).actors for seed in range(60)} == {(0,), (1,), (2,)}


def test_lo_t1_clockwise(at: At) -> None:
    m = at("5", "10", "3", chance=["7", "7", "7"])
    for seat, card in enumerate(["5", "10", "3"]):
        assert m.actors == (seat,)
        m.play(seat, card)
    assert m.actors == (0,)


def test_lo_t1_seats_that_are_out_are_passed_over(at: At) -> None:
    m = at("5", "", "10", "", out=[3, 1], chance=["7", "7"])
    m.play(0, "5")
    assert m.actors == (2,)
    m.play(2, "10")
    assert m.actors == (0,)


def test_lo_t1_play_one_card_announce_draw_one_card(at: At) -> None:
    m = at("5 6 7 8 9", "10", total=20)
    m.play(0, "5")
    assert m.view(None)["total"] == 25
    assert (m.view(None)["top"], sorted(m.view(None)["discards"])) == ("5", ["5", "9"])
    assert m.actors == (st.CHANCE,)
    m.play(st.CHANCE, "2")
    assert m.actors == (1,)
    assert sorted(m.position()["hands"][0]) == ["2", "6", "7", "8", "9"]


def test_lo_t1_any_card_in_hand_may_be_played_and_no_other(at: At) -> None:
    m = at("10 10 x2 turn -10", "5 0")
    assert sorted(m.moves(0)) == ["-10", "10", "turn", "x2"]
    for card in [*VALUES, "x2", "turn"]:
        assert (m.why_not(0, card) is None) == (card in m.moves(0))


def test_lo_t1_one_copy_leaves_the_hand(at: At) -> None:
    m = at("10 10 3", "5", chance=["7"])
    m.play(0, "10")
    assert sorted(m.position()["hands"][0]) == ["10", "3", "7"]


# The total


def test_lo_t2_the_round_starts_at_0() -> None:
    assert st.Match("lobo77", seats=3, seed=7).view(None)["total"] == 0


@pytest.mark.parametrize(("card", "value"), VALUES.items())
def test_lo_t2_the_first_card_announces_its_value(at: At, card: str, value: int) -> None:
    m = at(card, "5", discards=[])
    m.play(0, card)
    assert m.view(None)["total"] == value


@pytest.mark.parametrize(
    ("total", "card", "announced"),
    [
        (18, "10", 28),
        (20, "-10", 10),
        (3, "-10", -7),
        (-7, "-10", -17),
        (-4, "4", 0),
        (-130, "-10", -140),
        (30, "0", 30),
        (-50, "76", 26),
    ],
)
def test_lo_t2_the_value_is_added_also_below_0(at: At, total: int, card: str, announced: int) -> None:
    m = at(card, "5", total=total)
    m.play(0, card)
    assert m.view(None)["total"] == announced


@pytest.mark.parametrize("card", ["x2", "turn"])
@pytest.mark.parametrize("total", [-12, 0, 18, 76])
def test_lo_t3_special_cards_repeat_the_total(at: At, card: str, total: int) -> None:
    m = at(card, "5", "3", total=total)
    m.play(0, card)
    assert m.view(None)["total"] == total


# turn


@pytest.mark.parametrize(("direction", "following"), [(1, 0), (-1, 2)])
def test_lo_t4_turn_reverses_the_direction_at_once(at: At, direction: int, following: int) -> None:
    m = at("10", "turn", "10", turn=1, direction=direction)
    m.play(1, "turn")
    assert m.view(None)["direction"] == -direction
    m.play(st.CHANCE, "7")
    assert m.actors == (following,)


def test_lo_t4_the_new_direction_lasts(at: At) -> None:
    m = at("turn", "3", "4", "5", chance=["7"] * 3)
    for seat, card in [(0, "turn"), (3, "5"), (2, "4")]:
        m.play(seat, card)
    assert m.actors == (1,)


@pytest.mark.parametrize("direction", [1, -1])
def test_lo_t4_with_two_players_the_direction_stays(at: At, direction: int) -> None:
    m = at("turn", "10", direction=direction, chance=["7"])
    m.play(0, "turn")
    assert m.view(None)["direction"] == direction
    assert m.actors == (1,)


@pytest.mark.parametrize("direction", [1, -1])
def test_lo_t4_with_two_players_still_in_the_direction_stays(at: At, direction: int) -> None:
    m = at("turn", "", "10", "", out=[1, 3], direction=direction, chance=["7"])
    m.play(0, "turn")
    assert m.view(None)["direction"] == direction
    assert m.actors == (2,)


def test_lo_t4a_who_is_still_in_is_counted_before_the_chip_is_given_up(at: At) -> None:
    """Three are in when he repeats the 22 that throws him out: it turns, and the one before him is on."""
    m = at("5", "turn", "10", turn=1, total=22, chips=[3, 0, 3])
    m.play(1, "turn")
    assert m.view(None)["chips"] == [3, None, 3]
    assert m.view(None)["direction"] == -1


# x2


def test_lo_t5_after_x2_the_next_player_owes_two(at: At) -> None:
    m = at("x2", "5 10", "3", chance=["7"])
    m.play(0, "x2")
    view = m.view(None)
    assert (view["turn"], view["owes"], view["played"]) == (1, 2, 0)


def test_lo_t5_two_cards_one_after_the_other_then_two_are_drawn(at: At) -> None:
    m = at("3", "5 10 4", "3", turn=1, owes=2, total=20)
    m.play(1, "5")
    view = m.view(None)
    assert m.actors == (1,)
    assert (view["total"], view["owes"], view["played"]) == (25, 1, 1)
    m.play(1, "10")
    assert m.view(None)["total"] == 35
    m.play(st.CHANCE, "7")
    assert m.actors == (st.CHANCE,)
    m.play(st.CHANCE, "8")
    assert m.actors == (2,)
    assert sorted(m.position()["hands"][1]) == ["4", "7", "8"]


def test_lo_t5_the_player_after_a_double_turn_owes_one_again(at: At) -> None:
    m = at("3", "5 10", "3", turn=1, owes=2, chance=["7", "7"])
    m.play(1, "5")
    m.play(1, "10")
    view = m.view(None)
    assert (view["turn"], view["owes"], view["played"]) == (2, 1, 0)


def test_lo_t5_no_x2_directly_on_x2(at: At) -> None:
    m = at("x2 5 10", "3", owes=2)
    assert sorted(m.moves(0)) == ["10", "5"]
    refusal = m.why_not(0, "x2")
    assert refusal is not None
    assert refusal.rule == "LO-T5"


def test_lo_t5_second_of_two_cards_may_be_x2_again(at: At) -> None:
    m = at("x2 5", "3 3", "4", owes=2, chance=["7", "7"])
    m.play(0, "5")
    m.play(0, "x2")
    view = m.view(None)
    assert (view["turn"], view["owes"]) == (1, 2)


def test_lo_t5_second_card_is_no_x2_if_the_first_was(at: At) -> None:
    m = at("x2 5", "3 3", "4", owes=1, played=1, discards=["x2", "x2"])
    assert tuple(m.moves(0)) == ("5",)


def test_lo_t5_an_older_x2_below_the_top_does_not_matter(at: At) -> None:
    assert "x2" in at("x2 5", "3", discards=["x2", "8", "9"]).moves(0)


@pytest.mark.parametrize(
    ("first", "second", "owed"), [("5", "10", 1), ("5", "x2", 2), ("turn", "4", 1), ("turn", "x2", 2), ("-10", "0", 1)]
)
def test_lo_t5a_the_card_on_top_when_the_turn_passes_on_decides(at: At, first: str, second: str, owed: int) -> None:
    m = at(f"{first} {second}", "3 3", "4 4", owes=2, total=14, chance=["7", "7"])
    m.play(0, first)
    m.play(0, second)
    assert m.view(None)["owes"] == owed


def test_lo_t5a_also_when_it_passes_on_because_he_is_out(at: At) -> None:
    m = at("x2 5", "3 3", "4 4", total=33, chips=[0, 3, 3])
    m.play(0, "x2")
    view = m.view(None)
    assert (view["turn"], view["owes"]) == (1, 2)


# turn as the first of two


def test_lo_t6_turn_first_he_still_plays_his_second_then_the_new_direction(at: At) -> None:
    m = at("3", "turn 10", "3", "4", turn=1, owes=2, chance=["7", "7"])
    m.play(1, "turn")
    assert m.actors == (1,)
    assert m.view(None)["direction"] == -1
    m.play(1, "10")
    assert m.actors == (0,)
    assert m.view(None)["owes"] == 1


def test_lo_t6_turn_as_second_of_two(at: At) -> None:
    m = at("3", "turn 10", "3", "4", turn=1, owes=2, chance=["7", "7"])
    m.play(1, "10")
    m.play(1, "turn")
    assert m.actors == (0,)


def test_lo_t6_two_turns_cancel_out(at: At) -> None:
    m = at("3", "turn turn", "3", "4", turn=1, owes=2, chance=["7", "7"])
    m.play(1, "turn")
    m.play(1, "turn")
    assert m.view(None)["direction"] == 1
    assert m.actors == (2,)


def test_lo_t6_turn_first_with_two_players(at: At) -> None:
    m = at("turn 10", "3", owes=2, chance=["7", "7"])
    m.play(0, "turn")
    assert m.actors == (0,)
    m.play(0, "10")
    assert m.actors == (1,)


# Announcing


def test_lo_t9_by_default_the_total_is_announced_for_the_player() -> None:
    assert st.Match("lobo77", seats=3, seed=7).view(None)["options"]["announce"] == "automatic"


def test_lo_t9_by_head_the_moves_stay_cards_and_nothing_else_changes(at: At) -> None:
    plain, by_head = (
        at("5 x2", "10 turn", "3", options={"announce": announce}, chance=["7", "8", "9"])
        for announce in ("automatic", "by head")
    )
    for seat, card in [(0, "5"), (1, "turn"), (0, "x2")]:
        assert sorted(plain.moves(seat)) == sorted(by_head.moves(seat))
        plain.play(seat, card)
        by_head.play(seat, card)
    assert plain.log == by_head.log
    assert plain.position() | {"options": None} == by_head.position() | {"options": None}


def test_lo_t9_unknown_way_of_announcing() -> None:
    with pytest.raises(ValueError, match="by head"):
        st.Match("lobo77", seats=3, options={"announce": "aloud"}, seed=7)
