"""`spieltisch copy`: all tables from a file into PostgreSQL and back, or into another of the same kind."""

import re
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from spieltisch import cli
from spieltisch.store import AgeClock, Append, Keep, Notice, PutAside, SaveClock, examine
from spieltisch.store.age import Gap
from spieltisch.store.ownership import LEASE_S, Claim
from spieltisch.store.postgres import PostgresStore
from store.conftest import run
from store.writing import EPOCH, Writer, nothing, writing

Place = str | Path
CLOCK = AgeClock(running=500, wall=7, gaps=[Gap(3, 2)], stood=[40, -3])
TABLES, ENTRIES = 12, 12 + 11 * 12 // 2 + 40


def fill(place: Place) -> None:
    """Short and long logs, snapshots, ages, a table set aside, numbers with gaps."""
    with writing(place) as writer:
        for n in range(TABLES):
            number = writer.open(f"table {n}", keep_days=n + 1, at=n)
            writer.new_number()
            entries = [(seq, seq, bytes([n, seq]) * seq) for seq in range(2, n + 2)]
            assert not entries or writer.append(number, entries) is None
        writer.store.put([Keep(number, 3, b"a snapshot \0 \xff")])
        ages = writer.ages(0, 100)
        writer.change(partial(Notice, ages[:5], 80))
        writer.change(partial(PutAside, ages[:1], 90))
        writer.change(partial(SaveClock, CLOCK))
        more = [Append(ages[1].number, [(seq, seq, b"on")], nothing, epoch=EPOCH) for seq in range(3, 43)]
        assert writer.append_all(*more) == [None] * 40  # in a file: in the journal, and folded at the end


def everything(place: Place) -> dict[str, object]:
    with writing(place) as writer:
        ages = writer.ages(0, 100)
        tables = {age.id: writer.load(age.id) for age in ages if age.set_aside is None}
        return {"ages": ages, "clock": vars(writer.clock()), **tables}


def target_of(kind: str, tmp_path: Path, empty_database: str) -> Place:
    return tmp_path / "new.db" if kind == "file" else empty_database


@pytest.mark.parametrize("to", ["file", "PostgreSQL"])
def test_everything_is_copied(
    place: Place, to: str, tmp_path: Path, empty_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(place)
    before, target = everything(place), target_of(to, tmp_path, empty_database)
    assert cli.main(["copy", str(place), str(target)]) == 0
    assert capsys.readouterr().out == f"Copied {TABLES} tables, {ENTRIES} entries, all checked.\n"
    assert everything(target) == everything(place) == before
    with writing(target) as writer:
        assert writer.open("a new one") > max(age.number for age in writer.ages(0, 100)[:-1])
        assert_goes_on(writer)
    if to == "file":
        assert examine(tmp_path / "new.db").bad == {}


def assert_goes_on(writer: Writer) -> None:
    """A table that was copied is claimed, and played at."""
    epoch = EPOCH
    if isinstance(writer.store, PostgresStore):
        server = writer.wait_for(writer.store.ownership.join("new"))
        claim = writer.wait_for(writer.store.ownership.claim("table 5", server))
        assert isinstance(claim, Claim)
        epoch = claim.epoch
    stored = writer.load("table 5")
    assert stored is not None
    seq = len(stored.log) + 1
    assert writer.append_all(Append(stored.number, [(seq, 1, b"on")], nothing, epoch=epoch)) == [None]


def refused(capsys: pytest.CaptureFixture[str], source: Place, target: Place) -> str:
    assert cli.main(["copy", str(source), str(target)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    return told.err


@pytest.mark.parametrize("to", ["file", "PostgreSQL"])
def test_nothing_is_overwritten(to: str, tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "tables.db", target_of(to, tmp_path, database)
    for place in (source, target):
        with writing(place) as writer:
            writer.open("precious")
    told = refused(capsys, source, target)
    assert re.search(r"exists already and is not overwritten|holds tables already, and none is overwritten", told)
    assert refused(capsys, target, target)


def test_no_server_may_run_on_either(place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.db"
    with writing(place) as writer:
        writer.open("one")
        if isinstance(writer.store, PostgresStore):
            writer.wait_for(writer.store.ownership.join("gutenberg"))
        told = refused(capsys, place, other)
        assert re.search(r"is in use by another server|is in use by a server \(gutenberg\)\. Stop it first", told)
    assert not other.exists()
    with writing(other) as writer:
        writer.open("two")
    if isinstance(place, str):
        assert "is in use by a server (gutenberg)" in refused(capsys, other, place)
        run(place, f"update servers set alive = alive - interval '{LEASE_S + 1} seconds'")
        assert cli.main(["copy", place, str(tmp_path / "third.db")]) == 0


def test_the_damaged_is_left_out_and_named(tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "tables.db"
    fill(source)
    with closing(sqlite3.connect(source)) as file:
        file.execute("update log set body = x'00' where of = 3")
        file.commit()
    assert cli.main(["copy", str(source), database]) == 1
    told = capsys.readouterr().out
    assert f"Copied {TABLES - 1} tables" in told
    assert "- table number 3 was left out, as it is damaged: entry" in told
    run(database, "delete from log where of = 5 and seq = 1")
    assert cli.main(["copy", database, str(tmp_path / "new.db")]) == 1
    assert "table number 5 was left out, as it is damaged: entries are missing from its log" in capsys.readouterr().out


def test_what_cannot_be_copied_whole_is_not_there_at_all(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "tables.db"
    fill(source)
    run(database, "alter table snapshots add constraint none check (seq < 0)")  # the last table has one
    assert 'cannot be used (new row for relation "snapshots" violates' in refused(capsys, source, database)
    with writing(database) as writer:
        assert writer.count() == 0
    run(database, "alter table snapshots drop constraint none")
    assert cli.main(["copy", str(source), database]) == 0


def test_a_file_without_a_folder_or_a_database_out_of_reach_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "tables.db"
    fill(source)
    assert "there is no folder" in refused(capsys, source, tmp_path / "nowhere" / "new.db")
    assert "cannot be reached" in refused(capsys, source, "postgresql://hanna:s3cret@127.0.0.1:1/club")
    assert "is not a file" in refused(capsys, tmp_path / "missing.db", tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


# What else a database is told


@pytest.mark.parametrize(
    ("command", "tool"),
    [("backup new.db --data", "pg_dump"), ("restore new.db --data", "pg_restore"), ("check", "pg_amcheck")],
)
def test_postgresqls_own_tools_are_named(command: str, tool: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*command.split(), "postgresql://hanna:s3cret@127.0.0.1/club"]) == 2
    told = capsys.readouterr().err
    assert f"postgresql://127.0.0.1/club is no file. PostgreSQL's own tools do that: {tool}" in told
    assert "s3cret" not in told


def test_what_is_set_aside_is_listed_and_brought_back(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also while a server runs."""
    with writing(database) as writer:
        number = writer.open("one")
        writer.open("two")
        writer.change(partial(SaveClock, AgeClock(running=30 * 24 * 3600 * 1000, wall=0)))
        writer.change(partial(PutAside, writer.ages(0, 1), 27 * 24 * 3600 * 1000))
        assert cli.main(["trash", "--data", database]) == 0
        assert "one  damaged, set aside 3 days ago, deleted for good in 11 days" in capsys.readouterr().out
        assert cli.main(["trash", "--data", database, "--restore=two"]) == 2
        assert cli.main(["trash", "--data", database, "--restore=one"]) == 0
        assert writer.log("one") == [(1, b"opened")]
        (age,) = writer.ages(0, 1)
        assert (age.number, age.noticed_seq) == (number, 1)
        assert age.noticed > 30 * 24 * 3600 * 1000
        assert cli.main(["trash", "--data", database]) == 0
        assert "Nothing is set aside in postgresql://127.0.0.1:" in capsys.readouterr().out
