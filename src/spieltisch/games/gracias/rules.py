"""Gracias. Ids refer to the rulebooks beside this file; reasons are worded in texts/."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import (
    CHANCE_DUE,
    EVERYONE,
    NOBODY,
    OK,
    Reason,
    State,
    hidden,
    own,
    public,
    record,
    rule,
    turned_up,
)

COLOURS = ("red", "yellow", "green", "blue", "purple", "orange")
KINDS, COPIES = len(COLOURS), 18  # GR-M1
CARDS = KINDS * COPIES
SEATS = 6
PASSES, ROUNDS = 3, 4  # GR-C1
DEALT = 2  # GR-C3 open cards that everybody begins a pass with
PAIR = 2  # GR-C4 open cards of a triplet
STACK = 5  # GR-S2
NONE = -1
KEEP = SEATS  # a seat's moves: `take 1` …, then `keep red give 0` …; Chance's: the colours, then `start 0` …
TO_START, DEALING, LAYING_OUT, TAKING, LOOKING, GIVING, OVER = range(7)

STATE, WHO_SEES = record(
    seats=public("i8"),
    stage=public("i8"),
    this_pass=public("i8"),  # GR-C1 from 1 on
    this_round=public("i8"),  # … so is the round of the pass
    big=public("i8"),  # GR-C2 who has the large marker
    turn=public("i8"),
    dealt=public("i8"),  # cards that Chance has laid down in this deal
    took=public("i1", PAIR),  # GR-T2 the open pair to be decided on, or NONE
    triplets=public("i1", SEATS, PAIR),  # GR-C4 the open cards of each; NONE: taken
    opened=public("i1", SEATS, KINDS),  # GR-K1 the displays
    secrets=public("i1", SEATS),  # how many hidden cards each has
    secret=own("i1", SEATS, KINDS),  # GR-T1
    pile=hidden("i1", KINDS),  # what is left, not an order; the face-down cards of the triplets are still in it
    displays=turned_up("i1", SEATS, KINDS),  # GR-S1 the last scoring's, with what was hidden
    scores=turned_up("i2", PASSES, SEATS),
)

MATCH_OVER, NOT_YOUR_TURN, GIVE_FIRST, TAKE_FIRST = range(1, 5)
NO_SUCH_TRIPLET, TRIPLET_TAKEN, NOT_IN_PAIR, NO_OPPONENT = range(5, 9)
REASONS = (
    Reason("ok", ""),
    Reason("match_over", "GR-C1"),
    Reason("not_your_turn", "GR-C4"),
    Reason("give_first", "GR-T2"),
    Reason("take_first", "GR-T1"),
    Reason("no_such_triplet", "GR-C4"),
    Reason("triplet_taken", "GR-T1"),
    Reason("not_in_pair", "GR-T2"),
    Reason("no_opponent", "GR-T2"),
)


# Who may do what


@rule
def actors(s: State) -> int:
    """GR-C4 One player after the other; GR-T1 Chance turns up the card he looks at."""
    if s.stage == OVER:                             return NOBODY
    if s.stage == TAKING or s.stage == GIVING:      return 1 << s.turn
    return CHANCE_DUE


@rule
def why_not(s: State, seat: int, move: int) -> int:
    if s.stage == OVER:         return MATCH_OVER
    if seat != s.turn:          return NOT_YOUR_TURN
    if move < KEEP:             return why_not_take(s, move)
    return why_not_give(s, seat, kept_colour(move), receiver_of_gift(move))


@rule
def why_not_take(s: State, triplet: int) -> int:
    """GR-T1 One of the triplets still lying there."""
    if s.stage == GIVING:                   return GIVE_FIRST
    if s.stage != TAKING:                   return NOT_YOUR_TURN
    if triplet >= s.seats:                  return NO_SUCH_TRIPLET
    if s.triplets[triplet, 0] == NONE:      return TRIPLET_TAKEN
    return OK


@rule
def why_not_give(s: State, seat: int, colour: int, to: int) -> int:
    """GR-T2 One of the two he keeps, the other he gives to an opponent."""
    if s.stage == TAKING:                                   return TAKE_FIRST
    if s.stage != GIVING:                                   return NOT_YOUR_TURN
    if colour != s.took[0] and colour != s.took[1]:         return NOT_IN_PAIR
    if to == seat or to >= s.seats:                         return NO_OPPONENT
    return OK


@rule
def kept_colour(move: int) -> int:
    return (move - KEEP) // SEATS


@rule
def receiver_of_gift(move: int) -> int:
    return (move - KEEP) % SEATS


@rule
def given_colour(s: State, kept: int) -> int:
    """GR-T2 The other one of the pair."""
    return s.took[1] if kept == s.took[0] else s.took[0]


# What seats do


@rule
def play(s: State, seat: int, move: int) -> None:
    if move < KEEP:
        take(s, move)
    else:
        share(s, seat, kept_colour(move), receiver_of_gift(move))
        end_turn(s)


@rule
def take(s: State, triplet: int) -> None:
    """GR-T1 First he looks at the card that lies face down: Chance says which one it is."""
    for card in range(PAIR):
        s.took[card] = s.triplets[triplet, card]
        s.triplets[triplet, card] = NONE
    s.stage = LOOKING


@rule
def share(s: State, seat: int, kept: int, to: int) -> None:
    """GR-T2, GR-T3"""
    s.opened[to, given_colour(s, kept)] += 1
    s.opened[seat, kept] += 1
    for card in range(PAIR):
        s.took[card] = NONE


@rule
def end_turn(s: State) -> None:
    """GR-C4 Clockwise, until everybody has taken one."""
    s.turn = (s.turn + 1) % s.seats
    if s.turn != small_marker(s):
        s.stage = TAKING
    elif s.this_round < ROUNDS:
        begin_round(s, s.this_round + 1)
    else:
        end_pass(s)


# Rounds and passes


@rule
def set_up(s: State, seats: int, choices: NDArray[np.int64]) -> None:
    """GR-M1"""
    s.seats = seats
    s.stage = TO_START
    s.this_pass = s.this_round = 1
    collect_all_cards(s)


@rule
def small_marker(s: State) -> int:
    """GR-C2 It lies with the big start player in the first round, and moves one to the left with each further one."""
    return (s.big + s.this_round - 1) % s.seats


@rule
def begin_pass(s: State, number: int, big: int) -> None:
    """GR-C3"""
    s.this_pass = number
    s.this_round = 1
    s.big = s.turn = big
    s.stage = DEALING
    s.dealt = 0


@rule
def begin_round(s: State, number: int) -> None:
    """GR-C2, GR-C4"""
    s.this_round = number
    s.turn = small_marker(s)
    s.stage = LAYING_OUT
    s.dealt = 0


@rule
def end_pass(s: State) -> None:
    """GR-C1 After four rounds it is scored; after three passes the match is over."""
    turn_up(s)
    for seat in range(s.seats):
        s.scores[s.this_pass - 1, seat] = points_of_pass(s, seat)
    collect_all_cards(s)
    if s.this_pass < PASSES:
        begin_pass(s, s.this_pass + 1, (s.big + 1) % s.seats)  # GR-C2
    else:
        s.stage = OVER


@rule
def collect_all_cards(s: State) -> None:
    """GR-C3 All 108 are shuffled."""
    for colour in range(KINDS):
        s.pile[colour] = COPIES
        for seat in range(SEATS):
            s.opened[seat, colour] = s.secret[seat, colour] = 0
    for seat in range(SEATS):
        s.secrets[seat] = 0
    for card in range(PAIR):
        s.took[card] = NONE
        for triplet in range(SEATS):
            s.triplets[triplet, card] = NONE


# What Chance does


@rule
def chances(s: State, weights: NDArray[np.int64]) -> int:
    """Every card that nobody has seen is equally likely; GR-C2 so is every first start player."""
    starting = s.stage == TO_START
    total = 0
    for colour in range(KINDS):
        weights[colour] = 0 if starting else s.pile[colour]
        total += weights[colour]
    for seat in range(SEATS):
        weights[KINDS + seat] = starting and seat < s.seats
        total += weights[KINDS + seat]
    return total


@rule
def receiver(s: State) -> int:
    """GR-K1 The card that lay face down is seen by the one who took it, and by nobody else."""
    return s.turn if s.stage == LOOKING else EVERYONE


@rule
def happen(s: State, outcome: int) -> None:
    if outcome >= KINDS:
        begin_pass(s, 1, outcome - KINDS)
        return
    s.pile[outcome] -= 1
    if s.stage == DEALING:
        deal_open(s, outcome)
    elif s.stage == LAYING_OUT:
        lay_out(s, outcome)
    else:
        look(s, outcome)


@rule
def deal_open(s: State, colour: int) -> None:
    """GR-C3 Two for everybody, clockwise from the start player."""
    s.opened[dealt_to(s), colour] += 1
    s.dealt += 1
    if s.dealt == DEALT * s.seats:
        begin_round(s, 1)


@rule
def dealt_to(s: State) -> int:
    return (s.big + s.dealt // DEALT) % s.seats


@rule
def lay_out(s: State, colour: int) -> None:
    """GR-C4 As many triplets as players; of each, two cards are seen."""
    s.triplets[s.dealt // PAIR, s.dealt % PAIR] = colour
    s.dealt += 1
    if s.dealt == PAIR * s.seats:
        s.stage = TAKING


@rule
def look(s: State, colour: int) -> None:
    """GR-T1 It lies face down in front of him."""
    s.secret[s.turn, colour] += 1
    s.secrets[s.turn] += 1
    s.stage = GIVING


# Scoring


@rule
def turn_up(s: State) -> None:
    """GR-S1 Everybody adds the hidden cards to his display."""
    for seat in range(s.seats):
        for colour in range(KINDS):
            s.displays[seat, colour] = int(s.opened[seat, colour]) + int(s.secret[seat, colour])


@rule
def stacks(cards: int) -> int:
    """GR-S2 One of five cards, however many there are."""
    return 1 if cards >= STACK else 0


@rule
def still_open(cards: int) -> int:
    """GR-S2 What the stack leaves."""
    return cards - STACK * stacks(cards)


@rule
def most_open(cards: NDArray[np.int8], colour: int, seats: int) -> int:
    """GR-S3 How many the player has who has most of them; `cards` by seat and colour."""
    most = 0
    for seat in range(seats):
        most = max(most, still_open(int(cards[seat, colour])))
    return most


@rule
def points_for(cards: int, most: int) -> int:
    """GR-S3 Who has most discards them, also in a tie; GR-S4 each card left is a point, and so is a stack."""
    left = still_open(cards)
    return stacks(cards) + (left if left < most else 0)


@rule
def points_of_pass(s: State, seat: int) -> int:
    """GR-S4"""
    points = 0
    for colour in range(KINDS):
        points += points_for(int(s.displays[seat, colour]), most_open(s.displays, colour, s.seats))
    return points


# The end


@rule
def total(s: State, seat: int) -> int:
    points = 0
    for number in range(PASSES):
        points += int(s.scores[number, seat])
    return points


@rule
def standing(s: State, seat: int) -> int:
    """GR-E1 All points; then the best pass, then the second-best (and thereby the third)."""
    points = best = worst = int(s.scores[0, seat])
    for number in range(1, PASSES):
        score = int(s.scores[number, seat])
        points += score
        best = max(best, score)
        worst = min(worst, score)
    second = points - best - worst
    return (points * CARDS + best) * CARDS + second


@rule
def best_standing(s: State) -> int:
    """GR-E1 The winner's; more than one may have it."""
    best = 0
    for seat in range(s.seats):
        best = max(best, standing(s, seat))
    return best


@rule
def places(s: State, out: NDArray[np.int64]) -> None:
    """GR-E1"""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if standing(s, other) > standing(s, seat):
                out[seat] += 1


@rule
def points(s: State, out: NDArray[np.int64]) -> None:
    for seat in range(s.seats):
        out[seat] = total(s, seat)


# What the table shows


SHOWN: dict[str, tuple[int, ...]] = {
    "small": (),  # GR-C2 who has the small marker
    "totals": (SEATS,),
    "most": (KINDS,),  # a bit for everyone who would discard that colour if it were scored as it lies open now
    "stacked": (KINDS,),  # … and for everyone who would stack five of it
    "worth": (SEATS,),  # … and the points that this would bring
    "unseen": (),  # cards in the pile
}


@rule
def show(s: State, out: NDArray[np.int64]) -> None:
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


@rule
def pile_size(s: State) -> int:
    """What lies neither in front of somebody nor in the middle; a pair that lies there has its third card on it."""
    size = CARDS
    for seat in range(s.seats):
        size -= int(s.secrets[seat])
        for colour in range(KINDS):
            size -= int(s.opened[seat, colour])
        size -= cards_of_triplet(s.triplets[seat])
    return size - (cards_of_triplet(s.took) if s.stage == LOOKING else PAIR if s.stage == GIVING else 0)


@rule
def cards_of_triplet(pair: NDArray[np.int8]) -> int:
    if pair[0] == NONE:     return 0
    if pair[1] == NONE:     return 1
    return PAIR + 1
