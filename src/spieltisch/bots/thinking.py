"""Which move a search chooses: sequential halving. All moves get equally much of the time; the worse half drops out;
the rest shares the next part. By the clock, or by a number of tries: then the same dice give the same choice.
"""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.bots.search import NODE, NONE, ROOT, Nodes, Tuning, make_search, new_workspace
from spieltisch.kernel import Game, Record, SearchLimits, Sight, States
from spieltisch.kernel.switching import is_plain

SLICE_S = 0.003  # between two looks at the clock
FEW_MOVES, FEWEST_TRIES = 3, 12  # of a search by rules that are not compiled as yet
SHORT_SIGHTED = Tuning(depth=1, horizon=3)
GOLDEN = (5**0.5 - 1) / 2
Try = Callable[[NDArray[np.int64], int], object]  # so many deals, with these candidates


class Budget(NamedTuple):
    tries: int
    ms: int | None = None  # instead of tries


class Thought(NamedTuple):
    move: int
    further: Nodes  # what was found about the same seat's moves right after it


NOTHING_YET = np.zeros(0, NODE)
NO_LIMITS = SearchLimits(depth=Tuning().depth, width=1 << 10)


def find_best(
    game: Game,
    sight: Sight[Record],
    dice: Sequence[States],
    budget: Budget,
    tuning: Tuning,
    before: Nodes = NOTHING_YET,
) -> Thought:
    """A thread for each of the dice; compiled rules let go of the interpreter. `before` is what was found already."""
    if budget.ms is not None and is_plain(make_search(game).try_each):
        return find_plainly(game, sight, dice[0], budget.ms)
    search, workspaces = make_search(game), [new_workspace(game, each) for each in dice]
    limits = limits_of(game)
    tuning = tuning._replace(depth=min(tuning.depth, limits.depth))
    moves = search.begin(sight, workspaces[0], limits.width)
    for workspace in workspaces[1:]:
        workspace.tree[: moves + 1] = workspaces[0].tree[: moves + 1]
    take_up(workspaces[0].tree[1 : moves + 1], before)
    with ThreadPoolExecutor(len(workspaces)) as threads:

        def try_each(candidates: NDArray[np.int64], deals: int) -> None:
            if len(workspaces) == 1:
                search.try_each(sight, workspaces[0], candidates, deals, *tuning)
            else:
                list(threads.map(lambda work: search.try_each(sight, work, candidates, deals, *tuning), workspaces))

        best = halve([workspace.tree for workspace in workspaces], moves, try_each, budget)
    return Thought(int(workspaces[0].tree[best]["move"]), replies(workspaces[0].tree, best, sight.seat))


def limits_of(game: Game) -> SearchLimits:
    return game.extra(SearchLimits) or NO_LIMITS


def find_plainly(game: Game, sight: Sight[Record], dice: States, ms: int) -> Thought:
    """Where the rules are not compiled as yet: the moves a careful player likes best, and a few decisions further.
    As long as there is no time to try each of them often enough, his judgement stands.
    """
    began = perf_counter()
    end = began + ms / 1000
    search, workspace = make_search(game), new_workspace(game, dice)
    search.begin(sight, workspace, 0)
    legal = np.flatnonzero(workspace.marks)
    liked = liked_best(legal, lambda move: int(game.mind.worth(sight.state[0], sight.seat, move)), end)
    nodes, candidates = workspace.tree[1 : len(liked) + 1], np.arange(1, len(liked) + 1)
    nodes["move"], nodes["seat"], nodes["child"] = liked, sight.seat, NONE
    workspace.tree["move"][ROOT] = len(liked)  # it counts them
    now = perf_counter()
    tries, took = 0, now - began  # one try looks at no fewer moves
    with suppress(TimeUp), broken_off_at(end):
        while now + max(FEWEST_TRIES - tries, 1) * took < end:
            search.try_each(sight, workspace, candidates, 1, *SHORT_SIGHTED)
            tries, took, now = tries + 1, perf_counter() - now, perf_counter()
    best = int(np.argmax(nodes["won"] / nodes["visits"])) if tries >= FEWEST_TRIES else 0
    return Thought(int(nodes["move"][best]), NOTHING_YET)


class TimeUp(Exception):
    """Said in the middle of a try: nobody knows beforehand how long the first one takes."""


@contextmanager
def broken_off_at(end: float) -> Iterator[None]:
    """Plain Python only, and only where signals come: bots of plain rules have a process of their own."""
    if current_thread() is not main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(end - perf_counter(), 0.001))
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def liked_best(legal: NDArray[np.int64], worth: Callable[[int], int], end: float) -> list[int]:
    """The few worth most, the best first. Where time runs out, of those looked at: from all over the list."""
    spread = legal[np.argsort(np.arange(legal.size) * GOLDEN % 1)].tolist()
    worths, longest, now = dict[int, int](), 0.0, perf_counter()
    for move in spread:
        if worths and now + longest > end:
            break
        worths[move] = worth(move)
        longest, now = max(longest, perf_counter() - now), perf_counter()
    return sorted(worths, key=lambda move: -worths[move])[:FEW_MOVES]


def take_up(nodes: Nodes, before: Nodes) -> None:
    """Go on counting where an earlier search stopped."""
    _, here, there = np.intersect1d(nodes["move"], before["move"], return_indices=True)
    for count in ("visits", "won"):
        nodes[count][here] = before[count][there]


def replies(tree: Nodes, parent: int, seat: int) -> Nodes:
    """This seat's nodes below one of the tree, as far as they were tried."""
    found, child = [], tree[parent]["child"]
    while child != NONE:
        if tree[child]["seat"] == seat and tree[child]["visits"] > 0:
            found.append(child)
        child = tree[child]["sibling"]
    return tree[found].copy()


def halve(trees: list[Nodes], moves: int, try_each: Try, budget: Budget) -> int:
    """→ the node of the move that is left."""
    left = np.arange(1, moves + 1)
    rounds = (int(moves) - 1).bit_length()
    began = perf_counter()
    for number in range(1, rounds + 1):
        if budget.ms is None:
            try_each(left, max(budget.tries // (rounds * left.size * len(trees)), 1))
        else:
            try_until(began + budget.ms / 1000 * number / rounds, left, try_each)
        left = better_half(trees, left)
    return int(left[0])


def try_until(end: float, left: NDArray[np.int64], try_each: Try) -> None:
    """In slices as long as fit; at least once."""
    deals, now = 1, perf_counter()
    while True:
        began = now
        try_each(left, deals)
        now = perf_counter()
        per_deal = (now - began) / deals
        deals = min(int(min(SLICE_S, end - now) / per_deal), 4 * deals)
        if deals < 1:
            if end - now < per_deal:
                return
            deals = 1


def better_half(trees: list[Nodes], left: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of equals, the one that a careful player prefers: it comes first."""
    won = sum(tree["won"][left] for tree in trees) / sum(tree["visits"][left] for tree in trees)
    best = np.argsort(-won, kind="stable")[: (left.size + 1) // 2]
    return left[np.sort(best)]
