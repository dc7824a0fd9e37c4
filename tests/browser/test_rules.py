"""The rules page: every rule has its address."""

import pytest
from axe import LIGHTS, serious, serious_in
from devices import PHONE, WIDE, Devices

SMALL = (390, 664)  # a phone whose browser shows its bars


def test_a_link_to_a_rule_shows_and_lights_it(devices: Devices) -> None:
    reader = devices.person(PHONE)
    reader.go("/rules/lobo77#LO-C3")
    rule = reader.page.locator("#LO-C3")
    rule.wait_for()
    reader.until(lambda: "lit" in (rule.get_attribute("class") or ""))
    reader.until(lambda: reader.page.evaluate("document.activeElement.id") == "LO-C3", "the reader is not taken there")
    box = rule.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < PHONE[1]
    reader.shot("rules-deep-link")


def test_a_rule_named_in_passing_is_a_link(devices: Devices) -> None:
    reader = devices.person(WIDE)
    reader.go("/rules/lobo77#LO-T5")
    reader.page.locator("#LO-T5").get_by_role("link", name="LO-T7", exact=True).click()
    assert reader.page.url.endswith("#LO-T7")
    reader.until(lambda: "lit" in (reader.page.locator("#LO-T7").get_attribute("class") or ""))


def test_search_and_language(devices: Devices) -> None:
    reader = devices.person(WIDE)
    reader.go("/rules/lobo77")
    reader.page.get_by_role("searchbox").fill("lo-t5a")
    reader.page.get_by_text("Stelle").first.wait_for()
    assert reader.page.locator(".rule").count() == 1
    reader.page.get_by_role("searchbox").fill("")
    assert reader.page.locator(".rule").count() > 15
    reader.page.get_by_role("button", name="Einstellungen").click()
    reader.page.get_by_text("English").click()
    reader.page.get_by_text("Everyone plays onto the same pile").wait_for()
    assert reader.page.title() == "Lobo 77 · Rules · Spieltisch"


def test_a_rule_leads_to_its_example_and_to_what_we_ruled(devices: Devices) -> None:
    reader = devices.person(SMALL)
    reader.go("/rules/blitzgriff#BG-S5a")
    rule = reader.page.locator("#BG-S5a")
    rule.get_by_role("link", name="Beispiel 7", exact=True).click()
    reader.until(lambda: reader.page.evaluate("document.activeElement.id") == "example-7")
    reader.page.locator("#BG-S5a").get_by_role("link", name="unsere Auslegung").click()
    reader.until(lambda: reader.page.evaluate("document.activeElement.id") == "ruling-BG-S5a")


@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["phone", "wide"])
@pytest.mark.parametrize("game", ["lobo77", "bloeder-sack", "gracias", "blitzgriff"])
def test_pictures_are_drawn_within_the_page(devices: Devices, game: str, size: tuple[int, int]) -> None:
    reader = devices.person(size)
    reader.go(f"/rules/{game}")
    pictures = reader.page.locator(".picture .drawn")
    pictures.first.wait_for()
    boxes = [picture.bounding_box() for picture in pictures.all()]
    assert len(boxes) > 6
    assert all(box and box["height"] > 20 and box["x"] >= 0 and box["x"] + box["width"] <= size[0] for box in boxes)
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert serious(reader.page) == []
    reader.shot(f"rules-{game}-{size[0]}")


def test_a_game_that_is_not_there(devices: Devices) -> None:
    devices.outages = True  # the browser tells of the 404
    reader = devices.person(WIDE)
    reader.go("/rules/chess")
    reader.page.get_by_text("Dieses Spiel gibt es hier nicht").wait_for()


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_for_everyone(devices: Devices, size: tuple[int, int]) -> None:
    reader = devices.person(size)
    reader.go("/rules/lobo77#LO-T5")
    reader.page.locator("#LO-T5.lit").wait_for()
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for theme in LIGHTS:
        assert serious_in(reader.page, theme) == []
        reader.shot(f"rules-{size[0]}-{theme}")
