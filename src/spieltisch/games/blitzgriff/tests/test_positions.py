"""Positions: whole cards, dice and their order; whatever cannot be is refused by name."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from spieltisch.games.blitzgriff import GAME
from spieltisch.games.blitzgriff.cards import CARDS
from spieltisch.kernel import Match
from spieltisch.kernel.errors import BadPosition

At = Callable[..., Match]


def plain() -> dict[str, Any]:
    """As design.md has it."""
    return {
        "seats": 2, "round": 1, "pass": 1, "mix": 3, "turn": 0,
        "cards": [["zielwert-03", "tuerme-02", "mix-14"], ["reihen-01", "kette-05", "pasch-12"]],
        "dice": [
            ["rot", 3, "middle"], ["rot", 5, "0.2.5", 1], ["rot", 1, "0.2.beside", 2], ["rot", 6, "0.hand"],
            ["blau", 2, "0.2.parked", 3], ["blau", 2, "1.3.9", 4],
        ],
        "points": [4, -2], "caller": None, "used": ["zielwert-01"], "start": 0, "passes": 0,
    }  # fmt: skip


def test_a_position_comes_back_as_it_was() -> None:
    position = Match.at(GAME, plain()).position()
    used = sorted({"zielwert-01", *plain()["cards"][0], *plain()["cards"][1]})
    assert sorted(position.pop("used")) == used
    assert position == {"options": Match.at(GAME, plain()).options} | {k: v for k, v in plain().items() if k != "used"}


def test_what_is_missing_has_a_start_value() -> None:
    short = {"seats": 2, "cards": plain()["cards"], "dice": [["rot", 3, "middle"]], "mix": 2}
    position = Match.at(GAME, short).position()
    assert (position["round"], position["pass"], position["points"], position["caller"]) == (1, 1, [0, 0], None)


@pytest.mark.parametrize("card", CARDS[::7], ids=lambda card: card["id"])
def test_a_whole_card_is_the_card(card: dict[str, Any]) -> None:
    others = [other for other in ("zielwert-12", "kette-12", "tuerme-12") if other[:3] != card["id"][:3]][:2]
    cards = [[card, *others], ["reihen-02", "kette-01", "pasch-03"]]
    match = Match.at(GAME, {"seats": 2, "cards": cards, "dice": [["rot", 1, "middle"]], "mix": 1})
    assert match.position()["cards"][0][0] == card["id"]


def test_a_card_of_ones_own_stays_whole(at: At) -> None:
    match = at(("kette", "pasch", "reihen"), dice="rot 1 middle, rot 2 middle", seats=2)
    mine = match.position()["cards"][0]
    assert [card["kind"] for card in mine] == ["kette", "pasch", "reihen"]
    again = Match.at(GAME, match.position())
    assert again.position() == match.position()


def test_own_cards_are_handed_on_whole(at: At) -> None:
    match = at(dice="rot 1 middle", **{"pass": 1, "round": 1}, chance=["mix 2", *"1" * 40])
    mine = match.position()["cards"][0]
    match.play(0, "pass")
    match.play(1, "pass")
    assert match.position()["cards"][1] == mine


def test_dice_without_an_order_follow_as_listed() -> None:
    dice = [["rot", 3, "middle"], ["blau", 1, "0.2.1"], ["gelb", 2, "0.2.1"], ["rot", 2, "0.1.1", 7]]
    again = Match.at(GAME, plain() | {"dice": dice}).position()
    assert [entry[3:] for entry in again["dice"]] == [[], [7], [8], [9]]


BAD: list[tuple[str, dict[str, Any]]] = [
    ("seats", {"seats": 5}),
    ("round", {"round": 4}),
    ("pass", {"pass": 3}),
    ("mix", {"mix": 7}),
    ("turn", {"turn": 2}),
    ("start", {"start": -1}),
    ("passes", {"passes": 2}),
    ("points", {"points": [1]}),
    ("points", {"points": [1, "2"]}),
    ("caller", {"caller": 2}),
    ("caller", {"caller": 0}),
    ("caller", {"caller": True}),
    ("used", {"used": ["mix-25"]}),
    ("used", {"used": [f"kette-{number:02}" for number in range(1, 11)]}),
    ("cards", {"cards": [["zielwert-03"]]}),
    ("cards[0]", {"cards": [["zielwert-03", "tuerme-02"], ["reihen-01", "kette-05", "pasch-12"]]}),
    ("cards[0]", {"cards": [["zielwert-03", "zielwert-02", "mix-14"], ["reihen-01", "kette-05", "pasch-12"]]}),
    ("cards[1]", {"cards": [["zielwert-03", "tuerme-02", "mix-14"], ["reihen-01", "kette-05", "mix-14"]]}),
    ("cards[1]", {"cards": [["zielwert-03", "tuerme-02", "mix-14"], ["reihen-01", "kette-05", "x"]]}),
    ("cards[1]", {"cards": [["zielwert-03", "tuerme-02", "mix-14"], ["reihen-01", "kette-05", 7]]}),
    ("cards[0]", {"options": {"languages": "german"}}),
    ("dice", {"dice": 40}),
    ("dice", {"dice": [["rot", 1, "middle"]] * 41}),
    ("dice[4]", {"dice": [["rot", 1, "middle"]] * 5}),
    ("dice[0]", {"dice": [["red", 1, "middle"]]}),
    ("dice[0]", {"dice": [["rot", 7, "middle"]]}),
    ("dice[0]", {"dice": [["rot", 1]]}),
    ("dice[0]", {"dice": [["rot", 1, "nowhere"]]}),
    ("dice[0]", {"dice": [["rot", 1, 5]]}),
    ("dice[0]", {"dice": [["rot", 1, "2.hand"]]}),
    ("dice[0]", {"dice": [["rot", 1, "2.1.1", 1]]}),
    ("dice[0]", {"dice": [["rot", 1, "0.1.5", 1]]}),
    ("dice[0]", {"dice": [["rot", 1, "0.1.parked", 1]]}),
    ("dice[0]", {"dice": [["rot", 1, "middle", 1]]}),
    ("dice[0]", {"dice": [["rot", 1, "0.1.1", 0]]}),
    ("dice", {"dice": [["rot", 1, "0.1.1", 1], ["rot", 1, "0.1.2", 1]]}),
    ("dice", {"dice": [["rot", 1, "0.1.1", 1], ["rot", 1, "0.1.1", 2]]}),
    ("dice", {"dice": [["rot", 1, "0.2.1", 1], ["rot", 1, "0.2.1", 2], ["rot", 1, "0.2.1", 3]]}),
    ("dice", {"dice": [["rot", 1, "0.2.parked", 1], ["rot", 1, "0.2.parked", 2]]}),
    ("dice", {"dice": [["rot", 1, "0.hand"], ["rot", 1, "0.hand"]]}),
    ("dice", {"dice": [["rot", 1, "1.hand"]]}),
    ("passes", {"passes": 1}),
    ("extra", {"extra": 1}),
]


@pytest.mark.parametrize(("field", "wrong"), BAD, ids=[f"{number}-{field}" for number, (field, _) in enumerate(BAD)])
def test_what_cannot_be_is_refused_by_name(field: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as refused:
        Match.at(GAME, plain() | wrong)
    assert refused.value.field == field


BLITZ_BAD: list[tuple[str, dict[str, Any]]] = [
    ("passes", {"passes": 1}),
    ("caller", {"caller": 0, "dice": [["rot", 1, "middle"]]}),
]


@pytest.mark.parametrize(("field", "wrong"), BLITZ_BAD)
def test_what_cannot_be_in_blitz(field: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as refused:
        Match.at(GAME, plain() | {"options": {"pace": "blitz"}} | wrong)
    assert refused.value.field == field


BAD_CARDS: list[tuple[str, dict[str, Any]]] = [
    (".kind", {"kind": "ziel"}),
    (".target", {"target": 0}),
    (".target", {"target": None}),
    (".fields", {"fields": []}),
    (".fields[4]", {"fields": [["rot", 1]] * 9}),
    (".fields[0]", {"fields": [None] * 9}),
    (".fields[1]", {"fields": [["rot", 1], ["rot", 9]]}),
    (".fields[1]", {"fields": [["rot", 1], ["rot"]]}),
    (".fields[1]", {"fields": [["rot", 1], "joker"]}),
]


@pytest.mark.parametrize(("where", "wrong"), BAD_CARDS, ids=[f"{n}{where}" for n, (where, _) in enumerate(BAD_CARDS)])
def test_a_whole_card_is_checked(where: str, wrong: dict[str, Any]) -> None:
    card = copy.deepcopy(CARDS[0]) | wrong
    if 0 < len(card["fields"]) < 9:
        card["fields"] = [*card["fields"], *CARDS[0]["fields"][len(card["fields"]) :]]
    position = plain() | {"cards": [[card, "tuerme-02", "mix-14"], plain()["cards"][1]]}
    with pytest.raises(BadPosition) as refused:
        Match.at(GAME, position)
    assert refused.value.field == f"cards[0]{where}"


def test_only_a_zielwert_card_has_a_target() -> None:
    card = CARDS[20] | {"target": 5}
    with pytest.raises(BadPosition, match="target"):
        Match.at(GAME, plain() | {"cards": [["zielwert-03", card, "mix-14"], plain()["cards"][1]]})
