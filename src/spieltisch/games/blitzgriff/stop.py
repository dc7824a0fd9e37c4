"""BG-P2 The stop check: the most dice of the middle that could be added, all at once, to the caller's gain.

Each card may be added to in many ways; each way uses dice of certain colours and values. The cards compete for dice, so
the ways are chosen together. Three steps, all exact:

1. *Openings*: for every free place the dice in the middle that would fit it.
2. *Scarce* dice: what could be asked for more often than it is there (a colour with its value, or a colour where any
   value will do). Openings that touch nothing scarce disturb nobody: they are always used. Only the others are varied.
3. For every card the list of its ways, each with the scarce dice it uses; then the best three that fit together
   (branch and bound). Verwirrmix takes what the others leave of a colour.

This is asked once in a pass, so it may have memory of its own.
"""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.blitzgriff.cards import COLOURS, FIELDS, KETTE, MIX, PASCH, REIHEN, TUERME, ZIELWERT
from spieltisch.games.blitzgriff.scoring import (
    LINES,
    first_joker,
    has_pair_die,
    is_joker,
    longest_run,
    right_sum,
    right_values,
)
from spieltisch.games.blitzgriff.state import (
    DICE,
    FACES,
    HELD,
    LEVELS,
    MIDDLE,
    NONE,
    asked_colour,
    colour_of,
    is_field,
    is_right,
    lies_right,
    takes_value,
)
from spieltisch.kernel import State, rule
from spieltisch.kernel.record import scratch

HUES = len(COLOURS)
ANY_FACE = 0  # a colour in any value
JOKERS = FIELDS - 1  # slot JOKERS + v: a joker die of value v; below them the fields
PARKED_SLOT = JOKERS + FACES + 1
SLOTS = PARKED_SLOT + 1
MOST_USES = HELD * FIELDS * LEVELS


# What the check works with. Dice are counted by colour and value (0: all of the colour).
DESK = scratch(
    ("there", "i8", (HUES, FACES + 1)),  # in the middle
    ("wish", "i8", (HUES, FACES + 1)),  # how often they could be asked for
    ("without", "i8", (HUES, FACES + 1)),  # … without jokers
    ("loose", "i8", HUES),  # by colour: is there a place that takes any value of it?
    ("scarce", "i8", (HUES, FACES + 1)),  # 1 + the number of a scarce supply, or 0
    ("supply", "i8", HUES * (FACES + 1)),  # by that number
    ("count", "i8", (HELD, SLOTS)),  # by card and slot: how many options,
    ("options", "i8", (HELD, SLOTS, HUES)),  # … and they: values; jokers: colours; parked: fields
    ("sure", "i8", (HELD, SLOTS)),  # by card and slot: nothing scarce is touched
    ("chosen", "i8", SLOTS),  # by slot: the option of one way, or NONE
    ("uses", "i8", (MOST_USES, 5)),  # rows of card, field, level, colour, value: the dice of one way
    ("mixed", "i8", HUES),  # by colour: free Verwirrmix fields
)


# 1. Openings


@rule
def count_middle(s: State, desk: State) -> None:
    for die in range(DICE):
        if s.place[die] == MIDDLE:
            desk.there[colour_of(die), s.value[die]] += 1
            desk.there[colour_of(die), ANY_FACE] += 1


@rule
def add_option(desk: State, card: int, slot: int, option: int) -> None:
    desk.options[card, slot, desk.count[card, slot]] = option
    desk.count[card, slot] += 1


@rule
def is_empty(s: State, seat: int, card: int, field: int) -> bool:
    return is_field(s, seat, card, field) and s.lies[seat, card, field, 0] == 0


@rule
def find_openings(s: State, seat: int, card: int, desk: State) -> None:
    kind = s.kind[seat, card]
    for field in range(FIELDS):
        if kind == TUERME:
            open_tower(s, seat, card, field, desk)
        elif is_empty(s, seat, card, field):
            if kind == MIX:
                colour = asked_colour(s, seat, card, field, 0)
                desk.mixed[colour] += desk.there[colour, ANY_FACE] > 0
            elif not is_joker(s, seat, card, field):
                open_field(s, seat, card, field, desk)


@rule
def open_field(s: State, seat: int, card: int, field: int, desk: State) -> None:
    colour = s.colour[seat, card, field]
    for value in range(1, FACES + 1):
        fits = desk.there[colour, value] > 0 and takes_value(s, seat, card, field, 0, value)
        if fits and could_score(s, seat, card, value):
            add_option(desk, card, field, value)


@rule
def could_score(s: State, seat: int, card: int, value: int) -> bool:
    """BG-S2 Not above the target; BG-S5 no value twice."""
    if s.kind[seat, card] == ZIELWERT:
        return right_sum(s, seat, card) + value <= s.target[seat, card]
    if s.kind[seat, card] == KETTE:
        return not right_values(s, seat, card) >> value & 1
    return True


@rule
def open_tower(s: State, seat: int, card: int, field: int, desk: State) -> None:
    """BG-G3 Both dice, or the one above a right one; or the one below the parked die."""
    below, above = s.colour[seat, card, field], s.other[seat, card, field]
    empty = s.lies[seat, card, field, 0] == 0
    if s.lies[seat, card, field, 1] > 0 or not (empty or lies_right(s, seat, card, field, 0)):
        return
    if empty and desk.there[below, ANY_FACE] == 0:
        return
    for value in range(1, FACES + 1):
        if desk.there[above, value] > 0 and takes_value(s, seat, card, field, 1, value):
            add_option(desk, card, field, value)
    parked = s.parked[seat, card] - 1
    if empty and parked >= 0 and is_right(s, seat, card, field, 1, parked):
        add_option(desk, card, PARKED_SLOT, field)


# 2. What is scarce


@rule
def wish_for(desk: State, colour: int, value: int) -> None:
    desk.wish[colour, value] += 1


@rule
def wish_for_fields(s: State, seat: int, card: int, desk: State) -> None:
    """The most that a card could ask for of each."""
    tower = s.kind[seat, card] == TUERME
    for field in range(FIELDS):
        options = desk.count[card, field]
        if options > 0:
            colour = s.other[seat, card, field] if tower else s.colour[seat, card, field]
            wish_for(desk, colour, ANY_FACE)
            for option in range(options):
                wish_for(desk, colour, desk.options[card, field, option])
        if tower and s.lies[seat, card, field, 0] == 0 and (options > 0 or suits_parked(desk, card, field)):
            wish_for(desk, s.colour[seat, card, field], ANY_FACE)
            desk.loose[s.colour[seat, card, field]] = 1


@rule
def suits_parked(desk: State, card: int, field: int) -> bool:
    for option in range(desk.count[card, PARKED_SLOT]):
        if desk.options[card, PARKED_SLOT, option] == field:
            return True
    return False


@rule
def wish_for_mix(desk: State) -> None:
    for colour in range(HUES):
        desk.wish[colour, ANY_FACE] += desk.mixed[colour]
        if desk.mixed[colour] > 0:
            desk.loose[colour] = 1


@rule
def joker_could_score(s: State, seat: int, card: int, value: int, desk: State) -> bool:
    """BG-S6 No joker of this value lies there, and a die of its pair does, or could."""
    if first_joker(s, seat, card, value) != NONE:
        return False
    if has_pair_die(s, seat, card, value):
        return True
    for field in range(FIELDS):
        for option in range(desk.count[card, field]):
            if desk.options[card, field, option] == value:
                return True
    return False


@rule
def open_jokers(s: State, seat: int, card: int, desk: State) -> None:
    """A joker takes a die that nobody else could want, if there is one; else any colour must be tried.

    What the others could want includes the jokers that must try any: so again, until nothing changes.
    """
    try_any = 0
    for colour in range(HUES):
        for value in range(FACES + 1):
            desk.without[colour, value] = desk.wish[colour, value]
    settled = False
    while not settled:
        for colour in range(HUES):
            for value in range(FACES + 1):
                desk.wish[colour, value] = desk.without[colour, value]
        settled = True
        for value in range(1, FACES + 1):
            desk.count[card, JOKERS + value] = 0
            if try_any >> value & 1:
                let_joker_try(desk, card, value)
        for value in range(1, FACES + 1):
            if not try_any >> value & 1 and joker_could_score(s, seat, card, value, desk):
                colour = unwanted(desk, value)
                if colour == NONE:
                    try_any |= 1 << value
                    settled = False
                else:
                    add_option(desk, card, JOKERS + value, colour)
                    wish_for(desk, colour, value)
                    wish_for(desk, colour, ANY_FACE)


@rule
def let_joker_try(desk: State, card: int, value: int) -> None:
    for colour in range(HUES):
        if desk.there[colour, value] > 0:
            add_option(desk, card, JOKERS + value, colour)
            wish_for(desk, colour, value)
            wish_for(desk, colour, ANY_FACE)


@rule
def unwanted(desk: State, value: int) -> int:
    """A colour of which a die of this value is left, whatever the others do; or NONE."""
    for colour in range(HUES):
        spare = desk.there[colour, ANY_FACE] > desk.wish[colour, ANY_FACE] or not desk.loose[colour]
        if spare and desk.there[colour, value] > desk.wish[colour, value]:
            return colour
    return NONE


@rule
def number_scarce(desk: State) -> int:
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
def is_scarce(desk: State, colour: int, value: int) -> bool:
    return desk.scarce[colour, value] > 0 or desk.scarce[colour, ANY_FACE] > 0


@rule
def touches_scarce(s: State, seat: int, card: int, slot: int, option: int, desk: State) -> bool:
    if slot >= FIELDS:
        return is_scarce(desk, option, slot - JOKERS)
    if s.kind[seat, card] != TUERME:
        return is_scarce(desk, s.colour[seat, card, slot], option)
    if s.lies[seat, card, slot, 0] == 0 and desk.scarce[s.colour[seat, card, slot], ANY_FACE] > 0:
        return True
    return is_scarce(desk, s.other[seat, card, slot], option)


@rule
def settle_sure(s: State, seat: int, card: int, desk: State) -> None:
    """Where an option touches nothing scarce, no other is needed. (The parked die is always varied.)"""
    for slot in range(PARKED_SLOT):
        for number in range(desk.count[card, slot]):
            option = desk.options[card, slot, number]
            if not desk.sure[card, slot] and not touches_scarce(s, seat, card, slot, option, desk):
                desk.sure[card, slot] = 1
                desk.options[card, slot, 0] = option


# 3. The ways to add to a card


@rule
def ways(desk: State, card: int) -> int:
    """How many there are: each slot that is not sure is left or gets one of its options."""
    count = 1
    for slot in range(SLOTS):
        if not desk.sure[card, slot]:
            count *= desk.count[card, slot] + 1
    return count


@rule
def choose_way(desk: State, card: int, way: int) -> None:
    for slot in range(SLOTS):
        if desk.sure[card, slot]:
            desk.chosen[slot] = desk.options[card, slot, 0]
        else:
            base = desk.count[card, slot] + 1
            desk.chosen[slot] = desk.options[card, slot, way % base - 1] if way % base > 0 else NONE
            way //= base


@rule
def use(desk: State, row: int, card: int, field: int, level: int, colour: int, value: int) -> int:
    """One more die → the next row."""
    desk.uses[row, 0], desk.uses[row, 1], desk.uses[row, 2] = card, field, level
    desk.uses[row, 3], desk.uses[row, 4] = colour, value
    return row + 1


@rule
def add_way(s: State, seat: int, card: int, way: int, desk: State, row: int) -> int:
    """Writes the dice of a way, from this row on → the row after them. What could not score is left out."""
    choose_way(desk, card, way)
    kind = s.kind[seat, card]
    if kind == ZIELWERT:    return add_to_zielwert(s, seat, card, desk, row)
    if kind == TUERME:      return add_towers(s, seat, card, desk, row)
    if kind == REIHEN:      return add_lines(s, seat, card, desk, row)
    if kind == KETTE:       return add_to_chain(s, seat, card, desk, row)
    if kind == PASCH:       return add_to_pasch(s, seat, card, desk, row)
    return row


@rule
def add_to_zielwert(s: State, seat: int, card: int, desk: State, row: int) -> int:
    """BG-S2 The scarce ones chosen, as far as the target allows, then the cheapest of the sure ones."""
    left = s.target[seat, card] - right_sum(s, seat, card)
    for sure in range(2):
        for value in range(1, FACES + 1):
            for field in range(FIELDS):
                if desk.sure[card, field] == sure and desk.chosen[field] == value and value <= left:
                    row = use(desk, row, card, field, 0, s.colour[seat, card, field], value)
                    left -= value
    return row


@rule
def add_towers(s: State, seat: int, card: int, desk: State, row: int) -> int:
    """BG-S3"""
    on_parked = desk.chosen[PARKED_SLOT]
    for field in range(FIELDS):
        if desk.chosen[field] != NONE or field == on_parked:
            if s.lies[seat, card, field, 0] == 0:
                row = use(desk, row, card, field, 0, s.colour[seat, card, field], ANY_FACE)
            if field != on_parked:
                row = use(desk, row, card, field, 1, s.other[seat, card, field], desk.chosen[field])
    return row


@rule
def add_lines(s: State, seat: int, card: int, desk: State, row: int) -> int:
    """BG-S4 All that end up in a complete line."""
    filled = in_lines = 0
    for field in range(FIELDS):
        if desk.chosen[field] != NONE or lies_right(s, seat, card, field, 0):
            filled |= 1 << field
    for line in range(LINES.shape[0]):
        places = 1 << LINES[line, 0] | 1 << LINES[line, 1] | 1 << LINES[line, 2]
        if filled & places == places:
            in_lines |= places
    for field in range(FIELDS):
        if desk.chosen[field] != NONE and in_lines >> field & 1:
            row = use(desk, row, card, field, 0, s.colour[seat, card, field], desk.chosen[field])
    return row


@rule
def add_to_chain(s: State, seat: int, card: int, desk: State, row: int) -> int:
    """BG-S5 The run that scores is made longer; if there is none, one is made."""
    have = right_values(s, seat, card)
    could = have
    for field in range(FIELDS):
        if desk.chosen[field] != NONE:
            could |= 1 << desk.chosen[field]
    first, last = longest_run(have)
    if first == 0:
        first, last = most_new(have, could)
    else:
        first, last = run_around(first, last, could)
    for value in range(first, last + 1):
        if not have >> value & 1:
            field = field_for(desk, card, value)
            row = use(desk, row, card, field, 0, s.colour[seat, card, field], value)
    return row


@rule
def run_around(first: int, last: int, could: int) -> tuple[int, int]:
    while could >> (first - 1) & 1:
        first -= 1
    while could >> (last + 1) & 1:
        last += 1
    return first, last


@rule
def most_new(have: int, could: int) -> tuple[int, int]:
    """Of the runs that could be, the one with most new values; (1, 0): none."""
    best_first, best_last, best_new = 1, 0, 0
    first = 1
    for value in range(1, FACES + 2):
        if not could >> value & 1:
            new = 0
            for covered in range(first, value):
                new += 1 - (have >> covered & 1)
            if value - first >= 2 and new > best_new:
                best_first, best_last, best_new = first, value - 1, new
            first = value + 1
    return best_first, best_last


@rule
def field_for(desk: State, card: int, value: int) -> int:
    """A chosen field of that value, one that touches nothing scarce if possible."""
    found = NONE
    for field in range(FIELDS):
        if desk.chosen[field] == value and (found == NONE or desk.sure[card, field]):
            found = field
    return found


@rule
def add_to_pasch(s: State, seat: int, card: int, desk: State, row: int) -> int:
    """BG-S6 Where a joker lies, its pair; where one can be added, pair and joker: the largest first."""
    done = 0
    for value in range(1, FACES + 1):
        if first_joker(s, seat, card, value) != NONE:
            row = add_pair(s, seat, card, value, desk, row)
            done |= 1 << value
    for field in range(FIELDS):
        if is_joker(s, seat, card, field) and s.lies[seat, card, field, 0] == 0:
            value = largest_pair(s, seat, card, done, desk)
            if value != NONE:
                row = add_pair(s, seat, card, value, desk, row)
                row = use(desk, row, card, field, 0, desk.chosen[JOKERS + value], value)
                done |= 1 << value
    return row


@rule
def add_pair(s: State, seat: int, card: int, value: int, desk: State, row: int) -> int:
    for field in range(FIELDS):
        if desk.chosen[field] == value:
            row = use(desk, row, card, field, 0, s.colour[seat, card, field], value)
    return row


@rule
def largest_pair(s: State, seat: int, card: int, done: int, desk: State) -> int:
    """The value to which most dice can be added together with its joker, or NONE."""
    best, most = NONE, 0
    for value in range(1, FACES + 1):
        if not done >> value & 1 and desk.chosen[JOKERS + value] != NONE:
            dice = 0
            for field in range(FIELDS):
                dice += desk.chosen[field] == value
            if dice + 1 > most and (dice > 0 or has_pair_die(s, seat, card, value)):
                best, most = value, dice + 1
    return best


# The best ways together


@rule
def list_ways(
    s: State, seat: int, card: int, desk: State, scarce: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The ways of a card that there are dice for: gain, number, use of what is scarce; and their order by gain."""
    rows = np.zeros((ways(desk, card), 2 + scarce), np.int64)
    kept = 0
    for way in range(rows.shape[0]):
        rows[kept, :] = 0
        rows[kept, 0] = add_way(s, seat, card, way, desk, 0)
        rows[kept, 1] = way
        if count_scarce(desk, rows[kept]):
            kept += 1
    rows = rows[:kept]
    return rows, np.argsort(-rows[:, 0])


@rule
def count_scarce(desk: State, row: NDArray[np.int64]) -> bool:
    """Into the row → are there enough?"""
    enough = True
    for die in range(row[0]):
        colour, value = desk.uses[die, 3], desk.uses[die, 4]
        number = desk.scarce[colour, value] - 1
        if number >= 0:
            row[2 + number] += 1
            enough = enough and row[2 + number] <= desk.supply[number]
        number = desk.scarce[colour, ANY_FACE] - 1
        if number >= 0 and value != ANY_FACE:
            row[2 + number] += 1
            enough = enough and row[2 + number] <= desk.supply[number]
    return enough


@rule
def fit(desk: State, one: NDArray[np.int64], two: NDArray[np.int64], three: NDArray[np.int64], scarce: int) -> bool:
    short = 0
    for number in range(scarce):
        short += one[2 + number] + two[2 + number] + three[2 + number] > desk.supply[number]
    return short == 0


@rule
def left_for_mix(
    desk: State, colour: int, one: NDArray[np.int64], two: NDArray[np.int64], three: NDArray[np.int64]
) -> int:
    """Verwirrmix fields of a colour that can be filled with what the others leave."""
    number = desk.scarce[colour, ANY_FACE] - 1
    if number < 0:
        return desk.mixed[colour]
    left = desk.supply[number] - one[2 + number] - two[2 + number] - three[2 + number]
    return min(left, desk.mixed[colour])


@rule
def best_together(s: State, seat: int, desk: State, scarce: int, best: NDArray[np.int64]) -> int:
    """Writes the number of each card's way into `best` → how many dice they use, those on Verwirrmix too."""
    a, by_a = list_ways(s, seat, 0, desk, scarce)
    b, by_b = list_ways(s, seat, 1, desk, scarce)
    c, by_c = list_ways(s, seat, 2, desk, scarce)
    none = np.zeros(2 + scarce, np.int64)
    most_mixed = 0
    for colour in range(HUES):
        most_mixed += left_for_mix(desk, colour, none, none, none)
    most_b, most_c = b[by_b[0], 0], c[by_c[0], 0] + most_mixed
    most = -1
    for i in by_a:
        if a[i, 0] + most_b + most_c <= most:
            break
        for j in by_b:
            if a[i, 0] + b[j, 0] + most_c <= most:
                break
            if not fit(desk, a[i], b[j], none, scarce):
                continue
            for k in by_c:
                total = a[i, 0] + b[j, 0] + c[k, 0]
                if total + most_mixed <= most:
                    break
                if fit(desk, a[i], b[j], c[k], scarce):
                    for colour in range(HUES):
                        total += left_for_mix(desk, colour, a[i], b[j], c[k])
                    if total > most:
                        most = total
                        best[0], best[1], best[2] = a[i, 1], b[j, 1], c[k, 1]
    return most


@rule
def could_add(s: State, seat: int, plan: NDArray[np.int64]) -> int:
    """BG-P2 → the largest number of dice; `plan` says where each would go: 0 nowhere, else 1 + `place_in` the cards."""
    desks = np.zeros(1, DESK)
    desk = desks[0]
    count_middle(s, desk)
    for card in range(HELD):
        find_openings(s, seat, card, desk)
    for card in range(HELD):
        wish_for_fields(s, seat, card, desk)
    wish_for_mix(desk)
    for card in range(HELD):
        if s.kind[seat, card] == PASCH:
            open_jokers(s, seat, card, desk)
    scarce = number_scarce(desk)
    for card in range(HELD):
        settle_sure(s, seat, card, desk)
    best = np.zeros(HELD, np.int64)
    most = best_together(s, seat, desk, scarce, best)
    rows = 0
    for card in range(HELD):
        rows = add_way(s, seat, card, best[card], desk, rows)
    rows = add_to_mix(s, seat, desk, rows, most)
    pick_dice(s, desk, rows, plan)
    return most


@rule
def place_in(card: int, field: int, level: int) -> int:
    return (card * FIELDS + field) * LEVELS + level


@rule
def add_to_mix(s: State, seat: int, desk: State, rows: int, most: int) -> int:
    """BG-S7 With what is left of each colour, until there are as many as there should be."""
    for row in range(rows):
        desk.there[desk.uses[row, 3], ANY_FACE] -= 1
    for card in range(HELD):
        if s.kind[seat, card] == MIX:
            for field in range(FIELDS):
                colour = asked_colour(s, seat, card, field, 0)
                if is_empty(s, seat, card, field) and desk.there[colour, ANY_FACE] > 0 and rows < most:
                    desk.there[colour, ANY_FACE] -= 1
                    rows = use(desk, rows, card, field, 0, colour, ANY_FACE)
    return rows


@rule
def pick_dice(s: State, desk: State, rows: int, plan: NDArray[np.int64]) -> None:
    """Real dice for the uses: those whose value matters first."""
    plan[:] = 0
    for any_face in range(2):
        for row in range(rows):
            if (desk.uses[row, 4] == ANY_FACE) == (any_face == 1):
                die = free_die(s, plan, desk.uses[row, 3], desk.uses[row, 4])
                plan[die] = 1 + place_in(desk.uses[row, 0], desk.uses[row, 1], desk.uses[row, 2])


@rule
def free_die(s: State, plan: NDArray[np.int64], colour: int, value: int) -> int:
    for die in range(DICE):
        free = s.place[die] == MIDDLE and plan[die] == 0 and colour_of(die) == colour
        if free and (value == ANY_FACE or s.value[die] == value):
            return die
    return NONE
