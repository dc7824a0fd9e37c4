"""Public tables: only where the server allows them; found on the start page, gone when they are full."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe import serious_in_any_light
from devices import Devices, Server
from playwright.sync_api import Browser


@pytest.fixture
def public_house(browser: Browser, tmp_path: Path) -> Iterator[Devices]:
    server = Server(tmp_path / "data.db", "--public-tables")
    devices = Devices(browser, server)
    yield devices
    devices.close()
    server.stop()
    assert devices.complaints == []


def test_a_public_table_is_found_joined_and_gone_when_full(public_house: Devices) -> None:
    ben = public_house.person()
    ben.go("/")
    tables = ben.page.get_by_test_id("public")
    tables.get_by_text("Gerade wartet kein Tisch").wait_for()

    anna = public_house.person()
    anna.go("/")
    anna.page.get_by_test_id("open-lobo77").click()
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_text("Öffentlich", exact=True).click()
    chosen = dialog.get_by_label("Dein Name").input_value()
    assert dialog.locator("select").count() == 1, "among strangers, a name from the list"
    dialog.get_by_role("button", name="Weniger Plätze").click()
    dialog.get_by_role("button", name="Weniger Plätze").click()
    dialog.get_by_role("button", name="Tisch aufmachen").click()
    anna.page.get_by_test_id("start").wait_for()

    row = tables.get_by_text(chosen)
    row.wait_for()
    assert "1 Platz frei" in tables.inner_text()
    assert serious_in_any_light(ben.page) == []
    ben.shot("home-public")
    tables.get_by_role("link", name="Dazusetzen").click()
    ben.page.get_by_role("button", name="Platz nehmen").click()
    ben.page.get_by_text("startet").first.wait_for()
    anna.page.get_by_test_id("start").click()
    anna.page.get_by_test_id("total").wait_for()

    carla = public_house.person()
    carla.go("/")
    carla.page.get_by_test_id("public").get_by_text("Gerade wartet kein Tisch").wait_for()


def test_elsewhere_there_are_none(devices: Devices) -> None:
    anna = devices.person()
    anna.go("/")
    anna.page.get_by_test_id("open-lobo77").click()
    anna.page.get_by_role("dialog").wait_for()
    assert anna.page.get_by_test_id("public").count() == 0
    assert anna.page.get_by_text("Öffentlich", exact=True).count() == 0
