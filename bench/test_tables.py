"""Which rounds count, what is set side by side, and what a client was sent."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bench.driver import Traffic
from bench.figure import Figure
from bench.peer import NoPeer, Peer
from bench.reading import Reading
from bench.tables import OurReading, Round, compared, quiet_round, remark

OURS = OurReading(
    moves_per_s=1000, cpu_us=90, p50_ms=5, p99_ms=30, bytes=120, foreign_pct=3, stalled=0,
    bytes_of_moves=100, bytes_of_deals=15, memory_kb=50,
)  # fmt: skip
PEER = Reading(moves_per_s=2000, cpu_us=100, p50_ms=4, p99_ms=20, bytes=28, foreign_pct=4, stalled=0)
TOY = Peer("toy", Path())


def rounds_with(*foreign_pct: float) -> list[Round]:
    return [Round(OURS, replace(PEER, foreign_pct=foreign)) for foreign in foreign_pct]


def figures(tables: int, rounds: list[Round], peer: Peer | NoPeer = TOY) -> dict[str, Figure]:
    return {figure.name.removeprefix(f"tables_{tables}_"): figure for figure in compared(tables, rounds, peer)}


@pytest.mark.parametrize(
    ("foreign", "counts"), [((2, 40), 0), ((40, 15, 2), 1), ((40, 50, 15), 2), ((40, 20, 30, 2), 1)]
)
def test_a_disturbed_round_is_discarded_and_repeated_at_most_twice(foreign: tuple[float, ...], counts: int) -> None:
    rounds = rounds_with(*foreign)
    assert quiet_round(partial(next, iter(rounds))) is rounds[counts]


def test_a_row_says_what_disturbed_it() -> None:
    assert remark(rounds_with(4, 15)) == ""
    assert remark(rounds_with(4, 20, 17)) == " (2 of 3 rounds disturbed: others took 20 % of a core)"
    assert remark([Round(OURS, replace(PEER, stalled=3))]).endswith("others took 4 % of a core, 3 stalled)")
    assert figures(10, rounds_with(20))["cpu"].what.startswith("10 tables (1 of 1 rounds disturbed")


def test_medians_stand_side_by_side() -> None:
    measured = ((99, 7), (80, 100), (9, 100))
    rounds = [Round(replace(OURS, cpu_us=ours), replace(PEER, cpu_us=peers)) for ours, peers in measured]
    row = figures(200, rounds)["cpu"]
    assert (row.measured, row.other, row.beside, row.reached) == (80, 100, "toy in memory", True)
    assert figures(200, [Round(OURS, PEER)])["p99"].reached is False
    assert figures(50, [Round(OURS, PEER)])["cpu"].reached is None, "to reach at 200 tables"


def test_without_a_peer_rows_say_so_and_compare_with_nothing() -> None:
    rows = figures(200, [Round(OURS, None)], NoPeer("no peer was given"))
    assert {rows[name].beside for name in ("moves", "cpu", "p50", "p99", "bytes")} == {"no peer was given"}
    assert all(row.other is None and row.ratio is None for row in rows.values())
    assert (rows["cpu"].reached, rows["p99"].reached, rows["bytes"].reached) == (None, None, False)


def test_deals_and_all_else_are_counted_as_frames() -> None:
    traffic = Traffic()
    for message in (b"[1,2]", b'{"type":"table","match":{"number":1}}', b'{"type":"done","id":1}', b"[" + 199 * b" "):
        traffic.count(message)
    assert traffic == Traffic(moves=2, total=7 + 39 + 24 + 204, of_moves=7 + 204, of_deals=39)
