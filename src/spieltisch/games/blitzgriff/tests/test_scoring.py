"""BG-S1 … BG-S8 against a second scorer, on random and on nasty layouts."""

import os
import random

import pytest

from spieltisch.games.blitzgriff.cards import CARDS, KINDS
from spieltisch.games.blitzgriff.scoring import card_points, cards_points, counts, why
from spieltisch.games.blitzgriff.tests.layouts import Layout, match_of, random_layout
from spieltisch.games.blitzgriff.tests.reference import Lying, extra, pass_points, points, signs

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
SOAK = int(os.environ.get("SPIELTISCH_MATCHES", "40")) >= 1000
LAYOUTS = 50_000 if SOAK else 60 if INTERPRETED else 800
SHAPES = [(0.9, 0.95), (1.0, 1.0), (0.7, 0.7), (0.9, 0.3), (0.3, 0.0), (0.2, 1.0), (0.0, 0.0)]


def check(layout: Layout) -> None:
    s = match_of(layout)._states[0]
    for card in range(3):
        assert card_points(s, 0, card) == points(layout.cards[card], layout.lying[card], layout.mix), (card, layout)
    assert cards_points(s, 0) == pass_points(layout.cards, layout.lying, layout.mix), layout


@pytest.mark.slow
def test_bg_s1_to_s8_points_of_random_layouts() -> None:
    rng = random.Random(1)
    for number in range(LAYOUTS):
        check(random_layout(rng, *SHAPES[number % len(SHAPES)]))


def test_bg_s1_every_die_counts_what_the_second_scorer_says() -> None:
    rng = random.Random(2)
    for number in range(LAYOUTS // 4):
        layout = random_layout(rng, *SHAPES[number % len(SHAPES)])
        s = match_of(layout)._states[0]
        for card, dice in enumerate(layout.lying):
            seen = dict.fromkeys(range(9), 0)
            for die, sign in zip(dice, signs(layout.cards[card], dice, layout.mix), strict=True):
                if isinstance(die.where, int):
                    assert counts(why(s, 0, card, die.where, seen[die.where])) == sign, (card, die, layout)
                    seen[die.where] += 1


def all_right(card: dict[str, object], mix: int) -> list[Lying]:
    """Every field as it should be, regardless of how many dice there are; Pasch: a joker for each value."""
    fields: list[object] = card["fields"]  # type: ignore[assignment]
    values = sorted({ask[1] for ask in fields if isinstance(ask, list)} if card["kind"] == "pasch" else {})
    dice = []
    for field, ask in enumerate(fields):
        if ask == "joker":
            dice.append(Lying("rot", values.pop(), field))
        elif isinstance(ask, list):
            dice += right_dice(str(card["kind"]), ask, field, mix)
    return dice


def right_dice(kind: str, ask: list[object], field: int, mix: int) -> list[Lying]:
    if kind == "tuerme":
        return [Lying(str(ask[0]), 1, field), Lying(str(ask[1]), int(str(ask[2])), field)]
    if kind == "mix":
        return [Lying(str(ask[mix % 2]), 3, field)]
    value = ask[1][-1] if isinstance(ask[1], list) else ask[1]
    return [Lying(str(ask[0]), int(str(value)), field)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mix", [1, 2])
def test_whole_cards_filled_right_and_with_one_fault(kind: str, mix: int) -> None:
    """Nasty: everything right, in several orders; then one die less, one wrong, one beside."""
    rng = random.Random(kind)
    cards = [card for card in CARDS if card["kind"] == kind]
    others = [next(card for card in CARDS if card["kind"] == other) for other in KINDS if other != kind][:2]
    for card in cards[:: 6 if INTERPRETED else 1]:
        dice = all_right(card, mix)
        for fault in range(4):
            lying = sorted(dice, key=lambda die: die.where) if kind == "tuerme" else rng.sample(dice, len(dice))
            if fault == 1:
                lying.pop()
            if fault == 2:
                lying[0] = lying[0]._replace(colour="weiss" if lying[0].colour != "weiss" else "rot")
            if fault == 3:
                lying.append(lying.pop()._replace(where="beside"))
            layout = Layout([card, *others], [lying, [], []], [("rot", 1)], mix)
            if all(sum(die.colour == colour for die in lying) <= 4 - (colour == "rot") for colour in COLOURS_USED):
                check(layout)
                if fault == 0 and kind not in ("zielwert", "kette"):
                    assert extra(card, lying, mix) == 1


COLOURS_USED = ("rot", "blau", "gruen", "gelb", "orange", "lila", "rosa", "braun", "schwarz", "weiss")
