"""Match files from outside are checked in a process of its own, with limits: `python -m spieltisch.server.checking`."""

import asyncio
import os
import resource
import sys
from asyncio import TimerHandle, get_running_loop
from asyncio.subprocess import DEVNULL, PIPE, Process

from msgspec import DecodeError, ValidationError, json

SECONDS = 20  # for one file
START_S = 40  # until the process is ready: on a busy machine loading the rules takes a while
IDLE_S = 300  # until a process that has nothing to do ends: starting one takes seconds
MEMORY = 2 << 30  # bytes of address space
NICE = 5  # those who play go first
SIZE_BYTES = 4
GOOD, BAD, READY = b"+", b"-", b"."


class NotGood(ValueError):
    """What is wrong with the file."""


class Checker:
    """Started when it is needed. One file at a time."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._timer: TimerHandle | None = None

    async def check(self, body: bytes) -> bytes:
        """The answer's JSON; NotGood says what is wrong, TimeoutError that it took too long."""
        if self._timer is not None:
            self._timer.cancel()
        try:
            async with asyncio.timeout(START_S):
                process = await self._running()
            async with asyncio.timeout(SECONDS):
                verdict, said = await exchange(process, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            await self.close()
            raise NotGood("it cannot be checked") from None
        except BaseException:
            await self.close()
            raise
        self._timer = get_running_loop().call_later(IDLE_S, self._end)
        if verdict == BAD:
            raise NotGood(said.decode(errors="replace"))
        return said

    async def close(self) -> None:
        process = self._process
        if process is not None:
            self._end()
            await process.wait()

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            command = (sys.executable, "-m", "spieltisch.server.checking")
            self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
            assert self._process.stdout is not None
            await self._process.stdout.readexactly(len(READY))
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()


async def exchange(process: Process, body: bytes) -> tuple[bytes, bytes]:
    """→ the verdict, and what is said with it."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(len(body).to_bytes(SIZE_BYTES, "big") + body)
    await process.stdin.drain()
    verdict = await process.stdout.readexactly(1)
    size = int.from_bytes(await process.stdout.readexactly(SIZE_BYTES), "big")
    return verdict, await process.stdout.readexactly(size)


# In the process


def check(body: bytes) -> bytes:
    from spieltisch.games import game_named
    from spieltisch.kernel.switching import begin_plain
    from spieltisch.server import protocol
    from spieltisch.table import replay

    begin_plain()  # for one match that is quicker than to load what is compiled, let alone to compile it
    try:
        document = json.decode(body, type=replay.Document)
        replay.verify(document, game_named)
    except (ValidationError, DecodeError, RecursionError, UnicodeError) as error:
        raise NotGood(f"not a match file: {error}") from None
    except ValueError as error:
        raise NotGood(str(error)) from None
    return json.encode(protocol.Finished(document, replay.replay_of(document, game_named)))


def verdict_on(body: bytes) -> tuple[bytes, bytes]:
    used = resource.getrusage(resource.RUSAGE_SELF)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + SECONDS + 1, resource.RLIM_INFINITY))
    try:
        return GOOD, check(body)
    except NotGood as error:
        return BAD, str(error).encode(errors="replace")[:300]


def main() -> int:
    """One file after the other, until nobody sends any more."""
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    come, go = sys.stdin.buffer, sys.stdout.buffer
    go.write(READY)
    go.flush()
    while len(size := come.read(SIZE_BYTES)) == SIZE_BYTES:
        verdict, said = verdict_on(come.read(int.from_bytes(size, "big")))
        go.write(verdict + len(said).to_bytes(SIZE_BYTES, "big") + said)
        go.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
