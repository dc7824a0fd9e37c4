"""What a bot needs to know of Gracias: what may be hidden, what is worth doing, how it stands."""

import tomllib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.gracias.moves import TAKE, decode
from spieltisch.games.gracias.rules import given_colour
from spieltisch.games.gracias.scoring import best_standing, standing, still_open, total
from spieltisch.games.gracias.state import (
    COPIES,
    DEALING,
    KINDS,
    LAYING_OUT,
    NONE,
    OVER,
    PAIR,
    ROUNDS,
    SEATS,
    GraciasState,
)
from spieltisch.kernel import Mind, Sight, States, WeakerPlayers, rule
from spieltisch.kernel.dice import Dice, take
from spieltisch.kernel.seats import make_shares, whose_turn

HELD, MOST = 8, 5  # numbers of cards that are told apart: of one's own, and of those that another has open
NOTHING = -(1 << 30)  # below every worth
OTHERS = 80  # of 100: how much the average gain of the others counts against one's own
POINT = 0.025  # what a point above the average adds to the chance of winning
VICTORY = 0.2  # … and a victory to the points
CARD = 10_000  # one more of a colour, to a beginner; about as much as a point


def load_outlook() -> NDArray[np.int64]:
    """By seats, whose they are (0: one's own), rounds left, cards, and the most that another has open."""
    outlook = np.zeros((SEATS + 1, 2, ROUNDS, HELD, MOST), np.int64)
    for part in tomllib.loads((Path(__file__).parent / "outlook.toml").read_text(encoding="utf-8"))["outlook"]:
        for whose, name in enumerate(("own", "others")):
            outlook[part["seats"], whose, part["rounds_left"]] = part[name]
    return outlook


OUTLOOK = load_outlook()


# What may be hidden


@rule
def imagine(sight: Sight[GraciasState], s: GraciasState, dice: Dice, notes: States) -> None:
    """GR-K1 The pile and the others' hidden cards are what has not been seen, each card anywhere with equal odds."""
    unseen = 0
    for colour in range(KINDS):
        s.pile[colour] = COPIES - seen_cards(s, sight.seat, colour)
        unseen += int(s.pile[colour])
    for seat in range(s.seats):
        if seat != sight.seat:
            for colour in range(KINDS):
                s.secret[seat, colour] = 0
            for _ in range(s.secrets[seat]):
                s.secret[seat, take(dice, s.pile, unseen)] += 1
                unseen -= 1


@rule
def seen_cards(s: GraciasState, observer: int, colour: int) -> int:
    """All that lie open, in front of the players or in the middle, and his own hidden ones."""
    cards = int(s.secret[observer, colour])
    for seat in range(s.seats):
        cards += int(s.opened[seat, colour])
        for card in range(PAIR):
            cards += s.triplets[seat, card] == colour
    for card in range(PAIR):
        cards += s.took[card] == colour
    return cards


# What is worth doing


@rule
def worth(s: GraciasState, seat: int, move: int) -> int:
    """A careful player: close below the most, the others at or above it, and stacks where they can be had."""
    kind, triplet, kept, to = decode(move)
    if kind == TAKE:
        return worth_of_taking(s, seat, int(s.triplets[triplet, 0]), int(s.triplets[triplet, 1]))
    return promise(s, seat, kept, int(given_colour(s, kept)), to)


@rule
def worth_of_taking(s: GraciasState, seat: int, one: int, other: int) -> int:
    """How much better the best way to share the pair is than how it stands."""
    best = NOTHING
    for to in range(s.seats):
        if to != seat:
            best = max(best, promise(s, seat, one, other, to))
            if one != other:
                best = max(best, promise(s, seat, other, one, to))
    now = outlook(s, seat, one, NONE, NONE, NONE)
    if one != other:
        now += outlook(s, seat, other, NONE, NONE, NONE)
    return best - now


@rule
def promise(s: GraciasState, seat: int, kept: int, given: int, to: int) -> int:
    """What the colours of a pair promise once it is shared."""
    points = outlook(s, seat, kept, kept, given, to)
    if given != kept:
        points += outlook(s, seat, given, kept, given, to)
    return points


@rule
def outlook(s: GraciasState, seat: int, colour: int, kept: int, given: int, to: int) -> int:
    """What a colour brings in the end: his own points, less a part of the others'."""
    most, second, holder = two_most(s, seat, colour, kept, given, to)
    left = rounds_left(s)
    own = rest = 0
    for other in range(s.seats):
        cards = min(known_cards(s, seat, other, colour, kept, given, to), HELD - 1)
        above = min(second if other == holder else most, MOST - 1)
        if other == seat:
            own = OUTLOOK[s.seats, 0, left, cards, above]
        else:
            rest += OUTLOOK[s.seats, 1, left, cards, above]
    return 100 * own - OTHERS * rest // (s.seats - 1)


@rule
def two_most(s: GraciasState, seat: int, colour: int, kept: int, given: int, to: int) -> tuple[int, int, int]:
    """GR-S3 The most open cards, the most that another one has, and who has the most."""
    most = second = 0
    holder = NONE
    for other in range(s.seats):
        left = still_open(known_cards(s, seat, other, colour, kept, given, to))
        if left > most:
            most, second, holder = left, most, other
        elif left > second:
            second = left
    return most, second, holder


@rule
def known_cards(s: GraciasState, seat: int, other: int, colour: int, kept: int, given: int, to: int) -> int:
    """To the player at `seat`: he remembers what he has hidden."""
    cards = int(s.opened[other, colour])
    if other == seat:
        cards += int(s.secret[seat, colour]) + (colour == kept)
    elif other == to:
        cards += colour == given
    return cards


@rule
def first_thought(s: GraciasState, seat: int, move: int) -> int:
    """A beginner collects: the more of a colour he has, the better, and who gets the other card is all the same."""
    kind, triplet, kept, _ = decode(move)
    if kind == TAKE:
        return max(collected(s, seat, int(s.triplets[triplet, 0])), collected(s, seat, int(s.triplets[triplet, 1])))
    return collected(s, seat, kept)


@rule
def collected(s: GraciasState, seat: int, colour: int) -> int:
    return CARD * (int(s.opened[seat, colour]) + int(s.secret[seat, colour]))


# How it stands


@rule
def evaluate(s: GraciasState, out: NDArray[np.float64]) -> None:
    """Each player's chance of winning: his points above the average, counted and expected; in the end, who has won too.

    Steeper in the leader's favour would be truer, and so much a matter of luck that a search would learn less from it.
    """
    average = 0.0
    for seat in range(s.seats):
        out[seat] = total(s, seat) + expected(s, seat) / 100
        average += out[seat] / s.seats
    for seat in range(s.seats):
        out[seat] = max(1 / s.seats + POINT * (out[seat] - average), 0.0)
        if s.stage == OVER and standing(s, seat) == best_standing(s):
            out[seat] += VICTORY
    make_shares(out, s.seats)


@rule
def expected(s: GraciasState, seat: int) -> int:
    """What his cards promise (in 100ths of a point)."""
    points = 0
    if s.stage != DEALING and s.stage != OVER:
        for colour in range(KINDS):
            most, second, holder = two_most(s, seat, colour, NONE, NONE, NONE)
            cards = min(known_cards(s, seat, seat, colour, NONE, NONE, NONE), HELD - 1)
            above = min(second if seat == holder else most, MOST - 1)
            points += OUTLOOK[s.seats, 0, rounds_left(s), cards, above]
    return points


@rule
def rounds_left(s: GraciasState) -> int:
    """Of this pass, after the one that is being played, or was just finished."""
    return ROUNDS - s.this_round + (1 if between_rounds(s) else 0)


@rule
def between_rounds(s: GraciasState) -> bool:
    return s.stage == LAYING_OUT and s.dealt == 0 and s.this_round > 1


@rule
def settled(s: GraciasState) -> bool:
    """GR-C4 The middle is empty; GR-C3 or all cards are about to be dealt anew."""
    return between_rounds(s) or (s.stage == DEALING and s.dealt == 0 and s.this_pass > 1)


MIND = Mind(imagine=imagine, worth=worth, evaluate=evaluate, settled=settled, quickest=whose_turn)
WEAKER_PLAYERS = WeakerPlayers(first_thought=first_thought, doubt=3 * CARD)
