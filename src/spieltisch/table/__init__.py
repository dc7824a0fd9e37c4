"""One live match with its seats, clocks and referee. No I/O, no asyncio, no clock of its own."""

from spieltisch.table.entries import LogEntry, Opened, Settings
from spieltisch.table.outcome import BotRequest, DaysOutcome, Outcome
from spieltisch.table.state import Damaged, Snapshot, TableState
from spieltisch.table.table import Table

__all__ = [
    "BotRequest",
    "Damaged",
    "DaysOutcome",
    "LogEntry",
    "Opened",
    "Outcome",
    "Settings",
    "Snapshot",
    "Table",
    "TableState",
]
