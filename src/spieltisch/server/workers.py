"""Several servers on one port of a machine. One that ends is started again; on SIGHUP all are, one after the other."""

import asyncio
import logging
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress

PAUSE_S = 1  # before one that has ended is started again
READY = b"Spieltisch is open"  # the word of a server (serving.greet)

log = logging.getLogger("spieltisch")


class Workers:
    def __init__(self, number: int, args: Sequence[str], listeners: Sequence[socket.socket]) -> None:
        """`args`: with which each is started."""
        self._number, self._args = number, args
        self._sockets = [listener.fileno() for listener in listeners]
        self._processes: dict[int, Process] = {}
        self._stopping = False

    async def run(self, ready: Callable[[], None]) -> None:
        """Until SIGINT or SIGTERM."""
        loop, stop, renew = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        for wish in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(wish, stop.set)
        loop.add_signal_handler(signal.SIGHUP, renew.set)
        keepers = [asyncio.create_task(self._keep(worker)) for worker in range(self._number)]
        renewing = asyncio.create_task(self._renew_always(renew))
        try:
            await self._all_ready(keepers)
            ready()
            await stop.wait()
        finally:
            self._stopping = True
            renewing.cancel()
            for process in self._processes.values():
                end(process)
            await asyncio.gather(*keepers, return_exceptions=True)

    async def _all_ready(self, keepers: "list[asyncio.Task[None]]") -> None:
        while len(self._processes) < self._number:
            await asyncio.sleep(0.05)
            for keeper in keepers:
                if keeper.done():
                    keeper.result()

    async def _keep(self, worker: int) -> None:
        """It has said itself why, if it does not even open: then nobody tries again."""
        while not self._stopping:
            process = await self._started(worker)
            opened = await says_ready(process)
            if opened:
                self._processes[worker] = process
            code = await process.wait()
            if not opened and worker not in self._processes and not self._stopping:
                raise ValueError(f"a worker did not open (it ended with {code})")
            if code and not self._stopping:
                log.error("worker %d ended with %d and is started again", worker, code)
                await asyncio.sleep(PAUSE_S)

    async def _started(self, worker: int) -> Process:
        """(Of an argument that is given twice the last counts.)"""
        more = ["--workers", "1", "--worker", str(worker), "--sockets", ",".join(map(str, self._sockets))]
        command = [sys.executable, "-m", "spieltisch.cli", *self._args, *more]
        return await asyncio.create_subprocess_exec(*command, stdout=PIPE, pass_fds=self._sockets)

    async def _renew_always(self, wanted: asyncio.Event) -> None:
        """One at a time, and each is open again before the next goes: its tables move twice, and no move is lost."""
        while True:
            await wanted.wait()
            wanted.clear()
            for worker, process in list(self._processes.items()):
                end(process)
                while self._processes[worker] is process:
                    await asyncio.sleep(0.05)


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
