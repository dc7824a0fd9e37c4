"""The line between a server and its engines does what the schedule says: it is cut, it holds up, it heals."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest

from faults.proxy import Proxy

MOMENT_S = 0.1


@asynccontextmanager
async def echo() -> AsyncIterator[int]:
    """A server that says what it is told."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while line := await reader.readline():
                writer.write(line)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]


@asynccontextmanager
async def line_to(proxy: Proxy) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    yield reader, writer
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def comes_within_a_moment(reader: asyncio.StreamReader) -> bool:
    try:
        async with asyncio.timeout(MOMENT_S):
            await reader.readline()
    except TimeoutError:
        return False
    return True


async def a_line_that_is_held_up_loses_nothing(**which: bool) -> None:
    async with echo() as port, Proxy(port) as proxy, AsyncExitStack() as stack:
        reader, writer = await stack.enter_async_context(line_to(proxy))
        proxy.stall(**which)
        writer.write(b"one\n")
        assert not await comes_within_a_moment(reader)
        await proxy.heal()
        assert await reader.readline() == b"one\n"


@pytest.mark.parametrize("which", [{}, {"asking": False}, {"answering": False}])
def test_a_line_that_is_held_up_loses_nothing(which: dict[str, bool]) -> None:
    asyncio.run(a_line_that_is_held_up_loses_nothing(**which))


async def a_line_that_is_cut_is_hung_up_and_refused_until_it_is_healed() -> None:
    async with echo() as port, Proxy(port) as proxy, AsyncExitStack() as stack:
        reader, writer = await stack.enter_async_context(line_to(proxy))
        writer.write(b"one\n")
        assert await reader.readline() == b"one\n"
        await proxy.cut()
        assert await reader.read() == b""
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", proxy.port)
        await proxy.heal()
        reader, writer = await stack.enter_async_context(line_to(proxy))
        writer.write(b"two\n")
        assert await reader.readline() == b"two\n"


def test_a_line_that_is_cut_is_hung_up_and_refused_until_it_is_healed() -> None:
    asyncio.run(a_line_that_is_cut_is_hung_up_and_refused_until_it_is_healed())
