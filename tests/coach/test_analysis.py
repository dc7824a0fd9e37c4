"""The coach: parts that add up, luck that nobody has in the long run, moves judged by what could be known."""

import os
import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import spieltisch as st
from playing import play_at_random
from spieltisch.coach import Analysis, analyse
from spieltisch.coach.course import course_of, with_what_was_known
from spieltisch.coach.documents import stood_in_by
from spieltisch.coach.judging import Judge
from spieltisch.games import GAMES
from spieltisch.kernel import CHANCE, CLOCK, Game, Match
from spieltisch.table.messages import SeatChange
from toys.bidding import BIDDING
from toys.heaps import HEAPS

MATCHES = int(os.environ.get("SPIELTISCH_MATCHES", "1"))
SOME = settings(max_examples=25, deadline=None)


def played(game: Game, seats: int, seed: int, options: dict[str, str] | None = None) -> Match:
    match = Match(game, seats, options, seed)
    play_at_random(match, random.Random(seed))
    return match


def assert_adds_up(analysis: Analysis) -> None:
    first, last = analysis.standings[0].shares, analysis.standings[-1].shares
    for seat, parts in enumerate(analysis.parts):
        changed = parts.luck + parts.own + parts.others + parts.stand_in
        assert changed == pytest.approx(last[seat] - first[seat], abs=1e-9)
    for standing in analysis.standings:
        assert sum(standing.shares) == pytest.approx(1, abs=1e-9)


# Standings, and whose doing


@SOME
@given(seats=some.integers(2, 4), seed=some.integers(0, 10**6))
def test_luck_own_and_others_play_add_up_to_the_change(seats: int, seed: int) -> None:
    assert_adds_up(analyse(played(BIDDING, seats, seed), continuations=4, deals=4))


def test_the_last_standing_is_the_result_and_the_same_match_gives_the_same_report() -> None:
    match = played(BIDDING, 3, 5)
    analysis = analyse(match, continuations=8, deals=4)
    assert match.result is not None
    winners = [place == 1 for place in match.result.places]
    assert analysis.standings[-1].shares == [won / sum(winners) for won in winners]
    assert analysis.standings[-1].errors == [0.0, 0.0, 0.0]
    assert analysis == analyse(match, continuations=8, deals=4)


def test_rows_of_chance_in_a_row_are_one_stroke_and_nobodys_doing() -> None:
    match = played(BIDDING, 2, 1)
    seats = [row.seat for row in match.rows]
    for change in analyse(match, continuations=4, judges=False).changes:
        assert (change.owner == "luck") == (seats[change.first] == CHANCE)
        assert bool(change.seats) == (change.owner != "luck")
        assert change.owner == "luck" or change.end == change.first + 1
    changes = analyse(match, continuations=4, judges=False).changes
    assert not any(a.owner == b.owner == "luck" for a, b in pairwise(changes))


def test_when_the_clock_runs_out_it_is_the_doing_of_those_who_were_to_act() -> None:
    match = Match(BIDDING, 2, seed=1)
    match.play(0, match.moves(0)[0])
    match.play(CLOCK, "timeout")
    play_at_random(match, random.Random(1))
    change = next(c for c in analyse(match, continuations=4, judges=False).changes if c.owner == "clock")
    assert change.seats == [1]


def test_a_move_taken_back_leaves_the_standing_as_it_was() -> None:
    match = Match(HEAPS, 2, seed=1)
    match.play(0, match.moves(0)[0])
    match.play(0, "undo")
    play_at_random(match, random.Random(1))
    analysis = analyse(match, continuations=20, deals=4)
    assert [change.owner for change in analysis.changes[:2]] == ["move", "undo"]
    assert analysis.standings[2].shares == analysis.standings[0].shares
    assert_adds_up(analysis)


def test_what_a_stand_in_did_is_told_apart() -> None:
    match = played(HEAPS, 2, 3)
    away = [SeatChange(2, 0, "stood_in", "Hanna", "careful"), SeatChange(4, 0, "back", "Hanna", None)]
    analysis = analyse(match, continuations=4, deals=4, stood_in=stood_in_by(away))
    assert [change.first for change in analysis.changes if change.stood_in] == [2]
    assert 2 not in [decision.row for decision in analysis.decisions]
    assert_adds_up(analysis)
    assert analysis.parts[0].stand_in == pytest.approx(analysis.changes[2].by[0])


def test_a_running_match_is_analysed_by_nobody() -> None:
    with pytest.raises(st.NotOver, match="not over"):
        analyse(Match(BIDDING, 2, seed=1))


# Luck


def luck_of(game: Game, matches: int, seats: int, options: dict[str, str]) -> np.ndarray:
    """Of every seat in every match."""
    reports = (analyse(played(game, seats, seed, options), continuations=6, judges=False) for seed in range(matches))
    return np.array([[parts.luck for parts in report.parts] for report in reports])


def surprise(luck: np.ndarray) -> float:
    """Hotelling's T² of "nobody is luckier than others", as a chi-square of one degree less than there are seats."""
    free = luck[:, :-1]  # they add up to nothing
    mean, spread = free.mean(axis=0), np.cov(free, rowvar=False)
    return float(len(free) * mean @ np.linalg.solve(spread, mean))


CHI_SQUARE = {1: 6.63, 2: 9.21, 3: 11.34}  # exceeded once in a hundred times, by degrees of freedom


def test_in_the_long_run_nobody_is_lucky() -> None:
    luck = luck_of(BIDDING, 400, 3, {})
    assert surprise(luck) < CHI_SQUARE[2]
    assert surprise(luck + np.array([0.1, -0.1, 0.0])) > CHI_SQUARE[2], "the test would not notice ten points"


@pytest.mark.skipif(MATCHES < 100, reason="of make soak: it compiles what the coach needs of every game")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_in_the_long_run_nobody_is_lucky_in_any_game(game: Game) -> None:
    calm = {"pace": "calm"} if "pace" in game.options else {}
    matches = 60 if calm else min(MATCHES, 2000)
    assert surprise(luck_of(game, matches, 4, calm)) < CHI_SQUARE[3]


# Moves


def lobo(position: dict[str, Any], moves: list[tuple[int, str]]) -> st.Match:
    match = st.Match.at("lobo77", {"seats": 2, **position}, seed=1)
    for seat, move in moves:
        match.play(seat, move)
    play_at_random(match, random.Random(1))
    return match


def test_a_planted_blunder_is_found() -> None:
    """LO-C2 who has no chips left and goes beyond 77 is out; the 0 would have been safe."""
    match = lobo({"hands": [["10", "0"], ["5", "6"]], "total": 70, "chips": [0, 0]}, [(0, "10")])
    (decision,) = analyse(match, deals=200).decisions
    assert (decision.move, decision.best, decision.mark) == ("10", "0", "blunder")
    assert decision.loss > 0.15
    assert decision.options[-1].move == "10"
    assert decision.options[-1].share == 0


def test_a_forced_loss_is_not_called_one() -> None:
    """Both cards go beyond 77: whichever he plays, nothing is lost by it."""
    match = lobo({"hands": [["10", "9"], ["5", "6"]], "total": 70, "chips": [0, 0]}, [(0, "10")])
    (decision,) = analyse(match, deals=200).decisions
    assert (decision.loss, decision.mark) == (0, None)


def test_a_move_without_a_choice_is_not_judged() -> None:
    match = lobo({"hands": [["10"], ["5", "6"]], "total": 70, "chips": [0, 0]}, [(0, "10")])
    assert analyse(match, deals=20).decisions == []


def test_a_move_is_judged_by_what_its_player_could_know() -> None:
    """Whatever the other one holds, the judgement is the same, to the last digit."""
    judged = []
    for other in ("5", "8"):
        position = {"hands": [["2", "9", "10"], [other]], "total": 60, "chips": [0, 0], "discards": ["55"], "top": "55"}
        match = lobo(position, [(0, "9")])
        stretch, seen = next(with_what_was_known(match, course_of(match)))
        decision = Judge(match.game, 2, 40, b"seed").decision(stretch, seen)
        assert decision is not None
        judged.append((decision.options, decision.loss, decision.error, decision.best))
    assert judged[0] == judged[1]


def test_the_best_of_equal_moves_is_no_better_than_another() -> None:
    """In each half noise alone decides which one looks best: the other half does not fall for it."""
    match = lobo({"hands": [["9", "10"], ["5", "6"]], "total": 0, "chips": [3, 3]}, [(0, "9")])
    decision = analyse(match, deals=400).decisions[0]
    assert decision.loss < 3 * decision.error + 0.01
