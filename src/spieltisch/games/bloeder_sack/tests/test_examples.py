"""Blöder Sack: the examples that must hold, one to nine."""

from collections.abc import Callable

import pytest

import spieltisch as st

At = Callable[..., st.Match]
Cards = Callable[..., list[str]]
BLUE, WHITE, RED, BLACK = "A", "B", "C", "D"


def winner_of(m: st.Match, card: str) -> int | None:
    """Whose the card of tray 1 is after seat 0 has scored it."""
    m.play(0, "score 1")
    return next((seat for seat, won in enumerate(m.view(None)["won"]) if card in won), None)


def at_double_six(at: At, cards: Cards, tray: str, card: str, seats: int) -> st.Match:
    return at(tray, seats=seats, cards=cards(card), roll=[6, 6], choose=True)


def test_example_1_a_tie_goes_to_the_later_last_die(at: At, cards: Cards) -> None:
    m = at_double_six(at, cards, "A4 B4 A4 B4 A1 B2", "meiste-4", 3)
    assert winner_of(m, "meiste-4") == 1


def test_example_2_three_of_a_kind_beat_two_pairs(at: At, cards: Cards) -> None:
    m = at_double_six(at, cards, "A5 A5 A5 C3 C3 C6 C6", "gleiche", 3)
    assert winner_of(m, "gleiche") == 0


def test_example_3_different_values_tied(at: At, cards: Cards) -> None:
    m = at_double_six(at, cards, "D1 D2 A3 A4 D5 A6", "verschiedene", 4)
    assert winner_of(m, "verschiedene") == 0


def test_example_4_the_largest_sum_below_ten(at: At, cards: Cards) -> None:
    m = at_double_six(at, cards, "C4 B5 D6 B3 D4 C5 A6 A3", "summe-unter-10", 4)
    assert winner_of(m, "summe-unter-10") == 0


def test_example_5_nobody_meets_it(at: At, cards: Cards) -> None:
    m = at_double_six(at, cards, "A1 B2 A3", "meiste-4", 3)
    assert winner_of(m, "meiste-4") is None
    view = m.view(None)
    assert view["aside"] == ["meiste-4"]
    assert view["trays"][0] == []
    assert view["supply"] == [8, 10, 10]
    m.play(st.CHANCE, "gleiche")
    assert m.view(None)["cards"][0] == "gleiche"
    assert m.actors == (0,)


def test_example_6_with_two_players_the_sixth_die_fills_a_tray(at: At, cards: Cards) -> None:
    m = at("A1 B2 A3 B4 A5", seats=2, cards=cards("summe"), roll=[3, 5], chance=["gleiche"])
    m.play(0, "place 5 on 1")
    view = m.view(None)
    assert view["won"] == [["summe"], []]
    assert view["trays"][0] == []
    m.play(0, "place 3 on 1")
    assert m.view(None)["trays"][0] == [[0, 3]]
    assert m.view(None)["cards"][0] == "gleiche"


def test_example_7_one_die_in_supply(at: At) -> None:
    m = at("A1 A1", "A2 B2 A2", "A3", "A4 A4 B1", "A5 A5", seats=3)
    assert m.view(None)["supply"] == [1, 8, 10]
    assert m.moves(0) == ("score 1", "score 2", "score 4", "score 5")
    m.play(0, "score 4")
    m.play(st.CHANCE, "gleiche")
    assert m.actors == (st.CHANCE,)
    assert all(move.startswith("roll") for move in m.moves(st.CHANCE))


def test_example_8_red_replaces_whites_four(at: At) -> None:
    m = at("A1 B2 B4 A3 A3", roll=[2, 4], turn=2)
    m.play(2, "replace 4 on 1.3")
    view = m.view(None)
    assert view["trays"][0] == [[0, 1], [1, 2], [2, 4], [0, 3], [0, 3]]
    assert view["supply"] == [7, 9, 9]
    assert view["won"] == [[], [], []]
    assert (view["turn"], m.actors) == (0, (st.CHANCE,))


TWOS = ["meiste-1", "meiste-2", "meiste-3", "meiste-4"]  # two symbols each
ONES = ["wuerfel", "nicht-1", "nicht-2", "gerade", "ungerade", "meiste-123", "meiste-456", "letzte-123"]  # one each


@pytest.mark.parametrize(
    ("won", "places"),
    [
        ([TWOS, ["gleiche", "meiste-5", "meiste-6", *ONES[:2]]], (2, 1)),
        ([[*TWOS[:3], *ONES[2:4]], ["gleiche", "meiste-5", "meiste-6", *ONES[:2]]], (1, 1)),
    ],
)
def test_example_9_symbols_then_cards_then_shared(at: At, won: list[list[str]], places: tuple[int, ...]) -> None:
    """The last turn of the last round; no die on the trays meets its condition."""
    cards = ["letzte-1", "letzte-2", "summe", "letzte-4", "letzte-5"]
    m = at("B6", seats=2, turn=1, cards=cards, won=won, roll=[6])
    m.play(1, "place 6 on 2")
    assert m.result == st.Result(places, (8, 8))
    assert [len(cards) for cards in m.view(None)["won"]] == [len(cards) for cards in won]
