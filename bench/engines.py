"""A real PostgreSQL and a real NATS to test and to measure with, in folders that go with them.

PostgreSQL is Debian's package; `python bench/engines.py` installs it where it is missing. NATS comes with
the developers' packages.
"""

import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from signal import SIGINT, SIGTERM
from time import monotonic, sleep
from typing import TypeVar

START_S = 30
PORTS = (20_000, 32_000)
INSTALL = "No PostgreSQL for the tests. Install it (apt-get install postgresql-15), or put its programs on PATH"
AS_ROOT = "nobody"  # PostgreSQL refuses to run as root
NATS = str(Path(sys.executable).with_name("nats-server"))
SETTINGS = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "max_connections": "50"}


class Engine:
    """A program with a port, which can be stopped and started again on what it has written."""

    stops_by = SIGTERM

    def __init__(self, command: list[str], port: int, folder: Path, user: str | None = None) -> None:
        self.port = port
        self._command, self._folder, self._user = command, folder, user
        self.process = self._started()

    def _started(self) -> "subprocess.Popen[bytes]":
        with (self._folder / "engine.log").open("ab") as log:
            process = subprocess.Popen(self._command, stdout=log, stderr=log, cwd=self._folder, user=self._user)
        self._wait(process)
        return process

    def _wait(self, process: "subprocess.Popen[bytes]") -> None:
        until = monotonic() + START_S
        while monotonic() < until and process.poll() is None:
            if self._answers():
                return
            sleep(0.02)
        raise RuntimeError(f"{self._command[0]} did not start:\n{(self._folder / 'engine.log').read_text()[-2000:]}")

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def stop(self, how: int | None = None) -> None:
        self.process.send_signal(how or self.stops_by)
        self.process.wait(START_S)

    def restart(self, how: int | None = None) -> None:
        self.stop(how)
        self.process = self._started()


class Postgres(Engine):
    stops_by = SIGINT  # at once: what is under way is broken off
    _names = count(1)

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def new_database(self) -> str:
        """Of its own → its URL."""
        name = f"tables{next(self._names)}"
        at = ["--host=127.0.0.1", f"--port={self.port}", "--username=postgres"]
        subprocess.run([program("createdb"), *at, name], check=True)
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def _answers(self) -> bool:
        """It listens before it is ready."""
        ask = [program("pg_isready"), "--quiet", "--host=127.0.0.1", f"--port={self.port}"]
        return subprocess.run(ask, check=False).returncode == 0


class Nats(Engine):
    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"


E = TypeVar("E", bound=Engine)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """An empty one."""
    user = AS_ROOT if os.geteuid() == 0 else None
    with folder_of(user) as folder:
        data, port = folder / "data", free_port()
        make = [program("initdb"), "--auth=trust", "--username=postgres", "--no-sync", "--data-checksums"]
        subprocess.run([*make, "-D", str(data)], check=True, stdout=subprocess.DEVNULL, cwd=folder, user=user)
        settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
        command = [program("postgres"), "-D", str(data), f"--port={port}", *settings]
        with ending(Postgres(command, port, folder, user)) as engine:
            yield engine


@contextmanager
def nats() -> Iterator[Nats]:
    with folder_of(None) as folder:
        port = free_port()
        with ending(Nats([NATS, "--addr", "127.0.0.1", "--port", str(port)], port, folder)) as engine:
            yield engine


@contextmanager
def ending(engine: E) -> Iterator[E]:
    try:
        yield engine
    finally:
        if engine.process.poll() is None:
            engine.stop()


@contextmanager
def folder_of(user: str | None) -> Iterator[Path]:
    """Not pytest's own: those are closed to other users."""
    folder = Path(tempfile.mkdtemp(prefix="spieltisch-"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        yield folder
    finally:
        shutil.rmtree(folder)


def free_port() -> int:
    """Not of those that the system hands out to clients: while an engine is down nobody may get its port."""
    while True:
        port = random.randrange(*PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def program(name: str) -> str:
    """On PATH, or where Debian keeps those of each version; the newest one."""
    found = [str(path) for path in Path("/usr/lib/postgresql").glob(f"*/bin/{name}")]
    path = shutil.which(name) or max(found, default=None)
    if path is None:
        raise FileNotFoundError(INSTALL)
    return path


def install() -> None:
    with suppress(FileNotFoundError):
        program("postgres")
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("Installing Debian's PostgreSQL …", flush=True)
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "postgresql"], check=False, stdout=subprocess.DEVNULL)
    program("postgres")


if __name__ == "__main__":
    install()
