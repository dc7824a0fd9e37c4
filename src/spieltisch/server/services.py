"""What every request can reach."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from spieltisch.server.admission import Admission
from spieltisch.server.checking import Checker
from spieltisch.server.codes import Codes
from spieltisch.server.guard import Addresses, AllowedHosts
from spieltisch.server.jobs import Busy, Jobs
from spieltisch.server.mine import MyTables
from spieltisch.server.offers import Offers
from spieltisch.server.registry import TableRegistry
from spieltisch.server.settings import ServerSettings

REPLAY_S = 10  # for one match


@dataclass
class Services:
    settings: ServerSettings
    registry: TableRegistry
    hosts: AllowedHosts
    admission: Admission
    addresses: Addresses
    offers: Mapping[tuple[str, str], Offers]
    lan: str | None  # this machine's address in its network; None: nobody else can reach it
    codes: Codes = field(default_factory=Codes)
    replays: Jobs = field(default_factory=Jobs)
    uploads: Jobs = field(default_factory=Jobs)
    checker: Checker = field(default_factory=Checker)
    mine: MyTables = field(init=False)
    _replayer: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="replay"))

    def __post_init__(self) -> None:
        self.mine = MyTables(self.registry)

    async def replayed(self, call: Callable[..., bytes], *args: object) -> bytes:
        """In a thread: these are our own logs, and compiled rules let go of the interpreter."""
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(self._replayer, call, *args), REPLAY_S)
        except TimeoutError:
            raise Busy from None

    async def close(self) -> None:
        self._replayer.shutdown(wait=False, cancel_futures=True)
        await self.registry.close()
        await self.checker.close()
