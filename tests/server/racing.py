"""People at a table where all play at the same time, over the wire."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from server.matches import start
from spieltisch.client import Client, TableConnection
from spieltisch.table import names

GAME = "blitzgriff"
BLITZ = {"pace": "blitz", "idle": "20"}


@asynccontextmanager
async def people_at_a_race(client: Client, seats: int, public: bool = False) -> AsyncIterator[list[TableConnection]]:
    """All sit, and the dice lie there; nobody is ready."""
    table = await client.open(GAME, seats, BLITZ, public=public)
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(client.join(table, names.LISTED[seat])) for seat in range(seats)]
        await start(people[0])
        await asyncio.gather(*map(is_told, people))
        yield people


async def is_told(line: TableConnection) -> None:
    """How the match and the race stand."""
    await line.until(lambda: line.race and line.cells)


async def get_ready(line: TableConnection) -> None:
    """And wait for LOS."""
    await line.do("ready")
    await line.until(lambda: line.race and line.race.los is not None)
    assert line.race is not None
    assert line.race.los is not None
    await asyncio.sleep(line.race.los / 1000 + 0.01)


async def all_get_ready(people: Sequence[TableConnection]) -> None:
    await asyncio.gather(*map(get_ready, people))
