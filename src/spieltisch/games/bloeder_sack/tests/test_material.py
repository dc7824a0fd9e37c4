"""BS-M1 to BS-M3 Players, dice, trays, cards."""

import os
import random

import pytest

import spieltisch as st
from spieltisch.games.bloeder_sack import GAME
from spieltisch.games.bloeder_sack.conditions import CARDS
from spieltisch.games.bloeder_sack.deck import STANDARD_DECK

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
plays_a_match = pytest.mark.skipif(INTERPRETED, reason="tests/contract/test_compiled.py plays such matches")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bs_m1_two_to_four_players_with_ten_dice_each(seats: int) -> None:
    m = st.Match("bloeder-sack", seats, chance=["start 0", "wuerfel", "summe", "gleiche", "gerade", "nicht-1"])
    assert m.view(None)["supply"] == [10] * seats


@pytest.mark.parametrize("seats", [1, 5])
def test_bs_m1_no_more_and_no_fewer(seats: int) -> None:
    with pytest.raises(st.BadSeats, match="2 to 4"):
        st.Match("bloeder-sack", seats)


@plays_a_match
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bs_m1_no_die_is_ever_lost(seats: int) -> None:
    rng = random.Random(seats)
    m = st.Match("bloeder-sack", seats, seed=seats)
    while not m.over:
        view = m.view(None)
        for seat in range(seats):
            on_trays = sum(die[0] == seat for tray in view["trays"] for die in tray)
            in_hand = len(view.get("roll", [])) if seat == view["turn"] else 0
            assert view["supply"][seat] + on_trays + in_hand == 10
        m.play(view["turn"], rng.choice(m.moves(view["turn"])))


def test_bs_m2_five_trays_with_nine_fields() -> None:
    assert [move for move in GAME.moves.texts if move.startswith("score")] == [f"score {tray}" for tray in range(1, 6)]
    assert len([move for move in GAME.moves.texts if move.startswith("replace 1 on 5.")]) == 9


def test_bs_m3_the_27_cards() -> None:
    twos = {f"meiste-{value}" for value in range(1, 7)} | {f"letzte-{value}" for value in (1, 3, 5)}
    twos |= {"gleiche", "verschiedene", "summe-gerade", "summe-ungerade", "summe-unter-10"}
    ones = {"wuerfel", "nicht-1", "nicht-2", "meiste-123", "meiste-456", "gerade", "ungerade"}
    ones |= {"letzte-2", "letzte-4", "letzte-6", "letzte-123", "letzte-456", "summe"}
    assert len(ones | twos) == 27
    assert dict.fromkeys(ones, 1) | dict.fromkeys(twos, 2) == STANDARD_DECK
    assert CARDS[:27] == tuple(STANDARD_DECK)


def test_bs_m3_one_open_card_above_each_tray_from_the_left() -> None:
    cards = ["summe", "letzte-1", "gleiche", "nicht-2", "meiste-6"]
    m = st.Match("bloeder-sack", 3, chance=["start 2", *cards])
    assert m.view(None)["cards"] == cards
    assert m.view(None)["pile"] == 22
    assert m.view(None)["turn"] == 2
    assert m.actors == (st.CHANCE,)


def test_bs_m3_every_card_of_the_pile_is_equally_likely() -> None:
    m = st.Match("bloeder-sack", 3, chance=["start 2", "summe"])
    assert set(m.moves(st.CHANCE)) == set(STANDARD_DECK) - {"summe"}
    assert sorted(set(m._chances())) == [0, 1]


@plays_a_match
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bs_m3_no_card_is_ever_lost(seats: int) -> None:
    rng = random.Random(seats)
    m = st.Match("bloeder-sack", seats, seed=seats)
    while not m.over:
        view = m.view(None)
        lying = [*view["cards"], *view["aside"], *(card for won in view["won"] for card in won)]
        assert len(lying) == len(set(lying)) == 27 - view["pile"]
        m.play(view["turn"], rng.choice(m.moves(view["turn"])))
