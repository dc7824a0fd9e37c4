"""Gracias: its course, what seats and Chance may do. Ids refer to the rulebooks; reasons are worded in texts/."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.gracias.moves import CARD_COMES, STARTS, TAKE, decode, decode_outcome, part_of
from spieltisch.games.gracias.scoring import points_of_pass, turn_up
from spieltisch.games.gracias.state import (
    COPIES,
    DEALING,
    DEALT,
    GIVING,
    KINDS,
    LAYING_OUT,
    LOOKING,
    NONE,
    OVER,
    PAIR,
    PASSES,
    ROUNDS,
    SEATS,
    TAKING,
    TO_START,
    GraciasState,
)
from spieltisch.kernel import CHANCE_DUE, EVERYONE, NOBODY, OK, Reason, rule

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
def actors(s: GraciasState) -> int:
    """GR-C4 One player after the other; GR-T1 Chance turns up the card he looks at."""
    if s.stage == OVER:                             return NOBODY
    if s.stage == TAKING or s.stage == GIVING:      return 1 << s.turn
    return CHANCE_DUE


@rule
def why_not(s: GraciasState, seat: int, move: int) -> int:
    kind, triplet, kept, to = decode(move)
    if s.stage == OVER:         return MATCH_OVER
    if seat != s.turn:          return NOT_YOUR_TURN
    if kind == TAKE:            return why_not_take(s, triplet)
    return why_not_give(s, seat, kept, to)


@rule
def why_not_take(s: GraciasState, triplet: int) -> int:
    """GR-T1 One of the triplets still lying there."""
    if s.stage == GIVING:                   return GIVE_FIRST
    if s.stage != TAKING:                   return NOT_YOUR_TURN
    if triplet >= s.seats:                  return NO_SUCH_TRIPLET
    if s.triplets[triplet, 0] == NONE:      return TRIPLET_TAKEN
    return OK


@rule
def why_not_give(s: GraciasState, seat: int, colour: int, to: int) -> int:
    """GR-T2 One of the two he keeps, the other he gives to an opponent."""
    if s.stage == TAKING:                                   return TAKE_FIRST
    if s.stage != GIVING:                                   return NOT_YOUR_TURN
    if colour != s.took[0] and colour != s.took[1]:         return NOT_IN_PAIR
    if to == seat or to >= s.seats:                         return NO_OPPONENT
    return OK


@rule
def given_colour(s: GraciasState, kept: int) -> int:
    """GR-T2 The other one of the pair."""
    return s.took[1] if kept == s.took[0] else s.took[0]


# What seats do


@rule
def play(s: GraciasState, seat: int, move: int) -> None:
    kind, triplet, kept, to = decode(move)
    if kind == TAKE:
        take(s, triplet)
    else:
        share(s, seat, kept, to)
        end_turn(s)


@rule
def take(s: GraciasState, triplet: int) -> None:
    """GR-T1 First he looks at the card that lies face down: Chance says which one it is."""
    for card in range(PAIR):
        s.took[card] = s.triplets[triplet, card]
        s.triplets[triplet, card] = NONE
    s.stage = LOOKING


@rule
def share(s: GraciasState, seat: int, kept: int, to: int) -> None:
    """GR-T2, GR-T3"""
    s.opened[to, given_colour(s, kept)] += 1
    s.opened[seat, kept] += 1
    for card in range(PAIR):
        s.took[card] = NONE


@rule
def end_turn(s: GraciasState) -> None:
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
def set_up(s: GraciasState, seats: int, choices: NDArray[np.int64]) -> None:
    """GR-M1"""
    s.seats = seats
    s.stage = TO_START
    s.this_pass = s.this_round = 1
    collect_all_cards(s)


@rule
def small_marker(s: GraciasState) -> int:
    """GR-C2 It lies with the big start player in the first round, and moves one to the left with each further one."""
    return (s.big + s.this_round - 1) % s.seats


@rule
def begin_pass(s: GraciasState, number: int, big: int) -> None:
    """GR-C3"""
    s.this_pass = number
    s.this_round = 1
    s.big = s.turn = big
    s.stage = DEALING
    s.dealt = 0


@rule
def begin_round(s: GraciasState, number: int) -> None:
    """GR-C2, GR-C4"""
    s.this_round = number
    s.turn = small_marker(s)
    s.stage = LAYING_OUT
    s.dealt = 0


@rule
def end_pass(s: GraciasState) -> None:
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
def collect_all_cards(s: GraciasState) -> None:
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
def chances(s: GraciasState, weights: NDArray[np.int64]) -> int:
    """Every card that nobody has seen is equally likely; GR-C2 so is every first start player."""
    starting = s.stage == TO_START
    cards, starts = part_of(weights, CARD_COMES), part_of(weights, STARTS)
    total = 0
    for colour in range(KINDS):
        cards[colour] = 0 if starting else s.pile[colour]
        total += cards[colour]
    for seat in range(SEATS):
        starts[seat] = starting and seat < s.seats
        total += starts[seat]
    return total


@rule
def receiver(s: GraciasState) -> int:
    """GR-K1 The card that lay face down is seen by the one who took it, and by nobody else."""
    return s.turn if s.stage == LOOKING else EVERYONE


@rule
def happen(s: GraciasState, outcome: int) -> None:
    kind, colour, start = decode_outcome(outcome)
    if kind == STARTS:
        begin_pass(s, 1, start)
        return
    s.pile[colour] -= 1
    if s.stage == DEALING:
        deal_open(s, colour)
    elif s.stage == LAYING_OUT:
        lay_out(s, colour)
    else:
        look(s, colour)


@rule
def deal_open(s: GraciasState, colour: int) -> None:
    """GR-C3 Two for everybody, clockwise from the start player."""
    s.opened[dealt_to(s), colour] += 1
    s.dealt += 1
    if s.dealt == DEALT * s.seats:
        begin_round(s, 1)


@rule
def dealt_to(s: GraciasState) -> int:
    return (s.big + s.dealt // DEALT) % s.seats


@rule
def lay_out(s: GraciasState, colour: int) -> None:
    """GR-C4 As many triplets as players; of each, two cards are seen."""
    s.triplets[s.dealt // PAIR, s.dealt % PAIR] = colour
    s.dealt += 1
    if s.dealt == PAIR * s.seats:
        s.stage = TAKING


@rule
def look(s: GraciasState, colour: int) -> None:
    """GR-T1 It lies face down in front of him."""
    s.secret[s.turn, colour] += 1
    s.secrets[s.turn] += 1
    s.stage = GIVING
