"""Which server owns a table, in a real PostgreSQL: leases, claims, epochs."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest

from spieltisch.server.cluster.cluster import Cluster
from spieltisch.store import Append, Change, CommitDone, Conflict, DeleteTable, Opening, PutAside, SetAside, open_store
from spieltisch.store.ownership import LEASE_S, Claim, Elsewhere, Owner, Server
from spieltisch.store.postgres import PostgresStore

LONG = 60  # seconds: a guard against hanging
NOBODY = 999


class Side:
    """A server's store, and its id."""

    def __init__(self, store: PostgresStore, id_: int) -> None:
        self.store, self.id = store, id_
        self.ownership = store.ownership

    async def write(self, task: Append | Change) -> Exception | None:
        written: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        self.store.put([task._replace(then=written.set_result)])
        return await written

    async def open(self, table: str) -> Claim:
        number = await self.store.new_number()
        assert await self.write(Append(number, [(1, 1, b"opened")], nothing, Opening(table, 30, self.id))) is None
        return Claim(number, 1)

    async def append(self, claim: Claim, seq: int, body: bytes = b"move") -> Exception | None:
        return await self.write(Append(claim.number, [(seq, seq, body)], nothing, epoch=claim.epoch))

    async def run(self, statement: str, *args: object) -> None:
        await self.store.ask(lambda connection: connection.execute(statement, *args))

    async def lapse(self, seconds: float = LEASE_S + 1) -> None:
        """As if it had not been heard of for so long."""
        await self.run("update servers set alive = alive - $1 * interval '1 second' where id = $2", seconds, self.id)


def nothing(error: Exception | None) -> None:
    pass


def tell(committed: CommitDone) -> None:
    for then in committed.done:
        then(None)
    for then, error in committed.failed:
        then(error)


@asynccontextmanager
async def server(url: str, name: str) -> AsyncIterator[Side]:
    store = await open_store(url, tell)
    assert isinstance(store, PostgresStore)
    yield Side(store, await store.ownership.join(name))
    await store.close()


def play(main: Callable[[Side, Side], Awaitable[None]], url: str) -> None:
    """With two servers."""

    async def both() -> None:
        async with asyncio.timeout(LONG), server(url, "left") as left, server(url, "right") as right:
            await main(left, right)

    asyncio.run(both())


# Servers


def test_all_living_servers_know_each_other(database: str) -> None:
    async def main(left: Side, right: Side) -> None:
        both = [Server(left.id, "left"), Server(right.id, "right")]
        assert await left.ownership.renew(left.id) == await right.ownership.renew(right.id) == both
        await right.ownership.leave(right.id)
        assert await left.ownership.renew(left.id) == both[:1]
        assert await right.ownership.renew(right.id) is None

    play(main, database)


def test_a_lease_that_has_lapsed_is_not_renewed(database: str) -> None:
    async def main(left: Side, right: Side) -> None:
        await left.lapse(LEASE_S - 1)
        assert await left.ownership.renew(left.id) is not None
        await left.lapse()
        for _ in range(2):
            assert await left.ownership.renew(left.id) is None
        assert await right.ownership.renew(right.id) == [Server(right.id, "right")]
        again = await left.ownership.join("left")
        assert again > right.id
        assert await left.ownership.renew(again) is not None

    play(main, database)


def test_servers_long_dead_are_forgotten(database: str) -> None:
    async def main(left: Side, right: Side) -> None:
        await left.lapse(2 * 3600)
        await right.lapse(60)
        await left.ownership.join("third")
        rows = await left.store.ask(lambda connection: connection.fetch("select name from servers order by id"))
        assert [name for (name,) in rows] == ["right", "third"]

    play(main, database)


# Tables


def test_a_table_belongs_to_the_server_that_opened_it(database: str) -> None:
    async def main(left: Side, right: Side) -> None:
        claim = await left.open("one")
        assert await left.ownership.owner_of("one") == Owner(left.id)
        assert await right.ownership.claim("one", right.id) == Elsewhere(left.id)
        assert await left.append(claim, 2) is None
        assert await right.ownership.owner_of("two") is None
        assert await right.ownership.claim("two", right.id) is None
        assert await right.ownership.claim("t\0wo", right.id) is None

    play(main, database)


def test_a_dead_servers_table_is_taken_over_and_its_old_owner_writes_no_more(database: str) -> None:
    async def main(left: Side, right: Side) -> None:
        late = await left.open("one")
        await left.lapse()
        assert await right.ownership.owner_of("one") == Owner(None)
        claim = await right.ownership.claim("one", right.id)
        assert claim == Claim(late.number, 2)
        assert isinstance(await left.append(late, 2, b"late"), Conflict)
        assert isinstance(await left.write(DeleteTable(late.number, nothing, late.epoch)), Conflict)
        assert await right.append(claim, 2, b"taken over") is None
        assert isinstance(await left.append(late, 3, b"late"), Conflict)
        stored = await left.store.load("one")
        assert stored is not None
        assert stored.log == [(1, b"opened"), (2, b"taken over")]
        assert await right.write(DeleteTable(claim.number, nothing, claim.epoch)) is None
        assert await left.store.count() == 0

    play(main, database)


def test_a_server_whose_lease_has_lapsed_claims_nothing(database: str) -> None:
    async def main(left: Side, right: Side) -> None:
        claim = await left.open("one")
        await left.ownership.release(*claim)
        await right.lapse()
        for server in (right.id, NOBODY):
            with pytest.raises(Conflict, match="lease has lapsed"):
                await right.ownership.claim("one", server)
        assert await left.ownership.claim("one", left.id) == Claim(claim.number, 2)

    play(main, database)


def test_whoever_owns_a_table_may_claim_it_again(database: str) -> None:
    """As after a commit of which nobody knows what became of it."""

    async def main(left: Side, right: Side) -> None:
        claim = await left.open("one")
        again = await left.ownership.claim("one", left.id)
        assert again == Claim(claim.number, 2)
        assert isinstance(await left.append(claim, 2), Conflict)
        assert await left.append(again, 2) is None

    play(main, database)


def test_only_who_owns_a_table_releases_it(database: str) -> None:
    async def main(left: Side, right: Side) -> None:
        old = await left.open("one")
        await left.ownership.release(*old)
        assert await left.ownership.owner_of("one") == Owner(None)
        claim = await right.ownership.claim("one", right.id)
        assert isinstance(claim, Claim)
        await left.ownership.release(*old)
        assert await left.ownership.owner_of("one") == Owner(right.id)
        await right.ownership.release(*claim)
        assert await left.ownership.owner_of("one") == Owner(None)
        assert isinstance(await right.append(old, 2), Conflict)
        assert await right.append(claim, 2) is None, "nobody has claimed it since"

    play(main, database)


def test_tables_of_a_server_that_leaves_are_nobodys(database: str) -> None:
    async def main(left: Side, right: Side) -> None:
        await left.open("one")
        await left.ownership.leave(left.id)
        assert await right.ownership.owner_of("one") == Owner(None)
        assert isinstance(await right.ownership.claim("one", right.id), Claim)

    play(main, database)


def test_of_many_that_claim_a_table_at_once_one_gets_it(database: str) -> None:
    async def main(left: Side, right: Side) -> None:
        for n in range(10):
            await left.ownership.release(*await left.open(f"table {n}"))
            sides = [left, right, left, right]
            ended = await asyncio.gather(*(side.ownership.claim(f"table {n}", side.id) for side in sides))
            owners = {side.id for side, one in zip(sides, ended, strict=True) if isinstance(one, Claim)}
            assert {Owner(owner) for owner in owners} == {await left.ownership.owner_of(f"table {n}")}

    play(main, database)


def test_nobody_is_sent_to_a_server_that_is_known_to_be_gone(database: str) -> None:
    """Its lease may have ended between two questions."""

    async def main(left: Side, right: Side) -> None:
        await left.open("one")
        cluster = Cluster(right.ownership, "nats://127.0.0.1", "right", note_hop=lambda seconds: None)
        cluster.me, cluster.servers = right.id, [Server(left.id, "left"), Server(right.id, "right")]
        assert await cluster.owner_of("one") == left.id
        cluster.servers = [Server(right.id, "right")]
        assert await cluster.owner_of("one") == right.id
        third = await left.ownership.join("third")
        await left.run("update tables set owner = $1", third)
        assert await cluster.owner_of("one") == third, "it has come since the last look"

    play(main, database)


# What is set aside


def test_no_table_of_a_living_server_is_set_aside(database: str) -> None:
    async def main(left: Side, right: Side) -> None:
        await left.open("one")
        await right.open("two")
        await right.lapse()
        put_aside = partial(PutAside, await left.store.ages(0, 10), 5)
        assert await left.write(put_aside(nothing)) is None
        assert [age.set_aside for age in await left.store.ages(0, 10)] == [None, 5]
        with pytest.raises(SetAside):
            await left.ownership.claim("two", left.id)

    play(main, database)
