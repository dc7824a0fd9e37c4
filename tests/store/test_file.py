"""Files that are newer, damaged or foreign: refused in a clear sentence, and left as they are. Backups."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from msgspec import msgpack

from spieltisch.store import (
    AgeClock,
    Append,
    BadFile,
    DeleteSetAside,
    PutAside,
    SaveClock,
    SetAside,
    back_up,
    bring_back,
    examine,
    restore,
    trash_of,
)
from spieltisch.store.age import DAY_MS, Gap
from spieltisch.store.file import VERSION
from spieltisch.store.trash import UNSAVED_MS
from store.writing import open_and_close, writing

PAGE = 4096
TABLES = 500


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def full(path: Path) -> Path:
    """A file with a good many tables."""
    with writing(path) as writer:
        for n in range(TABLES):
            writer.append(writer.open(f"table {n}"), [(2, 2, b"a move" * 40)])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("vacuum")  # no page is free: what is flipped in one would harm nothing
    assert path.stat().st_size > 20 * PAGE
    return path


def refuse(path: Path, says: str) -> None:
    """By a server, a backup and a restoring; nothing of it changes."""
    before = path.read_bytes()
    copy = path.with_name("copy.db")
    uses: list[Callable[[], object]] = [
        lambda: open_and_close(path), lambda: back_up(path, copy), lambda: restore(path, copy)
    ]  # fmt: skip
    for use in uses:
        with pytest.raises(BadFile, match=says) as refused:
            use()
        sentence = str(refused.value)
        assert sentence.startswith(str(path))
        assert "\n" not in sentence
        assert "Traceback" not in sentence
    assert path.read_bytes() == before
    assert not copy.exists()


def set_pragma(path: Path, pragma: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma {pragma}")


# What is refused


def test_a_newer_file_is_refused(full: Path) -> None:
    set_pragma(full, f"user_version = {VERSION + 1}")
    refuse(full, rf"newer Spieltisch \(file version {VERSION + 1}, this one knows {VERSION}\)\. Update the program")


@pytest.mark.parametrize("content", [b"x", b"not a database at all" * 500, bytes(PAGE), b"SQLite format 4\0" * 300])
def test_garbage_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    refuse(path, "is no data file of Spieltisch")


def test_garbage_behind_a_good_beginning_is_refused(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + b"and nothing more" * 1000)
    refuse(path, r"or its beginning is damaged\. Name another file, or restore a backup into a new one")


@pytest.mark.parametrize("length", [30, 100, PAGE, PAGE + 1, 10 * PAGE, -PAGE, -1])
def test_a_truncated_file_is_refused(full: Path, length: int) -> None:
    full.write_bytes(full.read_bytes()[:length])
    refuse(full, r"is damaged \(.+\)\. Restore a backup into a new file|or its beginning is damaged")


@pytest.mark.parametrize("page", [3, 28, 34, 40])
@pytest.mark.parametrize("first", [0, 12])
def test_flipped_bytes_in_a_page_are_refused(full: Path, page: int, first: int) -> None:
    """Of its head, or of the list of its cells. (What is flipped inside an entry is found when its table is loaded.)"""
    content = bytearray(full.read_bytes())
    for at in range(page * PAGE + first, page * PAGE + first + 8):
        content[at] ^= 0xFF
    full.write_bytes(content)
    refuse(full, r"is damaged \(.+\)\. Restore a backup into a new file")


def test_a_database_of_something_else_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table recipes (name text)")
    refuse(path, "is a database, but not one of Spieltisch")


def test_a_folder_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(BadFile, match="is not a file"):
        open_and_close(path)


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="nowhere"):
        open_and_close(tmp_path / "nowhere" / "tables.db")


# What is not


def test_an_empty_file_is_a_new_one(path: Path) -> None:
    path.touch()
    with writing(path) as writer:
        writer.open("one")


def test_a_file_whose_making_was_interrupted_is_a_new_one(path: Path) -> None:
    """The power went between the file's first page and its tables."""
    set_pragma(path, "journal_mode = wal")
    assert path.stat().st_size > 0
    with writing(path) as writer:
        writer.open("one")
    with writing(path) as writer:
        assert writer.count() == 1


@pytest.mark.parametrize("name", ["100%.db", "what?.db", "a#b.db", "Tische ä.db", "a%20b.db"])
def test_any_name_will_do(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for tables in range(3):
        with writing(path) as writer:
            assert writer.count() == tables
            writer.open(f"table {tables}")
    back_up(path, tmp_path / f"backup {name}")
    restore(tmp_path / f"backup {name}", tmp_path / f"restored {name}")
    with writing(tmp_path / f"restored {name}") as writer:
        assert writer.count() == 3


def test_what_was_not_yet_moved_from_the_journal_counts(path: Path) -> None:
    """As after a SIGKILL: the file, and its journal beside it."""
    killed = path.with_name("killed.db")
    with writing(path) as writer:
        writer.open("one")
        for ending in ("", "-wal"):
            shutil.copy(f"{path}{ending}", f"{killed}{ending}")
    with writing(killed) as writer:
        assert writer.log("one") == [(1, b"opened")]


# Older files

VERSION_1 = """
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
pragma application_id = 0x53705469;
pragma user_version = 1;
insert into tables values (1, 'one', 30);
insert into log values (1, 1, 0, cast('opened' as blob)), (1, 2, 0, cast('sat' as blob));
insert into snapshots values (1, 2, cast('kept' as blob));
"""


@pytest.fixture
def version_1(path: Path) -> Path:
    """As it was written before tables had an age."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"pragma journal_mode = wal; {VERSION_1}")
    return path


def test_a_file_of_version_1_goes_on(version_1: Path) -> None:
    for seq in (3, 4):  # opened anew each time
        with writing(version_1) as writer:
            assert writer.append(1, [(seq, seq, b"move")]) is None
            (table,) = writer.ages(0, 10)
            assert (table.keep_days, table.seq, table.set_aside) == (30, seq, None)
            assert table.noticed_seq != table.seq  # its time begins when it is first looked at
            stored = writer.load("one")
            assert stored is not None
            assert stored.snapshot == b"kept"
    with closing(sqlite3.connect(version_1)) as connection:
        assert connection.execute("pragma user_version").fetchone() == (VERSION,)


def test_a_file_of_version_1_can_be_backed_up_and_has_nothing_set_aside(version_1: Path, tmp_path: Path) -> None:
    """By programs that only look at it: it stays what it is."""
    before = version_1.read_bytes()
    back_up(version_1, tmp_path / "backup.db")
    assert trash_of(version_1) == []
    assert bring_back(version_1, None) == 0
    assert version_1.read_bytes() == before
    restore(tmp_path / "backup.db", tmp_path / "restored.db")
    with writing(tmp_path / "restored.db") as writer:
        assert writer.log("one") == [(1, b"opened"), (2, b"sat")]


VERSION_2 = """
alter table tables add column noticed integer not null default 0;
alter table tables add column noticed_seq integer not null default -1;
alter table tables add column set_aside integer;
create table clock (running integer not null, wall integer, gaps text not null, stood text not null);
insert into clock values (0, null, '[]', '[]');
pragma user_version = 2;
insert into tables (number, id, keep_days, set_aside) values (2, 'two', 30, 0);
insert into log values (2, 1, 0, cast('opened too' as blob)), (2, 2, 0, cast('sat too' as blob));
"""


def test_a_file_of_version_2_goes_on(version_1: Path) -> None:
    """It held one entry in a row: they, and what is set aside, are as they were."""
    with closing(sqlite3.connect(version_1)) as connection:
        connection.executescript(VERSION_2)
    for seq in (3, 4):
        assert [(one.id, one.opened) for one in trash_of(version_1)] == [("two", b"opened too")]
        with writing(version_1) as writer:
            assert writer.append(1, [(seq, seq, b"move")]) is None
            assert writer.append(1, [(seq, seq, b"twice")]) is not None
            assert writer.log("one") == [(1, b"opened"), (2, b"sat"), (3, b"move"), (4, b"move")][:seq]
    assert bring_back(version_1, None) == 1
    with writing(version_1) as writer:
        assert writer.log("two") == [(1, b"opened too"), (2, b"sat too")]


VERSION_3 = """
create table journal (number integer primary key, body blob not null);
alter table log add column count integer not null default 1;
drop trigger no_gap;
create trigger no_gap before insert on log
when new.seq - new.count <> (select coalesce(max(seq), 0) from log where of = new.of)
begin
    select raise(abort, 'the entry before it is missing');
end;
pragma user_version = 3;
"""


def test_a_file_of_version_3_goes_on(version_1: Path) -> None:
    """It had no sums; what is in its journal gets them too."""
    journal = [(1, [(3, 0, b"moved")]), (3, [(1, 0, b"opened three"), (2, 0, b"sat three")]), (1, [(4, 0, b"again")])]
    with closing(sqlite3.connect(version_1)) as connection:
        connection.executescript(VERSION_2 + VERSION_3)
        connection.execute("insert into tables (number, id, keep_days) values (3, 'three', 30)")
        for append in journal:
            connection.execute("insert into journal (body) values (?)", (msgpack.encode([append]),))
        connection.commit()
    for seq in (5, 6):
        with writing(version_1) as writer:
            assert writer.append(1, [(seq, 0, b"on")]) is None
            assert [body for _, body in writer.log("one")][:4] == [b"opened", b"sat", b"moved", b"again"]
            assert writer.log("three") == [(1, b"opened three"), (2, b"sat three")]
            stored = writer.load("one")
            assert stored is not None
            assert stored.snapshot == b"kept"
    assert examine(version_1)[:3] == (VERSION, 3, 10)
    assert examine(version_1).bad == {}


# What is set aside


def test_what_is_set_aside_is_listed_and_can_be_brought_back(path: Path) -> None:
    with writing(path) as writer:
        for table in ("one", "two", "three"):
            writer.open(table)
        writer.change(partial(SaveClock, AgeClock(running=30 * DAY_MS, wall=0)))
        writer.change(partial(PutAside, writer.ages(0, 2), 30 * DAY_MS))
        writer.change(partial(SaveClock, AgeClock(running=33 * DAY_MS, wall=0)))
        assert [(one.id, one.opened, one.days, one.days_left) for one in trash_of(path)] == [
            ("one", b"opened", 3, 11),
            ("two", b"opened", 3, 11),
        ]
        for table in ("one", "two"):
            with pytest.raises(SetAside):
                writer.load(table)
        assert bring_back(path, "three") == bring_back(path, "four") == 0
        assert bring_back(path, "one") == 1  # while the server runs
        assert writer.log("one") == [(1, b"opened")]
        assert 0 < writer.ages(0, 1)[0].noticed - 33 * DAY_MS <= UNSAVED_MS
    assert [one.id for one in trash_of(path)] == ["two"]
    assert bring_back(path, None) == 1
    assert trash_of(path) == []
    with writing(path) as writer:
        assert writer.log("two") == [(1, b"opened")]


def test_only_running_counts_for_what_is_set_aside(path: Path) -> None:
    with writing(path) as writer:
        writer.open("one")
        writer.change(partial(PutAside, writer.ages(0, 1), 0))
        writer.change(partial(SaveClock, AgeClock(running=5 * DAY_MS, wall=0, gaps=[Gap(1, 30 * DAY_MS)])))
    assert [(one.days, one.days_left) for one in trash_of(path)] == [(5, 9)]


def test_what_was_brought_back_is_not_deleted_by_a_sweep_that_had_seen_it(path: Path) -> None:
    with writing(path) as writer:
        writer.open("one")
        writer.change(partial(PutAside, writer.ages(0, 1), 5))
        seen = writer.ages(0, 1)
        bring_back(path, "one")
        writer.change(partial(DeleteSetAside, seen))
        assert writer.log("one") == [(1, b"opened")]


# Backups


def test_a_backup_while_a_server_writes(path: Path, tmp_path: Path) -> None:
    """It holds a beginning of the log, without gaps, at least what was acknowledged before."""
    known: list[int] = []
    with writing(path) as writer:
        number = writer.open("one")
        enough = asyncio.Event()

        def acknowledge(error: Exception | None) -> None:
            assert error is None
            known.append(1)
            if len(known) == 200:
                enough.set()

        for seq in range(2, 3002):
            writer.store.put([Append(number, [(seq, seq, b"move" * 100)], acknowledge)])
        writer.wait_for(enough.wait())
        before = len(known)
        back_up(path, tmp_path / "backup.db")
    restore(tmp_path / "backup.db", tmp_path / "restored.db")
    with writing(tmp_path / "restored.db") as writer:
        log = writer.log("one")
        assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
        assert len(log) > before
        assert writer.append(number, [(len(log) + 1, 1, b"and it goes on")]) is None


def test_restoring_never_overwrites(full: Path, tmp_path: Path) -> None:
    back_up(full, tmp_path / "backup.db")
    precious = tmp_path / "precious.db"
    precious.write_bytes(b"precious")
    for copy in (back_up, restore):
        with pytest.raises(BadFile, match=r"exists already and is not overwritten\. Name a new file"):
            copy(tmp_path / "backup.db", precious)
    assert precious.read_bytes() == b"precious"
    with pytest.raises(BadFile, match="there is no folder"):
        restore(tmp_path / "backup.db", tmp_path / "nowhere" / "new.db")
    with pytest.raises(BadFile, match="is not a file"):
        back_up(tmp_path / "missing.db", tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_a_backup_left_unfinished_is_no_hindrance(full: Path, tmp_path: Path) -> None:
    (tmp_path / "backup.db.unfinished").write_bytes(b"the power went")
    back_up(full, tmp_path / "backup.db")
    restore(tmp_path / "backup.db", tmp_path / "restored.db")
    assert not (tmp_path / "backup.db.unfinished").exists()
    with writing(tmp_path / "restored.db") as writer:
        assert writer.count() == TABLES
