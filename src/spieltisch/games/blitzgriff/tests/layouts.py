"""Random and nasty layouts of one seat's three cards, as positions."""

import json
import random
from typing import Any, NamedTuple

import spieltisch as st
from spieltisch.games.blitzgriff import GAME
from spieltisch.games.blitzgriff.cards import CARDS, COLOURS
from spieltisch.games.blitzgriff.tests.reference import Lying
from spieltisch.kernel import Match

Card = dict[str, Any]
Die = tuple[str, int]


class Layout(NamedTuple):
    cards: list[Card]
    lying: list[list[Lying]]  # card by card, in the order of putting down
    middle: list[Die]
    mix: int


def random_layout(rng: random.Random, share: float, care: float, thrown: int = 40) -> Layout:
    """About `share` of the dice thrown are put down, `care` of them where they are right, if there is room."""
    cards = three_cards(rng)
    lying: list[list[Lying]] = [[], [], []]
    mix = rng.randint(1, 6)
    dice = [(colour, rng.randint(1, 6)) for colour in COLOURS for _ in range(4)]
    rng.shuffle(dice)
    middle = []
    for die in dice[:thrown]:
        places = free_places(cards, lying)
        if rng.random() < care:
            places = [place for place in places if fits(cards, lying, place, die, mix)]
        if rng.random() < share and places:
            card, where = rng.choice(places)
            lying[card].append(Lying(*die, where))
        elif rng.random() < share * (1 - care) / 3:
            lying[rng.randrange(3)].append(Lying(*die, "beside"))
        else:
            middle.append(die)
    park_something(rng, cards, lying, middle)
    return Layout(cards, lying, middle, mix)


def three_cards(rng: random.Random) -> list[Card]:
    kinds = rng.sample(sorted({card["kind"] for card in CARDS}), 3)
    return [rng.choice([card for card in CARDS if card["kind"] == kind]) for kind in kinds]


def park_something(rng: random.Random, cards: list[Card], lying: list[list[Lying]], middle: list[Die]) -> None:
    """Often a die that some tower asks for."""
    for card, dice in zip(cards, lying, strict=True):
        if card["kind"] == "tuerme" and middle and rng.random() < 0.5:
            wanted = [die for die in middle if any(die == (ask[1], ask[2]) for ask in card["fields"])]
            die = rng.choice(wanted if wanted and rng.random() < 0.8 else middle)
            middle.remove(die)
            dice.append(Lying(*die, "parked"))


def free_places(cards: list[Card], lying: list[list[Lying]]) -> list[tuple[int, int]]:
    return [
        (number, field)
        for number, card in enumerate(cards)
        for field in range(9)
        if card["fields"][field] is not None
        and sum(die.where == field for die in lying[number]) < (2 if card["kind"] == "tuerme" else 1)
    ]


def fits(cards: list[Card], lying: list[list[Lying]], place: tuple[int, int], die: Die, mix: int) -> bool:
    """Would it be right there? (Not used by the reference itself.)"""
    number, field = place
    ask = cards[number]["fields"][field]
    kind = cards[number]["kind"]
    if ask == "joker":
        return True
    if kind == "mix":
        return bool(die[0] == ask[1 if mix % 2 else 0])
    if kind == "tuerme":
        below = [other for other in lying[number] if other.where == field]
        return die == (ask[1], ask[2]) if below else bool(die[0] == ask[0])
    values = ask[1] if isinstance(ask[1], list) else [ask[1]]
    return die[0] == ask[0] and die[1] in values


def position_of(layout: Layout, **keys: Any) -> dict[str, Any]:
    """Seat 0 has the layout; seat 1 has three cards and nothing on them."""
    placed = [(number, die) for number, dice in enumerate(layout.lying) for die in dice]
    dice: list[list[Any]] = [[*die, "middle"] for die in layout.middle]
    for order, (number, die) in enumerate(placed, start=1):
        where = die.where if isinstance(die.where, str) else die.where + 1
        dice.append([die.colour, die.value, f"0.{number + 1}.{where}", order])
    mine = [card.get("id") for card in layout.cards]
    others = [next(card["id"] for card in CARDS if card["kind"] == kind and card["id"] not in mine) for kind in KINDS]
    return {
        "seats": 2, "round": 3, "pass": 2, "mix": layout.mix, "turn": 0, "start": 0,
        "cards": [layout.cards, others], "dice": dice, **keys,
    }  # fmt: skip


KINDS = ("zielwert", "reihen", "kette")


def match_of(layout: Layout, **keys: Any) -> Match:
    return Match.at(GAME, position_of(layout, **keys), chance="manual")


def by_rules(match: Match, rules: int) -> Match:
    """The match as a release kept it that played by this version."""
    if rules == match.rules:
        return match
    return st.Match.from_json(json.dumps(json.loads(match.to_json()) | {"rules": rules}))
