"""Quick dice for playouts and search: never for a match that counts (see chance.py)."""

import hashlib

import numpy as np

from spieltisch.kernel.compiled import rule
from spieltisch.kernel.record import State, States

DICE = np.dtype((np.record, np.dtype([("bits", "u8")])))
NO_OUTCOME = -1
U7, U13, U17, U32 = (np.uint64(n) for n in (7, 13, 17, 32))


def new_dice(*seeds: bytes) -> States:
    """Dice whose throws depend on the seeds alone."""
    dice = np.zeros(1, DICE)
    digest = hashlib.sha256(b"".join(hashlib.sha256(seed).digest() for seed in seeds)).digest()
    dice["bits"] = int.from_bytes(digest[:8], "big") | 1
    return dice


@rule
def below(dice: State, n: int) -> int:
    """A whole number 0 … n − 1 (xorshift64)."""
    bits = dice.bits
    bits ^= bits << U13
    bits ^= bits >> U7
    bits ^= bits << U17
    dice.bits = bits
    return int(((bits >> U32) * np.uint64(n)) >> U32)


@rule
def pick(dice: State, weights: np.ndarray, total: int) -> int:
    """The number of an outcome, as likely as its weight."""
    left = below(dice, total)
    for outcome in range(weights.size):
        left -= weights[outcome]
        if left < 0:
            return outcome
    return NO_OUTCOME


@rule
def pick_marked(dice: State, marks: np.ndarray, marked: int) -> int:
    """One of the `marked` numbers whose mark is set, all equally likely."""
    left = below(dice, marked)
    for number in range(marks.size):
        if marks[number]:
            if left == 0:
                return number
            left -= 1
    return NO_OUTCOME
