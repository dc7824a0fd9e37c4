"""The page as an app: installable, starts without a line, never old where there is one."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from devices import PHONE, Devices, Person, Server
from playwright.sync_api import Browser, Page

KEPT = """async () => {
    const registration = await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20));
    const words = await caches.open("words");
    while (!(await words.match("/api/games/lobo77/rules/de"))) await new Promise((resolve) => setTimeout(resolve, 20));
    return registration.scope;
}"""  # until the worker has taken over and the words of the games lie on the device


@pytest.fixture
def apps(browser: Browser, tmp_path: Path) -> Iterator[Devices]:
    """A server of their own, which is switched off meanwhile."""
    at_hand = Devices(browser, Server(tmp_path / "data.db"))
    yield at_hand
    at_hand.close()
    at_hand.server.stop()
    assert at_hand.complaints == []


def installed(devices: Devices) -> Person:
    person = devices.person(PHONE, app=True)
    person.go("/")
    assert person.page.evaluate(KEPT) == f"{devices.server.address}/"
    return person


def test_a_browser_would_install_it(devices: Devices) -> None:
    """What Chromium and Safari ask of an app, read as they read it."""
    anna = devices.person(PHONE)
    anna.go("/")
    manifest = json.loads(fetched(devices.server, anna.page.locator("link[rel=manifest]").get_attribute("href")))
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert manifest["name"] == manifest["short_name"] == "Spieltisch"
    sizes = {icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert {"192x192", "512x512"} <= sizes
    assert [icon["sizes"] for icon in manifest["icons"] if icon.get("purpose") == "maskable"] == ["512x512"]
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            assert f"{pixels(fetched(devices.server, icon['src']))}" == icon["sizes"]
    touch = anna.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert pixels(fetched(devices.server, touch)) == "180x180"
    cdp = anna.context.new_cdp_session(anna.page)
    found = cdp.send("Page.getAppManifest")
    assert found["url"].endswith("/app.webmanifest")
    assert found["errors"] == []


def fetched(server: Server, path: str | None) -> bytes:
    with urllib.request.urlopen(f"{server.address}{path}") as answer:
        body: bytes = answer.read()
    return body


def pixels(png: bytes) -> str:
    return f"{int.from_bytes(png[16:20])}x{int.from_bytes(png[20:24])}"


def test_without_a_line_it_starts_and_shows_what_the_device_keeps(apps: Devices) -> None:
    anna = installed(apps)
    table = played(anna)
    apps.outages = True
    apps.server.stop()
    page = anna.page
    anna.go("/")
    page.get_by_test_id("offline").wait_for()
    assert page.get_by_test_id("now-lobo77").is_disabled()
    anna.go("/rules/lobo77")
    page.get_by_role("heading", name="Lobo 77").wait_for()
    anna.go("/learn/lobo77#match")
    page.locator("[data-move].lit").first.wait_for()
    anna.go(f"/replay/{table}/1")
    page.get_by_role("slider").wait_for()
    anna.go("/replay")
    page.get_by_text("auch ohne Verbindung").wait_for()
    anna.go(f"/t/{table}")
    page.get_by_text("Dieser Tisch braucht eine Verbindung").wait_for()
    apps.server.start()
    page.get_by_test_id("result").wait_for()  # by itself


def played(person: Person) -> str:
    """A match with a bot to its end, and looked at."""
    table = person.devices.server.open(2)
    person.sit(table, "Anna")
    person.start()
    while not person.page.get_by_test_id("result").count():
        if person.lit.count():
            person.play()
        person.rest()
    person.go(f"/replay/{table}/1")
    person.page.get_by_role("slider").wait_for()
    return table


def test_a_new_version_is_taken_when_nothing_is_under_way(apps: Devices) -> None:
    """The worker says which version it keeps; this page is told of another one than its own."""
    anna = installed(apps)
    page = anna.page
    page.get_by_test_id("open-lobo77").click()
    page.get_by_label("Dein Name").fill("Anna")
    page.evaluate("document.mark = 'old'")
    new_version(page)
    page.wait_for_timeout(2500)  # longer than it takes to look once
    assert page.evaluate("document.mark") == "old"
    assert page.get_by_label("Dein Name").input_value() == "Anna"
    page.keyboard.press("Escape")
    page.wait_for_function("document.mark === undefined")
    page.get_by_test_id("now-lobo77").wait_for()


def new_version(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.dispatchEvent(new MessageEvent('message', {data: {version: 'newer'}}))")
