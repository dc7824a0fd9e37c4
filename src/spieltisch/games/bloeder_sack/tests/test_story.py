"""What happened and what the table shows: enough for a page to say who wins a card, and why, without any rule."""

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import spieltisch as st
from spieltisch.games.bloeder_sack import GAME
from spieltisch.games.bloeder_sack.scoring import winner
from spieltisch.kernel.cells import cells_of
from spieltisch.kernel.story import event_of

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
At = Callable[..., st.Match]
Cards = Callable[..., list[str]]
Told = list[tuple[str, dict[str, Any]]]


def told(m: st.Match) -> Told:
    return [(key, details) for key, details in (event_of(GAME, event) for event in m.told)]


def fields(*numbers: int) -> int:
    return sum(1 << number - 1 for number in numbers)


def test_start_cards_and_roll() -> None:
    m = st.Match("bloeder-sack", 2, chance=["start 1", "summe", "gerade", "gleiche", "nicht-1", "letzte-1", "roll 2 5"])
    story = [(key, details) for key, details in (event_of(GAME, event) for event in m.story)]
    assert story[0] == ("start", {"seat": 1})
    assert story[1:3] == [("card", {"tray": 1, "card": "summe"}), ("card", {"tray": 2, "card": "gerade"})]
    assert story[-1] == ("rolls", {"seat": 1, "one": 2, "two": 5})


def test_bs_s2_a_tie_is_explained_by_the_field_that_decided(at: At, cards: Cards) -> None:
    m = at("A4 B4 A4 B4 A1 B2", cards=cards("meiste-4"), roll=[6, 6], choose=True)
    m.play(0, "score 1")
    both = fields(2, 4)
    assert told(m) == [
        ("scores", {"seat": 0, "tray": 1}),
        ("counts", {"seat": 0, "tray": 1, "fields": fields(1, 3), "amount": 2, "last": 5}),
        ("counts", {"seat": 1, "tray": 1, "fields": both, "amount": 2, "last": 6}),
        ("gets", {"seat": 1, "tray": 1, "card": "meiste-4", "symbols": 2, "fields": both, "amount": 2, "tie": 6}),
    ]


@pytest.mark.parametrize(
    ("card", "tray", "counting", "amount"),
    [
        ("gleiche", "A5 A5 A3 A5 B1 B1", fields(1, 2, 4), 3),
        ("verschiedene", "A5 A5 A3 B1 B1", fields(1, 3), 2),
        ("letzte-123", "A2 B1 A3 A6", fields(3), 3),
        ("summe", "A2 B1 A3 A6", fields(1, 3, 4), 11),
        ("nicht-1", "A2 A1 B1 A6", fields(1, 4), 2),
    ],
)
def test_bs_s5_the_dice_that_count_are_told(
    at: At, cards: Cards, card: str, tray: str, counting: int, amount: int
) -> None:
    m = at(tray, cards=cards(card), roll=[6, 6], choose=True)
    m.play(0, "score 1")
    (gets,) = (details for key, details in told(m) if key == "gets")
    assert (gets["seat"], gets["fields"], gets["amount"], gets["tie"]) == (0, counting, amount, 0)


def test_bs_s3_nobody(at: At, cards: Cards) -> None:
    m = at("A1 B2", cards=cards("meiste-4"), roll=[6, 6], choose=True, chance=["gleiche"])
    m.play(0, "score 1")
    assert [key for key, _ in told(m)] == ["scores", "counts", "counts", "nobody", "card"]
    assert told(m)[1][1]["amount"] == 0
    assert told(m)[3][1] == {"tray": 1, "card": "meiste-4"}


def test_bs_t7_a_full_tray(at: At) -> None:
    m = at("A1 B2 C3 A4 B5 C6 A1 B2", roll=[1, 2], chance=["gleiche"])
    m.play(0, "place 1 on 1")
    keys = [key for key, _ in told(m)]
    assert keys == ["places", "full", "counts", "counts", "counts", "gets", "card"]
    assert told(m)[0][1] == {"seat": 0, "value": 1, "tray": 1, "field": 9}


def test_bs_t8_replacing_says_whose_die_it_was(at: At) -> None:
    m = at("C1 B4", roll=[2, 4])
    m.play(0, "replace 4 on 1.2")
    assert told(m) == [("replaces", {"seat": 0, "to": 1, "value": 4, "tray": 1, "field": 2})]


def test_bs_t4_a_double(at: At) -> None:
    m = at("B1")
    m.play(st.CHANCE, "roll 1 1")
    assert [key for key, _ in told(m)] == ["rolls", "counts", "gets"]


def test_bs_t5_declining(at: At) -> None:
    m = at("B1", roll=[6, 6], choose=True)
    m.play(0, "decline")
    assert told(m) == [("declines", {"seat": 0})]


def test_bs_s4_the_pile_is_renewed_or_the_tray_closed(at: At) -> None:
    five = ["wuerfel", "meiste-1", "meiste-2", "meiste-3", "summe"]
    deck = {"deck": " ".join(f"{card}*1" for card in five)}
    m = at("A4", "B4", roll=[6, 6], choose=True, options=deck, turn=2)
    m.play(2, "score 2")
    assert told(m)[-2:] == [("nobody", {"tray": 2, "card": "meiste-1"}), ("renewed", {"cards": 1})]
    m = at("A4", roll=[6, 6], choose=True, options=deck)
    m.play(0, "score 1")
    assert told(m)[-1] == ("closed", {"tray": 1})


def test_bs_s4_dice_that_can_go_nowhere(at: At) -> None:
    five = ["wuerfel", "meiste-1", "meiste-2", "meiste-3", "summe"]
    m = at("", "", "", "", "A1 B2 C3 A4 B5 C6 A1 B2", cards=[None, None, None, None, "summe"], roll=[1, 2],
           won=[five[:2], five[2:3], five[3:4]], options={"deck": " ".join(f"{card}*1" for card in five)})  # fmt: skip
    m.play(0, "place 1 on 5")
    assert told(m)[-2:] == [("closed", {"tray": 5}), ("returned", {"seat": 0, "dice": 1})]


FOUR = ["gleiche", "verschiedene", "meiste-5", "meiste-6"]


def test_bs_e1_the_fourth_card(at: At) -> None:
    m = at("A1", won=[FOUR[:3], [], []], roll=[6, 6], choose=True)
    m.play(0, "score 1")
    assert told(m)[-1] == ("fourth", {"seat": 0})
    m.play(st.CHANCE, "letzte-1")
    assert [key for key, _ in told(m)] == ["card"]


def test_bs_e2_the_final_scoring_and_the_winner(at: At) -> None:
    m = at("A1", "B2", won=[FOUR, [], []], turn=2, roll=[4])
    m.play(2, "place 4 on 5")
    story = told(m)
    keys = ["places", "final", "counts", "gets", "counts", "nobody", "counts", "gets", "wins"]
    assert [key for key, _ in story] == keys
    assert story[-2][1]["seat"] == 2
    assert story[-1] == ("wins", {"seat": 0, "symbols": 9})


def test_bs_e2_a_replacing_die_counts_in_the_final_scoring(at: At) -> None:
    m = at("A1", won=[FOUR, [], []], turn=2, roll=[1, 4])
    m.play(2, "replace 1 on 1.1")
    assert [(key, details.get("seat")) for key, details in told(m)] == [
        ("replaces", 2), ("final", None), ("counts", 2), ("gets", 2), ("wins", 0),
    ]  # fmt: skip


def test_bs_e3_a_shared_win(at: At) -> None:
    others = [["meiste-4", "letzte-1", "letzte-3", "letzte-5"], []]
    m = at(won=[FOUR, *others], turn=2, roll=[5], cards=["meiste-1", "meiste-2", "meiste-3", "summe", "letzte-2"])
    m.play(2, "place 5 on 1")
    assert told(m)[-2:] == [("shares", {"seat": 0, "symbols": 8}), ("shares", {"seat": 1, "symbols": 8})]


# In random matches


@pytest.mark.skipif(INTERPRETED, reason="tests/contract/test_compiled.py plays such matches")
@pytest.mark.parametrize("seed", range(6))
def test_who_gets_a_card_is_who_has_it_then(seed: int) -> None:
    rng = random.Random(seed)
    m = st.Match("bloeder-sack", 2 + seed % 3, {"order": ("field", "time")[seed % 2]}, seed=seed)
    while not m.over:
        before = m.view(None)["won"]
        m.play(m.actors[0], rng.choice(m.moves(m.actors[0])))
        for key, details in told(m):
            if key == "gets":
                before[details["seat"]].append(details["card"])
        assert [sorted(cards) for cards in before] == [sorted(cards) for cards in m.view(None)["won"]]


def shown(m: st.Match, name: str) -> list[int]:
    first, shape = cells_of(GAME).fields[name]
    return m.cells(None)[first : first + int(np.prod(shape))]


def test_the_table_shows_who_would_win_each_card_now(at: At, cards: Cards) -> None:
    m = at("A4 B4 A4 B4 A1 B2", "A2", "", "", "C1 C1 A1", cards=cards("meiste-4"), seats=3)
    assert shown(m, "leader") == [1, 0, -1, -1, -1]
    assert shown(m, "counting")[0] == fields(2, 4)
    assert shown(m, "deciding") == [6, 0, 0, 0, 0]
    assert shown(m, "amount")[:4] == [2, 2, 0, 0]


def test_what_is_shown_is_what_a_scoring_would_do() -> None:
    rng = random.Random(1)
    m = st.Match("bloeder-sack", 4, seed=1)
    while not m.over:
        s = m._states[0]
        for tray, leader in enumerate(shown(m, "leader")):
            assert leader == (winner(s, tray) if s.laid[tray] else -1)
        m.play(m.actors[0], rng.choice(m.moves(m.actors[0])))
