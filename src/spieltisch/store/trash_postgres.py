"""What is set aside in PostgreSQL: looked at and brought back, from outside, also while servers run on it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from spieltisch.store.age import DAY_MS
from spieltisch.store.connecting import BadDatabase, connect, in_words
from spieltisch.store.locations import shown_location
from spieltisch.store.migrations import version_in
from spieltisch.store.postgres import LAST_SEQ
from spieltisch.store.trash import ASIDE_DAYS, UNSAVED_MS, Trashed

TRASH = """
select id, coalesce(body, ''), running - set_aside from clock, tables left join log on of = number and seq = 1
where set_aside is not null order by set_aside, number
"""
BRING_BACK = f"""
update tables set set_aside = null, noticed = (select running from clock) + $1, noticed_seq = {LAST_SEQ}
where set_aside is not null and ($2::text is null or id = $2)
"""


async def trash_in(url: str) -> list[Trashed]:
    """Those that are deleted next come first."""
    async with connected(url) as connection:
        rows = await connection.fetch(TRASH)
    aged = [(table, opened, since / DAY_MS) for table, opened, since in rows]
    return [Trashed(table, opened, days, max(ASIDE_DAYS - days, 0)) for table, opened, days in aged]


async def bring_back_in(url: str, table: str | None) -> int:
    """One table, or all (None) → how many. Their time begins anew, as in a file."""
    async with connected(url) as connection:
        status: str = await connection.execute(BRING_BACK, UNSAVED_MS, table)
        return int(status.split()[-1])


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    with in_words(url):
        connection = await connect(url)
        try:
            if await version_in(connection, url) == 0:
                raise BadDatabase(f"{shown_location(url)} holds no tables")
            yield connection
        finally:
            await connection.close()
