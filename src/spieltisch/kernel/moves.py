"""Moves as text and as numbers. A game lists every text once, so there is one spelling for each move and no parser."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Kind:
    """A kind of move; `unseen` is what the log says to those who may not see which one it was."""

    texts: tuple[str, ...]
    unseen: str | None = None


def seen_by_all(*texts: str) -> Kind:
    return Kind(texts)


def seen_by_receiver(*texts: str, unseen: str) -> Kind:
    """Which one it was is known to one seat only: whoever made the move, or to whom Chance dealt."""
    return Kind(texts, unseen)


class Spelled(NamedTuple):
    """A move's text and the name of its kind."""

    text: str
    kind: str


class Moves:
    """All moves of a game's seats, or all outcomes of its Chance. Numbers run through the kinds in order."""

    def __init__(self, **kinds: Kind) -> None:
        self.kinds: Mapping[str, Kind] = kinds
        self.texts = tuple(text for kind in kinds.values() for text in kind.texts)
        self.number = {text: number for number, text in enumerate(self.texts)}
        unseen = [kind.unseen for kind in kinds.values() if kind.unseen is not None]
        if len({*self.texts, *unseen}) != len(self.texts) + len(unseen):
            raise TypeError("two moves have the same text")
        self._kind_names = tuple(kinds)
        self._kind_of = tuple(place for place, kind in enumerate(kinds.values()) for _ in kind.texts)
        secret = [kind.unseen is not None for kind in kinds.values()]
        unseen_texts = [kind.unseen or "" for kind in kinds.values()]
        self._texts_to_others = tuple(
            unseen_texts[kind] if secret[kind] else self.texts[number] for number, kind in enumerate(self._kind_of)
        )
        self._to_others = tuple(-1 - kind if secret[kind] else number for number, kind in enumerate(self._kind_of))

    def __len__(self) -> int:
        return len(self.texts)

    def to_others(self, number: int) -> int:
        """How a move stands in the log of those who did not receive it: a secret one as its kind only, below zero."""
        return self._to_others[number]

    def texts_to(self, others: bool) -> tuple[str, ...]:
        """Every move's text as its receiver sees it, or as all the others do."""
        return self._texts_to_others if others else self.texts

    @property
    def unseen(self) -> dict[str, str]:
        """What the others are told of each secret move."""
        pairs = zip(self.texts, self._texts_to_others, strict=True)
        return {text: others for text, others in pairs if text != others}

    def read(self, text: str) -> int | None:
        """The reverse of `spell`: the number, also of a move that was not seen; None: no such text."""
        if text in self.number:
            return self.number[text]
        return next((-1 - kind for kind, name in enumerate(self.kinds) if self.kinds[name].unseen == text), None)

    def spell(self, number: int) -> Spelled:
        """The move as text, also of one that was not seen."""
        if number >= 0:
            return Spelled(self.texts[number], self._kind_names[self._kind_of[number]])
        name = self._kind_names[-1 - number]
        return Spelled(self.kinds[name].unseen or "?", name)
