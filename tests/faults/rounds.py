"""A round: tables are filled, things go wrong, all is healed, the matches end, and every history is checked."""

import asyncio
import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from faults.checker import Finding, check
from faults.cluster import Cluster
from faults.nemesis import Fault, Nemesis
from faults.players import Crowd
from faults.stored import Logs, logs_in_database, logs_in_file

ENDING_S = 60  # after the faults every match must have ended
IN_FLIGHT_S = 0.1  # what a killed server had sent may be read a little later
PLAYING_S = 2  # who has heard nothing for longer still suffers from the fault before


class Report(NamedTuple):
    faults: Counter[str]
    moves: int  # acknowledged
    findings: list[Finding]
    fail_overs: list[float]  # per table and kill in calm, in seconds
    ending_s: float  # from the last fault to the end of all matches
    tracebacks: list[str]

    def __str__(self) -> str:
        kinds = Counter(finding.kind for finding in self.findings)
        wrong = {kind: kinds[kind] for kind in ("lost", "doubled", "shown and gone")}
        wrong["otherwise wrong"] = kinds.total() - sum(wrong.values())
        slowest = f"{max(self.fail_overs):.1f} s ({len(self.fail_overs)} tables)" if self.fail_overs else "not measured"
        lines = [
            f"{self.faults.total()} faults: {', '.join(f'{n} × {kind}' for kind, n in sorted(self.faults.items()))}",
            f"{self.moves} moves acknowledged: {', '.join(f'{kind} {n}' for kind, n in wrong.items())}",
            f"slowest fail-over after a kill: {slowest}; all matches over {self.ending_s:.1f} s after the last fault",
        ]
        return "\n".join([*lines, *(str(finding) for finding in self.findings[:20])])


async def play_round(
    cluster: Cluster, faults: Sequence[Fault], tables: int, think_s: float, seed: int, ending_s: float = ENDING_S
) -> Report:
    crowd = Crowd(think_s, cluster.some_url, random.Random(seed))
    nemesis = Nemesis(cluster)
    async with crowd.playing(tables) as hosts:
        await nemesis.inflict(faults)
        healed = monotonic()
        crowd.last_orders = True
        await asyncio.wait(hosts, timeout=ending_s)
        for host in hosts:
            host.cancel()
    took_s = monotonic() - healed
    findings = check_all(crowd, await stored_logs(cluster))
    fail_overs = [gap for when in nemesis.calm_kills for gap in gaps_after(when, crowd)]
    return Report(nemesis.done, crowd.acknowledged, findings, fail_overs, took_s, cluster.tracebacks)


async def stored_logs(cluster: Cluster) -> Logs:
    if cluster.database is None:
        return logs_in_file(cluster.data)
    return await logs_in_database(cluster.database.url)


def check_all(crowd: Crowd, logs: Logs) -> list[Finding]:
    findings = []
    for table, lines in crowd.tables.items():
        findings += check(table, logs.get(table, []), [line.history for line in lines])
    return findings


def gaps_after(when: float, crowd: Crowd) -> list[float]:
    """How long after a kill each table's first move came, where a match was being played until then."""
    gaps = []
    for lines in crowd.tables.values():
        heard = sorted(step for line in lines for step in line.heard)
        first = bisect_right(heard, (when + IN_FLIGHT_S, 0))
        if 0 < first < len(heard):
            (last_at, last_match), (next_at, next_match) = heard[first - 1], heard[first]
            if last_match == next_match and last_at > when - PLAYING_S:
                gaps.append(next_at - when)
    return gaps
