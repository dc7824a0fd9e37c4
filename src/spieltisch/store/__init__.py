"""The durable log: what was acknowledged is on the disk."""

from pathlib import Path

from spieltisch.store.age import AgeClock
from spieltisch.store.contract import (
    Append,
    BadTable,
    Change,
    CommitDone,
    Conflict,
    Delete,
    DeleteSetAside,
    Keep,
    Notice,
    NoticeAll,
    Opening,
    PutAside,
    SaveClock,
    SetAside,
    Store,
    StoredTable,
    StoreError,
    TableAge,
    Tell,
    Then,
)
from spieltisch.store.examine import Examined, examine
from spieltisch.store.file import back_up, check_file, restore
from spieltisch.store.file_store import FileStore
from spieltisch.store.journal import entries_of
from spieltisch.store.problems import BadFile
from spieltisch.store.trash import ASIDE_DAYS, bring_back, trash_of

__all__ = [
    "ASIDE_DAYS",
    "AgeClock",
    "Append",
    "BadFile",
    "BadTable",
    "Change",
    "CommitDone",
    "Conflict",
    "Delete",
    "DeleteSetAside",
    "Examined",
    "Keep",
    "Notice",
    "NoticeAll",
    "Opening",
    "PutAside",
    "SaveClock",
    "SetAside",
    "Store",
    "StoreError",
    "StoredTable",
    "TableAge",
    "Then",
    "back_up",
    "bring_back",
    "check_file",
    "entries_of",
    "examine",
    "open_store",
    "restore",
    "trash_of",
]


async def open_store(data: str | Path, tell: Tell) -> Store:
    """The one that `data` names: a file. `tell` hears of every commit."""
    return FileStore(Path(data), tell)
