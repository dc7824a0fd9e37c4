"""How good a move was, by what its player could know."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.coach.continuing import CoachWorkspace, Shares, make_continuing, new_workspace
from spieltisch.coach.course import Stretch
from spieltisch.coach.report import Decision, Mark, Option
from spieltisch.kernel import Game, Seen
from spieltisch.kernel.dice import new_dice

MARKS: tuple[tuple[float, Mark], ...] = ((0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
CERTAIN = 2  # standard errors
CANDIDATES = 3  # that stay after a first look, besides the move that was played

Numbers = NDArray[np.int64]


class Judge:
    """A first look at all moves finds the best few; in fresh deals these are compared with the one that was played."""

    def __init__(self, game: Game, seats: int, deals: int, seed: bytes) -> None:
        self.game, self.seats, self._seed = game, seats, seed
        self._first_look, self._deals = max(deals // 4, 2), deals

    def decision(self, stretch: Stretch, seen: Seen) -> Decision | None:
        """None: there was nothing to decide."""
        legal = np.flatnonzero(seen.legal())
        if legal.size < 2:
            return None
        work = new_workspace(self.game, self.seats, new_dice(b"judging", self._seed, seen.to_bytes()))
        played = int(np.flatnonzero(legal == stretch.move)[0])
        few = self._shortlist(stretch, seen, work, legal, played)
        moves, played = legal[few], int(np.flatnonzero(few == played)[0])
        found = self._try(stretch, seen, work, moves, self._deals, is_open=False)
        best, loss, error = crossed_loss(found, played)
        unknown = self._unknown(stretch, seen, work, moves, best)
        return Decision(
            stretch.first,
            stretch.seat,
            self.game.moves.texts[moves[played]],
            self.game.moves.texts[moves[best]],
            loss,
            error,
            mark_of(loss, error),
            options_of(self.game, moves, found),
            unknown,
        )

    def _shortlist(
        self, stretch: Stretch, seen: Seen, work: CoachWorkspace, legal: Numbers, played: int
    ) -> NDArray[np.intp]:
        """The places of the best few, and of the one that was played."""
        if legal.size <= CANDIDATES + 1:
            return np.arange(legal.size)
        looked = self._try(stretch, seen, work, legal, self._first_look, is_open=False).mean(axis=0)
        best = np.argsort(-looked, kind="stable")[:CANDIDATES]
        return np.union1d(best, [played])

    def _try(
        self, stretch: Stretch, seen: Seen, work: CoachWorkspace, moves: Numbers, deals: int, is_open: bool
    ) -> Shares:
        out = np.zeros((deals, moves.size))
        make_continuing(self.game).judge(seen.sight, stretch.before, is_open, work, moves, out)
        return out

    def _unknown(self, stretch: Stretch, seen: Seen, work: CoachWorkspace, moves: Numbers, best: int) -> float:
        """What the best move would have brought to somebody who sees everything, over what looked best."""
        if np.array_equal(seen.state, stretch.before):
            return 0.0  # nothing is hidden
        found = self._try(stretch, seen, work, moves, self._deals, is_open=True)
        return max(crossed_loss(found, best)[1], 0.0)


def crossed_loss(found: Shares, played: int) -> tuple[int, float, float]:
    """The best move; what the one that was played loses, and the standard error of that.

    The best of one half of the deals is measured in the other half: in its own it would look better than it is.
    """
    halves = found[0::2], found[1::2]
    lost = [gains_over(played, *pair) for pair in (halves, halves[::-1])]
    every = np.concatenate(lost)
    best = int(found.mean(axis=0).argmax())
    return best, float(every.mean()), float(every.std() / np.sqrt(every.size))


def gains_over(played: int, chosen_in: Shares, measured_in: Shares) -> Shares:
    """Of the best move of one half, in the other; none where it is not clear in the first that it is better."""
    best = int(chosen_in.mean(axis=0).argmax())
    gains = chosen_in[:, best] - chosen_in[:, played]
    if gains.mean() <= gains.std() / np.sqrt(gains.size):
        return np.zeros(len(measured_in))
    difference: Shares = measured_in[:, best] - measured_in[:, played]
    return difference


def mark_of(loss: float, error: float) -> Mark | None:
    """Only beyond doubt."""
    if loss <= CERTAIN * error:
        return None
    return next((mark for least, mark in MARKS if loss >= least), None)


def options_of(game: Game, moves: Numbers, found: Shares) -> list[Option]:
    errors = found.std(axis=0) / np.sqrt(len(found))
    texts = [game.moves.texts[move] for move in moves]
    options = [Option(*each) for each in zip(texts, found.mean(axis=0).tolist(), errors.tolist(), strict=True)]
    return sorted(options, key=lambda option: -option.share)
