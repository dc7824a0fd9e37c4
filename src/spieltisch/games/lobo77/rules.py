"""Lobo 77. Ids refer to the rulebooks beside this file; reasons are worded in texts/."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.lobo77.cards import CARDS, COPIES, KINDS, TURN, VALUE, X2
from spieltisch.kernel import (
    CHANCE_DUE,
    EVERYONE,
    NOBODY,
    OK,
    Moves,
    Reason,
    Record,
    choice,
    hidden,
    move,
    own,
    public,
    record,
    rule,
    seen_by_receiver,
    working,
)
from spieltisch.kernel.seats import points_by

SEATS = 8
HAND, CHIPS = 5, 3  # LO-M2
LIMIT = 77
MOVES = Moves(card=move("{card}", card=CARDS), draw=move("draw"))
OUTCOMES = Moves(  # their order is for ever (docs/fairness.md)
    card=move("{card}", card=seen_by_receiver(CARDS)),
    start=move("start {seat}", seat=range(SEATS)),
)
decode, decode_outcome, part_of = MOVES.decode, OUTCOMES.decode, OUTCOMES.part
CARD, DRAW = MOVES.kinds.values()
CARD_COMES, STARTS = OUTCOMES.kinds.values()
STAGE = choice("to_start", "playing", "over")
TO_START, PLAYING, OVER = STAGE.values()
DIRECTION = choice(clockwise=1, counter_clockwise=-1)
CLOCKWISE, COUNTER_CLOCKWISE = DIRECTION.values()
NO_CARD = choice(none=-1)
(NONE,) = NO_CARD.values()
NO_LONGER_IN = choice(out=-1)
(OUT,) = NO_LONGER_IN.values()
DECK, DECK_56 = COPIES["55"], COPIES["56"]


class LoboState(Record):
    seats = public("i8")
    by_hand = public("i8")  # LO-T7 option
    stage = public("i8", of=STAGE)
    start = public("i8")  # LO-R2 who began the round
    turn = public("i8")
    direction = public("i8", of=DIRECTION)  # LO-T4
    owes = working("i8")  # LO-T5 cards still to be played this turn
    played = working("i8")  # … and already played
    total = public("i8")  # LO-T2 the last announced
    top = public("i8", of=NO_CARD)
    pile_size = public("i8")
    receiver = working("i8")  # to whom Chance gives cards,
    due = working("i8")  # how many still,
    undealt = working("i8")  # and, in a deal, how many seats have not got theirs
    still_in = public("i8")
    reshuffles = public("i8")  # LO-T8 in this round
    entries = working("i8")  # of the log, since this round's deal began
    deck = public("i1", KINDS)  # LO-M1 copies of each card
    chips = public("i1", SEATS, of=NO_LONGER_IN)  # LO-C2 0 swims
    left = public("i1", SEATS)  # LO-E1 1: the first to drop out; 0: still in
    draws = public("i1", SEATS)  # LO-T7 cards still to be drawn by hand
    hand_size = public("i1", SEATS)
    discards = public("i1", KINDS)  # LO-K1 the top one too
    hand = own("i1", SEATS, KINDS)
    pile = hidden("i1", KINDS)  # what is left, not an order


STATE, WHO_SEES = record(LoboState)

YOU_ARE_OUT, NOT_YOUR_TURN, NOT_IN_HAND, X2_ON_X2, DRAWN_FOR_YOU, NO_DRAW_DUE, PILE_EMPTY, MATCH_OVER = range(1, 9)
REASONS = (
    Reason("ok", ""),
    Reason("you_are_out", "LO-C2"),
    Reason("not_your_turn", "LO-T1"),
    Reason("not_in_hand", "LO-T1"),
    Reason("x2_on_x2", "LO-T5"),
    Reason("drawn_for_you", "LO-T7"),
    Reason("no_draw_due", "LO-T7"),
    Reason("pile_empty", "LO-T8"),
    Reason("match_over", "LO-E1"),
)
OPTIONS = {"edition": ("55", "56"), "draw": ("automatic", "by hand"), "announce": ("automatic", "by head")}


# Who may do what


@rule
def actors(s: LoboState) -> int:
    """LO-T1 One player is on; LO-T7 who draws by hand may act besides him."""
    if s.stage == OVER:         return NOBODY
    if chance_is_due(s):        return CHANCE_DUE
    acting = 1 << s.turn
    for seat in range(s.seats):
        if s.draws[seat] > 0 and something_to_draw(s):
            acting |= 1 << seat
    return acting


@rule
def chance_is_due(s: LoboState) -> bool:
    return s.stage == TO_START or s.due > 0


@rule
def why_not(s: LoboState, seat: int, move: int) -> int:
    kind, card = decode(move)
    if s.stage == OVER:         return MATCH_OVER
    if s.chips[seat] == OUT:    return YOU_ARE_OUT
    if kind == DRAW:            return why_not_draw(s, seat)
    return why_not_lay(s, seat, card)


@rule
def why_not_lay(s: LoboState, seat: int, card: int) -> int:
    """LO-T1 Who is on plays a card from his hand."""
    if chance_is_due(s):                            return NOT_YOUR_TURN
    if seat != s.turn:                              return NOT_YOUR_TURN
    if card == X2 and x2_is_barred(s, seat):        return X2_ON_X2
    if s.hand[seat, card] == 0:                     return NOT_IN_HAND
    return OK


@rule
def x2_is_barred(s: LoboState, seat: int) -> bool:
    """LO-T5 He holds one, but a ×2 may not go directly on a ×2; LO-T7 unless he holds nothing else."""
    return s.top == X2 and s.hand_size[seat] > s.hand[seat, X2] > 0


@rule
def why_not_draw(s: LoboState, seat: int) -> int:
    """LO-T7 Drawing by hand."""
    if not s.by_hand:               return DRAWN_FOR_YOU
    if s.draws[seat] == 0:          return NO_DRAW_DUE
    if chance_is_due(s):            return NOT_YOUR_TURN
    if not something_to_draw(s):    return PILE_EMPTY
    return OK


@rule
def something_to_draw(s: LoboState) -> bool:
    """LO-T8 In the pile, or below the top of the discards."""
    return s.pile_size > 0 or discarded(s) > 1


@rule
def discarded(s: LoboState) -> int:
    """Cards on the discard pile, the top one too."""
    cards = 0
    for card in range(KINDS):
        cards += s.discards[card]
    return cards


# What seats do


@rule
def play(s: LoboState, seat: int, move: int) -> None:
    s.entries += 1
    kind, card = decode(move)
    if kind == DRAW:
        s.draws[seat] -= 1
        ask_for_cards(s, seat, 1)
    else:
        lay(s, seat, card)


@rule
def lay(s: LoboState, seat: int, card: int) -> None:
    """LO-T1 One card on the discard pile, and the new total announced."""
    forfeit_draws(s)
    s.hand[seat, card] -= 1
    s.hand_size[seat] -= 1
    s.discards[card] += 1
    s.top = card
    s.owes -= 1
    s.played += 1
    s.total += VALUE[card]  # LO-T2, LO-T3
    if card == TURN:
        turn_round(s)  # LO-T4a before a chip is given up
    if costs_a_chip(s.total):
        give_up_a_chip(s, seat)
    after_announcing(s, seat)


@rule
def after_announcing(s: LoboState, seat: int) -> None:
    """LO-T6 Who still owes a card plays it, whatever the first one was; LO-T7b unless he holds none."""
    if s.still_in == 1:
        s.stage = OVER  # LO-E1
    elif s.total >= LIMIT:
        next_round(s)  # LO-R1
    elif s.chips[seat] == OUT:
        pass_on(s)  # LO-C3 he neither plays a second card nor draws
    elif s.owes == 0 or s.hand_size[seat] == 0:
        draw_up(s, seat)


@rule
def turn_round(s: LoboState) -> None:
    """LO-T4 Not with two players still in."""
    if s.still_in > 2:
        s.direction = COUNTER_CLOCKWISE if s.direction == CLOCKWISE else CLOCKWISE


@rule
def costs_a_chip(total: int) -> bool:
    """LO-C1 11, 22 … 77, or more than 77."""
    return total > LIMIT or (total > 0 and total % 11 == 0)


@rule
def give_up_a_chip(s: LoboState, seat: int) -> None:
    """LO-C2 Who has none left is out."""
    if s.chips[seat] > 0:
        s.chips[seat] -= 1
    else:
        s.chips[seat] = OUT
        s.still_in -= 1
        s.left[seat] = s.seats - s.still_in


@rule
def draw_up(s: LoboState, seat: int) -> None:
    """LO-T1, LO-T5, LO-T7b He draws as many as he played; LO-T7 by hand, if he remembers to."""
    if s.by_hand:
        s.draws[seat] = s.played
        pass_on(s)
    elif something_to_draw(s):
        ask_for_cards(s, seat, s.played)
    else:
        pass_on(s)  # LO-T8 no card is drawn


@rule
def forfeit_draws(s: LoboState) -> None:
    """LO-T7, LO-T7a Somebody plays, if it is himself: what has not been drawn till now is forfeited, and no more."""
    for seat in range(s.seats):
        s.draws[seat] = 0


@rule
def pass_on(s: LoboState) -> None:
    """LO-T1, LO-T7 The next player still in who holds a card is on; he may be the same one."""
    seat = s.turn
    for _ in range(s.seats):
        seat = next_in(s, seat, s.direction)
        if s.hand_size[seat] > 0:
            begin_turn(s, seat)
            return
    next_round(s)  # LO-T7 nobody holds a card


@rule
def begin_turn(s: LoboState, seat: int) -> None:
    """LO-T5, LO-T5a Two cards, if a ×2 is on top now."""
    s.turn = seat
    s.owes = 2 if s.top == X2 else 1
    s.played = 0


@rule
def next_in(s: LoboState, seat: int, direction: int) -> int:
    """The next player still in."""
    step = 1 if direction == CLOCKWISE else -1
    seat = (seat + step) % s.seats
    while s.chips[seat] == OUT:
        seat = (seat + step) % s.seats
    return seat


# Rounds


@rule
def set_up(s: LoboState, seats: int, choices: NDArray[np.int64]) -> None:
    """LO-M1, LO-M2 (`announce` is a matter of the table: LO-T9.)"""
    s.seats = s.still_in = seats
    s.by_hand = choices[1]
    s.stage = TO_START
    s.direction = CLOCKWISE
    s.owes = 1
    s.top = NONE
    for card in range(KINDS):
        s.deck[card] = DECK_56[card] if choices[0] == 1 else DECK[card]
        s.pile[card] = s.deck[card]
        s.pile_size += s.deck[card]
    for seat in range(SEATS):
        s.chips[seat] = CHIPS if seat < seats else OUT


@rule
def next_round(s: LoboState) -> None:
    """LO-R2 The start moves on, clockwise."""
    begin_round(s, next_in(s, s.start, CLOCKWISE))


@rule
def begin_round(s: LoboState, start: int) -> None:
    """LO-R2 All cards shuffled, five to each player still in, total 0, clockwise again."""
    s.stage = PLAYING
    s.start = start
    s.direction = CLOCKWISE
    s.total = s.entries = s.reshuffles = 0
    s.top = NONE
    collect_all_cards(s)
    begin_turn(s, start)
    s.undealt = s.still_in
    ask_for_cards(s, start, HAND)


@rule
def collect_all_cards(s: LoboState) -> None:
    s.pile_size = 0
    for card in range(KINDS):
        s.pile[card] = s.deck[card]
        s.pile_size += s.deck[card]
        s.discards[card] = 0
    for seat in range(SEATS):
        s.draws[seat] = s.hand_size[seat] = 0
        for card in range(KINDS):
            s.hand[seat, card] = 0


# What Chance does


@rule
def chances(s: LoboState, weights: NDArray[np.int64]) -> int:
    """Every card in the pile is equally likely; LO-T1 so is every first start player."""
    starting = s.stage == TO_START
    cards, starts = part_of(weights, CARD_COMES), part_of(weights, STARTS)
    for card in range(KINDS):
        cards[card] = 0 if starting else s.pile[card]
    for seat in range(SEATS):
        starts[seat] = starting and seat < s.seats
    return s.seats if starting else s.pile_size


@rule
def receiver(s: LoboState) -> int:
    """LO-K1 A hand is known to its owner alone."""
    return EVERYONE if s.stage == TO_START else s.receiver


@rule
def happen(s: LoboState, outcome: int) -> None:
    kind, card, start = decode_outcome(outcome)
    if kind == STARTS:
        begin_round(s, start)
    else:
        s.entries += 1
        get_card(s, card)


@rule
def ask_for_cards(s: LoboState, seat: int, cards: int) -> None:
    """Chance is to give `seat` that many cards."""
    s.receiver = seat
    s.due = cards
    if s.pile_size == 0:
        reshuffle(s)


@rule
def get_card(s: LoboState, card: int) -> None:
    s.pile[card] -= 1
    s.pile_size -= 1
    s.hand[s.receiver, card] += 1
    s.hand_size[s.receiver] += 1
    s.due -= 1
    if s.pile_size == 0:
        reshuffle(s)
    if s.due == 0 or s.pile_size == 0:
        s.due = 0  # LO-T8 if there is still none, no card is drawn
        after_drawing(s)


@rule
def reshuffle(s: LoboState) -> None:
    """LO-T8 All discards but the top one become the new pile."""
    if discarded(s) > 1:
        s.reshuffles += 1
        for card in range(KINDS):
            buried = s.discards[card] - (card == s.top)
            s.pile[card] += buried
            s.pile_size += buried
            s.discards[card] -= buried


@rule
def after_drawing(s: LoboState) -> None:
    if s.undealt > 0:
        deal_to_next(s)
    elif not s.by_hand:
        pass_on(s)


@rule
def deal_to_next(s: LoboState) -> None:
    """LO-M2 Seat by seat, clockwise from the start player."""
    s.undealt -= 1
    if s.undealt > 0:
        ask_for_cards(s, next_in(s, s.receiver, CLOCKWISE), HAND)


# The end


@rule
def places(s: LoboState, out: NDArray[np.int64]) -> None:
    """LO-E1 The last one in wins; the others rank by when they dropped out."""
    for seat in range(s.seats):
        out[seat] = s.seats + 1 - s.left[seat] if s.left[seat] > 0 else 1


@rule
def chips_left(s: LoboState, seat: int) -> int:
    return max(int(s.chips[seat]), 0)


points = points_by(chips_left)
