"""Who sits where. Every player of a line-up sits on every seat equally often, and next to everybody."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import permutations


def line_up(bots: Sequence[str], seats: int) -> tuple[str, ...]:
    """In the order given; the last one is repeated until the table is full."""
    return (*bots, *[bots[-1]] * (seats - len(bots)))


def seating(players: tuple[str, ...], number: int) -> tuple[str, ...]:
    """Of the match with this number. As many matches in a row as there are seats share an order of players around the
    table, moved on by one seat each time; then the next order has its turn.
    """
    block, turn = divmod(number, len(players))
    orders = orders_of(players)
    order = orders[block % len(orders)]
    return order[-turn:] + order[:-turn]


@cache
def orders_of(players: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """All orders around the table, shuffled: a contest may end before each had its turn. Other names at the same
    chairs are shuffled the same way.
    """
    first, *others = players
    orders = list(dict.fromkeys((first, *order) for order in permutations(others)))
    random.Random(0).shuffle(orders)
    return tuple(orders)


def balanced(matches: int, seats: int) -> int:
    """At least so many matches that all seats are shared out equally."""
    return -(-matches // seats) * seats
