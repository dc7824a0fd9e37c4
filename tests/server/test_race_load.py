"""Many tables race at the same time. `make bench` does it with 200 of them, and measures."""

import asyncio

import pytest

from bench.racers import DICE, drive
from bench.races import faults
from server.running import Server

TABLES = 8
LONG = 60  # seconds: a guard against hanging


@pytest.mark.slow
def test_no_grab_is_lost_and_none_is_granted_twice(server: Server) -> None:
    races = asyncio.run(drive(server.url, TABLES, LONG))
    assert faults(races, server.data) == (0, 0)
    assert len(races.granted) == TABLES * DICE, "every die was somebody's"
    assert races.beaten > 0, "and some were wanted by two"
