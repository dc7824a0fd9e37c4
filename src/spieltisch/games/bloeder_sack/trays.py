"""The trays of Blöder Sack: their dice, their cards, and what happens when one is scored. Who wins: scoring.py"""

from spieltisch.games.bloeder_sack.conditions import CONDITIONS
from spieltisch.games.bloeder_sack.scoring import NO_SEAT, winner
from spieltisch.games.bloeder_sack.state import (
    ASIDE,
    CLOSED,
    FIELDS,
    FULL_FOR_TWO,
    IN_PILE,
    TO_COME,
    TRAYS,
    WON_BY,
    SackState,
)
from spieltisch.kernel import rule


@rule
def put(s: SackState, tray: int, seat: int, value: int) -> None:
    """BS-T7 On the lowest free field."""
    field = s.laid[tray]
    s.owner[tray, field] = seat
    s.value[tray, field] = value
    s.age[tray, field] = field + 1
    s.laid[tray] += 1


@rule
def is_full(s: SackState, tray: int) -> bool:
    return s.laid[tray] == dice_of_full_tray(s)


@rule
def dice_of_full_tray(s: SackState) -> int:
    """BS-T7 Nine; with two players six."""
    return FULL_FOR_TWO if s.seats == 2 else FIELDS


@rule
def make_newest(s: SackState, tray: int, field: int) -> None:
    """BS-S2 With order = "time" a replacing die is the newest on its tray."""
    for other in range(s.laid[tray]):
        if s.age[tray, other] > s.age[tray, field]:
            s.age[tray, other] -= 1
    s.age[tray, field] = s.laid[tray]


@rule
def any_die(s: SackState) -> bool:
    dice = 0
    for tray in range(TRAYS):
        dice += s.laid[tray]
    return dice > 0


@rule
def all_trays_closed(s: SackState) -> bool:
    closed = 0
    for tray in range(TRAYS):
        closed += s.card[tray] == CLOSED
    return closed == TRAYS


# Scoring one


@rule
def score(s: SackState, tray: int) -> None:
    """BS-S1, BS-S4 The card is won, the dice return, a new card is laid."""
    award(s, tray)
    clear(s, tray)
    ask_for_card(s, tray)


@rule
def award(s: SackState, tray: int) -> None:
    """BS-S1 To the winner, face down; BS-S3 or aside."""
    seat = winner(s, tray)
    if seat == NO_SEAT:
        s.lies[s.card[tray]] = ASIDE
    else:
        s.lies[s.card[tray]] = WON_BY[seat]
        s.won[seat] += 1
        s.symbols[seat] += s.deck[s.card[tray]]


@rule
def clear(s: SackState, tray: int) -> None:
    """BS-S4 All dice of the tray go back to their owners."""
    for field in range(s.laid[tray]):
        s.supply[s.owner[tray, field]] += 1
        s.owner[tray, field] = s.value[tray, field] = s.age[tray, field] = 0
    s.laid[tray] = 0


# Its next card


@rule
def ask_for_card(s: SackState, tray: int) -> None:
    """BS-S4, BS-E1a Chance is to lay a card, also in the last turn; with none left the tray stays closed."""
    if s.pile_size == 0:
        renew_pile(s)
    s.awaited += s.pile_size > 0
    s.card[tray] = TO_COME if s.pile_size > 0 else CLOSED


@rule
def renew_pile(s: SackState) -> None:
    """BS-S4 The cards set aside become the new pile."""
    for card in range(CONDITIONS):
        if s.lies[card] == ASIDE:
            s.lies[card] = IN_PILE
            s.pile_size += 1


@rule
def set_aside(s: SackState) -> int:
    """BS-S3 How many cards."""
    cards = 0
    for card in range(CONDITIONS):
        cards += s.lies[card] == ASIDE
    return cards


@rule
def tray_to_come(s: SackState) -> int:
    """BS-M3 The first one from the left that waits for a card."""
    tray = 0
    while s.card[tray] != TO_COME:
        tray += 1
    return tray
