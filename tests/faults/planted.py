"""Servers with a fault in them, which the tester must find: patched in the server's own process, before it starts."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal
from unittest.mock import patch

from server.running import run
from spieltisch.server.live_table import LiveTable
from spieltisch.store import Opening, postgres
from spieltisch.table import Outcome

Plant = Literal["none", "tells first", "keeps what failed", "no epochs"]


def run_planted(plant: Plant, args: tuple[str, ...], out: Path, errors: Path) -> None:
    """In the new process."""
    PLANTS[plant]()
    run(args, None, out, errors)


def tell_first() -> None:
    """Acknowledged before the commit."""
    carry_out, stored = LiveTable.carry_out, LiveTable._stored

    def tell(self: LiveTable, outcome: Outcome, opening: Opening | None = None) -> None:
        carry_out(self, outcome, opening)
        while opening is None and self._waiting:
            self._send(self._waiting.popleft()[0])

    def note(self: LiveTable, error: Exception | None) -> None:
        if self._waiting or error is not None:
            stored(self, error)

    patch.object(LiveTable, "carry_out", tell).start()
    patch.object(LiveTable, "_stored", note).start()


def keep_what_failed() -> None:
    """After a conflict the table stays in memory as it is, and is not read again."""
    stored = LiveTable._stored

    def go_on(self: LiveTable, error: Exception | None) -> None:
        if error is None or self.closed:
            stored(self, error)
        elif self._waiting:
            self._waiting.popleft()

    patch.object(LiveTable, "_stored", go_on).start()


def forget_epochs() -> None:
    """A late owner is stopped by the log's key alone, and only when it writes."""
    fence = "and tables.epoch = entry.epoch"
    for name in ("APPEND", "OPEN_AND_APPEND"):
        statement: str = getattr(postgres, name)
        assert fence in statement
        patch.object(postgres, name, statement.replace(fence, "")).start()


PLANTS: dict[Plant, Callable[[], None]] = {
    "none": lambda: None,
    "tells first": tell_first,
    "keeps what failed": keep_what_failed,
    "no epochs": forget_epochs,
}
