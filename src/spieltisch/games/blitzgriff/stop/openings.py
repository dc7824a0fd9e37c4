"""1. Openings: for every free place the dice in the middle that would fit it."""

from spieltisch.games.blitzgriff.cards import ANY, FIELDS, KETTE, MIX, TUERME, ZIELWERT
from spieltisch.games.blitzgriff.sets import has
from spieltisch.games.blitzgriff.state import FACES
from spieltisch.games.blitzgriff.stop.workspace import ANY_FACE, PARKED_SLOT, StopWorkspace
from spieltisch.kernel import rule


@rule
def find_openings(workspace: StopWorkspace, card: int) -> None:
    kind = workspace.kind[card]
    for field in range(FIELDS):
        empty = has(workspace.empty[card], field)
        colour = workspace.colour[card, field]
        if kind == TUERME:
            open_tower(workspace, card, field)
        elif kind == MIX and empty:
            workspace.mixed[colour] += workspace.there[colour, ANY_FACE] > 0
        elif empty and colour != ANY:
            open_field(workspace, card, field, colour)


@rule
def open_field(workspace: StopWorkspace, card: int, field: int, colour: int) -> None:
    for value in range(1, FACES + 1):
        fits = workspace.there[colour, value] > 0 and has(workspace.values[card, field], value)
        if fits and could_score(workspace, card, value):
            add_option(workspace, card, field, value)


@rule
def could_score(workspace: StopWorkspace, card: int, value: int) -> bool:
    """BG-S2 Not above the target; BG-S5 no value twice."""
    if workspace.kind[card] == ZIELWERT:     return value <= workspace.room[card]
    if workspace.kind[card] == KETTE:        return not has(workspace.have[card], value)
    return True


@rule
def open_tower(workspace: StopWorkspace, card: int, field: int) -> None:
    """BG-G3 Both dice, or the one above a right one; or the one below the parked die."""
    empty = has(workspace.empty[card], field)
    if not empty and not has(workspace.right[card], field):
        return
    if empty and workspace.there[workspace.colour[card, field], ANY_FACE] == 0:
        return
    for value in range(1, FACES + 1):
        if workspace.there[workspace.above[card, field], value] > 0 and has(workspace.values[card, field], value):
            add_option(workspace, card, field, value)
    if empty and has(workspace.parked[card], field):
        add_option(workspace, card, PARKED_SLOT, field)


@rule
def add_option(workspace: StopWorkspace, card: int, slot: int, option: int) -> None:
    workspace.options[card, slot, workspace.count[card, slot]] = option
    workspace.count[card, slot] += 1
