"""Servers and what they need: a file for one; a PostgreSQL, a NATS, and proxies in between for several."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from bench.engines import Nats, Postgres, nats, postgres
from faults.member import Lines, Member
from faults.planted import Plant
from faults.proxy import Proxy
from faults.stored import BUSIEST, MARK_WRITERS, execute, fetch_value


class Cluster:
    def __init__(self, members: Sequence[Member], data: Path, database: Postgres | None, nats: Nats | None) -> None:
        """`data` is the file of a single server."""
        self.members, self.data = members, data
        self.database, self.nats = database, nats
        self.engine_lock = asyncio.Lock()  # one of them is restarted at a time

    def some_url(self) -> str:
        """Of a server that runs, as far as anybody can see."""
        alive = [member for member in self.members if member.alive]
        return random.choice(alive or self.members).url

    async def busiest(self) -> int:
        """The server that owns most tables."""
        if self.database is None:
            return 0
        name = await fetch_value(self.database.url, BUSIEST)
        return next(number for number, member in enumerate(self.members) if f":{member.port}/" in f"{name}/")

    async def heal(self) -> None:
        for member in self.members:
            if member.lines is not None:
                await member.lines.database.heal()
                await member.lines.nats.heal()

    @property
    def tracebacks(self) -> list[str]:
        """Of all servers; what came before them, too."""
        return [f"{member.name}: {member.errors}" for member in self.members if "Traceback" in member.errors]


@asynccontextmanager
async def running(folder: Path, servers: int, plant: Plant = "none") -> AsyncIterator[Cluster]:
    """One server: on a file. Several: on the engines."""
    async with AsyncExitStack() as stack:
        database = nats_server = None
        lines: list[Lines | None] = [None]
        if servers > 1:
            database, nats_server = stack.enter_context(postgres()), stack.enter_context(nats())
            lines = [await lines_to(stack, database, nats_server) for _ in range(servers)]
        members = [Member(f"server{number}", folder, line, plant) for number, line in enumerate(lines, start=1)]
        for member in members:
            await member.start()  # one after the other: the first one makes the schema
            stack.push_async_callback(member.kill)
        if database is not None:
            await execute(database.url, MARK_WRITERS)
        watches = [asyncio.create_task(member.watch()) for member in members]
        try:
            yield Cluster(members, folder / "tables.db", database, nats_server)
        finally:
            for watch in watches:
                watch.cancel()
            await asyncio.gather(*watches, return_exceptions=True)


async def lines_to(stack: AsyncExitStack, database: Postgres, nats_server: Nats) -> Lines:
    to_database = await stack.enter_async_context(Proxy(database.port))
    to_nats = await stack.enter_async_context(Proxy(nats_server.port))
    return Lines(to_database, to_nats)
