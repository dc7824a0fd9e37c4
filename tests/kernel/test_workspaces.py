"""Where turns are played: as large as need be."""

import numpy as np
import pytest

from spieltisch.kernel import Match, turn
from spieltisch.kernel.frames import SPECTATOR
from spieltisch.kernel.game import Game
from spieltisch.kernel.turn import Turn, Workspace
from spieltisch.kernel.workspaces import Workspaces
from toys.bidding import BIDDING


def small(game: Game) -> Workspace:
    """With room for next to nothing."""
    workspace = Workspace(game)
    workspace.make_space(rows=1, readers=1, words=8, out=1)
    return workspace


def play_out() -> list[Turn]:
    """With everybody reading."""
    match = Match(BIDDING, 3, seed=7)
    turns = [match.last]
    while not match.over:
        seat = match.actors[-1]
        turns.append(match.play_and_tell(seat, match.moves(seat)[0], readers=np.array([SPECTATOR, 0, 1, 2])))
    return turns


def test_a_turn_that_outgrows_its_workspace_comes_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = play_out()
    monkeypatch.setattr(turn, "_workspaces", Workspaces(small))
    for one, other in zip(play_out(), expected, strict=True):
        assert (one.row_bytes, one.draws, one.words, one.told) == (
            other.row_bytes, other.draws, other.words, other.told,
        )  # fmt: skip
        assert one.after.tobytes() == other.after.tobytes()
