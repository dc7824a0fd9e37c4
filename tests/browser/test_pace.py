"""Things travel at a pace one can follow, and faster for those who are in a hurry; and they can be heard."""

from contextlib import suppress
from time import monotonic

from devices import WIDE, Devices, Person
from playwright.sync_api import Error as PlaywrightError

ENOUGH = 4  # cards
HEAR = """
window.heard = 0;
for (const source of [AudioBufferSourceNode, OscillatorNode]) {
    const start = source.prototype.start;
    source.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
}
"""


def test_fast_forward_shows_at_once_what_seven_bots_did(devices: Devices) -> None:
    table = devices.server.open(8)
    anna = devices.person(WIDE, motion=True)
    anna.sit(table, "Anna")
    anna.start()
    anna.until(lambda: anna.lit.count())
    assert anna.page.get_by_role("button", name="Vorspulen").count() == 0, "nothing is under way"
    watched = seconds_a_card(anna, skips=False)
    skipped = seconds_a_card(anna, skips=True)
    assert anna.page.locator(".flight").count() == 0
    assert skipped < watched, "a card takes about a second to watch"


def seconds_a_card(anna: Person, skips: bool) -> float:
    """Of those that bots play until it is her turn again; of the first time when there are some.

    Mostly seven. Fewer, or none, if somebody has turned the direction, or if a chip was lost and she begins.
    """
    while True:
        cards, seconds = bots_turn(anna, skips)
        if cards >= ENOUGH:
            return seconds / cards


def bots_turn(anna: Person, skips: bool) -> tuple[int, float]:
    """How many cards they play, and how long that takes."""
    skip = anna.page.get_by_role("button", name="Vorspulen")
    rows = len(anna.log)
    anna.lit.first.click()
    began = monotonic()

    def is_shown() -> bool:
        """On a busy machine some bots have not played when it is first clicked."""
        if skips and skip.count():
            with suppress(PlaywrightError):
                skip.click(timeout=500)
        return bool(anna.lit.count()) and len(anna.log) > rows

    anna.until(is_shown)
    skip.wait_for(state="hidden")
    seconds = monotonic() - began
    return sum(" spielt " in line for line in anna.log[rows:]), seconds


def test_sounds_come_after_a_gesture_and_can_be_turned_off(devices: Devices) -> None:
    table = devices.server.open(2)
    anna = devices.person()
    anna.page.add_init_script(HEAR)
    anna.sit(table, "Anna")
    anna.start()
    anna.lit.first.wait_for()
    anna.page.reload()
    anna.lit.first.wait_for()
    assert anna.page.evaluate("window.heard") == 0, "nobody has touched this page yet"
    anna.lit.first.click()
    anna.until(lambda: anna.page.evaluate("window.heard") >= 2, "neither the card nor the turn is heard")
    anna.lit.first.wait_for()
    anna.page.get_by_role("button", name="Menü").click()
    anna.page.get_by_role("button", name="Einstellungen").click()
    anna.page.get_by_text("Töne").click()
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("Escape")
    heard, rows = anna.page.evaluate("window.heard"), len(anna.log)
    anna.lit.first.click()
    anna.until(lambda: len(anna.log) > rows)
    anna.page.wait_for_timeout(200)
    assert anna.page.evaluate("window.heard") == heard
