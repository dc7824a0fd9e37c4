"""A second opinion on the rules: Lobo 77 written again in plain Python (bench/), compared move for move."""

import itertools
import os
import random

import pytest

import spieltisch as st
from bench.plain_lobo77 import PlainLobo77

MATCHES = int(os.environ.get("SPIELTISCH_MATCHES", "12"))


def assert_same(match: st.Match, plain: PlainLobo77, seats: int) -> None:
    assert match.actors == plain.actors()
    if match.actors == (st.CHANCE,):
        weights = zip(match.game.outcomes.texts, match._chances(), strict=True)
        assert {outcome: weight for outcome, weight in weights if weight} == plain.outcomes()
        return
    for seat in range(seats):
        assert list(match.moves(seat)) == (plain.legal(seat) if seat in match.actors else [])
        assert sorted(match.view(seat)["hands"][seat]) == sorted(plain.hands[seat])
    view = match.view(None)
    public = ("chips", "out", "total", "direction", "turn", "owes", "played", "draws", "top", "start")
    assert {key: view[key] for key in public} == {key: getattr(plain, key) for key in public}
    assert view["pile"] == len(plain.pile)


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "draw"), list(itertools.product(("55", "56"), ("automatic", "by hand"))))
@pytest.mark.parametrize("seats", range(2, 9))
def test_move_for_move_the_same(seats: int, edition: str, draw: str) -> None:
    for seed in range(max(MATCHES // 5, 1)):
        rng = random.Random(seed)
        match = st.Match("lobo77", seats=seats, options={"edition": edition, "draw": draw}, chance="manual")
        plain = PlainLobo77(seats, edition, draw == "by hand")
        while not match.over:
            assert_same(match, plain, seats)
            seat = rng.choice(match.actors)
            move = rng.choice(match.moves(seat))
            match.play(seat, move)
            if seat == st.CHANCE:
                plain.happen(move)
            else:
                plain.play(seat, move)
        assert plain.actors() == ()
        assert match.result == (plain.places(), plain.points())
