"""The checker finds each kind of wrong that there is, in histories written by hand; and nothing in a right one."""

from dataclasses import replace

from msgspec import Raw, msgpack

from faults.checker import Finding, Kind, Stored, check
from faults.history import History, Move
from spieltisch.kernel.log import NO_TIME
from spieltisch.table import LogEntry
from spieltisch.table.entries import AnyEntry, Began, Committed, Opened, Over, Played, Settings
from spieltisch.table.transcript import ToldMove

TABLE = "table"
NONE = Raw(msgpack.encode([]))


def entry(seq: int, what: AnyEntry, by: int | None = None, command: int | None = None, epoch: int = 1) -> Stored:
    return Stored(seq, LogEntry(0, by, command, what), epoch, f"server{epoch}")


def played(seq: int, seat: int, move: str, command: int, epoch: int = 1) -> Stored:
    return entry(seq, Played(seat, move, None, NONE), seat, command, epoch)


LOG = [
    entry(1, Opened("lobo77", 1, 2, {}, Settings())),
    entry(2, Committed(b"")),
    entry(3, Began(NONE)),
    played(4, 0, "10", 77),
    played(5, 1, "9", 88),
    played(6, 0, "5", 78, epoch=2),
    entry(7, Over((1, 2), (1, 0)), epoch=2),
]


def told(seat: int, move: str) -> ToldMove:
    return ToldMove(seat, move, -1, NO_TIME, NO_TIME, NO_TIME)


def hanna() -> History:
    """Made both moves of seat 0, and was shown everything."""
    history = History("Hanna", TABLE, 0)
    history.moves = {77: Move(77, "10", 1.0, 1.5, entry=4), 78: Move(78, "5", 2.5, 3.0)}
    history.steps = {4: told(0, "10"), 5: told(1, "9")}
    history.rows = {(1, 0): told(0, "10"), (1, 1): told(1, "9"), (1, 2): told(0, "5")}
    return history


def emil() -> History:
    history = History("Emil", TABLE, 1)
    history.moves = {88: Move(88, "9", 1.8, 2.2, entry=5)}
    return history


def found(log: list[Stored], *histories: History) -> list[tuple[Kind, int | None, str]]:
    return [finding[0:1] + finding[2:4] for finding in check(TABLE, log, histories)]


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    assert found(LOG, hanna(), emil()) == []


def test_a_move_without_an_answer_may_be_in_the_log_or_not() -> None:
    history = emil()
    history.moves |= {99: Move(99, "2", 4.0)}
    history.moves[88] = replace(history.moves[88], answered=None, entry=None)
    assert found(LOG, history) == []


def test_an_acknowledged_move_that_is_not_in_the_log() -> None:
    history = emil()
    history.moves[99] = Move(99, "2", 4.0, 4.1, entry=8)
    assert found(LOG, history) == [("lost", 8, "Emil")]


def test_another_move_than_the_acknowledged_one() -> None:
    history = emil()
    history.moves[88].text = "8"
    assert found(LOG, history) == [("lost", 5, "Emil")]


def test_a_table_that_is_not_in_the_store() -> None:
    assert [finding.kind for finding in check(TABLE, [], [])] == ["lost"]


def test_a_command_that_counted_twice() -> None:
    assert found([*LOG[:6], played(7, 0, "5", 78, epoch=2), entry(8, LOG[-1].entry.what, epoch=2)]) == [
        ("doubled", 7, "")
    ]


def test_an_entry_that_is_there_twice() -> None:
    assert ("doubled", 5, "") in found([*LOG[:5], played(5, 1, "8", 89), *LOG[5:]])


def test_an_entry_that_is_not_there() -> None:
    assert found([*LOG[:4], *LOG[5:]]) == [("gap", 5, "")]


def test_a_move_acknowledged_as_another_entry() -> None:
    history = emil()
    history.moves[88].entry = 4
    assert found(LOG, history) == [("order", 5, "Emil")]


def test_a_move_that_came_before_what_was_acknowledged_when_it_was_made() -> None:
    history = emil()
    history.moves[88].invoked = 3.1  # when Hanna's second one was answered
    history.moves[88].answered = 3.2
    assert found(LOG, hanna(), history) == [("order", 5, "Emil")]


def test_a_refused_move_that_was_played() -> None:
    history = emil()
    history.moves[88].refused = "not_your_turn"
    assert found(LOG, history) == [("refused and done", 5, "Emil")]


def test_a_row_that_was_shown_and_is_not_there() -> None:
    history = hanna()
    history.rows[1, 3] = told(1, "2")
    assert found(LOG, history) == [("shown and gone", None, "Hanna")]


def test_a_row_that_was_shown_and_is_another_one() -> None:
    history = hanna()
    history.rows[1, 1] = told(1, "8")
    assert found(LOG, history) == [("shown and gone", None, "Hanna")]


def test_a_row_that_was_shown_in_two_ways() -> None:
    history = hanna()
    history.show_rows(1, 1, [told(1, "8")])
    assert found(LOG, history) == [("shown and gone", None, "Hanna")]


def test_a_step_that_was_shown_and_is_not_the_entry() -> None:
    history = hanna()
    history.steps |= {5: told(1, "8"), 8: told(1, "2")}
    assert found(LOG, history) == [("shown and gone", 5, "Hanna"), ("shown and gone", 8, "Hanna")]


def test_an_entry_that_was_shown_in_two_ways() -> None:
    history = hanna()
    history.show_step(5, told(1, "8"))
    assert found(LOG, history) == [("shown and gone", 5, "Hanna")]


def test_what_the_client_itself_found_wrong() -> None:
    history = hanna()
    history.complain("the server says that it has fewer moves than it has shown")
    assert found(LOG, history) == [("misled", None, "Hanna")]


def test_a_secret_of_others_is_compared_by_what_it_was_shown_as() -> None:
    """A card that seat 1 draws: seat 0 sees that, and not which."""
    from spieltisch.games import game_named
    from spieltisch.kernel.chance import Drawn

    game = game_named("lobo77")
    draws = Raw(msgpack.encode([Drawn(0, 1, [1] * len(game.outcomes.texts))]))
    log = [*LOG[:4], entry(5, Played(1, "9", None, draws), 1, 88), *LOG[5:]]
    history = hanna()
    hidden = game.outcomes.texts_to(others=True)[0]
    history.rows[1, 2] = ToldMove(-1, hidden, 1, NO_TIME, NO_TIME, NO_TIME)
    assert found(log, history) == []
    history.rows[1, 2] = ToldMove(-1, hidden, 0, NO_TIME, NO_TIME, NO_TIME)
    assert found(log, history) == [("shown and gone", None, "Hanna")]


def test_two_servers_under_one_epoch() -> None:
    log = [*LOG[:5], LOG[5]._replace(server="server3"), LOG[6]]
    assert found(log) == [("two owners", 7, "")]


def test_an_owner_that_writes_after_its_successor() -> None:
    log = [*LOG[:6], entry(7, LOG[6].entry.what, epoch=1)]
    assert found(log) == [("two owners", 7, "")]


def test_a_match_that_does_not_end() -> None:
    assert found(LOG[:6]) == [("not over", 3, "")]


def test_a_finding_names_table_entry_and_client() -> None:
    finding = Finding("lost", TABLE, 8, "Emil", "move 2 (id 99) was acknowledged, and is not in the log")
    assert str(finding) == "lost: table table, entry 8, Emil: move 2 (id 99) was acknowledged, and is not in the log"
