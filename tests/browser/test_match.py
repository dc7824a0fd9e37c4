"""Two people on two devices and two bots play to the result, whatever happens to phones and server."""

import signal

from axe import serious_in_any_light
from devices import PHONE, WIDE, Devices, Person, play_on


def has_result(person: Person) -> bool:
    return person.page.get_by_test_id("result").count() > 0


def test_a_whole_match_with_a_reload_a_lost_connection_and_a_killed_server(devices: Devices) -> None:
    devices.outages = True
    table = devices.server.open(4)
    anna, ben = devices.person(WIDE), devices.person(PHONE, "dark")
    anna.sit(table, "Anna")
    ben.sit(table, "Ben")
    anna.page.get_by_text("Ben").first.wait_for()
    anna.start()
    for person in (anna, ben):
        person.page.get_by_test_id("total").wait_for()

    rows = 8
    play_on((anna, ben), lambda: len(anna.log) > rows)
    reload(anna, ben)
    reload(ben, anna)
    play_on((anna, ben), lambda: len(anna.log) > 2 * rows or has_result(anna))
    lose_connection(ben, anna)
    play_on((anna, ben), lambda: len(anna.log) > 3 * rows or has_result(anna))
    kill_the_server(devices, anna, ben)
    play_on((anna, ben), lambda: has_result(anna) and has_result(ben))

    for person, other in ((anna, "Ben"), (ben, "Anna")):
        assert person.page.get_by_test_id("result").locator("li").count() == 4
        assert any(other in line for line in person.log)
        assert person.log[-1].endswith(("gewinnt!", "gewinnst!"))
    assert len(anna.log) == len(ben.log), "both have the whole log"
    anna.shot("result-wide")
    ben.shot("result-dark-phone")
    for person in (anna, ben):
        assert serious_in_any_light(person.page) == []
    rematch(anna, ben)


def reload(person: Person, other: Person) -> None:
    """Seat, hand and log are there again."""
    play_on((other,), lambda: person.lit.count() or has_result(person))
    before, hand = person.log, person.hand
    person.page.reload()
    person.page.get_by_test_id("total").wait_for()
    person.until(lambda: len(person.log) >= len(before), "the log has a gap")
    assert person.log[: len(before)] == before
    if person.lit.count():
        assert person.hand == hand


def lose_connection(person: Person, other: Person) -> None:
    """A move made without a line is sent later, and counts once."""
    play_on((other,), lambda: person.lit.count() or has_result(person))
    if has_result(person):
        return
    before = person.log.copy()
    person.context.set_offline(True)
    person.page.get_by_text("Die Verbindung ist weg").wait_for()
    person.shot("reconnecting")
    card = str(person.lit.first.get_attribute("data-move"))
    held = person.hand.count(card)
    person.play()
    person.page.get_by_text("Wird gesendet").wait_for()
    person.context.set_offline(False)
    person.until(lambda: len(person.log) > len(before), "the move was lost")
    person.page.get_by_text("Die Verbindung ist weg").wait_for(state="hidden")
    assert person.log[: len(before)] == before
    mine = [line for line in person.log[len(before) :] if line.startswith("Du spielst")]
    assert len(mine) == 1, f"he played one card ({card}, of {held})"


def kill_the_server(devices: Devices, anna: Person, ben: Person) -> None:
    logs = {person: person.log for person in (anna, ben)}
    devices.server.stop(signal.SIGKILL)
    anna.page.get_by_text("Die Verbindung ist weg").wait_for()
    devices.server.start()
    for person, log in logs.items():
        person.page.get_by_text("Die Verbindung ist weg").wait_for(state="hidden")
        has_log(person, log)


def rematch(anna: Person, ben: Person) -> None:
    anna.page.get_by_test_id("rematch").click()
    for person in (anna, ben):
        person.page.get_by_test_id("result").wait_for(state="hidden")
        has_begun_anew(person)


def has_log(person: Person, log: list[str]) -> None:
    person.until(lambda: person.log[: len(log)] == log, "the log has changed")


def has_begun_anew(person: Person) -> None:
    person.until(lambda: person.page.get_by_test_id("total").count() and len(person.log) < 20)
