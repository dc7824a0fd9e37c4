"""2. What is scarce: what all openings together could ask for more often than it is there."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.blitzgriff.cards import FIELDS, TUERME
from spieltisch.games.blitzgriff.sets import has
from spieltisch.games.blitzgriff.state import FACES, NONE
from spieltisch.games.blitzgriff.stop.openings import add_option
from spieltisch.games.blitzgriff.stop.workspace import ANY_FACE, HUES, JOKERS, PARKED_SLOT, StopWorkspace
from spieltisch.kernel import rule


@rule
def wish_for_fields(workspace: StopWorkspace, card: int) -> None:
    """The most that a card could ask for of each."""
    tower = workspace.kind[card] == TUERME
    for field in range(FIELDS):
        options = workspace.count[card, field]
        if options > 0:
            colour = workspace.above[card, field] if tower else workspace.colour[card, field]
            workspace.wish[colour, ANY_FACE] += 1
            for option in range(options):
                workspace.wish[colour, workspace.options[card, field, option]] += 1
        if tower and has(workspace.empty[card], field) and (options > 0 or has(workspace.parked[card], field)):
            workspace.wish[workspace.colour[card, field], ANY_FACE] += 1
            workspace.loose[workspace.colour[card, field]] = 1


@rule
def wish_for_mix(workspace: StopWorkspace) -> None:
    for colour in range(HUES):
        workspace.wish[colour, ANY_FACE] += workspace.mixed[colour]
        if workspace.mixed[colour] > 0:
            workspace.loose[colour] = 1


@rule
def joker_could_score(workspace: StopWorkspace, card: int, value: int) -> bool:
    """BG-S6 No joker of this value lies there, and a die of its pair does, or could."""
    if has(workspace.jokered[card], value):
        return False
    possible = has(workspace.have[card], value)
    for field in range(FIELDS):
        for option in range(workspace.count[card, field]):
            possible |= workspace.options[card, field, option] == value
    return possible


@rule
def open_jokers(workspace: StopWorkspace, card: int) -> None:
    """A joker takes a die that nobody else could want, if there is one; else any colour must be tried.

    What the others could want includes the jokers that must try any: so again, until nothing changes.
    """
    copy_wishes(workspace.wish, workspace.without)
    try_any = 0
    settled = False
    while not settled:
        copy_wishes(workspace.without, workspace.wish)
        settled = True
        for value in range(1, FACES + 1):
            workspace.count[card, JOKERS + value] = 0
            if has(try_any, value):
                let_joker_try(workspace, card, value)
        for value in range(1, FACES + 1):
            if not has(try_any, value) and joker_could_score(workspace, card, value):
                colour = unwanted(workspace, value)
                if colour == NONE:
                    try_any |= 1 << value
                    settled = False
                else:
                    let_joker_have(workspace, card, colour, value)


@rule
def copy_wishes(one: NDArray[np.int64], other: NDArray[np.int64]) -> None:
    for colour in range(HUES):
        for value in range(FACES + 1):
            other[colour, value] = one[colour, value]


@rule
def let_joker_try(workspace: StopWorkspace, card: int, value: int) -> None:
    for colour in range(HUES):
        if workspace.there[colour, value] > 0:
            let_joker_have(workspace, card, colour, value)


@rule
def let_joker_have(workspace: StopWorkspace, card: int, colour: int, value: int) -> None:
    add_option(workspace, card, JOKERS + value, colour)
    workspace.wish[colour, value] += 1
    workspace.wish[colour, ANY_FACE] += 1


@rule
def unwanted(workspace: StopWorkspace, value: int) -> int:
    """A colour of which a die of this value is left, whatever the others do; or NONE."""
    for colour in range(HUES):
        spare = workspace.there[colour, ANY_FACE] > workspace.wish[colour, ANY_FACE] or not workspace.loose[colour]
        if spare and workspace.there[colour, value] > workspace.wish[colour, value]:
            return colour
    return NONE


@rule
def number_scarce(workspace: StopWorkspace) -> int:
    """→ how many supplies are scarce."""
    count = 0
    for colour in range(HUES):
        for value in range(FACES + 1):
            short = workspace.wish[colour, value] > workspace.there[colour, value]
            if short and (value != ANY_FACE or workspace.loose[colour]):
                workspace.supply[count] = workspace.there[colour, value]
                count += 1
                workspace.scarce[colour, value] = count
    return count


@rule
def is_scarce(workspace: StopWorkspace, colour: int, value: int) -> bool:
    return workspace.scarce[colour, value] > 0 or workspace.scarce[colour, ANY_FACE] > 0


@rule
def touches_scarce(workspace: StopWorkspace, card: int, slot: int, option: int) -> bool:
    if slot >= FIELDS:
        return is_scarce(workspace, option, slot - JOKERS)
    if workspace.kind[card] != TUERME:
        return is_scarce(workspace, workspace.colour[card, slot], option)
    if has(workspace.empty[card], slot) and workspace.scarce[workspace.colour[card, slot], ANY_FACE] > 0:
        return True
    return is_scarce(workspace, workspace.above[card, slot], option)


@rule
def settle_sure(workspace: StopWorkspace, card: int) -> None:
    """Where an option touches nothing scarce, no other is needed. (The parked die is always varied.)"""
    for slot in range(PARKED_SLOT):
        for number in range(workspace.count[card, slot]):
            option = workspace.options[card, slot, number]
            if not workspace.sure[card, slot] and not touches_scarce(workspace, card, slot, option):
                workspace.sure[card, slot] = 1
                workspace.options[card, slot, 0] = option
