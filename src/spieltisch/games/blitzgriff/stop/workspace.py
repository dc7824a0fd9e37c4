"""What the stop check works with, and what lies there. Dice are counted by colour and value (0: all of the colour)."""

from spieltisch.games.blitzgriff.cards import COLOURS, FIELDS, KETTE, PASCH, TUERME, ZIELWERT
from spieltisch.games.blitzgriff.scoring import joker_fields, right_fields, right_sum, right_values
from spieltisch.games.blitzgriff.state import (
    DICE,
    FACES,
    HELD,
    LEVELS,
    MIDDLE,
    BlitzState,
    asked_colour,
    colour_of,
    is_field,
    is_right,
)
from spieltisch.kernel import number, rule, scratch

HUES = len(COLOURS)
ANY_FACE = 0  # a colour in any value
JOKERS = FIELDS - 1  # slot JOKERS + v: a joker die of value v; below them the fields
PARKED_SLOT = JOKERS + FACES + 1
SLOTS = PARKED_SLOT + 1
MOST_USES = HELD * FIELDS * LEVELS


class StopWorkspace:
    kind = number("i8", HELD)
    colour = number("i8", HELD, FIELDS)  # asked for by each field; Türme: below
    above = number("i8", HELD, FIELDS)  # Türme: the colour above
    values = number("i8", HELD, FIELDS)  # a bit for each value; Türme: above
    empty = number("i8", HELD)  # a bit for each field without a die
    right = number("i8", HELD)  # … with a right die; Türme: with a right one and none above it
    jokers = number("i8", HELD)  # … that is a joker
    parked = number("i8", HELD)  # … above which the parked die would be right
    room = number("i8", HELD)  # Zielwert: what is left to the target
    have = number("i8", HELD)  # a bit for each value: Kette, of right dice; Pasch, of right dice beside jokers
    any_run = number("i8")  # BG-S5a Kette: any of the longest runs may be the one that scores, not only the lowest
    jokered = number("i8", HELD)  # … Pasch: of joker dice
    mixed = number("i8", HUES)  # by colour: free Verwirrmix fields
    there = number("i8", HUES, FACES + 1)  # dice in the middle
    wish = number("i8", HUES, FACES + 1)  # how often they could be asked for
    without = number("i8", HUES, FACES + 1)  # … leaving jokers aside
    loose = number("i8", HUES)  # by colour: is there a place that takes any value of it?
    scarce = number("i8", HUES, FACES + 1)  # 1 + the number of a scarce supply, or 0
    supply = number("i8", HUES * (FACES + 1))  # by that number
    count = number("i8", HELD, SLOTS)  # by card and slot: how many options,
    options = number("i8", HELD, SLOTS, HUES)  # … and they: values; jokers: colours; parked: fields
    sure = number("i8", HELD, SLOTS)  # by card and slot: nothing scarce is touched
    chosen = number("i8", SLOTS)  # by slot: the option of one way, or NONE
    uses = number("i8", MOST_USES, 5)  # rows of card, field, level, colour, value: the dice of one way


WORKSPACE = scratch(StopWorkspace)


@rule
def count_middle(s: BlitzState, workspace: StopWorkspace) -> None:
    for die in range(DICE):
        if s.where[die] == MIDDLE:
            workspace.there[colour_of(die), s.value[die]] += 1
            workspace.there[colour_of(die), ANY_FACE] += 1


@rule
def read_card(s: BlitzState, seat: int, card: int, workspace: StopWorkspace) -> None:
    kind, right = s.kind[seat, card], right_fields(s, seat, card, 0)
    workspace.kind[card] = kind
    workspace.right[card] = right
    read_fields(s, seat, card, workspace)
    if kind == TUERME:
        read_towers(s, seat, card, workspace)
    elif kind == ZIELWERT:
        workspace.room[card] = s.target[seat, card] - right_sum(s, seat, card, right)
    elif kind == KETTE:
        workspace.have[card] = right_values(s, seat, card, right)
    elif kind == PASCH:
        workspace.jokers[card] = joker_fields(s, seat, card)
        workspace.have[card] = right_values(s, seat, card, right & ~workspace.jokers[card])
        workspace.jokered[card] = right_values(s, seat, card, right & workspace.jokers[card])


@rule
def read_fields(s: BlitzState, seat: int, card: int, workspace: StopWorkspace) -> None:
    for field in range(FIELDS):
        workspace.colour[card, field] = asked_colour(s, seat, card, field, 0)
        workspace.above[card, field] = s.other[seat, card, field]
        workspace.values[card, field] = s.values[seat, card, field]
        if is_field(s, seat, card, field) and s.lies[seat, card, field, 0] == 0:
            workspace.empty[card] |= 1 << field


@rule
def read_towers(s: BlitzState, seat: int, card: int, workspace: StopWorkspace) -> None:
    parked = s.parked[seat, card] - 1
    for field in range(FIELDS):
        if s.lies[seat, card, field, 1] > 0:
            workspace.right[card] &= ~(1 << field)
        if parked >= 0 and is_right(s, seat, card, field, 1, parked):
            workspace.parked[card] |= 1 << field
