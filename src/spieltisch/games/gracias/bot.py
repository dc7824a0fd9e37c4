"""What a bot needs to know of Gracias: what may be hidden, what is worth doing, how it stands."""

import math

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.gracias.rules import (
    COPIES,
    DEALING,
    KEEP,
    KINDS,
    NONE,
    OVER,
    PAIR,
    PASSES,
    ROUNDS,
    SEATS,
    given_colour,
    kept_colour,
    receiver_of_gift,
    stacks,
    standing,
    still_open,
    total,
)
from spieltisch.kernel import Mind, Sight, State, States, rule
from spieltisch.kernel.dice import below
from spieltisch.kernel.record import scratch

# The chance (of 1000) that open cards bring their points in the end, by rounds still to come after this one, and by
# how many fewer they are than the most open ones of the others: −3 … 4.
FARTHEST_ABOVE, FARTHEST_BELOW = 3, 4
STAYS = np.array(
    [
        [0, 30, 100, 250, 680, 900, 980, 1000],
        [20, 80, 180, 330, 600, 800, 920, 980],
        [60, 140, 240, 370, 560, 720, 850, 930],
        [120, 200, 290, 390, 530, 660, 780, 870],
    ],
    np.int64,
)
OTHERS = 600  # of 1000: what the others gain, all together, counts against one's own gain
# How much a point of lead is worth, by passes still to come (in the exponent of a share).
LEAD = np.array([0.0, 0.45, 0.35])


# What may be hidden


@rule
def imagine(sight: Sight, s: State, dice: State, notes: States) -> None:
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
                s.secret[seat, take_card(s.pile, unseen, dice)] += 1
                unseen -= 1


@rule
def seen_cards(s: State, observer: int, colour: int) -> int:
    """All that lie open, in front of the players or in the middle, and his own hidden ones."""
    cards = int(s.secret[observer, colour])
    for seat in range(s.seats):
        cards += int(s.opened[seat, colour])
        for card in range(PAIR):
            cards += s.triplets[seat, card] == colour
    for card in range(PAIR):
        cards += s.took[card] == colour
    return cards


@rule
def take_card(counts: NDArray[np.int8], size: int, dice: State) -> int:
    """One of `size` cards, each equally likely, out of the pile."""
    left = below(dice, size)
    colour = 0
    while left >= counts[colour]:
        left -= counts[colour]
        colour += 1
    counts[colour] -= 1
    return colour


# What is worth doing


@rule
def worth(s: State, seat: int, move: int) -> int:
    """A careful player: close below the most, the others at or above it, and stacks where they can be had."""
    if move < KEEP:
        return worth_of_taking(s, seat, s.triplets[move, 0], s.triplets[move, 1])
    kept = kept_colour(move)
    return worth_of_sharing(s, seat, kept, given_colour(s, kept), receiver_of_gift(move))


@rule
def worth_of_taking(s: State, seat: int, one: int, other: int) -> int:
    """What the best way to share the pair is worth."""
    best = NOTHING
    for to in range(s.seats):
        if to != seat:
            best = max(best, worth_of_sharing(s, seat, one, other, to))
            if one != other:
                best = max(best, worth_of_sharing(s, seat, other, one, to))
    return best


NOTHING = -(1 << 30)


@rule
def worth_of_sharing(s: State, seat: int, kept: int, given: int, to: int) -> int:
    """What it changes in the colours of the two cards."""
    change = outlook(s, seat, kept, kept, given, to) - outlook(s, seat, kept, NONE, NONE, to)
    if given != kept:
        change += outlook(s, seat, given, kept, given, to) - outlook(s, seat, given, NONE, NONE, to)
    return change


@rule
def outlook(s: State, seat: int, colour: int, kept: int, given: int, to: int) -> int:
    """What a colour promises, once the pair is shared: his own points, less a part of the others' (in 1000ths)."""
    most = second = 0
    holder = NONE
    for other in range(s.seats):
        left = still_open(known_cards(s, seat, other, colour, kept, given, to))
        if left > most:
            most, second, holder = left, most, other
        elif left > second:
            second = left
    own = rest = 0
    for other in range(s.seats):
        cards = known_cards(s, seat, other, colour, kept, given, to)
        promise = promised(cards, second if other == holder else most, ROUNDS - s.this_round)
        if other == seat:
            own = promise
        else:
            rest += promise
    return own - rest * OTHERS // (1000 * (s.seats - 1))


@rule
def known_cards(s: State, seat: int, other: int, colour: int, kept: int, given: int, to: int) -> int:
    """To the player at `seat`: he remembers what he has hidden."""
    cards = int(s.opened[other, colour])
    if other == seat:
        cards += int(s.secret[seat, colour]) + (colour == kept)
    elif other == to:
        cards += colour == given
    return cards


@rule
def promised(cards: int, most_of_others: int, rounds_left: int) -> int:
    """In 1000ths of a point."""
    left = still_open(cards)
    below_most = min(max(most_of_others - left, -FARTHEST_ABOVE), FARTHEST_BELOW)
    return 1000 * stacks(cards) + left * STAYS[rounds_left, below_most + FARTHEST_ABOVE]


# How it stands


@rule
def evaluate(s: State, out: NDArray[np.float64]) -> None:
    """Each player's chance of winning, by the points of the passes that are finished."""
    lead = LEAD[PASSES + 1 - s.this_pass] if s.stage != OVER else 0.0
    best = 0
    for seat in range(s.seats):
        best = max(best, standing(s, seat) if s.stage == OVER else total(s, seat))
    shares = 0.0
    for seat in range(s.seats):
        if s.stage == OVER:
            out[seat] = 1.0 if standing(s, seat) == best else 0.0
        else:
            out[seat] = math.exp(lead * (total(s, seat) - best))
        shares += out[seat]
    for seat in range(s.seats):
        out[seat] /= shares


@rule
def settled(s: State) -> bool:
    """GR-C3 Between two passes: all cards are about to be dealt anew."""
    return s.stage == DEALING and s.dealt == 0 and s.this_pass > 1


@rule
def quickest(s: State, acting: int, dice: State) -> int:
    """GR-C4 Only one is on."""
    return s.turn


MIND = Mind(imagine, worth, evaluate, settled, quickest, scratch(("nothing", "i8")))
