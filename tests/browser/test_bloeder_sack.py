"""Blöder Sack in real browsers: a whole match, the phone, the keyboard, dragging, taking back, learning it."""

import contextlib
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Literal

import pytest
from axe import serious_in_any_light
from devices import LONGEST_S, PHONE, TABLET, WIDE, Devices, Person
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator

GAME = "bloeder-sack"
CAN_ACT = "[data-rolled].lit, .hit.lit, [data-move=decline]"
SMALLEST = 44


def dice(person: Person) -> Locator:
    """Those that were rolled and can be taken up."""
    return person.page.locator("[data-rolled].lit")


def trays(person: Person) -> Locator:
    return person.page.locator(".hit.lit")


def has_result(person: Person) -> bool:
    return person.page.get_by_test_id("result").count() > 0


def is_on(person: Person) -> bool:
    return person.page.locator(CAN_ACT).count() > 0


def seated(devices: Devices, *names: str, seats: int = 3, size: tuple[int, int] = WIDE) -> list[Person]:
    table = devices.server.open(seats, game=GAME)
    people = [devices.person(size, "dark" if number else "light") for number in range(len(names))]
    for person, name in zip(people, names, strict=True):
        person.sit(table, name)
    people[0].until(lambda: all(people[0].page.get_by_text(name).count() for name in names))
    people[0].start()
    for person in people:
        person.page.get_by_test_id("trays").wait_for()
    return people


def take_up_and_tap(person: Person, tray: int = 0) -> None:
    """A die, then a tray that is lit (always the same one: it is full soon); unless the turn has just passed."""
    with contextlib.suppress(PlaywrightError):
        if not trays(person).count():
            dice(person).first.click(timeout=1500)
        trays(person).nth(tray).click(timeout=1500, position={"x": 10, "y": 10})


# What can be done; who need not wait for what is shown does not.
LOOK = f"""() => {{
    document.querySelector("header [aria-label=Vorspulen]")?.click();
    return document.querySelector("{CAN_ACT}") !== null;
}}"""


# The first die onto the first tray, inside the page; a tray is lit when the die is up.
PUT = """() => {
    document.querySelector("[data-rolled].lit")?.click();
    setTimeout(() => document.querySelector(".hit.lit, [data-move=decline]")?.click());
}"""


def put_in_page(person: Person) -> None:
    person.page.evaluate(PUT)


def play_on(people: list[Person], until: Callable[[], object], put: Callable[[Person], None] = take_up_and_tap) -> None:
    end = monotonic() + 4 * LONGEST_S  # on a busy machine; it takes about a minute
    while not until():
        assert monotonic() < end, "the match does not end"
        for person in people:
            if person.page.evaluate(LOOK):
                put(person)
        people[0].rest()


def fits(person: Person) -> None:
    assert person.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def dice_fill_their_fields(person: Person) -> None:
    """And no field is a container: with 45 of them every move would be laid out for most of a second."""
    fields = person.page.evaluate(
        """() => [...document.querySelectorAll(".field:has(.die)")].map((field) => [
          field.querySelector(".die").offsetWidth / Math.min(field.offsetWidth, field.offsetHeight),
          getComputedStyle(field).containerType])"""
    )
    assert fields
    for share, kind in fields:
        assert 0.75 < share < 0.97
        assert kind == "normal"


def test_a_whole_match_of_two_people_and_a_bot(devices: Devices) -> None:
    anna, ben = seated(devices, "Anna", "Ben")
    play_on([anna, ben], lambda: anna.page.get_by_test_id("report-again").count())
    play_on([ben], lambda: is_on(anna) or has_result(anna))
    anna.shot("sack-play-wide")
    dice_fill_their_fields(anna)
    assert serious_in_any_light(anna.page) == []
    look_at_the_last_scoring(anna)
    play_on([anna, ben], lambda: has_result(anna) and has_result(ben), put_in_page)
    for person in (anna, ben):
        assert person.page.get_by_test_id("result").locator("li").count() == 3
        assert any("hat vier Karten" in line or "hast vier Karten" in line for line in person.log)
        assert "Säcken" in person.log[-1]
    assert len(anna.log) == len(ben.log), "both have the whole log"
    assert any(line.startswith("Ben würfelt") for line in anna.log)
    anna.shot("sack-result-wide")
    assert serious_in_any_light(anna.page) == []
    watch_again_on_a_low_phone(anna)


def watch_again_on_a_low_phone(person: Person) -> None:
    """With its trays, and with the faces of the table."""
    face = person.page.get_by_test_id("result").locator("li", has_text="Ben").locator("svg").first.inner_html()
    person.page.set_viewport_size({"width": 390, "height": 664})
    person.page.get_by_role("link", name="Partie ansehen").click()
    person.page.get_by_test_id("moment").wait_for()
    assert person.page.locator(".tray").count() == 5
    assert all((tray.bounding_box() or {"height": 0})["height"] > 50 for tray in person.page.locator(".tray").all())
    assert person.page.locator(".seat", has_text="Ben").locator("svg").first.inner_html() == face
    person.shot("sack-replay-low")


def look_at_the_last_scoring(person: Person) -> None:
    person.page.get_by_test_id("report-again").click()
    report = person.page.get_by_test_id("report")
    report.get_by_role("link", name="Regel BS-S").wait_for()
    person.shot("sack-report")
    assert serious_in_any_light(person.page) == []
    report.get_by_role("button", name="Weiter").click()
    report.wait_for(state="hidden")


def test_on_a_phone_every_tray_is_in_sight_and_large_enough_to_hit(devices: Devices) -> None:
    (anna,) = seated(devices, "Anna", seats=4, size=PHONE)
    for _ in range(4):
        anna.until(lambda: is_on(anna) or has_result(anna))
        take_up_and_tap(anna, 2)
    anna.until(lambda: dice(anna).count() or has_result(anna))
    dice(anna).first.click()
    anna.shot("sack-play-phone")
    fits(anna)
    dice_fill_their_fields(anna)
    for part in anna.page.locator(".tray, [data-rolled], .swap, [data-testid=outlook]").all():
        box = part.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= SMALLEST - 0.5
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
        assert box["y"] + box["height"] <= PHONE[1]
    for field in anna.page.locator(".field").all()[:9]:
        box = field.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= SMALLEST - 0.5, "an opponent's die is hit there"
    assert serious_in_any_light(anna.page) == []
    anna.page.emulate_media(color_scheme="dark")
    anna.shot("sack-play-phone-dark")


def test_who_leads_is_shown_unless_it_is_switched_off_and_that_is_remembered(devices: Devices) -> None:
    (anna,) = seated(devices, "Anna", seats=2, size=TABLET)
    anna.until(lambda: is_on(anna))
    take_up_and_tap(anna)
    anna.page.locator(".leader .ahead, .leader .nobody").first.wait_for()
    anna.shot("sack-play-tablet")
    dice_fill_their_fields(anna)
    assert serious_in_any_light(anna.page) == []
    assert anna.page.locator(".field.last").count() == 5, "for two the sixth field is marked"
    anna.page.get_by_test_id("outlook").click()
    anna.until(lambda: not anna.page.locator(".leader .ahead, .leader .nobody").count())
    anna.page.reload()
    anna.page.get_by_test_id("trays").wait_for()
    assert anna.page.get_by_test_id("outlook").get_attribute("aria-pressed") == "false"
    assert not anna.page.locator(".leader .ahead").count()


def test_a_die_is_dragged_and_taken_back(devices: Devices) -> None:
    (anna,) = seated(devices, "Anna", seats=2)
    anna.until(lambda: dice(anna).count() == 2, "she never rolls two")
    if trays(anna).count() == 0:
        trays_wait_for_a_die(anna)
    value = str(dice(anna).first.get_attribute("data-rolled"))
    drag(anna, dice(anna).first, anna.page.locator("[data-tray='3'] .card"))
    anna.until(lambda: any(line == f"Du setzt eine {value} auf Ablage 3." for line in anna.log))
    undo = anna.page.get_by_test_id("undo")
    undo.wait_for()
    anna.shot("sack-undo")
    undo.click()
    anna.until(lambda: anna.log[-1] == "Du nimmst den Zug zurück.")
    anna.until(lambda: dice(anna).count() == 2)
    assert undo.count() == 0


def trays_wait_for_a_die(person: Person) -> None:
    """A tap on a tray, with two dice to choose from, says so."""
    person.page.locator(".hit").first.click(position={"x": 10, "y": 10})
    person.page.get_by_test_id("announcer").get_by_text("Nimm zuerst einen deiner Würfel.").wait_for(state="attached")
    person.page.get_by_test_id("need").wait_for()


def drag(person: Person, thing: Locator, place: Locator) -> None:
    one, other = thing.bounding_box(), place.bounding_box()
    assert one is not None
    assert other is not None
    mouse = person.page.mouse
    mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    mouse.down()
    mouse.move(other["x"] + 40, other["y"] + 60, steps=5)
    mouse.move(other["x"] + 20, other["y"] + 20, steps=3)
    person.page.locator("[data-drop='tray-3'][data-over]").wait_for()
    mouse.up()


def test_by_keyboard_alone(devices: Devices) -> None:
    (anna,) = seated(devices, "Anna", seats=2)
    keyboard = anna.page.keyboard
    turns = 0
    while turns < 4 and not has_result(anna):
        anna.until(lambda: is_on(anna) or has_result(anna))
        turns += 1
        if not trays(anna).count():
            reach(anna, "[data-rolled].lit")
            keyboard.press("Enter")
        anna.until(lambda: trays(anna).count())
        if turns % 2:
            keyboard.press(str(trays(anna).last.get_attribute("aria-keyshortcuts")))
        else:
            reach(anna, ".hit")
            keyboard.press("ArrowRight")
            anna.shot("sack-keyboard")
            reach(anna, ".hit.lit")
            keyboard.press("Enter")
        anna.until(partial(has_done, anna, turns), "nothing was done")
    heard = anna.page.get_by_test_id("announcer").inner_text()
    assert "Ablage" in heard
    label = str(anna.page.locator(".hit").first.get_attribute("aria-label"))
    assert label.startswith("Ablage 1: ")
    assert "Sack" in label or "Säcke" in label


def has_done(person: Person, deeds: int) -> bool:
    done = sum(line.startswith(("Du setzt", "Du wertest", "Du ersetzt")) for line in person.log)
    return done >= deeds or has_result(person)


def reach(person: Person, selector: str) -> None:
    for _ in range(40):
        if person.page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached")


def test_dice_roll_and_things_travel(devices: Devices) -> None:
    table = devices.server.open(2, game=GAME)
    anna = devices.person(PHONE, motion=True)
    anna.sit(table, "Anna")
    anna.start()
    anna.until(lambda: is_on(anna))
    anna.page.evaluate(
        "() => { window.rolled = 0; document.addEventListener('animationstart', "
        "event => { if (event.animationName.includes('roll')) window.rolled += 1; }) }"
    )
    for _ in range(2):
        anna.until(lambda: is_on(anna))
        take_up_and_tap(anna)
    anna.until(lambda: anna.page.evaluate("window.rolled") >= 2, "no die rolls")


def test_television(devices: Devices) -> None:
    (anna,) = seated(devices, "Anna", seats=4)
    anna.until(lambda: is_on(anna))
    take_up_and_tap(anna)
    screen = devices.person(WIDE, "dark")
    screen.go(anna.page.url.removeprefix(devices.server.address) + "?tv")
    screen.page.get_by_test_id("trays").wait_for()
    screen.page.wait_for_timeout(60)
    screen.shot("sack-television")
    fits(screen)
    assert serious_in_any_light(screen.page) == []


GUIDED = (("4", "1"), (None, "4"), (None, "3.1"), (None, "1"), (None, "1"), (None, "4"))


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_first_match_is_learned(devices: Devices, size: tuple[int, int]) -> None:
    theme: Literal["light", "dark"] = "light" if size == PHONE else "dark"
    pupil = devices.person(size, theme)
    pupil.go(f"/learn/{GAME}")
    pupil.page.locator("main ol > li").first.wait_for()
    assert pupil.page.locator("main ol > li").count() == 6
    pupil.shot(f"sack-learn-{size[0]}")
    assert serious_in_any_light(pupil.page) == []
    pupil.page.emulate_media(color_scheme=theme)
    pupil.page.get_by_role("link", name="Los geht’s").click()
    for number, (die, place) in enumerate(GUIDED if size == PHONE else GUIDED[:2]):
        if die:
            pupil.page.locator(f"[data-rolled='{die}'].lit").click()
        target = f"[data-move^=replace][data-move$='{place}']" if "." in place else f"[data-tray='{place}'] .hit.lit"
        pupil.page.locator(target).wait_for()
        pupil.page.wait_for_timeout(60)
        pupil.shot(f"sack-guided-{size[0]}-{number}")
        if number == 1:
            fits(pupil)
            assert serious_in_any_light(pupil.page) == []
            pupil.page.emulate_media(color_scheme=theme)
            pupil.page.locator("[data-tray='2'] .hit").click(position={"x": 10, "y": 10})
            pupil.page.locator(".bubble.wrong").wait_for()
        pupil.page.locator(target).click(position={"x": 10, "y": 10})
    if size == PHONE:
        pupil.page.locator(".bubble").get_by_text("Du hast gewonnen").wait_for()
        pupil.shot("sack-guided-won")


def test_in_english(devices: Devices) -> None:
    table = devices.server.open(2, game=GAME)
    anna = devices.person(WIDE, language="en-GB")
    anna.go(f"/t/{table}")
    anna.page.get_by_role("button", name="Take a seat").click()
    anna.start()
    anna.until(lambda: is_on(anna))
    take_up_and_tap(anna)
    anna.until(lambda: any(line.startswith("You place a") for line in anna.log))
    assert str(anna.page.locator(".hit").first.get_attribute("aria-label")).startswith("Tray 1: ")
