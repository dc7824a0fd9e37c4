"""What one try of a search costs in plain Python: the hidden cards dealt anew, a card tried, and on to the end of the
round as careful players would. (Without the tree that the real search grows: so it has less to do.)
"""

import random
from copy import copy

from bench.plain_lobo77 import DOUBLE, TURN, VALUE, PlainLobo77, costs_a_chip, pick

KEPT = {"-10": -40, "0": -30, TURN: -20, DOUBLE: -10}
SAFE = 1000


def worth(match: PlainLobo77, card: str) -> int:
    safe = 0 if costs_a_chip(match.total + VALUE[card]) else SAFE
    return safe + KEPT.get(card, VALUE[card])


def redealt(match: PlainLobo77, observer: int, rng: random.Random) -> PlainLobo77:
    """The same to the observer."""
    other = copy(match)
    other.chips, other.out, other.discards = match.chips[:], match.out[:], match.discards[:]
    other.draws, other.due = match.draws[:], match.due.copy()
    unseen = match.pile + [card for seat, hand in enumerate(match.hands) if seat != observer for card in hand]
    rng.shuffle(unseen)
    other.hands = [
        hand[:] if seat == observer else [unseen.pop() for _ in hand] for seat, hand in enumerate(match.hands)
    ]
    other.pile = unseen
    return other


def try_card(match: PlainLobo77, card: str, rng: random.Random) -> list[int | None]:
    """→ the chips when the round is over."""
    other = redealt(match, match.turn, rng)
    start = other.start
    other.play(other.turn, card)
    while other.start == start and not other.is_over():
        while other.due:
            other.happen(pick(other.pile, rng))
        if other.start == start and not other.is_over():
            other.play(other.turn, max(other.legal(other.turn), key=lambda card: worth(other, card)))
    return other.chips


def tries_from_opening(seed: int, tries: int) -> int:
    """All cards in turn."""
    rng = random.Random(seed)
    match = PlainLobo77(4)
    match.happen("start 0")
    while match.due:
        match.happen(pick(match.pile, rng))
    cards = match.legal(match.turn)
    for number in range(tries):
        try_card(match, cards[number % len(cards)], rng)
    return tries
