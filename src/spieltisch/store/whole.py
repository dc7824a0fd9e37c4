"""Everything that a store holds, table by table: what `spieltisch copy` reads from one and writes into another."""

from collections.abc import AsyncIterator
from hashlib import blake2b
from typing import NamedTuple, Protocol

from msgspec import msgpack

from spieltisch.store.age import AgeClock
from spieltisch.store.contract import Subscription, TableAge


class WholeDevice(NamedTuple):
    """A seat's device, with what it is, or was, to be told."""

    seat: int
    device: Subscription
    notices: list[tuple[str, int, int, int | None, int, bytes]]  # kind, turn, made, due, tries, body


class WholeDays(NamedTuple):
    """What is stored of a table that is played over days."""

    wake_at: int | None
    summary: bytes | None
    devices: list[WholeDevice]


class WholeTable(NamedTuple):
    """Everything that is stored of a table."""

    age: TableAge
    epoch: int
    entries: list[tuple[int, int, int, bytes]]  # sequence number, time, epoch, body
    snapshot: tuple[int, bytes] | None
    days: WholeDays

    def digest(self) -> bytes:
        """Of all that both kinds of stores hold."""
        bodies = [(seq, body) for seq, _, _, body in self.entries]
        return blake2b(msgpack.encode((self.age, bodies, self.snapshot, self.days))).digest()


class LeftOut(NamedTuple):
    """A table that is not what was written."""

    number: int
    why: str


class StoreCopy(Protocol):
    """A store in which nobody else writes meanwhile."""

    async def count(self) -> int: ...
    def tables(self) -> AsyncIterator[WholeTable | LeftOut]: ...
    async def write(self, table: WholeTable) -> None: ...
    async def read_clock(self) -> AgeClock: ...
    async def write_clock(self, clock: AgeClock) -> None: ...
    async def read_secrets(self) -> dict[str, bytes]: ...
    async def write_secrets(self, secrets: dict[str, bytes]) -> None: ...
