"""A store and what it holds, for tests: a file or PostgreSQL."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from spieltisch.store import (
    AgeClock,
    Append,
    Change,
    CommitDone,
    Opening,
    Store,
    StoredTable,
    TableAge,
    Then,
    open_store,
)

PATIENCE = 30  # seconds
EPOCH = 1  # of a table that was opened and never claimed

T = TypeVar("T")


class Writer:
    """A store whose appends are waited for, with a loop of its own that runs as long as somebody waits."""

    def __init__(self, data: str | Path) -> None:
        self._runner = asyncio.Runner()
        self.batches: list[int] = []  # how many appends each commit held
        try:
            self.store: Store = self.wait_for(open_store(data, self._tell))
        except BaseException:
            self._runner.close()
            raise

    def wait_for(self, answer: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(asyncio.wait_for(answer, PATIENCE))

    def _tell(self, committed: CommitDone) -> None:
        self.batches.append(len(committed.done) + len(committed.failed))
        for then in committed.done:
            then(None)
        for then, error in committed.failed:
            then(error)

    def open(self, table: str, keep_days: int = 30, at: int = 0) -> int:
        """A table with one entry."""
        number = self.new_number()
        assert self.append(number, [(1, at, b"opened")], Opening(table, keep_days)) is None
        return number

    def append(
        self, of: int, entries: Sequence[tuple[int, int, bytes]], opening: Opening | None = None
    ) -> Exception | None:
        """What went wrong, if anything did."""
        return self.append_all(Append(of, entries, nothing, opening, EPOCH))[0]

    def append_all(self, *appends: Append) -> list[Exception | None]:
        return self.write_all(*appends)

    def change(self, make: Callable[[Then], Change]) -> None:
        assert self.write_all(make(nothing)) == [None]

    def write_all(self, *tasks: Append | Change) -> list[Exception | None]:
        """All queued at once; what became of each."""
        return self.wait_for(self._written(tasks))

    async def _written(self, tasks: Sequence[Append | Change]) -> list[Exception | None]:
        ended: dict[int, Exception | None] = {}
        done = asyncio.Event()

        def note(place: int, error: Exception | None) -> None:
            ended[place] = error
            if len(ended) == len(tasks):
                done.set()

        for place, task in enumerate(tasks):
            self.store.put([task._replace(then=partial(note, place))])
        await done.wait()
        return [ended[place] for place in range(len(tasks))]

    def new_number(self) -> int:
        return self.wait_for(self.store.new_number())

    def load(self, table: str) -> StoredTable | None:
        return self.wait_for(self.store.load(table))

    def ages(self, after: int, most: int) -> list[TableAge]:
        return self.wait_for(self.store.ages(after, most))

    def clock(self) -> AgeClock:
        return self.wait_for(self.store.clock())

    def count(self) -> int:
        return self.wait_for(self.store.count())

    def log(self, table: str) -> list[tuple[int, bytes]]:
        stored = self.load(table)
        assert stored is not None
        return stored.log

    def close(self) -> None:
        with self._runner:
            self.wait_for(self.store.close())


def nothing(error: Exception | None) -> None:
    """Nobody asks what became of it."""


@contextmanager
def writing(data: str | Path) -> Iterator[Writer]:
    with closing(Writer(data)) as writer:
        yield writer


def open_and_close(data: str | Path) -> None:
    Writer(data).close()
