"""2. What is scarce: what all openings together could ask for more often than it is there."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.blitzgriff.cards import FIELDS, TUERME
from spieltisch.games.blitzgriff.state import FACES, NONE
from spieltisch.games.blitzgriff.stop.desk import ANY_FACE, HUES, JOKERS, PARKED_SLOT, Desk
from spieltisch.games.blitzgriff.stop.openings import add_option
from spieltisch.kernel import rule


@rule
def wish_for_fields(desk: Desk, card: int) -> None:
    """The most that a card could ask for of each."""
    tower = desk.kind[card] == TUERME
    for field in range(FIELDS):
        options = desk.count[card, field]
        if options > 0:
            colour = desk.above[card, field] if tower else desk.colour[card, field]
            desk.wish[colour, ANY_FACE] += 1
            for option in range(options):
                desk.wish[colour, desk.options[card, field, option]] += 1
        if tower and desk.empty[card] >> field & 1 and (options > 0 or desk.parked[card] >> field & 1):
            desk.wish[desk.colour[card, field], ANY_FACE] += 1
            desk.loose[desk.colour[card, field]] = 1


@rule
def wish_for_mix(desk: Desk) -> None:
    for colour in range(HUES):
        desk.wish[colour, ANY_FACE] += desk.mixed[colour]
        if desk.mixed[colour] > 0:
            desk.loose[colour] = 1


@rule
def joker_could_score(desk: Desk, card: int, value: int) -> bool:
    """BG-S6 No joker of this value lies there, and a die of its pair does, or could."""
    if desk.jokered[card] >> value & 1:
        return False
    possible = desk.have[card] >> value & 1
    for field in range(FIELDS):
        for option in range(desk.count[card, field]):
            possible |= desk.options[card, field, option] == value
    return possible == 1


@rule
def open_jokers(desk: Desk, card: int) -> None:
    """A joker takes a die that nobody else could want, if there is one; else any colour must be tried.

    What the others could want includes the jokers that must try any: so again, until nothing changes.
    """
    copy_wishes(desk.wish, desk.without)
    try_any = 0
    settled = False
    while not settled:
        copy_wishes(desk.without, desk.wish)
        settled = True
        for value in range(1, FACES + 1):
            desk.count[card, JOKERS + value] = 0
            if try_any >> value & 1:
                let_joker_try(desk, card, value)
        for value in range(1, FACES + 1):
            if not try_any >> value & 1 and joker_could_score(desk, card, value):
                colour = unwanted(desk, value)
                if colour == NONE:
                    try_any |= 1 << value
                    settled = False
                else:
                    let_joker_have(desk, card, colour, value)


@rule
def copy_wishes(one: NDArray[np.int64], other: NDArray[np.int64]) -> None:
    for colour in range(HUES):
        for value in range(FACES + 1):
            other[colour, value] = one[colour, value]


@rule
def let_joker_try(desk: Desk, card: int, value: int) -> None:
    for colour in range(HUES):
        if desk.there[colour, value] > 0:
            let_joker_have(desk, card, colour, value)


@rule
def let_joker_have(desk: Desk, card: int, colour: int, value: int) -> None:
    add_option(desk, card, JOKERS + value, colour)
    desk.wish[colour, value] += 1
    desk.wish[colour, ANY_FACE] += 1


@rule
def unwanted(desk: Desk, value: int) -> int:
    """A colour of which a die of this value is left, whatever the others do; or NONE."""
    for colour in range(HUES):
        spare = desk.there[colour, ANY_FACE] > desk.wish[colour, ANY_FACE] or not desk.loose[colour]
        if spare and desk.there[colour, value] > desk.wish[colour, value]:
            return colour
    return NONE


@rule
def number_scarce(desk: Desk) -> int:
    """→ how many supplies are scarce."""
    count = 0
    for colour in range(HUES):
        for value in range(FACES + 1):
            short = desk.wish[colour, value] > desk.there[colour, value]
            if short and (value != ANY_FACE or desk.loose[colour]):
                desk.supply[count] = desk.there[colour, value]
                count += 1
                desk.scarce[colour, value] = count
    return count


@rule
def is_scarce(desk: Desk, colour: int, value: int) -> bool:
    return desk.scarce[colour, value] > 0 or desk.scarce[colour, ANY_FACE] > 0


@rule
def touches_scarce(desk: Desk, card: int, slot: int, option: int) -> bool:
    if slot >= FIELDS:
        return is_scarce(desk, option, slot - JOKERS)
    if desk.kind[card] != TUERME:
        return is_scarce(desk, desk.colour[card, slot], option)
    if desk.empty[card] >> slot & 1 and desk.scarce[desk.colour[card, slot], ANY_FACE] > 0:
        return True
    return is_scarce(desk, desk.above[card, slot], option)


@rule
def settle_sure(desk: Desk, card: int) -> None:
    """Where an option touches nothing scarce, no other is needed. (The parked die is always varied.)"""
    for slot in range(PARKED_SLOT):
        for number in range(desk.count[card, slot]):
            option = desk.options[card, slot, number]
            if not desk.sure[card, slot] and not touches_scarce(desk, card, slot, option):
                desk.sure[card, slot] = 1
                desk.options[card, slot, 0] = option
