"""Notices that are due go to their devices, one server doing it for all; what is not taken is tried again, in time.

Each is done only when that is stored: after a kill it is sent once more, with the same topic and tag, and shown once.
"""

import asyncio
import logging
from asyncio import Future, Task
from collections import Counter
from collections.abc import Callable, Coroutine
from functools import partial

from yarl import URL

from spieltisch.server.cleanup import settle
from spieltisch.server.push.carrier import Carrier, PushAnswer, audience_of
from spieltisch.server.push.payload import payload_of, topic_of
from spieltisch.server.push.quiet import quiet_until
from spieltisch.server.push.sealing import PushKey, new_key, sealed
from spieltisch.store import (
    Change,
    ForgetEndpoint,
    KeepSecret,
    NoticeDone,
    NoticeLater,
    Store,
    StoredNotice,
    StoreError,
    Then,
)

SECRET = "push"  # the key's name in the store
MOST = 64  # on their way at a time
MOST_TO_A_HOST = 16  # … so that one that does not answer holds nobody up
HOST_MS = 5_000  # until a busy host is looked at again
GAPS_S = (30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600)  # between tries
LONGEST_S = 24 * 3600  # that a push service may ask for
UNWRITTEN_S = 60  # where it could not be stored what became of one, it is left alone for so long

log = logging.getLogger("spieltisch")
Now = Callable[[], int]


async def key_of(store: Store) -> PushKey:
    """Made at the first start; of several servers that start together, one makes it for all."""
    raw = await store.secret(SECRET)
    if raw is None:
        await written(store, partial(KeepSecret, SECRET, new_key()))
        raw = await store.secret(SECRET)
        assert raw is not None
    return PushKey(raw)


class NoticeSender:
    def __init__(self, store: Store, key: PushKey, contact: str, now: Now, anywhere: bool = False) -> None:
        """`contact`: an address of this server's, for whoever runs a push service."""
        self.key = key.public
        self.sent, self.failed = 0, 0
        self._store, self._key, self._contact, self._now = store, key, contact, now
        self._carrier = Carrier(anywhere=anywhere)
        self._under_way: dict[int, Task[None]] = {}
        self._hosts: Counter[str] = Counter()

    async def look(self) -> None:
        """What is due begins its way."""
        now = self._now()
        due = await self._store.next_notice()
        if due is None or due > now:
            return
        for notice in await self._store.due_notices(now, MOST + len(self._under_way)):
            if len(self._under_way) < MOST and notice.number not in self._under_way:
                self._begin(notice, now)

    @property
    def is_busy(self) -> bool:
        return bool(self._under_way)

    async def close(self) -> None:
        for task in self._under_way.values():
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        await self._carrier.close()

    def _begin(self, notice: StoredNotice, now: int) -> None:
        host = URL(notice.device.endpoint, encoded=True).raw_host or ""
        later = quiet_until(now, notice.device.zone, notice.device.quiet)
        if later is None and self._hosts[host] >= MOST_TO_A_HOST:
            later = now + HOST_MS
        if later is not None:
            self._start(notice.number, self._note(partial(NoticeLater, notice.number, later, notice.tries)))
            return
        self._hosts[host] += 1
        task = self._start(notice.number, self._send(notice))
        task.add_done_callback(lambda _: self._free(host))

    def _free(self, host: str) -> None:
        self._hosts[host] -= 1
        if not self._hosts[host]:
            del self._hosts[host]

    def _start(self, number: int, errand: Coroutine[None, None, None]) -> "Task[None]":
        task = asyncio.create_task(errand)
        self._under_way[number] = task
        task.add_done_callback(lambda _: self._under_way.pop(number, None))
        return task

    async def _send(self, notice: StoredNotice) -> None:
        device = notice.device
        try:
            body = sealed(payload_of(notice), device.p256dh, device.auth)
            signed = self._key.authorization(audience_of(device.endpoint), self._contact, self._now() // 1000)
            answer = await self._carrier.post(device.endpoint, body, topic_of(notice), signed)
        except Exception as error:  # what it says may hold an address that opens somebody's device
            log.error("a notice could not be sent: %s", type(error).__name__)
            answer = PushAnswer("refused")
        await self._note(self._change_after(notice, answer))

    def _change_after(self, notice: StoredNotice, answer: PushAnswer) -> Callable[[Then], Change]:
        if answer.verdict == "taken":
            self.sent += 1
            return partial(NoticeDone, notice.number)
        self.failed += 1
        if answer.verdict == "gone":
            return partial(ForgetEndpoint, notice.device.endpoint)
        if answer.verdict == "refused" or notice.tries >= len(GAPS_S):
            return partial(NoticeDone, notice.number)
        gap_s = max(GAPS_S[notice.tries], min(answer.after_s, LONGEST_S))
        return partial(NoticeLater, notice.number, self._now() + 1000 * gap_s, notice.tries + 1)

    async def _note(self, change: Callable[[Then], Change]) -> None:
        try:
            await written(self._store, change)
        except StoreError as error:
            log.error("what became of a notice could not be stored: %s", error)
            await asyncio.sleep(UNWRITTEN_S)


async def written(store: Store, change: Callable[[Then], Change]) -> None:
    """Done when it is on the disk."""
    done: Future[None] = asyncio.get_running_loop().create_future()
    store.put([change(partial(settle, done))])
    await done
