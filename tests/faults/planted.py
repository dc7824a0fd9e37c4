"""Servers with a fault in them, which the tester must find: patched in the server's own process, before it starts."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal
from unittest.mock import patch

from server.running import run
from spieltisch.server.live_table import LiveTable
from spieltisch.server.registry import TableRegistry
from spieltisch.store import Append

Plant = Literal["none", "tells first", "keeps what failed"]


def run_planted(plant: Plant, args: tuple[str, ...], out: Path, errors: Path) -> None:
    """In the new process."""
    PLANTS[plant]()
    run(args, None, out, errors)


def tell_first() -> None:
    """Acknowledged before the commit."""
    carry_out = TableRegistry.store

    def store(self: TableRegistry, task: Append) -> None:
        if isinstance(task, Append) and task.opening is None:
            self._loop.call_soon(task.then, None)
            task = task._replace(then=lambda error: None)
        carry_out(self, task)

    patch.object(TableRegistry, "store", store).start()


def keep_what_failed() -> None:
    """After a conflict the table stays in memory as it is, and is not read again."""
    stored = LiveTable._stored

    def go_on(self: LiveTable, error: Exception | None) -> None:
        if error is None or self.closed:
            stored(self, error)
        elif self._waiting:
            self._waiting.popleft()

    patch.object(LiveTable, "_stored", go_on).start()


PLANTS: dict[Plant, Callable[[], None]] = {
    "none": lambda: None,
    "tells first": tell_first,
    "keeps what failed": keep_what_failed,
}
