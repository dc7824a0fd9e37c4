"""Which server owns a table. A server's lease is one row, by the database's clock; a table names its owner and epoch.

What keeps the log whole is its key alone. This only sees to it that two servers seldom try.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol, TypeVar

import asyncpg

from spieltisch.store.connecting import FAILED, Line, in_store, is_storable
from spieltisch.store.contract import Conflict, SetAside

LEASE_S = 3
FORGET = "1 hour"  # after so long a dead server's row goes

LIVING = f"servers.alive > clock_timestamp() - interval '{LEASE_S} seconds'"
OWNER_LIVES = f"exists (select from servers where servers.id = tables.owner and {LIVING})"
LIVES = f"exists (select from servers where servers.id = $1 and {LIVING})"

JOIN = "insert into servers (name, alive) values ($1, clock_timestamp()) returning id"
FORGET_DEAD = f"delete from servers where alive < clock_timestamp() - interval '{FORGET}'"
RENEW = f"""
with renewed as (update servers set alive = clock_timestamp() where id = $1 and {LIVING} returning id)
select id, name from servers where ({LIVING} or id = $1) and exists (select from renewed) order by id
"""
CLAIM = f"""
update tables set owner = $1, epoch = epoch + 1
where id = $2 and set_aside is null and (owner is null or owner = $1 or not {OWNER_LIVES}) and {LIVES}
returning number, epoch
"""
WHY_NOT = f"select {LIVES}, owner, set_aside is not null from tables where id = $2"
OWNER_OF = f"select case when {OWNER_LIVES} then owner end, set_aside is not null from tables where id = $1"
RELEASE = "update tables set owner = null where number = $1 and epoch = $2"

T = TypeVar("T")
Ask = Callable[[asyncpg.Connection], Awaitable[T]]


class Server(NamedTuple):
    id: int
    name: str


class Claim(NamedTuple):
    """The table is ours."""

    number: int
    epoch: int


class Elsewhere(NamedTuple):
    """A living server owns it."""

    server: int


class Owner(NamedTuple):
    """Of a table: a living server; None: nobody."""

    server: int | None


class Reader(Protocol):
    """A store's connections, for whatever waits for no other."""

    async def ask(self, ask: Ask[T]) -> T: ...


class Ownership:
    """The lease has a connection of its own: it must not wait behind a thousand tables that are loaded."""

    def __init__(self, url: str, reader: Reader) -> None:
        self._reader = reader
        self._line = Line(url, command_s=LEASE_S, patience_s=0)
        self._one_at_a_time = asyncio.Lock()

    # Servers

    async def cluster(self) -> str:
        """The name of all servers together, which no others have."""
        return await self._ask(lambda connection: connection.fetchval("select name::text from cluster"))

    async def join(self, name: str) -> int:
        """→ our id."""

        async def ask(connection: asyncpg.Connection) -> int:
            await connection.execute(FORGET_DEAD)
            server: int = await connection.fetchval(JOIN, name)
            return server

        return await self._ask(ask)

    async def renew(self, server: int) -> list[Server] | None:
        """All living servers; None: our lease had lapsed, and it is not renewed."""
        rows = await self._ask(lambda connection: connection.fetch(RENEW, server))
        return [Server(*row) for row in rows] or None

    async def leave(self, server: int) -> None:
        """Our tables are nobody's."""
        await self._ask(lambda connection: connection.execute("delete from servers where id = $1", server))

    async def _ask(self, ask: Ask[T]) -> T:
        async with self._one_at_a_time:
            try:
                return await ask(await self._line.connection())
            except FAILED as error:
                self._line.drop()
                raise in_store(error) from None

    async def close(self) -> None:
        await self._line.close()

    # Tables

    async def owner_of(self, table: str) -> Owner | None:
        """None: no such table. SetAside, as when loaded."""
        if not is_storable(table):
            return None
        found = await self._reader.ask(lambda connection: connection.fetchrow(OWNER_OF, table))
        if found is None:
            return None
        server, is_aside = found
        if is_aside:
            raise SetAside
        return Owner(server)

    async def claim(self, table: str, server: int) -> Claim | Elsewhere | None:
        """Nobody's, ours, or a dead server's → ours, in the next epoch. None: no such table. SetAside, as if loaded."""
        if not is_storable(table):
            return None
        claimed = await self._reader.ask(lambda connection: connection.fetchrow(CLAIM, server, table))
        if claimed is not None:
            return Claim(*claimed)
        found = await self._reader.ask(lambda connection: connection.fetchrow(WHY_NOT, server, table))
        if found is None:
            return None
        lives, owner, is_aside = found
        if is_aside:
            raise SetAside
        if not lives:
            raise Conflict("this server's lease has lapsed")
        return await self.claim(table, server) if owner is None else Elsewhere(owner)  # None: released just now

    async def release(self, number: int, epoch: int) -> None:
        """If it is still ours by that epoch."""
        await self._reader.ask(lambda connection: connection.execute(RELEASE, number, epoch))
