"""Gracias, told: what an entry of the log did, in events, and what the table shows besides its record.

All of it is public: hidden cards are told when they are turned up.
"""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.gracias.moves import STARTS, TAKE, decode, decode_outcome
from spieltisch.games.gracias.rules import dealt_to, given_colour, share, small_marker
from spieltisch.games.gracias.scoring import (
    best_standing,
    most_open,
    points_for,
    scored_passes,
    stacks,
    standing,
    still_open,
    total,
)
from spieltisch.games.gracias.state import (
    COLOURS,
    DEALING,
    KINDS,
    LAYING_OUT,
    LOOKING,
    OVER,
    PAIR,
    ROUNDS,
    SEATS,
    STACK,
    GraciasState,
    pile_size,
)
from spieltisch.kernel import CHANCE, NUMBER, SEAT, each_of, event, events, note, one_of, rule

COLOUR = one_of("colour", COLOURS)
EVENTS = events(
    start=event(seat=SEAT),
    dealt=event(seat=SEAT, colour=COLOUR),
    laid=event(triplet=NUMBER, colour=COLOUR),
    takes=event(seat=SEAT, triplet=NUMBER, first=COLOUR, second=COLOUR),
    looks=event(seat=SEAT),
    gives=event(seat=SEAT, keep=COLOUR, give=COLOUR, to=SEAT),
    round=event(pass_=NUMBER, round=NUMBER, seat=SEAT),  # … begins, and who has the small marker
    # A pass is scored: what was hidden, by colour and player; then colour by colour everybody's cards; then the points.
    scoring=event(pass_=NUMBER),
    turns_up=event(seat=SEAT, cards=each_of("colour", COLOURS)),
    counted=event(colour=COLOUR, seat=SEAT, cards=NUMBER, stacked=NUMBER, open=NUMBER, discards=NUMBER, points=NUMBER),
    stacks=event(seat=SEAT, colour=COLOUR, open=NUMBER),
    discards=event(seat=SEAT, colour=COLOUR, discards=NUMBER),
    scored=event(seat=SEAT, pass_=NUMBER, points=NUMBER, total=NUMBER),
    pass_=event(pass_=NUMBER, seat=SEAT),  # … begins, and who has both markers
    wins=event(seat=SEAT, total=NUMBER),
)
(
    START, DEALT, LAID, TAKES, LOOKS, GIVES, ROUND,
    SCORING, TURNS_UP, COUNTED, STACKS, DISCARDS, SCORED, PASS, WINS,
) = range(len(EVENTS))  # fmt: skip


@rule
def tell(before: GraciasState, seat: int, move: int, after: GraciasState, out: NDArray[np.int64]) -> int:
    if seat == CHANCE:      return tell_of_chance(before, move, after, out)
    if seat < 0:            return 0
    kind, triplet, kept, to = decode(move)
    if kind == TAKE:        return tell_of_taking(before, seat, triplet, out)
    return tell_of_giving(before, seat, kept, to, after, out)


@rule
def tell_of_chance(before: GraciasState, outcome: int, after: GraciasState, out: NDArray[np.int64]) -> int:
    """GR-K1 Which card somebody looks at is not told."""
    count = 0
    kind, colour, start = decode_outcome(outcome)
    if kind == STARTS:
        count = note(out, count, START, start)
        count = note(out, count, PASS, after.this_pass, after.big)
    elif before.stage == DEALING:
        count = note(out, count, DEALT, dealt_to(before), colour)
        if after.stage == LAYING_OUT:
            count = note(out, count, ROUND, after.this_pass, after.this_round, small_marker(after))
    elif before.stage == LAYING_OUT:
        count = note(out, count, LAID, before.dealt // PAIR + 1, colour)
    elif before.stage == LOOKING:
        count = note(out, count, LOOKS, before.turn)
    return count


@rule
def tell_of_taking(before: GraciasState, seat: int, triplet: int, out: NDArray[np.int64]) -> int:
    first, second = int(before.triplets[triplet, 0]), int(before.triplets[triplet, 1])
    return note(out, 0, TAKES, seat, triplet + 1, first, second)


@rule
def tell_of_giving(
    before: GraciasState, seat: int, kept: int, to: int, after: GraciasState, out: NDArray[np.int64]
) -> int:
    count = note(out, 0, GIVES, seat, kept, int(given_colour(before, kept)), to)
    if after.stage == DEALING or after.stage == OVER:
        share(before, seat, kept, to)
        count = tell_of_scoring(before, after, out, count)
    elif after.stage == LAYING_OUT:
        count = note(out, count, ROUND, after.this_pass, after.this_round, small_marker(after))
    return count


@rule
def tell_of_scoring(before: GraciasState, after: GraciasState, out: NDArray[np.int64], count: int) -> int:
    """GR-S1 to GR-S4, so that everybody can reckon it again."""
    count = note(out, count, SCORING, before.this_pass)
    for seat in range(before.seats):
        count = tell_what_was_hidden(before, seat, out, count)
    for colour in range(KINDS):
        for seat in range(before.seats):
            count = tell_of_cards(after, seat, colour, out, count)
    for seat in range(before.seats):
        points = int(after.scores[before.this_pass - 1, seat])
        count = note(out, count, SCORED, seat, before.this_pass, points, total(after, seat))
    if after.stage == OVER:
        return tell_who_wins(after, out, count)
    return note(out, count, PASS, after.this_pass, after.big)


@rule
def tell_what_was_hidden(before: GraciasState, seat: int, out: NDArray[np.int64], count: int) -> int:
    """GR-S1"""
    note(out, count, TURNS_UP, seat)
    for colour in range(KINDS):
        out[count, 2 + colour] = before.secret[seat, colour]
    return count + 1


@rule
def tell_of_cards(after: GraciasState, seat: int, colour: int, out: NDArray[np.int64], count: int) -> int:
    """GR-S2, GR-S3, GR-S4 One player's cards of a colour: nothing to tell of none."""
    cards = int(after.displays[seat, colour])
    if cards == 0:
        return count
    most = most_open(after.displays, colour, after.seats)
    left = still_open(cards)
    discards = left if left == most else 0
    stacked = STACK * stacks(cards)
    count = note(out, count, COUNTED, colour, seat, cards, stacked, left, discards, points_for(cards, most))
    if stacks(cards):
        count = note(out, count, STACKS, seat, colour, left)
    if discards:
        count = note(out, count, DISCARDS, seat, colour, discards)
    return count


@rule
def tell_who_wins(after: GraciasState, out: NDArray[np.int64], count: int) -> int:
    """GR-E1 More than one, if they are equal in everything."""
    for seat in range(after.seats):
        if standing(after, seat) == best_standing(after):
            count = note(out, count, WINS, seat, total(after, seat))
    return count


# What the table shows besides its record


SHOWN: dict[str, tuple[int, ...]] = {
    "small": (),  # GR-C2 who has the small marker
    "totals": (SEATS,),
    "most": (KINDS,),  # a bit for everyone who would discard that colour if it were scored as it lies open now
    "stacked": (KINDS,),  # … and for everyone who would stack five of it
    "worth": (SEATS,),  # … and the points that this would bring
    "unseen": (),  # cards in the pile
    "scored": (),  # passes
    "rounds": (),  # … and the rounds of each
}


@rule
def show(s: GraciasState, out: NDArray[np.int64]) -> None:
    """From what lies open: GR-K1 nobody can ask the table what is hidden."""
    first_most, first_stacked, first_worth = 1 + SEATS, 1 + SEATS + KINDS, 1 + SEATS + 2 * KINDS
    out[0] = small_marker(s)
    for seat in range(SEATS):
        out[1 + seat] = total(s, seat)
        out[first_worth + seat] = 0
    for colour in range(KINDS):
        most = most_open(s.opened, colour, s.seats)
        out[first_most + colour] = out[first_stacked + colour] = 0
        for seat in range(s.seats):
            cards = int(s.opened[seat, colour])
            if still_open(cards) == most > 0:
                out[first_most + colour] |= 1 << seat
            out[first_stacked + colour] |= stacks(cards) << seat
            out[first_worth + seat] += points_for(cards, most)
    out[first_worth + SEATS] = pile_size(s)
    out[first_worth + SEATS + 1] = scored_passes(s)
    out[first_worth + SEATS + 2] = ROUNDS
