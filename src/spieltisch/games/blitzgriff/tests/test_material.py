"""BG-M1 … BG-M3: the committed cards keep the conditions."""

import os
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from spieltisch.games.blitzgriff import GAME
from spieltisch.games.blitzgriff.cards import CARDS, COLOURS, KINDS
from spieltisch.kernel import Match
from tools.blitzgriff.cards import TOLERANCE, as_toml, difficulty, fixed_throws, make_cards

COMPILED = os.environ.get("NUMBA_DISABLE_JIT") != "1"
LONG = int(os.environ.get("SPIELTISCH_MATCHES", "40")) >= 1000


def of_kind(kind: str) -> list[dict[str, Any]]:
    return [card for card in CARDS if card["kind"] == kind]


def asks(card: dict[str, Any]) -> list[Any]:
    return [ask for ask in card["fields"] if isinstance(ask, list)]


def test_bg_m1_forty_dice_four_of_each_colour() -> None:
    dice = Match(GAME, 2, seed=1).position()["dice"]
    assert Counter(colour for colour, *_ in dice) == dict.fromkeys(COLOURS, 4)
    assert [colour for colour, *_ in dice[:8]] == ["rot"] * 4 + ["blau"] * 4
    assert list(GAME.seats) == [2, 3, 4]


def test_bg_m2_84_cards_in_six_kinds() -> None:
    assert Counter(card["kind"] for card in CARDS) == {kind: 24 if kind == "mix" else 12 for kind in KINDS}
    languages = Counter(language for card in of_kind("mix") for *_, language in card["fields"])
    assert languages == {"de": 12 * 9, "en": 6 * 9, "fr": 6 * 9}
    assert all(len({language for *_, language in card["fields"]}) == 1 for card in of_kind("mix"))


@pytest.mark.parametrize(("languages", "foreign"), [("all", True), ("german", False)])
def test_bg_m2_languages_sorts_the_foreign_ones_out(languages: str, foreign: bool) -> None:
    dealt = set()
    for seed in range(40):
        match = Match(GAME, 4, {"languages": languages}, seed=seed)
        dealt |= {card for cards in match.position()["cards"] for card in cards if card.startswith("mix")}
    assert any(card > "mix-12" for card in dealt) == foreign
    assert any(card <= "mix-12" for card in dealt)


def test_bg_m3_zielwert_has_eight_fields_and_a_target_that_several_sets_hit() -> None:
    for card in of_kind("zielwert"):
        assert card["fields"][4] is None
        values = [value for _, value in asks(card)]
        assert len(values) == 8
        hits = sum(sum(some) == card["target"] for size in range(1, 9) for some in combinations(values, size))
        assert hits >= 3
        assert sum(values) >= card["target"] + 6


def test_bg_m3_towers_ask_for_two_different_colours() -> None:
    for card in of_kind("tuerme"):
        assert len(asks(card)) == 9
        assert all(below != above and value in range(1, 7) for below, above, value in asks(card))


def test_bg_m3_rows_ask_for_one_value_or_two() -> None:
    sizes = Counter(len(values) for card in of_kind("reihen") for _, values in asks(card))
    assert set(sizes) == {1, 2}
    assert all(len(set(values)) == len(values) for card in of_kind("reihen") for _, values in asks(card))


def test_bg_m3_chains_have_every_value_and_some_twice() -> None:
    for card in of_kind("kette"):
        assert sorted(Counter(value for _, value in asks(card)).values()) == [1, 1, 1, 2, 2, 2]


def test_bg_m3_sets_have_three_values_twice_written_differently_and_three_jokers() -> None:
    for card in of_kind("pasch"):
        assert card["fields"].count("joker") == 3
        by_value: dict[int, list[str]] = {}
        for _, value, style in asks(card):
            by_value.setdefault(value, []).append(style)
        assert len(by_value) == 3
        assert all(len(set(styles)) == len(styles) == 2 for styles in by_value.values())


def test_bg_m3_mix_fields_say_another_colour_than_they_show() -> None:
    for card in of_kind("mix"):
        assert len(asks(card)) == 9
        assert all(painted != word for painted, word, _ in asks(card))


def colours_asked(card: dict[str, Any]) -> list[list[str]]:
    """What must be there at once: Verwirrmix asks for its painted colours or for its words."""
    if card["kind"] == "mix":
        return [[ask[0] for ask in asks(card)], [ask[1] for ask in asks(card)]]
    if card["kind"] == "tuerme":
        return [[colour for ask in asks(card) for colour in ask[:2]]]
    return [[ask[0] for ask in asks(card)]]


def test_bg_m3_no_card_asks_for_more_than_four_of_a_colour() -> None:
    for card in CARDS:
        assert all(max(Counter(colours).values()) <= 4 for colours in colours_asked(card))


def test_bg_m3_no_two_cards_of_a_kind_are_alike() -> None:
    assert len({repr(sorted(map(repr, card["fields"]))) for card in CARDS}) == len(CARDS)
    assert len({card["id"] for card in CARDS}) == len(CARDS)


@pytest.mark.parametrize("kind", KINDS)
def test_bg_m3_colours_and_values_are_spread_evenly(kind: str) -> None:
    cards = of_kind(kind)
    for part in range(2 if kind in ("tuerme", "mix") else 1):
        colours = Counter(ask[part] for card in cards for ask in asks(card))
        assert max(colours.values()) - min(colours[colour] for colour in COLOURS) <= (3 if kind == "mix" else 1)
    if kind != "mix":
        values = Counter(value for card in cards for ask in asks(card) for value in values_of(kind, ask))
        assert len(set(values.values())) == 1


def values_of(kind: str, ask: list[Any]) -> list[int]:
    value = ask[2] if kind == "tuerme" else ask[1]
    return value if isinstance(value, list) else [value]


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="84,000 throws")
@pytest.mark.parametrize("kind", KINDS)
def test_bg_m3_cards_of_a_kind_are_about_equally_hard(kind: str) -> None:
    throws = fixed_throws()
    measured = [difficulty(card, throws) for card in of_kind(kind)]
    mean = sum(measured) / len(measured)
    assert all(abs(one - mean) <= TOLERANCE * mean for one in measured)


@pytest.mark.skipif(not (COMPILED and LONG), reason="takes minutes")
def test_the_file_is_what_the_generator_makes() -> None:
    """To make it anew: python -m tools.blitzgriff.cards > src/spieltisch/games/blitzgriff/cards.toml"""
    file = Path(__file__).parents[1] / "cards.toml"
    assert file.read_text(encoding="utf-8").strip() == as_toml(make_cards()).strip()
