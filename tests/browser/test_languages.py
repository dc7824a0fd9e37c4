"""Whoever asks for a language gets it, everywhere; a language is a few files, and no line of code names it."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from devices import Devices, Person, Server
from playwright.sync_api import Browser
from test_fit import NEEDED, fits

ROOT = Path(__file__).parents[2]
PHONE, DESK = (390, 664), (1440, 900)
KEY_OR_BLANK = re.compile(r"\{\w+[,}]|\b(?!spieltisch|serve)[a-z_]{3,}\.[a-z_]{3,}(?:\.[a-z_]+)*\b")


def french(devices: Devices, size: tuple[int, int]) -> Person:
    return devices.person(size, language="fr-FR")


def looked_at(person: Person, name: str) -> None:
    """All words are there, and none is wider than the page."""
    person.shot(f"fr-{name}-{person.page.evaluate('innerWidth')}")
    words = person.page.locator("body").inner_text()
    assert KEY_OR_BLANK.findall(words) == []
    assert person.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert person.page.evaluate("document.documentElement.lang") == "fr"


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", NEEDED)
def test_a_french_browser_plays_in_french(devices: Devices, game: str, size: tuple[int, int]) -> None:
    anna = french(devices, size)
    anna.go(f"/t/{devices.server.open(4 if game != 'gracias' else 6, game=game)}")
    anna.page.get_by_label("Ton nom").fill("Anna")
    anna.page.get_by_role("button", name="Prendre place").click()
    anna.page.get_by_test_id("start").wait_for()
    looked_at(anna, f"{game}-gather")
    anna.start()
    anna.page.locator(".hint.yours").wait_for()
    fits(anna, NEEDED[game], "fr")
    looked_at(anna, game)
    if game == "lobo77" and size == DESK:
        anna.play()
        anna.until(lambda: any("Tu joues" in line for line in anna.log))


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_home_lessons_and_rules_are_french(devices: Devices, size: tuple[int, int]) -> None:
    anna = french(devices, size)
    anna.go("/")
    anna.page.get_by_text("Prenez place.").wait_for()
    looked_at(anna, "home")
    for game in NEEDED:
        anna.go(f"/learn/{game}")
        anna.page.get_by_role("link", name="Toutes les règles").first.wait_for()
        looked_at(anna, f"{game}-learn")
        anna.go(f"/rules/{game}")
        anna.page.get_by_role("heading", name="En une minute").wait_for()
        looked_at(anna, f"{game}-rules")


def test_a_refusal_is_french(devices: Devices) -> None:
    devices.outages = True  # 404 is what we ask for
    anna = french(devices, PHONE)
    anna.go("/t/no-such-table")
    anna.page.get_by_text("Cette table n’existe pas").first.wait_for()


# A language that nobody has written: French under another code, with one word changed.


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All sources, with files for `nl` and nothing else changed, and the page built from them."""
    copy = tmp_path_factory.mktemp("dutch")
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("page", "__pycache__"))
    shutil.copytree(ROOT / "web", copy / "web", ignore=shutil.ignore_patterns("node_modules"))
    (copy / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    for file in [*copy.rglob("texts/fr.json"), *copy.rglob("rulebook.fr.md")]:
        file.with_name(file.name.replace("fr.", "nl.")).write_bytes(file.read_bytes())
    page = copy / "web/src/texts/nl.json"
    words = json.loads(page.read_text(encoding="utf-8"))
    words["lobby"]["welcome"] = "Ga zitten."
    page.write_text(json.dumps(words), encoding="utf-8")
    subprocess.run(["npx", "vite", "build", "--logLevel", "error"], cwd=copy / "web", check=True)
    return copy


@pytest.fixture(scope="module")
def program(copied: Path) -> tuple[str, ...]:
    return ("env", f"PYTHONPATH={copied / 'src'}", sys.executable, "-m", "spieltisch.cli")


@pytest.mark.slow
def test_a_language_is_its_files_and_nothing_else(browser: Browser, copied: Path, program: tuple[str, ...]) -> None:
    class Copy(Server):
        pass

    Copy.program = program
    server = Copy(copied / "data.db")
    devices = Devices(browser, server)
    anna = devices.person(language="nl-BE")
    anna.go("/")
    anna.page.get_by_text("Ga zitten.").wait_for()
    anna.page.get_by_role("button", name="Réglages").click()
    anna.page.get_by_text("Nederlands").wait_for()
    anna.go("/rules/lobo77")
    anna.page.get_by_role("heading", name="En une minute").wait_for()
    assert anna.page.evaluate("document.documentElement.lang") == "nl"
    devices.close()
    server.stop()
    assert devices.complaints == []


@pytest.mark.slow
def test_the_terminal_finds_it_too(program: tuple[str, ...]) -> None:
    match = (*program, "terminal", "lobo77", "--lang", "nl", "--bots", "random")
    assert "À bientôt" in subprocess.run(match, input="q\n", capture_output=True, text=True, check=False).stdout
