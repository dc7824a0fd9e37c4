"""BS-S5 The conditions: a closed vocabulary, as data. A card's number is its condition's place here."""

import tomllib
from pathlib import Path

import numpy as np

_conditions = tomllib.loads((Path(__file__).parent / "conditions.toml").read_text(encoding="utf-8"))["condition"]

KINDS = ("most", "equal", "distinct", "last", "sum", "even sum", "odd sum")
MOST, EQUAL, DISTINCT, LAST, SUM, EVEN_SUM, ODD_SUM = range(len(KINDS))
NO_LIMIT = 1000

CARDS: tuple[str, ...] = tuple(condition["id"] for condition in _conditions)
CONDITIONS = len(CARDS)
KIND = np.array([KINDS.index(condition["kind"]) for condition in _conditions], np.int64)
VALUES = np.array([sum(1 << value for value in condition.get("values", ())) for condition in _conditions], np.int64)
BELOW = np.array([condition.get("below", NO_LIMIT) for condition in _conditions], np.int64)
