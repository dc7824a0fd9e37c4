"""One live match with its seats, clocks and referee. No I/O, no asyncio, no clock of its own."""

from spieltisch.table.entries import Logged, Opened, Settings
from spieltisch.table.outcome import BotRequest, Outcome
from spieltisch.table.state import Damaged, Snapshot, State
from spieltisch.table.table import Table

__all__ = ["BotRequest", "Damaged", "Logged", "Opened", "Outcome", "Settings", "Snapshot", "State", "Table"]
