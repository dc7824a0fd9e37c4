"""How long a new process takes to its first move: with nothing compiled yet, and with the cache of the one before."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from rich.progress import Progress

from bench.figure import SECONDS, Figure

ROOT = Path(__file__).parent.parent
TO_REACH = 1.5  # seconds


class Start(NamedTuple):
    """Seconds since the process was started."""

    move: float
    search: float


def measure(warm_starts: int, progress: Progress) -> list[Figure]:
    """The slowest warm start counts: from the second process on, nothing should be compiled again."""
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder:
        cold, *warm = (start(folder) for _ in progress.track(range(1 + warm_starts), description="Cold and warm start"))
    move, search = max(run.move for run in warm), max(run.search for run in warm)
    return [
        Figure("cold_move", "cold compile, to the first move", cold.move, SECONDS),
        Figure("cold_search", "cold compile, to the first search", cold.search, SECONDS),
        Figure(
            "warm_move",
            "warm start, to the first move",
            move,
            SECONDS,
            beside="cold",
            other=cold.move,
            to_reach=f"< {TO_REACH:g} s",
            reached=move < TO_REACH,
        ),
        Figure(
            "warm_search",
            "warm start, to the first search",
            search,
            SECONDS,
            beside="cold",
            other=cold.search,
        ),
    ]


def start(folder: str) -> Start:
    """As on a machine where nothing is set: Python keeps the bytecode of numba and of ours, too."""
    caches = {"SPIELTISCH_CACHE": f"{folder}/rules", "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
    environment = os.environ | caches
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "bench.first_move"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        times = [(line.strip(), perf_counter() - began) for line in process.stdout]
    if [said for said, _ in times] != ["moved", "searched"]:
        raise RuntimeError(f"bench.first_move should say 'moved' and 'searched'; see its error above ({times})")
    return Start(*(seconds for _, seconds in times))
