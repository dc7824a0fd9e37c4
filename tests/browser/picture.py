"""The picture of the table in the README: `make picture` plays some moves of a match and takes it anew."""

import base64
import sys
import tempfile
from pathlib import Path

import chromium
from devices import Devices, Server
from playwright.sync_api import sync_playwright
from test_bloeder_sack import has_result, is_on, seated, take_up_and_tap

SIZE = (1280, 800)
MOVES = 14
QUALITY = 82


def take(file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data.db")
        browser = playwright.chromium.launch(executable_path=chromium.found(), args=chromium.FLAGS)
        devices = Devices(browser, server)
        (anna,) = seated(devices, "Anna", seats=4, size=SIZE)
        for move in range(MOVES):
            anna.until(lambda: is_on(anna) or has_result(anna))
            take_up_and_tap(anna, move % 3)
        anna.until(lambda: is_on(anna) or has_result(anna))
        shot = anna.context.new_cdp_session(anna.page).send(
            "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
        )
        file.write_bytes(base64.b64decode(shot["data"]))
        devices.close()
        browser.close()
        server.stop()


if __name__ == "__main__":
    take(Path(sys.argv[1]))
