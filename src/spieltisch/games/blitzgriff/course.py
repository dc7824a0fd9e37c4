"""Blitzgriff's course: rounds, passes and how they end, who wins. Ids refer to the rulebooks."""

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.blitzgriff.cards import FIELDS, FOREIGN, KETTE, MIX, PACK, PASCH, REIHEN, TUERME, ZIELWERT
from spieltisch.games.blitzgriff.scoring import cards_points
from spieltisch.games.blitzgriff.state import (
    BLITZ,
    CALM,
    DICE,
    FIRST_GAME,
    HANDS,
    HELD,
    KINDS_DUE,
    NONE,
    OVER,
    ROLLED,
    ROUNDS,
    SEATS,
    TO_DEAL,
    TO_MIX,
    TO_START,
    TRIAL_ROUNDS,
    BlitzState,
    clear_table,
    dice_on,
)
from spieltisch.games.blitzgriff.stop.check import could_add
from spieltisch.kernel import rule
from spieltisch.kernel.seats import any_seat, places_by, points_by

OPTIONS = {
    "pace": ("calm", "blitz"),  # BG-X3 where devices play, a table opens with blitz: the page asks for it
    "tasks": ("rolled", "first game", "trial rounds"),
    "languages": ("all", "german"),
    "idle": ("45", "20", "90"),
}
TASKS_CHOSEN = np.array([ROLLED, FIRST_GAME, TRIAL_ROUNDS])  # in the order of the option's values
NO_FAULT = 2  # BG-P2
FIRST_TASKS = np.array([[ZIELWERT, TUERME, MIX], [REIHEN, KETTE, PASCH]])  # BG-C2


# Rounds


@rule
def set_up(s: BlitzState, seats: int, choices: NDArray[np.int64]) -> None:
    """BG-M1, BG-M2 (`idle` is a matter of the table: BG-P3.)"""
    s.seats = seats
    s.pace = BLITZ if choices[0] == 1 else CALM
    s.tasks = TASKS_CHOSEN[choices[1]]
    s.german_only = choices[2]
    for number in range(PACK):
        s.can_deal[number] = not (s.german_only and FOREIGN[number])
    for seat in range(SEATS):
        for slot in range(HELD):
            s.card[seat, slot] = NONE
    clear_table(s)
    if s.pace == CALM:
        s.stage = TO_START
    else:
        begin_round(s)


@rule
def begin_round(s: BlitzState) -> None:
    """BG-C2 Kinds and cards for everyone, from the start player on; blitz: from seat 0."""
    s.round_now += 1
    s.pass_now = 1
    s.stage = TO_DEAL
    s.undealt = s.seats
    ask_for_tasks(s, s.start if s.pace == CALM else 0)


@rule
def ask_for_tasks(s: BlitzState, seat: int) -> None:
    """BG-C2 His kinds are rolled, or given in a first game."""
    s.receiver = seat
    s.slot = KINDS_DUE
    if s.tasks != ROLLED and s.round_now <= len(FIRST_TASKS):
        get_kinds(s, FIRST_TASKS[s.round_now - 1])


@rule
def get_kinds(s: BlitzState, kinds: NDArray[np.int64]) -> None:
    for slot in range(HELD):
        s.kind[s.receiver, slot] = kinds[slot]
    s.slot = 0


# The end of a pass


@rule
def end_if_done(s: BlitzState) -> None:
    """BG-P2, BG-P3 All hands are empty, and STOPP was called or nothing is left to do; BG-X1 or all have passed."""
    if not somebody_holds_one(s) and (s.stage == HANDS or s.passes == s.seats or nothing_left(s)):
        end_pass(s)


@rule
def holds_a_die(s: BlitzState, seat: int) -> bool:
    return s.hand[seat] > 0


somebody_holds_one = any_seat(holds_a_die)


@rule
def nothing_left(s: BlitzState) -> bool:
    """BG-P3 The middle is empty and no parked die can be moved."""
    if s.left > 0:
        return False
    for seat in range(s.seats):
        for card in range(HELD):
            if s.parked[seat, card] > 0 and has_single_die(s, seat, card):
                return False
    return True


@rule
def has_single_die(s: BlitzState, seat: int, card: int) -> bool:
    singles = 0
    for field in range(FIELDS):
        singles += dice_on(s, seat, card, field) == 1
    return singles > 0


@rule
def end_pass(s: BlitzState) -> None:
    """BG-S8 Everyone's pass is added; then the next pass, the next round (BG-C1) or the end."""
    if not is_trial(s):
        add_points(s)
    if s.pass_now < s.seats:
        hand_on_cards(s)
        s.pass_now += 1
        s.start = (s.start + 1) % s.seats
        s.stage = TO_MIX
    elif s.round_now < ROUNDS:
        s.start = (s.start + 1) % s.seats
        begin_round(s)
    else:
        s.stage = OVER


@rule
def is_trial(s: BlitzState) -> bool:
    """BG-X4 The two rounds of given kinds are shown, not counted."""
    return s.tasks == TRIAL_ROUNDS and s.round_now <= len(FIRST_TASKS)


@rule
def add_points(s: BlitzState) -> None:
    for seat in range(s.seats):
        s.points[seat] += cards_points(s, seat)
    if s.caller != NONE:
        s.points[s.caller] += stop_points(could_add(s, s.caller, np.zeros(DICE, np.int64)))


@rule
def stop_points(missed: int) -> int:
    """BG-P2 For the dice that the caller could still have put down to his gain."""
    return NO_FAULT if missed == 0 else -missed


@rule
def hand_on_cards(s: BlitzState) -> None:
    """BG-C3 Three cards to the left neighbour."""
    for slot in range(HELD):
        hand_on(s, s.card, slot)
        hand_on(s, s.kind, slot)
        hand_on(s, s.target, slot)
        for field in range(FIELDS):
            hand_on(s, s.colour[:, slot], field)
            hand_on(s, s.values[:, slot], field)
            hand_on(s, s.other[:, slot], field)
            hand_on(s, s.style[:, slot], field)


@rule
def hand_on(s: BlitzState, part: NDArray[np.int8], slot: int) -> None:
    last = part[s.seats - 1, slot]
    for seat in range(s.seats - 1, 0, -1):
        part[seat, slot] = part[seat - 1, slot]
    part[0, slot] = last


# The end


@rule
def points_of(s: BlitzState, seat: int) -> int:
    return int(s.points[seat])


places = places_by(points_of)  # BG-E1 Most points win; a tie is shared.
points = points_by(points_of)
