"""Tables and matches, played over the wire."""

import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from spieltisch.client import Client, TableConnection
from spieltisch.table import names

GAME = "lobo77"


@asynccontextmanager
async def table_with_bots(
    client: Client, seats: int = 4, level: str = "random", **settings: Any
) -> AsyncIterator[TableConnection]:
    """A table whose host is the only person; its bots do not pause."""
    table = await client.open(GAME, seats, **{"quick": True} | settings)
    async with client.join(table, "Hanna") as line:
        for seat in range(1, seats):
            await line.do("bot", seat=seat, level=level)
        yield line


@asynccontextmanager
async def table_of_people(client: Client, seats: int = 2) -> AsyncIterator[list[TableConnection]]:
    """No chair is free, and none can be taken from a bot."""
    table = await client.open(GAME, seats)
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(client.join(table, names.LISTED[seat])) for seat in range(seats)]


async def start(line: TableConnection) -> None:
    await line.do("start")
    await line.until(lambda: line.table.stage == "playing")


async def play_out(line: TableConnection, watch: Callable[[], None] = lambda: None) -> None:
    """Any legal moves to the end of the match; `watch` looks on before each."""
    await line.until(lambda: line.table.stage == "playing")
    number = line.number
    while line.table.stage == "playing":
        await line.until(lambda: line.moves or line.table.stage != "playing")
        if line.moves:
            watch()
            await line.play(random.choice(line.moves))
    assert line.table.stage == "over"
    assert line.number == number


async def play_some(line: TableConnection, moves: int) -> None:
    for _ in range(moves):
        await line.until(lambda: line.moves)
        await line.play(random.choice(line.moves))


async def a_match(client: Client) -> dict[str, Any]:
    """A whole one, as those who played get it."""
    async with table_with_bots(client) as line:
        await start(line)
        await play_out(line)
        assert line.token is not None
        finished = await client.finished(line.id, line.number, line.token)
    match: dict[str, Any] = finished["match"]
    return match
