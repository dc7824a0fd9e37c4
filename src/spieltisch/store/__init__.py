"""The durable log: what was acknowledged is on the disk."""

from spieltisch.store.file import BadFile, back_up, check_file, restore
from spieltisch.store.store import Append, Committed, Opening, Store, StoredTable

__all__ = ["Append", "BadFile", "Committed", "Opening", "Store", "StoredTable", "back_up", "check_file", "restore"]
