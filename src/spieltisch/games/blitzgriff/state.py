"""The table of Blitzgriff: its record, where dice lie, what fields ask for. Ids refer to the rulebooks."""

import numpy as np

from spieltisch.games.blitzgriff.cards import (
    ANY,
    ASKED_COLOUR,
    CARD_KIND,
    CARDS,
    COLOUR,
    COLOURS,
    DIE_COLOUR,
    FIELDS,
    KIND,
    MIX,
    NO_FIELD,
    OTHER,
    STYLE,
    TARGET,
    TUERME,
    VALUES,
    WRITTEN,
)
from spieltisch.games.blitzgriff.sets import has
from spieltisch.kernel import Record, choice, public, record, rule

SEATS, HELD, LEVELS = 4, 3, 2  # players, cards of each, dice on a field
DICE, OF_COLOUR, FACES = 40, 4, 6  # BG-M1
COLOUR_OF = np.repeat([*DIE_COLOUR.values()], OF_COLOUR)  # by die
FIRST_DIE = np.array([list(DIE_COLOUR).index(name) * OF_COLOUR for name in COLOURS])  # by colour
ROUNDS = 3  # BG-C1
NOTHING = choice(none=-1)
(NONE,) = NOTHING.values()
PACE = choice("calm", "blitz")  # BG-X1
CALM, BLITZ = PACE.values()
TASKS = choice("rolled", "first_game", "trial_rounds")  # BG-C2, BG-X4
ROLLED, FIRST_GAME, TRIAL_ROUNDS = TASKS.values()
STAGE = choice("to_start", "to_deal", "to_mix", "to_throw", "grabbing", "hands", "over")
TO_START, TO_DEAL, TO_MIX, TO_THROW, GRABBING, HANDS, OVER = STAGE.values()
SLOT = choice(kinds_due=-1)  # his three kinds are to be rolled
(KINDS_DUE,) = SLOT.values()
WHERE = choice("out_of_play", "middle", "in_hand", "on_field", "beside", "parked")
OUT_OF_PLAY, MIDDLE, IN_HAND, ON_FIELD, BESIDE, PARKED = WHERE.values()


class BlitzState(Record):
    seats = public("i8")
    pace = public("i8", of=PACE)  # options
    tasks = public("i8", of=TASKS)
    german_only = public("i8")
    stage = public("i8", of=STAGE)
    round_now = public("i8")  # BG-C1 from 1 on
    pass_now = public("i8")
    mix = public("i8")  # BG-C4
    start = public("i8")  # BG-X1 who begins the pass; blitz: from whom ties are broken (BG-G4)
    turn = public("i8")  # BG-X1 calm
    passes = public("i8")  # BG-X1 in a row
    caller = public("i8", of=NOTHING)  # BG-P1
    receiver = public("i8")  # of kinds and cards, in a deal
    slot = public("i8", of=SLOT)
    undealt = public("i8")  # seats that have not got theirs
    thrown = public("i8")  # dice
    left = public("i8")  # dice in the middle
    puts = public("i8")  # dice put down in this pass
    points = public("i2", SEATS)
    value = public("i1", DICE)  # 0: not thrown
    where = public("i1", DICE, of=WHERE)
    whose = public("i1", DICE, of=NOTHING)  # the seat in whose hand or at whose card it is,
    at_card = public("i1", DICE, of=NOTHING)  # which of his cards,
    at_field = public("i1", DICE, of=NOTHING)  # … and which field
    order = public("i2", DICE)  # of putting down; 0: not put down
    hand = public("i1", SEATS)  # BG-G1 die + 1; 0: empty
    parked = public("i1", SEATS, HELD)  # BG-G3 the same
    lies = public("i1", SEATS, HELD, FIELDS, LEVELS)  # the same
    can_deal = public("u1", len(CARDS))  # BG-C2 1: in the game, and not used yet
    card = public("i1", SEATS, HELD, of=NOTHING)  # its number; NONE: one that is in no pack
    kind = public("i1", SEATS, HELD, of=CARD_KIND)
    target = public("i1", SEATS, HELD)
    colour = public("i1", SEATS, HELD, FIELDS, of=ASKED_COLOUR)  # asked for; Türme: below
    values = public("u1", SEATS, HELD, FIELDS)  # a bit for each; Türme: above
    other = public("i1", SEATS, HELD, FIELDS, of=DIE_COLOUR)  # Türme: the colour above; Verwirrmix: the word
    style = public("i1", SEATS, HELD, FIELDS, of=WRITTEN)


STATE, WHO_SEES = record(BlitzState)


@rule
def colour_of(die: int) -> int:
    return COLOUR_OF[die]


@rule
def is_chance_due(s: BlitzState) -> bool:
    return s.stage == TO_START or s.stage == TO_DEAL or s.stage == TO_MIX or s.stage == TO_THROW


@rule
def lies_at(s: BlitzState, die: int, where: int, seat: int, card: int) -> bool:
    """Beside this card, or parked there?"""
    return s.where[die] == where and s.whose[die] == seat and s.at_card[die] == card


@rule
def bring(s: BlitzState, die: int, where: int, seat: int, card: int, field: int) -> None:
    s.where[die] = where
    s.whose[die] = seat
    s.at_card[die] = card
    s.at_field[die] = field


@rule
def is_field(s: BlitzState, seat: int, card: int, field: int) -> bool:
    """BG-G3 The centre of a Zielwert card is none."""
    return s.colour[seat, card, field] != NO_FIELD


@rule
def room(s: BlitzState, seat: int, card: int) -> int:
    """BG-G3 Dice that a field of this card takes."""
    return LEVELS if s.kind[seat, card] == TUERME else 1


@rule
def dice_on(s: BlitzState, seat: int, card: int, field: int) -> int:
    return int(s.lies[seat, card, field, 0] > 0) + int(s.lies[seat, card, field, 1] > 0)


@rule
def asked_colour(s: BlitzState, seat: int, card: int, field: int, level: int) -> int:
    """BG-C4 On a Verwirrmix card the painted colour if the die is even, else the word."""
    kind = s.kind[seat, card]
    if (kind == TUERME and level == 1) or (kind == MIX and mix_asks_for_word(s)):
        return s.other[seat, card, field]
    return s.colour[seat, card, field]


@rule
def mix_asks_for_word(s: BlitzState) -> bool:
    """BG-C4"""
    return s.mix % 2 == 1


@rule
def takes_value(s: BlitzState, seat: int, card: int, field: int, level: int, value: int) -> bool:
    """BG-M3 The die below may show anything."""
    if s.kind[seat, card] == TUERME and level == 0:
        return True
    return has(s.values[seat, card, field], value)


@rule
def is_right(s: BlitzState, seat: int, card: int, field: int, level: int, die: int) -> bool:
    """BG-S1 Does the die meet what the field asks for?"""
    colour = asked_colour(s, seat, card, field, level)
    return (colour == ANY or colour == colour_of(die)) and takes_value(s, seat, card, field, level, s.value[die])


@rule
def lies_right(s: BlitzState, seat: int, card: int, field: int, level: int) -> bool:
    die = s.lies[seat, card, field, level] - 1
    return die >= 0 and is_right(s, seat, card, field, level, die)


@rule
def get_card(s: BlitzState, seat: int, slot: int, number: int) -> None:
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
def lay(s: BlitzState, die: int, seat: int, card: int, field: int) -> None:
    """Put a die down on a field."""
    s.lies[seat, card, field, dice_on(s, seat, card, field)] = die + 1
    bring(s, die, ON_FIELD, seat, card, field)
    count_as_put(s, die)


@rule
def lay_beside(s: BlitzState, die: int, seat: int, card: int) -> None:
    bring(s, die, BESIDE, seat, card, NONE)
    count_as_put(s, die)


@rule
def park(s: BlitzState, die: int, seat: int, card: int) -> None:
    s.parked[seat, card] = die + 1
    bring(s, die, PARKED, seat, card, NONE)
    count_as_put(s, die)


@rule
def count_as_put(s: BlitzState, die: int) -> None:
    s.puts += 1
    s.order[die] = s.puts


@rule
def clear_table(s: BlitzState) -> None:
    """No die lies anywhere."""
    s.thrown = s.left = s.puts = s.passes = 0
    s.caller = NONE
    for die in range(DICE):
        s.value[die] = s.order[die] = 0
        bring(s, die, OUT_OF_PLAY, NONE, NONE, NONE)
    for seat in range(SEATS):
        s.hand[seat] = 0
        for card in range(HELD):
            s.parked[seat, card] = 0
            for field in range(FIELDS):
                s.lies[seat, card, field, 0] = s.lies[seat, card, field, 1] = 0
