"""Every game on phones as they are: small, with the browser's bars, held sideways. All one needs to act is in sight."""

from collections.abc import Iterable

import pytest
from devices import Devices, Person

SIZES = {"small": (360, 640), "bars": (390, 664), "sideways": (844, 390), "small sideways": (740, 340)}
NEEDED = {
    "lobo77": "[data-testid=hint], .own [data-move], [data-testid=total], .discard",
    "gracias": "[data-testid=hint], [data-move^=take], .own .display, .own .look, .own .pair, .round [data-seat]",
    "bloeder-sack": "[data-testid=hint], [data-rolled], .tray, .field, [data-testid=outlook]",
    "blitzgriff": "[data-testid=hint], button.die, [data-spot], [data-testid=stop], [data-move=pass]",
}
SEATS = {"lobo77": (4, 8), "gracias": (6,), "bloeder-sack": (4,), "blitzgriff": (4,)}
SMALLEST = 24  # px: WCAG 2.2; what can be larger is

# What is not wholly in the window, or lies under something else: its middle is somebody else's.
OUT_OF_SIGHT = """needed => [...document.querySelectorAll(needed)].filter((part) => {
  const box = part.getBoundingClientRect();
  if (box.width === 0) return false;
  const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const mine = there && (part.contains(there) || there.contains(part) || there.closest(".tray")?.contains(part));
  const small = part.matches("button") && Math.min(box.width, box.height) < SMALLEST;
  return !inside || !mine || small;
}).map((part) => part.outerHTML.slice(0, 90) + JSON.stringify(part.getBoundingClientRect()))"""


# How far the sign of a bot's strength reaches over its face, in px, the farthest.
OVER_A_FACE = """() => Math.max(0, ...[...document.querySelectorAll(".round .strong")].map((sign) => {
  const [over, face] = [sign, sign.parentElement.querySelector(".avatar")].map((part) => part.getBoundingClientRect());
  return Math.min(face.bottom - over.top, face.right - over.left);
}))"""


def fits(person: Person, needed: str, size: str) -> None:
    assert all(person.page.locator(one).count() for one in needed.split(", "))
    assert person.page.evaluate(OUT_OF_SIGHT.replace("SMALLEST", str(SMALLEST)), needed) == [], size
    assert person.page.evaluate(OVER_A_FACE) <= 3, size
    longer = person.page.evaluate(
        "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
    )
    assert max(longer) <= 0, f"{size}: the page is longer than the window"


def looked_at(person: Person, name: str, needed: str, sizes: Iterable[str] = SIZES) -> None:
    """At every size: a phone is turned, a browser's bar comes and goes."""
    for size in sizes:
        width, height = SIZES[size]
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.wait_for_timeout(50)
        person.shot(f"fit-{name}-{size}")
        fits(person, needed, size)


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game, tables in SEATS.items() for seats in tables])
def test_all_that_is_needed_is_in_sight(devices: Devices, game: str, seats: int) -> None:
    anna = devices.person(SIZES["small"])
    anna.sit(devices.server.open(seats, game=game), "Anna")
    anna.start()
    anna.page.locator(".hint.yours").wait_for()
    looked_at(anna, f"{game}-{seats}", NEEDED[game])


LESSONS = {
    "lobo77#match": ".bubble, .lower [data-move], [data-testid=total], .discard",
    "gracias#match": ".bubble, [data-move^=take], .lower .display",
    "bloeder-sack#match": ".bubble, [data-rolled], .tray",
    "blitzgriff#match-tuerme": ".bubble, button.die, [data-spot], [data-testid=stop]",
}


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_first_match_is_in_sight_too(devices: Devices, lesson: str) -> None:
    pupil = devices.person(SIZES["small"])
    pupil.go(f"/learn/{lesson}")
    for needed in LESSONS[lesson].split(", "):
        pupil.page.locator(needed).first.wait_for(state="attached")
    looked_at(pupil, f"lesson-{lesson.partition('#')[0]}", LESSONS[lesson], ("bars", "sideways"))


def test_in_a_race_stop_and_the_third_card_are_in_sight_and_stay_where_they_are(devices: Devices) -> None:
    anna = devices.person(SIZES["small"])
    anna.sit(devices.server.open(4, game="blitzgriff", options={"pace": "blitz"}), "Anna")
    anna.start()
    anna.page.get_by_test_id("ready").wait_for()
    looked_at(anna, "race-ready", "[data-testid=ready], button.die, [data-spot], [data-testid=stop]")
    practise(anna)
    before = anna.page.locator("[data-spot='put 3.9']").bounding_box()
    anna.page.get_by_test_id("ready").click()
    anna.page.locator(".hint.yours").wait_for()
    assert anna.page.locator("[data-spot='put 3.9']").bounding_box() == before, "nothing moves when it starts"
    looked_at(anna, "race", "[data-testid=hint], button.die, [data-spot], [data-testid=stop], [data-testid=holding]")


def practise(person: Person) -> None:
    """Before a first race: on the own cards, and nothing of it stays."""
    page = person.page
    page.get_by_test_id("practise").click()
    page.locator("button.die").first.click()
    page.locator(".lit button.room").first.click()
    page.locator("[data-spot] .lies").wait_for()
    assert page.locator("button.die").count() == 39
    person.shot("fit-race-practice")
    page.get_by_test_id("practise").click()
    page.locator("[data-spot] .lies").wait_for(state="hidden")
    assert page.locator("button.die").count() == 40
    page.get_by_test_id("kind").nth(2).click()
    page.get_by_test_id("kind-help").wait_for()
    person.shot("fit-kind-help")
    page.keyboard.press("Escape")
    page.get_by_test_id("kind-help").wait_for(state="hidden")
