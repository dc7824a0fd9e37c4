"""The tester finds faults that were put into the servers, or into the database, on purpose."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from faults.cluster import running
from faults.nemesis import LEASE_S, STEAL, Fault
from faults.planted import Plant
from faults.rounds import Report, play_round
from faults.stored import execute

pytestmark = pytest.mark.slow
of_soak = pytest.mark.skipif("SPIELTISCH_FAULTS" not in os.environ, reason="of make soak: ten seconds each")

SERVERS, TABLES, THINK_S, SEED = 2, 24, 0.1, 1
ENDING_S = 3  # a broken cluster's matches may never end
DROP_KEY = "alter table log drop constraint log_pkey; create index on log (of, seq)"


def found(folder: Path, plant: Plant, faults: Sequence[Fault], change: str = "") -> set[str]:
    """The kinds of what is wrong after these faults."""

    async def play() -> Report:
        async with running(folder, SERVERS, plant) as cluster:
            assert cluster.database is not None
            if change:
                await execute(cluster.database.url, change)
            return await play_round(cluster, faults, TABLES, THINK_S, SEED, ENDING_S)

    report = asyncio.run(play())
    print(report)
    return {finding.kind for finding in report.findings}


def test_what_is_acknowledged_before_it_is_stored_is_found_out(tmp_path: Path) -> None:
    faults = [Fault("stall database, then kill", 1, 0.5, number % SERVERS) for number in range(2)]
    assert {"lost", "shown and gone"} <= found(tmp_path, "tells first", faults)


# What clients had sent to a stopped server it does when it goes on: others have its tables by then.
STOPS = [Fault("stop", after, LEASE_S + 1.5, server) for after, server in ((1, 0), (6, 1))]


@of_soak
def test_the_key_of_the_log_alone_keeps_two_owners_from_harm(tmp_path: Path) -> None:
    """Also where no epoch stops a late owner."""
    assert not {"lost", "doubled", "gap", "order", "shown and gone"} & found(tmp_path, "no epochs", STOPS)


@of_soak
def test_a_log_without_its_key_is_found_out(tmp_path: Path) -> None:
    assert "doubled" in found(tmp_path, "no epochs", STOPS, DROP_KEY)


@of_soak
def test_a_table_that_is_not_read_again_after_a_conflict_is_found_out(tmp_path: Path) -> None:
    steals = [Fault(STEAL, 1, 0, 0)] * 3
    assert {"lost", "shown and gone"} & found(tmp_path, "keeps what failed", steals)
