"""Who is the host: the first person; then whoever he names, or the longest-seated person who is here."""

import pytest

from spieltisch.table import commands, entries, messages
from table.sitting import Sitting


def test_the_first_person_is_the_host() -> None:
    sitting = Sitting(seats=3)
    sitting.spectator()
    anna, ben = sitting.sit("Anna", seat=2), sitting.sit("Ben", seat=0)
    assert anna.table.host == ben.table.host == 2


def test_the_host_hands_hosting_over() -> None:
    sitting = Sitting(seats=3)
    anna, ben = sitting.sit("Anna"), sitting.sit("Ben")
    sitting.do(anna, commands.SeatBot, seat=2, level="careful")
    assert sitting.refused(ben, commands.Host, seat=1) == "only_host"
    assert sitting.refused(anna, commands.Host, seat=2) == "not_a_person"
    assert sitting.refused(anna, commands.Host, seat=7) == "no_such_chair"
    sitting.do(anna, commands.Host, seat=1)
    assert anna.table.host == 1


def test_when_the_host_leaves_the_longest_seated_has_it() -> None:
    sitting = Sitting(seats=4)
    anna = sitting.sit("Anna")
    sitting.sit("Ben", seat=3)
    sitting.sit("Carla", seat=1)
    sitting.do(anna, commands.Leave)
    assert sitting.state.host == 3


def test_when_the_host_leaves_one_who_is_here_comes_before_one_who_is_not() -> None:
    sitting = Sitting(seats=4)
    anna, ben, carla = (sitting.sit(name) for name in ("Anna", "Ben", "Carla"))
    sitting.go(ben)
    sitting.do(anna, commands.Leave)
    assert sitting.state.host == carla.seat


def test_a_host_who_is_gone_for_the_grace_time_is_host_no_more() -> None:
    sitting = Sitting(seats=4, grace_s=60)
    anna, ben, carla = (sitting.sit(name) for name in ("Anna", "Ben", "Carla"))
    sitting.go(ben)
    sitting.go(anna)
    sitting.wait(59_999)
    assert sitting.state.host == 0
    sitting.wait(1)
    assert carla.table.host == carla.seat == 2
    sitting.come("Anna")
    assert sitting.state.host == 2


def test_a_host_who_comes_back_in_time_is_still_the_host() -> None:
    sitting = Sitting()
    anna, _ = sitting.sit_all()
    sitting.go(anna)
    sitting.wait(30_000)
    sitting.come("Anna")
    sitting.wait(120_000)
    assert sitting.state.host == 0


def test_hosting_waits_until_somebody_is_here() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    sitting.go(anna)
    sitting.go(ben)
    sitting.spectator()
    assert sitting.wake_at is None
    sitting.wait(600_000)
    assert sitting.state.host == 0
    sitting.come("Ben")
    sitting.wait(0)
    assert sitting.state.host == 1


def test_a_host_with_two_windows_is_here_while_one_is_open() -> None:
    sitting = Sitting()
    anna, _ = sitting.sit_all()
    sitting.come("Anna")
    sitting.go(anna)
    sitting.wait(120_000)
    assert sitting.state.host == 0


def test_when_all_have_left_the_next_person_is_the_host() -> None:
    sitting = Sitting()
    sitting.do(sitting.sit("Anna"), commands.Leave)
    assert sitting.state.host is None
    assert sitting.sit("Ben", seat=1).table.host == 1


def test_the_host_is_gone_while_the_server_was_down() -> None:
    sitting = Sitting(grace_s=60)
    sitting.sit_all()
    sitting.reload()
    sitting.come("Ben")
    sitting.wait(60_000)
    assert sitting.logged(entries.Hosts)[-1] == entries.Hosts(1)


@pytest.mark.parametrize("playing", [False, True])
def test_the_host_deletes_the_table_and_it_is_the_last_that_anybody_hears(playing: bool) -> None:
    sitting = Sitting(seats=3)
    anna, ben = sitting.sit_all(2)
    watcher = sitting.spectator()
    if playing:
        sitting.start()
    assert sitting.refused(ben, commands.Delete) == "only_host"
    assert sitting.refused(watcher, commands.Delete) == "not_seated"
    outcome = sitting.take(sitting.table.command(anna.connection, commands.Delete(id=777), sitting.now))
    assert (outcome.deleted, outcome.entries) == (True, [])
    assert anna.inbox[-2:] == [messages.Done(777), messages.Deleted()]
    assert ben.inbox[-1] == watcher.inbox[-1] == messages.Deleted()
