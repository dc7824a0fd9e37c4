"""All tables of a server: opened, fetched from the file, put away again, deleted when their time is up."""

import asyncio
import logging
import secrets
from asyncio import TimerHandle
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from msgspec import DecodeError, msgpack

from spieltisch.bots import BOTS
from spieltisch.games import game_named
from spieltisch.server.cleanup import Cleanup, Clock, settle
from spieltisch.server.cluster.peers import ForwardedTable
from spieltisch.server.live_table import Closing, LiveTable
from spieltisch.server.metrics import Metrics
from spieltisch.server.push.service import Push
from spieltisch.server.settings import ServerSettings
from spieltisch.server.thinking import Choice, Thinkers
from spieltisch.server.waking import Waker
from spieltisch.store import (
    FIRST_EPOCH,
    Append,
    BadTable,
    Change,
    CommitDone,
    Keep,
    Opening,
    SetAside,
    Store,
    StoredSummary,
    StoredTable,
    StoreError,
    TableAge,
    Then,
    open_store,
)
from spieltisch.table import BotRequest, Damaged, LogEntry, Opened, Snapshot, Table, TableState
from spieltisch.table.entries import from_bytes

NAME_BYTES = 12  # of a table's id: 96 bits
SECRET_BYTES = 32
COMMIT_GAP_S = 0.002  # between the beginnings of two commits: with few tables, fewer and fuller ones
DATABASE_GAP_S = 0.006  # … where each is a way to a database and back, which several servers share
SNAPSHOT_EVERY = 200  # entries
TIDY_S = 10
PING_S = 20
PUSH_S = 2.0
DRAWS = 500  # of a new table's id: with so many one of a hundred servers finds one of its own
TRIES = 3  # to find a table that others claim meanwhile

if TYPE_CHECKING:
    from spieltisch.server.cluster.cluster import Cluster  # whose libraries are not there where a file will do

T = TypeVar("T")
log = logging.getLogger("spieltisch")


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


class TableRegistry:
    def __init__(
        self,
        settings: ServerSettings,
        clock: Clock | None = None,
        plain: Collection[str] = frozenset(),
        push_anywhere: bool = False,
    ) -> None:
        """`plain` are the games whose rules are not compiled as yet; `push_anywhere`: see Push."""
        self.settings = settings
        self.plain = plain
        self._clock = clock or Clock()
        self.metrics = Metrics()
        self.closing = False
        self._loop = asyncio.get_running_loop()
        self._wall = self._clock.wall() - self._clock.monotonic()
        self._to_write: list[Append | Change] = []
        self._is_writing = False
        self._flushed_at = 0.0
        self._commit_gap_s = COMMIT_GAP_S
        self._lives: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self._cluster: Cluster | None = None  # None: no other server has anything to do with these tables
        self.cleanup: Cleanup | None = None  # None: another server does it
        self._errands: set[asyncio.Task[None]] = set()
        self._chores: list[asyncio.Task[None]] = []
        self._store: Store  # opened by `start`
        self.push: Push  # … and this on it
        self._push_anywhere = push_anywhere
        self._thinkers = Thinkers(self.metrics, plain)
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self._unreadable: set[int] = set()  # tables, by their number in the store
        self._lacking: set[int] = set()  # … of which somebody knows more than the file

    @classmethod
    async def start(
        cls,
        settings: ServerSettings,
        clock: Clock | None = None,
        plain: Collection[str] = frozenset(),
        push_anywhere: bool = False,
    ) -> "TableRegistry":
        registry = cls(settings, clock, plain, push_anywhere)
        registry._store = await open_store(settings.data, registry._committed)
        registry.push = Push(registry._store, settings.contact, registry.now, registry._push_anywhere)
        if registry._store.ownership is not None:
            from spieltisch.server.cluster.cluster import Cluster

            registry._commit_gap_s = DATABASE_GAP_S
            registry._cluster = Cluster(
                registry._store.ownership, settings.nats, settings.server_name, registry.metrics.hop.add
            )
        else:
            await registry._begin_cleanup()
        waking = Waker(registry, registry._store)
        chores = (
            registry._tidy_always(), registry._clean_always(), registry._ping_always(), registry._push_always(),
            waking.always(),
        )  # fmt: skip
        registry._chores = [asyncio.create_task(chore) for chore in chores]
        return registry

    async def join(self, answer: Callable[[bytes], Awaitable[bytes | None]]) -> None:
        """The other servers, if there may be any; `answer`: to their questions."""
        if self._cluster is not None:
            await self._cluster.join(self, answer, self._lose_all)

    async def _begin_cleanup(self) -> None:
        self.cleanup = Cleanup(self, self._store, await self._store.clock(), self._clock)

    def at_hand(self, table: str) -> LiveTable | None:
        """Without a look into the file."""
        return self._lives.get(table)

    # What live tables need

    def now(self) -> int:
        """The time of day in ms, which does not jump when somebody sets the clock."""
        return int(1000 * (self._wall + self._clock.monotonic()))

    def store(self, task: Append | Change) -> None:
        """In this order; one commit at a time, of all that came during the last one: each costs."""
        self._to_write.append(task)
        if not self._is_writing:
            self._is_writing = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._is_writing = bool(self._to_write)
        if self._to_write:
            self._store.put(self._to_write)
            self._to_write = []
            self._flushed_at = monotonic()

    def call_at(self, at: int, call: Callable[[], None]) -> TimerHandle:
        return self._loop.call_later(max(at - self.now(), 0) / 1000, call)

    def think(self, live: LiveTable, request: BotRequest) -> None:
        if not self.closing:
            self._thinkers.think(request, partial(self._answer, live, request))

    def _answer(self, live: LiveTable, request: BotRequest, thought: "asyncio.Future[Choice]") -> None:
        if self.closing or thought.cancelled() or self._lives.get(live.table.state.table) is not live:
            return
        live.answer(request, *thought.result())

    def give_up(self, live: LiveTable, error: Exception) -> None:
        """It could not be stored, so it has not happened: back to what the store says."""
        log.error("a commit failed: %s", error)
        self.drop(live)

    def _lose_all(self) -> None:
        """Other servers may have these tables now."""
        for live in list(self._lives.values()):
            self.drop(live)
        if self.cleanup is not None:
            self.cleanup.is_ours = False
            self.cleanup = None

    def drop(self, live: LiveTable) -> None:
        """From memory."""
        if self._lives.get(live.table.state.table) is live:
            del self._lives[live.table.state.table]
        live.close()

    def _committed(self, committed: CommitDone) -> None:
        """First the next ones go to the writer, then these are told; failures first, as they end what waits there."""
        pause = self._flushed_at + self._commit_gap_s - monotonic()
        if pause > 0:
            self._loop.call_later(pause, self._flush)
        else:
            self._flush()
        self.metrics.note_commit(committed.seconds, len(committed.failed), monotonic())
        for then, error in committed.failed:
            then(error)
        for then in committed.done:
            then(None)

    # Tables

    async def open(self, opened: Opened) -> LiveTable:
        """Known when it is on the disk."""
        with self._while_open():
            number = await self._store.new_number()
        self._thinkers.expect(opened.game)
        table_id = self._new_id()
        table, outcome = Table.open(table_id, game_named, opened, self.now(), BOTS, new_secret)
        live = self._lives[table_id] = LiveTable(self, number, table, FIRST_EPOCH)
        live.carry_out(outcome, Opening(table_id, opened.settings.keep_days, self._server))
        await live.settled()
        if live.closed:
            raise OSError("a new table could not be stored")
        return live

    def _new_id(self) -> str:
        """Of a table that is at home here, if that can be had."""
        ids = (secrets.token_urlsafe(NAME_BYTES) for _ in range(DRAWS))
        at_home = (one for one in ids if self._cluster is None or self._cluster.home_of(one) == self._cluster.me)
        return next(at_home, secrets.token_urlsafe(NAME_BYTES))

    async def find(self, table_id: str) -> LiveTable | ForwardedTable | None:
        """Here or at another server; SetAside if its time was up."""
        if self._cluster is None or table_id in self._lives:
            return await self.find_here(table_id)
        for _ in range(TRIES):
            with self._while_open():
                owner = await self._cluster.owner_of(table_id)
            if owner is None:
                return None
            if owner != self._cluster.me:
                return ForwardedTable(self._cluster.peer(owner), table_id)
            live = await self.find_here(table_id)
            if live is not None:
                return live
        raise StoreError("the table goes from hand to hand")

    async def find_here(self, table_id: str) -> LiveTable | None:
        """From memory or from the store. None: there is no such table, or another server has it."""
        self._check_open()
        if self._cluster is not None and not self._cluster.is_alive:  # what is in memory may be old
            raise StoreError("the lease was not renewed in time")
        if self.cleanup is not None and table_id in self.cleanup.leaving:
            raise SetAside
        live = self._lives.get(table_id)
        if live is not None:
            return live
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.ensure_future(self._fetch(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _fetch(self, table_id: str) -> LiveTable | None:
        try:
            if self._cluster is None:
                return await self._take_up(table_id, FIRST_EPOCH)
            async with self._cluster.claiming(table_id) as epoch:
                return None if epoch is None else await self._take_up(table_id, epoch)
        finally:
            del self._loading[table_id]

    async def _take_up(self, table_id: str, epoch: int) -> LiveTable | None:
        me = self._server
        stored = await self._load(table_id)
        if stored is None:
            return None
        state = await self._restore(table_id, stored)
        if me != self._server:
            raise StoreError("the lease ran out in the meantime")
        table = Table(state, self.now(), BOTS, new_secret)
        live = self._lives[table_id] = LiveTable(self, stored.number, table, epoch)
        live.snapshot_at = state.seq
        live.carry_out(table.take_up(self.now()))
        return live

    async def _restore(self, table_id: str, stored: StoredTable) -> TableState:
        try:
            return await self._read(restored, table_id, stored)
        except Damaged as damaged:
            self._report(stored.number, damaged)
            raise

    def _report(self, number: int, damage: Exception) -> None:
        """Once, however often somebody asks; a table's id is for those who have its link."""
        if number not in self._unreadable:
            self._unreadable.add(number)
            log.error("stored table %d cannot be read: %s", number, damage)

    def report_loss(self, live: LiveTable) -> None:
        """Once for each table."""
        if live.number not in self._lacking:
            self._lacking.add(live.number)
            log.error("stored table %d has lost moves: a player's device was told of more", live.number)

    async def state_of(self, table_id: str) -> TableState | None:
        """As it is stored, for a look: the table is not taken up."""
        stored = await self._load(table_id)
        return None if stored is None else await self._restore(table_id, stored)

    async def summaries(self, tables: Sequence[str]) -> dict[str, StoredSummary]:
        with self._while_open():
            return await self._store.summaries(tables)

    async def log_of(self, table_id: str) -> list[LogEntry]:
        stored = await self._load(table_id)
        return [] if stored is None else [entry for _, entry in await self._read(read_log, stored)]

    async def _load(self, table_id: str) -> StoredTable | None:
        try:
            with self._while_open():
                return await self._store.load(table_id)
        except BadTable as bad:
            self._report(bad.number, bad)
            raise Damaged(str(bad)) from None

    async def _read(self, call: Callable[..., T], *args: object) -> T:
        """In a thread, one after the other."""
        with self._while_open():
            return await self._loop.run_in_executor(self._readers, call, *args)

    @contextmanager
    def _while_open(self) -> Iterator[None]:
        """Closing if the server was stopped before it, or during it."""
        self._check_open()
        yield
        self._check_open()

    def _check_open(self) -> None:
        if self.closing:
            raise Closing

    @property
    def lives(self) -> Collection[LiveTable]:
        return self._lives.values()

    # Other servers

    @property
    def _server(self) -> int:
        """This one's number among all."""
        return 0 if self._cluster is None else self._cluster.me

    async def ask_server(self, server: int, question: bytes) -> bytes | None:
        """None: no answer came."""
        return None if self._cluster is None else await self._cluster.bus.ask(server, question)

    async def ask_servers(self, question: bytes) -> list[bytes]:
        """All others that have something to say."""
        return [] if self._cluster is None else await self._cluster.ask_others(question)

    @property
    def is_well(self) -> bool:
        """What is played is stored, and this server may have tables."""
        return self.metrics.is_storing(monotonic()) and (self._cluster is None or self._cluster.is_alive)

    def cluster_figures(self) -> tuple[dict[str, float], dict[str, int]]:
        """Gauges and counters."""
        return ({}, {}) if self._cluster is None else self._cluster.figures()

    # Chores

    async def _tidy_always(self) -> None:
        while True:
            await asyncio.sleep(min(TIDY_S, self.settings.idle_s))
            self.tidy()

    def tidy(self) -> None:
        """Tables that nobody looks at leave memory; long matches get a snapshot."""
        self._thinkers.tidy()
        before = self.now() - int(1000 * self.settings.idle_s)
        for table_id, live in list(self._lives.items()):
            if live.is_idle and live.idle_since <= before:
                self._keep(live)
                live.close()
                del self._lives[table_id]
                if self._cluster is not None:
                    self._run(self._cluster.release(live.number, live.epoch))
            elif live.is_settled and live.table.state.seq - live.snapshot_at >= SNAPSHOT_EVERY:
                self._keep(live)

    def _run(self, errand: Coroutine[None, None, None]) -> None:
        task = self._loop.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _clean_always(self) -> None:
        """One server does it for all."""
        while True:
            if self.cleanup is not None:
                await self.cleanup.always()
            await asyncio.sleep(TIDY_S)
            if self._cluster is not None and self._cluster.is_first:
                with suppress(StoreError):
                    await self._begin_cleanup()

    async def _push_always(self) -> None:
        """One server does it for all."""
        while True:
            await asyncio.sleep(PUSH_S)
            if self._cluster is None or (self._cluster.is_alive and self._cluster.is_first):
                with suppress(StoreError):
                    await self.push.look()

    async def _ping_always(self) -> None:
        """One chore for all lines: aiohttp's own heartbeat costs every message."""
        while True:
            await asyncio.sleep(PING_S)
            here = [line for live in self._lives.values() for line in live.connections.values()]
            forwarded = [] if self._cluster is None else self._cluster.lines
            for line in (*here, *forwarded):
                self.metrics.dropped += not line.ping()

    def _keep(self, live: LiveTable) -> None:
        """Only of what is stored: a snapshot of entries that were lost would tell another story than the log."""
        state = live.table.state
        snapshot = state.snapshot()
        if snapshot is not None and snapshot.seq > live.snapshot_at:
            live.snapshot_at = snapshot.seq
            self._store.put([Keep(live.number, snapshot.seq, msgpack.encode(snapshot))])

    def is_at_home(self, table_id: str) -> bool:
        """Is it for us to take it up, if nobody has it?"""
        return self._cluster is None or (self._cluster.is_alive and self._cluster.home_of(table_id) == self._cluster.me)

    def is_live(self, table_id: str) -> bool:
        return table_id in self._lives or table_id in self._loading

    async def ages(self, after: int, most: int) -> list[TableAge]:
        with self._while_open():
            return await self._store.ages(after, most)

    async def write(self, change: Callable[[Then], Change]) -> None:
        """Done when it is on the disk."""
        written: asyncio.Future[None] = self._loop.create_future()
        self.store(change(partial(settle, written)))
        await written

    async def close(self) -> None:
        """Everything stored, everybody's line closed. No bot is asked any more, and no command is taken."""
        self.closing = True
        for chore in self._chores:
            chore.cancel()
        await self.push.close()
        self._thinkers.close()
        for live in list(self._lives.values()):
            await live.settled()
            if not live.closed:
                self._keep(live)
                live.close()
        if self.cleanup is not None:
            self.cleanup.close()
        if self._cluster is not None:
            await self._cluster.leave()
        self._readers.shutdown()
        await self._store.close()


def restored(table_id: str, stored: StoredTable) -> TableState:
    """The table as the file tells it; where a snapshot does not fit, its log alone."""
    entries = read_log(stored)
    if stored.snapshot is not None:
        with suppress(DecodeError, Damaged):
            snapshot = msgpack.decode(stored.snapshot, type=Snapshot)
            return TableState.from_log(table_id, game_named, entries, snapshot)
    return TableState.from_log(table_id, game_named, entries)


def read_log(stored: StoredTable) -> list[tuple[int, LogEntry]]:
    entries = []
    for seq, body in stored.log:
        try:
            entries.append((seq, from_bytes(body)))
        except (DecodeError, UnicodeError):
            raise Damaged(f"entry {seq} of its log is damaged, or was written by a newer program") from None
    return entries
