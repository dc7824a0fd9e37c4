"""A TCP line that can be cut, and held up, between a server and what it needs."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import Self

from bench.engines import free_port

CHUNK = 1 << 16


class Proxy:
    """From a port of its own to `to`. Of what is held up nothing is lost: it arrives later."""

    def __init__(self, to: int) -> None:
        self.port = free_port()
        self._to = to
        self._asking, self._answering = asyncio.Event(), asyncio.Event()
        self._writers: set[StreamWriter] = set()
        self._carrying: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._healing = asyncio.Lock()

    async def __aenter__(self) -> Self:
        await self.heal()
        return self

    async def __aexit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.cut()
        self._asking.set()
        self._answering.set()
        await asyncio.gather(*self._carrying)

    async def heal(self) -> None:
        self._asking.set()
        self._answering.set()
        async with self._healing:  # two faults may end at once
            if self._server is None:
                self._server = await asyncio.start_server(self._carry, "127.0.0.1", self.port)

    async def cut(self) -> None:
        """Lines are hung up, new ones refused."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for writer in list(self._writers):
            writer.transport.abort()

    def stall(self, asking: bool = True, answering: bool = True) -> None:
        """New lines are taken, and nothing comes through; `asking` is the server's way out."""
        if asking:
            self._asking.clear()
        if answering:
            self._answering.clear()

    async def _carry(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)
        async with self._kept(writer):
            await self._asking.wait()
            with suppress(OSError):
                answers, asks = await asyncio.open_connection("127.0.0.1", self._to)
                async with self._kept(asks):
                    await self._both_ways(reader, asks, answers, writer)

    @asynccontextmanager
    async def _kept(self, writer: StreamWriter) -> AsyncIterator[None]:
        """What was written goes out before it is closed, unless it is cut."""
        self._writers.add(writer)
        try:
            yield
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
            self._writers.discard(writer)

    async def _both_ways(
        self, reader: StreamReader, asks: StreamWriter, answers: StreamReader, writer: StreamWriter
    ) -> None:
        """Until either end hangs up."""
        ways = [
            asyncio.create_task(pass_on(reader, asks, self._asking)),
            asyncio.create_task(pass_on(answers, writer, self._answering)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)


async def pass_on(reader: StreamReader, writer: StreamWriter, flows: asyncio.Event) -> None:
    with suppress(OSError):
        while chunk := await reader.read(CHUNK):
            await flows.wait()
            writer.write(chunk)
            await writer.drain()
