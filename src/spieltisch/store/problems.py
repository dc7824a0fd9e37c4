"""What can be wrong with a file, in words that say what to do. Nothing that is advised can destroy anything."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOSPC
from pathlib import Path

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
NOT_WRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)


class BadFile(ValueError):
    """A file that cannot be used; it was not touched."""


class BadEntries(ValueError):
    """Entries are not those that were written."""


def damaged(path: Path, what: object) -> BadFile:
    return BadFile(f"{path} is damaged ({' '.join(str(what).split())}). Restore a backup into a new file")


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """What SQLite or the system says of the file becomes a BadFile."""
    try:
        yield
    except BadEntries as bad:
        raise damaged(path, bad) from None
    except UnicodeDecodeError:  # SQLite's own words, with a piece of the file in them
        raise damaged(path, "what it holds is no text") from None
    except sqlite3.DatabaseError as error:
        raise from_sqlite(path, error) from None
    except BlockingIOError:  # the lock, and nothing else that we ask for
        raise BadFile(f"{path} is in use by another server. Stop that one, or name another file") from None
    except OSError as error:
        raise no_room(path) if error.errno == ENOSPC else not_writable(path, error.strerror) from None


def from_sqlite(path: Path, error: sqlite3.DatabaseError) -> BadFile:
    kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF  # the rest of it are details
    if kind in BUSY:
        return BadFile(f"{path} is locked by another program. Nothing is wrong with it: close that program, try again")
    if kind in NOT_WRITABLE:
        return not_writable(path, error)
    if kind == sqlite3.SQLITE_FULL:
        return no_room(path)
    if kind == sqlite3.SQLITE_IOERR:
        return BadFile(f"{path} cannot be read or written ({error}): is there room on its disk, and is the disk sound?")
    if kind == sqlite3.SQLITE_NOTADB:
        return not_ours(path)
    return damaged(path, error)


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Of the file, not of the moment."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def not_ours(path: Path) -> BadFile:
    return BadFile(
        f"{path} is no data file of Spieltisch, or its beginning is damaged. "
        "Name another file, or restore a backup into a new one"
    )


def not_writable(path: Path, why: object) -> BadFile:
    return BadFile(f"{path} cannot be opened for writing ({why}). Is its disk read-only, or does it belong to another?")


def no_room(path: Path) -> BadFile:
    return BadFile(f"{path} cannot be written: its disk is full. Make room, and try again")
