"""What a server counts, in the text format that Prometheus reads. No names, no addresses, no tables."""

import resource
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from time import monotonic

BUCKETS_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
FAILURE_S = 60  # how long a failed commit counts, where none follows that could tell more


class Histogram:
    """How long something took: how often at most so long."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKETS_S) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(BUCKETS_S, seconds)] += 1
        self.sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        below = list(accumulate(self._counts))
        yield f"# TYPE spieltisch_{name} histogram"
        for bound, count in zip(BUCKETS_S, below, strict=False):
            yield f'spieltisch_{name}_bucket{{le="{bound:g}"}} {count}'
        yield f'spieltisch_{name}_bucket{{le="+Inf"}} {below[-1]}'
        yield f"spieltisch_{name}_sum {self.sum:.6f}"
        yield f"spieltisch_{name}_count {below[-1]}"


class Metrics:
    def __init__(self) -> None:
        self.began = monotonic()
        self.moves = 0
        self.dropped = 0  # slow clients
        self.refused = 0  # messages that were no commands, or too many
        self.failed = 0  # commits
        self.failed_at: float | None = None  # the last one, if it did
        self.failed_bots = 0
        self.commit = Histogram()
        self.hop = Histogram()  # to another server and back
        self.send = Histogram()  # from a command's arrival until everybody's message is on its way

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
        for name, times in (("commit_seconds", self.commit), ("send_seconds", self.send), ("hop_seconds", self.hop)):
            lines += times.lines(name)
        return "\n".join(lines) + "\n"


def series(name: str, kind: str, value: float) -> list[str]:
    return [f"# TYPE spieltisch_{name} {kind}", f"spieltisch_{name} {value:.10g}"]


def resident_bytes() -> int:
    """What the process holds in memory now."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:  # not Linux: the most it ever held
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
