"""Nobody has to trust the dice: commitments, and the stream of a match (docs/fairness.md)."""

from collections.abc import Mapping
from hashlib import sha256

from spieltisch.kernel.chance import Seeded, context

SECRET = 32  # bytes, of the secret and of each person's entropy


def commitment(secret: bytes) -> bytes:
    """What is published before, of a secret or of an entropy."""
    return sha256(secret).digest()


def stream(secret: bytes, table: str, entropies: Mapping[int, bytes]) -> Seeded:
    """Chance's stream: keyed by the secret, bound to the table and to every person's entropy, by seat."""
    return Seeded(secret, context(table, [entropies[seat] for seat in sorted(entropies)]))
