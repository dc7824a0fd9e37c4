"""Positions for the rule tests: hands as words, everything else with a sensible default."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import spieltisch as st


def match_at(*hands: str, out: Sequence[int] = (), chance: Any = "manual", **keys: Any) -> st.Match:
    """A match in mid-round: one hand per seat, short on purpose; seat 0 is on; three chips for each seat still in."""
    position: dict[str, Any] = {
        "seats": len(hands),
        "hands": [hand.split() for hand in hands],
        "chips": [None if seat in out else 3 for seat in range(len(hands))],
        "out": list(out),
        "turn": 0,
        "start": 0,
    } | keys
    position.setdefault("discards", plausible_discards(keys))
    if position["discards"]:
        position.setdefault("top", position["discards"][-1])
    return st.Match.at("lobo77", position, chance=chance)


def plausible_discards(keys: dict[str, Any]) -> list[str]:
    if "top" in keys:
        return [keys["top"]]
    if keys.get("played"):
        return ["x2", "9"]
    return ["x2"] if keys.get("owes") == 2 else ["9"]


@pytest.fixture
def at() -> Callable[..., st.Match]:
    return match_at


@pytest.fixture
def deck() -> list[str]:
    """LO-M1 The 55 cards."""
    once = ["76", "11", "22", "33", "44", "55", "66"]
    return once + ["0", "-10", "x2", "turn"] * 4 + ["2", "3", "4", "5", "6", "7", "8", "9"] * 3 + ["10"] * 8
