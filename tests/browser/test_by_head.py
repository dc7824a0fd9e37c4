"""LO-T9 By head: the page keeps the total to itself and asks for it with every card."""

import re
from functools import partial

from axe import LIGHTS, serious_in
from devices import PHONE, WIDE, Devices, Person

from spieltisch.games.lobo77.notation import announced
from spieltisch.games.lobo77.rules import LIMIT


def at_a_table(devices: Devices, size: tuple[int, int] = WIDE) -> list[Person]:
    table = devices.server.open(2, options={"announce": "by head"})
    people = [devices.person(size), devices.person(size)]
    for person, name in zip(people, ("Anna", "Ben"), strict=True):
        person.sit(table, name)
    people[0].start()
    for person in people:
        person.page.get_by_test_id("total").wait_for()
    return people


def on_turn(people: list[Person]) -> Person:
    people[0].until(lambda: any(person.lit.count() for person in people))
    return next(person for person in people if person.lit.count())


def choose(person: Person) -> str:
    """The first card that is lit; a number is asked for."""
    card = str(person.lit.first.get_attribute("data-move"))
    person.lit.first.click()
    person.page.get_by_test_id("say").wait_for()
    return card


def say(person: Person, number: int) -> None:
    person.page.keyboard.type(str(number))
    person.page.keyboard.press("Enter")


def running_round(person: Person) -> list[str]:
    """What the log says since the round began."""
    log = person.log
    begun = max(index for index, line in enumerate(log) if "beginn" in line)
    return log[begun + 1 :]


def tells_totals(person: Person, count: int) -> bool:
    return sum("sag" in line for line in person.log) == count


def hides_total(person: Person) -> bool:
    return str(person.page.get_by_test_id("total").inner_text()) == "?"


def test_a_round_by_head(devices: Devices) -> None:
    people = at_a_table(devices)
    total, played = 0, 0
    while total < LIMIT:
        player = on_turn(people)
        for person in people:
            assert person.page.get_by_test_id("total").inner_text() == "?"
            assert person.page.locator(".said li").count() == 0
            assert not [line for line in running_round(person) if re.search(r"sag|\d!", line)]
        total = announced(total, choose(player))
        say(player, total)
        player.page.get_by_test_id("say").wait_for(state="hidden")
        played += 1
    for person in people:
        person.until(partial(tells_totals, person, played), "the round is over, and its numbers are told")
        person.until(partial(hides_total, person), "a new one runs")


def test_a_wrong_number_is_sent_back_with_a_hint_and_may_be_tried_again(devices: Devices) -> None:
    people = at_a_table(devices, PHONE)
    player = on_turn(people)
    rows = len(player.log)
    dialog = player.page.get_by_role("dialog")
    total = announced(0, choose(player))
    looked_at(player, "by-head")
    for digit in str(total + 100).removeprefix("-"):
        dialog.get_by_role("button", name=digit, exact=True).click()
    dialog.get_by_role("button", name="Ansagen").click()
    refusal = dialog.get_by_role("alert")
    refusal.wait_for()
    assert f"{total + 100} stimmt nicht. Die letzte Zahl war 0" in refusal.inner_text()
    assert len(player.log) == rows
    looked_at(player, "by-head-wrong")
    for digit in str(abs(total)):
        dialog.get_by_role("button", name=digit, exact=True).click()
    if total < 0:
        dialog.get_by_role("button", name="Vorzeichen").click()
    assert dialog.get_by_role("textbox").input_value() == str(total).replace("-", "−")
    dialog.get_by_role("button", name="Ansagen").click()
    dialog.wait_for(state="hidden")
    player.until(lambda: len(player.log) > rows)
    assert player.page.get_by_role("alert").count() == 0


def looked_at(person: Person, name: str) -> None:
    for theme in LIGHTS:
        assert serious_in(person.page, theme) == []
        person.shot(f"{name}-{theme}")


def test_keys_signs_and_thinking_again(devices: Devices) -> None:
    player = on_turn(at_a_table(devices))
    choose(player)
    field = player.page.get_by_role("dialog").get_by_role("textbox")
    keyboard = player.page.keyboard
    keyboard.type("-1a07")
    assert field.input_value() == "−107"
    keyboard.press("Backspace")
    assert field.input_value() == "−10"
    player.page.get_by_role("button", name="Vorzeichen").click()
    assert field.input_value() == "10"
    player.page.get_by_role("button", name="Letzte Ziffer").click()
    assert field.input_value() == "1"
    rows = len(player.log)
    keyboard.press("Escape")
    player.page.get_by_test_id("say").wait_for(state="hidden")
    assert len(player.log) == rows
    assert player.lit.count() > 0, "another card may be chosen"
    choose(player)
    assert field.input_value() == ""


def test_it_is_offered(devices: Devices) -> None:
    anna = devices.person()
    anna.go("/")
    anna.page.get_by_test_id("open-lobo77").click()
    anna.page.get_by_text("Spielweise").click()
    anna.page.get_by_text("im Kopf", exact=True).click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Tisch aufmachen").click()
    anna.page.get_by_test_id("start").click()
    anna.lit.first.wait_for()
    assert anna.page.get_by_test_id("total").inner_text() == "?"
