"""What the others' choices tell: hands are believed that careful players would have played so from."""

import os
from collections.abc import Callable

import numpy as np
import pytest

import spieltisch as st
from spieltisch.games.lobo77 import GAME
from spieltisch.games.lobo77.belief import imagine_likely
from spieltisch.games.lobo77.cards import CARDS
from spieltisch.games.lobo77.imagine import imagine
from spieltisch.kernel import Match, Seen, States
from spieltisch.kernel.dice import new_dice

MATCHES = 2 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 12
DEALS = 30
HIGH = [CARDS.index(card) for card in ("10", "11", "22", "33", "44", "55", "66")]


def imagined(imagine: Callable[..., None], seen: Seen, seed: int) -> States:
    states = seen.state.copy()
    imagine(seen.sight, states[0], new_dice(str(seed).encode())[0], np.zeros(2, GAME.mind.notes))
    return states


def share_of(match: Match, cards: list[int]) -> float:
    """How many of seat 1's cards are among these, as seat 0 believes."""
    deals = [imagined(imagine_likely, match.seen(0), seed)[0].hand[1] for seed in range(400)]
    return float(np.mean([hand[cards].sum() for hand in deals]) / deals[0].sum())


def test_believed_deals_fit_all_that_was_seen() -> None:
    careful = st.bot("careful", seed=1)
    for seed in range(MATCHES // 2):
        match = st.Match("lobo77", 3, seed=seed)
        while not match.over:
            seat = match.actors[0]
            seen = match.seen(seat)
            s = imagined(imagine_likely, seen, seed)[0]
            assert (s.hand.sum(axis=0) + s.discards + s.pile == s.deck).all()
            assert (s.hand.sum(axis=1) == s.hand_size).all()
            assert (s.hand >= 0).all()
            assert (s.pile >= 0).all()
            assert (s.hand[seat] == seen.state[0].hand[seat]).all()
            assert s.total == seen.state[0].total
            match.play(seat, careful.choose(seen)[0])


def test_whoever_plays_a_low_card_has_no_high_one(at: Callable[..., Match]) -> None:
    """A 0 at 3: only such a hand explains it as holds nothing that adds up. (The card drawn since may be any,
    and one time in eight a player is not believed to be careful.)"""
    match = at("2 3 4 5 6", "0 0 -10 turn x2", turn=1, total=3, chance=None)
    before = share_of(match, HIGH)
    match.play(1, "0")
    assert before > 0.2
    assert share_of(match, HIGH) < before / 2


def test_whoever_plays_what_he_cannot_have_kept_is_believed_anything(at: Callable[..., Match]) -> None:
    """Two cards in a row, a 0 and then a 4 that a careful player would have played first: his choices tell nothing."""
    match = at("2 3", "0 4 5 6 7", turn=1, owes=2, total=3, chance=None)
    before = share_of(match, HIGH)
    match.play(1, "0")
    assert share_of(match, HIGH) < before / 4
    match.play(1, "4")
    assert share_of(match, HIGH) > 0.8 * before


@pytest.mark.skipif(MATCHES < 12, reason="too slow in plain Python; the rules tried here are tried above as well")
@pytest.mark.slow
def test_belief_comes_nearer_to_what_careful_players_hold() -> None:
    careful = st.bot("careful", seed=3)
    blind = wise = 0.0
    for seed in range(MATCHES):
        match = st.Match("lobo77", 4, seed=seed)
        while not match.over:
            seat = match.actors[0]
            seen = match.seen(seat)
            if seat == 0:
                blind += distance(imagine, seen, match.last.after)
                wise += distance(imagine_likely, seen, match.last.after)
            match.play(seat, careful.choose(seen)[0])
    assert wise < 0.97 * blind


def distance(imagine: Callable[..., None], seen: Seen, real: States) -> float:
    """From the mean of imagined hands to the real ones."""
    mean = np.zeros(real[0].hand.shape)
    for deal in range(DEALS):
        mean += imagined(imagine, seen, deal)[0].hand / DEALS
    others = seen.state[0].chips >= 0
    return float(((mean - real[0].hand)[others] ** 2).sum())
