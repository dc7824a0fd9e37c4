"""This server among the others: its lease, who else lives, which of them has a table, and the way to it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from time import monotonic

from spieltisch.server.cluster.bus import Answer, Bus
from spieltisch.server.cluster.peers import Peer, Tables, read_batch
from spieltisch.server.connection import Connection
from spieltisch.store import StoreError
from spieltisch.store.ownership import LEASE_S, Claim, Ownership, Server

RENEW_S = 1

log = logging.getLogger("spieltisch")


class Cluster:
    def __init__(self, ownership: Ownership, nats: str, name: str, note_hop: Callable[[float], None]) -> None:
        """`name`: the same after a restart, so that the same tables come home to it."""
        self.ownership = ownership
        self.me = 0
        self.servers: list[Server] = []  # that live, this one among them
        self.peers: dict[int, Peer] = {}
        self.lost_leases = 0
        self.bus = Bus(nats, self._reset_all)
        self._name, self._note_hop = name, note_hop
        self._renewed_at = 0.0
        self._tables: Tables
        self._answer: Answer
        self._lapsed: Callable[[], None]
        self._chores: list[asyncio.Task[None]] = []

    async def join(self, tables: Tables, answer: Answer, lapsed: Callable[[], None]) -> None:
        """`answer`: to other servers' questions; `lapsed`: others may have our tables now."""
        self._tables, self._answer, self._lapsed = tables, answer, lapsed
        try:
            await self.bus.connect(await self.ownership.cluster())
            await self._join()
        except StoreError as error:
            raise ValueError(f"the server cannot join the others: {error}") from None
        self._chores = [asyncio.create_task(chore) for chore in (self._renew_always(), self._beat_always())]

    async def _join(self) -> None:
        """Under a new number: nothing that was said to the former one counts."""
        me = await self.ownership.join(self._name)
        await self.bus.listen(me, self._hear, self._answer)
        self._reset_all()
        self.peers.clear()
        self.me = me
        self._note(await self.ownership.renew(me) or [])

    async def leave(self) -> None:
        """After all tables have been put away: they are nobody's from now on."""
        for chore in self._chores:
            chore.cancel()
        with suppress(StoreError):
            await self.ownership.leave(self.me)
        self._reset_all()
        await asyncio.sleep(0)  # so that the others are told
        await self.bus.close()

    # The lease

    async def _renew_always(self) -> None:
        while True:
            await asyncio.sleep(RENEW_S)
            with suppress(StoreError):  # the next try will tell
                living = await self.ownership.renew(self.me)
                if living is None:
                    await self._begin_anew()
                else:
                    self._note(living)

    async def _begin_anew(self) -> None:
        """Too late: others may have taken our tables, and what is in our memory counts no more."""
        log.warning("this server's lease has run out: its tables are given up")
        self.lost_leases += 1
        self._lapsed()
        await self._join()

    def _note(self, living: list[Server]) -> None:
        self.servers, self._renewed_at = living, monotonic()
        for server in [server for server in self.peers if self._is_gone(server)]:
            self.peers.pop(server).reset()

    @property
    def is_alive(self) -> bool:
        """As far as we know."""
        return monotonic() - self._renewed_at < LEASE_S

    @property
    def is_first(self) -> bool:
        """Chores for all are done by one: the one that has lived longest."""
        return bool(self.servers) and min(server.id for server in self.servers) == self.me

    # Where tables are

    def home_of(self, table_id: str) -> int:
        """Rendezvous hashing: where one server comes or goes, only its own tables move."""
        living = self.servers or [Server(self.me, self._name)]
        return max(living, key=lambda server: (weight(server.name, table_id), server.id)).id

    async def owner_of(self, table_id: str) -> int | None:
        """Whoever has it; if nobody does, whoever should. None: there is no such table."""
        place = await self.ownership.owner_of(table_id)
        if place is None:
            return None
        if place.server is None or self._is_gone(place.server):  # it may have gone since the database was asked
            return self.home_of(table_id)
        return place.server

    def _is_gone(self, server: int) -> bool:
        """For good. (A server with a higher number than all that we know has come since.)"""
        numbers = [known.id for known in self.servers]
        return bool(numbers) and server not in numbers and server < max(numbers)

    @asynccontextmanager
    async def claiming(self, table_id: str) -> AsyncIterator[int | None]:
        """To be its owner, under this epoch; not if it cannot be taken up. None: another server is, or nobody is."""
        claim = await self.ownership.claim(table_id, self.me)
        if not isinstance(claim, Claim):
            yield None
            return
        try:
            yield claim.epoch
        except BaseException:
            await self.release(claim.number, claim.epoch)
            raise

    async def release(self, number: int, epoch: int) -> None:
        """(If that cannot be written, it is ours until the lease ends.)"""
        with suppress(StoreError):
            await self.ownership.release(number, epoch)

    # The other servers

    def peer(self, server: int) -> Peer:
        if server not in self.peers:
            self.peers[server] = Peer(server, self.me, self._tables, self.bus.send, self._note_hop)
        return self.peers[server]

    def _hear(self, payload: bytes) -> None:
        batch = read_batch(payload)
        if batch is not None:
            self.peer(batch.sender).take(batch)

    def _reset_all(self) -> None:
        for peer in list(self.peers.values()):
            peer.reset()

    async def _beat_always(self) -> None:
        while True:
            await asyncio.sleep(RENEW_S)
            for peer in list(self.peers.values()):
                peer.beat()

    @property
    def lines(self) -> list[Connection]:
        """Of our clients at others' tables."""
        return [line.connection for peer in self.peers.values() for line in peer.lines.values()]

    def figures(self) -> tuple[dict[str, float], dict[str, int]]:
        """Gauges and counters."""
        guests = sum(len(peer.guests) for peer in self.peers.values())
        gauges = {
            "servers": float(len(self.servers)),
            "forwarded_lines": float(len(self.lines)),
            "guests": float(guests),
        }
        return gauges, {"lost_leases_total": self.lost_leases, "batches_total": self.bus.sent}

    async def ask_others(self, question: bytes) -> list[bytes]:
        return await self.bus.ask_all(question, len(self.servers) - 1) if len(self.servers) > 1 else []


def weight(server: str, table_id: str) -> bytes:
    return blake2b(f"{server} {table_id}".encode(), digest_size=8).digest()
