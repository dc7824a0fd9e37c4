"""BS-T1 to BS-T8 The turn."""

from collections.abc import Callable

import pytest

import spieltisch as st

At = Callable[..., st.Match]
Cards = Callable[..., list[str]]
ALL_CARDS = ["start 0", "wuerfel", "meiste-1", "meiste-2", "meiste-3", "summe"]


def test_bs_t1_the_start_player_is_drawn_and_keeps_the_marker() -> None:
    m = st.Match("bloeder-sack", 3, chance="manual")
    assert m.moves(st.CHANCE) == ("start 0", "start 1", "start 2")
    m = st.Match("bloeder-sack", 3, chance=["start 1", *ALL_CARDS[1:], "roll 1 2", "roll 1 2"])
    m.play(1, "place 1 on 1")
    m.play(1, "place 2 on 1")
    assert m.view(None)["start"] == 1


def test_bs_t1_clockwise() -> None:
    m = st.Match("bloeder-sack", 3, chance=["start 1", *ALL_CARDS[1:], *["roll 1 2"] * 4])
    on = []
    for _ in range(4):
        (seat,) = m.actors
        on.append(seat)
        m.play(seat, "place 1 on 1")
        m.play(seat, "place 2 on 2")
    assert on == [1, 2, 0, 1]


# BS-T2 Fewer than two dice in supply

SHORT = ("A1 A1", "A2 B2 A2", "A3", "A4 A4 B1", "A5 A5")  # seat 0 has one die left


def test_bs_t2_he_must_score_where_two_of_his_own_lie(at: At) -> None:
    m = at(*SHORT)
    assert m.actors == (0,)
    assert m.moves(0) == ("score 1", "score 2", "score 4", "score 5")


def test_bs_t2_with_no_die_left_too(at: At) -> None:
    m = at("A1 A1", "A2 A2", "A3 A3", "A4 A4", "A5 A5")
    assert m.view(None)["supply"][0] == 0
    assert len(m.moves(0)) == 5


def test_bs_t2_not_with_two_dice_left(at: At) -> None:
    m = at("A1 A1", "A2 A2", "A3 A3", "A4 A4")
    assert m.view(None)["supply"][0] == 2
    assert m.actors == (st.CHANCE,)


def test_bs_t2_only_the_player_on_turn(at: At) -> None:
    m = at(*SHORT, turn=1)
    assert m.actors == (st.CHANCE,)


def test_bs_t2_it_is_asked_when_the_turn_begins(at: At) -> None:
    m = at(*SHORT, turn=2, roll=[1], chance=["roll 1 2"])
    m.play(2, "place 1 on 3")
    assert m.actors == (0,)
    assert m.moves(0)[0] == "score 1"


def test_bs_t2_even_if_another_wins_it(at: At, cards: Cards) -> None:
    m = at("A1 A1 B4", "A2 A2", "A3 A3", "A4 A4", "A5", cards=cards("letzte-4"))
    m.play(0, "score 1")
    assert m.view(None)["won"] == [[], ["letzte-4"], []]
    assert m.view(None)["supply"] == [3, 10, 10]


def test_bs_t2_exactly_one_then_the_turn_goes_on_as_usual(at: At) -> None:
    m = at(*SHORT, chance=["gleiche", "roll 3 5"])
    m.play(0, "score 1")
    assert m.actors == (0,)
    assert m.view(None)["roll"] == [3, 5]
    assert m.view(None)["supply"][0] == 1
    assert not any(move.startswith("score") for move in m.moves(0))


# BS-T3 The roll


def test_bs_t3_two_dice_come_from_the_supply_into_the_hand(at: At) -> None:
    m = at("A1", chance=["roll 2 5"])
    view = m.view(None)
    assert view["roll"] == [2, 5]
    assert view["supply"] == [7, 10, 10]
    assert view["trays"] == [[[0, 1]], [], [], [], []]


def test_bs_t3_every_value_is_equally_likely(at: At) -> None:
    m = at()
    weights = dict(zip(m.game.outcomes.texts, m._chances(), strict=True))
    rolls = {text: weight for text, weight in weights.items() if weight}
    assert len(rolls) == 21
    assert sum(rolls.values()) == 36
    assert all(weight == (1 if text[5] == text[7] else 2) for text, weight in rolls.items())
    assert "roll 5 2" not in m.game.outcomes.number


@pytest.mark.parametrize("low", range(1, 7))
@pytest.mark.parametrize("high", range(1, 7))
def test_bs_t3_what_is_rolled_is_in_hand(at: At, low: int, high: int) -> None:
    if low <= high:
        m = at(chance=[f"roll {low} {high}"])
        assert m.view(None)["roll"] == [low, high]


# BS-T4, BS-T5 Doubles


@pytest.mark.parametrize("value", range(1, 6))
def test_bs_t4_a_double_scores_the_card_above_its_tray_at_once(at: At, value: int) -> None:
    m = at("B6", "B6", "B6", "B6", "B6", cards=["wuerfel", "summe", "gleiche", "verschiedene", "gerade"])
    card = m.view(None)["cards"][value - 1]
    m.play(st.CHANCE, f"roll {value} {value}")
    assert m.view(None)["won"] == [[], [card], []]
    assert m.view(None)["trays"][value - 1] == []
    assert m.actors == (st.CHANCE,)
    m.play(st.CHANCE, "meiste-1")
    assert m.view(None)["cards"][value - 1] == "meiste-1"
    assert m.actors == (0,)
    assert m.view(None)["roll"] == [value, value]


def test_bs_t4_the_rolled_dice_do_not_count_themselves(at: At) -> None:
    m = at("B1", "", chance=["roll 1 1", "gleiche"])
    assert m.view(None)["won"] == [[], ["wuerfel"], []]


def test_bs_t4_with_no_die_there_nothing_happens(at: At) -> None:
    m = at("B1", "", "C3", chance=["roll 2 2"])
    view = m.view(None)
    assert (view["won"], view["aside"], view["pile"]) == ([[], [], []], [], 22)
    assert m.actors == (0,)


def test_bs_t4_no_double_scores_nothing(at: At) -> None:
    m = at("B1", "B1", chance=["roll 1 2"])
    assert m.view(None)["won"] == [[], [], []]


def test_bs_t5_a_double_six_asks_for_any_tray_with_a_die(at: At) -> None:
    m = at("B1", "", "A3", chance=["roll 6 6"])
    assert m.view(None)["choose"] is True
    assert m.moves(0) == ("score 1", "score 3", "decline")


def test_bs_t5_he_scores_one_and_then_places(at: At) -> None:
    m = at("B1", "", "A3", chance=["roll 6 6", "gleiche"])
    m.play(0, "score 1")
    view = m.view(None)
    assert view["won"] == [[], ["wuerfel"], []]
    assert (view["choose"], view["roll"]) == (False, [6, 6])
    assert m.moves(0)[0] == "place 6 on 1"


def test_bs_t5_or_declines(at: At) -> None:
    m = at("B1", "", "A3", chance=["roll 6 6"])
    m.play(0, "decline")
    view = m.view(None)
    assert (view["won"], view["choose"], view["roll"]) == ([[], [], []], False, [6, 6])
    assert m.actors == (0,)
    assert not any(move.startswith(("score", "decline")) for move in m.moves(0))


def test_bs_t5_with_no_die_on_any_tray_nothing_is_asked(at: At) -> None:
    m = at(chance=["roll 6 6"])
    assert m.view(None)["choose"] is False
    assert m.moves(0)[0] == "place 6 on 1"


# BS-T6, BS-T7 Placing


def test_bs_t6_place_or_replace(at: At) -> None:
    m = at("B2 A2 B5", roll=[2, 4])
    placing = [f"place {value} on {tray}" for value in (2, 4) for tray in range(1, 6)]
    assert m.moves(0) == (*placing, "replace 2 on 1.1")


def test_bs_t6_after_the_first_die_is_placed_nothing_can_be_replaced(at: At) -> None:
    m = at("B2 A2 B4", roll=[2, 4])
    m.play(0, "place 2 on 1")
    assert m.moves(0) == tuple(f"place 4 on {tray}" for tray in range(1, 6))


@pytest.mark.parametrize("order", [(2, 4), (4, 2)])
def test_bs_t7_in_either_order_on_the_same_or_different_trays(at: At, order: tuple[int, int]) -> None:
    m = at(roll=[2, 4])
    m.play(0, f"place {order[0]} on 3")
    assert m.view(None)["roll"] == [order[1]]
    assert m.actors == (0,)
    m.play(0, f"place {order[1]} on 3")
    assert m.view(None)["trays"][2] == [[0, order[0]], [0, order[1]]]
    assert m.view(None)["turn"] == 1
    assert "roll" not in m.view(None)


def test_bs_t7_two_equal_dice_are_placed_one_by_one(at: At) -> None:
    m = at(roll=[3, 3])
    m.play(0, "place 3 on 1")
    assert m.view(None)["roll"] == [3]
    m.play(0, "place 3 on 2")
    assert m.view(None)["turn"] == 1


def test_bs_t7_on_the_lowest_free_field_matching_or_not(at: At, cards: Cards) -> None:
    m = at("B1 C2", roll=[3, 5], cards=cards("letzte-1"))
    m.play(0, "place 3 on 1")
    assert m.view(None)["trays"][0] == [[1, 1], [2, 2], [0, 3]]


EIGHT = "A1 B2 C3 A4 B5 C6 A1 B2"


@pytest.mark.parametrize("seats", [3, 4])
def test_bs_t7_the_ninth_die_fills_a_tray(at: At, seats: int) -> None:
    m = at(EIGHT, seats=seats, roll=[1, 2], chance=["gleiche"])
    m.play(0, "place 1 on 1")
    view = m.view(None)
    assert view["won"][0] == ["wuerfel"]
    assert view["trays"][0] == []
    assert view["cards"][0] == "gleiche"


@pytest.mark.parametrize("seats", [3, 4])
def test_bs_t7_with_more_than_two_the_eighth_does_not(at: At, seats: int) -> None:
    m = at("A1 B2 C3 A4 B5 C6 A1", seats=seats, roll=[1, 2])
    m.play(0, "place 1 on 1")
    assert len(m.view(None)["trays"][0]) == 8


def test_bs_t7_with_two_players_the_fifth_does_not(at: At) -> None:
    m = at("A1 B2 A3 A4", seats=2, roll=[1, 2])
    m.play(0, "place 1 on 1")
    assert len(m.view(None)["trays"][0]) == 5


def test_bs_t7_it_is_scored_before_the_second_die_which_may_go_under_the_new_card(at: At) -> None:
    m = at(EIGHT, roll=[1, 2])
    m.play(0, "place 1 on 1")
    assert m.actors == (st.CHANCE,)
    m.play(st.CHANCE, "gleiche")
    assert m.actors == (0,)
    assert m.moves(0) == tuple(f"place 2 on {tray}" for tray in range(1, 6))
    m.play(0, "place 2 on 1")
    assert m.view(None)["trays"][0] == [[0, 2]]


def test_bs_t7_the_second_die_may_fill_a_tray_too(at: At) -> None:
    m = at(EIGHT, roll=[1, 2], chance=["gleiche"])
    m.play(0, "place 1 on 2")
    m.play(0, "place 2 on 1")
    view = m.view(None)
    assert (view["won"][0], view["turn"]) == (["wuerfel"], 1)


# BS-T8 Replacing


def test_bs_t8_the_dice_go_where_they_belong_and_the_turn_passes(at: At) -> None:
    m = at("C1 B4", roll=[2, 4])
    m.play(0, "replace 4 on 1.2")
    view = m.view(None)
    assert view["trays"][0] == [[2, 1], [0, 4]]
    assert view["supply"] == [9, 10, 9]
    assert view["turn"] == 1


def test_bs_t8_only_opponents_dice_of_a_rolled_value(at: At) -> None:
    m = at("A2 B2 C4 B5", "C2", roll=[2, 4])
    assert [move for move in m.moves(0) if move.startswith("replace")] == [
        "replace 2 on 1.2",
        "replace 2 on 2.1",
        "replace 4 on 1.3",
    ]


def test_bs_t8_of_two_equal_dice_one_goes_back(at: At) -> None:
    m = at("B4", roll=[4, 4])
    m.play(0, "replace 4 on 1.1")
    assert m.view(None)["supply"] == [9, 10, 10]


def test_bs_t8_replacing_scores_nothing(at: At) -> None:
    m = at("A1 B2 C3 A4 B5 C6 A1 B2", roll=[1, 2])
    m.play(0, "replace 2 on 1.8")
    assert len(m.view(None)["trays"][0]) == 8
    assert m.view(None)["won"] == [[], [], []]


# Taking back


def test_a_first_die_can_be_taken_back_until_something_new_is_seen(at: At) -> None:
    m = at("A1 B2", roll=[1, 2])
    m.play(0, "place 1 on 1")
    m.play(0, "undo")
    assert m.view(None)["roll"] == [1, 2]
    assert m.view(None)["trays"][0] == [[0, 1], [1, 2]]


def test_a_die_that_brought_a_new_card_cannot(at: At) -> None:
    m = at(EIGHT, roll=[1, 2], chance=["gleiche"])
    m.play(0, "place 1 on 1")
    refusal = m.why_not(0, "undo")
    assert refusal is not None
    assert refusal.rule == "undo"
