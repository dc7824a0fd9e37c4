"""Information-set search for any game: imagine the hidden, play on, keep the score. (How long, and which moves stay in
the race: thinking.py.)

The seat's own moves are tried in the same imagined deals and with the same dice. Below them grows a tree of seats'
moves (PUCT, with the careful player's choice as the favourite). Chance is sampled as the rules say, never branched on.

The rules enter as free variables, so the compiler inlines them; all memory is the caller's.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spieltisch.bots.playout import make_playout
from spieltisch.kernel import NOBODY, Game, Record, Records, Sight, States, number, rule, scratch
from spieltisch.kernel.dice import Dice, pick

DEEPEST = 64
MOST_NODES = 1 << 16  # then the tree grows no further
ROOT = NONE = 0
TRUST = 0.6  # how much of the first tries the careful player's choice gets


class Node:
    child = number("i8")  # the first of this node's children,
    sibling = number("i8")  # and the next one of its parent's; 0: none
    seat = number("i8")
    move = number("i8")
    visits = number("i8")
    won = number("f8")  # by `seat`


NODE = scratch(Node)
Nodes = NDArray[np.void]


class SearchWorkspace(NamedTuple):
    """The memory of one search."""

    states: States  # one to play on in, and one that keeps the imagined deal
    tree: Nodes
    marks: NDArray[np.uint8]
    weights: NDArray[np.int64]
    result: NDArray[np.float64]
    mean: NDArray[np.float64]  # of all results
    path: NDArray[np.int64]
    dice: Records[Dice]
    notes: NDArray[np.void]


def new_workspace(game: Game, dice: Records[Dice]) -> SearchWorkspace:
    return SearchWorkspace(
        np.zeros(2, game.state),
        np.zeros(MOST_NODES, NODE),
        np.zeros(len(game.moves), np.uint8),
        np.zeros(len(game.outcomes), np.int64),
        np.zeros(game.seats[-1], np.float64),
        np.zeros(game.seats[-1], np.float64),
        np.zeros(DEEPEST + 1, np.int64),
        dice,
        np.zeros(2, game.mind.notes),
    )


class Tuning(NamedTuple):
    depth: int = 4  # of the tree, at most (SearchLimits)
    horizon: int = 1000  # decisions of a playout before the position is judged, unless it settles
    boldness: int = 0  # random decisions of a playout, in 1024ths
    explore: float = 0.2


class Search(NamedTuple):
    begin: Callable[[Sight[Record], SearchWorkspace, int], int]
    try_each: Callable[[Sight[Record], SearchWorkspace, NDArray[np.int64], int, int, int, int, float], None]


@cache
def make_search(game: Game) -> Search:
    rules, mind = game.rules, game.mind
    play, imagine = rules.play, mind.imagine
    evaluate, settled, quickest = mind.evaluate, mind.settled, mind.quickest
    playout = make_playout(game)
    let_chance_play, mark_legal = playout.let_chance_play, playout.mark_legal
    best_marked, play_on = playout.best_marked, playout.play_on

    @rule
    def add_child(tree: Records[Node], parent: int, seat: int, move: int) -> int:
        """A fresh node (the root counts them), as long as there is room."""
        if tree[ROOT].move + 1 == tree.size:
            return NONE
        tree[ROOT].move += 1
        new = tree[ROOT].move
        tree[new].sibling = tree[parent].child
        tree[parent].child = new
        tree[new].child = NONE
        tree[new].seat = seat
        tree[new].move = move
        tree[new].visits = 0
        tree[new].won = 0.0
        return new

    @rule
    def urge(node: Node, prior: float, tries: float, explore: float) -> float:
        """How much a move that was tried before should be tried again (PUCT)."""
        return node.won / node.visits + explore * prior * tries / (1 + node.visits)

    @rule
    def choose(s: Record, here: int, seat: int, workspace: SearchWorkspace, explore: float) -> int:
        """The child to go to: one tried before, or a new one."""
        tree, marks = workspace.tree, workspace.marks
        untried = mark_legal(s, seat, marks)
        favourite = best_marked(s, seat, marks, workspace.dice[0])
        small = (1 - TRUST) / untried
        tries = np.sqrt(tree[here].visits)
        best, best_urge = NONE, -1.0
        child = tree[here].child
        while child != NONE:
            node = tree[child]
            if node.seat == seat and marks[node.move]:
                marks[node.move] = 0
                untried -= 1
                value = urge(node, small + TRUST if node.move == favourite else small, tries, explore)
                if value > best_urge:
                    best, best_urge = child, value
            child = node.sibling
        if untried == 0:
            return best
        move = favourite if marks[favourite] else pick(workspace.dice[0], marks, untried)
        prior = small + TRUST if move == favourite else small
        expected = workspace.mean[seat] / max(tree[ROOT].visits, 1)
        if best != NONE and best_urge >= expected + explore * prior * tries:
            return best
        return add_child(tree, here, seat, move)

    @rule
    def descend(s: Record, workspace: SearchWorkspace, depth: int, explore: float) -> int:
        """Down the tree from path[0], to a new node or as deep as is allowed → the length of the path."""
        for length in range(1, depth):
            if settled(s):
                return length
            acting = let_chance_play(s, workspace.weights, workspace.dice[0])
            if acting == NOBODY:
                return length
            seat = quickest(s, acting, workspace.dice[0])
            child = choose(s, workspace.path[length - 1], seat, workspace, explore)
            if child == NONE:
                return length
            workspace.path[length] = child
            play(s, seat, workspace.tree[child].move)
            if workspace.tree[child].visits == 0:
                return length + 1
        return depth

    @rule
    def try_once(
        sight: Sight[Record],
        workspace: SearchWorkspace,
        root_move: int,
        depth: int,
        horizon: int,
        boldness: int,
        explore: float,
    ) -> None:
        """One of the seat's moves in the imagined deal, and what becomes of it."""
        workspace.states[0] = workspace.states[1]
        s = workspace.states[0]
        workspace.path[0] = root_move
        play(s, sight.seat, workspace.tree[root_move].move)
        length = descend(s, workspace, depth, explore)
        play_on(s, workspace.marks, workspace.weights, workspace.dice[0], horizon, boldness)
        evaluate(s, workspace.result)
        workspace.tree[ROOT].visits += 1
        for seat in range(workspace.result.size):
            workspace.mean[seat] += workspace.result[seat]
        for step in range(length):
            node = workspace.tree[workspace.path[step]]
            node.visits += 1
            node.won += workspace.result[node.seat]

    @rule
    def begin(sight: Sight[Record], workspace: SearchWorkspace, width: int) -> int:
        """The moves to be tried, at most so many, the best first by the careful player's judgement → how many."""
        tree = workspace.tree
        tree[ROOT].child = NONE
        tree[ROOT].move = tree[ROOT].visits = 0
        workspace.mean[:] = 0.0
        moves = min(mark_legal(sight.state[0], sight.seat, workspace.marks), width)
        for _ in range(moves):
            move = best_marked(sight.state[0], sight.seat, workspace.marks, workspace.dice[0])
            workspace.marks[move] = 0
            add_child(tree, ROOT, sight.seat, move)
        return moves

    @rule
    def try_each(
        sight: Sight[Record], workspace: SearchWorkspace, candidates: NDArray[np.int64], deals: int,
        depth: int, horizon: int, boldness: int, explore: float,
    ) -> None:  # fmt: skip
        """Each candidate (a node below the root) in so many imagined deals."""
        dice = workspace.dice[0]
        for _ in range(deals):
            workspace.states[1] = sight.state[0]
            imagine(sight, workspace.states[1], dice, workspace.notes)
            bits = dice.bits
            for node in candidates:
                dice.bits = bits
                try_once(sight, workspace, node, depth, horizon, boldness, explore)

    return Search(begin, try_each)
