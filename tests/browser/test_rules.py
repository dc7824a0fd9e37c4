"""The rules page: every rule has its address."""

from typing import Literal

import pytest
from axe import serious
from devices import PHONE, WIDE, Devices


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


def test_a_game_that_is_not_there(devices: Devices) -> None:
    devices.outages = True  # the browser tells of the 404
    reader = devices.person(WIDE)
    reader.go("/rules/chess")
    reader.page.get_by_text("Dieses Spiel gibt es hier nicht").wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_for_everyone(devices: Devices, size: tuple[int, int], theme: Literal["light", "dark"]) -> None:
    reader = devices.person(size, theme)
    reader.go("/rules/lobo77#LO-T5")
    reader.page.locator("#LO-T5.lit").wait_for()
    assert serious(reader.page) == []
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    reader.shot(f"rules-{size[0]}-{theme}")
