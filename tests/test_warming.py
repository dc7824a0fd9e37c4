"""Before the first guest comes: games whose rules are not compiled yet are prepared side by side."""

import sys
from pathlib import Path

import pytest

from spieltisch import warming
from spieltisch.games import GAMES
from spieltisch.kernel import Game
from spieltisch.kernel.compiled import settings


@pytest.mark.parametrize("missing", range(len(GAMES) + 1))
def test_only_what_is_missing_is_prepared_elsewhere(
    missing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere: list[Game] = []
    here: list[Game] = []
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warming, "prepare_side_by_side", elsewhere.extend)
    monkeypatch.setattr(warming, "prepare", here.append)
    for game in GAMES[missing:]:
        warming.mark_of(game).touch()
    warming.warm_up()
    assert here == list(GAMES)
    assert elsewhere == (list(GAMES[:missing]) if missing > 1 else [])


def test_a_game_is_marked_when_it_is_prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warming, "rehearse", lambda match, player: None)
    warming.prepare(GAMES[0])
    assert warming.mark_of(GAMES[0]).exists()


def test_a_process_that_fails_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "false")
    warming.prepare_side_by_side(list(GAMES[:2]))
