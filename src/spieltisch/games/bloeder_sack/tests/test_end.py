"""BS-S4 The pile runs out; BS-E1 to BS-E4 The end."""

from collections.abc import Callable
from typing import Any

import pytest

import spieltisch as st
from spieltisch.games.bloeder_sack.deck import STANDARD_DECK
from spieltisch.kernel.record import Sees
from spieltisch.kernel.story import event_of

At = Callable[..., st.Match]
Cards = Callable[..., list[str]]

FIVE = ["wuerfel", "meiste-1", "meiste-2", "meiste-3", "summe"]
FIVE_CARDS = {"deck": " ".join(f"{card}*1" for card in FIVE)}
SEVEN_CARDS = {"deck": " ".join(f"{card}*1" for card in [*FIVE, "gleiche", "meiste-6"])}


def won(m: st.Match) -> list[list[str]]:
    cards: list[list[str]] = m.view(None)["won"]
    return cards


# BS-S4 The pile


def test_bs_s4_the_dice_return_and_a_new_card_is_laid(at: At) -> None:
    m = at("A1 B2 C3 A4", roll=[6, 6], choose=True)
    m.play(0, "score 1")
    view = m.view(None)
    assert view["trays"][0] == []
    assert view["supply"] == [8, 10, 10]
    assert set(m.moves(st.CHANCE)) == set(STANDARD_DECK) - set(FIVE)
    m.play(st.CHANCE, "gleiche")
    assert m.view(None)["cards"][0] == "gleiche"
    assert m.view(None)["pile"] == 21


def test_bs_s4_from_an_empty_pile_come_the_cards_set_aside(at: At) -> None:
    m = at("A1", roll=[6, 6], choose=True, aside=["gleiche", "meiste-6"], options=SEVEN_CARDS)
    m.play(0, "score 1")
    assert m.moves(st.CHANCE) == ("meiste-6", "gleiche")
    m.play(st.CHANCE, "gleiche")
    view = m.view(None)
    assert (view["cards"][0], view["aside"], view["pile"]) == ("gleiche", [], 1)


def test_bs_s4_not_before_it_is_empty(at: At) -> None:
    m = at("A1", roll=[6, 6], choose=True, aside=["gleiche"], options=SEVEN_CARDS)
    m.play(0, "score 1")
    assert m.moves(st.CHANCE) == ("meiste-6",)


def test_bs_s4_the_card_just_set_aside_comes_back_too(at: At) -> None:
    m = at("A4", roll=[6, 6], choose=True, cards=["meiste-1", *FIVE[:1], *FIVE[2:]], options=FIVE_CARDS)
    m.play(0, "score 1")
    assert m.moves(st.CHANCE) == ("meiste-1",)
    m.play(st.CHANCE, "meiste-1")
    assert m.view(None)["cards"][0] == "meiste-1"
    assert m.view(None)["aside"] == []


def test_bs_s4_if_there_are_none_the_tray_stays_closed(at: At) -> None:
    m = at("A4", "B1", roll=[6, 6], choose=True, options=FIVE_CARDS)
    m.play(0, "score 1")
    assert m.actors == (0,)
    assert m.view(None)["cards"][0] is None
    assert m.moves(0) == tuple(f"place 6 on {tray}" for tray in range(2, 6))


def test_bs_s4_a_closed_tray_stays_closed_when_another_card_is_set_aside(at: At) -> None:
    cards = [None, *FIVE[1:]]
    m = at("", "B4", roll=[6, 6], choose=True, cards=cards, won=[["wuerfel"], [], []], options=FIVE_CARDS)
    m.play(0, "score 2")
    m.play(st.CHANCE, "meiste-1")
    assert m.view(None)["cards"] == cards


def test_bs_s4_a_double_of_a_closed_tray_scores_nothing(at: At) -> None:
    m = at(cards=[None, *FIVE[1:]], won=[["wuerfel"], [], []], options=FIVE_CARDS, chance=["roll 1 1"])
    assert m.moves(0) == tuple(f"place 1 on {tray}" for tray in range(2, 6))


def all_but_one_closed(at: At, **keys: Any) -> st.Match:
    cards = {"cards": [None, None, None, None, "summe"], "won": [FIVE[:2], FIVE[2:3], FIVE[3:4]]}
    return at("", "", "", "", "A1 B2 C3 A4 B5 C6 A1 B2", options=FIVE_CARDS, **cards | keys)


def test_bs_s4_with_all_closed_a_die_returns_to_the_supply(at: At) -> None:
    m = all_but_one_closed(at, roll=[1, 2])
    m.play(0, "place 1 on 5")
    view = m.view(None)
    assert view["cards"] == [None] * 5
    assert view["supply"] == [10, 10, 10]
    assert (view["turn"], "roll" in view) == (1, False)


def test_bs_s4_with_all_closed_the_match_ends_after_the_round(at: At) -> None:
    m = all_but_one_closed(at, roll=[1, 2])
    m.play(0, "place 1 on 5")
    for roll in ("roll 1 1", "roll 6 6"):
        assert not m.over
        assert m.actors == (st.CHANCE,)
        m.play(st.CHANCE, roll)
    assert m.over
    assert m.view(None)["supply"] == [10, 10, 10]
    assert m.result == st.Result((1, 1, 3), (2, 2, 1))


def test_bs_s4a_with_all_closed_dice_are_rolled_and_go_straight_back(at: At) -> None:
    m = all_but_one_closed(at, roll=[1, 2])
    m.play(0, "place 1 on 5")
    assert m.actors == (st.CHANCE,)
    m.play(st.CHANCE, "roll 3 4")
    view = m.view(None)
    assert (view["turn"], view["supply"], "roll" in view) == (2, [10, 10, 10], False)
    assert [event_of(m.game, event) for event in m.told] == [
        ("rolls", {"seat": 1, "one": 3, "two": 4}),
        ("returned", {"seat": 1, "dice": 2}),
    ]


# BS-E1 The fourth card

THREE = ["gleiche", "verschiedene", "meiste-5"]
FOUR = [*THREE, "meiste-6"]


def place_both(m: st.Match, tray: int = 5) -> None:
    (seat,) = m.actors
    for value in list(m.view(None)["roll"]):
        m.play(seat, f"place {value} on {tray}")


def test_bs_e1_after_the_fourth_card_the_round_is_played_to_its_end(at: At) -> None:
    chance = ["letzte-1", "roll 1 2", "roll 1 2"]
    m = at("A1", won=[THREE, [], []], start=2, turn=0, roll=[6, 6], choose=True, chance=chance)
    m.play(0, "score 1")
    assert len(won(m)[0]) == 4
    place_both(m)
    assert (m.over, m.actors) == (False, (1,))
    place_both(m)
    assert m.over


@pytest.mark.parametrize(("turn", "turns_left"), [(0, 3), (1, 2), (2, 1)])
def test_bs_e1_all_have_equally_many_turns(at: At, turn: int, turns_left: int) -> None:
    m = at(won=[[], FOUR, []], turn=turn, chance=["roll 1 2"] * 3)
    turns = 0
    while not m.over:
        place_both(m, tray=turns + 1)
        turns += 1
    assert turns == turns_left


def test_bs_e1_not_with_three_cards(at: At) -> None:
    m = at(won=[THREE, [], []], turn=2, roll=[1, 2])
    place_both(m)
    assert not m.over


def test_bs_e1_in_whoevers_turn(at: At) -> None:
    m = at("B1", won=[[], THREE, []], turn=2, roll=[6, 6], choose=True, chance=["letzte-1"])
    m.play(2, "score 1")
    assert len(won(m)[1]) == 4
    place_both(m)
    assert m.over


def test_bs_e1_the_current_turn_is_played_with_all_its_dice(at: At) -> None:
    m = at("A1 B2 C3 A4 B5 C6 A1 B2", won=[[], [], THREE], turn=2, cards=["summe", *FIVE[:4]], roll=[1, 6])
    m.play(2, "place 6 on 1")
    assert len(won(m)[2]) == 4
    m.play(st.CHANCE, "letzte-2")
    assert m.actors == (2,)
    m.play(2, "place 1 on 1")
    assert m.over


def test_bs_e1_a_forced_scoring_counts_as_well(at: At) -> None:
    m = at("A1 A1", "A2 A2", "A3 A3", "A4 A4", "A5", won=[THREE, [], []], start=1, chance=["letzte-2", "roll 1 2"])
    m.play(0, "score 1")
    assert len(won(m)[0]) == 4
    place_both(m)
    assert m.over


def test_bs_e1a_a_new_card_is_laid_even_in_the_very_last_turn(at: At) -> None:
    m = at("A1 B2 C3 A4 B5 C6 A1 B2", won=[FOUR, [], []], turn=2, roll=[1])
    m.play(2, "place 1 on 1")
    assert m.actors == (st.CHANCE,)
    m.play(st.CHANCE, "letzte-2")
    assert m.over


def test_bs_e1a_the_second_of_the_last_two_dice_may_go_below_it(at: At) -> None:
    m = at("A1 B2 C3 A4 B5 C6 A1 B2", won=[FOUR, [], []], turn=2, roll=[1, 2])
    m.play(2, "place 1 on 1")
    m.play(st.CHANCE, "letzte-2")
    m.play(2, "place 2 on 1")
    assert m.over
    assert "letzte-2" in won(m)[2]


# BS-E2 The final scoring


def test_bs_e2_every_open_card_with_a_die_is_scored(at: At) -> None:
    m = at("A1", "B1", "C4", won=[FOUR, [], []], turn=2, roll=[5])
    m.play(2, "place 5 on 5")
    assert m.over
    assert [set(cards) for cards in won(m)] == [{*FOUR, "wuerfel"}, {"meiste-1"}, {"summe"}]
    view = m.view(None)
    assert view["aside"] == ["meiste-2"]
    assert view["cards"] == [None, None, None, "meiste-3", None]
    assert view["trays"] == [[]] * 5
    assert view["supply"] == [10] * 3


def test_bs_e2_no_new_cards_are_laid(at: At) -> None:
    m = at("A1", "B1", won=[FOUR, [], []], turn=2, roll=[5])
    pile = m.view(None)["pile"]
    m.play(2, "place 5 on 5")
    assert m.view(None)["pile"] == pile
    assert m.actors == ()


def test_bs_e2_the_symbols_of_these_cards_count(at: At) -> None:
    m = at("B1 B1", "B1", won=[["wuerfel", "nicht-1", "nicht-2", "gerade"], [], []], turn=2, roll=[5],
           cards=["gleiche", "meiste-1", "letzte-1", "letzte-2", "letzte-3"])  # fmt: skip
    m.play(2, "place 5 on 5")
    assert m.result == st.Result((1, 2, 3), (4, 4, 0))


# BS-E3, BS-E4


@pytest.mark.parametrize(
    ("others", "places", "points"),
    [
        ([["meiste-4"], ["letzte-1", "letzte-3"]], (1, 3, 2), (8, 2, 4)),
        ([["meiste-4", "letzte-1", "letzte-3", "letzte-5"], []], (1, 1, 3), (8, 8, 0)),
        ([["meiste-4", "letzte-1", "letzte-3", "nicht-1", "nicht-2"], []], (2, 1, 3), (8, 8, 0)),
        ([["meiste-4"], ["letzte-1"]], (1, 2, 2), (8, 2, 2)),
    ],
)
def test_bs_e3_symbols_then_cards_then_the_place_is_shared(
    at: At, others: list[list[str]], places: tuple[int, ...], points: tuple[int, ...]
) -> None:
    cards = ["meiste-1", "meiste-2", "meiste-3", "summe-gerade", "letzte-2"]
    m = at(won=[FOUR, *others], turn=2, roll=[5], cards=cards)
    m.play(2, "place 5 on 1")
    assert m.result == st.Result(places, points)


def test_bs_e4_who_won_which_card_is_public(at: At) -> None:
    m = at(won=[FOUR, ["letzte-1"], []])
    assert all(m.view(seat)["won"] == m.view(None)["won"] for seat in range(3))
    assert m.view(2)["symbols"] == [8, 2, 0]
    assert {m.game.who_sees[field] for field in ("lies", "won", "symbols")} == {Sees.PUBLIC}
