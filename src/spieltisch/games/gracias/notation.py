"""Gracias in text: positions. (Moves: moves.py.)"""

from collections.abc import Container, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spieltisch.games.gracias.rules import small_marker
from spieltisch.games.gracias.scoring import scored_passes, total
from spieltisch.games.gracias.state import (
    COLOURS,
    COPIES,
    DEALT,
    GIVING,
    LOOKING,
    NONE,
    PAIR,
    PASSES,
    ROUNDS,
    TAKING,
    GraciasState,
    pile_size,
)
from spieltisch.kernel.errors import BadPosition, is_whole, shown
from spieltisch.kernel.position import Facts, choice, things, whole

# To text


def to_position(s: GraciasState, known: Container[int]) -> dict[str, Any]:
    seats = range(s.seats)
    return {
        "seats": int(s.seats),
        "pass": int(s.this_pass),
        "round": int(s.this_round),
        "big": int(s.big),
        "turn": int(s.turn),
        "open": [by_colour(s.opened[seat]) for seat in seats],
        "secret": [by_colour(s.secret[seat]) if seat in known else int(s.secrets[seat]) for seat in seats],
        "triplets": [pair(s.triplets[triplet]) for triplet in seats],
        "took": pair(s.took),
        "points": s.scores[: scored_passes(s), : s.seats].tolist(),
    }


def is_position(s: GraciasState) -> bool:
    return s.stage in (TAKING, LOOKING, GIVING)


def by_colour(counts: NDArray[np.int8]) -> dict[str, int]:
    return {colour: int(count) for colour, count in zip(COLOURS, counts, strict=True) if count}


def pair(cards: NDArray[np.int8]) -> list[str] | None:
    """None: taken, or not laid out yet."""
    return [COLOURS[card] for card in cards if card != NONE] or None


def public_facts(s: GraciasState) -> dict[str, Any]:
    totals = [int(total(s, seat)) for seat in range(s.seats)]
    return {"small": int(small_marker(s)), "pile": int(pile_size(s)), "totals": totals}


# From text


def from_position(facts: Facts, s: GraciasState) -> int | None:
    """Fills a record that was just set up. Whatever must add up is checked, so everything in it can have been dealt."""
    read_course(facts, s)
    read_middle(facts, s)
    turns = turns_taken(facts, s)
    read_displays(facts, s, turns)
    known_to = read_secrets(facts, s, turns)
    read_points(facts, s)
    return known_to


def read_course(facts: Facts, s: GraciasState) -> None:
    """GR-C1, GR-C2"""
    s.this_pass = facts.number("pass", range(1, PASSES + 1), 1)
    s.this_round = facts.number("round", range(1, ROUNDS + 1), 1)
    s.big = facts.number("big", range(s.seats), 0)


def read_middle(facts: Facts, s: GraciasState) -> None:
    """GR-C4 The triplets, and the pair that somebody took and has not shared yet."""
    for triplet, cards in enumerate(facts.row("triplets", s.seats)):
        read_pair(f"triplets[{triplet}]", cards, s, s.triplets[triplet])
    read_pair("took", facts.take("took", None), s, s.took)
    s.stage = TAKING if s.took[0] == NONE else GIVING


def read_pair(field: str, cards: object, s: GraciasState, to: NDArray[np.int8]) -> None:
    if cards is None:
        return
    colours = things(field, cards, COLOURS)
    if len(colours) != PAIR:
        raise BadPosition(field, f"must be two colours or null, not {shown(cards)}")
    for place, colour in enumerate(colours):
        to[place] = COLOURS.index(colour)
    take_from_pile(field, s, colours)


def turns_taken(facts: Facts, s: GraciasState) -> list[int]:
    """GR-C4 How often each has been on and is done with it: as many triplets are gone as players have taken one."""
    gone = sum(s.triplets[triplet, 0] == NONE for triplet in range(s.seats))
    done = gone - (s.stage == GIVING)
    if gone == s.seats and s.stage == TAKING:
        raise BadPosition("triplets", "nothing is left to take: then a new round would be laid out")
    if done < 0:
        raise BadPosition("took", "all triplets still lie there: nobody can have taken one")
    turn = int(small_marker(s) + done) % int(s.seats)
    s.turn = facts.number("turn", range(s.seats), turn)
    if s.turn != turn:
        raise BadPosition("turn", f"with {gone} triplets taken in round {s.this_round}, seat {turn} is on")
    order = [(seat - small_marker(s)) % s.seats for seat in range(s.seats)]
    return [int(s.this_round) - 1 + (place < done) for place in order]


def read_displays(facts: Facts, s: GraciasState, turns: Sequence[int]) -> None:
    """GR-C3, GR-T2 Two cards at first, one for each turn, and gifts: one for each turn of somebody else's, at most."""
    displays = facts.row("open", s.seats)
    for seat, cards in enumerate(displays):
        field = f"open[{seat}]"
        least = DEALT + turns[seat]
        count = read_cards(field, cards, s, s.opened[seat])
        if not least <= count <= DEALT + sum(turns):
            raise BadPosition(field, f"has {count} cards, but must have {least} to {DEALT + sum(turns)} by now")
    lying, due = int(s.opened.sum()), DEALT * int(s.seats) + PAIR * sum(turns)
    if lying != due:
        raise BadPosition("open", f"{lying} cards lie open, but {due} must by now")


def read_secrets(facts: Facts, s: GraciasState, turns: Sequence[int]) -> int | None:
    """GR-T1 One for each turn; for all seats but one, they may be numbers of unknown cards."""
    secrets = facts.row("secret", s.seats, [{}] * int(s.seats))
    known = [seat for seat, cards in enumerate(secrets) if not is_whole(cards)]
    for seat, cards in enumerate(secrets):
        field = f"secret[{seat}]"
        count = read_cards(field, cards, s, s.secret[seat]) if seat in known else cards
        check_secrets(field, s, seat, count, turns[seat])
        s.secrets[seat] = count
    if len(known) == s.seats:
        return None
    if len(known) != 1:
        raise BadPosition("secret", "either all hidden cards are given by colour, or those of one seat")
    s.pile[:] = 0  # nobody knows what is in it
    return known[0]


def check_secrets(field: str, s: GraciasState, seat: int, count: int, due: int) -> None:
    """Who has taken a triplet and not seen its hidden card has one less: Chance is to turn it up."""
    looking = s.stage == GIVING and seat == s.turn
    if looking and count == due:
        s.stage = LOOKING
    elif count != due + looking:
        raise BadPosition(field, f"has {count} cards, but must have {due + looking} by now")


def read_cards(field: str, cards: object, s: GraciasState, to: NDArray[np.int8]) -> int:
    """Counts by colour → how many there are."""
    if not isinstance(cards, Mapping):
        raise BadPosition(field, f"must be a dict of colours and counts, not {shown(cards)}")
    for name, count in cards.items():
        colour = COLOURS.index(choice(field, name, COLOURS))
        to[colour] = whole(field, count, range(COPIES + 1))
        take_from_pile(field, s, [name] * int(to[colour]))
    return int(to.sum())


def take_from_pile(field: str, s: GraciasState, colours: Sequence[str]) -> None:
    """GR-M1 Every card is somewhere, once."""
    for name in colours:
        colour = COLOURS.index(name)
        if s.pile[colour] == 0:
            raise BadPosition(field, f"has more {name} cards than there are left of {COPIES}")
        s.pile[colour] -= 1


def read_points(facts: Facts, s: GraciasState) -> None:
    """GR-S4 Of every pass that is finished, a number for each seat."""
    passes = facts.row("points", int(s.this_pass) - 1, [])
    most = DEALT + 2 * ROUNDS + ROUNDS * (int(s.seats) - 1)  # cards that one player can end with
    for number, points in enumerate(passes):
        if not isinstance(points, list | tuple) or len(points) != s.seats:
            raise BadPosition(f"points[{number}]", f"must be a list of {s.seats}, not {shown(points)}")
        for seat, score in enumerate(points):
            s.scores[number, seat] = whole(f"points[{number}]", score, range(most + 1))
