"""Notices, where what that takes is installed; it is loaded when there is one to send, or a device asks for the key."""

import asyncio
from importlib.util import find_spec
from typing import TYPE_CHECKING

from spieltisch.store import Store

if TYPE_CHECKING:
    from spieltisch.server.push.sending import NoticeSender, Now

PARTS = ("http_ece", "py_vapid")  # of the extra `push`


class Push:
    def __init__(self, store: Store, contact: str, now: "Now", anywhere: bool = False) -> None:
        """`anywhere`: for tests, whose push service is at 127.0.0.1."""
        self.is_installed = all(find_spec(part) is not None for part in PARTS)
        self.anywhere = anywhere
        self._store, self._contact, self._now = store, contact, now
        self._sender: NoticeSender | None = None
        self._one_at_a_time = asyncio.Lock()

    async def key(self) -> str:
        """The public one, by which devices know this server's notices."""
        return (await self._loaded()).key

    async def look(self) -> None:
        """What is due begins its way."""
        if self.is_installed and (self._sender is not None or await self._store.next_notice() is not None):
            await (await self._loaded()).look()

    async def _loaded(self) -> "NoticeSender":
        async with self._one_at_a_time:
            if self._sender is None:
                await asyncio.to_thread(load)
                from spieltisch.server.push.sending import NoticeSender, key_of

                key = await key_of(self._store)
                self._sender = NoticeSender(self._store, key, self._contact, self._now, self.anywhere)
            return self._sender

    def figures(self) -> dict[str, int]:
        sender = self._sender
        sent, failed = (0, 0) if sender is None else (sender.sent, sender.failed)
        return {"notices_sent_total": sent, "notices_not_taken_total": failed}

    async def close(self) -> None:
        if self._sender is not None:
            await self._sender.close()


def load() -> None:
    """In a thread: it takes a moment."""
    import spieltisch.server.push.sealing  # noqa: F401
