"""A server as people run it, and people with browsers."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page
from playwright.sync_api import Error as PlaywrightError

SCREENSHOTS = Path(__file__).parent / "screenshots"
TAKES_SCREENSHOTS = "SPIELTISCH_SCREENSHOTS" in os.environ  # `make screenshots`: they cost more than all else on a page
PHONE, TABLET, WIDE = (390, 844), (820, 1180), (1440, 900)
# What a browser itself says when the line is cut on purpose: nobody's fault.
BLOCKED = "Service Worker registration blocked by Playwright"  # by us: see Devices.person
OUTAGE = re.compile(r"WebSocket connection to|Failed to load resource|net::ERR_")
LONGEST_S = 120
REST_MS = 100
# Until the page changes, and has had time to change as a whole; or for a while.
CHANGED = """longest => new Promise((resolve) => {
    const watcher = new MutationObserver(() => setTimeout(done, 20));
    const done = () => { watcher.disconnect(); resolve(); };
    watcher.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    setTimeout(done, longest);
})"""


class Server:
    program: tuple[str, ...] = (sys.executable, "-m", "spieltisch.cli")

    def __init__(self, data: Path, *flags: str) -> None:
        self.data, self.flags = data, flags
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [*self.program, "serve", "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen([*command, *self.flags], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
                return
        raise AssertionError("the server did not start")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(LONGEST_S)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def open(self, seats: int, **wishes: Any) -> str:
        """A new table's id; its bots do not pause."""
        body = json.dumps({"game": "lobo77", "seats": seats, "quick": True, **wishes}).encode()
        request = urllib.request.Request(f"{self.address}/api/tables", body)
        with urllib.request.urlopen(request) as response:
            table: str = json.load(response)["table"]
        return table


class Person:
    """Somebody at a device."""

    def __init__(self, devices: "Devices", context: BrowserContext, page: Page, port: int | None = None) -> None:
        self.devices, self.context, self.page = devices, context, page
        self.port = port  # of another way to the server

    def go(self, path: str) -> None:
        self.page.goto(f"http://127.0.0.1:{self.port or self.devices.server.port}{path}")

    def sit(self, table: str, name: str) -> None:
        self.go(f"/t/{table}")
        self.page.get_by_label("Dein Name").fill(name)
        self.page.get_by_role("button", name="Platz nehmen").click()
        self.page.get_by_text("du", exact=False).first.wait_for()
        self.page.locator(".start").wait_for()

    def start(self) -> None:
        self.page.get_by_test_id("start").click()

    @property
    def lit(self) -> Locator:
        return self.page.locator("[data-move].lit")

    @property
    def hand(self) -> list[str]:
        return [str(card.get_attribute("data-move")) for card in self.page.locator("ul [data-move]").all()]

    @property
    def log(self) -> list[str]:
        lines = self.page.locator("aside [data-testid=log] li span:last-child").all_text_contents()
        return [line.strip() for line in lines]

    def play(self) -> None:
        """The first card that is lit, unless the turn has just passed."""
        with contextlib.suppress(PlaywrightError):
            self.lit.first.click(timeout=1500)

    def until(self, condition: Callable[[], object], why: str = "") -> None:
        end = monotonic() + LONGEST_S
        while not condition():
            assert monotonic() < end, why or "waited too long"
            self.rest()

    def rest(self) -> None:
        """Until something happens on the page: who asks it all the time keeps it from its work."""
        try:
            self.page.evaluate(CHANGED, REST_MS)
        except PlaywrightError:  # it is being loaded
            self.page.wait_for_timeout(20)

    def shot(self, name: str) -> None:
        """For people to look at; nothing is tested by it."""
        if TAKES_SCREENSHOTS:
            SCREENSHOTS.mkdir(exist_ok=True)
            self.page.screenshot(path=SCREENSHOTS / f"{name}.png")


class Devices:
    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self.complaints: list[str] = []
        self.outages = False  # lines are cut on purpose
        self._contexts: list[BrowserContext] = []

    def person(
        self,
        size: tuple[int, int] = WIDE,
        theme: Literal["light", "dark"] = "light",
        language: str = "de-DE",
        motion: bool = False,
        port: int | None = None,
        app: bool = False,  # with a service worker, which keeps the whole page: what most tests need not wait for
    ) -> Person:
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,
            locale=language,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=size == PHONE,
            service_workers="allow" if app else "block",
        )
        context.set_default_timeout(60_000)  # a busy machine is no mistake of the page
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("request", self._see)
        return Person(self, context, page, port)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.text == BLOCKED:
            return
        if message.type in ("error", "warning") and not (self.outages and OUTAGE.search(message.text)):
            self.complaints.append(f"{message.type}: {message.text}")

    def _see(self, request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            self.complaints.append(f"a request to a third party: {request.url}")

    def close(self) -> None:
        for context in self._contexts:
            context.close()


# The first thing that is lit, inside the page: who aims with a mouse keeps it from its work. (`Person.play` does.)
PLAY = "document.querySelector('[data-move].lit')?.click()"


def play_on(people: Iterable[Person], until: Callable[[], object]) -> None:
    """Everybody plays whenever he can."""
    people = list(people)
    end = monotonic() + LONGEST_S
    while not until():
        assert monotonic() < end, "the match does not end"
        for person in people:
            with contextlib.suppress(PlaywrightError):  # it is being loaded
                person.page.evaluate(PLAY)
        people[0].rest()
