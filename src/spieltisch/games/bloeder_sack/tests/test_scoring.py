"""BS-S1 to BS-S5 Who wins a card: by cases, and in every arrangement against a second scorer, written apart."""

import os
import re
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import NamedTuple, Self

import numpy as np
import pytest
from numpy.typing import NDArray

import spieltisch as st
from spieltisch.games.bloeder_sack import GAME
from spieltisch.games.bloeder_sack.conditions import CARDS
from spieltisch.games.bloeder_sack.scoring import winner
from spieltisch.kernel import States, rule

At = Callable[..., st.Match]
Cards = Callable[..., list[str]]
Ints = NDArray[np.int8]
Shorts = NDArray[np.int16]
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
MOST_DICE = 2 if INTERPRETED else 4 if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else 5
SEATS = 3
CHUNK = 1 << 16


def won_by(at: At, cards: Cards, card: str, tray: str, **keys: object) -> int | None:
    """Who gets the card when seat 0 scores tray 1 after a double six."""
    deck = {"deck": f"{card}*1 " + " ".join(f"letzte-{value}*1" for value in range(1, 7) if f"letzte-{value}" != card)}
    m = at(tray, cards=[card, *[f"letzte-{v}" for v in range(1, 7) if f"letzte-{v}" != card][:4]], roll=[6, 6],
           choose=True, options=deck | {"order": keys.pop("order", "field")}, **keys)  # fmt: skip
    m.play(0, "score 1")
    return next((seat for seat, won in enumerate(m.view(None)["won"]) if won), None)


@pytest.mark.parametrize(
    ("card", "tray", "seat"),
    [
        ("wuerfel", "A1 A2 B6", 0),
        ("meiste-4", "A4 A4 B4 B5 B6", 0),
        ("nicht-1", "A1 A1 A1 B2 B6 A3", 1),
        ("nicht-3", "A3 A3 B1", 1),
        ("meiste-123", "A4 A5 A6 B1 C3 B2", 1),
        ("meiste-456", "A4 A5 B1 B3 B2", 0),
        ("gerade", "A1 A3 A5 B2", 1),
        ("ungerade", "A2 A4 B1", 1),
        ("gleiche", "A5 A5 A5 C3 C3 C6 C6", 0),
        ("gleiche", "A5 B4", 1),
        ("verschiedene", "A5 A5 A5 B1 B2", 1),
        ("letzte-1", "A1 A1 B1 A2 A2", 1),
        ("letzte-123", "A1 B3 A4", 1),
        ("letzte-gerade", "A2 B3 B5", 0),
        ("summe", "A6 A5 B1 B2 B3 B4", 0),
        ("summe-gerade", "A6 A5 B1 B1", 1),
        ("summe-ungerade", "A6 A6 B1", 1),
        ("summe-unter-10", "A4 A5 B5 B5", 0),
        ("summe-unter-10", "A4 A4 B5 B4", 1),
        ("summe-unter-15", "A6 A6 A2 B6 B6 B3", 0),
    ],
)
def test_bs_s5_each_kind_of_condition(at: At, cards: Cards, card: str, tray: str, seat: int) -> None:
    assert won_by(at, cards, card, tray) == seat


def test_bs_s1_only_players_with_a_die_on_the_tray_take_part(at: At, cards: Cards) -> None:
    assert won_by(at, cards, "wuerfel", "C1", seats=4) == 2


@pytest.mark.parametrize(("tray", "seat"), [("A4 B4", 1), ("B4 A4", 0), ("A4 B4 A1", 0), ("B4 A4 C4 B2", 1)])
def test_bs_s2_a_tie_goes_to_the_later_last_die_whatever_it_shows(at: At, cards: Cards, tray: str, seat: int) -> None:
    assert won_by(at, cards, "meiste-4", tray) == seat


def test_bs_s2_the_last_die_of_somebody_who_is_not_tied_does_not_matter(at: At, cards: Cards) -> None:
    assert won_by(at, cards, "meiste-4", "A4 A4 B4 B4 C4 C1") == 1


def replaced(at: At, order: str) -> st.Match:
    """A's die takes the place of C's in field 1; then the tray is scored by B's double."""
    m = at("C4 B4", cards=["meiste-4", "summe", "gleiche", "gerade", "ungerade"], roll=[2, 4],
           options={"order": order}, chance=["roll 1 1", "wuerfel"])  # fmt: skip
    m.play(0, "replace 4 on 1.1")
    return m


def test_bs_s2_a_replacing_die_takes_over_its_place_in_the_order(at: At) -> None:
    assert replaced(at, "field").view(None)["won"] == [[], ["meiste-4"], []]


def test_bs_s2_by_time_it_counts_as_the_newest(at: At) -> None:
    assert replaced(at, "time").view(None)["won"] == [["meiste-4"], [], []]


def test_bs_s2_by_time_the_ages_of_the_others_stay_in_order(at: At) -> None:
    m = at("C4 B4 A1 C5", roll=[2, 4], options={"order": "time"})
    m.play(0, "replace 4 on 1.2")
    assert m.view(None)["trays"][0] == [[2, 4, 1], [0, 4, 4], [0, 1, 2], [2, 5, 3]]


def test_bs_s2_by_time_zuletzt_gesetzte_too(at: At, cards: Cards) -> None:
    assert won_by(at, cards, "letzte-4", "A4,9 B4,1", order="time") == 0
    assert won_by(at, cards, "letzte-4", "A4,1 B4,9", order="time") == 1


@pytest.mark.parametrize(
    ("card", "tray"),
    [
        ("meiste-4", "A1 B2"),
        ("nicht-1", "A1 B1"),
        ("letzte-6", "A1 B2 C5"),
        ("gerade", "A1 B3"),
        ("summe-gerade", "A1 A2 B5"),
        ("summe-ungerade", "A1 A1 B6"),
        ("summe-unter-10", "A5 A5 B6 B4"),
    ],
)
def test_bs_s3_nobody_meets_it(at: At, cards: Cards, card: str, tray: str) -> None:
    assert won_by(at, cards, card, tray) is None


@pytest.mark.parametrize(("card", "tray"), [("summe-gerade", "B2 A6 A5"), ("summe-unter-10", "B1 A5 A5")])
def test_bs_s3_who_does_not_meet_it_cannot_win_it(at: At, cards: Cards, card: str, tray: str) -> None:
    assert won_by(at, cards, card, tray) == 1


# Every arrangement of up to five dice of three players


def arrangements(dice: int) -> tuple[Ints, Ints]:
    """Owner and value by field, of all of them."""
    number = np.arange((SEATS * 6) ** dice)
    sides = np.stack([number // (SEATS * 6) ** field % (SEATS * 6) for field in range(dice)], axis=1)
    return (sides // 6).astype(np.int8), (sides % 6 + 1).astype(np.int8)


class Dice(NamedTuple):
    """One player's, in each arrangement."""

    numbers: Shorts  # by side
    total: Shorts
    latest: Shorts  # the age of the last one, by side

    @classmethod
    def of(cls, seat: int, owner: Ints, value: Ints, age: Ints) -> Self:
        showing = [(owner == seat) & (value == side) for side in range(1, 7)]
        numbers = np.array([mine.sum(axis=1) for mine in showing], np.int16)
        latest = np.array([(mine * age).max(axis=1) for mine in showing], np.int16)
        return cls(numbers, sum(side * numbers[side - 1] for side in range(1, 7)), latest)


def second_opinion(card: str, players: list[Dice]) -> Shorts:
    """The winners, by the words of BS-S1 to BS-S5 and the card's id alone."""
    scores = [merit_by_id(card, *dice) for dice in players]
    keys = [(100 * score + dice.latest.max(axis=0)) * (score > 0) for score, dice in zip(scores, players, strict=True)]
    best: Shorts = np.where(np.max(keys, axis=0) > 0, np.argmax(keys, axis=0), -1)
    return best


def merit_by_id(card: str, numbers: Shorts, total: Shorts, latest: Shorts) -> Shorts:
    head, _, tail = card.partition("-")
    sides = [int(side) - 1 for side in {"gerade": "246", "ungerade": "135"}.get(tail, tail) if side.isdecimal()]
    if head == "wuerfel":       return sum_of(numbers)
    if head == "gleiche":       return numbers.max(axis=0)
    if head == "verschiedene":  return sum_of(np.sign(numbers))
    if head == "gerade":        return sum_of(numbers[1::2])
    if head == "ungerade":      return sum_of(numbers[::2])
    if head == "meiste":        return sum_of(numbers[sides])
    if head == "nicht":         return sum_of(numbers) - numbers[int(tail) - 1]
    if head == "letzte":        return latest[sides].max(axis=0)
    assert head == "summe"
    if tail == "gerade":        return total * (total % 2 == 0)
    if tail == "ungerade":      return total * (total % 2)
    limit = re.fullmatch(r"unter-(\d+)", tail)
    return total if limit is None else total * (total < int(limit[1]))


def sum_of(numbers: Shorts) -> Shorts:
    return numbers.sum(axis=0, dtype=np.int16)


def in_order(ages: Sequence[int], owner: Ints) -> Ints:
    """The same ages in every arrangement."""
    return np.tile(np.array(ages, np.int8), (len(owner), 1))


@rule
def winners(states: States, card: int, owner: Ints, value: Ints, age: Ints, out: Ints) -> None:
    """What the rules say to each arrangement."""
    s = states[0]
    s.seats = 3
    s.card[0] = card
    s.laid[0] = owner.shape[1]
    for row in range(owner.shape[0]):
        for field in range(owner.shape[1]):
            s.owner[0, field] = owner[row, field]
            s.value[0, field] = value[row, field]
            s.age[0, field] = age[row, field]
        out[row] = winner(s, 0)


def both_agree(owner: Ints, value: Ints, age: Ints) -> None:
    states = np.zeros(1, GAME.state)
    out = np.empty(len(owner), np.int8)
    players = [Dice.of(seat, owner, value, age) for seat in range(SEATS)]
    for number, card in enumerate(CARDS):
        winners(states, number, owner, value, age, out)
        wrong = np.flatnonzero(out != second_opinion(card, players))
        assert not wrong.size, (card, owner[wrong[0]], value[wrong[0]], age[wrong[0]], out[wrong[0]])


@pytest.mark.slow
@pytest.mark.parametrize("dice", range(1, MOST_DICE + 1))
def test_bs_s5_every_arrangement_is_scored_as_by_the_second_scorer(dice: int) -> None:
    owner, value = arrangements(dice)
    for first in range(0, len(owner), CHUNK):
        some = slice(first, first + CHUNK)
        both_agree(owner[some], value[some], in_order(range(1, dice + 1), owner[some]))


@pytest.mark.parametrize("dice", range(1, min(MOST_DICE, 3) + 1))
def test_bs_s2_in_every_order_of_time_too(dice: int) -> None:
    owner, value = arrangements(dice)
    for order in permutations(range(1, dice + 1)):
        both_agree(owner, value, in_order(order, owner))
