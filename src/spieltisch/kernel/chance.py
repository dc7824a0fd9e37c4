"""Who plays Chance. The stream's bytes are specified in docs/fairness.md: seeds and logs outlive this code."""

import hmac
import secrets
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple, Protocol

import numpy as np

from spieltisch.kernel.dice import NO_OUTCOME
from spieltisch.kernel.engine import WORD, Engine
from spieltisch.kernel.errors import BadChance, is_whole, shown
from spieltisch.kernel.game import CHANCE_DUE
from spieltisch.kernel.record import States

WORDS_IN_BLOCK = 32 // WORD
LARGEST_SEED = 1024


class Drawn(NamedTuple):
    """A move of Chance: the outcome, who alone may see it, and the weights it was drawn by."""

    outcome: int
    to: int
    weights: list[int]


class Source(Protocol):
    """Where Chance's moves come from. Immutable: a refused move leaves it as it was."""

    def play(self, engine: Engine, states: States, texts: Sequence[str]) -> "tuple[list[Drawn], Source]":
        """Chance is due, and plays as long as it is and the source has something → its moves, the source after them."""

    def to_json(self) -> dict[str, object]: ...


class Seeded(NamedTuple):
    """HMAC-SHA-256 in counter mode, rejection sampling. `used` counts the 8-byte words taken from the stream."""

    key: bytes
    context: bytes = b""
    used: int = 0
    block: bytes = b""  # of the last word taken, so that it need not be made again

    def play(self, engine: Engine, states: States, texts: Sequence[str]) -> "tuple[list[Drawn], Seeded]":
        """In compiled code, a block of words at a time."""
        moves: list[Drawn] = []
        used, block = self.used, self.block
        acting = CHANCE_DUE
        while acting == CHANCE_DUE:
            number, place = divmod(used, WORDS_IN_BLOCK)
            block = block if place and block else self.make_block(number)
            weights = np.empty((WORDS_IN_BLOCK, len(texts)), np.int64)
            drawn = np.empty((WORDS_IN_BLOCK + 1, 2), np.int64)
            acting = engine.draw(states, np.frombuffer(block, np.uint8), place, weights, drawn)
            count = int(drawn[WORDS_IN_BLOCK - place, 0])
            for (outcome, to), by in zip(drawn[:count].tolist(), weights[:count].tolist(), strict=True):
                if outcome != NO_OUTCOME:
                    moves.append(Drawn(outcome, to, by))
            used += count
        return moves, Seeded(self.key, self.context, used, block)

    def next(self, weights: Sequence[int]) -> "tuple[int, Seeded]":
        """The same for somebody who has only the weights: the first outcome at which they exceed the number drawn."""
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
        number, place = divmod(self.used, WORDS_IN_BLOCK)
        block = self.block if place and self.block else self.make_block(number)
        word = int.from_bytes(block[place * WORD : (place + 1) * WORD], "big")
        return word, Seeded(self.key, self.context, self.used + 1, block)

    def make_block(self, number: int) -> bytes:
        return hmac.digest(self.key, self.context + number.to_bytes(8, "big"), "sha256")

    def to_json(self) -> dict[str, object]:
        return {"kind": "seeded", "key": self.key.hex(), "context": self.context.hex(), "used": self.used}


def context(table: str, entropies: Sequence[bytes]) -> bytes:
    """The table's id and all players' entropies, each behind its length: nothing can be shifted between them."""
    parts = (table.encode(), *entropies)
    return len(parts).to_bytes(4, "big") + b"".join(len(part).to_bytes(4, "big") + part for part in parts)


@dataclass(frozen=True)
class Scripted:
    """A list of moves; when it is used up, the caller plays Chance (an empty script: from the start)."""

    moves: tuple[str, ...] = ()

    def play(self, engine: Engine, states: States, texts: Sequence[str]) -> "tuple[list[Drawn], Scripted]":
        moves: list[Drawn] = []
        weights = np.zeros(len(texts), np.int64)
        for move in self.moves:
            if not engine.chances(states, weights):
                break
            possible = {text: outcome for outcome, text in enumerate(texts) if weights[outcome]}
            if move not in possible:
                raise BadChance(f"the script's {shown(move)} cannot happen now")
            moves.append(Drawn(possible[move], int(engine.happen(states, possible[move])), weights.tolist()))
        return moves, Scripted(self.moves[len(moves) :])

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
