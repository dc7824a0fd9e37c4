"""How a search spends its time: by tries or by the clock, in one thread or several; and when its tree is full."""

import signal
from dataclasses import replace
from time import perf_counter

import numpy as np
import pytest

import spieltisch as st
from spieltisch.bots import players, search, thinking
from spieltisch.bots.players import Searching
from spieltisch.bots.search import ROOT, Tuning, make_search, new_workspace
from spieltisch.bots.thinking import (
    FEW_MOVES,
    Budget,
    TimeUp,
    broken_off_at,
    find_best,
    find_plainly,
    halve,
    liked_best,
)
from spieltisch.games import GAMES
from spieltisch.kernel import Game, Seen
from spieltisch.kernel.dice import new_dice


def opening(game: Game, seed: int = 1) -> Seen:
    match = st.Match(game, game.seats[0], seed=seed)
    return match.seen(match.actors[0])


def choice(seen: Seen, threads: int, budget: Budget) -> int:
    dice = [new_dice(bytes([thread])) for thread in range(threads)]
    return find_best(seen.game, seen.sight, dice, budget, Tuning()).move


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_same_tries_give_the_same_legal_move(game: Game, threads: int) -> None:
    seen = opening(game)
    first = choice(seen, threads, Budget(60))
    assert seen.legal()[first]
    assert choice(seen, threads, Budget(60)) == first


@pytest.mark.parametrize("ms", [1, 40])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_by_the_clock_a_legal_move_is_found_however_short_it_is(game: Game, ms: int) -> None:
    seen = opening(game)
    assert seen.legal()[choice(seen, 2, Budget(0, ms))]


def test_half_of_the_moves_drop_out_until_one_is_left() -> None:
    """The third is the best; each round tries only what is left, and everything that is left equally often."""
    tree = np.zeros(8, search.NODE)
    tried: list[list[int]] = []

    def try_each(candidates: np.ndarray, deals: int) -> None:
        tried.append(candidates.tolist())
        for node in candidates:
            tree["visits"][node] += deals
            tree["won"][node] += deals * (0.9 if node == 3 else 0.1 * node)

    assert halve([tree], 6, try_each, Budget(60)) == 3
    assert tried == [[1, 2, 3, 4, 5, 6], [3, 5, 6], [3, 6]]
    assert tree["visits"].tolist() == [0, 3, 3, 19, 3, 9, 19, 0]


def test_what_several_threads_found_is_added_up() -> None:
    trees = [np.zeros(3, search.NODE) for _ in range(2)]

    def try_each(candidates: np.ndarray, deals: int) -> None:
        for tree, wins in zip(trees, ((1.0, 0.0), (0.0, 1.5)), strict=True):
            for node, won in zip((1, 2), wins, strict=True):
                tree["visits"][node] += 2
                tree["won"][node] += won

    assert halve(trees, 2, try_each, Budget(4)) == 2


def test_a_full_tree_grows_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_NODES", 20)
    seen = opening(GAMES[1])
    workspace = new_workspace(seen.game, new_dice(b""))
    moves = make_search(seen.game).begin(seen.sight, workspace, 1 << 10)
    make_search(seen.game).try_each(seen.sight, workspace, np.arange(1, moves + 1), 200, *Tuning())
    assert workspace.tree[ROOT]["move"] == 19
    assert workspace.tree[ROOT]["visits"] == 200 * moves


def test_only_the_best_are_searched_where_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = opening(st.Match.game_named("blitzgriff"))
    workspace = new_workspace(seen.game, new_dice(b""))
    moves = make_search(seen.game).begin(seen.sight, workspace, 5)
    worth = seen.game.mind.worth
    worths = sorted((worth(seen.state[0], seen.seat, int(move)) for move in seen.legal().nonzero()[0]), reverse=True)
    assert moves == 5
    assert [worth(seen.state[0], seen.seat, int(move)) for move in workspace.tree["move"][1:6]] == worths[:5]


# Rules that are plain Python as yet


class Clock:
    """Time passes only while a move is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def look(self, move: int) -> int:
        self.now += 0.01
        return -abs(move - 70)


@pytest.mark.parametrize(("moves", "looked_at"), [(6, 6), (300, 10)])
def test_whoever_has_no_time_to_look_at_all_moves_stops_in_time(
    monkeypatch: pytest.MonkeyPatch, moves: int, looked_at: int
) -> None:
    clock = Clock()
    monkeypatch.setattr(thinking, "perf_counter", clock)
    best = liked_best(np.arange(10, 10 + moves), clock.look, end=0.1)
    assert clock.now == pytest.approx(0.01 * looked_at)
    assert len(best) == FEW_MOVES
    assert best == sorted(best, key=lambda move: abs(move - 70))
    if moves > looked_at:
        assert abs(best[0] - 70) < 30, "not only the head of the list"


def try_for_ever() -> None:
    while True:
        pass


def test_a_try_that_takes_too_long_is_broken_off() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(TimeUp), broken_off_at(perf_counter() + 0.01):
        try_for_ever()
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("ms", [0, 100])
def test_a_plain_search_finds_a_legal_move_at_once_or_in_its_time(game: Game, ms: int) -> None:
    seen = opening(game)
    assert seen.legal()[find_plainly(game, seen.sight, new_dice(b"plain"), ms).move]


# Thinking on: Blöder Sack's two dice are placed one after the other


def two_dice(player: Searching) -> tuple[Seen, Seen]:
    """What a player saw before each of his two dice; he has chosen the first."""
    match = st.Match("bloeder-sack", 2, seed=1)
    seat = match.actors[0]
    first = match.seen(seat)
    match.play(seat, player.choose(first)[0])
    assert match.actors == (seat,)
    return first, match.seen(seat)


def test_whoever_saw_nothing_new_goes_on_with_what_he_found() -> None:
    player = Searching(b"", 0, Budget(0, ms=20))
    _, second = two_dice(player)
    found = player.found_before(second)
    assert found.size
    assert set(found["move"]) <= set(np.flatnonzero(second.legal()))
    assert (found["visits"] > 0).all()


def test_what_was_found_before_counts_as_much_as_what_is_found_now() -> None:
    seen = opening(GAMES[0])
    legal = np.flatnonzero(seen.legal())
    for best in legal:
        before = np.zeros(legal.size, search.NODE)
        before["move"], before["visits"] = legal, 1_000_000
        before["won"][legal == best] = 1_000_000
        assert find_best(seen.game, seen.sight, [new_dice(b"")], Budget(1), Tuning(), before).move == best


def test_after_another_move_or_in_another_match_nothing_is_known() -> None:
    player = Searching(b"", 0, Budget(0, ms=20))
    first, second = two_dice(player)
    assert not player.found_before(first).size
    log, legal = second.log.copy(), np.flatnonzero(first.legal())
    log[-1]["move"] = legal[legal != second.log[-1]["move"]][0]
    assert not player.found_before(replace(second, log=log)).size
    assert not player.found_before(replace(second, seat=1 - second.seat)).size


def test_with_so_many_tries_nothing_is_remembered() -> None:
    """The same sight, the same move, whatever was asked before."""
    player = Searching(b"", 0, Budget(50))
    _, second = two_dice(player)
    assert not player.found_before(second).size


def test_only_the_latest_thoughts_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "MOST_THOUGHTS", 1)
    player = Searching(b"", 0, Budget(0, ms=20))
    _, second = two_dice(player)
    player.choose(opening(GAMES[0], seed=2))
    other = st.Match("bloeder-sack", 2, seed=9)
    player.choose(other.seen(other.actors[0]))
    assert not player.found_before(second).size
