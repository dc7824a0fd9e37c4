"""Positions for the rule tests: one colour as the test wants it, the other cards filled in so that all adds up."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from typing import Any

import pytest

import spieltisch as st

COLOURS = ("red", "yellow", "green", "blue", "purple", "orange")
HIDDEN = 4

Display = list[str]


def filled_up(colour: str, counts: Sequence[int]) -> list[Display]:
    """14 cards for each: so many of the colour, the rest from the others in turn."""
    others = cycle(other for other in COLOURS if other != colour)
    return [[colour] * count + list(islice(others, 14 - count)) for count in counts]


def last_gift(
    colour: str, counts: Sequence[int], hidden: Sequence[int] | None = None, chance: Any = "manual", **keys: Any
) -> st.Match:
    """All but the last gift of a pass is done; after `finish` everyone has `counts` cards of the colour.

    `hidden`: how many of them lie face down.
    """
    seats = len(counts)
    last, first = seats - 1, 0
    shown, secrets = [], []
    for display, down in zip(filled_up(colour, counts), hidden or [0] * seats, strict=True):
        face_down = [colour] * down + [card for card in display if card != colour][: HIDDEN - down]
        face_down += [colour] * (HIDDEN - len(face_down))
        secrets.append(dict(Counter(face_down)))
        shown.append(Counter(display) - Counter(face_down))
    kept, given = (sorted(shown[seat])[-1] for seat in (last, first))
    shown[last] -= Counter([kept])
    shown[first] -= Counter([given])
    position = {
        "seats": seats, "round": 4, "big": (first - 3) % seats, "turn": last, "open": [dict(cards) for cards in shown],
        "secret": secrets, "triplets": [None] * seats, "took": [kept, given],
    }  # fmt: skip
    return st.Match.at("gracias", position | keys, chance=chance)


def finish(match: st.Match) -> st.Match:
    kept, _ = match.position()["took"]
    seat = match.actors[0]
    match.play(seat, f"keep {kept} give 0")
    return match


def beginning(seats: int = 4, **keys: Any) -> dict[str, Any]:
    """A pass has begun: seat 0 has both markers and is on."""
    return {
        "seats": seats,
        "open": [{"red": 1, "blue": 1}] * seats,
        "triplets": [["green", "yellow"], ["purple", "purple"], ["orange", "red"], *[["blue", "red"]] * (seats - 3)],
    } | keys


@pytest.fixture
def at_the_beginning() -> Callable[..., st.Match]:
    def at(seats: int = 4, chance: Any = "manual", **keys: Any) -> st.Match:
        return st.Match.at("gracias", beginning(seats, **keys), chance=chance)

    return at


@pytest.fixture
def scored() -> Callable[..., list[dict[str, Any]]]:
    """What a pass's scoring tells of one colour, by seat."""

    def told(colour: str, counts: Sequence[int], hidden: Sequence[int] | None = None) -> list[dict[str, Any]]:
        match = finish(last_gift(colour, counts, hidden))
        nothing = {"cards": 0, "stacked": 0, "open": 0, "discards": 0, "points": 0}
        by_seat = [nothing] * len(counts)
        for kind, *details in match.told:
            name = list(match.game.events)[kind]
            if name == "counted":
                event = dict(zip(match.game.events[name].details, details, strict=True))
                if COLOURS[event.pop("colour")] == colour:
                    by_seat[event.pop("seat")] = event
        return by_seat

    return told


@pytest.fixture
def at_last_gift() -> Callable[..., st.Match]:
    return last_gift


@pytest.fixture
def finished() -> Callable[[st.Match], st.Match]:
    return finish
