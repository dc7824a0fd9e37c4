"""Sets of fields (from 0) and of values (from 1): a bit for each."""

from spieltisch.kernel import rule

LARGEST = 9  # fields of a card


@rule
def has(members: int, one: int) -> bool:
    return members >> one & 1 == 1


@rule
def has_all(members: int, others: int) -> bool:
    return members & others == others


@rule
def size_of(members: int) -> int:
    count = 0
    for one in range(LARGEST):
        count += has(members, one)
    return count
