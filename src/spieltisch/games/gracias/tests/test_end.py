"""Gracias: who wins (GR-E)."""

import numpy as np
import pytest

import spieltisch as st
from spieltisch.games.gracias import GAME


def places(*passes: list[int]) -> list[int]:
    """By each pass's points."""
    seats = len(passes[0])
    s = GAME.set_up(seats, {})[0]
    for number, points in enumerate(passes):
        s.scores[number, :seats] = points
    out = np.zeros(6, np.int64)
    GAME.rules.places(s, out)
    return out[:seats].tolist()


@pytest.mark.parametrize(
    ("passes", "expected"),
    [
        pytest.param([[10, 9, 1], [0, 2, 1], [0, 0, 0]], [2, 1, 3], id="most points"),
        pytest.param([[14, 8, 1], [8, 13, 1], [8, 9, 1]], [1, 2, 3], id="6: 30:30, best passes 14:13"),
        pytest.param([[14, 10, 1], [9, 6, 1], [7, 14, 1]], [2, 1, 3], id="6: 14:14, second-best 9:10"),
        pytest.param([[14, 9, 1], [9, 14, 1], [7, 7, 30]], [2, 2, 1], id="equal in everything: shared"),
        pytest.param([[5, 5, 5, 5], [4, 4, 4, 4], [3, 3, 3, 3]], [1, 1, 1, 1], id="all equal"),
        pytest.param([[3, 5, 5, 9], [5, 4, 3, 9], [4, 3, 4, 9]], [2, 2, 2, 1], id="the order of the passes is nothing"),
        pytest.param([[0, 6, 3], [0, 0, 3], [0, 0, 0]], [3, 1, 2], id="the same order decides every place"),
    ],
)
def test_gr_e1(passes: list[list[int]], expected: list[int]) -> None:
    assert places(*passes) == expected


def test_gr_e1_points_are_all_three_passes() -> None:
    match = st.Match("gracias", 3, seed=1)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[-1])
    assert match.result is not None
    assert list(match.result.points) == [sum(scores) for scores in zip(*match.view(None)["points"], strict=True)]
