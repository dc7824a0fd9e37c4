"""What an entry of the log did, in events: all that the page shows and words. Dice and cards count from 1."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.blitzgriff.cards import COLOURS, DIE_COLOUR, FIELDS, IDS, KINDS
from spieltisch.games.blitzgriff.course import is_trial, stop_points
from spieltisch.games.blitzgriff.moves import (
    DEAL,
    MOVE,
    PARK,
    PUT,
    PUT_BESIDE,
    ROLL_KINDS,
    ROLL_MIX,
    STARTS,
    STOP,
    TAKE,
    THREE_KINDS,
    decode,
    decode_outcome,
)
from spieltisch.games.blitzgriff.rules import emptied_hand
from spieltisch.games.blitzgriff.scoring import (
    LIES_BESIDE,
    STILL_PARKED,
    WHY,
    bonus,
    card_points,
    cards_points,
    counts,
    tally,
    why,
)
from spieltisch.games.blitzgriff.state import (
    BESIDE,
    CALM,
    DICE,
    GRABBING,
    HELD,
    LEVELS,
    NONE,
    OVER,
    PARKED,
    SEATS,
    BlitzState,
    colour_of,
    dice_on,
    is_chance_due,
    lay,
    lay_beside,
    lies_at,
    mix_asks_for_word,
    park,
    room,
)
from spieltisch.games.blitzgriff.stop.check import could_add
from spieltisch.kernel import (
    CHANCE,
    CLOCK,
    NUMBER,
    SEAT,
    choice,
    event,
    events,
    names_of,
    note,
    one_of,
    rule,
    told_later,
)

MIX_ASKS = choice("paint", "word")
PAINT, WORD = MIX_ASKS.values()
ASKS, COLOUR, KIND = one_of("asks", names_of(MIX_ASKS)), one_of("colour", COLOURS), one_of("kind", KINDS)
TASK, REASON = one_of("task", IDS), one_of("why", WHY)
EVENTS = events(
    start=event(seat=SEAT),
    kinds=event(seat=SEAT, kind_one=KIND, kind_two=KIND, kind_three=KIND),
    deals=event(seat=SEAT, card=NUMBER, task=TASK),
    mix=event(value=NUMBER, asks=ASKS),
    throws=event(die=NUMBER, colour=COLOUR, value=NUMBER),
    los=event(round=NUMBER, pass_=NUMBER, to=SEAT),  # `to` begins (blitz: ties go from him on)
    takes=told_later(seat=SEAT, die=NUMBER, colour=COLOUR, value=NUMBER),
    puts=event(seat=SEAT, die=NUMBER, colour=COLOUR, value=NUMBER, card=NUMBER, field=NUMBER, level=NUMBER),
    beside=event(seat=SEAT, die=NUMBER, colour=COLOUR, value=NUMBER, card=NUMBER),
    parks=event(seat=SEAT, die=NUMBER, colour=COLOUR, value=NUMBER, card=NUMBER),
    moves=event(seat=SEAT, die=NUMBER, colour=COLOUR, value=NUMBER, card=NUMBER, field=NUMBER, level=NUMBER),
    stops=event(seat=SEAT),
    passes=event(seat=SEAT),
    idle=event(),  # nobody has taken a die for too long
    late=event(seat=SEAT, die=NUMBER, colour=COLOUR, value=NUMBER, card=NUMBER),  # the clock puts it beside the card
    ends=event(round=NUMBER, pass_=NUMBER),
    # field 0: beside the card
    scores=event(seat=SEAT, card=NUMBER, die=NUMBER, field=NUMBER, level=NUMBER, why=REASON, points=NUMBER),
    extra=event(seat=SEAT, card=NUMBER, points=NUMBER),
    card_points=event(seat=SEAT, card=NUMBER, points=NUMBER),
    # … and where it could have gone
    missed=told_later(seat=SEAT, die=NUMBER, colour=COLOUR, value=NUMBER, card=NUMBER, field=NUMBER, level=NUMBER),
    check=event(seat=SEAT, dice=NUMBER, points=NUMBER),
    bonus=told_later(seat=SEAT, cards=NUMBER, points=NUMBER),
    total=event(seat=SEAT, points=NUMBER, total=NUMBER),  # of the pass, of the match
    hand_on=event(),
    wins=event(seat=SEAT, total=NUMBER),
    trial=event(round=NUMBER),  # its points do not count
)
(
    START, GETS_KINDS, GETS_CARD, ROLLS_MIX, THROWS, LOS, TAKES, PUTS, PUTS_BESIDE, PARKS, MOVES_PARKED, STOPS, PASSES,
    IDLE, LATE, ENDS, SCORES, EXTRA, CARD_POINTS, MISSED, CHECK, BONUS, TOTAL, HAND_ON, WINS, TRIAL,
) = range(len(EVENTS))  # fmt: skip


@rule
def tell(before: BlitzState, seat: int, move: int, after: BlitzState, out: NDArray[np.int64]) -> int:
    """`before` becomes the table as it lay when the pass ended."""
    if seat == CHANCE:
        return tell_of_chance(before, move, after, out)
    count = tell_of_clock(before, out) if seat == CLOCK else tell_of_move(before, seat, move, out)
    if is_chance_due(after) or after.stage == OVER:
        count = tell_of_end(before, after, out, count)
    return count


@rule
def tell_of_chance(before: BlitzState, outcome: int, after: BlitzState, out: NDArray[np.int64]) -> int:
    kind, start, three, card, value = decode_outcome(outcome)
    if kind == STARTS:
        return note(out, 0, START, start)
    if kind == ROLL_KINDS:
        kinds = THREE_KINDS[three]
        return note(out, 0, GETS_KINDS, before.receiver, kinds[0], kinds[1], kinds[2])
    if kind == DEAL:
        return note(out, 0, GETS_CARD, before.receiver, before.slot + 1, card)
    if kind == ROLL_MIX:
        return note(out, 0, ROLLS_MIX, value + 1, mix_asks(after))
    count = note(out, 0, THROWS, before.thrown + 1, colour_of(before.thrown), value + 1)
    if after.stage == GRABBING:
        count = note(out, count, LOS, after.round_now, after.pass_now, after.start)
    return count


@rule
def mix_asks(s: BlitzState) -> int:
    return WORD if mix_asks_for_word(s) else PAINT


@rule
def note_die(s: BlitzState, out: NDArray[np.int64], count: int, kind: int, seat: int, die: int, card: int) -> int:
    return note(out, count, kind, seat, die + 1, colour_of(die), s.value[die], card + 1)


@rule
def note_field(
    s: BlitzState, out: NDArray[np.int64], count: int, kind: int, seat: int, die: int, card: int, field: int, level: int
) -> int:
    return note(out, count, kind, seat, die + 1, colour_of(die), s.value[die], card + 1, field + 1, level + 1)


@rule
def tell_of_move(s: BlitzState, seat: int, move: int, out: NDArray[np.int64]) -> int:
    """And does it, as far as dice are moved."""
    kind, die, card, field = decode(move)
    if kind == TAKE:
        return note(out, 0, TAKES, seat, die + 1, colour_of(die), s.value[die])
    if kind == PUT:
        return tell_of_putting(s, seat, card, field, out)
    if kind == PUT_BESIDE:
        count = note_die(s, out, 0, PUTS_BESIDE, seat, s.hand[seat] - 1, card)
        lay_beside(s, emptied_hand(s, seat), seat, card)
        return count
    if kind == PARK:
        count = note_die(s, out, 0, PARKS, seat, s.hand[seat] - 1, card)
        park(s, emptied_hand(s, seat), seat, card)
        return count
    if kind == MOVE:
        return tell_of_moving(s, seat, card, field, out)
    if kind == STOP:
        s.caller = seat
        return note(out, 0, STOPS, seat)
    return note(out, 0, PASSES, seat)


@rule
def tell_of_putting(s: BlitzState, seat: int, card: int, field: int, out: NDArray[np.int64]) -> int:
    level = dice_on(s, seat, card, field)
    count = note_field(s, out, 0, PUTS, seat, s.hand[seat] - 1, card, field, level)
    lay(s, emptied_hand(s, seat), seat, card, field)
    return count


@rule
def tell_of_moving(s: BlitzState, seat: int, card: int, field: int, out: NDArray[np.int64]) -> int:
    die = s.parked[seat, card] - 1
    count = note_field(s, out, 0, MOVES_PARKED, seat, die, card, field, 1)
    s.parked[seat, card] = 0
    lay(s, die, seat, card, field)
    return count


@rule
def tell_of_clock(s: BlitzState, out: NDArray[np.int64]) -> int:
    """BG-P1, BG-P3, BG-X2"""
    if s.pace == CALM:
        if s.hand[s.turn] == 0:
            return note(out, 0, PASSES, s.turn)
    elif s.stage == GRABBING:
        return note(out, 0, IDLE)
    count = 0
    for seat in range(s.seats):
        if s.hand[seat] > 0:
            count = note_die(s, out, count, LATE, seat, s.hand[seat] - 1, 0)
            lay_beside(s, emptied_hand(s, seat), seat, 0)
    return count


# The end of a pass: card by card, die by die


@rule
def tell_of_end(s: BlitzState, after: BlitzState, out: NDArray[np.int64], count: int) -> int:
    """BG-S8 From the caller on; without one, from the start player."""
    count = note(out, count, ENDS, s.round_now, s.pass_now)
    if is_trial(s):
        count = note(out, count, TRIAL, s.round_now)
    first = s.start if s.caller == NONE else s.caller
    for place in range(s.seats):
        seat = (first + place) % s.seats
        count = tell_of_seat(s, seat, out, count)
        points = cards_points(s, seat)
        if seat == s.caller:
            plan = np.zeros(DICE, np.int64)
            missed = could_add(s, seat, plan)
            count = tell_of_check(s, plan, missed, out, count)
            points += stop_points(missed)
        count = note(out, count, TOTAL, seat, points, after.points[seat])
    if after.stage == OVER:
        return tell_of_winners(after, out, count)
    return note(out, count, HAND_ON) if after.pass_now > s.pass_now else count


@rule
def tell_of_seat(s: BlitzState, seat: int, out: NDArray[np.int64], count: int) -> int:
    plus_cards = 0
    for card in range(HELD):
        count = tell_of_card(s, seat, card, out, count)
        plus_cards += card_points(s, seat, card) >= 1
    if bonus(plus_cards) > 0:
        count = note(out, count, BONUS, seat, plus_cards, bonus(plus_cards))
    return count


@rule
def tell_of_card(s: BlitzState, seat: int, card: int, out: NDArray[np.int64], count: int) -> int:
    """BG-S1 Every die with what it counts, and why."""
    for field in range(FIELDS):
        for level in range(LEVELS):
            die = s.lies[seat, card, field, level] - 1
            if die >= 0:
                reason = why(s, seat, card, field, level)
                count = note(out, count, SCORES, seat, card + 1, die + 1, field + 1, level + 1, reason, counts(reason))
    for die in range(DICE):
        if lies_at(s, die, BESIDE, seat, card):
            count = note(out, count, SCORES, seat, card + 1, die + 1, 0, 0, LIES_BESIDE, counts(LIES_BESIDE))
        if lies_at(s, die, PARKED, seat, card):
            count = note(out, count, SCORES, seat, card + 1, die + 1, 0, 0, STILL_PARKED, counts(STILL_PARKED))
    points, extra = tally(s, seat, card)
    if extra > 0:
        count = note(out, count, EXTRA, seat, card + 1, extra)
    return note(out, count, CARD_POINTS, seat, card + 1, points)


@rule
def tell_of_check(s: BlitzState, plan: NDArray[np.int64], missed: int, out: NDArray[np.int64], count: int) -> int:
    """BG-P2 Which dice could still have been put down, and where."""
    for die in range(DICE):
        if plan[die] > 0:
            place, level = (plan[die] - 1) // LEVELS, (plan[die] - 1) % LEVELS
            card, field = place // FIELDS, place % FIELDS
            count = note_field(s, out, count, MISSED, s.caller, die, card, field, level)
    return note(out, count, CHECK, s.caller, missed, stop_points(missed))


@rule
def tell_of_winners(s: BlitzState, out: NDArray[np.int64], count: int) -> int:
    """BG-E1"""
    highest = s.points[0]
    for seat in range(1, s.seats):
        highest = max(highest, s.points[seat])
    for seat in range(s.seats):
        if s.points[seat] == highest:
            count = note(out, count, WINS, seat, highest)
    return count


# What the table shows besides its record


SHOWN: dict[str, tuple[int, ...]] = {
    "mix_asks": (),  # BG-C4 of Verwirrmix fields
    "dyed": (DICE,),  # BG-M1 the colour of each die
    "room": (SEATS, HELD),  # BG-G3 dice that a field of this card takes
    "trial": (),  # BG-X4 1: this round is for practice
}
SHOWN_CHOICES = {"mix_asks": MIX_ASKS, "dyed": DIE_COLOUR}


@rule
def show(s: BlitzState, out: NDArray[np.int64]) -> None:
    out[0] = mix_asks(s)
    for die in range(DICE):
        out[1 + die] = colour_of(die)
    for seat in range(SEATS):
        for card in range(HELD):
            out[1 + DICE + seat * HELD + card] = room(s, seat, card)
    out[1 + DICE + SEATS * HELD] = is_trial(s)
