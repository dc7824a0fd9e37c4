"""Lobo 77 in plain Python: a second opinion on the rules and the reference for speed. Ids as in its rulebook."""

import random
from collections import deque

CHANCE = -1
NOBODY = -1
CHIPS, HAND, LIMIT = 3, 5, 77
DOUBLE, TURN, DRAW = "x2", "turn", "draw"

# LO-M1 How often each card is in the deck of 55.
COPIES = {
    "0": 4,
    "2": 3,
    "3": 3,
    "4": 3,
    "5": 3,
    "6": 3,
    "7": 3,
    "8": 3,
    "9": 3,
    "10": 8,
    "-10": 4,
    "11": 1,
    "22": 1,
    "33": 1,
    "44": 1,
    "55": 1,
    "66": 1,
    "76": 1,
    DOUBLE: 4,
    TURN: 4,
}
EDITIONS = {"55": COPIES, "56": COPIES | {TURN: 5}}
CARDS: tuple[str, ...] = tuple(COPIES)
ORDER = {card: place for place, card in enumerate(CARDS)}
VALUE = {card: 0 if card in (DOUBLE, TURN) else int(card) for card in CARDS}  # LO-T3


def deck(edition: str) -> list[str]:
    """LO-M1 55 cards, or 56 in older printings."""
    return [card for card, copies in EDITIONS[edition].items() for _ in range(copies)]


def costs_a_chip(total: int) -> bool:
    """LO-C1 11, 22, … 77 and all above 77; negative numbers and 0 are harmless."""
    return total >= LIMIT or (total > 0 and total % 11 == 0)


class PlainLobo77:
    """One match; it trusts that every move is legal."""

    chips: list[int | None]  # None = out
    out: list[int]  # in the order of leaving
    hands: list[list[str]]
    pile: list[str]
    discards: list[str]  # those under the top one
    top: str | None
    total: int
    direction: int
    start: int
    turn: int
    owes: int  # cards still to be played this turn
    played: int
    draws: list[int]  # cards still to be taken by hand
    due: deque[int]  # seats that get the next cards from Chance

    def __init__(self, seats: int, edition: str = "55", by_hand: bool = False) -> None:
        """LO-M2 2–8 players with 3 chips each."""
        if not 2 <= seats <= 8:
            raise ValueError(f"Lobo 77 is for 2 to 8 players, not {seats}")
        if edition not in EDITIONS:
            raise ValueError(f"edition is one of {', '.join(EDITIONS)}, not {edition}")
        self.seats, self.by_hand, self.deck = seats, by_hand, deck(edition)
        self.chips = [CHIPS] * seats
        self.out = []
        self.start = NOBODY
        self.gather()

    # Who acts, and what they may do

    def actors(self) -> tuple[int, ...]:
        """LO-T7 The player whose turn it is and, until he has played, the last one if he still may draw."""
        if self.is_over():        return ()
        if self.is_chance_due():  return (CHANCE,)
        if not self.by_hand:      return (self.turn,)
        return tuple(seat for seat in range(self.seats) if seat == self.turn or self.may_draw(seat))

    def outcomes(self) -> dict[str, int]:
        """LO-T1 The first start player is random; LO-M2 so is every card dealt or drawn."""
        if not self.is_chance_due():  return {}
        if self.start == NOBODY:      return {f"start {seat}": 1 for seat in range(self.seats)}
        return {card: copies for card in CARDS if (copies := self.pile.count(card))}

    def legal(self, seat: int) -> list[str]:
        """LO-T1 A card from hand for the player whose turn it is; LO-T7 `draw` for one who still may."""
        if self.due or self.is_over():
            return []
        moves = self.playable(self.hands[seat]) if seat == self.turn else []
        if self.by_hand and self.may_draw(seat):
            moves.append(DRAW)
        return moves

    def playable(self, hand: list[str]) -> list[str]:
        """LO-T5 No ×2 directly on a ×2; LO-T7 unless there is nothing else in hand."""
        cards = set(hand)
        if self.top == DOUBLE and len(cards) > 1:
            cards.discard(DOUBLE)
        return sorted(cards, key=ORDER.__getitem__)

    def may_draw(self, seat: int) -> bool:
        """LO-T7 By hand, what was played is drawn again; LO-T8 as long as there is anything to draw."""
        return self.draws[seat] > 0 and bool(self.pile or self.discards)

    def is_chance_due(self) -> bool:
        """LO-T1 The start player is to be found, or somebody gets a card."""
        return bool(self.due) or self.start == NOBODY

    def is_over(self) -> bool:
        """LO-E1 Only one player is still in."""
        return len(self.out) == self.seats - 1

    # A turn

    def play(self, seat: int, move: str) -> None:
        """LO-T1 Play a card and announce the total; LO-T7 or draw one by hand."""
        if move == DRAW:
            self.draws[seat] -= 1
            self.draw(seat, 1)
            return
        self.forfeit_draws()
        self.lay(seat, move)
        if costs_a_chip(self.total):
            self.give_up_a_chip(seat)
        self.go_on(seat)

    def forfeit_draws(self) -> None:
        """LO-T7 Who has not drawn before the next player plays has one card fewer."""
        if self.by_hand:
            self.draws = [0] * self.seats

    def lay(self, seat: int, card: str) -> None:
        """LO-T2 The card goes on top and its value is added to the total."""
        self.hands[seat].remove(card)
        if self.top is not None:
            self.discards.append(self.top)
        self.top = card
        self.total += VALUE[card]
        self.owes -= 1
        self.played += 1
        if card == TURN:
            self.turn_round()

    def turn_round(self) -> None:
        """LO-T4 The direction turns round, except with two players still in."""
        if self.seats - len(self.out) > 2:
            self.direction = -self.direction

    def give_up_a_chip(self, seat: int) -> None:
        """LO-C2 Who has no chip left to give up is out."""
        if chips := self.chips[seat]:
            self.chips[seat] = chips - 1
        else:
            self.chips[seat] = None
            self.out.append(seat)

    def go_on(self, seat: int) -> None:
        """LO-R1 77 ends the round; LO-C3 who dropped out draws nothing; LO-T5 a second card may be owed."""
        if self.is_over():                            return
        if self.total >= LIMIT:                       self.next_round()
        elif self.chips[seat] is None:                self.pass_on()
        elif not (self.owes and self.hands[seat]):    self.finish_turn(seat)

    def finish_turn(self, seat: int) -> None:
        """LO-T7 He draws as many as he played: at once, or by hand while the next player thinks."""
        self.owes = 0
        if self.by_hand:
            self.draws[seat] = self.played
        else:
            self.draw(seat, self.played)
        if not self.due:
            self.pass_on()

    def pass_on(self) -> None:
        """LO-T7 Next is who holds a card, at last the player himself; LO-T5 after a ×2 he owes two."""
        self.owes, self.played = 2 if self.top == DOUBLE else 1, 0
        seat = self.turn
        for _ in range(self.seats):
            seat = (seat + self.direction) % self.seats
            if self.chips[seat] is not None and self.hands[seat]:
                self.turn = seat
                return
        self.next_round()

    # Chance

    def happen(self, outcome: str) -> None:
        """LO-T1 Chance names the start player or gives out a card; after the last one drawn the turn passes on."""
        if self.start == NOBODY:
            self.deal(int(outcome.removeprefix("start ")))
            return
        self.pile.remove(outcome)
        self.hands[self.due.popleft()].append(outcome)
        if not self.pile:
            self.refill()
        if not self.due and not self.owes:
            self.pass_on()

    def draw(self, seat: int, cards: int) -> None:
        """LO-T8 Cards are drawn as long as there are any."""
        if not self.pile:
            self.refill()
        self.due.extend([seat] * min(cards, len(self.pile) + len(self.discards)))

    def refill(self) -> None:
        """LO-T8 All discards but the top one become the new pile."""
        self.pile, self.discards = self.discards, []

    # Round and end

    def gather(self) -> None:
        """LO-R2 All cards back to the pile, total 0, clockwise again."""
        self.pile, self.discards, self.top = self.deck.copy(), [], None
        self.hands = [[] for _ in range(self.seats)]
        self.draws = [0] * self.seats
        self.due = deque()
        self.total, self.direction, self.turn, self.owes, self.played = 0, 1, self.start, 1, 0

    def deal(self, start: int) -> None:
        """LO-M2 5 cards to each player still in, clockwise from the start player."""
        self.start = start
        self.gather()
        for seat in [*range(start, self.seats), *range(start)]:
            if self.chips[seat] is not None:
                self.due.extend([seat] * HAND)

    def next_round(self) -> None:
        """LO-R2 The start moves to the next player still in, clockwise."""
        start = (self.start + 1) % self.seats
        while self.chips[start] is None:
            start = (start + 1) % self.seats
        self.deal(start)

    def places(self) -> tuple[int, ...]:
        """LO-E1 Who is still in is first; the others rank by when they dropped out, the latest first."""
        return tuple(self.seats - self.out.index(seat) if seat in self.out else 1 for seat in range(self.seats))

    def points(self) -> tuple[int, ...]:
        """LO-C2 The chips left."""
        return tuple(chips or 0 for chips in self.chips)


def pick(cards: list[str], rng: random.Random) -> str:
    """One of them at random, each equally likely."""
    return cards[int(rng.random() * len(cards))]  # quicker than rng.choice


def random_match(seats: int, rng: random.Random) -> int:
    """Play one match at random to its end; the number of decisions taken."""
    match = PlainLobo77(seats)
    match.happen(f"start {rng.randrange(seats)}")
    decisions = 0
    while not match.is_over():
        while match.due:
            match.happen(pick(match.pile, rng))
        match.play(match.turn, pick(match.legal(match.turn), rng))
        decisions += 1
    return decisions
