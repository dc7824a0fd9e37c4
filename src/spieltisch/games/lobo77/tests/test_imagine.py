"""`imagine` fills in the unknown with the right odds: compared with what was really dealt, on a tiny deck."""

import os
import random
from collections import Counter, defaultdict

import numpy as np
import pytest

import spieltisch as st
from spieltisch.games.lobo77 import GAME
from spieltisch.games.lobo77.cards import CARDS
from spieltisch.games.lobo77.imagine import imagine
from spieltisch.games.lobo77.rules import TO_START
from spieltisch.kernel import CHANCE, Match, States
from spieltisch.kernel.dice import new_dice

SAMPLES = 25 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 3_000


Counts = dict[tuple[object, ...], Counter[tuple[int, ...]]]


def tiny_match(copies: dict[str, int], seats: int, by_hand: bool) -> Match:
    """A match with another deck: what the rules do is the same."""
    options = {"draw": "by hand" if by_hand else "automatic"}
    match = Match(GAME, seats, options, chance="manual")
    s = match._states[0]
    assert s.stage == TO_START
    s.deck[:] = [copies.get(card, 0) for card in CARDS]
    s.pile[:] = s.deck
    s.pile_size = s.deck.sum()
    match._start = match._states.copy()
    match.play(CHANCE, "start 0")
    return match


def play_some(match: Match, decisions: int, rng: random.Random) -> None:
    """Seats play any of their cards, each equally likely; Chance as the pile has it."""
    while decisions or match.actors == (CHANCE,):
        s = match._states[0]
        if match.actors == (CHANCE,):
            weights = match._chances()
            match.play(CHANCE, rng.choices(GAME.outcomes.texts, weights)[0])
        elif "draw" in (moves := match.moves(match.actors[0])):
            match.play(match.actors[0], "draw")
        elif len(match.actors) > 1 and "draw" in match.moves(match.actors[1]):
            match.play(match.actors[1], "draw")
        else:
            hand = s.hand[s.turn]
            match.play(int(s.turn), rng.choices(moves, [hand[CARDS.index(move)] for move in moves])[0])
            decisions -= 1


def imagined(match: Match, seat: int, seed: bytes) -> States:
    seen = match.seen(seat)
    states = seen.state.copy()
    imagine(seen.sight, states[0], new_dice(seed)[0], np.zeros(2, GAME.mind.notes))
    return states


def assert_cards_add_up(states: States) -> None:
    s = states[0]
    assert (s.hand.sum(axis=0) + s.discards + s.pile == s.deck).all()
    assert (s.hand.sum(axis=1) == s.hand_size).all()
    assert s.pile.sum() == s.pile_size
    assert (s.hand >= 0).all()
    assert (s.pile >= 0).all()


def hidden_part(states: States) -> tuple[int, ...]:
    """Enough to tell apart what seat 0 cannot know: how many 0s each other hand holds."""
    return tuple(states[0].hand[1:3, CARDS.index("0")].tolist())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("copies", "seats", "decisions", "by_hand", "reshuffles"),
    [
        ({"0": 9, "-10": 7}, 2, 3, False, 0),
        ({"0": 8, "-10": 8}, 2, 3, True, 0),
        ({"0": 10, "-10": 8}, 3, 5, False, 1),
        ({"0": 11, "-10": 6}, 3, 7, False, 2),
    ],
)
def test_imagined_deals_are_as_likely_as_real_ones(
    copies: dict[str, int], seats: int, decisions: int, by_hand: bool, reshuffles: int
) -> None:
    """Many matches; among those in which seat 0 saw the same, real deals are compared with imagined ones."""
    rng = random.Random(decisions)
    real: Counts = defaultdict(Counter)
    dreamt: Counts = defaultdict(Counter)
    for sample in range(SAMPLES):
        match = tiny_match(copies, seats, by_hand)
        play_some(match, decisions, rng)
        assert match._states[0].reshuffles >= reshuffles
        states = imagined(match, 0, str(sample).encode())
        assert_cards_add_up(states)
        key = what_seat_0_saw(match)
        real[key][hidden_part(match._states)] += 1
        dreamt[key][hidden_part(states)] += 1
    assert_same_distribution(real, dreamt)


def what_seat_0_saw(match: Match) -> tuple[object, ...]:
    """Less than all of it, so that it comes again: the cards played, and its own hand."""
    played = tuple(entry.move for entry in match.log if entry.seat >= 0)
    return played, int(match._states[0].hand[0, CARDS.index("0")])


def assert_same_distribution(real: Counts, dreamt: Counts) -> None:
    from scipy.stats import chi2_contingency  # it takes its time, and most of the testing processes need none

    statistic = freedom = 0.0
    for key, counts in real.items():
        outcomes = sorted(set(counts) | set(dreamt[key]))
        rows = np.array([[counter[outcome] for outcome in outcomes] for counter in (counts, dreamt[key])])
        rows = rows[:, rows.sum(axis=0) >= 8]
        if rows.shape[1] > 1 and rows.sum() >= 30:
            result = chi2_contingency(rows, correction=False)
            statistic += result.statistic
            freedom += result.dof
    if SAMPLES > 1000:
        assert freedom >= 20, "too few samples to tell"
    # 5 standard deviations: never by accident, always if the odds are off
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5 + 10


def test_after_a_reshuffle_the_pile_is_what_was_discarded() -> None:
    """LO-T8 Everybody saw the cards that were shuffled into it: nothing else can be imagined there."""
    rng = random.Random(1)
    for sample in range(50):
        match = tiny_match({"0": 3, "-10": 3, "2": 3, "3": 3}, 2, by_hand=False)
        while match._states[0].reshuffles == 0:
            play_some(match, 1, rng)
        assert (imagined(match, 0, b"%d" % sample)[0].pile == match._states[0].pile).all()


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_imagined_worlds_add_up_in_long_rounds(seats: int) -> None:
    """Many reshuffles in one round, hands that dropped out, positions in mid-round."""
    rng = random.Random(seats)
    for sample in range(1 if SAMPLES < 1000 else 3):
        match = tiny_match({"0": 5 * seats, "-10": 4, "2": 3, "turn": 3, "x2": 3}, seats, by_hand=False)
        for step in range(40):
            play_some(match, 1, rng)
            assert_cards_add_up(imagined(match, step % seats, b"%d/%d" % (sample, step)))
        if sample == 0:
            assert match._states[0].reshuffles > 0


def test_a_round_counts_its_entries_from_its_deal() -> None:
    """They tell `imagine` where in the log the round began."""
    match = st.Match.at("lobo77", {"seats": 2, "hands": [["10", "9"], ["5"]], "total": 70}, chance="manual")
    match.play(0, "10")
    assert match._states[0].entries == 0
    for card in "2345623456":
        match.play(CHANCE, card)
    assert match._states[0].entries == 10
    match.play(1, "2")
    assert match._states[0].entries == 11


def test_imagining_from_a_position_in_mid_round() -> None:
    position = {"seats": 3, "hands": [["2", "3", "4", "5", "6"]] * 3, "discards": ["10", "9"], "top": "9"}
    match = st.Match.at("lobo77", position, seed=1)
    rng = random.Random(1)
    while match._states[0].entries < 60 and not match.over:
        seat = match.actors[0]
        match.play(seat, rng.choice(match.moves(seat)))
        for seat in range(3):
            assert_cards_add_up(imagined(match, seat, b"x"))
