"""The file of a server: an SQLite database in WAL mode, every commit on the disk before it counts."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

APPLICATION = 0x53_70_54_69  # "SpTi"
MAGIC = b"SQLite format 3\0"

FIRST = f"""
pragma application_id = {APPLICATION};
create table tables (
    number integer primary key,
    id text not null unique,
    keep_days integer not null
);
create table log (
    of integer not null references tables (number) on delete cascade,
    seq integer not null,
    at integer not null,
    body blob not null,
    unique (of, seq)
);
create trigger no_gap before insert on log
when new.seq > 1 and not exists (select 1 from log where of = new.of and seq = new.seq - 1)
begin
    select raise(abort, 'the entry before it is missing');
end;
create table snapshots (
    of integer primary key references tables (number) on delete cascade,
    seq integer not null,
    body blob not null
);
"""
AGES = """
alter table tables add column noticed integer not null default 0;
alter table tables add column noticed_seq integer not null default -1;
alter table tables add column set_aside integer;
create table clock (running integer not null, wall integer, gaps text not null, stood text not null);
insert into clock values (0, null, '[]', '[]');
"""
JOURNAL = """
create table journal (number integer primary key, body blob not null);
alter table log add column count integer not null default 1;
drop trigger no_gap;
create trigger no_gap before insert on log
when new.seq - new.count <> (select coalesce(max(seq), 0) from log where of = new.of)
begin
    select raise(abort, 'the entry before it is missing');
end;
"""
# `noticed`: the clock's `running` when `noticed_seq` was first seen to be the last entry; `set_aside`: the same when
# the table's time was up. See age.py.
# A row of the log holds `count` entries, the last of which is `seq`. See journal.py.

SCHEMAS = (FIRST, AGES, JOURNAL)  # what each version of the file adds to the one before
VERSION = len(SCHEMAS)


class BadFile(ValueError):
    """A file that cannot be used; it was not touched."""


def open_file(path: Path) -> sqlite3.Connection:
    """A new file, or one of ours that is whole; anything else is refused and left as it is."""
    if path.exists() and path.stat().st_size > 0:
        check_file(path)
    connection = connect(path)
    missing = SCHEMAS[user_version(connection) :]
    if missing:
        connection.executescript(f"begin; {' '.join(missing)} pragma user_version = {VERSION}; commit;")
    return connection


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("pragma foreign_keys = on")
    connection.execute("pragma wal_autocheckpoint = 1000")  # pages; writing over is cheaper than letting it grow
    connection.execute("pragma secure_delete = on")  # what is deleted is gone
    return connection


def check_file(path: Path) -> None:
    """Read-only: is it a file of ours, of a version we know, and whole?"""
    if not path.is_file():
        raise BadFile(f"{path} is not a file")
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise BadFile(f"{path} is no data file of Spieltisch. Name another file, or restore a backup")
    try:
        with closing(connect_to_read(path)) as connection:
            check_content(path, connection)
    except sqlite3.DatabaseError as error:
        raise BadFile(f"{path} is damaged ({error}). Restore a backup into a new file") from None


def connect_to_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def check_content(path: Path, connection: sqlite3.Connection) -> None:
    if path.stat().st_size % connection.execute("pragma page_size").fetchone()[0]:
        raise BadFile(f"{path} is damaged (its end is missing). Restore a backup into a new file")
    if is_blank(connection):
        return
    if connection.execute("pragma application_id").fetchone()[0] != APPLICATION:
        raise BadFile(f"{path} is a database, but not one of Spieltisch. Name another file")
    version = user_version(connection)
    if version > VERSION:
        raise BadFile(
            f"{path} was written by a newer Spieltisch (file version {version}, this one knows {VERSION}). "
            "Update the program"
        )
    found = connection.execute("pragma quick_check(1)").fetchone()[0]
    if found != "ok":
        raise BadFile(f"{path} is damaged ({found.splitlines()[-1]}). Restore a backup into a new file")


def is_blank(connection: sqlite3.Connection) -> bool:
    """The power went when the file was being made: there is nothing in it."""
    return user_version(connection) == 0 and not connection.execute("select count(*) from sqlite_schema").fetchone()[0]


def user_version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("pragma user_version").fetchone()[0]
    return version


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """One server for a file. (The lock goes with the process, however it ends.)"""
    if not path.parent.is_dir():
        raise BadFile(f"there is no folder {path.parent}")
    with Path(f"{path}.lock").open("w", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadFile(f"{path} is in use by another server. Stop that one, or name another file") from None
        yield


def back_up(path: Path, to: Path) -> None:
    """A copy of the file as it is now, also while a server runs on it."""
    check_file(path)
    copy_whole(path, to)


def restore(backup: Path, path: Path) -> None:
    """A backup becomes a new data file. One that exists is never overwritten."""
    check_file(backup)
    copy_whole(backup, path)


def copy_whole(path: Path, to: Path) -> None:
    """All of it or nothing: written beside, synced, checked, and only then given its name."""
    if to.exists():
        raise BadFile(f"{to} exists already and is not overwritten. Name a new file")
    if not to.parent.is_dir():
        raise BadFile(f"there is no folder {to.parent}")
    unfinished = to.with_name(to.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    with closing(connect_to_read(path)) as source, closing(sqlite3.connect(unfinished)) as copy:
        source.backup(copy)
        copy.execute("pragma journal_mode = delete")
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    check_file(unfinished)
    os.link(unfinished, to)  # unlike a rename, it fails if somebody was quicker
    unfinished.unlink()
