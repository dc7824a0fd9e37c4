"""Lobo 77: what is in the box (LO-M), and who sees it (LO-K)."""

from collections import Counter
from collections.abc import Callable

import pytest

import spieltisch as st

At = Callable[..., st.Match]

ONCE = ["76", "11", "22", "33", "44", "55", "66"]
FOUR_TIMES = ["0", "-10", "x2", "turn"]
THREE_TIMES = ["2", "3", "4", "5", "6", "7", "8", "9"]
COPIES = dict.fromkeys(ONCE, 1) | dict.fromkeys(FOUR_TIMES, 4) | dict.fromkeys(THREE_TIMES, 3) | {"10": 8}


def about_to_deal(edition: str) -> st.Match:
    m = st.Match("lobo77", seats=2, options={"edition": edition}, chance="manual")
    m.play(st.CHANCE, "start 0")
    return m


@pytest.mark.parametrize("edition", ["55", "56"])
def test_lo_m1_no_other_cards(edition: str) -> None:
    assert sorted(about_to_deal(edition).moves(st.CHANCE)) == sorted(COPIES)


@pytest.mark.parametrize(("card", "copies"), COPIES.items())
def test_lo_m1_each_card_so_many_times(card: str, copies: int) -> None:
    m = about_to_deal("55")
    for _ in range(copies):
        m.play(st.CHANCE, card)
    assert card not in m.moves(st.CHANCE)


@pytest.mark.parametrize(("card", "copies"), (COPIES | {"turn": 5}).items())
def test_lo_m1_edition_56_has_a_fifth_turn_and_else_the_same(card: str, copies: int) -> None:
    m = about_to_deal("56")
    for _ in range(copies):
        m.play(st.CHANCE, card)
    assert card not in m.moves(st.CHANCE)


@pytest.mark.parametrize(("options", "cards"), [({}, 55), ({"edition": "55"}, 55), ({"edition": "56"}, 56)])
def test_lo_m1_so_many_cards_in_all(options: dict[str, str], cards: int) -> None:
    view = st.Match("lobo77", seats=4, options=options, seed=7).view(None)
    assert sum(view["hands"]) + len(view["discards"]) + view["pile"] == cards


def test_lo_m1_a_position_has_no_card_too_often(at: At) -> None:
    with pytest.raises(st.BadPosition):
        at("10 10 10 10 10", "10 10 10 10")


def test_lo_m1_a_fifth_turn_only_in_edition_56(at: At) -> None:
    assert at("turn turn turn", "turn turn", options={"edition": "56"}).actors == (0,)
    with pytest.raises(st.BadPosition):
        at("turn turn turn", "turn turn")


def test_lo_m1_unknown_edition() -> None:
    with pytest.raises(ValueError, match="56"):
        st.Match("lobo77", seats=2, options={"edition": "57"}, seed=7)


@pytest.mark.parametrize("seats", range(2, 9))
def test_lo_m2_three_chips_five_cards_the_rest_is_the_pile(seats: int) -> None:
    view = st.Match("lobo77", seats=seats, seed=7).view(None)
    assert view["chips"] == [3] * seats
    assert view["hands"] == [5] * seats
    assert view["discards"] == []
    assert view["pile"] == 55 - 5 * seats


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_lo_m2_two_to_eight_players(seats: int) -> None:
    with pytest.raises(ValueError, match=r"2.*8"):
        st.Match("lobo77", seats=seats, seed=7)


def test_lo_m2_dealt_seat_by_seat_from_the_start_player() -> None:
    first, second, third = ["2", "3", "4", "5", "6"], ["7", "8", "9", "10", "11"], ["22", "33", "44", "55", "66"]
    m = st.Match("lobo77", seats=3, chance=["start 1", *first, *second, *third])
    assert m.actors == (1,)
    assert [Counter(hand) for hand in m.position()["hands"]] == [Counter(third), Counter(first), Counter(second)]


def test_lo_k1_public_for_a_spectator(at: At) -> None:
    m = at("5 5", "10", "", "3", out=[2], chips=[3, 0, None, 2], total=18, direction=-1, discards=["10", "8"], turn=3)
    view = m.view(None)
    assert view["chips"] == [3, 0, None, 2]
    assert view["out"] == [2]
    assert (view["total"], view["direction"], view["turn"]) == (18, -1, 3)
    assert view["hands"] == [2, 1, 0, 1]
    assert (view["top"], sorted(view["discards"])) == ("8", ["10", "8"])
    assert view["pile"] == 55 - 4 - 2
    assert view["actors"] == [3]
    assert view["over"] is False


@pytest.mark.parametrize(("seat", "hands"), [(0, [["5", "8"], 1, 2]), (1, [2, ["10"], 2]), (2, [2, 1, ["3", "4"]])])
def test_lo_k1_a_hand_is_known_to_its_owner_alone(at: At, seat: int, hands: list[object]) -> None:
    view = at("5 8", "10", "3 4").view(seat)
    assert [sorted(hand) if isinstance(hand, list) else hand for hand in view["hands"]] == hands


def test_lo_k1_a_hand_that_dropped_out_stays_hidden(at: At) -> None:
    m = at("3 66 76", "10", "4", chips=[0, 3, 3], total=30)
    m.play(0, "3")
    assert [m.view(seat)["hands"][0] for seat in (1, 2, None)] == [2, 2, 2]


def test_lo_k1_nothing_shows_what_others_hold_or_what_is_in_the_pile(at: At) -> None:
    one, other = at("5", "7 7", "3", chance=["8"]), at("5", "76 x2", "3", chance=["8"])
    for seat in (0, 2, None):
        assert one.view(seat) == other.view(seat)
    one.play(0, "5")
    other.play(0, "5")
    for seat in (0, 2, None):
        assert one.view(seat) == other.view(seat)
    assert one.view(1) != other.view(1)


def test_lo_k1_the_size_of_the_pile_is_all_that_is_said_of_it(at: At) -> None:
    pile = at("5", "10", "3").view(0)["pile"]
    assert isinstance(pile, int)
    assert pile == 55 - 3 - 1


def test_lo_k1_a_drawn_card_is_seen_by_its_owner_alone_a_played_one_by_all(at: At) -> None:
    m = at("5", "10", "3", chance=["7"])
    m.play(0, "5")
    assert [entry.move for entry in m.log_seen_by(0)][-2:] == ["5", "7"]
    assert [entry.move for entry in m.log_seen_by(1)][-2:] == ["5", "?"]
    assert [entry.move for entry in m.log_seen_by(2)][-2:] == ["5", "?"]


def test_lo_k1_a_card_drawn_by_hand_is_seen_by_its_owner_not_by_the_seat_on_turn(at: At) -> None:
    m = at("5", "10", "3", chance=["7"], options={"draw": "by hand"})
    m.play(0, "5")
    m.play(0, "draw")
    assert [entry.move for entry in m.log_seen_by(0)][-1] == "7"
    assert [entry.move for entry in m.log_seen_by(1)][-1] == "?"


def test_lo_k1_in_the_deal_each_seat_sees_its_own_five() -> None:
    first, second = ["2", "3", "4", "5", "6"], ["7", "8", "9", "10", "11"]
    m = st.Match("lobo77", seats=2, chance=["start 0", *first, *second])
    assert [entry.move for entry in m.log_seen_by(0)] == ["start 0", *first, *["?"] * 5]
    assert [entry.move for entry in m.log_seen_by(1)] == ["start 0", *["?"] * 5, *second]
