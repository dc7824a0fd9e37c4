"""Three servers, a PostgreSQL and a NATS, while all of them are killed, stopped and cut off from each other.

SPIELTISCH_FAULTS says how many faults; `make soak` has a thousand. `pytest -s` shows how it goes.
"""

import asyncio
import os
from pathlib import Path

import pytest

from faults.cluster import running
from faults.nemesis import CALM_EVERY, CALM_KILL, ENGINE_KINDS, LINE_KINDS, SERVER_KINDS, schedule
from faults.rounds import play_round

SHORT = 12
FAULTS = int(os.environ.get("SPIELTISCH_FAULTS", SHORT))
ROUND = 40  # faults; then every history is checked, and new tables are opened
SERVERS, TABLES = 3, 24 if FAULTS <= SHORT else 200
GAP_S = 0.5  # between the beginnings of two faults
THINK_S = 0.5 if FAULTS <= SHORT else 1.0  # it counts as fail-over, too
FAIL_OVER_S = 5


def test_the_schedule_follows_from_its_seed() -> None:
    planned = schedule(1, 300, SERVERS, GAP_S)
    assert planned == schedule(1, 300, SERVERS, GAP_S) != schedule(2, 300, SERVERS, GAP_S)
    assert {fault.kind for fault in planned} == {*SERVER_KINDS, *LINE_KINDS, *ENGINE_KINDS, CALM_KILL}
    assert {fault.kind for fault in planned[CALM_EVERY - 1 :: CALM_EVERY]} == {CALM_KILL}
    assert {fault.server for fault in planned} == set(range(SERVERS))
    assert {fault.kind for fault in schedule(1, 300, 1, GAP_S)} == {*SERVER_KINDS, CALM_KILL}


@pytest.mark.slow
def test_no_fault_loses_doubles_or_unsays_a_move(tmp_path: Path) -> None:
    asyncio.run(evening(tmp_path, SERVERS))


@pytest.mark.skipif(FAULTS <= SHORT, reason="of make soak: tests/server/test_kill.py shows it, too")
def test_no_fault_of_one_server_on_a_file_does_either(tmp_path: Path) -> None:
    asyncio.run(evening(tmp_path, 1))


async def evening(folder: Path, servers: int) -> None:
    fail_overs: list[float] = []
    async with running(folder, servers) as cluster:
        for begun in range(0, FAULTS, ROUND):
            faults = schedule(begun, min(ROUND, FAULTS - begun), servers, GAP_S)
            report = await play_round(cluster, faults, TABLES, THINK_S, begun)
            print(f"\n{begun + len(faults)} of {FAULTS} faults\n{report}", flush=True)
            assert not report.findings, str(report)
            assert not report.tracebacks, report.tracebacks[0]
            fail_overs += report.fail_overs
    if FAULTS > SHORT and servers > 1:  # beside other tests no clock is right
        assert max(fail_overs) <= FAIL_OVER_S, "tables stood still for too long"
