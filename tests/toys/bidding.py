"""Prize bidding, complete: a toy that needs what Lobo 77 does not (all act at once, secret moves, a clock).

PB-1 Five prizes worth 1 to 5 are turned up one after the other, in random order.
PB-2 Each player holds the cards 1 to 5.
PB-3 All choose one card from hand, face down, at the same time. When the clock runs out, the lowest is chosen.
PB-4 The highest card takes the prize; equal cards cancel each other. Cards that were bid are spent.
PB-5 Most points win; equal points share the place.
"""

from collections.abc import Container
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import (
    CHANCE,
    CHANCE_DUE,
    NOBODY,
    NUMBER,
    OK,
    SEAT,
    Game,
    Mind,
    Moves,
    Reason,
    Record,
    Rules,
    Sight,
    States,
    event,
    events,
    move,
    note,
    own,
    public,
    record,
    rule,
    seen_by_receiver,
    turned_up,
)
from spieltisch.kernel.dice import Dice, pick
from spieltisch.kernel.errors import BadPosition
from spieltisch.kernel.position import Facts, whole
from spieltisch.kernel.seats import any_seat, make_shares, never_settled, places_by, points_by, random_actor, seats_that

SEATS, CARDS = 4, 5
NONE = 0


class State(Record):
    seats = public("i8")
    prize = public("i8")  # PB-1 the one turned up, or NONE
    left = public("u1", CARDS)  # PB-1 prizes still to come: what is left, not an order
    has_bid = public("u1", SEATS)
    spent = turned_up("u1", SEATS, CARDS)  # PB-4
    score = turned_up("i2", SEATS)
    hand = own("u1", SEATS, CARDS)  # PB-2
    chosen = own("i1", SEATS)  # PB-3 face down


STATE, WHO_SEES = record(State)
MOVES = Moves(bid=move("bid {card}", card=seen_by_receiver(range(1, CARDS + 1))))
OUTCOMES = Moves(prize=move("prize {card}", card=range(1, CARDS + 1)))
decode, decode_outcome = MOVES.decode, OUTCOMES.decode
BID_NUMBER = MOVES.numbers("bid")
MATCH_OVER, ALREADY_CHOSEN, NOT_IN_HAND = range(1, 4)
REASONS = (
    Reason("ok", ""),
    Reason("match_over", "PB-5"),
    Reason("already_chosen", "PB-3"),
    Reason("not_in_hand", "PB-3"),
)


@rule
def set_up(s: State, seats: int, choices: NDArray[np.int64]) -> None:
    s.seats = seats
    for card in range(CARDS):
        s.left[card] = 1
        for seat in range(seats):
            s.hand[seat, card] = 1


@rule
def actors(s: State) -> int:
    """PB-3 All who have not chosen yet."""
    if s.prize == NONE:
        for card in range(CARDS):
            if s.left[card]:
                return CHANCE_DUE
        return NOBODY
    return those_to_bid(s)


@rule
def is_to_bid(s: State, seat: int) -> bool:
    return not s.has_bid[seat]


those_to_bid, somebody_is_to_bid = seats_that(is_to_bid), any_seat(is_to_bid)


@rule
def why_not(s: State, seat: int, move: int) -> int:
    _, card = decode(move)
    if s.prize == NONE:             return MATCH_OVER
    if s.has_bid[seat]:             return ALREADY_CHOSEN
    if not s.hand[seat, card]:      return NOT_IN_HAND
    return OK


@rule
def play(s: State, seat: int, move: int) -> None:
    _, card = decode(move)
    s.hand[seat, card] = 0
    s.chosen[seat] = card + 1
    s.has_bid[seat] = 1
    if not somebody_is_to_bid(s):
        reveal(s)


@rule
def reveal(s: State) -> None:
    """PB-4 The highest card alone takes the prize."""
    best = winner = -1
    for seat in range(s.seats):
        if s.chosen[seat] == best:
            winner = -1
        if s.chosen[seat] > best:
            best, winner = s.chosen[seat], seat
        s.spent[seat, s.chosen[seat] - 1] = 1
    if winner >= 0:
        s.score[winner] += s.prize
    for seat in range(s.seats):
        s.chosen[seat] = NONE
        s.has_bid[seat] = 0
    s.prize = NONE


@rule
def timeout(s: State) -> None:
    """PB-3 The lowest card of everyone who has not chosen."""
    for seat in range(s.seats):
        if s.prize != NONE and not s.has_bid[seat]:
            card = 0
            while not s.hand[seat, card]:
                card += 1
            play(s, seat, BID_NUMBER[card])


@rule
def chances(s: State, weights: NDArray[np.int64]) -> int:
    total = 0
    for card in range(CARDS):
        weights[card] = s.left[card]
        total += s.left[card]
    return total


@rule
def happen(s: State, outcome: int) -> None:
    _, card = decode_outcome(outcome)
    s.left[card] = 0
    s.prize = card + 1


@rule
def score_of(s: State, seat: int) -> int:
    return int(s.score[seat])


places, points = places_by(score_of), points_by(score_of)  # PB-5


EVENTS = events(prize=event(prize=NUMBER), bids=event(seat=SEAT), takes=event(seat=SEAT, prize=NUMBER))
PRIZE, BIDS, TAKES = range(len(EVENTS))


@rule
def tell(before: State, seat: int, move: int, after: State, out: NDArray[np.int64]) -> int:
    """What all may know: that somebody has chosen, and who took the prize; not what was chosen."""
    if seat == CHANCE:
        return note(out, 0, PRIZE, after.prize)
    count = note(out, 0, BIDS, seat) if seat >= 0 else 0
    for other in range(after.seats):
        if after.score[other] > before.score[other]:
            count = note(out, count, TAKES, other, before.prize)
    return count


@rule
def imagine(sight: Sight[State], s: State, dice: Dice, notes: States) -> None:
    """What the others chose: any card they have not spent."""
    for seat in range(s.seats):
        if seat != sight.seat:
            unspent = 0
            for card in range(CARDS):
                s.hand[seat, card] = 1 - s.spent[seat, card]
                unspent += s.hand[seat, card]
            if s.has_bid[seat]:
                card = pick(dice, s.hand[seat], unspent)
                s.hand[seat, card] = 0
                s.chosen[seat] = card + 1


@rule
def worth(s: State, seat: int, move: int) -> int:
    """A card about as high as the prize."""
    _, card = decode(move)
    return -abs(card + 1 - s.prize)


@rule
def evaluate(s: State, out: NDArray[np.float64]) -> None:
    for seat in range(s.seats):
        out[seat] = 1.0 + s.score[seat]
    make_shares(out, s.seats)


class Notation:
    def to_position(self, s: State, known: Container[int]) -> dict[str, Any]:
        return {
            "seats": int(s.seats),
            "prize": int(s.prize),
            "left": [card + 1 for card in range(CARDS) if s.left[card]],
            "spent": [[card + 1 for card in range(CARDS) if s.spent[seat, card]] for seat in range(s.seats)],
            "score": s.score[: s.seats].tolist(),
            "chosen": [self.bid(s, seat, seat in known) for seat in range(s.seats)],
        }

    def is_position(self, s: State) -> bool:
        return bool(s.prize != NONE)

    def bid(self, s: State, seat: int, known: bool) -> int | str | None:
        if not s.has_bid[seat]:
            return None
        return int(s.chosen[seat]) if known else "?"

    def public_facts(self, s: State) -> dict[str, Any]:
        return {}

    def from_position(self, facts: Facts, s: State) -> int | None:
        s.prize = facts.number("prize", range(1, CARDS + 1))
        left = self.cards("left", facts.take("left"))
        spent = [self.cards("spent", cards) for cards in facts.row("spent", s.seats)]
        for card in range(CARDS):
            s.left[card] = card + 1 in left
        if s.prize in left or any(len(cards) != CARDS - 1 - len(left) for cards in spent):
            raise BadPosition("spent", "each player has spent a card for every prize that is gone")
        for seat, score in enumerate(facts.row("score", s.seats)):
            s.score[seat] = whole("score", score, range(16))
        chosen = facts.row("chosen", s.seats, [None] * int(s.seats))
        if None not in chosen:
            raise BadPosition("chosen", "somebody must still be to choose")
        for seat in range(s.seats):
            self.read_bid(s, seat, spent[seat], chosen[seat])
        return self.knower(chosen)

    def read_bid(self, s: State, seat: int, spent: list[int], chosen: object) -> None:
        for card in range(CARDS):
            s.spent[seat, card] = card + 1 in spent
            s.hand[seat, card] = card + 1 not in spent
        s.has_bid[seat] = chosen is not None
        if chosen is not None and chosen != "?":
            card = whole("chosen", chosen, range(1, CARDS + 1))
            if card in spent:
                raise BadPosition("chosen", f"seat {seat} has spent the {card}")
            s.chosen[seat] = card
            s.hand[seat, card - 1] = 0

    def knower(self, chosen: list[object]) -> int | None:
        if "?" not in chosen:
            return None
        knowers = [seat for seat, bid in enumerate(chosen) if bid != "?"]
        bidders = [seat for seat in knowers if chosen[seat] is not None]
        if len(bidders) > 1:
            raise BadPosition("chosen", "either all bids are known or those of one seat")
        return (bidders or knowers)[0]

    def cards(self, field: str, cards: object) -> list[int]:
        if not isinstance(cards, list) or len(set(map(str, cards))) != len(cards):
            raise BadPosition(field, "must be a list of different cards")
        return [whole(field, card, range(1, CARDS + 1)) for card in cards]


BIDDING = Game(
    name="bidding",
    rules_version=1,
    seats=range(2, SEATS + 1),
    options={},
    state=STATE,
    who_sees=WHO_SEES,
    moves=MOVES,
    outcomes=OUTCOMES,
    reasons=REASONS,
    rules=Rules(
        set_up=set_up,
        actors=actors,
        why_not=why_not,
        play=play,
        chances=chances,
        happen=happen,
        places=places,
        points=points,
        tell=tell,
        timeout=timeout,
    ),
    mind=Mind(imagine=imagine, worth=worth, evaluate=evaluate, settled=never_settled, quickest=random_actor),
    notation=Notation(),
    folder=Path(__file__).parent,
    events=EVENTS,
)
