"""Gracias: what is in the box (GR-M) and how a match goes (GR-C)."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

import spieltisch as st

COLOURS = ("red", "yellow", "green", "blue", "purple", "orange")
AtTheBeginning = Callable[..., st.Match]


def started(seats: int, start: int = 0) -> st.Match:
    match = st.Match("gracias", seats, chance="manual")
    match.play(st.CHANCE, f"start {start}")
    return match


def play_round(match: st.Match, rng: random.Random) -> list[int]:
    """→ who took, in order."""
    order = []
    view = match.view(None)
    while not match.over and match.view(None)["round"] == view["round"] and match.view(None)["pass"] == view["pass"]:
        seat = match.actors[0]
        move = rng.choice(match.moves(seat))
        order += [seat] * move.startswith("take")
        match.play(seat, move)
    return order


def test_gr_m1_six_colours_and_no_other_cards() -> None:
    assert started(3).moves(st.CHANCE) == COLOURS


@pytest.mark.parametrize("colour", COLOURS)
def test_gr_m1_eighteen_of_each(colour: str) -> None:
    match = started(6)
    for _ in range(18):
        match.play(st.CHANCE, colour)
    assert colour not in match.moves(st.CHANCE)


@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_gr_m1_three_to_six_players(seats: int) -> None:
    with pytest.raises(ValueError, match=r"3.*6"):
        st.Match("gracias", seats=seats, seed=7)


@pytest.mark.parametrize("seats", range(3, 7))
def test_gr_c1_three_passes_of_four_rounds(seats: int) -> None:
    match, rng = st.Match("gracias", seats, seed=seats), random.Random(seats)
    rounds = []
    while not match.over:
        rounds.append((match.view(None)["pass"], match.view(None)["round"]))
        play_round(match, rng)
    assert rounds == [(number, turn) for number in (1, 2, 3) for turn in (1, 2, 3, 4)]
    assert len(match.view(None)["points"]) == 3
    assert match.result is not None


def test_gr_c1_a_pass_is_scored_after_its_fourth_round() -> None:
    match, rng = st.Match("gracias", 3, seed=1), random.Random(1)
    for _ in range(3):
        play_round(match, rng)
    assert match.view(None)["points"] == []
    play_round(match, rng)
    assert len(match.view(None)["points"]) == 1


def test_gr_c2_the_first_start_player_is_chosen_at_random_among_all() -> None:
    assert st.Match("gracias", 5, chance="manual").moves(st.CHANCE) == tuple(f"start {seat}" for seat in range(5))


@pytest.mark.parametrize("seats", range(3, 7))
def test_gr_c2_the_markers_move_to_the_left(seats: int) -> None:
    """The small one with every round, the big one with every pass; then both lie together again."""
    match, rng = st.Match("gracias", seats, seed=3), random.Random(2)
    first = match.view(None)["big"]
    for number in range(3):
        for turn in range(4):
            view = match.view(None)
            assert view["big"] == (first + number) % seats
            assert view["small"] == view["turn"] == (first + number + turn) % seats
            play_round(match, rng)


def test_gr_c3_two_open_cards_for_each_from_the_start_player_on() -> None:
    cards = ["red", "red", "blue", "green", "orange", "purple", "yellow", "yellow"]
    match = st.Match("gracias", 4, chance=["start 2", *cards])
    shown = match.view(None)["open"]
    assert shown == [{"purple": 1, "orange": 1}, {"yellow": 2}, {"red": 2}, {"green": 1, "blue": 1}]


@pytest.mark.parametrize("seats", [3, 6])
def test_gr_c3_every_pass_begins_with_all_cards(seats: int) -> None:
    match, rng = st.Match("gracias", seats, seed=5), random.Random(5)
    for number in (1, 2, 3):
        view = match.view(None)
        assert (view["pass"], view["round"]) == (number, 1)
        assert [sum(cards.values()) for cards in view["open"]] == [2] * seats
        assert view["secret"] == [0] * seats
        assert view["pile"] == 108 - 5 * seats
        for _ in range(4):
            play_round(match, rng)


@pytest.mark.parametrize("seats", range(3, 7))
def test_gr_c4_as_many_triplets_as_players_laid_out_one_after_the_other(seats: int) -> None:
    match = started(seats)
    dealt = [COLOURS[card % 6] for card in range(4 * seats)]
    for card in dealt:
        match.play(st.CHANCE, card)
    pairs = dealt[2 * seats :]
    assert match.view(None)["triplets"] == [list(pair) for pair in zip(pairs[::2], pairs[1::2], strict=True)]
    assert match.actors == (0,)


def test_gr_c4_everybody_takes_one_clockwise_from_the_small_marker() -> None:
    match, rng = st.Match("gracias", 5, seed=4), random.Random(4)
    first = match.view(None)["big"]
    for turn in range(4):
        assert play_round(match, rng) == [(first + turn + place) % 5 for place in range(5)]


def test_gr_c4_a_taken_triplet_is_gone_for_the_others(at_the_beginning: AtTheBeginning) -> None:
    match = at_the_beginning(chance=["red"])
    match.play(0, "take 2")
    match.play(0, "keep purple give 1")
    assert match.view(None)["triplets"][1] is None
    assert match.moves(1) == ("take 1", "take 3", "take 4")


def test_example_7_cards_of_a_pass_with_four_players() -> None:
    """Two at first, four kept, four hidden, and sixteen gifts among all."""
    match, rng = st.Match("gracias", 4, seed=8), random.Random(8)
    for _ in range(3):
        play_round(match, rng)
    gifts: Counter[int] = Counter(int(e.move.split()[-1]) for e in match.log if e.move.startswith("keep"))
    taken = 0
    while match.view(None)["pass"] == 1:
        seat = match.actors[0]
        move = rng.choice(match.moves(seat))
        position = match.position()
        match.play(seat, move)
        if move.startswith("take"):
            taken += 1
        else:
            gifts[int(move.split()[-1])] += 1
    assert taken == 4
    assert sum(gifts.values()) == 16
    last, to = seat, int(move.split()[-1])
    held = [sum(cards.values()) for cards in position["open"]]
    held[last] += 1
    held[to] += 1
    assert held == [2 + 4 + gifts[seat] for seat in range(4)]
    assert [sum(cards.values()) for cards in position["secret"]] == [4] * 4
