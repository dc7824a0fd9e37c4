"""Several servers on one PostgreSQL and one NATS: any client at any of them, each table with one, and no move lost."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator, Sequence
from time import monotonic

import pytest
from msgspec import json

from bench.engines import Nats, Postgres, nats, postgres
from push.device import Device
from server.conftest import Serve
from server.matches import GAME, play_out, play_some, start
from server.racing import BLITZ, all_get_ready, is_told
from server.racing import GAME as RACE
from server.running import Server, patiently
from spieltisch.client import Client, NotTaken, TableConnection

LONG = 60  # seconds: a guard against hanging
FAILOVER_S = 15  # 5 on a machine of one's own: the lease is 3


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as engine:
        yield engine


@pytest.fixture(scope="module")
def bus() -> Iterator[Nats]:
    with nats() as engine:
        yield engine


@pytest.fixture
def servers(serve: Serve, database: Postgres, bus: Nats) -> list[Server]:
    place = ("--data", database.new_database(), "--nats", bus.url)
    servers = [serve(*place, "--public-tables"), serve(*place, "--public-tables")]

    async def know_each_other() -> bool:
        return all([await server.metric("servers") == 2 for server in servers])

    asyncio.run(patiently(know_each_other))
    return servers


def play(main: Callable[[], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(LONG):
            await main()

    asyncio.run(in_time())


async def two_at_a_table(first: Client, second: Client, **settings: int) -> tuple[TableConnection, TableConnection]:
    """The table is the first one's; both sit, and the match is on."""
    table = await first.open(GAME, 2, None, **settings)
    lines = first.join(table, "Hanna"), second.join(table, "Otto")
    for line in lines:
        await line.__aenter__()
    await start(lines[0])
    return lines


async def leave(*lines: TableConnection) -> None:
    for line in lines:
        await line.__aexit__(None, None, None)


def course(line: TableConnection) -> list[tuple[int, int]]:
    """What all see of the rows."""
    return [(row.seat, row.to) for row in line.log]


async def expect_the_same_course(lines: Sequence[TableConnection]) -> None:
    """Sooner or later: one may be told before the other."""

    async def is_same() -> bool:
        return all(course(line) == course(lines[0]) for line in lines)

    await patiently(is_same)


async def play_by_turns(lines: tuple[TableConnection, ...], moves: int) -> None:
    """And when a match is over, another one."""
    for _ in range(moves):
        while not any(line.moves for line in lines):
            if lines[0].table.stage == "over":
                await start(lines[0])
            await asyncio.sleep(0.005)
        line = next(line for line in lines if line.moves)
        await line.play(line.moves[0])


def test_whoever_comes_to_another_server_plays_at_the_same_table(servers: list[Server]) -> None:
    async def main() -> None:
        async with servers[0].client() as here, servers[1].client() as there:
            lines = await two_at_a_table(here, there)
            await asyncio.gather(*(play_out(line) for line in lines))
            await expect_the_same_course(lines)
            assert await servers[1].metric("forwarded_lines") == 1
            assert await servers[0].metric("guests") == 1
            finished = [await line.client.finished(line.id, 1, line.token or "") for line in lines]
            assert finished[0] == finished[1]
            await leave(*lines)

    play(main)


def test_notices_are_asked_for_at_any_server_and_all_have_one_key(servers: list[Server]) -> None:
    device = Device("https://push.example.org/hanna")

    async def main() -> None:
        async with servers[0].client() as here, servers[1].client() as there:
            keys = await asyncio.gather(*(client.ask("GET", "/api/push") for client in (here, there, here, there)))
            assert len({key["key"] for key in keys}) == 1
            table = await here.open(GAME, 2, None, pace_h=24)
            async with here.join(table, "Hanna") as hanna:
                path, asked = f"/api/tables/{table}/push", {"token": hanna.token, **device.asked}
                assert await there.ask("PUT", path, json.encode(asked)) == {"on": True}
                with pytest.raises(NotTaken) as refused:
                    await there.ask("PUT", path, json.encode(asked | {"token": "f" * 32}))
                assert refused.value.reason == "not_your_seat"
                gone = {"token": hanna.token, "endpoint": device.endpoint}
                assert await there.ask("DELETE", path, json.encode(gone)) == {"on": False}

    play(main)


def test_what_is_asked_over_http_is_answered_by_every_server(servers: list[Server]) -> None:
    async def main() -> None:
        async with servers[0].client() as here, servers[1].client() as there:
            table = await here.open(GAME, 3, public=True)
            line = here.join(table, "Hanna")
            await line.__aenter__()
            assert await there.ask("GET", f"/api/tables/{table}") == await here.ask("GET", f"/api/tables/{table}")
            code = (await there.ask("POST", f"/api/tables/{table}/code", b"{}"))["code"]
            for client in (here, there):
                found = await client.ask("POST", "/api/codes", b'{"code": "%s"}' % code.encode())
                assert found["table"] == table
                assert [one["table"] for one in (await client.ask("GET", "/api/tables"))["tables"]] == [table]
            await leave(line)

    play(main)


@pytest.mark.parametrize("path", ["/api/tables/nowhere", "/api/tables/nowhere/matches/1"])
def test_a_table_that_is_not_there_is_nowhere(servers: list[Server], path: str) -> None:
    async def main() -> None:
        for server in servers:
            async with server.client() as client:
                with pytest.raises(NotTaken) as refused:
                    await client.ask("GET", path)
                assert refused.value.status == 404

    play(main)


def test_a_table_goes_on_at_another_server_when_its_own_is_killed(servers: list[Server]) -> None:
    async def main() -> None:
        async with servers[0].client() as here, servers[1].client() as there:
            lines = await two_at_a_table(here, there, grace_s=3600)
            await play_by_turns(lines, 6)
            rows = course(lines[1])
            servers[0].kill()
            killed = monotonic()
            here.server = there.server  # as whatever stands before the servers would send him
            await patiently(lambda: has_line(lines[1]))
            await play_by_turns(lines, 4)
            assert monotonic() - killed < FAILOVER_S
            assert course(lines[0])[: len(rows)] == rows
            await expect_the_same_course(lines)
            await leave(*lines)

    play(main)


async def has_line(line: TableConnection) -> bool:
    return line._ws is not None and not line._ws.closed


def test_a_server_that_stops_hands_its_tables_over_at_once(servers: list[Server]) -> None:
    async def main() -> None:
        async with servers[0].client() as here, servers[1].client() as there:
            lines = await two_at_a_table(here, there)
            await play_by_turns(lines, 6)
            here.server = there.server
            assert servers[0].stop() == 0
            await play_by_turns(lines, 4)
            await expect_the_same_course(lines)
            assert lines[0].lost is None
            await leave(*lines)

    play(main)


def test_a_server_that_slept_longer_than_its_lease_gives_its_tables_up(servers: list[Server]) -> None:
    """Its entry's place is taken: what it wrote into its memory counts no more, and nobody was told of it."""

    async def main() -> None:
        async with servers[0].client() as here, servers[1].client() as there:
            lines = await two_at_a_table(here, there, grace_s=3600)
            await play_by_turns(lines, 4)
            pid = servers[0].process.pid
            assert pid is not None
            os.kill(pid, signal.SIGSTOP)
            elsewhere = there.watch(lines[1].id, lines[1].token)
            await elsewhere.__aenter__()  # once the lease is over, the other server has the table
            rows = len(elsewhere.log)
            os.kill(pid, signal.SIGCONT)
            await play_by_turns(lines, 4)
            await elsewhere.until(lambda: len(elsewhere.log) > rows + 3)
            await expect_the_same_course(lines)
            await leave(elsewhere, *lines)
        assert await servers[0].metric("lost_leases_total") == 1

    play(main)


async def expect_to_be_measured(line: TableConnection) -> None:
    await line.until(lambda: line.race and None not in line.race.lines)
    assert line.race is not None
    assert line.race.trust == "tcp"


def test_those_at_another_server_race_on_equal_terms(servers: list[Server]) -> None:
    """Their lines are measured where they end, and of two who grab the same die one gets it."""

    async def main() -> None:
        async with servers[0].client() as here, servers[1].client() as there:
            table = await here.open(RACE, 2, BLITZ)
            lines = here.join(table, "Hanna"), there.join(table, "Otto")
            for line in lines:
                await line.__aenter__()
            await start(lines[0])
            await asyncio.gather(*map(is_told, lines))
            await asyncio.gather(*map(expect_to_be_measured, lines))
            await all_get_ready(lines)
            got = await asyncio.gather(*(line.play("take 1") for line in lines), return_exceptions=True)
            assert sorted(isinstance(one, NotTaken) for one in got) == [False, True]
            await lines[got.index(None)].play("beside 1")
            await lines[1].play("take 2")
            await expect_the_same_course(lines)
            await leave(*lines)

    play(main)


def test_play_goes_on_when_nats_has_been_away(servers: list[Server], bus: Nats) -> None:
    async def main() -> None:
        async with servers[0].client() as here, servers[1].client() as there:
            lines = await two_at_a_table(here, there)
            await play_by_turns(lines, 4)
            bus.restart()
            await play_by_turns(lines, 4)
            await expect_the_same_course(lines)
            await leave(*lines)

    play(main)


def test_play_goes_on_when_postgresql_has_been_away(servers: list[Server], database: Postgres) -> None:
    async def main() -> None:
        async with servers[0].client() as here, servers[1].client() as there:
            lines = await two_at_a_table(here, there, grace_s=3600)
            await play_by_turns(lines, 4)
            database.restart()
            await play_by_turns(lines, 4)
            await expect_the_same_course(lines)
            await leave(*lines)

    play(main)


def test_tables_leave_memory_and_come_back_at_any_server(serve: Serve, database: Postgres, bus: Nats) -> None:
    place = ("--data", database.new_database(), "--nats", bus.url, "--idle", "0.2")
    servers = [serve(*place), serve(*place)]

    async def nobody_has_any() -> bool:
        return all([await server.metric("tables") == 0 for server in servers])

    async def main() -> None:
        async with servers[0].client() as here, servers[1].client() as there:
            lines = await two_at_a_table(here, there)
            await play_by_turns(lines, 4)
            await expect_the_same_course(lines)
            await leave(*lines)
            await patiently(nobody_has_any)
            back = there.join(lines[1].id, "Otto", lines[1].token)
            await back.__aenter__()
            assert back.log == lines[1].log
            await leave(back)

    play(main)


def test_a_server_that_finds_no_nats_says_so(database: Postgres, serve: Serve) -> None:
    with pytest.raises(AssertionError, match=r"no NATS answers at 127\.0\.0\.1:9 .*is it running\?"):
        serve("--data", database.new_database(), "--nats", "nats://127.0.0.1:9")


def test_bots_play_on_at_the_server_that_took_over(servers: list[Server]) -> None:
    async def main() -> None:
        async with servers[0].client() as here:
            table = await here.open(GAME, 4, quick=True)
            line = here.join(table, "Hanna")
            await line.__aenter__()
            for seat in (1, 2, 3):
                await line.do("bot", seat=seat, level="random")
            await start(line)
            await play_some(line, 1)
            here.server = servers[1].url
            servers[0].kill()
            await play_out(line)
            await leave(line)

    play(main)
