"""Real browsers against the real server."""

from collections.abc import Iterator
from pathlib import Path

import chromium
import pytest
from devices import Devices, Server
from playwright.sync_api import Browser, sync_playwright

PAGE = Path(__file__).parents[2] / "src/spieltisch/server/page/index.html"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not PAGE.exists():
        pytest.fail("The page is not built: make page", pytrace=False)
    path = chromium.found()
    if path is None:
        pytest.fail(chromium.INSTALL, pytrace=False)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server") / "data.db")
    yield running
    running.stop()


@pytest.fixture
def devices(browser: Browser, server: Server) -> Iterator[Devices]:
    """People with devices; at the end nobody's console may have complained."""
    at_hand = Devices(browser, server)
    yield at_hand
    at_hand.close()
    assert at_hand.complaints == []
