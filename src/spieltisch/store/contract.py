"""What a store is, whatever it is made of: a file (file_store.py) or PostgreSQL (postgres.py)."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from spieltisch.store.age import AgeClock

if TYPE_CHECKING:
    from spieltisch.store.ownership import Ownership

FIRST_EPOCH = 1  # of a table: that of the server which opened it
NEVER = 0  # of `Days.wake_at`: the table need not be woken
DEVICES = 4  # of a seat that are told of its turns; with one more, the oldest goes
NOTICES_A_DAY = 200  # of a table, to all its devices: more are left out
Entry = tuple[int, int, bytes]  # sequence number, time, body
Then = Callable[[Exception | None], None]


class StoreError(Exception):
    """It could not be written or read now."""


class Conflict(StoreError):
    """An entry's place is taken or is not the next one, or the table is another server's now, or gone."""


class BadTable(Exception):
    """What is stored of a table is not what was written: it is not loaded, and no other table is harmed."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(why)
        self.number = number


class SetAside(Exception):
    """The table's time was up: it is not loaded, but it can still be brought back."""


class Opening(NamedTuple):
    """A new table: its link, for how many days after the last entry it is kept, and which server owns it."""

    id: str
    keep_days: int
    owner: int | None = None


class NewNotice(NamedTuple):
    """For all devices of a seat; one of the same turn and kind is stored once, however often it is decided."""

    seat: int
    kind: str
    turn: int  # the entry with which it began
    at: int  # by the clock, in ms
    body: bytes


class Days(NamedTuple):
    """What a table that is played over days stores with its entries, or without any."""

    wake_at: int | None = None  # by the clock, in ms, though nobody looks at it; NEVER; None: as it was
    notices: Sequence[NewNotice] = ()
    settled: Sequence[int] = ()  # seats that need no notice any more: they have acted, or seen it
    freed: Sequence[int] = ()  # seats whose devices are forgotten, as somebody else may sit there
    summary: bytes | None = None  # for a list of tables; None: as it was


class Append(NamedTuple):
    """Entries that belong together, and what to do when they are on the disk (None) or could not be written."""

    of: int
    entries: Sequence[Entry]
    then: Then
    opening: Opening | None = None
    epoch: int = 0  # under which its server owns the table; a file has one server, and does not look
    days: Days | None = None  # None: it is played now, and nothing of that is touched


class Keep(NamedTuple):
    """A snapshot, in the place of an older one."""

    of: int
    seq: int
    body: bytes


class TableAge(NamedTuple):
    """What says whether a table's time is up. Times are those of `AgeClock.running`."""

    number: int
    id: str
    keep_days: int
    seq: int  # of the last entry
    noticed_seq: int  # … when that was last looked at,
    noticed: int  # … and when it was first seen to be the last one
    set_aside: int | None  # when; None: it is not


# What is no entry: how old tables are, which are set aside, which are deleted


class SaveClock(NamedTuple):
    clock: AgeClock
    then: Then


class Notice(NamedTuple):
    """Their last entry is a new one: their time begins now."""

    tables: Sequence[TableAge]
    now: int
    then: Then


class NoticeAll(NamedTuple):
    """Every table that has new entries."""

    now: int
    then: Then


class PutAside(NamedTuple):
    """Unless something has happened there in the meantime, or a server has it in its memory."""

    tables: Sequence[TableAge]
    now: int
    then: Then


class DeleteSetAside(NamedTuple):
    """For good, unless somebody has brought them back in the meantime."""

    tables: Sequence[TableAge]
    then: Then


class DeleteTable(NamedTuple):
    """With everything that was played there."""

    of: int
    then: Then
    epoch: int = 0


# Devices that are told when it is somebody's turn, and what they are told


class Subscription(NamedTuple):
    """A device: where its notices go, the keys it reads them by, and when it is to be left in peace."""

    endpoint: str
    p256dh: bytes
    auth: bytes
    language: str
    zone: str  # as zoneinfo knows it
    quiet: tuple[int, int] | None  # from when to when, in minutes of the day there


class StoredNotice(NamedTuple):
    """To one device."""

    number: int
    table: str
    seat: int
    kind: str
    turn: int
    made: int
    tries: int  # so often it was not taken
    body: bytes
    device: Subscription


class Subscribe(NamedTuple):
    """In the place of what was known of this device at this seat."""

    of: int
    seat: int
    device: Subscription
    then: Then
    epoch: int = 0


class Unsubscribe(NamedTuple):
    of: int
    seat: int
    endpoint: str
    then: Then


class ForgetEndpoint(NamedTuple):
    """At all tables: nobody is there any more."""

    endpoint: str
    then: Then


class NoticeDone(NamedTuple):
    """It was taken, or is given up. That it was made is remembered."""

    number: int
    then: Then


class NoticeLater(NamedTuple):
    number: int
    at: int
    tries: int
    then: Then


class KeepSecret(NamedTuple):
    """Unless there is one of that name."""

    name: str
    value: bytes
    then: Then


PushChange = Subscribe | Unsubscribe | ForgetEndpoint | NoticeDone | NoticeLater | KeepSecret
AgeChange = SaveClock | Notice | NoticeAll | PutAside | DeleteSetAside | DeleteTable
Change = AgeChange | PushChange
Task = Append | Keep | Change
Failures = list[tuple[Then, Exception]]


class CommitDone(NamedTuple):
    """Whom to tell that it is on the disk, or why it is not; and how long it took."""

    done: list[Then]
    failed: Failures
    seconds: float


Tell = Callable[[CommitDone], None]


class StoredTable(NamedTuple):
    number: int
    log: list[tuple[int, bytes]]
    snapshot: bytes | None


class StoredSummary(NamedTuple):
    """What a list of tables needs to know of one, without its log."""

    number: int
    is_aside: bool
    body: bytes | None  # as it was stored last; None: nothing was


class Store(Protocol):
    """The durable log: what was acknowledged is on the disk. Everything is called, and told, in the loop's thread."""

    @property
    def ownership(self) -> "Ownership | None":
        """Which server has which table; None: only this one has any."""

    async def new_number(self) -> int:
        """For a table that is about to be opened."""

    def put(self, tasks: Sequence[Task]) -> None:
        """In this order; whatever has queued up while the last commit ran goes into the next one."""

    async def load(self, table: str) -> StoredTable | None:
        """None: there is no such table. One that is set aside is not loaded (SetAside), nor a bad one (BadTable)."""

    async def ages(self, after: int, most: int) -> list[TableAge]:
        """Of so many tables, in order of their numbers: a few at a time, so that nobody waits for long."""

    async def clock(self) -> AgeClock:
        """As it was saved last."""

    async def count(self) -> int:
        """Of tables."""

    async def due_tables(self, now: int, most: int) -> list[str]:
        """Those that are to be woken, the longest due first."""

    async def next_wake(self) -> int | None:
        """When the next one is; None: none is."""

    async def due_notices(self, now: int, most: int) -> list[StoredNotice]:
        """The longest due first."""

    async def next_notice(self) -> int | None:
        """When the next one is due; None: none waits."""

    async def devices(self, of: int, seat: int) -> list[Subscription]:
        """The oldest first."""

    async def summaries(self, tables: Sequence[str]) -> dict[str, StoredSummary]:
        """Of those that are there, by their ids."""

    async def secret(self, name: str) -> bytes | None:
        """As it was kept; None: there is none."""

    async def close(self) -> None:
        """After everything that was put is on the disk."""
