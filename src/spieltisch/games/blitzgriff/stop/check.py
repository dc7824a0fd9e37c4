"""BG-P2 The stop check: the best ways together, and the dice they take."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.blitzgriff.cards import FIELDS, MIX, PASCH
from spieltisch.games.blitzgriff.sets import has
from spieltisch.games.blitzgriff.state import DICE, HELD, LEVELS, MIDDLE, NONE, BlitzState, colour_of
from spieltisch.games.blitzgriff.stop.openings import find_openings
from spieltisch.games.blitzgriff.stop.scarce import (
    number_scarce,
    open_jokers,
    settle_sure,
    wish_for_fields,
    wish_for_mix,
)
from spieltisch.games.blitzgriff.stop.ways import add_way, use, ways
from spieltisch.games.blitzgriff.stop.workspace import ANY_FACE, HUES, WORKSPACE, StopWorkspace, count_middle, read_card
from spieltisch.kernel import rule
from spieltisch.kernel.record import States


@rule
def could_add(s: BlitzState, seat: int, plan: NDArray[np.int64]) -> int:
    """BG-P2 → the largest number of dice; `plan` says where each would go: 0 nowhere, else 1 + `place_in` the cards."""
    return most_together(s, seat, np.zeros(1, WORKSPACE), plan)


@rule
def most_together(s: BlitzState, seat: int, workspaces: States, plan: NDArray[np.int64]) -> int:
    """The array is the caller's: numba frees one after its last use, even if a record in it is still in use."""
    workspace = workspaces[0]
    count_middle(s, workspace)
    workspace.any_run = any_longest_run_counts(s)
    for card in range(HELD):
        read_card(s, seat, card, workspace)
        find_openings(workspace, card)
        wish_for_fields(workspace, card)
    wish_for_mix(workspace)
    for card in range(HELD):
        if workspace.kind[card] == PASCH:
            open_jokers(workspace, card)
    scarce = number_scarce(workspace)
    for card in range(HELD):
        settle_sure(workspace, card)
    best = np.zeros(HELD, np.int64)
    most = best_together(workspace, scarce, best)
    rows = 0
    for card in range(HELD):
        rows = add_way(workspace, card, best[card], rows)
    rows = add_to_mix(workspace, rows)
    pick_dice(s, workspace, rows, plan)
    return most


@rule
def any_longest_run_counts(s: BlitzState) -> bool:
    """BG-S5a From version 2 on."""
    return s.rules >= 2


@rule
def list_ways(workspace: StopWorkspace, card: int, scarce: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The ways of a card that there are dice for: gain, number, use of what is scarce; and their order by gain."""
    rows = np.zeros((ways(workspace, card), 2 + scarce), np.int64)
    kept = 0
    for way in range(rows.shape[0]):
        rows[kept, :] = 0
        rows[kept, 0] = add_way(workspace, card, way, 0)
        rows[kept, 1] = way
        if count_scarce(workspace, rows[kept]):
            kept += 1
    return rows[:kept], by_gain(rows[:kept])


@rule
def by_gain(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places of the rows, the largest gain first."""
    order = np.zeros(rows.shape[0], np.int64)
    placed = 0
    for gain in range(FIELDS * LEVELS, -1, -1):
        for row in range(rows.shape[0]):
            if rows[row, 0] == gain:
                order[placed] = row
                placed += 1
    return order


@rule
def count_scarce(workspace: StopWorkspace, row: NDArray[np.int64]) -> bool:
    """Into the row → are there enough?"""
    enough = True
    for die in range(row[0]):
        colour, value = workspace.uses[die, 3], workspace.uses[die, 4]
        number = workspace.scarce[colour, value] - 1
        if number >= 0:
            row[2 + number] += 1
            enough = enough and row[2 + number] <= workspace.supply[number]
        number = workspace.scarce[colour, ANY_FACE] - 1
        if number >= 0 and value != ANY_FACE:
            row[2 + number] += 1
            enough = enough and row[2 + number] <= workspace.supply[number]
    return enough


@rule
def fit(
    workspace: StopWorkspace, one: NDArray[np.int64], two: NDArray[np.int64], three: NDArray[np.int64], scarce: int
) -> bool:
    short = 0
    for number in range(scarce):
        short += one[2 + number] + two[2 + number] + three[2 + number] > workspace.supply[number]
    return short == 0


@rule
def left_for_mix(
    workspace: StopWorkspace, colour: int, one: NDArray[np.int64], two: NDArray[np.int64], three: NDArray[np.int64]
) -> int:
    """Verwirrmix fields of a colour that can be filled with what the others leave."""
    number = workspace.scarce[colour, ANY_FACE] - 1
    if number < 0:
        return workspace.mixed[colour]
    left = workspace.supply[number] - one[2 + number] - two[2 + number] - three[2 + number]
    return min(left, workspace.mixed[colour])


@rule
def best_together(workspace: StopWorkspace, scarce: int, best: NDArray[np.int64]) -> int:
    """Writes the number of each card's way into `best` → how many dice they use, those on Verwirrmix too."""
    a, by_a = list_ways(workspace, 0, scarce)
    b, by_b = list_ways(workspace, 1, scarce)
    c, by_c = list_ways(workspace, 2, scarce)
    none = np.zeros(2 + scarce, np.int64)
    most_mixed = 0
    for colour in range(HUES):
        most_mixed += left_for_mix(workspace, colour, none, none, none)
    most_b, most_c = b[by_b[0], 0], c[by_c[0], 0] + most_mixed
    most = -1
    for i in by_a:
        if a[i, 0] + most_b + most_c <= most:
            break
        for j in by_b:
            if a[i, 0] + b[j, 0] + most_c <= most:
                break
            if not fit(workspace, a[i], b[j], none, scarce):
                continue
            for k in by_c:
                total = a[i, 0] + b[j, 0] + c[k, 0]
                if total + most_mixed <= most:
                    break
                if fit(workspace, a[i], b[j], c[k], scarce):
                    for colour in range(HUES):
                        total += left_for_mix(workspace, colour, a[i], b[j], c[k])
                    if total > most:
                        most = total
                        best[0], best[1], best[2] = a[i, 1], b[j, 1], c[k, 1]
    return most


@rule
def add_to_mix(workspace: StopWorkspace, rows: int) -> int:
    """BG-S7 With what the others leave of each colour."""
    for row in range(rows):
        workspace.there[workspace.uses[row, 3], ANY_FACE] -= 1
    for card in range(HELD):
        for field in range(FIELDS):
            if workspace.kind[card] == MIX and has(workspace.empty[card], field):
                colour = workspace.colour[card, field]
                if workspace.there[colour, ANY_FACE] > 0:
                    workspace.there[colour, ANY_FACE] -= 1
                    rows = use(workspace, rows, card, field, 0, colour, ANY_FACE)
    return rows


@rule
def pick_dice(s: BlitzState, workspace: StopWorkspace, rows: int, plan: NDArray[np.int64]) -> None:
    """Real dice for the uses: those whose value matters first."""
    plan[:] = 0
    for any_face in range(2):
        for row in range(rows):
            if (workspace.uses[row, 4] == ANY_FACE) == (any_face == 1):
                die = free_die(s, plan, workspace.uses[row, 3], workspace.uses[row, 4])
                plan[die] = 1 + place_in(workspace.uses[row, 0], workspace.uses[row, 1], workspace.uses[row, 2])


@rule
def free_die(s: BlitzState, plan: NDArray[np.int64], colour: int, value: int) -> int:
    for die in range(DICE):
        free = s.where[die] == MIDDLE and plan[die] == 0 and colour_of(die) == colour
        if free and (value == ANY_FACE or s.value[die] == value):
            return die
    return NONE


@rule
def place_in(card: int, field: int, level: int) -> int:
    return (card * FIELDS + field) * LEVELS + level
