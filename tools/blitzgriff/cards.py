"""BG-M3 Makes the 84 cards of the game's cards.toml and measures them: python -m tools.blitzgriff.cards

The same seed gives the same file; with --measure it prints how even and how hard the cards are that are in the game.
Cards are filled from stacks with every colour and value equally often; then they exchange colours until none breaks a
condition and all of a kind are about equally hard.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from spieltisch.games.blitzgriff.cards import (
    CARDS,
    CENTRE,
    COLOURS,
    EMPTY,
    FIELDS,
    JOKER,
    KINDS,
    LANGUAGES,
    NO_FIELD,
    STYLES,
    Card,
    field_numbers,
)
from spieltisch.games.blitzgriff.scoring import card_points
from spieltisch.games.blitzgriff.state import (
    DICE,
    FACES,
    HELD,
    LEVELS,
    MIDDLE,
    NONE,
    STATE,
    BlitzState,
    clear_table,
    lay,
)
from spieltisch.games.blitzgriff.stop.check import could_add
from spieltisch.kernel import rule

SEED = 84
THROWS = 1000
TOLERANCE = 0.15  # BG-M3 allows, as a share of the kind's mean
AIM = 0.12
OF_A_KIND, OF_MIX = 12, (12, 6, 6)
MOST_OF_A_COLOUR = 4  # BG-M3
USUALLY_AT_MOST = {"tuerme": 3}  # ours are a little more varied; other kinds: 2
CHOICES = 4  # Dreierreihen fields with two values
LEAST_SETS = 5  # Zielwert: different sets of fields that hit the target
LEAST_ABOVE = 8  # … and by how much all eight exceed it
TARGET_SHARE = (0.5, 0.62)  # of that sum

Asks = list[list[Any]]  # card by card, field by field


# How hard a card is


@rule
def greedy_points(s: BlitzState, values: np.ndarray) -> int:
    """The fixed greedy player: alone with one card and a throw, he puts down as many scoring dice as there can be."""
    clear_table(s)
    for die in range(DICE):
        s.value[die] = values[die]
        s.where[die] = MIDDLE
    plan = np.zeros(DICE, np.int64)
    could_add(s, 0, plan)
    for level in range(LEVELS):
        for die in range(DICE):
            if plan[die] > 0 and (plan[die] - 1) % LEVELS == level:
                lay(s, die, 0, 0, (plan[die] - 1) // LEVELS)
    return card_points(s, 0, 0)


@rule
def mean_points(s: BlitzState, throws: np.ndarray) -> float:
    total = 0
    for throw in range(throws.shape[0]):
        s.mix = 1 + throw % FACES
        total += greedy_points(s, throws[throw])
    return total / throws.shape[0]


def fixed_throws() -> np.ndarray:
    rng = random.Random(SEED)
    return np.array([[rng.randint(1, FACES) for _ in range(DICE)] for _ in range(THROWS)])


def difficulty(card: Card, throws: np.ndarray) -> float:
    """The greedy player's mean."""
    states = np.zeros(1, STATE)
    s = states[0]
    s.seats = 1
    for slot in range(HELD):
        s.kind[0, slot] = NONE
        for field in range(FIELDS):
            s.colour[0, slot, field] = NO_FIELD
    s.kind[0, 0] = KINDS.index(card["kind"])
    s.target[0, 0] = card.get("target", 0)
    for field, ask in enumerate(card["fields"]):
        numbers = field_numbers(card["kind"], ask)
        s.colour[0, 0, field], s.values[0, 0, field], s.other[0, 0, field], s.style[0, 0, field] = numbers
    return float(mean_points(s, throws))


# What a card must not do


def most_allowed(kind: str) -> int:
    return USUALLY_AT_MOST.get(kind, 2)


def faults(kind: str, asks: Sequence[Any]) -> int:
    """How often a card breaks a condition; 0: it may be printed."""
    if kind == "mix":
        painted, words = zip(*asks, strict=True)
        return sum(map(too_many(kind), (painted, words))) + sum(one == other for one, other in asks)
    if kind == "tuerme":
        same = sum(below == above for below, above, _ in asks) + repeats((above, value) for _, above, value in asks)
        return too_many(kind)([colour for below, above, _ in asks for colour in (below, above)]) + same
    return too_many(kind)([colour for colour, _ in asks]) + sum_of_faults(kind, asks)


def too_many(kind: str) -> Callable[[Sequence[str]], int]:
    return lambda colours: sum(max(0, count - most_allowed(kind)) for count in Counter(colours).values())


def repeats(things: Iterator[Any]) -> int:
    return sum(count - 1 for count in Counter(things).values())


def sum_of_faults(kind: str, asks: Sequence[Any]) -> int:
    """One colour and value, one place; Zielwert: a target must be possible."""
    same = repeats((ask[0], value) for ask in asks for value in (ask[1] if kind == "reihen" else (ask[1],)))
    return same + (kind == "zielwert" and not targets([value for _, value in asks]))


def targets(values: Sequence[int]) -> list[int]:
    """BG-M3 Those that several sets of fields hit, clearly below the sum of all."""
    sums = Counter(sum(some) for size in range(1, len(values) + 1) for some in combinations(values, size))
    whole = sum(values)
    low, high = (share * whole for share in TARGET_SHARE)
    high = min(high, whole - LEAST_ABOVE)
    return [total for total, sets in sorted(sums.items()) if low <= total <= high and sets >= LEAST_SETS]


# Filling cards evenly


def evenly(rng: random.Random, things: Sequence[Any], count: int) -> list[Any]:
    """Every thing equally often, but for a remainder; shuffled."""
    stack = [*things] * (count // len(things)) + rng.sample(list(things), count % len(things))
    rng.shuffle(stack)
    return stack


def in_cards(stack: list[Any], size: int) -> Asks:
    return [stack[first : first + size] for first in range(0, len(stack), size)]


def values_of(rng: random.Random, kind: str) -> Asks:
    """The values of every card's fields."""
    if kind == "zielwert":
        return in_cards(evenly(rng, range(1, 7), OF_A_KIND * 8), 8)
    if kind == "tuerme":
        return in_cards(evenly(rng, range(1, 7), OF_A_KIND * FIELDS), FIELDS)
    if kind == "kette":
        return [shuffled(rng, [*range(1, 7), *twice]) for twice in threes(rng)]
    if kind == "pasch":
        return [shuffled(rng, [*three, *three]) for three in threes(rng)]
    return choices_of_values(rng)


def choices_of_values(rng: random.Random) -> Asks:
    """Dreierreihen: some fields leave a choice of two values."""
    while True:
        stack = evenly(rng, range(1, 7), OF_A_KIND * (FIELDS + CHOICES))
        cards = [
            [(card[2 * i], card[2 * i + 1]) if i < CHOICES else (card[CHOICES + i],) for i in range(FIELDS)]
            for card in in_cards(stack, FIELDS + CHOICES)
        ]
        if all(len(set(values)) == len(values) for card in cards for values in card):
            return [shuffled(rng, card) for card in cards]


def threes(rng: random.Random) -> list[list[int]]:
    """Three values for each card, every value in half of them."""
    pairs = [rng.sample(range(1, 7), 6) for _ in range(OF_A_KIND // 2)]
    return [three for six in pairs for three in (six[:3], six[3:])]


def shuffled(rng: random.Random, things: list[Any]) -> list[Any]:
    rng.shuffle(things)
    return things


def asks_of(rng: random.Random, kind: str, cards: int) -> Asks:
    """Colours and values, still with faults."""
    size = {"zielwert": 8, "pasch": 6}.get(kind, FIELDS)
    colours = in_cards(evenly(rng, COLOURS, cards * size), size)
    others = in_cards(evenly(rng, COLOURS, cards * size), size)
    if kind == "mix":
        return [list(zip(*parts, strict=True)) for parts in zip(colours, others, strict=True)]
    values = values_of(rng, kind)
    if kind == "tuerme":
        return [list(zip(*parts, strict=True)) for parts in zip(colours, others, values, strict=True)]
    return [list(zip(*parts, strict=True)) for parts in zip(colours, values, strict=True)]


def exchange_colours(rng: random.Random, asks: Asks, kind: str, first: int | None = None) -> Callable[[], None]:
    """Two fields exchange a colour → how to take it back."""
    one, two = rng.randrange(len(asks)) if first is None else first, rng.randrange(len(asks))
    i, j = rng.randrange(len(asks[one])), rng.randrange(len(asks[two]))
    part = rng.randrange(2) if kind in ("mix", "tuerme") else 0
    if kind == "zielwert" and rng.random() < 0.5:
        part = 1  # values, too: the others' values are bound to their cards
    before = asks[one][i], asks[two][j]
    asks[one][i], asks[two][j] = replaced(before[0], part, before[1][part]), replaced(before[1], part, before[0][part])

    def take_back() -> None:
        asks[two][j] = before[1]
        asks[one][i] = before[0]

    return take_back


def replaced(ask: tuple[Any, ...], part: int, thing: Any) -> tuple[Any, ...]:
    return (*ask[:part], thing, *ask[part + 1 :])


def remove_faults(rng: random.Random, asks: Asks, kind: str) -> None:
    count = sum(faults(kind, card) for card in asks)
    while count:
        take_back = exchange_colours(rng, asks, kind)
        now = sum(faults(kind, card) for card in asks)
        if now > count:
            take_back()
        else:
            count = now


# Equally hard


def even_out(rng: random.Random, asks: Asks, kind: str, throws: np.ndarray) -> None:
    """The card that differs most exchanges something, or its fields' places, as long as that helps."""

    def measure(number: int) -> float:
        return difficulty(card_of(kind, number + 1, asks[number]), throws)

    measured = [measure(number) for number in range(len(asks))]
    while True:
        mean = sum(measured) / len(measured)
        worst = max(range(len(asks)), key=lambda card: abs(measured[card] - mean))
        off = abs(measured[worst] - mean)
        if off <= AIM * mean:
            return
        saved = [list(card) for card in asks]
        if rng.random() < 0.5:
            rng.shuffle(asks[worst])
        else:
            exchange_colours(rng, asks, kind, worst)
        if any(faults(kind, card) for card in asks):
            asks[:] = saved
            continue
        changed = [number for number, card in enumerate(asks) if card != saved[number]]
        new = list(measured)
        for number in changed:
            new[number] = measure(number)
        if spread(new) < spread(measured):
            measured = new
        else:
            asks[:] = saved


def spread(measured: Sequence[float]) -> float:
    mean = sum(measured) / len(measured)
    return sum((one - mean) ** 2 for one in measured)


# Printing


def card_of(kind: str, number: int, asks: Sequence[Any], language: str = "de") -> Card:
    """As positions and the file have it."""
    card: Card = {"id": f"{kind}-{number:02}", "kind": kind}
    if kind == "zielwert":
        values = [value for _, value in asks]
        possible = targets(values) or [sum(values) // 2]
        card["target"] = possible[number % len(possible)]
        fields: list[Any] = [list(ask) for ask in asks]
        return card | {"fields": [*fields[:CENTRE], None, *fields[CENTRE:]]}
    if kind == "pasch":
        return card | {"fields": pasch_fields(number, asks)}
    if kind == "reihen":
        return card | {"fields": [[colour, list(values)] for colour, values in asks]}
    if kind == "mix":
        return card | {"fields": [[*ask, language] for ask in asks]}
    return card | {"fields": [list(ask) for ask in asks]}


def pasch_fields(number: int, asks: Sequence[Any]) -> list[Any]:
    """The two fields of a value are written differently, each way twice on a card; the jokers lie anywhere."""
    rng = random.Random(number)
    leave_out = rng.sample(STYLES, 3)
    ways = {
        value: shuffled(rng, [style for style in STYLES if style != left_out])
        for value, left_out in zip(sorted({value for _, value in asks}), leave_out, strict=True)
    }
    fields: list[Any] = [[colour, value, ways[value].pop()] for colour, value in asks]
    for place in sorted(rng.sample(range(FIELDS), 3)):
        fields.insert(place, JOKER)
    return fields


def make_kind(kind: str, throws: np.ndarray) -> list[Card]:
    rng = random.Random(f"{SEED} {kind}")
    made: list[Card] = []
    for language, count in zip(LANGUAGES, OF_MIX if kind == "mix" else (OF_A_KIND,), strict=False):
        asks = asks_of(rng, kind, count)
        remove_faults(rng, asks, kind)
        numbers = range(len(made) + 1, len(made) + count + 1)
        if kind != "mix":  # any throw has what they ask for
            even_out(rng, asks, kind, throws)
        made += [card_of(kind, number, card, language) for number, card in zip(numbers, asks, strict=True)]
    return made


def make_cards() -> list[Card]:
    throws = fixed_throws()
    return [card for kind in KINDS for card in make_kind(kind, throws)]


HEAD = """\
# BG-M3 The 84 cards, three rows of three fields each (tools/blitzgriff, seed {seed}); their order is the order of
# Chance's outcomes and never changes (docs/fairness.md).
# zielwert [colour, value] · tuerme [below, above, value above] · reihen [colour, [values]] · kette [colour, value]
# pasch [colour, value, how it is written] or "joker" · mix [painted, word, language]
"""


def as_toml(cards: Sequence[Card]) -> str:
    lines = [HEAD.format(seed=SEED)]
    for card in cards:
        lines += [f"[[{card['kind']}]]", f'id = "{card["id"]}"']
        if "target" in card:
            lines.append(f"target = {card['target']}")
        fields = [as_toml_field(field) for field in card["fields"]]
        rows = (", ".join(fields[row : row + 3]) for row in range(0, FIELDS, 3))
        lines += ["fields = [", *(f"    {row}," for row in rows), "]", ""]
    return "\n".join(lines)


def as_toml_field(field: Any) -> str:
    if field is None:
        return f'"{EMPTY}"'
    if isinstance(field, list):
        return f"[{', '.join(as_toml_field(part) for part in field)}]"
    return str(field) if isinstance(field, int) else f'"{field}"'


def report(cards: Sequence[Card]) -> str:
    """How even and how hard: a line for each kind."""
    throws = fixed_throws()
    lines = [f"greedy player's mean over {THROWS} throws: kind, mean, easiest and hardest card as a share of it"]
    for kind in KINDS:
        measured = [difficulty(card, throws) for card in cards if card["kind"] == kind]
        mean = sum(measured) / len(measured)
        lines.append(f"{kind:9} {mean:5.2f}  {max(measured) / mean:.0%}  {min(measured) / mean:.0%}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.blitzgriff.cards", description=__doc__)
    parser.add_argument("--measure", action="store_true", help="measure the cards that are in the game instead")
    print(report(CARDS) if parser.parse_args().measure else as_toml(make_cards()))


if __name__ == "__main__":
    main()
