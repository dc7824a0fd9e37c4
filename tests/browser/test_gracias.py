"""Gracias in real browsers: whole matches, what is hidden on the wire, by keyboard and by dragging, for everyone."""

import json
import urllib.request
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

import msgspec
from axe import LIGHTS, serious, serious_in, serious_in_any_light
from devices import LONGEST_S, PHONE, WIDE, Devices, Person
from playwright.sync_api import Locator

HIT = 44
TURNS_UP = 8  # the kind of the event that tells what was hidden


def at_a_table(devices: Devices, seats: int, *people: Person) -> str:
    table = devices.server.open(seats, game="gracias")
    for person, name in zip(people, ("Anna", "Ben"), strict=False):
        person.sit(table, name)
    if len(people) > 1:
        people[0].page.get_by_text("Ben").first.wait_for()
    people[0].start()
    return table


def gifts(person: Person) -> Locator:
    return person.page.locator("[data-gift]")


def may_give(person: Person) -> bool:
    return gifts(person).count() > 0


def report(person: Person) -> Locator:
    return person.page.get_by_test_id("report")


def result(person: Person) -> Locator:
    return person.page.get_by_test_id("result")


# What is due is done at once, inside the page: a report is put away, a present given, chosen, or a triplet taken.
DO = """putAway => {
    const report = document.querySelector("[data-testid=report]");
    if (report && !putAway) return false;
    const inside = ["[data-testid=report-end]", "[data-testid=report-next]"];
    const outside = ["[data-give].lit", "[data-gift].lit", "[data-move].lit"];
    const due = (report ? inside : outside).map(one => document.querySelector(one)).find(Boolean);
    due?.click();
    return due !== undefined;
}"""


def play_until(condition: Callable[[], object], *people: Person, put_away: bool = True) -> None:
    """Everybody plays, and puts reports away if they are not waited for."""
    end = monotonic() + LONGEST_S
    while not condition():
        assert monotonic() < end, "the match does not end"
        acted = [person.page.evaluate(DO, put_away) for person in people]
        if not any(acted):
            people[0].rest()


def test_a_whole_match_of_two_people_and_a_bot(devices: Devices) -> None:
    anna, ben = devices.person(WIDE), devices.person(PHONE, "dark")
    names = {anna: "wide", ben: "phone"}
    at_a_table(devices, 3, anna, ben)
    for person, name in names.items():
        play_until(partial(may_give, person), anna, ben)
        assert person.page.get_by_test_id("hidden-cards").text_content(), "who takes a triplet sees its hidden card"
        gifts(person).last.click()
        person.shot(f"gracias-share-{name}")
        can_be_hit(person)
        person.page.locator("[data-give].lit").last.click()

    play_until(lambda: report(anna).count() and report(ben).count(), anna, ben, put_away=False)
    for person, name in names.items():
        looked_through(person, name)
    play_until(lambda: all(person.page.get_by_test_id("report-again").count() for person in names), anna, ben)
    for person in names:
        read_again(person)

    play_until(lambda: result(anna).count() and result(ben).count(), anna, ben)
    for person in (anna, ben):
        assert result(person).locator("li").count() == 3
        assert sum("wird gewertet" in line for line in person.log) == 3
        assert sum("Gracias!" in line for line in person.log) == 36
    assert len(anna.log) == len(ben.log)
    anna.shot("gracias-result-wide")
    for person in names:
        sheet_adds_up(person)
    ben.shot("gracias-sheet-dark-phone")


def looked_through(person: Person, name: str) -> None:
    """What was hidden, colour by colour, the sum: the points of the steps add up to those of the pass."""
    page, steps = person.page, list[str]()
    for _ in range(8):
        page.keyboard.press("ArrowLeft")  # it plays by itself: from the beginning, then
    gained = 0
    while "sum" not in steps:
        steps.append(str(report(person).get_attribute("data-step")))
        if len(steps) == 3:
            person.shot(f"gracias-report-{name}")
        if steps[-1] != "sum":
            gained += sum(int(plus.text_content() or 0) for plus in report(person).locator(".plus").all())
            page.get_by_test_id("report-next").click()
    assert steps[0] == "hidden"
    assert len(steps) == len(set(steps))
    person.until(lambda: points(person) == gained, "the points do not add up")
    person.shot(f"gracias-report-sum-{name}")
    assert serious_in_any_light(page) == []
    page.get_by_test_id("report-next").click()
    report(person).wait_for(state="hidden")


def points(person: Person) -> int:
    return sum(int(sum_.text_content() or 0) for sum_ in report(person).locator(".sum").all())


def read_again(person: Person) -> None:
    person.page.get_by_test_id("report-again").click()
    assert report(person).get_attribute("data-step") == "sum", "the end first"
    person.page.keyboard.press("ArrowLeft")
    assert report(person).get_attribute("data-step") != "sum"
    person.page.keyboard.press("Escape")
    report(person).wait_for(state="hidden")


def sheet_adds_up(person: Person) -> None:
    person.page.keyboard.press("Escape")
    result(person).wait_for(state="hidden")
    rows = person.page.get_by_test_id("score-sheet").locator("tbody tr").all()
    assert len(rows) == 3
    for row in rows:
        *passes, total = (int(cell) for cell in row.locator("td").all_text_contents())
        assert sum(passes) == total


def can_be_hit(person: Person) -> None:
    """Nothing that can be tapped is smaller than 44 px, or cut off."""
    for thing in person.page.locator("main button:visible").all():
        box = thing.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= HIT, thing.get_attribute("data-move") or thing.inner_text()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= person.page.viewport_size["width"]  # type: ignore[index]


class Ears:
    """Everything that a browser was told through its socket."""

    def __init__(self, person: Person) -> None:
        self.start: list[tuple[int, int]] = []
        self.frames: list[Any] = []  # what rows did: seat, move, to, changes, events, own …
        person.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.hear(frame)))

    def hear(self, frame: str | bytes) -> None:
        message = msgspec.msgpack.decode(frame) if isinstance(frame, bytes) else json.loads(frame)
        if isinstance(message, list):
            self.frames += message[1]
        elif match := message.get("match"):
            self.start += enumerate(match["cells"])
            self.frames += match["frames"]

    def cells(self) -> list[tuple[int, int]]:
        """Every cell and value that was ever told, the whole record on arrival too."""
        lists = [numbers for frame in self.frames for numbers in (*frame[3:4], *frame[5:6])]
        return self.start + [pair for numbers in lists for pair in zip(numbers[::2], numbers[1::2], strict=True)]

    def kinds(self) -> set[int]:
        return {event[0] for frame in self.frames for events in frame[4:5] for event in events}


def test_gr_k1_a_hidden_card_reaches_no_other_browser_before_scoring(devices: Devices) -> None:
    anna, ben, tv = devices.person(), devices.person(), devices.person()
    ears = {person: Ears(person) for person in (anna, ben, tv)}
    table = at_a_table(devices, 3, anna, ben)
    tv.go(f"/t/{table}?tv")
    tv.page.locator("[data-anchor=pile]").wait_for()
    play_until(lambda: len(secrets(devices, ears[anna], 0)) > 2, anna, ben)

    mine, others = [secrets(devices, ears[person], 0) for person in (anna, ben)], secrets(devices, ears[tv], 0)
    assert mine[0], "her own cards she is told"
    assert not mine[1], "he knows a card of hers"
    assert not others, "a spectator knows a card of hers"
    assert secrets(devices, ears[ben], 1)
    assert not secrets(devices, ears[anna], 1)
    assert not secrets(devices, ears[anna], 2)
    assert TURNS_UP not in ears[ben].kinds()
    assert all(value == 0 for person in ears for cell, value in ears[person].cells() if cell in field(devices, "pile"))
    play_until(lambda: TURNS_UP in ears[ben].kinds(), anna, ben)


def field(devices: Devices, name: str) -> range:
    with urllib.request.urlopen(f"{devices.server.address}/api/games") as response:
        game = next(game for game in json.load(response)["games"] if game["name"] == "gracias")
    found, size = game["fields"][name], 1
    for length in found["shape"]:
        size *= length
    return range(found["first"], found["first"] + size)


def secrets(devices: Devices, ears: Ears, seat: int) -> list[tuple[int, int]]:
    """What was told of the hidden cards before this seat."""
    place = field(devices, "secret")
    kinds = len(place) // 6
    own = place[seat * kinds : (seat + 1) * kinds]
    return [(cell, value) for cell, value in ears.cells() if cell in own and value != 0]


def focus(person: Person, selector: str) -> bool:
    return bool(person.page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector))


def press_until(person: Person, selector: str, key: str = "Tab") -> None:
    for _ in range(40):
        if focus(person, selector):
            return
        person.page.keyboard.press(key)
    raise AssertionError(f"{selector} cannot be reached by {key}")


def test_a_pass_by_keyboard_alone(devices: Devices) -> None:
    anna = devices.person(language="en-GB")
    keyboard = anna.page.keyboard
    table = devices.server.open(3, game="gracias")
    anna.go(f"/t/{table}")
    anna.page.get_by_role("button", name="Take a seat").click()
    anna.start()
    for turn in range(4):
        anna.lit.first.wait_for()
        press_until(anna, "[data-move^=take].lit") if turn == 0 else anna.until(
            lambda: focus(anna, "[data-move^=take]"), "focus is lost"
        )
        if not focus(anna, ".lit"):
            press_until(anna, "[data-move^=take].lit", "ArrowRight")
        keyboard.press("Enter")
        anna.until(lambda: focus(anna, "[data-gift]"), "the pair has no focus")
        keyboard.press("Enter")
        anna.until(lambda: focus(anna, "[data-give].lit"), "nobody to give it to")
        if turn == 0:
            anna.shot("gracias-keyboard")
            keyboard.press("Escape")
            anna.until(lambda: focus(anna, "[data-gift]"), "Escape takes it back")
            keyboard.press("Enter")
        keyboard.press("Enter")
        anna.page.locator("[data-give]").first.wait_for(state="hidden")
    report(anna).wait_for()
    heard = anna.page.get_by_test_id("announcer").text_content() or ""
    assert "Gracias!" in heard
    while report(anna).count():
        press_until(anna, "[data-testid=report-next]")
        keyboard.press("Enter")
        anna.page.wait_for_timeout(20)
    anna.lit.first.wait_for()


def test_a_present_is_dragged_to_somebody(devices: Devices) -> None:
    anna = devices.person(motion=True)
    at_a_table(devices, 3, anna)
    anna.lit.first.click()
    card, plate = gifts(anna).first, anna.page.locator(".round [data-seat]").first
    card.wait_for()
    anna.page.wait_for_timeout(600)
    (x, y), (to_x, to_y) = middle(card), middle(plate)
    anna.page.mouse.move(x, y)
    anna.page.mouse.down()
    anna.page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=4)
    anna.page.mouse.move(to_x, to_y, steps=4)
    assert anna.page.locator("[data-give][data-over]").count() == 1
    anna.shot("gracias-drag")
    anna.page.mouse.up()
    anna.page.locator(".said", has_text="Gracias!").first.wait_for()
    anna.shot("gracias-bubble")
    anna.until(lambda: any(line.startswith("Du behältst") for line in anna.log))


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_six_at_a_phone_with_the_colour_table(devices: Devices) -> None:
    anna = devices.person(PHONE)
    at_a_table(devices, 6, anna)
    anna.lit.first.wait_for()
    anna.page.get_by_test_id("colour-table").click()
    looked_at(anna, "gracias-six-phone")
    can_be_hit(anna)
    assert anna.page.evaluate("(e => e.scrollHeight - e.clientHeight)(document.querySelector('.round'))") <= 0, (
        "all is seen at once"
    )
    anna.page.reload()
    anna.page.get_by_test_id("colour-table").wait_for()
    assert anna.page.get_by_test_id("colour-table").get_attribute("aria-pressed") == "true", "it is remembered"
    tv = devices.person(WIDE)
    tv.go(anna.page.url.removeprefix(devices.server.address) + "?tv")
    tv.page.locator("[data-anchor=pile]").wait_for()
    looked_at(tv, "gracias-television")


def looked_at(person: Person, name: str) -> None:
    for theme in LIGHTS:
        assert serious_in(person.page, theme) == []
        person.shot(f"{name}-{theme}")


def test_learned_in_a_minute_and_in_a_first_match(devices: Devices) -> None:
    pupil = devices.person(PHONE)
    pupil.go("/learn/gracias")
    pupil.page.locator("main ol > li").first.wait_for()
    assert pupil.page.locator("main ol > li").count() == 6
    pupil.shot("gracias-learn")
    assert serious_in_any_light(pupil.page) == []
    pupil.page.get_by_role("link", name="Los geht’s").click()
    pupil.lit.first.wait_for()
    pupil.page.locator('[data-move="take 2"]').click()
    pupil.page.get_by_text("Das ginge auch").first.wait_for()
    pupil.shot("gracias-guided-wrong")
    for turn in (1, 2):
        pupil.page.locator('.lit[data-move="take 1"]').click()
        pupil.page.locator("[data-gift].lit").wait_for()
        assert serious(pupil.page) == []
        pupil.page.locator("[data-gift].lit").click()
        pupil.shot(f"gracias-guided-{turn}")
        pupil.page.locator('[data-give="1"].lit').click()
    report(pupil).wait_for()
    pupil.page.get_by_test_id("report-end").click()
    pupil.page.get_by_test_id("report-next").click()
    pupil.page.get_by_text("Du hast gewonnen!").first.wait_for()
    pupil.shot("gracias-guided-won")
