"""The durable log: what was acknowledged is on the disk."""

from spieltisch.store.age import AgeClock
from spieltisch.store.examine import Examined, examine
from spieltisch.store.file import back_up, check_file, restore
from spieltisch.store.journal import entries_of
from spieltisch.store.problems import BadFile
from spieltisch.store.store import Append, BadTable, CommitDone, Opening, SetAside, Store, StoredTable
from spieltisch.store.trash import ASIDE_DAYS, bring_back, trash_of

__all__ = [
    "ASIDE_DAYS",
    "AgeClock",
    "Append",
    "BadFile",
    "BadTable",
    "CommitDone",
    "Examined",
    "Opening",
    "SetAside",
    "Store",
    "StoredTable",
    "back_up",
    "bring_back",
    "check_file",
    "entries_of",
    "examine",
    "restore",
    "trash_of",
]
