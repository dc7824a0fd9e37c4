"""Several servers on one port of a machine. One that ends is started again; on SIGHUP all are, one after the other."""

import asyncio
import logging
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress

LOOK_S = 0.05
PAUSE_S = 1  # before one that has ended is started again
READY = b"Spieltisch is open"  # the word of a server (serving.greet)

log = logging.getLogger("spieltisch")


class Workers:
    def __init__(self, number: int, args: Sequence[str], listeners: Sequence[socket.socket]) -> None:
        """`args`: with which each is started."""
        self._number, self._args = number, args
        self._sockets = [listener.fileno() for listener in listeners]
        self._processes: dict[int, Process] = {}  # by worker
        self._open: dict[int, Process] = {}  # … that have said that they are
        self._stopping = False

    async def run(self, ready: Callable[[], None]) -> None:
        """Until SIGINT or SIGTERM."""
        loop, stop, renew = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        for wish in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(wish, stop.set)
        loop.add_signal_handler(signal.SIGHUP, renew.set)
        keepers = [asyncio.create_task(self._keep(worker)) for worker in range(self._number)]
        renewing = asyncio.create_task(self._renew_always(renew))
        opening = asyncio.create_task(self._all_open(ready))
        try:
            await asyncio.wait([*keepers, asyncio.create_task(stop.wait())], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._stopping = True
            renewing.cancel()
            opening.cancel()
            for process in self._processes.values():
                end(process)
            await asyncio.gather(*keepers)

    async def _all_open(self, ready: Callable[[], None]) -> None:
        while len(self._open) < self._number:
            await asyncio.sleep(LOOK_S)
        ready()

    async def _keep(self, worker: int) -> None:
        """One that did not even open has said itself why: then nobody tries again."""
        while not self._stopping:
            process = self._processes[worker] = await self._started(worker)
            if self._stopping:
                end(process)
            is_open = await says_ready(process)
            if is_open:
                self._open[worker] = process
            code = await process.wait()
            if self._stopping:
                return
            if not is_open and worker not in self._open:
                raise ValueError(f"a worker did not open: it ended with {code}")
            if code:
                log.error("worker %d ended with %d and is started again", worker, code)
                await asyncio.sleep(PAUSE_S)

    async def _started(self, worker: int) -> Process:
        """(Of an argument that is given twice the last counts.)"""
        more = ["--workers", "1", "--worker", str(worker), "--sockets", ",".join(map(str, self._sockets))]
        command = [sys.executable, "-m", "spieltisch.cli", *self._args, *more]
        return await asyncio.create_subprocess_exec(*command, stdout=PIPE, pass_fds=self._sockets)

    async def _renew_always(self, wanted: asyncio.Event) -> None:
        """One at a time, and each is open again before the next goes: its tables move, and no move is lost."""
        while True:
            await wanted.wait()
            wanted.clear()
            for worker, process in list(self._open.items()):
                end(process)
                while self._open[worker] is process:
                    await asyncio.sleep(LOOK_S)


def end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()


async def says_ready(process: Process) -> bool:
    """False: it has ended."""
    assert process.stdout is not None
    async for line in process.stdout:
        if line.startswith(READY):
            return True
    return False
