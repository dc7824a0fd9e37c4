"""Messages between servers over core NATS: quick, at most once, and never the truth, which is the log's."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Protocol
from urllib.parse import urlsplit

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError

CONNECT_S = 5
AGAIN_S = 1  # between tries to reach a NATS that is gone
PING_S = 1  # NATS' own, so that a dead line to it is noticed
BATCH_GAP_S = 0.002  # between two: with many tables fewer and fuller ones, and nobody waits where there are few
ASK_S = 2  # for an answer of one server,
ASK_ALL_S = 0.5  # and of all

log = logging.getLogger("spieltisch")

Answer = Callable[[bytes], Awaitable[bytes | None]]  # None: it has none to give


class Sender(Protocol):
    """Has something for another server."""

    server: int

    def take_out(self) -> Iterator[bytes]: ...


class Bus:
    """`lost` is called when something may not have come through."""

    def __init__(self, url: str, lost: Callable[[], None]) -> None:
        self._url, self._root, self._lost = url, "", lost
        self._client = Client()
        self._server = 0
        self._closing = False
        self._inbox: list[Subscription] = []
        self._senders: list[Sender] = []
        self._wanted = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None
        self.sent = 0  # batches

    async def connect(self, cluster: str) -> None:
        """Several clusters may share a NATS."""
        self._root = f"spieltisch.{cluster}"
        try:
            async with asyncio.timeout(CONNECT_S):
                await self._client.connect(
                    self._url,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=AGAIN_S,
                    ping_interval=PING_S,
                    no_echo=True,  # what is asked of all is asked of the others
                    disconnected_cb=self._disconnected,
                    reconnected_cb=self._reconnected,
                    error_cb=self._failed,
                )
        except (NatsError, OSError, ValueError) as error:
            kind = type(error).__name__
            raise ValueError(f"no NATS answers at {host_of(self._url)} ({kind}): is it running?") from None
        self._sending = asyncio.create_task(self._send_always())

    async def close(self) -> None:
        self._closing = True
        if self._sending is not None:
            self._sending.cancel()
        with suppress(NatsError, OSError):
            await self._client.close()

    async def listen(self, server: int, hear: Callable[[bytes], None], answer: Answer) -> None:
        """As this server, from now on: to batches, and to questions for it alone or for all."""

        async def take(message: Msg) -> None:
            if server == self._server:
                hear(message.data)

        async def reply(message: Msg) -> None:
            said = await answer(message.data)
            if said is not None:
                with suppress(NatsError, OSError):
                    await message.respond(said)

        self._server = server
        for former in self._inbox:
            with suppress(NatsError, OSError):
                await former.unsubscribe()
        asked = [(self._subject(server, "ask"), reply), (f"{self._root}.ask", reply)]
        subjects = [(self._subject(server, "batches"), take), *asked]
        self._inbox = [await self._client.subscribe(subject, cb=call) for subject, call in subjects]

    def _subject(self, server: int, what: str) -> str:
        return f"{self._root}.{server}.{what}"

    # Batches

    def send(self, sender: Sender) -> None:
        """Soon, with whatever else it has for that server by then."""
        self._senders.append(sender)
        self._wanted.set()

    async def _send_always(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            senders, self._senders = self._senders, []
            for sender in senders:
                for batch in sender.take_out():
                    await self._publish(self._subject(sender.server, "batches"), batch)
            await asyncio.sleep(BATCH_GAP_S)

    async def _publish(self, subject: str, batch: bytes) -> None:
        try:
            await self._client.publish(subject, batch)
            self.sent += 1
        except (NatsError, OSError) as error:
            log.error("NATS took nothing: %s", type(error).__name__)
            self._lost()

    # Questions

    async def ask(self, server: int, question: bytes) -> bytes | None:
        """None: no answer came."""
        try:
            return (await self._client.request(self._subject(server, "ask"), question, timeout=ASK_S)).data
        except (NatsError, OSError):
            return None

    async def ask_all(self, question: bytes, most: int) -> list[bytes]:
        """Up to so many answers; those that come in time."""
        answers: list[bytes] = []
        inbox = self._client.new_inbox()
        with suppress(NatsError, OSError, TimeoutError):
            replies = await self._client.subscribe(inbox)
            try:
                await self._client.publish(f"{self._root}.ask", question, reply=inbox)
                async with asyncio.timeout(ASK_ALL_S):
                    while len(answers) < most:
                        answers.append((await replies.next_msg(timeout=None)).data)
            finally:
                await replies.unsubscribe()
        return answers

    # What NATS' client says

    async def _disconnected(self) -> None:
        if not self._closing:
            log.warning("the line to NATS is gone")
            self._lost()

    async def _reconnected(self) -> None:
        log.warning("NATS is there again")
        self._lost()

    async def _failed(self, error: Exception) -> None:
        """Of each try to connect, too; what counts is told by the others."""


def host_of(url: str) -> str:
    """Without a password."""
    split = urlsplit(url)
    return f"{split.hostname}:{split.port or 4222}"
