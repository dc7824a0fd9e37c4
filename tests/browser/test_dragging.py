"""A card can also be dragged to the discards, by mouse or finger."""

from devices import PHONE, Devices, Person
from playwright.sync_api import Locator


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at_a_table(devices: Devices, size: tuple[int, int] | None = None) -> Person:
    table = devices.server.open(2)
    anna = devices.person(size) if size else devices.person()
    anna.sit(table, "Anna")
    anna.start()
    anna.lit.first.wait_for()
    return anna


def has_played(anna: Person, rows: int) -> bool:
    return any(line.startswith("Du spielst") for line in anna.log[rows:])


def test_by_mouse(devices: Devices) -> None:
    anna = at_a_table(devices)
    mouse, discard = anna.page.mouse, anna.page.locator("[data-drop=discard]")
    card = anna.lit.first
    name, rows = str(card.get_attribute("data-move")), len(anna.log)
    x, y = middle(card)
    to_x, to_y = middle(discard)

    def drag(x_to: float, y_to: float) -> None:
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + x_to) / 2, (y + y_to) / 2, steps=4)
        mouse.move(x_to, y_to, steps=4)

    drag(5, 5)  # nowhere
    assert anna.page.locator(".ghost").count() == 1
    mouse.up()
    assert anna.page.locator(".ghost").count() == 0

    drag(to_x, to_y)
    assert discard.get_attribute("data-over") is not None
    anna.shot("drag")
    anna.page.keyboard.press("Escape")
    mouse.up()
    anna.page.wait_for_timeout(200)
    assert anna.page.locator(".ghost, [data-over]").count() == 0
    assert not has_played(anna, rows)

    drag(to_x, to_y)
    mouse.up()
    anna.until(lambda: has_played(anna, rows), "the card was not played")
    words = {"x2": "×2", "turn": "Richtungswechsel"}.get(name, name.replace("-", "−"))
    assert f"Du spielst {words} " in next(line for line in anna.log[rows:] if line.startswith("Du spielst"))


def test_by_finger(devices: Devices) -> None:
    anna = at_a_table(devices, PHONE)
    rows = len(anna.log)
    x, y = middle(anna.lit.first)
    to_x, to_y = middle(anna.page.locator("[data-drop=discard]"))
    finger = anna.context.new_cdp_session(anna.page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for part in range(1, 9):
        touch("touchMove", {"x": x + (to_x - x) * part / 8, "y": y + (to_y - y) * part / 8})
    anna.page.locator("[data-drop=discard][data-over]").wait_for()
    touch("touchEnd")
    anna.until(lambda: has_played(anna, rows), "the card was not played")
