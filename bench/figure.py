"""One line of the table: what was measured, what it stands beside, and what it should reach."""

from dataclasses import asdict, dataclass
from typing import Any

PER_SECOND, MICROSECONDS, MILLISECONDS, SECONDS, SHARE, NUMBER = "/s", "µs", "ms", "s", "share", ""
BYTES = "bytes"
LESS_IS_BETTER = (MICROSECONDS, MILLISECONDS, SECONDS, BYTES)


@dataclass(frozen=True)
class Figure:
    name: str  # in JSON
    what: str
    measured: float
    unit: str
    range: tuple[float, float] | None = None  # 95 % confidence
    beside: str = ""
    other: float | None = None  # in the same unit
    to_reach: str = ""
    reached: bool | None = None

    @property
    def ratio(self) -> float | None:
        """How many times better than the other."""
        if self.other is None:
            return None
        return self.other / self.measured if self.unit in LESS_IS_BETTER else self.measured / self.other

    def to_json(self) -> dict[str, Any]:
        fields = asdict(self)
        del fields["name"]
        return fields | {"ratio": self.ratio}


def shown(value: float, unit: str) -> str:
    """A measured value as people read it."""
    if unit == SHARE:                           return f"{value:.1%}"
    if unit == PER_SECOND and value >= 1e6:     return f"{value / 1e6:.2f} M/s"
    if unit == PER_SECOND and value >= 1e4:     return f"{value / 1e3:.0f} k/s"
    if unit == PER_SECOND:                      return f"{value / 1e3:.1f} k/s"
    return f"{value:.2f} {unit}".rstrip()
