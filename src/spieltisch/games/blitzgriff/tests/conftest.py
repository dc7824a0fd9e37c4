"""Positions for the rule tests: cards of our own, dice by short words, everything else with a sensible default."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from spieltisch.games.blitzgriff import GAME
from spieltisch.games.blitzgriff.tests.layouts import by_rules
from spieltisch.kernel import Match

# Cards on which what a rule says can be seen at a glance. Fields count from 1, row by row.
ZIELWERT = {
    "kind": "zielwert", "target": 15,
    "fields": [
        ["rot", 6], ["blau", 5], ["gruen", 4], ["gelb", 5], None, ["orange", 1], ["lila", 3], ["rosa", 2], ["rot", 3],
    ],
}  # fmt: skip
TUERME = {
    "kind": "tuerme",
    "fields": [
        ["blau", "rot", 3], ["gruen", "gelb", 1], ["rosa", "lila", 2], ["braun", "weiss", 6], ["schwarz", "orange", 5],
        ["gelb", "gruen", 4], ["lila", "rosa", 1], ["weiss", "braun", 2], ["orange", "schwarz", 3],
    ],
}  # fmt: skip
REIHEN = {
    "kind": "reihen",
    "fields": [
        ["rot", [1]], ["blau", [4, 1]], ["gruen", [2]], ["gelb", [3]], ["orange", [5]],
        ["lila", [6]], ["rosa", [2]], ["braun", [3]], ["weiss", [4]],
    ],
}  # fmt: skip
KETTE = {
    "kind": "kette",
    "fields": [
        ["rot", 1], ["blau", 2], ["gruen", 3], ["gelb", 4], ["orange", 5],
        ["lila", 6], ["rosa", 3], ["braun", 4], ["weiss", 1],
    ],
}  # fmt: skip
PASCH = {
    "kind": "pasch",
    "fields": [
        ["rot", 2, "arabic"], "joker", ["blau", 5, "roman"], ["gruen", 6, "pips"], "joker", ["gelb", 2, "roman"],
        ["orange", 5, "pips"], "joker", ["lila", 6, "arabic"],
    ],
}  # fmt: skip
MIX = {
    "kind": "mix",
    "fields": [
        ["rot", "blau", "fr"], ["blau", "gruen", "de"], ["gruen", "gelb", "en"], ["gelb", "orange", "de"],
        ["orange", "lila", "de"], ["lila", "rosa", "de"], ["rosa", "braun", "de"], ["braun", "weiss", "de"],
        ["weiss", "rot", "de"],
    ],
}  # fmt: skip
CARDS = {card["kind"]: card for card in (ZIELWERT, TUERME, REIHEN, KETTE, PASCH, MIX)}
OTHERS = [
    ["zielwert-01", "kette-01", "pasch-01"],
    ["tuerme-01", "reihen-01", "mix-01"],
    ["kette-02", "pasch-02", "mix-02"],
]
THREE = ("zielwert", "tuerme", "mix")


def match_at(
    cards: Sequence[str] = THREE,
    dice: str = "",
    seats: int = 2,
    chance: Any = "manual",
    rules: int = GAME.rules_version,
    **keys: Any,
) -> Match:
    """Seat 0 has these three of our cards.

    Dice: `rot 3 1.5` (card 1, field 5, in this order), `rot 3 1.beside`, `rot 3 1.parked`, `rot 3 middle`,
    `rot 3 0.hand`; several with commas between.
    """
    position: dict[str, Any] = {
        "seats": seats, "round": 3, "pass": seats, "mix": 2,
        "cards": [[CARDS[card] for card in cards], *OTHERS[: seats - 1]],
        "dice": [entry(word.split(), order) for order, word in enumerate(dice.split(", "), start=1) if word],
        "start": 0,
    } | keys  # fmt: skip
    return by_rules(Match.at(GAME, position, chance=chance), rules)


def entry(words: Sequence[str], order: int) -> list[Any]:
    colour, value, place = words
    if place == "middle" or place.endswith("hand"):
        return [colour, int(value), place]
    return [colour, int(value), place if place.count(".") == 2 else f"0.{place}", order]


@pytest.fixture
def at() -> Callable[..., Match]:
    return match_at


@pytest.fixture
def scored() -> Callable[..., list[int]]:
    """Seat 0's three cards as they would be scored."""

    def points(*args: Any, **keys: Any) -> list[int]:
        from spieltisch.games.blitzgriff.scoring import card_points

        match = match_at(*args, **keys)
        return [int(card_points(match._states[0], 0, card)) for card in range(3)]

    return points


@pytest.fixture
def stopped() -> Callable[..., int]:
    """What the stop check gives seat 0 who calls STOPP now."""

    def points(*args: Any, **keys: Any) -> int:
        match = match_at(*args, **keys)
        match.play(0, "stop")
        return next(event[3] for event in match.told if event[0] == list(GAME.events).index("check"))

    return points
