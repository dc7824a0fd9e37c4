"""A thousand connections, a client that never reads, and the limits of what one address may ask for."""

import asyncio
import resource
import socket

import pytest

from server.conftest import Serve
from server.matches import GAME, play_out, start, table_of_people, table_with_bots
from server.running import Server, patiently
from server.wire import Wire, written
from spieltisch.client import NotTaken
from spieltisch.server.protocol import VERSION

MANY = 1000
LONG = 60  # seconds: a guard against hanging


@pytest.fixture
def many_files() -> None:
    """A thousand sockets; the server has what its parent has."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = max(soft, min(4 * MANY, hard))
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    if wanted < 2 * MANY:
        pytest.skip("this machine does not allow as many files")


@pytest.mark.slow
@pytest.mark.usefixtures("many_files")
def test_a_thousand_connections_are_all_told(server: Server) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, table_with_bots(client) as line:
            wires = []
            for _ in range(MANY // 50):
                wires += await asyncio.gather(*(Wire.hello(server.port, line.id) for _ in range(50)))
            assert await server.metric("connections") == MANY + 1
            await line.do("say", phrase=2)
            for wire in wires:
                while (await wire.next()) != {"type": "said", "seat": 0, "phrase": 2}:
                    pass
            await start(line)
            await play_out(line)
            for wire in wires:
                while not isinstance(await wire.next(), list):  # a move
                    pass
            await asyncio.gather(*(wire.close() for wire in wires))

            async def all_gone() -> bool:
                return await server.metric("connections") == 1

            await patiently(all_gone)

    asyncio.run(main())


async def flood(wire: Wire) -> None:
    """Ask and ask, and never read an answer, until the line is cut."""
    asking = [written(do="play", id=number, move="x" * 60) for number in range(1, 2000)]
    try:
        while True:
            wire.send(*asking)
            await wire.writer.drain()
    except ConnectionError:
        pass


async def deaf_wire(server: Server, table: str) -> Wire:
    """With as little room as possible for what it does not read."""
    reading = socket.socket()
    reading.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reading.setblocking(False)
    await asyncio.get_running_loop().sock_connect(reading, ("127.0.0.1", server.port))
    wire = await Wire.open(server.port, table, sock=reading)
    wire.send(written(do="hello"))
    wire.writer.transport.pause_reading()  # type: ignore[attr-defined]
    return wire


@pytest.mark.slow
def test_a_client_that_never_reads_is_dropped_and_holds_nobody_up(server: Server) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, table_of_people(client) as people:
            deaf = await deaf_wire(server, people[0].id)
            await start(people[0])
            await asyncio.gather(flood(deaf), *(play_out(line) for line in people))
            assert await server.metric("dropped_clients_total") == 1
            assert await server.metric("connections") == 2
            await deaf.close()

    asyncio.run(main())


# Limits


def test_connections_per_address(serve: Serve) -> None:
    server = serve("--connections", "5")

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            table = await client.open(GAME, 2)
            wires = [await Wire.hello(server.port, table) for _ in range(5)]
            with pytest.raises(NotTaken, match="Too many connections from here") as refused:
                await client.ask("GET", f"/api/tables/{table}/socket?wire={VERSION}")
            assert (refused.value.status, refused.value.reason) == (429, "too_many_connections")
            with pytest.raises(NotTaken, match="Too many connections from here"):
                await client.watch(table).__aenter__()
            await wires.pop().close()

            async def let_in() -> bool:
                try:
                    wires.append(await Wire.hello(server.port, table))
                except AssertionError:
                    return False
                return True

            await patiently(let_in)
            await asyncio.gather(*(wire.close() for wire in wires))

    asyncio.run(main())


def test_tables_per_address(serve: Serve) -> None:
    server = serve("--tables", "3")

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            tables = [await client.open(GAME, 2) for _ in range(3)]
            for _ in range(3):
                with pytest.raises(NotTaken, match="Many tables were opened from here") as refused:
                    await client.open(GAME, 2)
                assert (refused.value.status, refused.value.reason) == (429, "too_many_tables")
            async with client.join(tables[0], "Hanna") as line:
                assert line.you == 0

    asyncio.run(main())


def test_messages_per_connection(serve: Serve) -> None:
    """Some are refused in words, and after many of them the line is closed. Others' lines are not concerned."""
    server = serve("--rate", "5")

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            table = await client.open(GAME, 2)
            async with client.join(table, "Hanna") as line:
                wire = await Wire.hello(server.port, table)
                wire.send(*(written(do="leave", id=number) for number in range(1, 200)))
                told = [message async for message in wire.rest()]
                assert [message["id"] for message in told] == list(range(1, len(told) + 1))
                answers = [message["reason"] for message in told]
                assert answers[:15] == ["not_seated"] * 15
                assert set(answers[15:]) <= {"too_fast", "not_seated"}
                assert answers.count("too_fast") == 51
                await wire.close()
                await line.do("say", phrase=1)

    asyncio.run(main())


def test_a_command_that_came_too_fast_is_refused_by_its_id(serve: Serve) -> None:
    """So whoever waits for it need not wait until the line breaks; the line stays."""
    server = serve("--rate", "5")

    async def main() -> None:
        async with (
            asyncio.timeout(LONG),
            server.client() as client,
            client.join(await client.open(GAME, 2), "Hanna") as line,
        ):
            wishes = (line.do("say", phrase=1) for _ in range(40))
            answers = await asyncio.gather(*wishes, return_exceptions=True)
            refused = [answer for answer in answers if isinstance(answer, NotTaken)]
            assert {answer.reason for answer in refused} == {"too_chatty", "too_fast"}
            assert any("Slow down" in answer.text["en"] for answer in refused)
            assert answers.count(None) == len(answers) - len(refused) == 3
            assert line._ws is not None
            assert not line._ws.closed

    asyncio.run(main())
