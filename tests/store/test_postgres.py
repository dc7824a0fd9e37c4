"""The store in a real PostgreSQL: several servers, lost connections, restarts, and what is refused, in words."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from signal import SIGINT
from typing import Any

import asyncpg
import pytest

from bench.engines import Postgres, free_port
from spieltisch.store import Append, CommitDone, Conflict, Opening, SaveClock, StoreError, open_store
from spieltisch.store.age import AgeClock
from spieltisch.store.connecting import BadDatabase
from spieltisch.store.migrations import VERSION
from spieltisch.store.postgres import PostgresStore
from store.conftest import address, run
from store.writing import EPOCH, Writer, nothing, open_and_close, writing

LONG = 60  # seconds: a guard against hanging
SECRET = "s3cret"


# Several servers


def test_numbers_are_given_once(database: str) -> None:
    with writing(database) as one, writing(database) as other:
        numbers = [writer.new_number() for _ in range(20) for writer in (one, other)]
        assert len(set(numbers)) == 40
        assert one.open("one") not in numbers


def test_of_many_that_write_an_entry_at_once_one_does(database: str) -> None:
    """Whatever their epoch says: the key alone decides."""

    async def main() -> None:
        first = await opened(database)
        number = await first.new_number()
        assert await written(first, Append(number, [(1, 1, b"opened")], nothing, Opening("one", 30))) is None
        stores = [first, *[await opened(database) for _ in range(7)]]
        for seq in range(2, 12):
            appends = [Append(number, [(seq, seq, b"%d" % n)], nothing, epoch=EPOCH) for n in range(len(stores))]
            ended = await asyncio.gather(*map(written, stores, appends))
            (winner,) = [n for n, error in enumerate(ended) if error is None]
            assert all(isinstance(error, Conflict) for n, error in enumerate(ended) if n != winner)
            stored = await stores[seq % 8].load("one")
            assert stored is not None
            assert stored.log[-1] == (seq, b"%d" % winner)
            assert len(stored.log) == seq
        for store in stores:
            await store.close()

    in_time(main)


async def opened(url: str) -> PostgresStore:
    store = await open_store(url, tell)
    assert isinstance(store, PostgresStore)
    return store


async def written(store: PostgresStore, append: Append) -> Exception | None:
    done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    store.put([append._replace(then=done.set_result)])
    return await done


def tell(committed: CommitDone) -> None:
    for then in committed.done:
        then(None)
    for then, error in committed.failed:
        then(error)


def in_time(main: Callable[[], Awaitable[None]]) -> None:
    async def guarded() -> None:
        async with asyncio.timeout(LONG):
            await main()

    asyncio.run(guarded())


def test_an_older_clock_does_not_replace_a_newer_one(database: str) -> None:
    """Servers add up the same time, each from where it began."""
    with writing(database) as one, writing(database) as other:
        one.change(lambda then: SaveClock(AgeClock(running=50, wall=1), then))
        other.change(lambda then: SaveClock(AgeClock(running=40, wall=2), then))
        assert vars(other.clock()) == vars(AgeClock(running=50, wall=1))


# Lost connections


def test_what_was_under_way_when_the_connection_was_lost_has_failed_and_the_rest_goes_on(database: str) -> None:
    with writing(database) as writer:
        number = writer.open("one")

        async def lose() -> Exception | None:
            other = await asyncpg.connect(database)
            transaction = other.transaction()
            await transaction.start()
            await other.execute("lock table log")
            waiting = asyncio.create_task(written_by(writer, Append(number, [(2, 2, b"lost")], nothing, epoch=EPOCH)))
            ended = "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'"
            while not await other.fetch(ended):
                await asyncio.sleep(0.01)
            error = await waiting
            await transaction.rollback()
            await other.close()
            return error

        error = writer.wait_for(lose())
        assert isinstance(error, StoreError)
        assert not isinstance(error, Conflict)
        assert "the database is not there" in str(error)
        assert writer.log("one") == [(1, b"opened")]
        assert writer.append(number, [(2, 2, b"again")]) is None
        assert writer.log("one") == [(1, b"opened"), (2, b"again")]


async def written_by(writer: Writer, append: Append) -> Exception | None:
    assert isinstance(writer.store, PostgresStore)
    return await written(writer.store, append)


def test_after_a_restart_of_the_database_it_goes_on(engine: Postgres, database: str) -> None:
    with writing(database) as writer:
        number = writer.open("one")
        assert writer.load("one") is not None
        engine.restart(SIGINT)
        assert len(writer.log("one")) == 1, "reading waits until it is there again"
        assert writer.append(number, [(2, 2, b"on")]) is None
        assert len(writer.log("one")) == 2


# What an error says


def test_no_error_holds_what_an_entry_holds(database: str) -> None:
    with writing(database) as writer:
        number = writer.open("one")
        bodies = [(1, 1, b"hidden"), (2, 2, b"hidden")], [(2**40, 2, b"hidden")], [(9, 9, b"hidden")]
        for entries in bodies:
            assert "hidden" not in repr(writer.append(number, entries))
            assert b"hidden".hex() not in repr(writer.append(number, entries))


def test_a_fault_of_ours_leaves_nobody_waiting(database: str) -> None:
    with writing(database) as writer:
        number = writer.open("one")
        broken: Any = [("hidden", 2, b"hidden")]
        error = writer.append(number, broken)
        assert isinstance(error, StoreError)
        assert "hidden" not in str(error)
        assert writer.append(number, [(2, 2, b"on")]) is None


def refused(url: str) -> str:
    with pytest.raises(BadDatabase) as why:
        open_and_close(url)
    assert SECRET not in str(why.value)
    assert "\n" not in str(why.value)
    return str(why.value)


def test_a_database_that_cannot_be_reached_is_named_without_its_password() -> None:
    port = free_port()
    told = refused(f"postgresql://hanna:{SECRET}@127.0.0.1:{port}/club")
    assert told.startswith(f"postgresql://127.0.0.1:{port}/club cannot be reached (")
    assert told.endswith("): does PostgreSQL run there, and is that its address?")


@pytest.mark.parametrize(
    "url",
    [f"hanna:{SECRET}/x@127.0.0.1/club", f"hanna:{SECRET}@127.0.0.1:port/club", f"hanna:{SECRET}@[::1/club"],
)
def test_an_address_that_cannot_be_read_is_told_how_it_is_written(url: str) -> None:
    assert refused(f"postgresql://{url}").endswith(
        "is no address of a database: it reads postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
    )


def test_a_password_that_cuts_the_address_in_two_is_not_shown() -> None:
    assert refused(f"postgresql://hanna:1#{SECRET}@127.0.0.1:1/club").startswith("the database cannot be reached (")


def test_a_database_that_is_not_there_is_named(engine: Postgres) -> None:
    assert "/nowhere does not exist. Create it there (createdb)" in refused(address(engine, "nowhere"))


def test_a_wrong_password_is_told_and_not_shown(engine: Postgres, database: str) -> None:
    run(engine.url, "create role locked login password 'right'")
    rule = "host all locked 127.0.0.1/32 scram-sha-256\n"
    file = Path(asyncio.run(shown(engine.url, "hba_file")))
    before = file.read_text()
    file.write_text(rule + before)
    try:
        run(engine.url, "select pg_reload_conf()")
        told = refused(database.replace("postgres@", f"locked:{SECRET}@"))
    finally:
        file.write_text(before)
        run(engine.url, "select pg_reload_conf()")
    assert "does not let us in (password authentication failed" in told
    assert "Give the right user and password, here or by PGPASSWORD" in told


async def shown(url: str, setting: str) -> str:
    connection = await asyncpg.connect(url)
    value: str = await connection.fetchval(f"show {setting}")
    await connection.close()
    return value


def test_a_user_without_rights_is_told_which_he_needs(engine: Postgres, database: str, empty_database: str) -> None:
    run(engine.url, "create role guest login")
    for url in (database, empty_database):
        told = refused(url.replace("postgres@", "guest@"))
        assert "does not allow that (permission denied for " in told
        assert "Grant this user all rights in its schema" in told


# Whose it is, and which version


def test_an_empty_database_is_made_ready_by_many_at_once(empty_database: str) -> None:
    async def main() -> None:
        for store in await asyncio.gather(*(opened(empty_database) for _ in range(6))):
            await store.close()

    in_time(main)
    with writing(empty_database) as writer:
        writer.open("one")


def test_a_database_of_something_else_is_refused_and_left_as_it_is(empty_database: str) -> None:
    run(empty_database, "create table recipes (name text)")
    assert "holds something else. Name an empty database" in refused(empty_database)
    run(empty_database, "drop table recipes")
    open_and_close(empty_database)


def test_a_newer_database_is_refused(database: str) -> None:
    run(database, f"insert into spieltisch_migrations (version) values ({VERSION + 1})")
    told = f"written by a newer Spieltisch (version {VERSION + 1}, this one knows {VERSION}). Update the program"
    assert told in refused(database)


def test_a_commit_is_on_the_disk(engine: Postgres, database: str) -> None:
    """Whatever the database's own setting is."""
    run(engine.url, f"alter database {database.rpartition('/')[2]} set synchronous_commit = off")

    async def main() -> None:
        store = await opened(database)
        assert await store.ask(lambda connection: connection.fetchval("show synchronous_commit")) == "on"
        connection = await store._line.connection()
        assert await connection.fetchval("show synchronous_commit") == "on"
        await store.close()

    in_time(main)


@pytest.mark.slow
def test_where_the_driver_is_not_installed_it_is_told_how_to_install_it() -> None:
    script = "import sys; sys.modules['asyncpg'] = None; from spieltisch.cli import main; sys.exit(main(sys.argv[1:]))"
    url = f"postgresql://hanna:{SECRET}@127.0.0.1/club"
    for command in (["serve", "--port=0", "--data", url], ["copy", url, "new.db"], ["trash", "--data", url]):
        told = subprocess.run(
            [sys.executable, "-c", script, *command],
            capture_output=True, text=True, timeout=LONG, check=False,
        )  # fmt: skip
        assert "for PostgreSQL a package is missing. Install it: pip install 'spieltisch[cluster]'" in told.stderr
        assert SECRET not in told.stderr
