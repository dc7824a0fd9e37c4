"""A finished match: to look at from one's own seat or with all hands open, to check, to save and to load."""

import json
from pathlib import Path
from typing import Any

import pytest
from axe import LIGHTS, serious_in, serious_in_any_light
from devices import PHONE, WIDE, Devices, Person, play_on

from spieltisch import cli

FIXTURE = Path(__file__).parents[2] / "web/src/replay/fixture.json"
LOG = json.loads(FIXTURE.read_text(encoding="utf-8"))["finished"]["match"]["log"]
MOVES = sum(line["seat"] >= 0 for line in LOG)

SHOWS_NOW = """(list) => {
  const [line, box] = [list.querySelector("[aria-current]"), list].map((one) => one.getBoundingClientRect());
  return line.top >= box.top - 1 && line.bottom <= box.bottom + 1;
}"""


def match_file(folder: Path, **changes: Any) -> Path:
    document = json.loads(FIXTURE.read_text(encoding="utf-8"))["finished"]["match"] | changes
    file = folder / "match.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return file


def load(person: Person, file: Path) -> None:
    """The server checks it in a process of its own, which takes a while to come up."""
    person.page.set_default_timeout(45_000)
    person.go("/replay")
    person.page.locator("input[type=file]").set_input_files(file)


def moment(person: Person) -> str:
    return str(person.page.get_by_test_id("moment").inner_text())


def check(person: Person) -> None:
    person.page.get_by_test_id("verify").click()
    person.page.get_by_test_id("verdict").wait_for()


def verdict_of(person: Person, name: str) -> str:
    return str(person.page.locator(f"[data-check={name}]").get_attribute("class")).split()[0]


def downloaded(person: Person, what: str, to: Path) -> Path:
    with person.page.expect_download() as download:
        person.page.get_by_test_id(what).click()
    download.value.save_as(to)
    return to


def test_a_match_just_played_is_seen_as_it_was_and_checked(devices: Devices, tmp_path: Path) -> None:
    table = devices.server.open(2)
    anna = devices.person(WIDE)
    anna.sit(table, "Anna")
    anna.start()
    play_on((anna,), lambda: anna.page.get_by_test_id("result").count())
    anna.page.get_by_role("link", name="Partie ansehen und prüfen").click()
    anna.page.get_by_test_id("moment").wait_for()
    assert anna.page.get_by_role("list", name="Deine Hand").locator("li").count() == 5
    assert anna.page.get_by_role("list", name="Hand von").count() == 0, "the other's hand stays shut"
    anna.shot("replay-own-wide")
    anna.page.get_by_text("Alle Hände offen").click()
    anna.page.get_by_role("list", name="Hand von").first.wait_for()
    anna.shot("replay-open-wide")
    check(anna)
    for name in ("commitment", "ownCommitment", "entropy", "ownEntropy", "start", "ownStart", "draws", "ownLog"):
        assert verdict_of(anna, name) == "good", f"{name}: the device kept its own notes"
    anna.page.get_by_text("Aussuchen kann er sie nicht").wait_for()
    anna.page.get_by_text("Gegen den, der ihn betreibt, beweist sie nichts").wait_for()
    anna.shot("verify-wide")
    anna.page.keyboard.press("Escape")
    saved = downloaded(anna, "download", tmp_path / "saved.json")
    notes = downloaded(anna, "notes", tmp_path / "notes.json")
    assert cli.main(["verify", str(saved), "--noted", str(notes)]) == 0, "elsewhere, with the device's own notes"
    stranger = devices.person(PHONE)
    load(stranger, saved)
    stranger.page.get_by_test_id("moment").wait_for()
    check(stranger)
    assert (verdict_of(stranger, "draws"), verdict_of(stranger, "ownEntropy")) == ("good", "none")
    stranger.shot("verify-phone")


def move(number: int) -> str:
    return f"Zug {number} von {MOVES}"


def test_step_jump_and_play_by_keys_and_clicks(devices: Devices, tmp_path: Path) -> None:
    viewer = devices.person(WIDE)
    load(viewer, match_file(tmp_path))
    viewer.page.get_by_text("Ausgeteilt", exact=True).wait_for()
    for _ in range(3):
        viewer.page.keyboard.press("ArrowRight")
    assert moment(viewer) == move(3)
    viewer.page.keyboard.press("ArrowLeft")
    assert moment(viewer) == move(2)
    viewer.page.keyboard.press("End")
    assert moment(viewer) == move(MOVES)
    assert viewer.page.get_by_test_id("log").evaluate(SHOWS_NOW), "the log does not follow"
    viewer.page.keyboard.press("Home")
    viewer.page.locator("[data-moment='7']").click()
    assert moment(viewer) == move(7)
    assert viewer.page.locator("[aria-current=step]").get_attribute("data-moment") == "7"
    viewer.page.get_by_role("slider").fill("20")
    assert moment(viewer) == move(20)
    viewer.page.get_by_label("Tempo").select_option("quick")
    viewer.page.get_by_test_id("play").click()
    viewer.until(lambda: moment(viewer) == move(23), "it does not play")
    viewer.page.get_by_test_id("play").click()
    stopped = moment(viewer)
    viewer.page.wait_for_timeout(900)
    assert moment(viewer) == stopped


def test_a_jump_in_mid_travel_shows_where_it_went(devices: Devices, tmp_path: Path) -> None:
    viewer = devices.person(WIDE, motion=True)
    load(viewer, match_file(tmp_path))
    total = viewer.page.get_by_test_id("total")
    total.wait_for()
    viewer.page.keyboard.press("End")
    viewer.page.wait_for_timeout(300)
    end = total.inner_text()
    viewer.page.keyboard.press("Home")
    viewer.page.keyboard.press("ArrowRight")
    viewer.page.wait_for_timeout(120)
    viewer.page.keyboard.press("End")
    viewer.page.wait_for_timeout(1500)
    assert total.inner_text() == end


def test_a_file_with_another_card_in_it_is_found_out(devices: Devices, tmp_path: Path) -> None:
    devices.outages = True  # the browser tells of the 422
    viewer = devices.person(PHONE)
    tampered = [line | {"move": "76"} if number == 3 else line for number, line in enumerate(LOG)]
    load(viewer, match_file(tmp_path, log=tampered))
    viewer.page.get_by_text("Diese Datei ist nicht in Ordnung").wait_for()
    viewer.page.get_by_role("button", name="Karten prüfen").click()
    viewer.page.get_by_text("Hier stimmt etwas nicht.").wait_for()
    viewer.page.get_by_text("in der Partie steht 76").wait_for()
    viewer.shot("verify-wrong-phone")


def test_what_is_no_match_file_is_said_so(devices: Devices, tmp_path: Path) -> None:
    viewer = devices.person(PHONE)
    file = tmp_path / "shopping.json"
    file.write_text("milk, eggs", encoding="utf-8")
    load(viewer, file)
    viewer.page.get_by_text("Das ist keine gespeicherte Partie").wait_for()
    viewer.shot("replay-file-phone")


def test_a_stranger_cannot_look(devices: Devices) -> None:
    devices.outages = True
    stranger = devices.person(PHONE)
    stranger.go(f"/replay/{devices.server.open(2)}/1")
    stranger.page.get_by_text("Nur wer mitgespielt hat").wait_for()


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_for_everyone(devices: Devices, tmp_path: Path, size: tuple[int, int]) -> None:
    viewer = devices.person(size)
    viewer.go("/replay")
    viewer.page.locator("main h1").wait_for()
    assert serious_in_any_light(viewer.page) == []
    load(viewer, match_file(tmp_path))
    viewer.page.get_by_test_id("moment").wait_for()
    viewer.page.keyboard.press("ArrowRight")
    assert viewer.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for theme in LIGHTS:
        assert serious_in(viewer.page, theme) == []
        viewer.shot(f"replay-{size[0]}-{theme}")
    check(viewer)
    assert serious_in_any_light(viewer.page) == []
