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
from spieltisch.store.places import is_database, place_named, shown_place
from spieltisch.store.problems import BadFile
from spieltisch.store.trash import ASIDE_DAYS, bring_back, trash_of

NO_DRIVER = "for PostgreSQL a package is missing. Install it: pip install 'spieltisch[cluster]'"

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
    "is_database",
    "open_store",
    "place_named",
    "restore",
    "shown_place",
    "trash_of",
]


async def open_store(data: str | Path, tell: Tell) -> Store:
    """The one that `data` names: PostgreSQL's address, or a file. `tell` hears of every commit."""
    if not is_database(data):
        return FileStore(Path(data), tell)
    try:
        from spieltisch.store.postgres import PostgresStore
    except ImportError:
        raise ValueError(NO_DRIVER) from None
    return await PostgresStore.open(str(data), tell)
