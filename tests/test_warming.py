"""Before the first guest comes: games whose rules are not compiled yet are prepared side by side."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from numba.core import event

import spieltisch as st
from spieltisch import warming
from spieltisch.games import GAMES
from spieltisch.kernel import Game
from spieltisch.table.scribe import Reader, write_step


@contextmanager
def compiling_is_an_error() -> Iterator[None]:
    """numba tells when it compiles (or loads what it has compiled)."""
    began: list[object] = []

    class Listener(event.Listener):
        def on_start(self, event: object) -> None:
            began.append(event)

        def on_end(self, event: object) -> None: ...

    with event.install_listener("numba:compile", Listener()):
        yield
    assert not began, began


@pytest.mark.parametrize("missing", range(len(GAMES) + 1))
def test_only_what_is_missing_is_prepared_elsewhere(
    missing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere: list[Game] = []
    here: list[Game] = []
    monkeypatch.setattr(warming, "cache_for", lambda label, folders: tmp_path)
    monkeypatch.setattr(warming, "prepare_side_by_side", elsewhere.extend)
    monkeypatch.setattr(warming, "prepare", here.append)
    for game in GAMES[missing:]:
        warming.mark_of(game).touch()
    warming.warm_up()
    assert here == list(GAMES)
    assert elsewhere == (list(GAMES[:missing]) if missing > 1 else [])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_table_compiles_nothing_after_that(game: Game) -> None:
    warming.prepare(game)
    assert warming.mark_of(game).exists()
    match = st.Match(game, game.seats[-1], seed=1)
    with compiling_is_an_error():
        for _ in range(20):
            seat = match.actors[0]
            match.play(seat, match.moves(seat)[0])
            write_step(match, 1, [Reader(seat, 0, story=True), Reader(None, 0, story=False)])
        assert match.story
        assert match.cells(0)


def test_a_process_that_fails_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "false")
    warming.prepare_side_by_side(list(GAMES[:2]))
