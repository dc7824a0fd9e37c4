"""Positions for the rule tests: trays as words, everything else with a sensible default."""

from collections.abc import Callable
from typing import Any

import pytest

import spieltisch as st

CARDS = ["wuerfel", "meiste-1", "meiste-2", "meiste-3", "summe"]


def match_at(*trays: str, seats: int = 3, chance: Any = "manual", **keys: Any) -> st.Match:
    """Trays from the left, a die as owner and value: "A4 B4" is a 4 of seat 0, then one of seat 1. Seat 0 is on."""
    dice = [[read_die(die) for die in tray.split()] for tray in (*trays, "", "", "", "", "")[:5]]
    position = {"seats": seats, "start": 0, "turn": 0, "cards": CARDS, "trays": dice}
    return st.Match.at("bloeder-sack", position | keys, chance=chance)


def read_die(die: str) -> list[int]:
    """With its age behind a comma, if it has one."""
    face, _, age = die.partition(",")
    return [ord(face[0]) - ord("A"), int(face[1]), *([int(age)] if age else [])]


@pytest.fixture
def at() -> Callable[..., st.Match]:
    return match_at


@pytest.fixture
def cards() -> Callable[..., list[str]]:
    """These cards above the first trays, others above the rest."""
    return lambda *first: [*first, *(card for card in CARDS if card not in first)][:5]
