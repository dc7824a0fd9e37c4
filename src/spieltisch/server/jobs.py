"""What takes long, one at a time and away from the loop. What was worked out is kept for a while."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Hashable

MOST, MOST_OF_CLIENT = 32, 8  # jobs that wait or are under way
WAIT_S = 20  # for one's turn
KEPT_BYTES = 16_000_000


class Busy(Exception):
    """Too much waits already: try again later."""


class Jobs:
    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._under_way: dict[Hashable, asyncio.Task[bytes]] = {}
        self._of_client: Counter[str] = Counter()
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._kept_bytes = 0

    async def result(self, key: Hashable, client: str, job: Callable[[], Awaitable[bytes]]) -> bytes:
        """Whoever wants the same waits for the same. A client may wait for a few at a time."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._under_way:
            if len(self._under_way) >= MOST or self._of_client[client] >= MOST_OF_CLIENT:
                raise Busy
            self._of_client[client] += 1
            self._under_way[key] = asyncio.create_task(self._do(key, client, job))
        return await asyncio.shield(self._under_way[key])

    async def _do(self, key: Hashable, client: str, job: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            await self._wait_for_turn()
            try:
                result = await job()
            finally:
                self._turn.release()
            self._keep(key, result)
            return result
        finally:
            del self._under_way[key]
            self._of_client[client] -= 1
            self._of_client += Counter()  # forgets those who wait for nothing any more

    async def _wait_for_turn(self) -> None:
        try:
            await asyncio.wait_for(self._turn.acquire(), WAIT_S)
        except TimeoutError:
            raise Busy from None

    def _keep(self, key: Hashable, result: bytes) -> None:
        """The last ones, as many as there is room for."""
        self._kept[key] = result
        self._kept_bytes += len(result)
        while self._kept_bytes > KEPT_BYTES:
            self._kept_bytes -= len(self._kept.popitem(last=False)[1])
