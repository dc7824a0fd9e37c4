"""How a match stood along its course, and whose doing each change was."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from spieltisch.coach.continuing import Shares, make_continuing, new_workspace
from spieltisch.coach.course import Stretch
from spieltisch.coach.report import Change, Owner, Parts, Standing
from spieltisch.kernel import CHANCE, CLOCK, NOBODY, Game, States
from spieltisch.kernel.dice import new_dice
from spieltisch.kernel.engine import engine_of
from spieltisch.kernel.log import TAKEN_BACK

StoodIn = Callable[[int, int], bool]  # was a bot playing in this seat's place at this row?


class Evaluator:
    """The same record, the same standing: its dice depend on a seed alone, so that neighbours share their luck."""

    def __init__(self, game: Game, seats: int, continuations: int, seed: bytes) -> None:
        self.game, self.seats, self._seed = game, seats, seed
        self._continuations = continuations
        self._known: dict[bytes, tuple[Shares, Shares]] = {}

    def __call__(self, states: States) -> tuple[Shares, Shares]:
        """Shares, and their standard errors."""
        key = states.tobytes()
        if key not in self._known:
            self._known[key] = self._evaluate(states)
        return self._known[key]

    def _evaluate(self, states: States) -> tuple[Shares, Shares]:
        is_over = engine_of(self.game).actors(states) == NOBODY
        ends = np.zeros((1 if is_over else self._continuations, self.seats))
        work = new_workspace(self.game, self.seats, new_dice(b"standing", self._seed))
        make_continuing(self.game).standing(states, work, ends)
        error = np.zeros(self.seats) if is_over else ends.std(axis=0) / np.sqrt(len(ends))
        return ends.mean(axis=0), error


def standings_of(evaluate: Evaluator, stretches: Sequence[Stretch], step: Callable[[], None]) -> list[Standing]:
    """Before the first stretch, and after each."""
    found = []
    for rows, states in [(0, stretches[0].before), *((one.end, one.after) for one in stretches)]:
        shares, errors = evaluate(states)
        found.append(Standing(rows, shares.tolist(), errors.tolist()))
        step()
    return found


def changes_of(stretches: Sequence[Stretch], standings: Sequence[Standing], stood_in: StoodIn) -> list[Change]:
    changes = []
    for stretch, (before, after) in zip(stretches, pairwise(standings), strict=True):
        by = np.subtract(after.shares, before.shares).tolist()
        seats = owners(stretch)
        is_stand_in = any(stood_in(seat, stretch.first) for seat in seats)
        changes.append(Change(stretch.first, stretch.end, owner_of(stretch), seats, is_stand_in, by))
    return changes


def owner_of(stretch: Stretch) -> Owner:
    if stretch.move == TAKEN_BACK and stretch.seat >= 0:
        return "undo"
    return "luck" if stretch.seat == CHANCE else "clock" if stretch.seat == CLOCK else "move"


def owners(stretch: Stretch) -> list[int]:
    """The clock ran out for whoever was to act."""
    if stretch.seat == CHANCE:
        return []
    return list(stretch.to_act) if stretch.seat == CLOCK else [stretch.seat]


def parts_of(seats: int, changes: Sequence[Change]) -> list[Parts]:
    luck, own, others, stand_in = np.zeros((4, seats))
    for change in changes:
        by = np.array(change.by)
        if not change.seats:
            luck += by
            continue
        mine = share_of(change.seats, seats) * by
        others += by - mine
        if change.stood_in:
            stand_in += mine
        else:
            own += mine
    return [Parts(*map(float, each)) for each in zip(luck, own, others, stand_in, strict=True)]


def share_of(owners: Sequence[int], seats: int) -> NDArray[np.float64]:
    """How much of a change is each seat's own doing: where several were to act, all of them had a part in it."""
    share = np.zeros(seats)
    share[list(owners)] = 1 / len(owners)
    return share
