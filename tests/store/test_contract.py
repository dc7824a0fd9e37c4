"""What every store keeps to: a file, and PostgreSQL."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from spieltisch.store import (
    AgeClock,
    Append,
    Conflict,
    Delete,
    DeleteSetAside,
    Keep,
    Notice,
    NoticeAll,
    Opening,
    PutAside,
    SaveClock,
    SetAside,
)
from spieltisch.store.age import DAY_MS, Gap
from store.writing import EPOCH, nothing, writing

Place = str | Path


def move(of: int, seq: int, body: bytes = b"move") -> Append:
    return Append(of, [(seq, seq, body)], nothing, epoch=EPOCH)


# What was appended is there


def test_what_was_appended_is_there_after_reopening(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        assert writer.append(number, [(2, 20, b"sat"), (3, 21, b"asked \0 \xff")]) is None
    with writing(place) as writer:
        stored = writer.load("one")
        assert stored is not None
        assert (stored.number, stored.snapshot) == (number, None)
        assert stored.log == [(1, b"opened"), (2, b"sat"), (3, b"asked \0 \xff")]
        assert writer.count() == 1


@pytest.mark.parametrize("table", ["another", "", "one ", "O\0ne", "'; drop table log", "Ünë", "x" * 10_000])
def test_a_table_that_was_never_opened_is_not_there(place: Place, table: str) -> None:
    with writing(place) as writer:
        writer.open("one")
        assert writer.load(table) is None


def test_new_tables_get_new_numbers_after_reopening(place: Place) -> None:
    with writing(place) as writer:
        first = writer.open("one")
    with writing(place) as writer:
        assert writer.open("two") > first


def test_closing_waits_for_what_is_queued(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        for seq in range(2, 1000):
            writer.store.put([move(number, seq)])
    with writing(place) as writer:
        assert [seq for seq, _ in writer.log("one")] == list(range(1, 1000))


def test_what_queues_up_goes_into_one_commit(place: Place) -> None:
    with writing(place) as writer:
        numbers = [writer.open(f"table {n}") for n in range(50)]
        writer.batches.clear()
        writer.append_all(*(move(number, 2, b"x" * 1000) for number in numbers))
        assert sum(writer.batches) == 50
        assert len(writer.batches) < 25


def test_what_is_told_is_told_in_the_thread_of_the_loop(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")

        async def append() -> asyncio.AbstractEventLoop:
            told = asyncio.get_running_loop().create_future()
            writer.store.put([move(number, 2)._replace(then=lambda _: told.set_result(asyncio.get_running_loop()))])
            loop: asyncio.AbstractEventLoop = await told
            return loop

        async def told_here() -> bool:
            return await append() is asyncio.get_running_loop()

        assert writer.wait_for(told_here())


# An entry can exist once


def test_an_entry_can_exist_once(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        assert writer.append(number, [(2, 2, b"first")]) is None
        assert isinstance(writer.append(number, [(2, 2, b"second")]), Conflict)
        assert writer.log("one") == [(1, b"opened"), (2, b"first")]


def test_none_can_be_missing(place: Place) -> None:
    """After an entry that could not be written, the next one of that table cannot be written either."""
    with writing(place) as writer:
        number = writer.open("one")
        assert isinstance(writer.append(number, [(3, 3, b"too far")]), Conflict)
        assert writer.append(number, [(2, 2, b"next"), (3, 3, b"and on")]) is None
        assert isinstance(writer.append(number, [(4, 4, b"on"), (6, 6, b"a gap")]), Conflict)
        assert [seq for seq, _ in writer.log("one")] == [1, 2, 3]


def test_several_appends_of_a_table_go_into_one_commit(place: Place) -> None:
    with writing(place) as writer:
        number, new = writer.open("one"), writer.new_number()
        opening = Append(new, [(1, 1, b"opened")], nothing, Opening("two", 30))
        ended = writer.append_all(move(number, 2), opening, move(number, 3), move(new, 2), move(new, 3))
        assert ended == [None] * 5
        assert [seq for seq, _ in writer.log("one")] == [seq for seq, _ in writer.log("two")] == [1, 2, 3]


def test_entries_that_belong_together_are_written_together_or_not_at_all(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        assert writer.append(number, [(2, 2, b"new"), (3, 3, b"new"), (1, 1, b"known")]) is not None
        assert writer.log("one") == [(1, b"opened")]


def test_a_table_that_is_gone_gets_no_entries(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        writer.change(partial(Delete, number, epoch=EPOCH))
        assert isinstance(writer.append(number, [(2, 2, b"late")]), Conflict)
        assert isinstance(writer.append(number, [(1, 1, b"from the beginning")]), Conflict)
        assert isinstance(writer.append(number + 1, [(1, 1, b"of none")]), Conflict)


def test_a_name_is_given_once(place: Place) -> None:
    with writing(place) as writer:
        writer.open("one")
        again = writer.new_number()
        assert writer.append(again, [(1, 1, b"again")], Opening("one", 30)) is not None
        assert writer.log("one") == [(1, b"opened")]
        assert writer.count() == 1


def test_a_failing_append_does_not_stop_others(place: Place) -> None:
    with writing(place) as writer:
        good, bad, new = writer.open("good"), writer.open("bad"), writer.new_number()
        for seq in range(2, 12):  # until some of them have been in one commit
            ended = writer.append_all(
                move(good, seq),
                Append(bad, [(1, 1, b"twice")], nothing, epoch=EPOCH),
                Append(new, [(seq - 1, seq, b"opened")], nothing, Opening("new", 30) if seq == 2 else None, EPOCH),
            )
            assert [error is None for error in ended] == [True, False, True]
        assert max(writer.batches) > 1
        assert [seq for seq, _ in writer.log("good")] == list(range(1, 12))
        assert [seq for seq, _ in writer.log("new")] == list(range(1, 11))
        assert writer.log("bad") == [(1, b"opened")]


# Snapshots


def snapshot(place: Place) -> bytes | None:
    with writing(place) as writer:
        stored = writer.load("one")
        assert stored is not None
        return stored.snapshot


def test_a_snapshot_replaces_an_older_one_only(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        writer.store.put([Keep(number, 1, b"old")])
        writer.store.put([Keep(number, 3, b"new"), Keep(number, 2, b"late")])
    assert snapshot(place) == b"new"
    with writing(place) as writer:
        writer.store.put([Keep(number, 2, b"later still"), Keep(number, 3, b"another of the same")])
    assert snapshot(place) == b"new"


def test_a_snapshot_of_a_table_that_is_gone_stops_nothing(place: Place) -> None:
    with writing(place) as writer:
        number, other = writer.open("one"), writer.open("two")
        writer.change(partial(Delete, number, epoch=EPOCH))
        writer.store.put([Keep(number, 1, b"late")])
        assert writer.append(other, [(2, 2, b"on")]) is None
        assert len(writer.log("two")) == 2


# Ages, what is set aside, deletion


def test_an_age_is_noticed_set_aside_and_deleted(place: Place) -> None:
    with writing(place) as writer:
        one, two = writer.open("one", keep_days=3), writer.open("two", keep_days=5)
        writer.append(two, [(2, 2, b"sat")])
        ages = writer.ages(0, 10)
        assert [age[:4] for age in ages] == [(one, "one", 3, 1), (two, "two", 5, 2)]
        assert all(age.noticed_seq != age.seq and age.set_aside is None for age in ages)
        assert writer.ages(0, 1) == ages[:1]
        assert writer.ages(one, 10) == ages[1:]
        assert writer.ages(two, 10) == []
        writer.change(partial(Notice, ages[:1], 7))
        writer.change(partial(NoticeAll, 9))
        ages = writer.ages(0, 10)
        assert [(age.noticed, age.noticed_seq) for age in ages] == [(7, 1), (9, 2)]
        writer.change(partial(PutAside, ages[:1], 20))
        with pytest.raises(SetAside):
            writer.load("one")
        seen = writer.ages(0, 10)
        assert [age.set_aside for age in seen] == [20, None]
        writer.change(partial(DeleteSetAside, [seen[0]._replace(set_aside=19), seen[1]]))  # as they no longer are
        assert writer.count() == 2
        writer.change(partial(DeleteSetAside, seen[:1]))
        assert writer.load("one") is None
        assert len(writer.log("two")) == 2


def test_a_change_of_no_tables_is_done(place: Place) -> None:
    with writing(place) as writer:
        for make in (partial(Notice, [], 1), partial(PutAside, [], 1), partial(DeleteSetAside, [])):
            assert writer.write_all(make(nothing)) == [None]


def test_a_table_that_is_used_in_the_meantime_is_not_set_aside(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        seen = writer.ages(0, 1)
        writer.append(number, [(2, 2, b"move")])
        writer.change(partial(PutAside, seen, 5))
        assert len(writer.log("one")) == 2


def test_a_change_counts_what_was_appended_before_it(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("one")
        assert writer.write_all(move(number, 2), NoticeAll(5, nothing), move(number, 3)) == [None] * 3
        (age,) = writer.ages(0, 10)
        assert age.noticed_seq in (2, 3)  # the last one may be in the same commit
        assert age.seq == 3


def test_the_clock_comes_back_as_it_was_saved(place: Place) -> None:
    clock = AgeClock(running=5, wall=7, gaps=[Gap(3, 2)], stood=[40 * DAY_MS, -DAY_MS])
    with writing(place) as writer:
        assert vars(writer.clock()) == vars(AgeClock())
        writer.change(partial(SaveClock, clock))
    with writing(place) as writer:
        assert vars(writer.clock()) == vars(clock)


def test_deleting_among_writing_loses_nothing(place: Place) -> None:
    with writing(place) as writer:
        number = writer.open("kept")
        for seq in range(2, 100):
            writer.store.put([move(number, seq)])
            if seq % 10 == 0:
                writer.change(partial(Delete, writer.open(f"short {seq}"), epoch=EPOCH))
    with writing(place) as writer:
        assert len(writer.log("kept")) == 99
        assert writer.count() == 1
