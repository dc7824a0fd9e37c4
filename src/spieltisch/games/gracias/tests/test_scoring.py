"""Gracias: scoring (GR-S), as a match does it, and against a second scorer that was written by itself."""

import itertools
import os
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import spieltisch as st
from spieltisch.games.gracias import GAME
from spieltisch.games.gracias.scoring import most_open, points_for, points_of_pass
from spieltisch.games.gracias.state import COLOURS, KINDS

Scored = Callable[..., list[dict[str, Any]]]
AtLastGift = Callable[..., st.Match]
Finished = Callable[[st.Match], st.Match]
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def numbers(told: list[dict[str, Any]], name: str) -> list[int]:
    return [event[name] for event in told]


# The examples of the rules


@pytest.mark.parametrize(
    ("counts", "stacked", "left", "discards", "points"),
    [
        pytest.param([3, 3, 2], [0, 0, 0], [3, 3, 2], [3, 3, 0], [0, 0, 2], id="1 a tie for most"),
        pytest.param([7, 2, 1], [5, 0, 0], [2, 2, 1], [2, 2, 0], [1, 0, 1], id="2 what is over five ties"),
        pytest.param([5, 1, 0], [5, 0, 0], [0, 1, 0], [0, 1, 0], [1, 0, 0], id="3 exactly five"),
        pytest.param([11, 0, 7], [5, 0, 5], [6, 0, 2], [6, 0, 0], [1, 0, 3], id="4 one stack of eleven"),
        pytest.param([0, 2, 0], [0, 0, 0], [0, 2, 0], [0, 2, 0], [0, 0, 0], id="5 alone with two"),
        pytest.param([10, 3, 0], [5, 0, 0], [5, 3, 0], [5, 0, 0], [1, 3, 0], id="five open besides the stack"),
        pytest.param([5, 5, 0, 5], [5, 5, 0, 5], [0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, 1], id="nobody has any open"),
        pytest.param([1, 1, 1, 1, 1], [0] * 5, [1] * 5, [1] * 5, [0] * 5, id="all tie"),
        pytest.param([6, 1, 2, 0, 3, 4], [5, 0, 0, 0, 0, 0], [1, 1, 2, 0, 3, 4], [0, 0, 0, 0, 0, 4],
                     [2, 1, 2, 0, 3, 0], id="six players"),
    ],
)  # fmt: skip
def test_the_examples(
    scored: Scored, counts: list[int], stacked: list[int], left: list[int], discards: list[int], points: list[int]
) -> None:
    told = scored("red", counts)
    assert numbers(told, "cards") == counts
    assert numbers(told, "stacked") == stacked
    assert numbers(told, "open") == left
    assert numbers(told, "discards") == discards
    assert numbers(told, "points") == points


def test_gr_s1_hidden_cards_count_with_the_open_ones(scored: Scored) -> None:
    """Two open and three hidden ones are a stack."""
    assert numbers(scored("blue", [5, 2, 1], hidden=[3, 0, 0]), "stacked") == [5, 0, 0]
    assert scored("blue", [5, 4, 3], hidden=[4, 0, 3]) == scored("blue", [5, 4, 3])


def test_gr_s1_all_hidden_cards_are_turned_up(at_last_gift: AtLastGift, finished: Finished) -> None:
    match = at_last_gift("green", [3, 2, 4], [2, 0, 1])
    secrets = match.position()["secret"]
    turned_up = [details for kind, *details in finished(match).told if list(GAME.events)[kind] == "turns_up"]
    assert [seat for seat, *_ in turned_up] == [0, 1, 2]
    for seat, *counts in turned_up:
        assert {colour: n for colour, n in zip(COLOURS, counts, strict=True) if n} == secrets[seat]


@pytest.mark.parametrize(("cards", "left"), [(4, 4), (5, 0), (6, 1), (9, 4), (10, 5), (11, 6)])
def test_gr_s2_one_stack_per_colour_the_rest_stays_open(scored: Scored, cards: int, left: int) -> None:
    assert scored("red", [cards, 0, 0])[0]["open"] == left


def test_gr_s3_a_stack_does_not_count_for_the_most(scored: Scored) -> None:
    assert numbers(scored("red", [6, 2, 1]), "discards") == [0, 2, 0]


def test_gr_s3_a_colour_nobody_has_is_not_told(at_last_gift: AtLastGift, finished: Finished) -> None:
    match = finished(at_last_gift("red", [0, 0, 0]))
    counted = [details for kind, *details in match.told if list(GAME.events)[kind] == "counted"]
    assert counted
    assert all(colour != 0 for colour, *_ in counted)


def test_gr_s4_points_are_the_sum_over_the_colours(at_last_gift: AtLastGift, finished: Finished) -> None:
    match = finished(at_last_gift("red", [7, 2, 1], chance=["red"]))
    sums = [0, 0, 0]
    for kind, *details in match.told:
        if list(GAME.events)[kind] == "counted":
            sums[details[1]] += details[-1]
    assert match.view(None)["points"] == [sums]


# A second scorer


def score_with_cards(displays: Sequence[Sequence[int]]) -> list[int]:
    """As people do it at a table, with lists of cards: `displays` has each player's number of cards by colour."""
    on_table = [[colour for colour, count in enumerate(display) for _ in range(count)] for display in displays]
    stacked = [0] * len(displays)
    for player, cards in enumerate(on_table):
        for colour in set(cards):
            if cards.count(colour) >= 5:
                for _ in range(5):
                    cards.remove(colour)
                stacked[player] += 1
    for colour in range(len(displays[0])):
        having = sorted({cards.count(colour) for cards in on_table} - {0})
        if having:
            losers = [player for player, cards in enumerate(on_table) if cards.count(colour) == having[-1]]
            for player in losers:
                on_table[player] = [card for card in on_table[player] if card != colour]
    return [len(cards) + stacks for cards, stacks in zip(on_table, stacked, strict=True)]


def distributions(seats: int) -> Iterator[tuple[int, ...]]:
    """One colour over the players: all ways, up to so many for each that stacks and ties of all kinds occur."""
    most = {3: 12, 4: 8, 5: 6, 6: 6}[seats]
    for counts in itertools.product(range(most + 1), repeat=seats):
        if sum(counts) <= 18 and (seats < 6 or sorted(counts) == list(counts)):
            yield counts


@pytest.mark.parametrize("seats", range(3, 7))
def test_gr_s3_every_distribution_of_a_colour_is_scored_as_the_second_scorer_does(seats: int) -> None:
    tried = list(distributions(seats))
    if INTERPRETED:
        tried = random.Random(seats).sample(tried, 150)
    for counts in tried:
        cards = np.array(counts, np.int8)[:, None]
        most = most_open(cards, 0, seats)
        assert [points_for(count, most) for count in counts] == score_with_cards([[count] for count in counts]), counts


@pytest.mark.parametrize("seats", range(3, 7))
def test_gr_s4_random_displays_of_six_colours_are_scored_as_the_second_scorer_does(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(20 if INTERPRETED else 1_000):
        colours = rng.sample(range(KINDS), rng.randint(1, KINDS))  # of few colours everybody has many
        deck = [colour for colour in colours for _ in range(18)]
        s = GAME.set_up(seats, {})[0]
        for card in rng.sample(deck, min(14 * seats, len(deck))):
            s.displays[rng.randrange(seats), card] += 1
        displays = s.displays[:seats].tolist()
        assert [points_of_pass(s, seat) for seat in range(seats)] == score_with_cards(displays), displays


@pytest.mark.parametrize("seats", range(3, 7))
def test_whole_matches_are_scored_as_the_second_scorer_does(seats: int) -> None:
    """Played at random; the displays are reckoned up from the open cards and the log."""
    rng = random.Random(seats)
    match = st.Match("gracias", seats, seed=seats)
    passes: list[list[int]] = []
    while not match.over:
        before, seat = match.position(), match.actors[0]
        move = rng.choice(match.moves(seat))
        match.play(seat, move)
        if len(match.view(None)["points"]) > len(passes):
            passes.append(score_with_cards(displays_after(before, seat, move)))
    assert match.view(None)["points"] == passes
    assert len(passes) == 3


def displays_after(position: dict[str, Any], seat: int, move: str) -> list[list[int]]:
    """All cards of each, hidden and open, after the last gift."""
    _, kept, _, to = move.split()
    pair = list(position["took"])
    pair.remove(kept)
    order = ("red", "yellow", "green", "blue", "purple", "orange")
    both = zip(position["open"], position["secret"], strict=True)
    counts = [[shown.get(c, 0) + hidden.get(c, 0) for c in order] for shown, hidden in both]
    counts[seat][order.index(kept)] += 1
    counts[int(to)][order.index(pair[0])] += 1
    return counts
