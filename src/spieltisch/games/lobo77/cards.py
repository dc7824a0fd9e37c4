"""LO-M1 The cards: their ids, values and numbers."""

import tomllib
from pathlib import Path

import numpy as np

_cards = tomllib.loads((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))["card"]

CARDS: tuple[str, ...] = tuple(card["id"] for card in _cards)
VALUE = np.array([card["value"] for card in _cards], np.int64)
COPIES = {edition: np.array([card["copies"][edition] for card in _cards], np.int64) for edition in ("55", "56")}
KINDS = len(CARDS)
X2 = CARDS.index("x2")
TURN = CARDS.index("turn")
