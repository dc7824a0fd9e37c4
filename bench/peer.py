"""Another server for live tables of Lobo 77, in memory, measured beside ours in the same run.

Its folder has a package.json for npm, a server.js and a loadgen.js: `node server.js --port N --patch imm` prints READY
and its process id; `node loadgen.js --port N --pid ID --tables N --seats N --warm S --secs S` prints a LoadReport.
"""

import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, json

from bench.line import SEATS
from bench.reading import Reading

FILES = ("package.json", "server.js", "loadgen.js")
INSTALL = ("npm", "install", "--no-audit", "--no-fund")
PATIENCE_S = 5  # with a process that was asked to end


class NoPeer(NamedTuple):
    why: str


class LoadReport(Struct):
    """The one line of JSON; what else it has is not read."""

    moves_per_s: float
    server_cpu_us_per_move: float
    p50_ms: float
    p99_ms: float
    bytes_per_client_per_move: float
    foreign_cpu_pct: float
    stalled_tables: int


class Peer(NamedTuple):
    """Ready to run in a folder of its own."""

    name: str
    folder: Path

    def measure(self, tables: int, warm_up_s: float, seconds: float) -> Reading:
        size = ["--tables", str(tables), "--seats", str(SEATS), "--warm", str(warm_up_s), "--secs", str(seconds)]
        with self.running() as (port, pid):
            command = ["node", "loadgen.js", "--port", str(port), "--pid", str(pid), *size]
            load = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if load.returncode:
            raise RuntimeError(f"{self.name}: loadgen.js ended with {load.returncode}:\n{load.stderr}")
        report = json.decode(load.stdout, type=LoadReport)
        return Reading(
            moves_per_s=report.moves_per_s,
            cpu_us=report.server_cpu_us_per_move,
            p50_ms=report.p50_ms,
            p99_ms=report.p99_ms,
            bytes=report.bytes_per_client_per_move,
            foreign_pct=report.foreign_cpu_pct,
            stalled=report.stalled_tables,
        )

    @contextmanager
    def running(self) -> Iterator[tuple[int, int]]:
        """Its server → port and process id."""
        port = free_port()
        command = ["node", "server.js", "--port", str(port), "--patch", "imm"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield port, self.pid_when_ready(process)
            finally:
                end(process)

    def pid_when_ready(self, server: subprocess.Popen[str]) -> int:
        assert server.stdout is not None
        for line in server.stdout:
            if line.startswith("READY "):
                return int(line.split()[1])
        raise RuntimeError(f"{self.name}: server.js ended before it said READY; see its error above")


@contextmanager
def prepared(folder: Path | None) -> Iterator[Peer | NoPeer]:
    """Copied and installed in a temporary folder; the one that was given stays as it is."""
    if folder is None:
        yield NoPeer("no peer was given: --peer DIR")
    elif shutil.which("node") is None or shutil.which("npm") is None:
        yield NoPeer("no peer: node or npm is missing here")
    else:
        with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as temporary:
            copy = Path(temporary) / "peer"
            shutil.copytree(folder, copy, symlinks=True)
            copy.chmod(0o755)
            install(copy)
            yield Peer(folder.resolve().name, copy)


def install(folder: Path) -> None:
    print("Installing the peer …", file=sys.stderr)
    done = subprocess.run(INSTALL, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"The peer could not be installed: {' '.join(INSTALL)} said\n{done.stderr}")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
