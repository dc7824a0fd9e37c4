"""The file of a server: an SQLite database in WAL mode, every commit on the disk before it counts."""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from spieltisch.store.checksums import AGES_SUM
from spieltisch.store.problems import BadFile, damaged, in_words, not_ours
from spieltisch.store.upgrade import sum_up
from spieltisch.store.wal import beside, has_wal, lost_tail

APPLICATION = 0x53_70_54_69  # "SpTi"

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
SUMS = f"""
create table file (in_use integer not null);
insert into file values (0);
alter table tables add column head integer not null default 0;
alter table tables add column ages_sum integer not null default 0;
alter table log add column chain integer not null default 0;
alter table snapshots add column sum integer not null default 0;
alter table clock add column sum integer not null default 0;
create trigger head after insert on log
begin
    update tables set head = new.chain where number = new.of;
end;
create trigger opened after insert on tables
begin
    update tables set ages_sum = {AGES_SUM} where number = new.number;
end;
create trigger aged after update of keep_days, noticed, noticed_seq, set_aside on tables
begin
    update tables set ages_sum = {AGES_SUM} where number = new.number;
end;
"""
DAYS = """
alter table tables add column wake_at integer;
alter table tables add column wake_sum integer not null default 0;
create index wakes on tables (wake_at) where wake_at is not null and set_aside is null;
create table summaries (
    of integer primary key references tables (number) on delete cascade,
    body blob not null
);
create table devices (
    number integer primary key autoincrement,
    of integer not null references tables (number) on delete cascade,
    seat integer not null,
    endpoint text not null,
    p256dh blob not null,
    auth blob not null,
    language text not null,
    zone text not null,
    quiet_from integer,
    quiet_to integer,
    unique (of, seat, endpoint)
);
create index endpoints on devices (endpoint);
create table notices (
    number integer primary key autoincrement,
    of integer not null references tables (number) on delete cascade,
    seat integer not null,
    device integer not null references devices (number) on delete cascade,
    kind text not null,
    turn integer not null,
    made integer not null,
    due integer,
    tries integer not null default 0,
    body blob not null,
    unique (device, turn, kind)
);
create index due on notices (due) where due is not null;
create index made on notices (of, made);
create table secrets (name text primary key, value blob not null);
"""
# `noticed`: the clock's `running` when `noticed_seq` was first seen to be the last entry; `set_aside`: the same when
# the table's time was up. See age.py.
# A row of the log holds `count` entries, the last of which is `seq`. See journal.py.
# `chain`: the sum of all entries up to there; `head`: that of the last one in the log. See checksums.py.
# `in_use`: a server has opened the file and not closed it. See wal.py.
# `wake_at`, `made`, `due`: by the clock, in ms; `due` is null when a notice is done. See days.py.
# Numbers of devices and notices are never given again: one that is being sent may be gone meanwhile.

SCHEMAS = (FIRST, AGES, JOURNAL, SUMS, DAYS)  # what each version adds to the one before; files are compared with it
VERSION = len(SCHEMAS)
SUMS_SINCE = 4
DAYS_SINCE = 5
PRIVATE = 0o600  # for its owner alone: it holds what is hidden
SMALLEST = 512  # bytes of a database
WAL_BYTES = 8 << 20  # `-wal` is cut to this size when a large commit has made it longer


# Opening


def open_file(path: Path) -> sqlite3.Connection:
    """A new file, or one of ours that is whole; anything else is refused and left as it is. Under the file's lock."""
    with in_words(path):
        check_tail(path)
        if path.exists() and path.stat().st_size > 0:
            check_database(path)
        make_private(path)
        connection = connect(path)
        try:
            bring_up_to_date(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def make_private(path: Path) -> None:
    """What SQLite makes beside it is as private as the file. (Never by opening it: closing it drops SQLite's locks.)"""
    if not path.exists():
        make_empty(path.resolve())
    for file in (path, beside(path, "-wal"), beside(path, "-shm")):
        if file.exists() and file.stat().st_mode & 0o777 != PRIVATE:
            with suppress(PermissionError):  # another's file, which we may write: he decides
                file.chmod(PRIVATE)


def make_empty(path: Path) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    version = user_version(connection)
    if version == VERSION:
        return
    connection.executescript(f"begin immediate; {' '.join(SCHEMAS[version:])}")
    if version < SUMS_SINCE:
        sum_up(connection)
    connection.execute(f"pragma user_version = {VERSION}")
    connection.execute("commit")


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.text_factory = any_text
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("pragma foreign_keys = on")
    connection.execute("pragma wal_autocheckpoint = 1000")  # pages; writing over is cheaper than letting it grow
    connection.execute(f"pragma journal_size_limit = {WAL_BYTES}")
    connection.execute("pragma secure_delete = on")  # what is deleted is gone
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """(Where nothing can be written, SQLite could not even look for a `-wal`.)"""
    is_fixed = not has_wal(path) and not os.access(path.resolve().parent, os.W_OK)
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable={is_fixed:d}", uri=True)
    connection.text_factory = any_text
    return connection


def any_text(content: bytes) -> str:
    """In a damaged file it may be no text."""
    return content.decode(errors="replace")


# The mark of a file in use


def set_mark(connection: sqlite3.Connection) -> None:
    """Into the file itself, so that a copy without `-wal` has it. From now on `-wal` is there, and never empty."""
    connection.execute("update file set in_use = 1")
    connection.execute("pragma wal_checkpoint(full)")


def clear_mark(connection: sqlite3.Connection) -> None:
    """Before the last connection is closed, which moves everything from `-wal` into the file and deletes it."""
    if user_version(connection) >= SUMS_SINCE:
        connection.execute("update file set in_use = 0")


# Checking


def check_file(path: Path) -> None:
    """Read-only: is it a file of ours, of a version we know, and whole? (Its tables, one by one: examine.py.)"""
    if not path.is_file():
        raise BadFile(f"{path} is not a file")
    with in_words(path), unused(path) as is_unused:
        if is_unused:
            check_tail(path)
    check_database(path)


def check_tail(path: Path) -> None:
    lost = lost_tail(path)
    if lost is not None:
        raise BadFile(
            f"{path} is not whole: {lost}. Copy both again from where they came from, while no server runs there, or "
            f"restore a backup. If there is none, `spieltisch restore {path} --data NEW` makes a new file of the rest"
        )


def check_database(path: Path) -> None:
    if not path.is_file():
        raise BadFile(f"{path} is not a file")
    with in_words(path), closing(connect_to_read(path)) as connection:
        check_content(path, connection)


def check_content(path: Path, connection: sqlite3.Connection) -> None:
    version, size = user_version(connection), path.stat().st_size
    if size < SMALLEST:  # SQLite would take it for an empty one, and write over it
        raise not_ours(path)
    if size % connection.execute("pragma page_size").fetchone()[0]:
        raise damaged(path, "its end is missing")
    if is_blank(connection):
        return
    if connection.execute("pragma application_id").fetchone()[0] != APPLICATION:
        raise BadFile(f"{path} is a database, but not one of Spieltisch. Name another file")
    if version > VERSION:
        raise BadFile(
            f"{path} was written by a newer Spieltisch (file version {version}, this one knows {VERSION}). "
            "Update the program"
        )
    found = connection.execute("pragma integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise damaged(path, found.splitlines()[-1])
    check_schema(path, connection, version)


def check_schema(path: Path, connection: sqlite3.Connection, version: int) -> None:
    """As this version made it: a flipped letter in it could change what a trigger does."""
    with closing(sqlite3.connect(":memory:")) as sound:
        sound.executescript(" ".join(SCHEMAS[:version]))
        if version < 1 or not schema_of(sound) <= schema_of(connection):
            raise damaged(path, "its schema was changed")


def schema_of(connection: sqlite3.Connection) -> set[tuple[object, ...]]:
    """Columns, references, indexes and triggers. (How SQLite words a changed table may change.)"""
    found = set()
    for pragma in ("table_info", "foreign_key_list", "index_list"):
        tables = "select name from sqlite_schema where type = 'table'"
        found |= set(connection.execute(f"select t.name, p.* from ({tables}) t, pragma_{pragma}(t.name) p"))
    triggers = connection.execute("select name, sql from sqlite_schema where type = 'trigger'")
    return found | {(name, *sql.split()) for name, sql in triggers}


def is_blank(connection: sqlite3.Connection) -> bool:
    """The power went when the file was being made: there is nothing in it."""
    return user_version(connection) == 0 and not connection.execute("select count(*) from sqlite_schema").fetchone()[0]


def user_version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("pragma user_version").fetchone()[0]
    return version


# One server for a file


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """The lock goes with the process, however it ends. It lies beside the file itself, not beside a link to it."""
    if not path.resolve().parent.is_dir():
        raise BadFile(f"there is no folder {path.resolve().parent}")
    with in_words(path):
        lock = os.open(beside(path, ".lock"), os.O_CREAT | os.O_WRONLY, PRIVATE)
    try:
        with in_words(path):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(lock)


@contextmanager
def unused(path: Path) -> Iterator[bool]:
    """Does no server run on it? Then none is started in the meantime."""
    lock = beside(path, ".lock")
    if not lock.exists():
        yield True
        return
    with lock.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


# Backups


def back_up(path: Path, to: Path) -> None:
    """A copy of the file as it is now, also while a server runs on it."""
    check_file(path)
    with new_file(to) as unfinished:
        copy_database(path, unfinished)


def restore(backup: Path, path: Path) -> str | None:
    """A backup becomes a new data file. One that exists is never overwritten → what is missing from it, if anything is.

    Also of a file whose newest moves are lost, if need be; that one is left as it is, `-wal` and all.
    """
    if not backup.is_file():
        raise BadFile(f"{backup} is not a file")
    with in_words(backup), unused(backup) as is_unused:
        lost = lost_tail(backup) if is_unused else None
        if lost is None:
            check_database(backup)
        with new_file(path) as unfinished:
            if lost is None:
                copy_database(backup, unfinished)
            else:
                copy_rest(backup, unfinished)
    return lost


@contextmanager
def new_file(to: Path) -> Iterator[Path]:
    """All of it or nothing: written beside, synced, checked, and only then given its name."""
    if to.exists():
        raise BadFile(f"{to} exists already and is not overwritten. Name a new file")
    if not to.parent.is_dir():
        raise BadFile(f"there is no folder {to.parent}")
    unfinished = to.with_name(to.name + ".unfinished")
    with in_words(to):
        try:
            remove(unfinished)
            make_empty(unfinished)
            yield unfinished
            with unfinished.open("rb") as file:
                os.fsync(file.fileno())
            check_database(unfinished)
            os.link(unfinished, to)  # unlike a rename, it fails if somebody was quicker
        finally:
            remove(unfinished)


def remove(unfinished: Path) -> None:
    for ending in ("", "-journal", "-wal", "-shm"):
        Path(f"{unfinished}{ending}").unlink(missing_ok=True)


def copy_database(path: Path, unfinished: Path) -> None:
    with closing(connect_to_read(path)) as source, closing(sqlite3.connect(unfinished)) as copy:
        source.backup(copy)
        finish(copy)


def copy_rest(path: Path, unfinished: Path) -> None:
    """By hand, as SQLite would tidy up beside the file and nobody could see any more that something is lost."""
    for ending in ("", "-wal"):
        if beside(path, ending).exists():
            shutil.copyfile(beside(path, ending), f"{unfinished}{ending}")
    with closing(sqlite3.connect(unfinished)) as copy:
        finish(copy)


def finish(copy: sqlite3.Connection) -> None:
    """One file that nobody uses."""
    copy.execute("pragma journal_mode = delete")
    clear_mark(copy)
    copy.commit()
