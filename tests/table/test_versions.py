"""The rules change between two releases: what was begun goes on as it was begun, and what cannot is said in words."""

import random

import pytest
from msgspec import Raw
from msgspec.msgpack import encode
from msgspec.structs import replace

from spieltisch.kernel import Game
from spieltisch.kernel.referee import MatchSnapshot
from spieltisch.table import Damaged, Snapshot, TableState, commands, entries, replay
from spieltisch.table.entries import from_bytes
from table.sitting import KNOWN, Sitting, game_named, playing
from toys.heaps import HEAPS, HEAPS_2, HEAPS_3


@pytest.fixture(autouse=True)
def first_release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KNOWN, "heaps", HEAPS)


def update(sitting: Sitting, game: Game = HEAPS_2, snapshot: Snapshot | None = None) -> None:
    """The server is stopped, and another release is started on its file; everybody comes back."""
    KNOWN["heaps"] = game
    sitting.reload(snapshot)
    for name in ("Anna", "Ben"):
        sitting.come(name)


def document(sitting: Sitting, number: int = 1) -> replay.Document:
    found = replay.document_of("t1", game_named, [entry for _, entry in sitting.log], number)
    assert found is not None
    return found


def test_a_match_goes_on_by_the_version_it_was_begun_with_and_the_next_takes_the_newest() -> None:
    twin, sitting = playing("heaps"), playing("heaps")
    for table in (twin, sitting):
        for _ in range(5):
            table.play_first()
    update(sitting)
    assert (sitting.host.table.rules, sitting.host.table.new_rules) == (1, None)
    sitting.play_out()
    twin.play_out()
    assert sitting.state.result == twin.state.result
    assert sitting.match.last.after.tobytes() == twin.match.last.after.tobytes()
    assert (sitting.host.table.rules, sitting.host.table.new_rules) == (1, (1, 2))
    sitting.do(sitting.host, commands.Start)
    assert (sitting.host.table.rules, sitting.host.table.new_rules) == (2, (1, 2))
    sitting.wait(30_000)  # nobody answered: the start is cancelled, and the note stands
    assert (sitting.host.table.rules, sitting.host.table.new_rules) == (2, (1, 2))
    sitting.start()
    assert (sitting.match.rules, sitting.host.table.new_rules) == (2, (1, 2))
    sitting.play_out()
    assert sitting.host.table.new_rules is None
    for number, rules in ((1, 1), (3, 2)):
        kept = document(sitting, number)
        assert (kept.rules, replay.verify(kept, game_named).by_rules) == (rules, True)
        assert replay.replay_of(kept, game_named) is not None
    sitting.reload()
    assert sitting.match.rules == 2


def test_a_start_that_was_under_way_keeps_its_version() -> None:
    sitting = Sitting("heaps")
    sitting.sit_all()
    sitting.do(sitting.host, commands.Start)
    update(sitting)
    people = [sitting.at(seat) for seat in (0, 1)]
    for person in people:
        sitting.hash(person)
    for person in people:
        sitting.reveal(person)
    assert sitting.match.rules == 1


def test_entries_of_the_first_release_mean_the_version_that_the_table_was_opened_with() -> None:
    first = encode([5, None, None, ["asked"]])
    assert from_bytes(first).what == entries.Asked(0)
    assert from_bytes(encode([5, None, None, ["aborted"]])).what == entries.Aborted("host")
    sitting = playing("heaps")
    sitting.log = [
        (seq, replace(entry, what=entries.Asked()) if isinstance(entry.what, entries.Asked) else entry)
        for seq, entry in sitting.log
    ]
    update(sitting)
    assert sitting.match.rules == 1


# A version is dropped


def test_a_running_match_of_a_dropped_version_is_ended_in_sight_of_all() -> None:
    sitting = playing("heaps")
    sitting.play_first()
    update(sitting, HEAPS_3)
    ended, committed = (entry.what for _, entry in sitting.log[-2:])
    assert ended == entries.Aborted("rules")
    assert isinstance(committed, entries.Committed)
    watching = sitting.spectator()
    for person in (sitting.host, watching):
        assert (person.table.stage, person.table.dropped_rules, person.table.new_rules) == ("open", 1, (1, 3))
    assert sitting.host.past[-1].ended == "aborted"
    length = len(sitting.log)
    update(sitting, HEAPS_3)
    assert len(sitting.log) == length, "once"
    assert sitting.host.table.dropped_rules == 1
    sitting.start()
    assert sitting.match.rules == 3
    assert sitting.host.table.dropped_rules is None


def test_a_start_by_a_dropped_version_is_cancelled() -> None:
    sitting = Sitting("heaps")
    sitting.sit_all()
    sitting.do(sitting.host, commands.Start)
    update(sitting, HEAPS_3)
    assert (sitting.state.stage, sitting.logged(entries.Cancelled)) == ("open", [entries.Cancelled([])])


def test_a_finished_match_of_a_dropped_version_shows_its_result_and_its_moves() -> None:
    sitting = playing("heaps")
    sitting.play_out()
    result, moves = sitting.state.result, [(entry.seat, entry.move) for entry in sitting.match.log]
    update(sitting, HEAPS_3)
    table = sitting.host.table
    assert (table.stage, table.rules, table.dropped_rules) == ("over", 1, 1)
    assert result is not None
    assert table.result == (list(result.places), list(result.points))
    assert not any(isinstance(entry.what, entries.Aborted) for _, entry in sitting.log)
    kept = document(sitting)
    assert [(line.seat, line.move) for line in kept.log] == moves
    assert not replay.verify(kept, game_named).by_rules
    assert replay.replay_of(kept, game_named) is None
    sitting.start()
    assert sitting.match.rules == 3


def test_the_dice_of_a_dropped_version_are_still_checked() -> None:
    sitting = playing("heaps")
    sitting.play_out()
    update(sitting, HEAPS_3)
    kept = document(sitting)
    with pytest.raises(replay.Wrong, match="not the one that was committed to"):
        replay.verify(replace(kept, secret="00" * 32), game_named)


@pytest.mark.parametrize("rules", [0, -1, 4])
def test_a_version_that_never_was_is_wrong(rules: int) -> None:
    sitting = playing("heaps")
    sitting.play_out()
    update(sitting, HEAPS_3)
    with pytest.raises(replay.Wrong, match=rf"version {rules} of the rules of heaps; only version 2 or 3"):
        replay.check_rules(replace(document(sitting), rules=rules), game_named)


def test_a_match_of_a_newer_release_is_not_ended_by_an_older_one() -> None:
    KNOWN["heaps"] = HEAPS_2
    sitting = playing("heaps")
    KNOWN["heaps"] = HEAPS
    with pytest.raises(Damaged, match=r"version 2 of the rules of heaps; only version 1 can be played"):
        sitting.reload()


def test_a_table_whose_options_are_gone_says_so_at_the_start() -> None:
    sitting = Sitting("lobo77", options={"draw": "by hand"})
    sitting.sit_all()
    sitting.state.options["draw"] = "by foot"  # of a release that had it
    assert sitting.refused(sitting.host, commands.Start) == "outdated_table"


# Snapshots


def changed(snapshot: Snapshot, **record: bytes) -> Snapshot:
    return replace(snapshot, match=MatchSnapshot(**snapshot.match._asdict() | record))


@pytest.mark.parametrize("how", ["layout", "longer", "shorter"])
def test_a_record_whose_fields_have_changed_is_built_again_from_the_log(how: str) -> None:
    twin, sitting = playing("lobo77"), playing("lobo77")
    for table in (twin, sitting):
        for _ in range(6):
            table.play_first()
    snapshot = sitting.state.snapshot()
    assert snapshot is not None
    nonsense = b"\7" * len(snapshot.match.record)
    other = {
        "layout": replace(changed(snapshot, record=nonsense), layout="lobo77 1 [('x', 'i8')]"),
        "longer": changed(snapshot, record=snapshot.match.record + bytes(8)),
        "shorter": changed(snapshot, before=snapshot.match.before[:-8]),
    }
    update(sitting, HEAPS, other[how])
    assert sitting.match.last.after.tobytes() == twin.match.last.after.tobytes()
    for table in (twin, sitting):
        table.play_out(random.Random(9))
    assert sitting.match.log == twin.match.log
    assert sitting.match.last.after.tobytes() == twin.match.last.after.tobytes()


# Logs that cannot be


@pytest.mark.parametrize("entry", [entries.Stood(9), entries.Played(0, "x99", None, Raw(encode([])))])
def test_an_entry_that_does_not_fit_is_named_and_tells_nothing(entry: entries.AnyEntry) -> None:
    sitting = playing("lobo77")
    sitting.play_first()
    seq = len(sitting.log)
    log = [*sitting.log[:-1], (seq, replace(sitting.log[-1][1], what=entry))]
    with pytest.raises(Damaged, match=rf"^entry {seq} of the log does not fit \(\w+\)$"):
        TableState.from_log("t1", game_named, log)
