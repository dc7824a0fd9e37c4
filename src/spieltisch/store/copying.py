"""All tables of one store into a new one, of either kind: every entry is compared, and nothing is left half done."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import NamedTuple

from spieltisch.store.copying_file import FileCopy
from spieltisch.store.locations import Location, driver, is_database, shown_location
from spieltisch.store.whole import LeftOut, StoreCopy

Advance = Callable[[int, int], None]  # how many tables are done, of how many


class Copied(NamedTuple):
    tables: int
    entries: int
    left_out: list[LeftOut]


class BadCopy(ValueError):
    """What was written is not what was read: there is no copy."""


async def copy_store(source: Location, target: Location, advance: Advance) -> Copied:
    """BadFile or BadDatabase where one of them cannot be used, or is used by a server, or the target holds tables."""
    async with opened(source) as old, made(target) as new:
        total = await old.count()
        digests: dict[int, bytes] = {}
        entries, left_out = 0, []
        async for table in old.tables():
            if isinstance(table, LeftOut):
                left_out.append(table)
                continue
            await new.write(table)
            digests[table.age.number] = table.digest()
            entries += len(table.entries)
            advance(len(digests), total)
        await new.write_clock(await old.read_clock())
        await new.write_secrets(await old.read_secrets())
        await compare(new, digests, shown_location(target))
        if vars(await new.read_clock()) != vars(await old.read_clock()):
            raise BadCopy(f"{shown_location(target)}: the clock is not as it was written")
        if await new.read_secrets() != await old.read_secrets():
            raise BadCopy(f"{shown_location(target)}: the server's keys are not as they were written")
    return Copied(len(digests), entries, left_out)


async def compare(new: StoreCopy, digests: dict[int, bytes], target: str) -> None:
    """What the new store gives back with what was read from the old one."""
    missing = dict(digests)
    async for table in new.tables():
        if isinstance(table, LeftOut) or missing.pop(table.age.number, None) != table.digest():
            raise BadCopy(f"{target}: a table is not as it was written")
    if missing:
        raise BadCopy(f"{target}: {len(missing)} tables were not written")


def opened(place: Location) -> AbstractAsyncContextManager[StoreCopy]:
    if not is_database(place):
        return FileCopy.opened(Path(place))
    with driver():
        from spieltisch.store.copying_postgres import PostgresCopy

    return PostgresCopy.opened(str(place))


def made(place: Location) -> AbstractAsyncContextManager[StoreCopy]:
    """It is there when this has ended well, and not before."""
    if not is_database(place):
        return FileCopy.made(Path(place))
    with driver():
        from spieltisch.store.copying_postgres import PostgresCopy

    return PostgresCopy.made(str(place))
