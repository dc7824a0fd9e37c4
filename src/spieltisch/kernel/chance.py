"""Who plays Chance. The stream's bytes are specified in docs/fairness.md: seeds and logs outlive this code."""

import secrets
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, Protocol

from spieltisch.kernel.engine import WORD
from spieltisch.kernel.errors import BadChance, is_whole, shown

if TYPE_CHECKING:
    from hashlib import _Hash

WORDS_IN_BLOCK = 32 // WORD
HASHED_AT_ONCE = 64  # bytes, by SHA-256
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))  # RFC 2104
LARGEST_SEED = 1024


class Drawn(NamedTuple):
    """A move of Chance: the outcome, who alone may see it, and the weights it was drawn by."""

    outcome: int
    to: int
    weights: list[int]


class Source(Protocol):
    """Where Chance's moves come from. Immutable: a refused move leaves it as it was."""

    def pick(self, weights: Sequence[int], texts: Sequence[str]) -> "tuple[int, Source] | None":
        """Chance's next move, by the weights of all outcomes; None: the caller plays it."""

    def to_json(self) -> dict[str, object]: ...


class Seeded(NamedTuple):
    """HMAC-SHA-256 in counter mode, rejection sampling. `used` counts the 8-byte words taken from the stream."""

    key: bytes
    context: bytes = b""
    used: int = 0
    ahead: bytes = b""  # the next words, up to the end of a block: made, and not yet taken

    def go_on(self, taken: int, words: int) -> "Seeded":
        """So many words are taken; after them at least so many are made."""
        used, ahead = self.used + taken, self.ahead[WORD * taken :]
        while len(ahead) < WORD * words:
            number, place = divmod(used + len(ahead) // WORD, WORDS_IN_BLOCK)
            ahead += self.make_block(number)[WORD * place :]
        return Seeded(self.key, self.context, used, ahead)

    def pick(self, weights: Sequence[int], texts: Sequence[str]) -> "tuple[int, Seeded]":
        """(In a match the compiled turn does the same.)"""
        return self.next(weights)

    def next(self, weights: Sequence[int]) -> "tuple[int, Seeded]":
        """The first outcome at which the weights exceed the number drawn."""
        sums = list(accumulate(weights))
        number, source = self.below(sums[-1])
        return bisect_right(sums, number), source

    def below(self, n: int) -> "tuple[int, Seeded]":
        """A number 0 … n − 1: the first word below the largest multiple of n, modulo n."""
        limit = 2**64 // n * n
        word, source = self.word()
        while word >= limit:
            word, source = source.word()
        return word % n, source

    def word(self) -> "tuple[int, Seeded]":
        """The next word of the stream."""
        source = self.go_on(0, words=1)
        return int.from_bytes(source.ahead[:WORD], "big"), source.go_on(1, words=0)

    def make_block(self, number: int) -> bytes:
        inner, outer = hmac_begun(self.key, self.context)
        inner, outer = inner.copy(), outer.copy()
        inner.update(number.to_bytes(8, "big"))
        outer.update(inner.digest())
        return outer.digest()

    def to_json(self) -> dict[str, object]:
        return {"kind": "seeded", "key": self.key.hex(), "context": self.context.hex(), "used": self.used}


@lru_cache(maxsize=1024)  # matches at the same time
def hmac_begun(key: bytes, context: bytes) -> "tuple[_Hash, _Hash]":
    """HMAC-SHA-256 as far as it is the same for all blocks: a third of the time that it takes to begin anew."""
    block = (sha256(key).digest() if len(key) > HASHED_AT_ONCE else key).ljust(HASHED_AT_ONCE, b"\0")
    return sha256(block.translate(INNER) + context), sha256(block.translate(OUTER))


def context(table: str, entropies: Sequence[bytes]) -> bytes:
    """The table's id and all players' entropies, each behind its length: nothing can be shifted between them."""
    parts = (table.encode(), *entropies)
    return len(parts).to_bytes(4, "big") + b"".join(len(part).to_bytes(4, "big") + part for part in parts)


@dataclass(frozen=True)
class Scripted:
    """A list of moves; when it is used up, the caller plays Chance (an empty script: from the start)."""

    moves: tuple[str, ...] = ()

    def pick(self, weights: Sequence[int], texts: Sequence[str]) -> "tuple[int, Scripted] | None":
        if not self.moves:
            return None
        possible = {text: outcome for outcome, text in enumerate(texts) if weights[outcome]}
        if self.moves[0] not in possible:
            raise BadChance(f"the script's {shown(self.moves[0])} cannot happen now")
        return possible[self.moves[0]], Scripted(self.moves[1:])

    def to_json(self) -> dict[str, object]:
        return {"kind": "script", "moves": list(self.moves)}


MANUAL = Scripted()


def seeded(seed: int | bytes | None) -> Seeded:
    """An int is keyed by its decimal text, bytes by themselves; None by 32 fresh random bytes."""
    if seed is None:
        return Seeded(secrets.token_bytes(32))
    if isinstance(seed, bytes) and len(seed) <= LARGEST_SEED:
        return Seeded(seed)
    if is_whole(seed) and abs(seed).bit_length() <= LARGEST_SEED:
        return Seeded(str(seed).encode())
    raise BadChance(f"a seed is a whole number, bytes or None (up to {LARGEST_SEED} bits or bytes), not {shown(seed)}")


def source_of(chance: object, seed: int | bytes | None) -> Source:
    """What `Match(chance=…, seed=…)` means."""
    if chance is None:
        return seeded(seed)
    if seed is not None:
        raise BadChance("give either a seed or chance, not both")
    if isinstance(chance, Seeded):
        return chance
    if isinstance(chance, str) and chance == "manual":
        return MANUAL
    if isinstance(chance, list | tuple) and all(isinstance(move, str) for move in chance):
        return Scripted(tuple(chance))
    raise BadChance(f"chance is 'manual' or a list of moves, not {shown(chance)}")


def source_from_json(data: object) -> Source:
    """The reverse of `to_json`."""
    match data:
        case {"kind": "script", "moves": list(moves)} if all(isinstance(move, str) for move in moves):
            return Scripted(tuple(moves))
        case {"kind": "seeded", "key": str(key), "context": str(text), "used": int(used)} if 0 <= used < 2**63:
            try:
                return Seeded(bytes.fromhex(key), bytes.fromhex(text), used)
            except ValueError:
                pass
    raise BadChance("chance is not a seeded stream or a script")
