"""Information-set search for any game (single-observer ISMCTS): imagine the hidden, play on, keep the score.

Every iteration deals the unknown anew. The tree holds seats' moves only: Chance is sampled as the rules say. The
rules enter as free variables, so the compiler inlines them; all memory is the caller's.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.bots.playout import make_playout
from spieltisch.kernel import NOBODY, Game, Sight, State, States, rule
from spieltisch.kernel.dice import pick_marked

DEEPEST = 200
ROOT = NONE = 0

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("child", "i8"),  # the first of this node's children,
                ("sibling", "i8"),  # and the next one of its parent's; 0: none
                ("seat", "i8"),
                ("move", "i8"),
                ("visits", "i8"),
                ("possible", "i8"),  # how often it could have been chosen
                ("won", "f8"),  # by `seat`
            ]
        ),
    )
)


class Desk(NamedTuple):
    """The memory of one search."""

    states: States
    tree: NDArray[np.void]
    marks: NDArray[np.uint8]
    weights: NDArray[np.int64]
    result: NDArray[np.float64]
    path: NDArray[np.int64]
    dice: States
    notes: NDArray[np.void]


def new_desk(game: Game, iterations: int, dice: States) -> Desk:
    return Desk(
        np.zeros(1, game.state),
        np.zeros(iterations + 1, NODE),
        np.zeros(len(game.moves), np.uint8),
        np.zeros(len(game.outcomes), np.int64),
        np.zeros(game.seats[-1], np.float64),
        np.zeros(DEEPEST, np.int64),
        dice,
        np.zeros(2, game.mind.notes),
    )


class Tuning(NamedTuple):
    iterations: int = 2000
    horizon: int = 30  # decisions of a playout before the position is judged
    boldness: int = 128  # random decisions of a playout, in 1024ths
    explore: float = 0.7


Search = Callable[[Sight, Desk, int, int, int, float], int]


@cache
def make_search(game: Game) -> Search:
    rules, mind = game.rules, game.mind
    play, imagine = rules.play, mind.imagine
    evaluate, quickest = mind.evaluate, mind.quickest
    playout = make_playout(game)
    let_chance_play, mark_legal, play_on = playout.let_chance_play, playout.mark_legal, playout.play_on

    @rule
    def choose_child(tree: NDArray[np.void], here: int, seat: int, marks: NDArray[np.uint8], explore: float) -> int:
        """The best of the legal moves tried before (UCB1); clears their marks."""
        best, best_value = NONE, -1.0
        child = tree[here].child
        while child != NONE:
            node = tree[child]
            if node.seat == seat and marks[node.move]:
                marks[node.move] = 0
                node.possible += 1
                value = node.won / node.visits + explore * np.sqrt(np.log(node.possible) / node.visits)
                if value > best_value:
                    best, best_value = child, value
            child = node.sibling
        return best

    @rule
    def count_marks(marks: NDArray[np.uint8]) -> int:
        count = 0
        for move in range(marks.size):
            count += marks[move]
        return count

    @rule
    def add_child(tree: NDArray[np.void], here: int, new: int, seat: int, move: int) -> None:
        node = tree[new]
        node.sibling = tree[here].child
        tree[here].child = new
        node.child = NONE
        node.seat = seat
        node.move = move
        node.possible = 1
        node.visits = 0
        node.won = 0.0

    @rule
    def descend(s: State, observer: int, desk: Desk, nodes: int, explore: float) -> int:
        """Down the tree, one new node at its end → how deep."""
        here = ROOT
        for depth in range(DEEPEST):
            acting = let_chance_play(s, desk.weights, desk.dice[0])
            if acting == NOBODY:
                return depth
            seat = observer if depth == 0 else quickest(s, acting, desk.dice[0])
            mark_legal(s, seat, desk.marks)
            child = choose_child(desk.tree, here, seat, desk.marks, explore)
            untried = count_marks(desk.marks)
            if untried > 0:
                move = pick_marked(desk.dice[0], desk.marks, untried)
                add_child(desk.tree, here, nodes, seat, move)
                desk.path[depth] = nodes
                play(s, seat, move)
                return depth + 1
            desk.path[depth] = here = child
            play(s, seat, desk.tree[child].move)
        return DEEPEST

    @rule
    def search(sight: Sight, desk: Desk, iterations: int, horizon: int, boldness: int, explore: float) -> int:
        """→ the move tried most often."""
        s = desk.states[0]
        tree = desk.tree
        tree[ROOT].child = NONE
        nodes = 1
        for _ in range(iterations):
            desk.states[0] = sight.state[0]
            imagine(sight, s, desk.dice[0], desk.notes)
            depth = descend(s, sight.seat, desk, nodes, explore)
            if depth > 0 and desk.path[depth - 1] == nodes:
                nodes += 1
            play_on(s, desk.marks, desk.weights, desk.dice[0], horizon, boldness)
            evaluate(s, desk.result)
            for step in range(depth):
                node = tree[desk.path[step]]
                node.visits += 1
                node.won += desk.result[node.seat]
        best = tree[ROOT].child
        child = best
        while child != NONE:
            if tree[child].visits > tree[best].visits:
                best = child
            child = tree[child].sibling
        return tree[best].move

    return search
