"""The page holds no number of the rules: with other numbers for every choice and the fields in another order on the
server, one match of each game is played to its result, against bots where that will do.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
import test_blitzgriff as blitzgriff
import test_bloeder_sack as bloeder_sack
import test_gracias as gracias
from devices import LONGEST_S, Devices, Person, Server, play_on

ENTRY = Path(__file__).parents[1] / "renumbered.py"


class RenumberedServer(Server):
    program = (sys.executable, str(ENTRY))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = RenumberedServer(tmp_path_factory.mktemp("renumbered") / "data.db")
    yield running
    running.stop()


def has_result(person: Person) -> bool:
    return person.page.get_by_test_id("result").count() > 0


def test_lobo77(devices: Devices) -> None:
    anna = devices.person()
    anna.sit(devices.server.open(2), "Anna")
    anna.start()
    play_on((anna,), lambda: has_result(anna))
    assert anna.log[-1].endswith(("gewinnt!", "gewinnst!"))


def test_bloeder_sack(devices: Devices) -> None:
    people = bloeder_sack.seated(devices, "Anna", seats=2)
    bloeder_sack.play_on(people, lambda: has_result(people[0]), bloeder_sack.put_in_page)


def test_gracias(devices: Devices) -> None:
    anna = devices.person()
    gracias.at_a_table(devices, 3, anna)
    gracias.play_until(lambda: has_result(anna), anna)


def test_blitzgriff(devices: Devices) -> None:
    """Each puts one die down and takes nothing back; then STOPP is called early."""
    anna, ben = devices.person(), devices.person()
    blitzgriff.sit_down(anna, ben, blitzgriff.open_table(devices, 2))
    has_put: set[Person] = set()
    end = monotonic() + 2 * LONGEST_S
    while not (has_result(anna) and has_result(ben)):
        assert monotonic() < end, "the match does not end"
        for person in (anna, ben):
            blitzgriff.close_report(person)
            if blitzgriff.is_on(person) and person not in has_put:
                blitzgriff.put_one(person)
                has_put.add(person)
            elif blitzgriff.is_on(person):
                blitzgriff.call_stop(person)
        anna.rest()
    assert any("STOPP-Prüfung" in line for line in anna.log)
