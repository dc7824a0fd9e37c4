"""How soon a server shows its page and plays at full speed, its rules being in the cache: every start but the first."""

import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from time import perf_counter
from typing import NamedTuple

from rich.progress import Progress

from bench.figure import SECONDS, Figure

PAGE_S, FULL_SPEED_S = 1, 4  # to reach
PATIENCE_S = 30  # for an answer
STEP_S = 0.005


class ServerStart(NamedTuple):
    """Seconds since the process was started."""

    page: float
    full_speed: float


def measure(starts: int, progress: Progress) -> list[Figure]:
    """The slowest counts; a first one, which may have to compile, does not."""
    start()
    times = [start() for _ in progress.track(range(starts), description="Starts of a server")]
    page, full_speed = max(one.page for one in times), max(one.full_speed for one in times)
    return [
        Figure(
            "start_page", "start of a server, to its page", page, SECONDS,
            to_reach=f"< {PAGE_S} s", reached=page < PAGE_S,
        ),
        Figure(
            "start_full_speed", "… to all games at full speed", full_speed, SECONDS,
            to_reach=f"< {FULL_SPEED_S} s", reached=full_speed < FULL_SPEED_S,
        ),
    ]  # fmt: skip


def start() -> ServerStart:
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder:
        port = free_port()
        command = ["-m", "spieltisch.cli", "serve", "--port", str(port), "--data", f"{folder}/tables.db"]
        began = perf_counter()
        with subprocess.Popen(
            [sys.executable, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                until_answered(f"http://127.0.0.1:{port}/")
                page = perf_counter() - began
                while not all_ready(until_answered(f"http://127.0.0.1:{port}/api/games")):
                    time.sleep(STEP_S)
                return ServerStart(page, perf_counter() - began)
            finally:
                process.terminate()


def all_ready(games: bytes) -> bool:
    return all(game["ready"] for game in json.loads(games)["games"])


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def until_answered(url: str) -> bytes:
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
                content: bytes = answer.read()
                return content
        except OSError:  # nobody listens yet
            time.sleep(STEP_S)
