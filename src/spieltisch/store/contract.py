"""What a store is, whatever it is made of: a file (file_store.py) or PostgreSQL (postgres.py)."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from spieltisch.store.age import AgeClock

if TYPE_CHECKING:
    from spieltisch.store.ownership import Ownership

FIRST_EPOCH = 1  # of a table: that of the server which opened it
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


class Append(NamedTuple):
    """Entries that belong together, and what to do when they are on the disk (None) or could not be written."""

    of: int
    entries: Sequence[Entry]
    then: Then
    opening: Opening | None = None
    epoch: int = 0  # under which its server owns the table; a file has one server, and does not look


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


Change = SaveClock | Notice | NoticeAll | PutAside | DeleteSetAside | DeleteTable
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

    async def close(self) -> None:
        """After everything that was put is on the disk."""
