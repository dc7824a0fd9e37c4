"""Copies without their `-wal`, flipped bits, full and read-only disks: found, said in words, and nothing destroyed."""

import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from spieltisch import cli
from spieltisch.store import (
    AgeClock,
    BadFile,
    BadTable,
    Keep,
    PutAside,
    SaveClock,
    SetAside,
    back_up,
    bring_back,
    examine,
    restore,
)
from spieltisch.store.file import VERSION, WAL_BYTES, open_file
from spieltisch.store.wal import HEADER as WAL_HEADER
from store.writing import Writer, open_and_close, writing

RELEASED = Path(__file__).parent / "released" / "file-version-3.db"
FLIPPED = 8  # bits
FILES = 60
SECTOR = 512


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def copied(path: Path, to: str, *endings: str) -> Path:
    """As somebody copies files while a server runs, or finds them after it was killed."""
    copy = path.with_name(to)
    for ending in endings:
        shutil.copy(f"{path}{ending}", f"{copy}{ending}")
    return copy


def content(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.glob(f"{path.name}*") if file.suffix != ".lock"}


def refuse(path: Path, says: str) -> None:
    """However often it is tried, and nothing changes."""
    before = content(path)
    new = path.with_name("new.db")
    uses: list[Callable[[], object]] = [
        lambda: open_and_close(path), lambda: back_up(path, new),
        lambda: examine(path), lambda: bring_back(path, None),
    ]  # fmt: skip
    for use in (*uses, *uses):
        with pytest.raises(BadFile, match=says):
            use()
    assert content(path) == before
    assert not new.exists()


def play(writer: Writer, moves: int, tables: int = 3) -> None:
    for n in range(tables):
        number = writer.open(f"table {n}")
        for seq in range(2, moves + 2):
            assert writer.append(number, [(seq, seq, b"move %d" % seq)]) is None


# What a crash leaves is taken, always


def test_whatever_moment_a_server_is_killed_at_it_starts_again(path: Path) -> None:
    with writing(path) as writer:
        for n in range(5):
            writer.open(f"table {n}")
            for endings in (("", "-wal"), ("", "-wal", "-shm")):
                killed = copied(path, f"killed {n} {len(endings)}.db", *endings)
                with writing(killed) as again:
                    assert again.count() == n + 1
            writer.change(partial(SaveClock, AgeClock(running=n)))  # `-wal` goes into the file, and begins anew


def test_a_server_killed_before_anything_was_written_starts_again(path: Path) -> None:
    with writing(path):
        killed = copied(path, "killed.db", "", "-wal", "-shm")
    for _ in range(2):
        with writing(killed) as again:
            assert again.count() == 0


def test_a_power_cut_in_the_middle_of_a_commit_is_no_damage(path: Path) -> None:
    """Any sectors of what was just being written are there or not. Nobody was told of it."""
    dice = random.Random(1)
    with writing(path) as writer:
        play(writer, 5)
        for n in range(40):
            before = copied(path, "before.db", "", "-wal", "-shm")
            number, big = writer.open(f"more {n}"), b"x" * dice.choice((10, 20_000))
            after = Path(f"{path}-wal").read_bytes()
            torn = bytearray(Path(f"{before}-wal").read_bytes().ljust(len(after), b"\0"))
            torn[:WAL_HEADER] = after[:WAL_HEADER]  # where `-wal` begins anew it is synced first
            for at in range(0, len(after), SECTOR):
                if dice.random() < 0.5:
                    torn[at : at + SECTOR] = after[at : at + SECTOR]
            Path(f"{before}-wal").write_bytes(torn)
            if dice.random() < 0.5:
                Path(f"{before}-shm").unlink()
            with writing(before) as again:
                assert again.count() - 3 in (n, n + 1)
                assert len(again.log("table 0")) == 6
            assert writer.append(number, [(2, 0, big)]) is None
            if n % 3 == 0:  # so that `-wal` begins anew
                with closing(sqlite3.connect(path)) as file:
                    file.execute("pragma wal_checkpoint(passive)")


def test_tables_are_brought_back_after_a_crash_and_then_it_starts(path: Path) -> None:
    """Whoever closes the file last takes in what `-wal` holds, and it is gone."""
    with writing(path) as writer:
        writer.open("one")
        writer.change(partial(PutAside, writer.ages(0, 1), 0))
        killed = copied(path, "killed.db", "", "-wal", "-shm")
    assert bring_back(killed, None) == 1
    assert not Path(f"{killed}-wal").exists()
    with writing(killed) as again:
        assert again.log("one") == [(1, b"opened")]


def test_a_server_that_cannot_open_its_file_leaves_it_as_after_a_crash(path: Path) -> None:
    with writing(path) as writer:
        writer.open("one")
        killed = copied(path, "killed.db", "", "-wal")
    with closing(sqlite3.connect(killed)) as file:
        file.execute("insert into journal (body) values (x'c1')")
        file.commit()
        for _ in range(2):
            with pytest.raises(BadFile, match="a row of the journal cannot be read"):
                open_and_close(killed)
        file.execute("delete from journal where body = x'c1'")
        file.commit()
    with writing(killed) as again:
        assert again.log("one") == [(1, b"opened")]


def test_a_server_that_ends_without_closing_its_file_starts_again(path: Path) -> None:
    ends = "import asyncio, sys; from spieltisch.store import open_store; asyncio.run(open_store(sys.argv[1], print))"
    subprocess.run([sys.executable, "-c", ends, path], check=True, timeout=60)
    assert not Path(f"{path}-wal").exists()
    with writing(path):
        pass


# What is lost


def test_a_copy_without_its_wal_is_refused(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with writing(path) as writer:
        play(writer, 5)
        copy = copied(path, "copy.db", "")
        empty = copied(path, "empty.db", "")
        Path(f"{empty}-wal").touch()  # as a program leaves it that only looked
    for file in (copy, empty):
        refuse(file, r"is not whole: its newest moves were in .*-wal, which is not beside it\. Copy both again")
    new = path.with_name("rest.db")
    assert cli.main(["restore", str(copy), "--data", str(new)]) == 0
    assert "is not whole: its newest moves were in" in capsys.readouterr().out
    refuse(copy, "is not whole")
    with writing(new) as writer:
        assert writer.count() == 0


def test_a_wal_without_its_file_is_not_thrown_away(path: Path) -> None:
    with writing(path) as writer:
        play(writer, 5)
        alone = copied(path, "alone.db", "-wal")
    for _ in range(2):
        with pytest.raises(BadFile, match=r"there is nothing in it, while .*-wal holds its newest moves"):
            open_and_close(alone)
    alone.touch()
    refuse(alone, "there is nothing in it")


@pytest.mark.parametrize("part", [0.0, 0.3, 0.7, 0.99])
def test_a_wal_that_was_cut_off_is_refused(path: Path, part: float) -> None:
    with writing(path) as writer:
        play(writer, 5)
        killed = copied(path, "killed.db", "", "-wal", "-shm")
    wal = Path(f"{killed}-wal")
    wal.write_bytes(wal.read_bytes()[: int(wal.stat().st_size * part)])
    refuse(killed, "-wal is damaged or cut off|were in .*-wal, which is not beside it")


@pytest.mark.parametrize("endings", [("", "-wal"), ("", "-wal", "-shm")])
def test_a_flipped_bit_in_a_wal_is_found(path: Path, endings: tuple[str, ...]) -> None:
    """But for the last commit, if that is all there is to go by: it may have been torn."""
    with writing(path) as writer:
        play(writer, 5)
        files = [copied(path, f"killed {n}.db", *endings) for n in range(20)]
    for n, killed in enumerate(files):
        wal = bytearray(Path(f"{killed}-wal").read_bytes())
        wal[n * (len(wal) - 10_000) // len(files)] ^= 1 << n % 8
        Path(f"{killed}-wal").write_bytes(wal)
        refuse(killed, "-wal is damaged or cut off: newer moves were in it than can be read now")
    assert restore(killed, path.with_name("rest.db")) is not None
    refuse(killed, "-wal is damaged or cut off")


# Flipped bits in the file


def flip(path: Path, seed: int) -> None:
    flipped, dice = bytearray(path.read_bytes()), random.Random(seed)
    for _ in range(FLIPPED):
        flipped[dice.randrange(len(flipped))] ^= 1 << dice.randrange(8)
    path.write_bytes(flipped)


def tables_in(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as file:
        return [table for (table,) in file.execute("select id from tables")]


def logs_of(path: Path, tables: list[str]) -> dict[str, list[tuple[int, bytes]] | None]:
    """By table; None: it is damaged. Of a file that a server starts on."""
    logs: dict[str, list[tuple[int, bytes]] | None] = {}
    with writing(path) as writer:
        writer.clock()
        writer.ages(0, 100)
        for table in tables:
            try:
                logs[table] = writer.log(table)
            except BadTable:
                logs[table] = None
    return logs


def test_eight_flipped_bits_change_no_move_unnoticed(path: Path) -> None:
    """Either the file is refused in words, or every table is as it was, as most are, or known to be damaged."""
    shutil.copy(RELEASED, path)
    sound = logs_of(path, tables_in(path))
    started = whole = 0
    for seed in range(FILES):
        file = copied(path, f"flipped {seed}.db", "")
        flip(file, seed)
        before = file.read_bytes()
        try:
            logs = logs_of(file, list(sound))
        except BadFile:
            assert file.read_bytes() == before
            continue
        started += 1
        whole += sum(log is not None for log in logs.values())
        assert all(log is None or log == sound[table] for table, log in logs.items())
        assert len(examine(file).bad) == sum(log is None for log in logs.values())
    assert started > FILES / 2
    assert whole > started * len(sound) / 2


def test_nor_do_they_in_what_was_not_yet_folded(path: Path) -> None:
    """A server was killed, another program has moved `-wal` into the file, and then the disk fails."""
    with writing(path) as writer:
        play(writer, 20, tables=8)
        killed = copied(path, "killed.db", "", "-wal")
        sound = {table: writer.log(table) for table in tables_in(path)}
    with closing(sqlite3.connect(killed)) as file:
        file.execute("update file set in_use = 0")
        file.commit()
    refused = 0
    for seed in range(FILES):
        file_ = copied(killed, f"flipped {seed}.db", "")
        flip(file_, seed)
        try:
            logs = logs_of(file_, list(sound))
        except BadFile:
            refused += 1
            continue
        assert all(log is None or log == sound[table] for table, log in logs.items())
    assert refused < FILES


DAMAGES = {
    "changed": ("update log set body = x'00' where of = 1 and seq = 3", "entry 3 of the log, or one before it, is not"),
    "missing": ("delete from log where of = 1 and seq = 3", "entry 3 is missing from the log"),
    "the last one missing": ("delete from log where of = 1 and seq = 4", "entry 3 was not the log's last one"),
    "another's": ("update log set of = 4 where of = 1 and seq = 3", "entry 3 is missing from the log"),
    "no bytes": ("update log set body = 7 where of = 1 and seq = 3", "entry 3 of the log cannot be read"),
    "no number": ("update log set seq = 'x' where of = 1 and seq = 3", "an entry has no number|is missing"),
    "its name": ("update tables set id = 'other' where number = 1", "entry 1 of the log, or one before it"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_harms_no_other(path: Path, damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    statement, says = DAMAGES[damage]
    for seq in range(1, 5):  # a row each
        with writing(path) as writer:
            for n in (1, 2, 3):
                if seq == 1:
                    writer.open(f"table {n}")
                else:
                    writer.append(n, [(seq, 0, b"move %d of %d" % (seq, n))])
    with closing(sqlite3.connect(path)) as file:
        file.execute(statement)
        file.commit()
    with writing(path) as writer:
        with pytest.raises(BadTable, match=says):
            writer.load("other" if damage == "its name" else "table 1")
        for n in (2, 3):
            assert len(writer.log(f"table {n}")) == 4
            assert writer.append(n, [(5, 0, b"on")]) is None
        assert cli.main(["check", str(path)]) == 1  # beside the server
        assert "- table number 1 is damaged: " in (told := capsys.readouterr().out)
        assert "2 of 3 tables in order" in told
        assert "- a server runs on it" in told


def test_a_flipped_snapshot_is_done_without(path: Path) -> None:
    with writing(path) as writer:
        number = writer.open("one")
        writer.store.put([Keep(number, 1, b"how it stood")])
    with closing(sqlite3.connect(path)) as file:
        file.execute("update snapshots set body = cast('how it stooe' as blob)")
        file.commit()
    with writing(path) as writer:
        stored = writer.load("one")
        assert stored is not None
        assert stored.snapshot is None


def test_a_flipped_age_deletes_nothing(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither the table's nor the clock's."""
    with writing(path) as writer:
        writer.open("one")
        writer.change(partial(SaveClock, AgeClock(running=5, wall=7)))
    with closing(sqlite3.connect(path)) as file:
        file.execute("drop trigger aged")
        file.execute("update tables set set_aside = 0")
        file.execute("update clock set running = running + (1 << 40), gaps = '[[['")
        file.commit()
    with pytest.raises(BadFile, match="its schema was changed"):
        open_and_close(path)
    with closing(sqlite3.connect(path)) as file, closing(sqlite3.connect(":memory:")) as sound:
        open_file(path.with_name("sound.db")).backup(sound)
        file.execute(sound.execute("select sql from sqlite_schema where name = 'aged'").fetchone()[0])
    with writing(path) as writer:
        assert writer.clock().running == 0
        assert writer.ages(0, 10) == []
        assert writer.log("one") == [(1, b"opened")]
    assert cli.main(["check", str(path)]) == 1
    told = capsys.readouterr().out
    assert "the age of tables number 1 is damaged: they are kept" in told
    assert "the clock by which tables age is damaged" in told


def test_what_was_set_aside_stays_so_as_long_as_its_age_is_whole(path: Path) -> None:
    with writing(path) as writer:
        writer.open("one")
        writer.change(partial(PutAside, writer.ages(0, 1), 5))
        with pytest.raises(SetAside):
            writer.load("one")


# Disks and other programs


def test_a_file_that_another_program_has_locked_is_not_called_damaged(path: Path) -> None:
    with writing(path) as writer:
        writer.open("one")
    with closing(sqlite3.connect(path)) as other:
        other.execute("pragma locking_mode = exclusive")
        other.execute("insert into journal (body) values (x'90')")
        with pytest.raises(BadFile, match=r"is locked by another program\. Nothing is wrong with it: close"):
            open_and_close(path)


def test_a_place_that_cannot_be_written_is_named(path: Path) -> None:
    """By the store: the server takes an OSError for one of its port's."""
    Path(f"{path}.lock").mkdir()
    with pytest.raises(BadFile, match=r"cannot be opened for writing \(Is a directory\)\. Is its disk read-only"):
        open_and_close(path)


def in_small_disk(folder: Path, commands: str) -> subprocess.CompletedProcess[str]:
    """With `disk` in the folder, which has 512 kB and belongs to this one call."""
    (folder / "disk").mkdir()
    script = f"mount -t tmpfs -o size=512k none '{folder}/disk' || exit 77; cd '{folder}'; {commands}"
    unshare = shutil.which("unshare") or pytest.skip("needs unshare")
    command = [unshare, "-m", "sh", "-c", script]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if ended.returncode in (1, 77) and "permitted" in ended.stderr:
        pytest.skip("only root may mount disks")
    return ended


SPIELTISCH = f"'{sys.executable}' -m spieltisch.cli"


def test_a_read_only_disk_is_named(tmp_path: Path) -> None:
    with writing(tmp_path / "tables.db") as writer:
        writer.open("one")
    opened = "import asyncio; from spieltisch.store import open_store as o; asyncio.run(o('disk/tables.db', print))"
    read_only = f"cp -p tables.db disk; mount -o remount,ro '{tmp_path}/disk'"
    check = f"{SPIELTISCH} check disk/tables.db"
    told = in_small_disk(tmp_path, f"{read_only}; {check}; '{sys.executable}' -c \"{opened}\"")
    says = "BadFile: disk/tables.db cannot be opened for writing (Read-only file system). Is its disk read-only, or"
    assert says in told.stderr
    assert told.stdout == f"disk/tables.db: file version {VERSION}, 1 of 1 tables in order, 1 entries.\n"


def test_a_backup_without_room_ends_in_words_and_leaves_nothing(tmp_path: Path) -> None:
    with writing(tmp_path / "tables.db") as writer:
        for n in range(30):
            writer.append(writer.open(f"table {n}"), [(2, 2, random.randbytes(30_000))])
    ended = in_small_disk(tmp_path, f"{SPIELTISCH} backup disk/backup.db --data tables.db; echo ended $?; ls -A disk")
    assert ended.stdout == "ended 2\n"
    assert ended.stderr == "spieltisch: disk/backup.db cannot be written: its disk is full. Make room, and try again\n"


def test_a_backup_that_the_system_does_not_let_grow_leaves_nothing(tmp_path: Path) -> None:
    with writing(tmp_path / "tables.db") as writer:
        writer.append(writer.open("one"), [(2, 2, random.randbytes(300_000))])
    copy = "back_up(Path('tables.db'), Path('backup.db'))"
    script = f"from pathlib import Path; from spieltisch.store import back_up; {copy}"
    backup = f"ulimit -f 100; '{sys.executable}' -c \"{script}\""
    ended = subprocess.run(backup, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert "BadFile: backup.db cannot be read or written (disk I/O error): is there room on its disk" in ended.stderr
    assert not list(tmp_path.glob("backup*"))


# Who may read it, and who may open it


def modes(path: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in path.parent.glob(f"{path.name}*")}


def test_nobody_else_may_read_it(path: Path, tmp_path: Path) -> None:
    with writing(path) as writer:
        writer.open("one")
        assert modes(path) == {f"{path.name}{ending}": 0o600 for ending in ("", "-wal", "-shm", ".lock")}
        back_up(path, tmp_path / "backup.db")
        killed = copied(path, "killed.db", "", "-wal", "-shm")
    restore(tmp_path / "backup.db", tmp_path / "restored.db")
    for name in ("backup.db", "restored.db"):
        assert modes(tmp_path / name)[name] == 0o600
    for ending in ("", "-wal", "-shm"):
        Path(f"{killed}{ending}").chmod(0o644)
    assert len(examine(killed).notes) == 1
    with writing(killed):
        assert set(modes(killed).values()) == {0o600}
    assert examine(killed).notes == []


def test_a_second_server_is_refused_by_whatever_name_it_calls_the_file(path: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link, folder = tmp_path / "elsewhere" / "link.db", tmp_path / "folder"
    link.symlink_to(path)
    folder.symlink_to(tmp_path)
    with writing(path) as writer:
        writer.open("one")
        for name in (link, folder / path.name):
            with pytest.raises(BadFile, match="in use by another server"):
                open_and_close(name)
    with writing(link) as writer:
        assert writer.log("one") == [(1, b"opened")]


def test_looking_at_a_file_leaves_the_server_its_locks(path: Path, tmp_path: Path) -> None:
    """A process that closes the file drops all its locks on it; then another program could take the file away."""
    grab = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('pragma journal_mode = delete')"
    with writing(path) as writer:
        writer.open("one")
        examine(path)
        back_up(path, tmp_path / "backup.db")
        ended = subprocess.run([sys.executable, "-c", grab, path], capture_output=True, timeout=60, check=False)
        assert b"database is locked" in ended.stderr


# How long `-wal` gets


def test_on_a_quiet_evening_the_file_itself_is_soon_up_to_date(path: Path) -> None:
    with writing(path) as writer:
        play(writer, 5)
        writer.change(partial(SaveClock, AgeClock(running=5)))
        writer.store.put([])  # the writer is behind the change when it has taken this
        assert writer.append(1, [(7, 7, b"on")]) is None
        copy = copied(path, "copy.db", "")
    assert restore(copy, path.with_name("rest.db")) is not None
    with writing(path.with_name("rest.db")) as writer:
        assert len(writer.log("table 2")) == 6


def test_after_a_large_commit_the_wal_gets_short_again(path: Path) -> None:
    with writing(path) as writer:
        number = writer.open("one")
        large = [(seq, 0, bytes(WAL_BYTES)) for seq in (2, 3)]
        assert writer.append(number, [*large, (4, 0, b"small")]) is None
        assert Path(f"{path}-wal").stat().st_size > 2 * WAL_BYTES
        for seq in range(5, 8):
            assert writer.append(number, [(seq, 0, b"small")]) is None
        assert Path(f"{path}-wal").stat().st_size <= WAL_BYTES
