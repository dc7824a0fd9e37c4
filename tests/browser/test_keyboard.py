"""By keyboard alone, from the start page to the result; and what a screen reader hears."""

from time import monotonic

from devices import LONGEST_S, WIDE, Devices, Person


def press_until(person: Person, selector: str, key: str = "Tab", most: int = 40) -> None:
    """Tab on until that is in focus."""
    for _ in range(most):
        if person.page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
        person.page.keyboard.press(key)
    raise AssertionError(f"{selector} cannot be reached by {key}")


def test_a_whole_match_by_keyboard(devices: Devices) -> None:
    anna = devices.person(WIDE)
    keyboard = anna.page.keyboard
    anna.go("/?quick")
    anna.page.get_by_test_id("open-lobo77").wait_for()
    press_until(anna, "[data-testid=open-lobo77]")
    keyboard.press("Enter")
    press_until(anna, "dialog input[autocomplete=nickname]")
    keyboard.press("Control+A")
    keyboard.type("Anna")
    press_until(anna, "dialog [aria-label='Weniger Plätze']")
    keyboard.press("Enter")
    keyboard.press("Enter")
    press_until(anna, "dialog button[type=submit]")
    keyboard.press("Enter")
    anna.page.get_by_test_id("start").wait_for()
    press_until(anna, "[data-testid=start]")
    keyboard.press("Enter")
    anna.lit.first.wait_for()
    anna.shot("keyboard")
    end, played = monotonic() + LONGEST_S, False
    while not anna.page.get_by_test_id("result").count():
        assert monotonic() < end
        if anna.lit.count():
            if played:
                assert anna.page.evaluate("document.activeElement !== document.body"), "the hand has lost the focus"
            press_until(anna, "ul [data-move]")
            for _ in range(6):
                if anna.page.evaluate("document.activeElement?.classList.contains('lit') ?? false"):
                    keyboard.press("Enter")
                    played = True
                    break
                keyboard.press("ArrowRight")
        anna.rest()
    heard = anna.page.get_by_test_id("announcer").inner_text()
    assert "gewinn" in heard
    anna.page.wait_for_timeout(50)
    press_until(anna, "[data-testid=rematch]")
    keyboard.press("Enter")
    anna.page.get_by_test_id("result").wait_for(state="hidden")
