"""One server of a cluster: a process that is killed, stopped and started again, and its lines to the engines."""

import asyncio
import os
import signal
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from bench.engines import free_port
from faults.planted import Plant, run_planted
from faults.proxy import Proxy
from server.running import GENEROUS, OPEN, PATIENCE, nursery

LOOK_S = 0.05
RETRY_S = 0.5
OWNER = "spieltisch.server"  # a setting that PostgreSQL itself knows nothing of


class Lines:
    """A server's way to the database and to NATS."""

    def __init__(self, database: Proxy, nats: Proxy) -> None:
        self.database, self.nats = database, nats

    def args(self, owner: str) -> tuple[str, ...]:
        """By a setting of its connection the database knows who wrote an entry."""
        data = f"postgresql://postgres@127.0.0.1:{self.database.port}/postgres?{OWNER}={owner}"
        return "--data", data, "--nats", f"nats://127.0.0.1:{self.nats.port}"


class Member:
    def __init__(self, name: str, folder: Path, lines: Lines | None, plant: Plant) -> None:
        """Without lines: on a file."""
        self.name, self.lines = name, lines
        self.lock = asyncio.Lock()  # one fault of the process at a time
        self.port = free_port()  # the same after each start: servers know each other by it
        self.alive = False  # it takes clients, or would if it were not stopped
        self.starts = 0
        self.ended_by_itself = 0
        self._plant = plant
        self._data = folder / "tables.db"
        self._out, self._errors = folder / f"{name}.out.txt", folder / f"{name}.errors.txt"
        self._process: ForkServerProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def errors(self) -> str:
        return self._errors.read_text() if self._errors.exists() else ""

    async def start(self) -> None:
        """On the same port; again and again where the database is not there as yet, as a supervisor would."""
        until = asyncio.get_running_loop().time() + PATIENCE
        while not await self._started():
            assert asyncio.get_running_loop().time() < until, f"{self.name} does not start: {self.errors[-2000:]}"
            await asyncio.sleep(RETRY_S)
        self.alive = True

    async def _started(self) -> bool:
        self.starts += 1
        self._out.write_text("")
        data = ("--data", str(self._data)) if self.lines is None else self.lines.args(f"{self.name}.{self.starts}")
        args = ("serve", "--port", str(self.port), *data, *GENEROUS)
        process = nursery().Process(target=run_planted, args=(self._plant, args, self._out, self._errors), daemon=True)
        await asyncio.to_thread(process.start)
        self._process = process
        while OPEN.search(self._out.read_text()) is None:
            if not process.is_alive():
                return False
            await asyncio.sleep(LOOK_S)
        return True

    async def kill(self) -> None:
        """As a power cut would."""
        await self._end(signal.SIGKILL)

    async def terminate(self) -> None:
        """As whoever runs it does; if it does not end, that is a fault of its own."""
        await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> None:
        self.alive = False
        self.send(how)
        assert self._process is not None
        await asyncio.to_thread(self._process.join, PATIENCE)
        assert self._process.exitcode is not None, f"{self.name} does not end at {how.name}"

    def send(self, how: signal.Signals) -> None:
        assert self._process is not None
        assert self._process.pid is not None
        if self._process.is_alive():
            os.kill(self._process.pid, how)

    async def watch(self) -> None:
        """Started again when it has ended and nobody told it to."""
        while True:
            await asyncio.sleep(LOOK_S)
            async with self.lock:
                if self.alive and self._process is not None and not self._process.is_alive():
                    self.alive = False
                    self.ended_by_itself += 1
                    await self.start()
