"""The wheel, installed into an empty environment without node: what people get who have no clone."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from devices import WIDE, Devices, Server, play_on
from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
UV = (str(Path(sys.executable).with_name("uv")), "--quiet")


def run(*command: object) -> str:
    done = subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(*UV, "build", "--wheel", "--out-dir", folder)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """Its programs, with nothing beside them but what the wheel asks for, as the lock has it."""
    place = wheel.parent / "environment"
    run(*UV, "venv", place, "--python", sys.executable)
    run(*UV, "pip", "install", "--python", place / "bin/python", "--constraints", "requirements.lock", wheel)
    return place / "bin"


@pytest.fixture
def devices(browser: Browser, installed: Path, tmp_path: Path) -> Iterator[Devices]:
    class Installed(Server):
        program = ("/usr/bin/env", f"PATH={installed}", str(installed / "spieltisch"))

    server = Installed(tmp_path / "data.db")
    at_hand = Devices(browser, server)
    yield at_hand
    at_hand.close()
    server.stop()
    assert at_hand.complaints == []


def test_it_holds_the_page_and_no_tests(wheel: Path) -> None:
    with ZipFile(wheel) as file:
        names = file.namelist()
    page = ("index.html", "sw.js", "app.webmanifest", "icons/192.png")
    assert {"spieltisch/py.typed", *(f"spieltisch/server/page/{name}" for name in page)} <= set(names)
    assert [name for name in names if "/tests/" in name or name.startswith("tests/")] == []


def test_a_match_is_played_without_a_clone_and_without_node(devices: Devices, installed: Path) -> None:
    assert shutil.which("node", path=str(installed)) is None
    assert "play" in run(installed / "spieltisch")
    anna = devices.person(WIDE)
    anna.sit(devices.server.open(2), "Anna")
    anna.start()
    play_on((anna,), lambda: anna.page.get_by_test_id("result").count())
    assert anna.log[-1].endswith(("gewinnt!", "gewinnst!"))
