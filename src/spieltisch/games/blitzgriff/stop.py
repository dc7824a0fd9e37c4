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

from spieltisch.games.blitzgriff.cards import ANY, COLOURS, FIELDS, KETTE, MIX, PASCH, REIHEN, TUERME, ZIELWERT
from spieltisch.games.blitzgriff.scoring import (
    in_lines,
    joker_fields,
    longest_run,
    right_fields,
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
)
from spieltisch.kernel import State, rule
from spieltisch.kernel.record import States, scratch

HUES = len(COLOURS)
ANY_FACE = 0  # a colour in any value
JOKERS = FIELDS - 1  # slot JOKERS + v: a joker die of value v; below them the fields
PARKED_SLOT = JOKERS + FACES + 1
SLOTS = PARKED_SLOT + 1
MOST_USES = HELD * FIELDS * LEVELS


# What the check works with. Dice are counted by colour and value (0: all of the colour).
DESK = scratch(
    ("kind", "i8", HELD),
    ("colour", "i8", (HELD, FIELDS)),  # asked for by each field; Türme: below
    ("above", "i8", (HELD, FIELDS)),  # Türme: the colour above
    ("values", "i8", (HELD, FIELDS)),  # a bit for each value; Türme: above
    ("empty", "i8", HELD),  # a bit for each field without a die
    ("right", "i8", HELD),  # … with a right die; Türme: with a right one and none above it
    ("jokers", "i8", HELD),  # … that is a joker
    ("parked", "i8", HELD),  # … above which the parked die would be right
    ("room", "i8", HELD),  # Zielwert: what is left to the target
    ("have", "i8", HELD),  # a bit for each value: Kette, of right dice; Pasch, of right dice beside jokers
    ("jokered", "i8", HELD),  # … Pasch: of joker dice
    ("mixed", "i8", HUES),  # by colour: free Verwirrmix fields
    ("there", "i8", (HUES, FACES + 1)),  # dice in the middle
    ("wish", "i8", (HUES, FACES + 1)),  # how often they could be asked for
    ("without", "i8", (HUES, FACES + 1)),  # … leaving jokers aside
    ("loose", "i8", HUES),  # by colour: is there a place that takes any value of it?
    ("scarce", "i8", (HUES, FACES + 1)),  # 1 + the number of a scarce supply, or 0
    ("supply", "i8", HUES * (FACES + 1)),  # by that number
    ("count", "i8", (HELD, SLOTS)),  # by card and slot: how many options,
    ("options", "i8", (HELD, SLOTS, HUES)),  # … and they: values; jokers: colours; parked: fields
    ("sure", "i8", (HELD, SLOTS)),  # by card and slot: nothing scarce is touched
    ("chosen", "i8", SLOTS),  # by slot: the option of one way, or NONE
    ("uses", "i8", (MOST_USES, 5)),  # rows of card, field, level, colour, value: the dice of one way
)


# What lies there


@rule
def count_middle(s: State, desk: State) -> None:
    for die in range(DICE):
        if s.place[die] == MIDDLE:
            desk.there[colour_of(die), s.value[die]] += 1
            desk.there[colour_of(die), ANY_FACE] += 1


@rule
def read_card(s: State, seat: int, card: int, desk: State) -> None:
    kind, right = s.kind[seat, card], right_fields(s, seat, card, 0)
    desk.kind[card] = kind
    desk.right[card] = right
    read_fields(s, seat, card, desk)
    if kind == TUERME:
        read_towers(s, seat, card, desk)
    elif kind == ZIELWERT:
        desk.room[card] = s.target[seat, card] - right_sum(s, seat, card, right)
    elif kind == KETTE:
        desk.have[card] = right_values(s, seat, card, right)
    elif kind == PASCH:
        desk.jokers[card] = joker_fields(s, seat, card)
        desk.have[card] = right_values(s, seat, card, right & ~desk.jokers[card])
        desk.jokered[card] = right_values(s, seat, card, right & desk.jokers[card])


@rule
def read_fields(s: State, seat: int, card: int, desk: State) -> None:
    for field in range(FIELDS):
        desk.colour[card, field] = asked_colour(s, seat, card, field, 0)
        desk.above[card, field] = s.other[seat, card, field]
        desk.values[card, field] = s.values[seat, card, field]
        if is_field(s, seat, card, field) and s.lies[seat, card, field, 0] == 0:
            desk.empty[card] |= 1 << field


@rule
def read_towers(s: State, seat: int, card: int, desk: State) -> None:
    parked = s.parked[seat, card] - 1
    for field in range(FIELDS):
        if s.lies[seat, card, field, 1] > 0:
            desk.right[card] &= ~(1 << field)
        if parked >= 0 and is_right(s, seat, card, field, 1, parked):
            desk.parked[card] |= 1 << field


# 1. Openings


@rule
def add_option(desk: State, card: int, slot: int, option: int) -> None:
    desk.options[card, slot, desk.count[card, slot]] = option
    desk.count[card, slot] += 1


@rule
def find_openings(desk: State, card: int) -> None:
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
def open_field(desk: State, card: int, field: int, colour: int) -> None:
    for value in range(1, FACES + 1):
        fits = desk.there[colour, value] > 0 and desk.values[card, field] >> value & 1
        if fits and could_score(desk, card, value):
            add_option(desk, card, field, value)


@rule
def could_score(desk: State, card: int, value: int) -> bool:
    """BG-S2 Not above the target; BG-S5 no value twice."""
    if desk.kind[card] == ZIELWERT:     return value <= desk.room[card]
    if desk.kind[card] == KETTE:        return not desk.have[card] >> value & 1
    return True


@rule
def open_tower(desk: State, card: int, field: int) -> None:
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


# 2. What is scarce


@rule
def wish_for_fields(desk: State, card: int) -> None:
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
def wish_for_mix(desk: State) -> None:
    for colour in range(HUES):
        desk.wish[colour, ANY_FACE] += desk.mixed[colour]
        if desk.mixed[colour] > 0:
            desk.loose[colour] = 1


@rule
def joker_could_score(desk: State, card: int, value: int) -> bool:
    """BG-S6 No joker of this value lies there, and a die of its pair does, or could."""
    if desk.jokered[card] >> value & 1:
        return False
    possible = desk.have[card] >> value & 1
    for field in range(FIELDS):
        for option in range(desk.count[card, field]):
            possible |= desk.options[card, field, option] == value
    return possible == 1


@rule
def open_jokers(desk: State, card: int) -> None:
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
def let_joker_try(desk: State, card: int, value: int) -> None:
    for colour in range(HUES):
        if desk.there[colour, value] > 0:
            let_joker_have(desk, card, colour, value)


@rule
def let_joker_have(desk: State, card: int, colour: int, value: int) -> None:
    add_option(desk, card, JOKERS + value, colour)
    desk.wish[colour, value] += 1
    desk.wish[colour, ANY_FACE] += 1


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
def touches_scarce(desk: State, card: int, slot: int, option: int) -> bool:
    if slot >= FIELDS:
        return is_scarce(desk, option, slot - JOKERS)
    if desk.kind[card] != TUERME:
        return is_scarce(desk, desk.colour[card, slot], option)
    if desk.empty[card] >> slot & 1 and desk.scarce[desk.colour[card, slot], ANY_FACE] > 0:
        return True
    return is_scarce(desk, desk.above[card, slot], option)


@rule
def settle_sure(desk: State, card: int) -> None:
    """Where an option touches nothing scarce, no other is needed. (The parked die is always varied.)"""
    for slot in range(PARKED_SLOT):
        for number in range(desk.count[card, slot]):
            option = desk.options[card, slot, number]
            if not desk.sure[card, slot] and not touches_scarce(desk, card, slot, option):
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
def add_way(desk: State, card: int, way: int, row: int) -> int:
    """Writes the dice of a way, from this row on → the row after them. What could not score is left out."""
    choose_way(desk, card, way)
    kind = desk.kind[card]
    if kind == ZIELWERT:    return add_to_zielwert(desk, card, row)
    if kind == TUERME:      return add_towers(desk, card, row)
    if kind == REIHEN:      return add_lines(desk, card, row)
    if kind == KETTE:       return add_to_chain(desk, card, row)
    if kind == PASCH:       return add_to_pasch(desk, card, row)
    return row


@rule
def add_to_zielwert(desk: State, card: int, row: int) -> int:
    """BG-S2 The scarce ones chosen, as far as the target allows, then the cheapest of the sure ones."""
    left = desk.room[card]
    for sure in range(2):
        for value in range(1, FACES + 1):
            for field in range(FIELDS):
                if desk.sure[card, field] == sure and desk.chosen[field] == value and value <= left:
                    row = use(desk, row, card, field, 0, desk.colour[card, field], value)
                    left -= value
    return row


@rule
def add_towers(desk: State, card: int, row: int) -> int:
    """BG-S3"""
    on_parked = desk.chosen[PARKED_SLOT]
    for field in range(FIELDS):
        if desk.chosen[field] != NONE or field == on_parked:
            if desk.empty[card] >> field & 1:
                row = use(desk, row, card, field, 0, desk.colour[card, field], ANY_FACE)
            if field != on_parked:
                row = use(desk, row, card, field, 1, desk.above[card, field], desk.chosen[field])
    return row


@rule
def add_lines(desk: State, card: int, row: int) -> int:
    """BG-S4 All that end up in a complete line."""
    filled = desk.right[card]
    for field in range(FIELDS):
        if desk.chosen[field] != NONE:
            filled |= 1 << field
    complete = in_lines(filled)
    for field in range(FIELDS):
        if desk.chosen[field] != NONE and complete >> field & 1:
            row = use(desk, row, card, field, 0, desk.colour[card, field], desk.chosen[field])
    return row


@rule
def add_to_chain(desk: State, card: int, row: int) -> int:
    """BG-S5 The run that scores is made longer; if there is none, one is made."""
    have = desk.have[card]
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
            row = use(desk, row, card, field, 0, desk.colour[card, field], value)
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
def add_to_pasch(desk: State, card: int, row: int) -> int:
    """BG-S6 Where a joker lies, its pair; where one can be added, pair and joker: the largest first."""
    done = desk.jokered[card]
    for value in range(1, FACES + 1):
        if done >> value & 1:
            row = add_pair(desk, card, value, row)
    for field in range(FIELDS):
        if desk.jokers[card] & desk.empty[card] & 1 << field:
            value = largest_pair(desk, card, done)
            if value != NONE:
                row = add_pair(desk, card, value, row)
                row = use(desk, row, card, field, 0, desk.chosen[JOKERS + value], value)
                done |= 1 << value
    return row


@rule
def add_pair(desk: State, card: int, value: int, row: int) -> int:
    for field in range(FIELDS):
        if desk.chosen[field] == value:
            row = use(desk, row, card, field, 0, desk.colour[card, field], value)
    return row


@rule
def largest_pair(desk: State, card: int, done: int) -> int:
    """The value to which most dice can be added together with its joker, or NONE."""
    best, most = NONE, 0
    for value in range(1, FACES + 1):
        if not done >> value & 1 and desk.chosen[JOKERS + value] != NONE:
            dice = 0
            for field in range(FIELDS):
                dice += desk.chosen[field] == value
            if dice + 1 > most and (dice > 0 or desk.have[card] >> value & 1):
                best, most = value, dice + 1
    return best


# The best ways together


@rule
def list_ways(desk: State, card: int, scarce: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The ways of a card that there are dice for: gain, number, use of what is scarce; and their order by gain."""
    rows = np.zeros((ways(desk, card), 2 + scarce), np.int64)
    kept = 0
    for way in range(rows.shape[0]):
        rows[kept, :] = 0
        rows[kept, 0] = add_way(desk, card, way, 0)
        rows[kept, 1] = way
        if count_scarce(desk, rows[kept]):
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
def best_together(desk: State, scarce: int, best: NDArray[np.int64]) -> int:
    """Writes the number of each card's way into `best` → how many dice they use, those on Verwirrmix too."""
    a, by_a = list_ways(desk, 0, scarce)
    b, by_b = list_ways(desk, 1, scarce)
    c, by_c = list_ways(desk, 2, scarce)
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
    return most_together(s, seat, np.zeros(1, DESK), plan)


@rule
def most_together(s: State, seat: int, desks: States, plan: NDArray[np.int64]) -> int:
    """The array is the caller's: numba frees one after its last use, even if a record in it is still in use."""
    desk = desks[0]
    count_middle(s, desk)
    for card in range(HELD):
        read_card(s, seat, card, desk)
        find_openings(desk, card)
        wish_for_fields(desk, card)
    wish_for_mix(desk)
    for card in range(HELD):
        if desk.kind[card] == PASCH:
            open_jokers(desk, card)
    scarce = number_scarce(desk)
    for card in range(HELD):
        settle_sure(desk, card)
    best = np.zeros(HELD, np.int64)
    most = best_together(desk, scarce, best)
    rows = 0
    for card in range(HELD):
        rows = add_way(desk, card, best[card], rows)
    rows = add_to_mix(desk, rows)
    pick_dice(s, desk, rows, plan)
    return most


@rule
def place_in(card: int, field: int, level: int) -> int:
    return (card * FIELDS + field) * LEVELS + level


@rule
def add_to_mix(desk: State, rows: int) -> int:
    """BG-S7 With what the others leave of each colour."""
    for row in range(rows):
        desk.there[desk.uses[row, 3], ANY_FACE] -= 1
    for card in range(HELD):
        for field in range(FIELDS):
            if desk.kind[card] == MIX and desk.empty[card] >> field & 1:
                colour = desk.colour[card, field]
                if desk.there[colour, ANY_FACE] > 0:
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
