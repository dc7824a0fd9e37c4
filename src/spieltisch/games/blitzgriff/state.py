"""The table of Blitzgriff: its record, where dice lie, what fields ask for. Ids refer to the rulebooks."""

import numpy as np

from spieltisch.games.blitzgriff.cards import (
    ANY,
    CARDS,
    COLOUR,
    FIELDS,
    KIND,
    MIX,
    NO_FIELD,
    OTHER,
    STYLE,
    TARGET,
    TUERME,
    VALUES,
)
from spieltisch.kernel import Record, public, record, rule

SEATS, HELD, LEVELS = 4, 3, 2  # players, cards of each, dice on a field
DICE, OF_COLOUR, FACES = 40, 4, 6  # BG-M1
ROUNDS = 3  # BG-C1
NONE = -1
CALM, BLITZ = range(2)  # BG-X1
ROLLED, FIRST_GAME = range(2)  # BG-C2
TO_START, TO_DEAL, TO_MIX, TO_THROW, GRABBING, HANDS, OVER = range(7)
KINDS_DUE = NONE  # in `slot`: his three kinds are to be rolled

# Where a die lies: nowhere, in the middle, in a hand (1 + seat), or at a card: field 0 … 8, beside it, parked.
OUT_OF_PLAY, MIDDLE, FIRST_HAND = -1, 0, 1
BESIDE, PARKED, SPOTS = 9, 10, 11
FIRST_SPOT = FIRST_HAND + SEATS


class State(Record):
    seats = public("i8")
    pace = public("i8")  # options
    tasks = public("i8")
    german_only = public("i8")
    stage = public("i8")
    round_now = public("i8")  # BG-C1 from 1 on
    pass_now = public("i8")
    mix = public("i8")  # BG-C4
    start = public("i8")  # BG-X1 who begins the pass; blitz: from whom ties are broken (BG-G4)
    turn = public("i8")  # BG-X1 calm
    passes = public("i8")  # BG-X1 in a row
    caller = public("i8")  # BG-P1
    receiver = public("i8")  # of kinds and cards, in a deal
    slot = public("i8")
    undealt = public("i8")  # seats that have not got theirs
    thrown = public("i8")  # dice
    left = public("i8")  # dice in the middle
    puts = public("i8")  # dice put down in this pass
    points = public("i2", SEATS)
    value = public("i1", DICE)  # 0: not thrown
    place = public("i2", DICE)
    order = public("i2", DICE)  # of putting down; 0: not put down
    hand = public("i1", SEATS)  # BG-G1 die + 1; 0: empty
    parked = public("i1", SEATS, HELD)  # BG-G3 the same
    lies = public("i1", SEATS, HELD, FIELDS, LEVELS)  # the same
    can_deal = public("u1", len(CARDS))  # BG-C2 1: in the game, and not used yet
    card = public("i1", SEATS, HELD)  # its number; NONE: one that is in no pack
    kind = public("i1", SEATS, HELD)
    target = public("i1", SEATS, HELD)
    colour = public("i1", SEATS, HELD, FIELDS)  # asked for; Türme: below
    values = public("u1", SEATS, HELD, FIELDS)  # a bit for each; Türme: above
    other = public("i1", SEATS, HELD, FIELDS)  # Türme: the colour above; Verwirrmix: the word
    style = public("i1", SEATS, HELD, FIELDS)  # how it is written


STATE, WHO_SEES = record(State)


@rule
def colour_of(die: int) -> int:
    return die // OF_COLOUR


@rule
def hand_of(seat: int) -> int:
    return FIRST_HAND + seat


@rule
def spot_of(seat: int, card: int, spot: int) -> int:
    return FIRST_SPOT + (seat * HELD + card) * SPOTS + spot


@rule
def is_field(s: State, seat: int, card: int, field: int) -> bool:
    """BG-G3 The centre of a Zielwert card is none."""
    return s.colour[seat, card, field] != NO_FIELD


@rule
def room(s: State, seat: int, card: int) -> int:
    """BG-G3 Dice that a field of this card takes."""
    return LEVELS if s.kind[seat, card] == TUERME else 1


@rule
def dice_on(s: State, seat: int, card: int, field: int) -> int:
    return int(s.lies[seat, card, field, 0] > 0) + int(s.lies[seat, card, field, 1] > 0)


@rule
def asked_colour(s: State, seat: int, card: int, field: int, level: int) -> int:
    """BG-C4 On a Verwirrmix card the painted colour if the die is even, else the word."""
    kind = s.kind[seat, card]
    if (kind == TUERME and level == 1) or (kind == MIX and s.mix % 2 == 1):
        return s.other[seat, card, field]
    return s.colour[seat, card, field]


@rule
def takes_value(s: State, seat: int, card: int, field: int, level: int, value: int) -> bool:
    """BG-M3 The die below may show anything."""
    if s.kind[seat, card] == TUERME and level == 0:
        return True
    return np.int64(s.values[seat, card, field]) >> value & 1 == 1


@rule
def is_right(s: State, seat: int, card: int, field: int, level: int, die: int) -> bool:
    """BG-S1 Does the die meet what the field asks for?"""
    colour = asked_colour(s, seat, card, field, level)
    return (colour == ANY or colour == colour_of(die)) and takes_value(s, seat, card, field, level, s.value[die])


@rule
def lies_right(s: State, seat: int, card: int, field: int, level: int) -> bool:
    die = s.lies[seat, card, field, level] - 1
    return die >= 0 and is_right(s, seat, card, field, level, die)


@rule
def get_card(s: State, seat: int, slot: int, number: int) -> None:
    """A card of the pack before this seat."""
    s.can_deal[number] = 0
    s.card[seat, slot] = number
    s.kind[seat, slot] = KIND[number]
    s.target[seat, slot] = TARGET[number]
    for field in range(FIELDS):
        s.colour[seat, slot, field] = COLOUR[number, field]
        s.values[seat, slot, field] = VALUES[number, field]
        s.other[seat, slot, field] = OTHER[number, field]
        s.style[seat, slot, field] = STYLE[number, field]


@rule
def lay(s: State, die: int, seat: int, card: int, spot: int) -> None:
    """Put a die down: on a field, beside the card, or parked."""
    s.puts += 1
    s.order[die] = s.puts
    s.place[die] = spot_of(seat, card, spot)
    if spot == PARKED:
        s.parked[seat, card] = die + 1
    elif spot != BESIDE:
        s.lies[seat, card, spot, dice_on(s, seat, card, spot)] = die + 1


@rule
def clear_table(s: State) -> None:
    """No die lies anywhere."""
    s.thrown = s.left = s.puts = s.passes = 0
    s.caller = NONE
    for die in range(DICE):
        s.value[die] = s.order[die] = 0
        s.place[die] = OUT_OF_PLAY
    for seat in range(SEATS):
        s.hand[seat] = 0
        for card in range(HELD):
            s.parked[seat, card] = 0
            for field in range(FIELDS):
                s.lies[seat, card, field, 0] = s.lies[seat, card, field, 1] = 0
