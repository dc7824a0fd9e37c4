"""What a server counts, in the text format that Prometheus reads. No names, no addresses, no tables."""

import resource
from collections import deque
from collections.abc import Iterator, Sequence
from time import monotonic

KEPT = 2000  # of each latency
FAILURE_S = 60  # how long a failed commit counts, where none follows that could tell more


class Timings:
    """The last few thousand, for quantiles."""

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=KEPT)
        self.count = 0
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self._seconds.append(seconds)
        self.count += 1
        self.sum += seconds

    def quantiles(self, shares: Sequence[float]) -> Iterator[tuple[float, float]]:
        ordered = sorted(self._seconds)
        for share in shares:
            yield share, ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0


class Metrics:
    def __init__(self) -> None:
        self.began = monotonic()
        self.moves = 0
        self.dropped = 0  # slow clients
        self.refused = 0  # messages that were no commands, or too many
        self.failed = 0  # commits
        self.failed_at: float | None = None  # the last one, if it did
        self.failed_bots = 0
        self.commit = Timings()
        self.send = Timings()  # from a command's arrival until everybody's message is on its way

    def note_commit(self, seconds: float, failed: int, now: float) -> None:
        """`failed`: how much of what was to be written was not."""
        self.commit.add(seconds)
        self.failed += failed
        self.failed_at = now if failed else None

    def is_storing(self, now: float) -> bool:
        """As far as is known."""
        return self.failed_at is None or now - self.failed_at > FAILURE_S

    def text(self, gauges: dict[str, float], more: dict[str, int]) -> str:
        """`more`: counters that others keep."""
        usage = resource.getrusage(resource.RUSAGE_SELF)
        counters = {
            "moves_total": self.moves,
            "dropped_clients_total": self.dropped,
            "refused_messages_total": self.refused,
            "failed_commits_total": self.failed,
            "failed_bots_total": self.failed_bots,
            "cpu_seconds_total": usage.ru_utime + usage.ru_stime,
            **more,
        }
        up = monotonic() - self.began
        gauges = gauges | {"up_seconds": up, "moves_per_second": self.moves / up, "memory_bytes": resident_bytes()}
        lines = [line for name, value in counters.items() for line in series(name, "counter", value)]
        lines += [line for name, value in gauges.items() for line in series(name, "gauge", value)]
        for name, latency in (("commit_seconds", self.commit), ("send_seconds", self.send)):
            lines += summary(name, latency)
        return "\n".join(lines) + "\n"


def series(name: str, kind: str, value: float) -> list[str]:
    return [f"# TYPE spieltisch_{name} {kind}", f"spieltisch_{name} {value:.10g}"]


def summary(name: str, latency: Timings) -> list[str]:
    return [
        f"# TYPE spieltisch_{name} summary",
        *(f'spieltisch_{name}{{quantile="{share}"}} {value:.6f}' for share, value in latency.quantiles((0.5, 0.99))),
        f"spieltisch_{name}_sum {latency.sum:.6f}",
        f"spieltisch_{name}_count {latency.count}",
    ]


def resident_bytes() -> int:
    """What the process holds in memory now."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:  # not Linux: the most it ever held
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
