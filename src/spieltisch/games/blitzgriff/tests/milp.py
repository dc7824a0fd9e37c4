"""BG-P2 as an integer programme: the second opinion on the stop check. Knows nothing of the rules' code."""

from collections import defaultdict
from typing import Any

import numpy as np

from spieltisch.games.blitzgriff.tests.layouts import Layout
from spieltisch.games.blitzgriff.tests.reference import COLUMNS, DIAGONALS, ROWS, longest_runs, meets

LINES = (*ROWS, *COLUMNS, *DIAGONALS)
Terms = list[tuple[int, float]]


class Programme:
    """Yes-or-no variables, sums of them that must lie between two numbers, and what is to be made large."""

    def __init__(self) -> None:
        self.gain: list[float] = []
        self.rows: list[tuple[Terms, float, float]] = []

    def variable(self, gain: float = 0) -> int:
        self.gain.append(gain)
        return len(self.gain) - 1

    def between(self, low: float, terms: Terms, high: float) -> None:
        self.rows.append((terms, low, high))

    def solve(self) -> int:
        if not self.gain:
            return 0
        matrix = np.zeros((len(self.rows), len(self.gain)))
        for row, (terms, _, _) in enumerate(self.rows):
            for variable, factor in terms:
                matrix[row, variable] += factor
        # Here: it takes its time, and most of the testing processes need none.
        from scipy.optimize import Bounds, LinearConstraint, milp

        limits = LinearConstraint(matrix, [low for _, low, _ in self.rows], [high for _, _, high in self.rows])
        whole = np.ones(len(self.gain))
        solved = milp(-np.array(self.gain), constraints=limits, integrality=whole, bounds=Bounds(0, 1))
        assert solved.success
        return round(-solved.fun)


def most_to_add(layout: Layout, rules: int = 2) -> int:
    """By a version of the rules: BG-S5a is what has changed."""
    programme = Programme()
    of_die: dict[int, Terms] = defaultdict(list)
    for number, card in enumerate(layout.cards):
        if card["kind"] == "kette":
            chain(programme, layout, number, of_die, rules)
        else:
            KINDS[card["kind"]](programme, layout, number, of_die)
    for terms in of_die.values():
        programme.between(0, terms, 1)
    return programme.solve()


def lies_on(layout: Layout, number: int) -> dict[Any, list[int]]:
    """By field: the numbers of the dice there."""
    found: dict[Any, list[int]] = defaultdict(list)
    for index, die in enumerate(layout.lying[number]):
        found[die.where].append(index)
    return found


def put(programme: Programme, layout: Layout, of_die: dict[int, Terms], suits: Any) -> Terms:
    """A variable for every die of the middle that suits; one place, so one of them at most."""
    terms: Terms = []
    for index, (colour, value) in enumerate(layout.middle):
        if suits(colour, value):
            variable = programme.variable(gain=1)
            of_die[index].append((variable, 1))
            terms.append((variable, 1))
    programme.between(0, terms, 1)
    return terms


def right_here(layout: Layout, number: int) -> list[int]:
    card, dice = layout.cards[number], layout.lying[number]
    return [index for index in range(len(dice)) if meets(card, dice, index, layout.mix)]


def zielwert(programme: Programme, layout: Layout, number: int, of_die: dict[int, Terms]) -> None:
    card, taken = layout.cards[number], lies_on(layout, number)
    left = card["target"] - sum(layout.lying[number][i].value for i in right_here(layout, number))
    total: Terms = []
    for field, ask in enumerate(card["fields"]):
        if ask is not None and field not in taken:
            terms = put(programme, layout, of_die, lambda c, v, ask=ask: [c, v] == ask)
            total += [(variable, ask[1]) for variable, _ in terms]
            if left < 0:
                programme.between(0, terms, 0)
    if left >= 0:
        programme.between(0, total, left)


def tuerme(programme: Programme, layout: Layout, number: int, of_die: dict[int, Terms]) -> None:
    card, taken, right = layout.cards[number], lies_on(layout, number), right_here(layout, number)
    parked = [die for die in layout.lying[number] if die.where == "parked"]
    moved: Terms = []
    for field, (below, above, value) in enumerate(card["fields"]):
        if len(taken[field]) == 2 or (taken[field] and taken[field][0] not in right):
            continue
        top = put(programme, layout, of_die, lambda c, v, ask=(above, value): (c, v) == ask)
        if not taken[field]:
            bottom = put(programme, layout, of_die, lambda c, v, ask=below: c == ask)
            if parked and (parked[0].colour, parked[0].value) == (above, value):
                move = programme.variable()
                moved.append((move, 1))
                top = [*top, (move, 1)]
            programme.between(0, [*top, *((variable, -1) for variable, _ in bottom)], 0)
    programme.between(0, moved, 1)


def reihen(programme: Programme, layout: Layout, number: int, of_die: dict[int, Terms]) -> None:
    card, taken, right = layout.cards[number], lies_on(layout, number), right_here(layout, number)
    there = {layout.lying[number][i].where for i in right}
    new = {
        field: put(programme, layout, of_die, lambda c, v, ask=ask: c == ask[0] and v in ask[1])
        for field, ask in enumerate(card["fields"])
        if field not in taken
    }
    lines = [(line, programme.variable()) for line in LINES]
    for line, chosen in lines:
        for field in line - there:
            programme.between(0, [*new.get(field, []), (chosen, -1)], 1)
    for field, terms in new.items():
        through: Terms = [(chosen, 1) for line, chosen in lines if field in line]
        programme.between(0, [*through, *((variable, -1) for variable, _ in terms)], 9)


def chain(programme: Programme, layout: Layout, number: int, of_die: dict[int, Terms], rules: int) -> None:
    card, dice, taken = layout.cards[number], layout.lying[number], lies_on(layout, number)
    right = right_here(layout, number)
    have = {dice[i].value for i in right}
    scoring = longest_runs(have)
    if rules == 1:
        scoring = [min(scoring, key=sorted)]
    new: dict[int, Terms] = defaultdict(list)
    for field, ask in enumerate(card["fields"]):
        if field not in taken:
            new[ask[1]] += put(programme, layout, of_die, lambda c, v, ask=ask: [c, v] == ask)
    runs = [set(range(low, high)) for low in range(1, 7) for high in range(low + 2, 8)]
    chosen = [(run, programme.variable()) for run in runs if any(before <= run for before in scoring)]
    programme.between(0, [(variable, 1) for _, variable in chosen], 1)
    for value in range(1, 7):
        covering: Terms = [(variable, -1) for run, variable in chosen if value in run]
        if value in have:
            programme.between(0, new[value], 0)
        else:  # put down if and only if the run has it
            programme.between(0, [*new[value], *covering], 0)


def pasch(programme: Programme, layout: Layout, number: int, of_die: dict[int, Terms]) -> None:
    card, dice, taken = layout.cards[number], layout.lying[number], lies_on(layout, number)
    right = right_here(layout, number)
    joker_fields = {field for field, ask in enumerate(card["fields"]) if ask == "joker"}
    jokers: dict[int, Terms] = defaultdict(list)
    pairs: dict[int, Terms] = defaultdict(list)
    for field, ask in enumerate(card["fields"]):
        if field in taken:
            continue
        if ask == "joker":
            for variable, value in joker_dice(programme, layout, of_die):
                jokers[value].append((variable, 1))
        else:
            pairs[ask[1]] += put(programme, layout, of_die, lambda c, v, ask=ask: [c, v] == ask[:2])
    for value in range(1, 7):
        lying_joker = any(dice[i].value == value and dice[i].where in joker_fields for i in right)
        lying_pair = sum(dice[i].value == value and dice[i].where not in joker_fields for i in right)
        programme.between(0, jokers[value], 0 if lying_joker else 1)
        if not lying_joker:
            for variable, _ in pairs[value]:
                programme.between(0, [*jokers[value], (variable, -1)], 1)
        programme.between(-lying_pair, [*pairs[value], *((variable, -1) for variable, _ in jokers[value])], 9)


def joker_dice(programme: Programme, layout: Layout, of_die: dict[int, Terms]) -> list[tuple[int, int]]:
    terms = put(programme, layout, of_die, lambda c, v: True)
    return [(variable, layout.middle[index][1]) for index, (variable, _) in enumerate(terms)]


def verwirrmix(programme: Programme, layout: Layout, number: int, of_die: dict[int, Terms]) -> None:
    card, taken = layout.cards[number], lies_on(layout, number)
    for field, ask in enumerate(card["fields"]):
        if field not in taken:
            put(programme, layout, of_die, lambda c, v, ask=ask[layout.mix % 2]: c == ask)


KINDS = {"zielwert": zielwert, "tuerme": tuerme, "reihen": reihen, "pasch": pasch, "mix": verwirrmix}
