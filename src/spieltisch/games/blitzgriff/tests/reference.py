"""A second opinion: the points of a card, written anew from the rulebook's words. Knows nothing of the rules' code.

A card is a dict as in positions; what lies on it is a list of `Lying`, in the order of putting down.
"""

from typing import Any, NamedTuple

ROWS = ({0, 1, 2}, {3, 4, 5}, {6, 7, 8})
COLUMNS = ({0, 3, 6}, {1, 4, 7}, {2, 5, 8})
DIAGONALS = ({0, 4, 8}, {2, 4, 6})


class Lying(NamedTuple):
    """A die at a card; `where`: a field 0 … 8, "beside" or "parked"."""

    colour: str
    value: int
    where: int | str


def signs(card: dict[str, Any], dice: list[Lying], mix: int) -> list[int]:
    """+1 or −1 for each die; a tower's lower die 0."""
    found = dict.fromkeys(range(len(dice)), -1)
    right = [index for index, die in enumerate(dice) if meets(card, dice, index, mix)]
    for index in SCORING[card["kind"]](card, dice, right):
        found[index] = 1
    if card["kind"] == "tuerme":
        for index in right:
            if found[index] == 1 and lower(dice, index):
                found[index] = 0
    return [found[index] for index in range(len(dice))]


def all_signs(card: dict[str, Any], dice: list[Lying], mix: int) -> list[list[int]]:
    """Under every choice among equally long runs of a Kette."""
    if card["kind"] != "kette":
        return [signs(card, dice, mix)]
    right = [index for index in range(len(dice)) if meets(card, dice, index, mix)]
    first_of = {dice[index].value: index for index in reversed(right)}
    chosen = [{first_of[value] for value in run} for run in longest_runs(set(first_of))]
    return [[1 if index in run else -1 for index in range(len(dice))] for run in chosen]


def longest_runs(values: set[int]) -> list[set[int]]:
    """At least two long; a single empty one if there is none."""
    runs = [set(range(low, high)) for low in range(1, 7) for high in range(low + 2, 8)]
    possible = [run for run in runs if run <= values] or [set()]
    return [run for run in possible if len(run) == max(map(len, possible))]


def lower(dice: list[Lying], index: int) -> bool:
    return all(die.where != dice[index].where for die in dice[:index])


def meets(card: dict[str, Any], dice: list[Lying], index: int, mix: int) -> bool:
    die = dice[index]
    if not isinstance(die.where, int):
        return False
    ask = card["fields"][die.where]
    if ask == "joker":
        return True
    match card["kind"]:
        case "mix":
            return bool(die.colour == (ask[0] if mix in (2, 4, 6) else ask[1]))
        case "tuerme":
            if lower(dice, index):
                return bool(die.colour == ask[0])
            return (die.colour, die.value) == (ask[1], ask[2])
        case "reihen":
            return die.colour == ask[0] and die.value in ask[1]
    return (die.colour, die.value) == (ask[0], ask[1])


def zielwert(card: dict[str, Any], dice: list[Lying], right: list[int]) -> list[int]:
    total, good = 0, []
    for index in right:
        total += dice[index].value
        if total <= card["target"]:
            good.append(index)
    return good


def tuerme(card: dict[str, Any], dice: list[Lying], right: list[int]) -> list[int]:
    towers: dict[Any, list[int]] = {}
    for index in right:
        towers.setdefault(dice[index].where, []).append(index)
    return [index for tower in towers.values() if len(tower) == 2 for index in tower]


def reihen(card: dict[str, Any], dice: list[Lying], right: list[int]) -> list[int]:
    filled = {dice[index].where for index in right}
    complete = [line for line in (*ROWS, *COLUMNS, *DIAGONALS) if line <= filled]
    return [index for index in right if any(dice[index].where in line for line in complete)]


def kette(card: dict[str, Any], dice: list[Lying], right: list[int]) -> list[int]:
    first_of = {dice[index].value: index for index in reversed(right)}
    runs = [range(low, high) for low in range(1, 7) for high in range(low + 2, 8)]
    possible = [run for run in runs if all(value in first_of for value in run)]
    best = max(possible, key=lambda run: (len(run), -run[0]), default=range(0))
    return [first_of[value] for value in best]


def pasch(card: dict[str, Any], dice: list[Lying], right: list[int]) -> list[int]:
    good: list[int] = []
    for value in range(1, 7):
        showing = [index for index in right if dice[index].value == value]
        jokers = [index for index in showing if card["fields"][dice[index].where] == "joker"]
        pair = [index for index in showing if index not in jokers]
        if jokers and pair:
            good += [*pair, jokers[0]]
    return good


def verwirrmix(card: dict[str, Any], dice: list[Lying], right: list[int]) -> list[int]:
    return right


SCORING = {
    "zielwert": zielwert, "tuerme": tuerme, "reihen": reihen, "kette": kette, "pasch": pasch, "mix": verwirrmix,
}  # fmt: skip


def extra(card: dict[str, Any], dice: list[Lying], mix: int) -> int:
    right = [index for index in range(len(dice)) if meets(card, dice, index, mix)]
    good = SCORING[card["kind"]](card, dice, right)
    if card["kind"] == "zielwert":
        return int(sum(dice[index].value for index in right) == card["target"])
    needed = {"kette": 6, "tuerme": 18}.get(card["kind"], 9)
    return int(len(good) == needed)


def points(card: dict[str, Any], dice: list[Lying], mix: int) -> int:
    return sum(signs(card, dice, mix)) + extra(card, dice, mix)


def pass_points(cards: list[dict[str, Any]], layouts: list[list[Lying]], mix: int) -> int:
    each = [points(card, dice, mix) for card, dice in zip(cards, layouts, strict=True)]
    plus = sum(one >= 1 for one in each)
    return sum(each) + {2: 2, 3: 3}.get(plus, 0)
