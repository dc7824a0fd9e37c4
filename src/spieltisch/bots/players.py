"""How bots decide: at random, by a quick judgement that may waver, or by search."""

from time import perf_counter, sleep
from typing import NamedTuple

import numpy as np

from spieltisch.bots.search import Nodes, Tuning
from spieltisch.bots.thinking import NOTHING_YET, Budget, Thought, find_best
from spieltisch.kernel import Race, Seen, WeakerPlayers
from spieltisch.kernel.dice import below, new_dice, pick

SHORTEST_MS, SPREAD_MS = 700, 900
LEAVE_OTHERS_MS = 3000
USUAL = 1 << 10  # efforts are counted in 1024ths
MOST_THOUGHTS = 16  # that are remembered: a bot may sit at several tables


class BadBot(ValueError):
    """No bot of that name, or a seat for which there is nothing to choose."""


class Player:
    """What all bots have: a seed, and a humane time that depends on nothing they hold."""

    def __init__(self, seed: bytes, race_ms: int) -> None:
        self.seed = seed
        self.race_ms = race_ms  # to look, decide and reach, where all play at the same time

    def choose(self, seen: Seen) -> tuple[str, int]:
        marks = seen.legal()
        if not marks.any():
            raise BadBot(f"seat {seen.seat} has no move to choose now")
        move = self.decide(seen, marks)
        return seen.game.moves.texts[move], self.think_ms(seen, move)

    def think_ms(self, seen: Seen, move: int) -> int:
        """Where others should act first, it leaves them time. In a race it is as quick as it can: by what all see."""
        dice = new_dice(self.seed, len(seen.log).to_bytes(8, "big"))
        race = seen.game.extra(Race)
        effort = 0 if race is None else int(race.effort(seen.state[0], seen.seat, move))
        if effort > 0:
            usual = self.race_ms * effort // USUAL
            return 2 * usual // 3 + int(below(dice[0], 2 * usual // 3 + 1))
        acting = sum(1 << seat for seat in seen.actors)
        first = seen.game.mind.quickest(seen.state[0], acting, dice[0])
        return (SHORTEST_MS if first == seen.seat else LEAVE_OTHERS_MS) + int(below(dice[0], SPREAD_MS))

    def decide(self, seen: Seen, marks: np.ndarray) -> int:
        raise NotImplementedError


class Random(Player):
    """Any legal move."""

    def decide(self, seen: Seen, marks: np.ndarray) -> int:
        return int(pick(new_dice(self.seed, seen.to_bytes())[0], marks, int(marks.sum())))


class Judgement(NamedTuple):
    naive: bool = False  # by what one sees at first sight
    doubt: float = 0.0  # how much it wavers, in the game's own measure


class Judging(Player):
    """The move of the highest worth, by the game's quick rule; the more it wavers, the further off it may be."""

    def __init__(self, seed: bytes, race_ms: int, judgement: Judgement) -> None:
        super().__init__(seed, race_ms)
        self.judgement = judgement

    def decide(self, seen: Seen, marks: np.ndarray) -> int:
        weaker, legal = seen.game.extra(WeakerPlayers), np.flatnonzero(marks)
        worth = weaker.first_thought if weaker is not None and self.judgement.naive else seen.game.mind.worth
        dice = new_dice(self.seed, seen.to_bytes())
        doubt = 0 if weaker is None else int(self.judgement.doubt * weaker.doubt)
        worths = np.array([worth(seen.state[0], seen.seat, int(move)) + below(dice[0], doubt + 1) for move in legal])
        best = legal[worths == worths.max()]
        return int(best[below(dice[0], best.size)])


class Searching(Player):
    """Information-set search. By the clock it remembers: who moves again, and saw nothing new meanwhile, thinks on."""

    def __init__(self, seed: bytes, race_ms: int, budget: Budget, threads: int = 1) -> None:
        super().__init__(seed, race_ms)
        self.budget, self.threads = budget, threads
        self._thoughts: dict[bytes, Thought] = {}  # by what was seen when they were thought

    def decide(self, seen: Seen, marks: np.ndarray) -> int:
        """By the clock it takes all its time: who answers sooner shows that he has little choice, or none."""
        began = perf_counter()
        move = int(marks.argmax()) if marks.sum() == 1 else self.search(seen)
        if self.budget.ms is not None:
            sleep(max(began + self.budget.ms / 1000 - perf_counter(), 0))
        return move

    def search(self, seen: Seen) -> int:
        dice = [new_dice(self.seed, seen.to_bytes(), bytes([thread])) for thread in range(self.threads)]
        thought = find_best(seen.game, seen.sight, dice, self.budget, Tuning(), self.found_before(seen))
        if self.budget.ms is not None and thought.further.size:
            self._thoughts[story(seen, len(seen.log))] = thought
            for oldest in list(self._thoughts)[:-MOST_THOUGHTS]:
                self._thoughts.pop(oldest, None)
        return thought.move

    def found_before(self, seen: Seen) -> Nodes:
        """If all that happened since it last thought is the move it chose then."""
        if not len(seen.log):
            return NOTHING_YET
        thought, last = self._thoughts.pop(story(seen, len(seen.log) - 1), None), seen.log[-1]
        if thought is None or last["seat"] != seen.seat or last["move"] != thought.move:
            return NOTHING_YET
        return thought.further


def story(seen: Seen, rows: int) -> bytes:
    """What a seat knew when its log had so many rows."""
    return bytes([seen.seat]) + seen.start.tobytes() + seen.log[:rows].tobytes()
