"""1. Openings: for every free place the dice in the middle that would fit it."""

from spieltisch.games.blitzgriff.cards import ANY, FIELDS, KETTE, MIX, TUERME, ZIELWERT
from spieltisch.games.blitzgriff.state import FACES
from spieltisch.games.blitzgriff.stop.desk import ANY_FACE, PARKED_SLOT, Desk
from spieltisch.kernel import rule


@rule
def find_openings(desk: Desk, card: int) -> None:
    kind = desk.kind[card]
    for field in range(FIELDS):
        empty = desk.empty[card] >> field & 1
        colour = desk.colour[card, field]
        if kind == TUERME:
            open_tower(desk, card, field)
        elif kind == MIX and empty:
            desk.mixed[colour] += desk.there[colour, ANY_FACE] > 0
        elif empty and colour != ANY:
            open_field(desk, card, field, colour)


@rule
def open_field(desk: Desk, card: int, field: int, colour: int) -> None:
    for value in range(1, FACES + 1):
        fits = desk.there[colour, value] > 0 and desk.values[card, field] >> value & 1
        if fits and could_score(desk, card, value):
            add_option(desk, card, field, value)


@rule
def could_score(desk: Desk, card: int, value: int) -> bool:
    """BG-S2 Not above the target; BG-S5 no value twice."""
    if desk.kind[card] == ZIELWERT:     return value <= desk.room[card]
    if desk.kind[card] == KETTE:        return not desk.have[card] >> value & 1
    return True


@rule
def open_tower(desk: Desk, card: int, field: int) -> None:
    """BG-G3 Both dice, or the one above a right one; or the one below the parked die."""
    empty = desk.empty[card] >> field & 1
    if not empty and not desk.right[card] >> field & 1:
        return
    if empty and desk.there[desk.colour[card, field], ANY_FACE] == 0:
        return
    for value in range(1, FACES + 1):
        if desk.there[desk.above[card, field], value] > 0 and desk.values[card, field] >> value & 1:
            add_option(desk, card, field, value)
    if empty and desk.parked[card] >> field & 1:
        add_option(desk, card, PARKED_SLOT, field)


@rule
def add_option(desk: Desk, card: int, slot: int, option: int) -> None:
    desk.options[card, slot, desk.count[card, slot]] = option
    desk.count[card, slot] += 1
