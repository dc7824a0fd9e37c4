"""`imagine` fills in the unknown with the right odds: what nobody has seen is anywhere with equal chance."""

import os
import random
from collections import Counter
from math import comb

import numpy as np
import pytest

import spieltisch as st
from spieltisch.games.gracias import GAME
from spieltisch.kernel import States
from spieltisch.kernel.dice import new_dice

SAMPLES = 100 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 4_000


def imagined(match: st.Match, seat: int, seed: bytes) -> States:
    seen = match.seen(seat)
    states = seen.state.copy()
    GAME.mind.imagine(seen.sight, states[0], new_dice(seed)[0], np.zeros(2, GAME.mind.notes))
    return states


def after(seats: int, moves: int, seed: int = 1) -> st.Match:
    match, rng = st.Match("gracias", seats, seed=seed), random.Random(seed)
    for _ in range(moves):
        seat = match.actors[0]
        match.play(seat, rng.choice(match.moves(seat)))
    return match


@pytest.mark.parametrize("seats", range(3, 7))
def test_every_card_is_somewhere_once_and_what_is_seen_stays(seats: int) -> None:
    for moves in range(0, 6 * seats, 5):
        match = after(seats, moves)
        for seat in range(seats):
            s = imagined(match, seat, b"%d" % moves)[0]
            middle = Counter([*s.triplets[s.triplets >= 0].tolist(), *s.took[s.took >= 0].tolist()])
            cards = s.opened.sum(axis=0) + s.secret.sum(axis=0) + s.pile
            assert [int(cards[colour]) + middle[colour] for colour in range(6)] == [18] * 6
            assert (s.secret.sum(axis=1) == s.secrets).all()
            assert (s.secret >= 0).all()
            assert (s.pile >= 0).all()
            assert (s.secret[seat] == match.seen(seat).state[0].secret[seat]).all()


def test_the_others_hidden_cards_have_the_odds_of_the_unseen() -> None:
    """How many red ones seat 1 hides: hypergeometric, from what seat 0 has not seen."""
    from scipy.stats import chisquare  # it takes its time, and most of the testing processes need none

    match = after(4, 26)
    s = match.seen(0).state[0]
    hides = int(s.secrets[1])
    red = 18 - int(s.opened[:, 0].sum() + s.secret[0, 0] + (s.triplets == 0).sum() + (s.took == 0).sum())
    unseen = 108 - int(s.opened.sum() + s.secret[0].sum() + (s.triplets >= 0).sum() + (s.took >= 0).sum())
    assert hides == 3
    counted = Counter(int(imagined(match, 0, b"%d" % seed)[0].secret[1, 0]) for seed in range(SAMPLES))
    odds = [comb(red, k) * comb(unseen - red, hides - k) / comb(unseen, hides) for k in range(hides + 1)]
    assert chisquare([counted[k] for k in range(hides + 1)], [SAMPLES * p for p in odds]).pvalue > 0.001
