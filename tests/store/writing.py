"""A store and its file, for tests."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from spieltisch.store import Append, CommitDone, Opening, Store
from spieltisch.store.changes import Change, Then

PATIENCE = 30  # seconds


class Writer:
    """A store whose appends are waited for."""

    def __init__(self, path: Path) -> None:
        self.store = Store(path, self._tell)
        self.batches: list[int] = []  # how many appends each commit held

    def _tell(self, committed: CommitDone) -> None:
        self.batches.append(len(committed.done) + len(committed.failed))
        for then in committed.done:
            then(None)
        for then, error in committed.failed:
            then(error)

    def open(self, table: str, keep_days: int = 30, at: int = 0) -> int:
        """A table with one entry."""
        number = self.store.new_number()
        assert self.append(number, [(1, at, b"opened")], Opening(table, keep_days)) is None
        return number

    def append(
        self, of: int, entries: Sequence[tuple[int, int, bytes]], opening: Opening | None = None
    ) -> Exception | None:
        """What went wrong, if anything did."""
        return self.append_all(Append(of, entries, lambda error: None, opening))[0]

    def append_all(self, *appends: Append) -> list[Exception | None]:
        return self.write_all(*appends)

    def change(self, make: Callable[[Then], Change]) -> None:
        assert self.write_all(make(lambda error: None)) == [None]

    def write_all(self, *tasks: Append | Change) -> list[Exception | None]:
        """All queued at once; what became of each."""
        ended: dict[int, Exception | None] = {}
        done = threading.Event()

        def note(place: int, error: Exception | None) -> None:
            ended[place] = error
            if len(ended) == len(tasks):
                done.set()

        for place, task in enumerate(tasks):
            self.store.put([task._replace(then=partial(note, place))])
        assert done.wait(PATIENCE)
        return [ended[place] for place in range(len(tasks))]

    def log(self, table: str) -> list[tuple[int, bytes]]:
        stored = self.store.load(table)
        assert stored is not None
        return stored.log

    def close(self) -> None:
        self.store.close()


@contextmanager
def writing(path: Path) -> Iterator[Writer]:
    with closing(Writer(path)) as writer:
        yield writer
