"""A real server: a process of its own on a real file, which can be stopped, killed and started again.

Starting Python and loading the compiled rules takes seconds and is the same every time, so it is done once: servers are
forked from a process that has it behind it. What they run is the program's own `main`, from the arguments on.
"""

import asyncio
import ctypes
import multiprocessing
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path

import aiohttp

from spieltisch import cli
from spieltisch.client import Client

PATIENCE = 60  # seconds; rules may have to be compiled
PR_SET_PDEATHSIG = 1  # Linux: how a process learns that its parent has ended
GENEROUS = ("--connections", "5000", "--tables", "5000", "--rate", "1000000")
OPEN = re.compile(r"Spieltisch is open: http://127\.0\.0\.1:(\d+)/")

TESTS = str(Path(__file__).parent.parent)


@cache
def nursery() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["server.warm"])
    before = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = f"{TESTS}:{before}"  # it is not told otherwise where to look
    forkserver.ensure_running()
    os.environ["PYTHONPATH"] = before
    return context


def run(
    args: tuple[str, ...], descriptors: int | None, out: Path, errors: Path, env: Mapping[str, str] | None = None
) -> None:
    """In the new process."""
    os.environ.update(env or {})
    if descriptors is not None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # a test that is broken off leaves no server behind
    for file, stream in ((out, 1), (errors, 2)):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
    sys.exit(cli.main(args))


class Server:
    def __init__(self, folder: Path, *args: str, descriptors: int | None = None, **env: str) -> None:
        self.data = folder / "tables.db"
        self.port = 0
        self._args, self._descriptors, self._env = args, descriptors, env
        self._out, self._errors = folder / "out.txt", folder / "errors.txt"
        self.start()

    def start(self) -> None:
        """On the same file and the same port as before."""
        self._out.write_text("")
        args = ("serve", "--port", str(self.port), "--data", str(self.data), *GENEROUS, *self._args)
        self.process = nursery().Process(
            target=run, args=(args, self._descriptors, self._out, self._errors, self._env), daemon=True
        )
        self.process.start()
        until = time.monotonic() + PATIENCE
        while (opened := OPEN.search(self._out.read_text())) is None:
            assert self.process.is_alive(), f"the server did not start: {self.errors}"
            assert time.monotonic() < until, "the server does not open"
            time.sleep(0.01)
        self.port = int(opened[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def errors(self) -> str:
        """Everything it has written to stderr."""
        return self._errors.read_text()

    def client(self) -> Client:
        return Client(self.url)

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        self.process.kill()
        self.process.join(PATIENCE)
        assert self.process.exitcode == -signal.SIGKILL

    def stop(self) -> int | None:
        """As the operator does; its exit code."""
        self.process.terminate()
        self.process.join(PATIENCE)
        return self.process.exitcode

    async def metric(self, name: str) -> float:
        async with aiohttp.ClientSession() as session, session.get(f"{self.url}/metrics") as answer:
            found = re.search(rf"^spieltisch_{name} (\S+)$", await answer.text(), re.MULTILINE)
        assert found is not None, f"there is no metric {name}"
        return float(found[1])


async def patiently(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait for what must come about sooner or later."""
    until = time.monotonic() + PATIENCE
    while not await condition():
        assert time.monotonic() < until, "it does not come about"
        await asyncio.sleep(0.02)
