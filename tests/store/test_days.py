"""Tables that are played over days, in every store: when they are woken, and whom they tell."""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import asyncpg
import pytest

from spieltisch import cli
from spieltisch.store import (
    NEVER,
    Append,
    Conflict,
    Days,
    DeleteTable,
    ForgetEndpoint,
    KeepSecret,
    NewNotice,
    NoticeDone,
    NoticeLater,
    Opening,
    PutAside,
    StoredNotice,
    StoreError,
    Subscribe,
    Subscription,
    Unsubscribe,
    examine,
)
from spieltisch.store import days as in_file
from spieltisch.store import days_postgres as in_postgres
from spieltisch.store.age import DAY_MS
from spieltisch.store.contract import DEVICES, NOTICES_A_DAY
from store.writing import EPOCH, Writer, nothing, writing

Place = str | Path
NOON = 1_800_000_000_000
MOST = 10_000


def device(name: str, quiet: tuple[int, int] | None = (22 * 60, 7 * 60)) -> Subscription:
    return Subscription(f"https://push.example/{name}", b"\x04" + b"k" * 64, b"a" * 16, "de", "Europe/Berlin", quiet)


def play(writer: Writer, of: int, days: Days, seq: int | None = None) -> Exception | None:
    """An entry, or none, and what comes with it."""
    entries = [] if seq is None else [(seq, NOON, b"move")]
    return writer.append_all(Append(of, entries, nothing, epoch=EPOCH, days=days))[0]


def turn(seat: int, began: int, at: int = NOON, kind: str = "turn") -> NewNotice:
    return NewNotice(seat, kind, began, at, b"lobo77")


def subscribe(writer: Writer, of: int, seat: int, one: Subscription) -> None:
    writer.change(partial(Subscribe, of, seat, one, epoch=EPOCH))


def due(writer: Writer, now: int = NOON) -> list[StoredNotice]:
    return writer.wait_for(writer.store.due_notices(now, MOST))


def told(writer: Writer, now: int = NOON) -> list[tuple[str, int, str, int]]:
    return [(one.table, one.seat, one.kind, one.turn) for one in due(writer, now)]


# Waking


def test_tables_are_woken_in_time_and_in_order(place: Place) -> None:
    with writing(place) as writer:
        assert writer.wait_for(writer.store.next_wake()) is None
        late, early, never = (writer.open(name) for name in ("late", "early", "never"))
        assert play(writer, late, Days(wake_at=NOON + 5), 2) is None
        assert play(writer, early, Days(wake_at=NOON), 2) is None
        assert play(writer, never, Days(), 2) is None
    with writing(place) as writer:
        assert writer.wait_for(writer.store.next_wake()) == NOON
        assert writer.wait_for(writer.store.due_tables(NOON - 1, 9)) == []
        assert writer.wait_for(writer.store.due_tables(NOON + 5, 9)) == ["early", "late"]
        assert writer.wait_for(writer.store.due_tables(NOON + 5, 1)) == ["early"]
        assert play(writer, early, Days(wake_at=NEVER)) is None  # without an entry
        assert play(writer, late, Days(), 3) is None
        assert writer.wait_for(writer.store.due_tables(NOON + 5, 9)) == ["late"]
        assert [seq for seq, _ in writer.log("early")] == [1, 2]
        assert [seq for seq, _ in writer.log("late")] == [1, 2, 3]


def test_the_last_of_several_in_one_commit_counts(place: Place) -> None:
    with writing(place) as writer:
        number, new = writer.open("one"), writer.new_number()
        opening = Append(new, [(1, 1, b"opened")], nothing, Opening("two", 30), days=Days(wake_at=NOON + 7))
        ended = writer.append_all(
            *(Append(number, [(seq, 0, b"x")], nothing, None, EPOCH, Days(wake_at=NOON + seq)) for seq in (2, 3)),
            Append(number, [(4, 0, b"x")], nothing, None, EPOCH, Days()),
            opening,
        )
        assert ended == [None] * 4
        assert writer.wait_for(writer.store.next_wake()) == NOON + 3
        assert writer.wait_for(writer.store.due_tables(NOON + 9, 9)) == ["one", "two"]


def test_what_is_set_aside_is_not_woken(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        subscribe(writer, number, 0, device("a"))
        play(writer, number, Days(wake_at=NOON, notices=[turn(0, 2)]), 2)
        writer.change(partial(PutAside, writer.ages(0, 1), 5))
        assert writer.wait_for(writer.store.next_wake()) is None
        assert writer.wait_for(writer.store.due_tables(NOON, 9)) == []
        assert told(writer) == []


def test_nothing_is_kept_of_an_entry_that_could_not_be_written(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        subscribe(writer, number, 0, device("a"))
        bad = Days(wake_at=NOON, notices=[turn(0, 3)], freed=[0], summary=b"lost")
        assert isinstance(play(writer, number, bad, 3), Conflict)
        assert writer.wait_for(writer.store.next_wake()) is None
        assert told(writer) == []
        assert writer.wait_for(writer.store.devices(number, 0)) == [device("a")]
        assert writer.wait_for(writer.store.summaries(["one"])) == {"one": (number, False, None)}
        assert isinstance(play(writer, number + 9, bad), Conflict)


# Devices


def test_a_device_is_known_until_it_goes(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        subscribe(writer, number, 0, device("a"))
        subscribe(writer, number, 0, device("b", quiet=None))
        subscribe(writer, number, 1, device("a"))
        subscribe(writer, number, 0, device("a", quiet=(0, 60)))
    with writing(place) as writer:
        at = partial(writer.store.devices, number)
        assert writer.wait_for(at(0)) == [device("a", quiet=(0, 60)), device("b", quiet=None)]
        writer.change(partial(Unsubscribe, number, 0, device("b").endpoint))
        assert writer.wait_for(at(0)) == [device("a", quiet=(0, 60))]
        writer.change(partial(ForgetEndpoint, device("a").endpoint))  # at every seat
        assert writer.wait_for(at(0)) == writer.wait_for(at(1)) == []
        subscribe(writer, number, 2, device("c"))
        assert play(writer, number, Days(freed=[2], notices=[turn(2, 2)]), 2) is None
        assert writer.wait_for(at(2)) == []
        assert told(writer) == []


def test_a_seat_has_a_few_devices_and_the_oldest_goes(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        for n in range(DEVICES + 2):
            subscribe(writer, number, 0, device(str(n)))
        known = writer.wait_for(writer.store.devices(number, 0))
        assert known == [device(str(n)) for n in range(2, DEVICES + 2)]


def test_a_device_of_no_table_is_refused(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        writer.change(partial(DeleteTable, number, epoch=EPOCH))
        (error,) = writer.write_all(Subscribe(number, 0, device("a"), nothing, EPOCH))
        assert isinstance(error, StoreError)


def test_all_of_it_goes_with_the_table(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        subscribe(writer, number, 0, device("a"))
        play(writer, number, Days(wake_at=NOON, notices=[turn(0, 2)], summary=b"shown"), 2)
        assert told(writer) == [("one", 0, "turn", 2)]
        writer.change(partial(DeleteTable, number, epoch=EPOCH))
        assert told(writer) == []
        assert writer.wait_for(writer.store.next_notice()) is None
        assert writer.wait_for(writer.store.next_wake()) is None
        assert writer.wait_for(writer.store.devices(number, 0)) == []
        assert writer.wait_for(writer.store.summaries(["one"])) == {}


def test_a_deleted_device_is_gone_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with writing(path) as writer:
        number = writer.open("one")
        subscribe(writer, number, 0, device("geheim" * 30))
        writer.change(partial(Unsubscribe, number, 0, device("geheim" * 30).endpoint))
    assert b"geheim" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


# Notices


def test_a_notice_goes_to_all_devices_of_its_seat(place: Place) -> None:
    with writing(place) as writer:
        number, other = writer.open("one"), writer.open("two")
        for seat, name in ((0, "a"), (0, "b"), (1, "c")):
            subscribe(writer, number, seat, device(name))
        subscribe(writer, other, 0, device("a"))
        assert writer.wait_for(writer.store.next_notice()) is None
        assert play(writer, number, Days(notices=[turn(0, 2), turn(2, 2)]), 2) is None  # nobody's device is at seat 2
    with writing(place) as writer:
        assert writer.wait_for(writer.store.next_notice()) == NOON
        assert due(writer, NOON - 1) == []
        first, second = due(writer)
        assert (first.device, second.device) == (device("a"), device("b"))
        assert first._replace(number=0) == StoredNotice(0, "one", 0, "turn", 2, NOON, 0, b"lobo77", device("a"))
        writer.change(partial(NoticeDone, first.number))
        writer.change(partial(NoticeLater, second.number, NOON + 60, 3))
        assert writer.wait_for(writer.store.next_notice()) == NOON + 60
        assert due(writer) == []
        assert [(one.number, one.tries, one.made) for one in due(writer, NOON + 60)] == [(second.number, 3, NOON)]


def test_a_turn_is_told_once_however_often_it_is_decided(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        subscribe(writer, number, 0, device("a"))
        for wanted in ("turn", "reminder"):
            play(writer, number, Days(notices=[turn(0, 2, kind=wanted)]))
            play(writer, number, Days(notices=[turn(0, 2, NOON + DAY_MS, wanted)]))
            (one,) = due(writer, NOON + DAY_MS)
            assert one.kind == wanted
            writer.change(partial(NoticeDone, one.number))
            play(writer, number, Days(notices=[turn(0, 2, NOON + 2 * DAY_MS, wanted)]))
            assert due(writer, NOON + 9 * DAY_MS) == []


def test_whoever_has_acted_is_not_told(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        for seat in (0, 1):
            subscribe(writer, number, seat, device("a"))
        play(writer, number, Days(notices=[turn(0, 2), turn(1, 2)]), 2)
        waiting = due(writer)[0]
        play(writer, number, Days(settled=[0], notices=[turn(1, 3)]), 3)
        assert told(writer) == [("one", 1, "turn", 3)]  # the older turn's is void, too
        writer.change(partial(NoticeLater, waiting.number, NOON, 1))  # it was just being sent
        assert told(writer) == [("one", 1, "turn", 3)]


def test_a_table_tells_so_much_a_day_and_no_more(place: Place) -> None:
    with writing(place) as writer:
        number, other = writer.open("one"), writer.open("two")
        for of in (number, other):
            subscribe(writer, of, 0, device("a"))
        many = [turn(0, began) for began in range(2, NOTICES_A_DAY + 9)]
        assert play(writer, number, Days(notices=many)) is None
        assert told(writer) == []  # the last ones are left out, and those before them void
        play(writer, other, Days(notices=[turn(0, 5)]))
        play(writer, number, Days(notices=[turn(0, 900, NOON + DAY_MS)]))
        assert told(writer, NOON + DAY_MS) == [("two", 0, "turn", 5), ("one", 0, "turn", 900)]


def test_what_was_told_is_forgotten_in_time(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        subscribe(writer, number, 0, device("a"))
        for began, day in ((2, 0), (3, 20), (4, 40)):
            play(writer, number, Days(notices=[turn(0, began, NOON + day * DAY_MS)]))
    assert counted(place, "notices") == 2


# What else is kept


def test_a_secret_is_kept_once(place: Place) -> None:
    with writing(place) as writer:
        assert writer.wait_for(writer.store.secret("push")) is None
        ended = writer.write_all(KeepSecret("push", b"first \0", nothing), KeepSecret("push", b"second", nothing))
        assert ended == [None, None]
    with writing(place) as writer:
        assert writer.wait_for(writer.store.secret("push")) == b"first \0"


def test_a_summary_is_that_of_the_last_time(place: Place) -> None:
    with writing(place) as writer:
        one, two = writer.open("one"), writer.open("two")
        play(writer, one, Days(summary=b"first"), 2)
        play(writer, one, Days(summary=b"last \0"))
        play(writer, one, Days(), 3)
        found = writer.wait_for(writer.store.summaries(["two", "one", "none", "o\0ne"]))
        assert found == {"one": (one, False, b"last \0"), "two": (two, False, None)}
        assert writer.wait_for(writer.store.summaries([])) == {}
        writer.change(partial(PutAside, writer.ages(0, 1), 5))
        assert writer.wait_for(writer.store.summaries(["one"])) == {"one": (one, True, b"last \0")}


@pytest.mark.parametrize("to", ["file", "PostgreSQL"])
def test_it_is_copied_with_the_tables(place: Place, to: str, tmp_path: Path, empty_database: str) -> None:
    target: Place = tmp_path / "new.db" if to == "file" else empty_database
    with writing(place) as writer:
        number = writer.open("one")
        for name in ("b", "a"):
            subscribe(writer, number, 0, device(name))
        play(writer, number, Days(NOON, [turn(0, 2), turn(0, 2, kind="reminder")], summary=b"shown"), 2)
        done, later, *_ = due(writer)
        writer.change(partial(NoticeDone, done.number))
        writer.change(partial(NoticeLater, later.number, NOON + 8, 2))
        writer.change(partial(KeepSecret, "push", b"key"))
        expected = sorted(one._replace(number=0) for one in due(writer, NOON + 8))
    assert cli.main(["copy", str(place), str(target)]) == 0
    with writing(target) as writer:
        assert sorted(one._replace(number=0) for one in due(writer, NOON + 8)) == expected
        assert writer.wait_for(writer.store.devices(number, 0)) == [device("b"), device("a")]
        assert writer.wait_for(writer.store.next_wake()) == NOON
        assert writer.wait_for(writer.store.summaries(["one"])) == {"one": (number, False, b"shown")}
        assert writer.wait_for(writer.store.secret("push")) == b"key"
        play(writer, number, Days(notices=[turn(0, 2)]))  # it is known which were made
        assert len(due(writer, NOON + 8)) == len(expected)
    if to == "file":
        assert examine(tmp_path / "new.db").notes == []


def test_a_damaged_waking_time_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with writing(path) as writer:
        play(writer, writer.open("one"), Days(wake_at=NOON), 2)
    assert examine(path).notes == []
    with closing(sqlite3.connect(path)) as file:
        file.execute("update tables set wake_at = wake_at + 64")
        file.commit()
    assert examine(path).notes == ["when tables number 1 are to be woken is damaged: open them once"]


# No look goes over all of it


def test_no_look_goes_over_all_tables_or_notices_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with writing(path):
        pass
    asked = {
        in_file.DUE_TABLES: (NOON, 9), in_file.NEXT_WAKE: (), in_file.DUE_NOTICES: (NOON, 9), in_file.NEXT_NOTICE: (),
        in_file.DEVICES_OF: (1, 0),
    }  # fmt: skip
    with closing(sqlite3.connect(path)) as file:
        for statement, values in asked.items():
            plan = [row[3] for row in file.execute(f"explain query plan {statement}", values)]
            assert not any(step.startswith("SCAN") for step in plan), plan


def test_no_look_goes_over_all_tables_or_notices_of_a_database(database: str) -> None:
    asked: dict[str, tuple[int, ...]] = {
        in_postgres.DUE_TABLES: (NOON, 9), in_postgres.NEXT_WAKE: (), in_postgres.DUE_NOTICES: (NOON, 9),
        in_postgres.NEXT_NOTICE: (),
    }  # fmt: skip

    async def plans() -> list[str]:
        connection = await asyncpg.connect(database)
        await connection.execute(
            "insert into tables (id, keep_days, wake_at) select 't' || n, 30, n + $1::bigint "
            "from generate_series(1, 20000) n".replace("$1", str(NOON))
        )
        await connection.execute(
            "insert into devices (of, seat, endpoint, p256dh, auth, language, zone) "
            "select number, 0, 'e', '', '', '', '' from tables"
        )
        await connection.execute(
            "insert into notices (of, seat, device, kind, turn, made, due, body) "
            f"select of, 0, number, 'turn', 1, 0, number + {NOON}::bigint, '' from devices"
        )
        await connection.execute("analyze")
        found = []
        for statement, values in asked.items():
            rows = await connection.fetch(f"explain {statement}", *values)
            found.append("\n".join(row[0] for row in rows))
        await connection.close()
        return found

    for plan in asyncio.run(plans()):
        assert "Index" in plan
        assert "Seq Scan" not in plan, plan


def counted(place: Place, table: str) -> int:
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as file:
            count: int = file.execute(f"select count(*) from {table}").fetchone()[0]
            return count

    async def count_rows() -> int:
        connection = await asyncpg.connect(place)
        rows: int = await connection.fetchval(f"select count(*) from {table}")
        await connection.close()
        return rows

    return asyncio.run(count_rows())
