"""What one run of load against one server showed, ours or a peer's; and what else the machine did meanwhile."""

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from statistics import median
from typing import TypeVar

QUIET_PCT = 15  # of a core, that other programs may take


@dataclass(frozen=True)
class Reading:
    moves_per_s: float
    cpu_us: float  # of the server, per move
    p50_ms: float  # from sending a move until all four have it
    p99_ms: float
    bytes: float  # per client and move
    foreign_pct: float  # of a core, taken by other programs
    stalled: float  # tables at which nothing moved any more

    @property
    def spoilt(self) -> bool:
        return self.foreign_pct > QUIET_PCT or self.stalled > 0


R = TypeVar("R", bound=Reading)


def median_of(readings: Sequence[R]) -> R:
    """Each of its figures by itself."""
    names = [field.name for field in fields(readings[0])]
    return replace(readings[0], **{name: median(getattr(reading, name) for reading in readings) for name in names})


def machine_cpu_s() -> float:
    """Work of all cores since the machine was started, whoever did it; nan where the system does not say."""
    try:
        cores = Path("/proc/stat").read_text().split("\n")[0]
    except OSError:
        return math.nan
    user, nice, system, _idle, _waiting, irq, softirq, stolen = map(int, cores.split()[1:9])
    return (user + nice + system + irq + softirq + stolen) / os.sysconf("SC_CLK_TCK")
