"""The durable log, on a real file."""

import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from spieltisch.store import Append, BadFile, BadTable, Delete, Keep, NoticeAll
from spieltisch.store.file_store import FOLD_AT
from spieltisch.store.journal import entries_of
from store.writing import Writer, nothing, open_and_close, writing


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def test_it_is_there_without_a_goodbye(path: Path) -> None:
    """What `then` was called for can be read from the file by anybody, the store still open."""
    with writing(path) as writer:
        writer.open("one")
        reading = sqlite3.connect(path)
        assert entries_of(reading, 1) == [(1, b"opened")]
        assert reading.execute("pragma journal_mode").fetchone() == ("wal",)
        reading.close()


def test_a_failing_change_does_not_stop_others(path: Path) -> None:
    """A statement that cannot be carried out, in one commit with appends and a good one."""
    with writing(path) as writer:
        number, other = writer.open("one"), writer.open("two")
        with closing(sqlite3.connect(path)) as file:
            file.execute("create trigger full before update of noticed on tables begin select raise(abort, 'no'); end")
        for seq in range(2, 30):
            ended = writer.write_all(
                Append(number, [(seq, seq, b"move")], nothing), NoticeAll(seq, nothing), Delete(other, nothing)
            )
            assert [error is None for error in ended] == [True, False, True]
        assert max(writer.batches) > 1
        assert len(writer.log("one")) == 29
        assert writer.count() == 1


# The journal: whatever goes to the disk in one commit is one row, and is folded into the log later


def rows_in(path: Path) -> tuple[list[tuple[int, int]], int]:
    """Of the log: the last entry and how many there are in it; and how many the journal has."""
    with closing(sqlite3.connect(path)) as file:
        log = file.execute("select seq, count from log order by of, seq").fetchall()
        return log, file.execute("select count(*) from journal").fetchone()[0]


def test_what_is_in_the_journal_is_read_and_folded_when_the_store_is_closed(path: Path) -> None:
    with writing(path) as writer:
        one, two = writer.open("one"), writer.open("two")
        for seq in (2, 3):
            writer.append_all(*(Append(of, [(seq, seq, b"%d of %d" % (seq, of))], nothing) for of in (one, two)))
        assert rows_in(path)[0] == []
        expected = [(1, b"opened"), (2, b"2 of 1"), (3, b"3 of 1")]
        assert writer.log("one") == expected
        assert [age.seq for age in writer.ages(0, 10)] == [3, 3]
    assert rows_in(path) == ([(3, 3), (3, 3)], 0)
    with writing(path) as writer:
        assert writer.log("one") == expected
        assert writer.append(one, [(4, 4, b"on")]) is None
    assert rows_in(path) == ([(3, 3), (4, 1), (3, 3)], 0)


def test_it_does_not_grow_without_end(path: Path) -> None:
    with writing(path) as writer:
        number = writer.open("one")
        for first in (2, FOLD_AT + 2):
            moves = [Append(number, [(first + n, 0, b"x")], nothing) for n in range(FOLD_AT)]
            writer.append_all(*moves)
        log, waiting = rows_in(path)
        assert len(log) >= 1
        assert waiting < FOLD_AT
        assert len(writer.log("one")) == 2 * FOLD_AT + 1


def test_killed_before_it_was_folded_it_goes_on(path: Path) -> None:
    killed = path.with_name("killed.db")
    with writing(path) as writer:
        number = writer.open("one")
        writer.append(number, [(2, 2, b"sat"), (3, 3, b"moved")])
        for ending in ("", "-wal"):
            shutil.copy(f"{path}{ending}", f"{killed}{ending}")
    with writing(killed) as writer:
        assert [seq for seq, _ in writer.log("one")] == [1, 2, 3]
        assert writer.append(number, [(3, 3, b"twice")]) is not None
        assert writer.append(number, [(5, 5, b"a gap")]) is not None
        assert writer.append(number, [(4, 4, b"next")]) is None
    assert rows_in(killed) == ([(4, 4)], 0)


def test_entries_that_somebody_else_wrote_harm_one_table_alone(path: Path) -> None:
    """They are in the place of ours; ours stay in the journal."""
    with writing(path) as writer:
        numbers = [writer.open(name) for name in ("one", "two", "three")]
        with closing(sqlite3.connect(path)) as file:
            file.execute("insert into log (of, seq, at, body) values (?, 1, 0, x'00')", (numbers[1],))
            file.commit()
        for seq in (2, 3):
            ended = writer.append_all(*(Append(of, [(seq, 0, b"x")], nothing) for of in numbers))
            assert ended == [None] * 3
            writer.change(partial(NoticeAll, 5))
        assert [len(writer.log(name)) for name in ("one", "three")] == [3, 3]
        with pytest.raises(BadTable, match="entry 1 of the log"):
            writer.load("two")
        assert rows_in(path)[1] == 1
        writer.change(partial(Delete, numbers[1]))
        assert writer.count() == 2


def test_a_full_disk_loses_nothing_that_was_acknowledged(path: Path) -> None:
    with writing(path) as writer:
        number = writer.open("one")
        with closing(sqlite3.connect(path)) as file:
            file.execute("create trigger full before insert on journal begin select raise(abort, 'full'); end")
            assert str(writer.append(number, [(2, 2, b"lost")])) == "full"
            file.execute("drop trigger full")
            file.execute("create trigger full before insert on log begin select raise(fail, 'full'); end")
            assert writer.append(number, [(2, 2, b"sat")]) is None
    with writing(path) as writer:  # it could not be folded
        assert writer.log("one") == [(1, b"opened"), (2, b"sat")]


def test_a_journal_that_cannot_be_read_is_a_damaged_file(path: Path) -> None:
    with writing(path) as writer:
        writer.open("one")
    with closing(sqlite3.connect(path)) as file:
        file.execute("insert into journal (body) values (x'c1')")
        file.commit()
    with pytest.raises(BadFile, match="Restore a backup into a new file"):
        open_and_close(path)


# Deletion


def test_what_is_deleted_is_gone_from_the_file(path: Path) -> None:
    with writing(path) as writer:
        number = writer.open("one")
        writer.append(number, [(2, 2, b"Hannas Geheimnis" * 50)])
        writer.store.put([Keep(number, 2, b"Schnappschuss" * 50)])
        writer.open("two")
        writer.change(partial(Delete, number))
        assert writer.load("one") is None
        assert writer.log("two") == [(1, b"opened")]
    content = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"opened" in content  # of the other table
    assert b"Geheimnis" not in content
    assert b"Schnappschuss" not in content


# One server for a file


def test_a_second_server_on_the_same_file_is_refused(path: Path) -> None:
    with writing(path) as writer:
        number = writer.open("one")
        with pytest.raises(BadFile, match=r"in use by another server\. Stop that one, or name another file"):
            open_and_close(path)
        assert writer.append(number, [(2, 2, b"on")]) is None
    again = Writer(path)
    assert len(again.log("one")) == 2
    again.close()
