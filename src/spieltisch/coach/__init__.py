"""The coach: where a match was won, by skill and by luck; and how good each move was, by what its player could know."""

from collections.abc import Callable, Sequence

from spieltisch.coach.course import course_of, with_what_was_known
from spieltisch.coach.judging import Judge
from spieltisch.coach.report import Analysis, Change, Decision, Option, Parts, Standing
from spieltisch.coach.standing import Evaluator, StoodIn, changes_of, parts_of, standings_of
from spieltisch.kernel import JudgedSoon, Match

__all__ = ["Analysis", "Change", "Decision", "NotOver", "Option", "Parts", "Standing", "analyse"]

CONTINUATIONS, DEALS = 600, 160
CONTINUATIONS_SOON, DEALS_SOON = 60, 16  # of a game whose continuations take long: see JudgedSoon
Progress = Callable[[int, int], None]  # so many steps are done, of so many


class NotOver(ValueError):
    """A match that is being played is analysed by nobody."""


def nobody(seat: int, row: int) -> bool:
    """No bot plays for anybody."""
    return False


def quietly(done: int, of: int) -> None:
    """Whoever asked waits."""


def analyse(
    match: Match,
    names: Sequence[str] = (),
    *,
    continuations: int | None = None,
    deals: int | None = None,
    judges: bool = True,
    stood_in: StoodIn = nobody,
    progress: Progress = quietly,
) -> Analysis:
    """A finished match. The same match gives the same report.

    `continuations` of each standing and `deals` of each decision: more are slower and surer. In a race nobody's moves
    are judged: what they are worth is a matter of time.
    """
    if not match.over:
        raise NotOver("the match is not over: only a finished one is analysed")
    is_long = match.game.extra(JudgedSoon) is not None
    continuations = continuations or (CONTINUATIONS_SOON if is_long else CONTINUATIONS)
    deals = deals or (DEALS_SOON if is_long else DEALS)
    seed = match.row_numbers.tobytes()  # of no two matches alike: or what is off would be off in all of them alike
    stretches = course_of(match)
    decided = list(with_what_was_known(match, stretches)) if judges and match.race is None else []
    total, done = len(stretches) + 1 + len(decided), 0

    def step() -> None:
        nonlocal done
        done += 1
        progress(done, total)

    evaluate = Evaluator(match.game, match.seats, continuations, seed)
    standings = standings_of(evaluate, stretches, step)
    changes = changes_of(stretches, standings, stood_in)
    judge, decisions = Judge(match.game, match.seats, deals, seed), list[Decision]()
    for stretch, seen in decided:
        decision = judge.decision(stretch, seen)
        if decision is not None and not stood_in(stretch.seat, stretch.first):
            decisions.append(decision)
        step()
    return Analysis(
        match.game.name,
        match.rules,
        match.seats,
        list(names),
        continuations,
        deals,
        standings,
        changes,
        parts_of(match.seats, changes),
        decisions,
    )
