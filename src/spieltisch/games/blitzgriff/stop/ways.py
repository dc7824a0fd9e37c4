"""3. The ways to add to a card, each with the dice it uses."""

from spieltisch.games.blitzgriff.cards import FIELDS, KETTE, PASCH, REIHEN, TUERME, ZIELWERT
from spieltisch.games.blitzgriff.scoring import holds_longest_run, in_lines, longest_run, run_around
from spieltisch.games.blitzgriff.sets import has
from spieltisch.games.blitzgriff.state import FACES, NONE
from spieltisch.games.blitzgriff.stop.workspace import ANY_FACE, JOKERS, PARKED_SLOT, SLOTS, StopWorkspace
from spieltisch.kernel import rule


@rule
def ways(workspace: StopWorkspace, card: int) -> int:
    """How many there are: each slot that is not sure is left or gets one of its options."""
    count = 1
    for slot in range(SLOTS):
        if not workspace.sure[card, slot]:
            count *= workspace.count[card, slot] + 1
    return count


@rule
def choose_way(workspace: StopWorkspace, card: int, way: int) -> None:
    for slot in range(SLOTS):
        if workspace.sure[card, slot]:
            workspace.chosen[slot] = workspace.options[card, slot, 0]
        else:
            base = workspace.count[card, slot] + 1
            workspace.chosen[slot] = workspace.options[card, slot, way % base - 1] if way % base > 0 else NONE
            way //= base


@rule
def use(workspace: StopWorkspace, row: int, card: int, field: int, level: int, colour: int, value: int) -> int:
    """One more die → the next row."""
    workspace.uses[row, 0], workspace.uses[row, 1], workspace.uses[row, 2] = card, field, level
    workspace.uses[row, 3], workspace.uses[row, 4] = colour, value
    return row + 1


@rule
def add_way(workspace: StopWorkspace, card: int, way: int, row: int) -> int:
    """Writes the dice of a way, from this row on → the row after them. What could not score is left out."""
    choose_way(workspace, card, way)
    kind = workspace.kind[card]
    if kind == ZIELWERT:    return add_to_zielwert(workspace, card, row)
    if kind == TUERME:      return add_towers(workspace, card, row)
    if kind == REIHEN:      return add_lines(workspace, card, row)
    if kind == KETTE:       return add_to_chain(workspace, card, row)
    if kind == PASCH:       return add_to_pasch(workspace, card, row)
    return row


@rule
def add_to_zielwert(workspace: StopWorkspace, card: int, row: int) -> int:
    """BG-S2 The scarce ones chosen, as far as the target allows, then the cheapest of the sure ones."""
    left = workspace.room[card]
    for sure in range(2):
        for value in range(1, FACES + 1):
            for field in range(FIELDS):
                if workspace.sure[card, field] == sure and workspace.chosen[field] == value and value <= left:
                    row = use(workspace, row, card, field, 0, workspace.colour[card, field], value)
                    left -= value
    return row


@rule
def add_towers(workspace: StopWorkspace, card: int, row: int) -> int:
    """BG-S3"""
    on_parked = workspace.chosen[PARKED_SLOT]
    for field in range(FIELDS):
        if workspace.chosen[field] != NONE or field == on_parked:
            if has(workspace.empty[card], field):
                row = use(workspace, row, card, field, 0, workspace.colour[card, field], ANY_FACE)
            if field != on_parked:
                row = use(workspace, row, card, field, 1, workspace.above[card, field], workspace.chosen[field])
    return row


@rule
def add_lines(workspace: StopWorkspace, card: int, row: int) -> int:
    """BG-S4 All that end up in a complete line."""
    filled = workspace.right[card]
    for field in range(FIELDS):
        if workspace.chosen[field] != NONE:
            filled |= 1 << field
    complete = in_lines(filled)
    for field in range(FIELDS):
        if workspace.chosen[field] != NONE and has(complete, field):
            row = use(workspace, row, card, field, 0, workspace.colour[card, field], workspace.chosen[field])
    return row


@rule
def add_to_chain(workspace: StopWorkspace, card: int, row: int) -> int:
    """BG-S5 A run that scores is made longer; if there is none, one is made."""
    have = workspace.have[card]
    could = have
    for field in range(FIELDS):
        if workspace.chosen[field] != NONE:
            could |= 1 << workspace.chosen[field]
    first, last = longest_run(have)
    if first == 0 or workspace.any_run:
        first, last = most_new(have, could)
    else:
        first, last = run_around(first, last, could)
    for value in range(first, last + 1):
        if not has(have, value):
            field = field_for(workspace, card, value)
            row = use(workspace, row, card, field, 0, workspace.colour[card, field], value)
    return row


@rule
def most_new(have: int, could: int) -> tuple[int, int]:
    """BG-S5a Of the runs that could be and keep what scores, the one with most new values; (1, 0): none."""
    best_first, best_last, best_new = 1, 0, 0
    first = 1
    for value in range(1, FACES + 2):
        if not has(could, value):
            new = 0
            for covered in range(first, value):
                new += not has(have, covered)
            if value - first >= 2 and new > best_new and holds_longest_run(have, first, value - 1):
                best_first, best_last, best_new = first, value - 1, new
            first = value + 1
    return best_first, best_last


@rule
def field_for(workspace: StopWorkspace, card: int, value: int) -> int:
    """A chosen field of that value, one that touches nothing scarce if possible."""
    found = NONE
    for field in range(FIELDS):
        if workspace.chosen[field] == value and (found == NONE or workspace.sure[card, field]):
            found = field
    return found


@rule
def add_to_pasch(workspace: StopWorkspace, card: int, row: int) -> int:
    """BG-S6 Where a joker lies, its pair; where one can be added, pair and joker: the largest first."""
    done = workspace.jokered[card]
    for value in range(1, FACES + 1):
        if has(done, value):
            row = add_pair(workspace, card, value, row)
    for field in range(FIELDS):
        if workspace.jokers[card] & workspace.empty[card] & 1 << field:
            value = largest_pair(workspace, card, done)
            if value != NONE:
                row = add_pair(workspace, card, value, row)
                row = use(workspace, row, card, field, 0, workspace.chosen[JOKERS + value], value)
                done |= 1 << value
    return row


@rule
def add_pair(workspace: StopWorkspace, card: int, value: int, row: int) -> int:
    for field in range(FIELDS):
        if workspace.chosen[field] == value:
            row = use(workspace, row, card, field, 0, workspace.colour[card, field], value)
    return row


@rule
def largest_pair(workspace: StopWorkspace, card: int, done: int) -> int:
    """The value to which most dice can be added together with its joker, or NONE."""
    best, most = NONE, 0
    for value in range(1, FACES + 1):
        if not has(done, value) and workspace.chosen[JOKERS + value] != NONE:
            dice = 0
            for field in range(FIELDS):
                dice += workspace.chosen[field] == value
            if dice + 1 > most and (dice > 0 or has(workspace.have[card], value)):
                best, most = value, dice + 1
    return best
