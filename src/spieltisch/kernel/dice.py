"""Quick dice for playouts and search: never for a match that counts (see chance.py)."""

import hashlib

import numpy as np

from spieltisch.kernel.compiled import rule
from spieltisch.kernel.record import States, number, scratch

NO_OUTCOME = -1
U7, U13, U17, U32 = (np.uint64(n) for n in (7, 13, 17, 32))


class Dice:
    bits = number("u8")


DICE = scratch(Dice)


def new_dice(*seeds: bytes) -> States:
    """Dice whose throws depend on the seeds alone."""
    dice = np.zeros(1, DICE)
    digest = hashlib.sha256(b"".join(hashlib.sha256(seed).digest() for seed in seeds)).digest()
    dice["bits"] = int.from_bytes(digest[:8], "big") | 1
    return dice


@rule
def below(dice: Dice, n: int) -> np.int64:
    """A whole number 0 … n − 1 (xorshift64). Signed: with an unsigned one, compiled differences would be floats."""
    bits = dice.bits
    bits ^= bits << U13
    bits ^= bits >> U7
    bits ^= bits << U17
    dice.bits = bits
    return np.int64(((bits >> U32) * np.uint64(n)) >> U32)


@rule
def take(dice: Dice, counts: np.ndarray, size: int) -> int:
    """One of `size` cards, each equally likely, out of a pile that is kept as what is left of each kind."""
    card = pick(dice, counts, size)
    counts[card] -= 1
    return card


@rule
def pick(dice: Dice, weights: np.ndarray, total: int) -> int:
    """A number as likely as its weight (of an outcome; of a move, where legal ones weigh 1)."""
    left = below(dice, total)
    for outcome in range(weights.size):
        left -= weights[outcome]
        if left < 0:
            return outcome
    return NO_OUTCOME
