"""The durable log: what was acknowledged is on the disk."""

from pathlib import Path

from spieltisch.store.age import AgeClock
from spieltisch.store.contract import (
    FIRST_EPOCH,
    NEVER,
    Append,
    BadTable,
    Change,
    CommitDone,
    Conflict,
    Days,
    DeleteSetAside,
    DeleteTable,
    ForgetEndpoint,
    Keep,
    KeepSecret,
    NewNotice,
    Notice,
    NoticeAll,
    NoticeDone,
    NoticeLater,
    Opening,
    PutAside,
    SaveClock,
    SetAside,
    Store,
    StoredNotice,
    StoredSummary,
    StoredTable,
    StoreError,
    Subscribe,
    Subscription,
    TableAge,
    Tell,
    Then,
    Unsubscribe,
)
from spieltisch.store.copying import Copied, copy_store
from spieltisch.store.examine import Examined, examine
from spieltisch.store.file import back_up, check_file, restore
from spieltisch.store.file_store import FileStore
from spieltisch.store.journal import entries_of
from spieltisch.store.locations import Location, driver, is_database, location_named, shown_location
from spieltisch.store.problems import BadFile
from spieltisch.store.trash import ASIDE_DAYS, Trashed, bring_back, trash_of

__all__ = [
    "ASIDE_DAYS",
    "FIRST_EPOCH",
    "NEVER",
    "AgeClock",
    "Append",
    "BadFile",
    "BadTable",
    "Change",
    "CommitDone",
    "Conflict",
    "Copied",
    "Days",
    "DeleteSetAside",
    "DeleteTable",
    "Examined",
    "ForgetEndpoint",
    "Keep",
    "KeepSecret",
    "Location",
    "NewNotice",
    "Notice",
    "NoticeAll",
    "NoticeDone",
    "NoticeLater",
    "Opening",
    "PutAside",
    "SaveClock",
    "SetAside",
    "Store",
    "StoreError",
    "StoredNotice",
    "StoredSummary",
    "StoredTable",
    "Subscribe",
    "Subscription",
    "TableAge",
    "Then",
    "Trashed",
    "Unsubscribe",
    "back_up",
    "bring_back",
    "check_file",
    "copy_store",
    "entries_of",
    "examine",
    "is_database",
    "location_named",
    "open_store",
    "restore",
    "shown_location",
    "trash_of",
]


async def open_store(data: Location, tell: Tell) -> Store:
    """The one that `data` names: PostgreSQL's address, or a file. `tell` hears of every commit."""
    if not is_database(data):
        return FileStore(Path(data), tell)
    with driver():
        from spieltisch.store.postgres import PostgresStore
    return await PostgresStore.open(str(data), tell)
