"""The page as an app: installable, starts without a line, never old where there is one."""

import json
import shutil
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from devices import PHONE, Devices, Person, Server
from playwright.sync_api import Browser
from test_updates import RELEASED, come_back, tables_in

KEPT = """async () => {
    const registration = await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20));
    const words = await caches.open("words");
    while (!(await words.match("/api/games/lobo77/rules/de"))) await new Promise((resolve) => setTimeout(resolve, 20));
    return registration.scope;
}"""  # until the worker has taken over and the words of the games lie on the device
NEWER = "navigator.serviceWorker.dispatchEvent(new MessageEvent('message', {data: {version: 'newer'}}))"
LOOKS_MS = 2000  # so often the page looks whether it may take a new version


@pytest.fixture
def apps(browser: Browser, tmp_path: Path) -> Iterator[Devices]:
    """With a server of their own that has a past, and is switched off meanwhile."""
    data = Path(shutil.copy(RELEASED, tmp_path / "tables.db"))
    at_hand = Devices(browser, Server(data))
    yield at_hand
    at_hand.close()
    at_hand.server.stop()
    assert at_hand.complaints == []


def installed(devices: Devices) -> Person:
    person = devices.person(PHONE, app=True)
    person.go("/")
    assert person.page.evaluate(KEPT) == f"{devices.server.address}/"
    return person


def fetched(server: Server, path: str | None) -> bytes:
    with urllib.request.urlopen(f"{server.address}{path}") as answer:
        body: bytes = answer.read()
    return body


def pixels(png: bytes) -> str:
    return f"{int.from_bytes(png[16:20])}x{int.from_bytes(png[20:24])}"


def test_a_browser_would_install_it(devices: Devices) -> None:
    """What Chromium and Safari ask of an app, read as they read it."""
    anna = devices.person(PHONE)
    anna.go("/")
    manifest = json.loads(fetched(devices.server, anna.page.locator("link[rel=manifest]").get_attribute("href")))
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert manifest["name"] == manifest["short_name"] == "Spieltisch"
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in drawn}
    assert [icon["sizes"] for icon in drawn if icon.get("purpose") == "maskable"] == ["512x512"]
    for icon in drawn:
        assert pixels(fetched(devices.server, icon["src"])) == icon["sizes"]
    touch = anna.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert pixels(fetched(devices.server, touch)) == "180x180"
    found = anna.context.new_cdp_session(anna.page).send("Page.getAppManifest")
    assert found["url"].endswith("/app.webmanifest")
    assert found["errors"] == []


def test_what_makes_it_an_app_never_grows_old_and_comes_from_here(server: Server) -> None:
    for path, kind in (("/sw.js", "text/javascript"), ("/app.webmanifest", "application/manifest+json")):
        with urllib.request.urlopen(f"{server.address}{path}") as answer:
            assert (answer.headers["Content-Type"], answer.headers["Cache-Control"]) == (kind, "no-cache")
            policy = answer.headers["Content-Security-Policy"]
        assert "worker-src 'self'" in policy
        assert "manifest-src 'self'" in policy


def test_without_a_line_it_starts_and_shows_what_the_device_keeps(apps: Devices) -> None:
    hanna, page = (person := installed(apps)), person.page
    table = tables_in(apps.server.data)[5]  # a match was over
    come_back(hanna, table)
    hanna.go(f"/replay/{table}/1")
    page.get_by_role("slider").wait_for()
    apps.outages = True
    apps.server.stop()
    hanna.go("/")
    page.get_by_test_id("offline").wait_for()
    assert page.get_by_test_id("now-lobo77").is_disabled()
    hanna.shot("app-offline")
    hanna.go("/rules/lobo77")
    page.get_by_role("heading", name="Lobo 77").first.wait_for()
    hanna.go("/learn/lobo77#match")
    page.locator("[data-move].lit").first.wait_for()
    hanna.go(f"/replay/{table}/1")
    page.get_by_role("slider").wait_for()
    hanna.go("/replay")
    hanna.go(f"/t/{table}")
    page.get_by_text("Dieser Tisch braucht eine Verbindung").wait_for()
    hanna.shot("app-offline-table")
    apps.server.start()
    page.get_by_test_id("result").or_(page.get_by_test_id("start")).first.wait_for()  # by itself


def test_a_new_version_is_taken_when_nothing_is_under_way(devices: Devices) -> None:
    """The worker says which version it keeps; this page is told of another one than its own."""
    anna = installed(devices)
    page = anna.page
    page.get_by_test_id("open-lobo77").click()
    page.get_by_label("Dein Name").fill("Anna")
    page.evaluate("document.mark = 'old'")
    page.evaluate(NEWER)
    page.wait_for_timeout(LOOKS_MS + 200)
    assert page.evaluate("document.mark") == "old"
    assert page.get_by_label("Dein Name").input_value() == "Anna"
    with page.expect_navigation():
        page.keyboard.press("Escape")
    page.get_by_test_id("now-lobo77").wait_for()
    assert page.evaluate("document.mark ?? 'new'") == "new"
