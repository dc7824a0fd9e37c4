"""Every screen of lobby and table, in every size and light: nothing serious for axe, nothing cut off, pictures kept."""

import gzip

import chromium
import pytest
from axe import LIGHTS, serious_in
from devices import PHONE, TABLET, WIDE, Devices, Person

SIZES = {"phone": PHONE, "tablet": TABLET, "wide": WIDE}
LIMIT = 150_000  # bytes of the first load, packed, without fonts


def looked_at(person: Person, name: str) -> None:
    """In every light a picture and axe; and nothing that makes the page scroll sideways."""
    for theme in LIGHTS:
        assert serious_in(person.page, theme) == [], f"{name}, {theme}"
        person.shot(f"{name}-{theme}")
    width = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, f"{name} is {width} px too wide"


@pytest.mark.parametrize("size", SIZES)
def test_every_screen(devices: Devices, size: str) -> None:
    anna = devices.person(SIZES[size])
    page = anna.page

    def look(name: str) -> None:
        looked_at(anna, f"{name}-{size}")

    anna.go("/?quick")
    page.get_by_test_id("open-lobo77").wait_for()
    look("home")
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_role("dialog").wait_for()
    look("settings")
    page.keyboard.press("Escape")
    page.get_by_test_id("open-lobo77").click()
    page.get_by_text("Spielweise").click()
    look("open-table")
    page.get_by_label("Dein Name").fill("Anna")
    page.get_by_role("dialog").get_by_role("button", name="Tisch aufmachen").click()
    page.get_by_test_id("start").wait_for()
    look("gathering")
    table = page.url.rpartition("/")[2]

    ben = devices.person(SIZES[size])
    ben.go(f"/t/{table}")
    ben.page.get_by_role("button", name="Platz nehmen").wait_for()
    looked_at(ben, f"invited-{size}")

    anna.start()
    anna.lit.first.wait_for()
    look("play")
    page.get_by_role("button", name="Menü").click()
    look("menu")
    page.get_by_role("button", name="Pause machen").click()
    page.get_by_text("Die Zeit steht still").wait_for()
    look("paused")
    page.get_by_role("button", name="Weiter", exact=True).click()
    page.get_by_role("button", name="Etwas sagen").click()
    look("phrases")
    page.get_by_role("button", name="Viel Glück!").click()
    ben.page.get_by_text("Viel Glück!").first.wait_for()
    looked_at(ben, f"watching-{size}")
    ben.go(f"/t/{table}?tv")
    ben.page.get_by_test_id("total").wait_for()
    looked_at(ben, f"television-{size}")
    if size != "wide":
        page.get_by_role("button", name="Was geschah").click()
        look("log")
        page.keyboard.press("Escape")


@pytest.mark.parametrize("game", ["blitzgriff", "bloeder-sack", "gracias", "lobo77"])
def test_names_and_numbers_on_a_phone_are_covered_by_nothing(devices: Devices, game: str) -> None:
    """Four players, so plates are narrow; what counts there stays inside of them."""
    anna = devices.person(PHONE)
    anna.sit(devices.server.open(4, game=game), "Anna")
    anna.start()
    anna.page.locator(".round .seat .name").first.wait_for()
    covered = anna.page.evaluate(
        """() => [...document.querySelectorAll(".round .seat :is(.name, .words b)")].filter((words) => {
          const [box, plate] = [words.getBoundingClientRect(), words.closest(".seat").getBoundingClientRect()];
          const at = (share) => document.elementFromPoint(box.left + share * box.width, box.top + box.height / 2);
          const covers = (share) => at(share)?.closest(".badge");
          return box.width > 0 && (box.right > plate.right || [0.1, 0.5, 0.9].some(covers));
        }).map((words) => words.textContent)"""
    )
    assert covered == []
    anna.shot(f"four-{game}-phone")


OUT_OF_REACH = """() => [...document.querySelectorAll("main button, header button")].filter((button) => {
  if (button.offsetWidth === 0) return false;
  button.scrollIntoView({ block: "center" });
  const box = button.getBoundingClientRect();
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !there?.closest("button"); // dice and cards may lie over one another
}).map((button) => button.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("game", ["blitzgriff", "bloeder-sack", "gracias", "lobo77"])
def test_small_windows_and_large_letters_leave_nothing_out_of_reach(devices: Devices, game: str) -> None:
    flags = [*chromium.FLAGS, "--blink-settings=defaultFontSize=24"]  # as somebody sets it who sees badly
    large = devices.browser.browser_type.launch(executable_path=chromium.found(), args=flags)
    for browser, size in ((devices.browser, (320, 568)), (devices.browser, (844, 390)), (large, PHONE)):
        room = Devices(browser, devices.server)
        anna = room.person(size)
        anna.sit(devices.server.open(4, game=game), "Anna")
        anna.start()
        anna.page.locator(".hint.yours").wait_for()
        anna.shot(f"small-{size[0]}-{game}")
        assert anna.page.evaluate(OUT_OF_REACH) == []
        assert anna.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        words, board = (anna.page.locator(part).bounding_box() for part in (".hint", ".felt"))
        assert words is not None
        assert board is not None
        below, beside = words["y"] >= board["y"] + board["height"] - 1, words["x"] >= board["x"] + board["width"] - 1
        assert below or beside, "the hint lies below the board, or beside it on a phone held sideways"
        room.close()
        assert room.complaints == []
    large.close()


def test_eight_at_a_phone(devices: Devices) -> None:
    table = devices.server.open(8)
    anna = devices.person(PHONE)
    anna.sit(table, "Maximiliane")
    anna.start()
    anna.lit.first.wait_for()
    looked_at(anna, "play-eight-phone")
    plates = [plate.bounding_box() for plate in anna.page.locator(".round [data-seat]").all()]
    assert len(plates) == 7
    for box in plates:
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]


def test_lost_tables_and_pages(devices: Devices) -> None:
    devices.outages = True  # 404 is what we ask for
    anna = devices.person(PHONE)
    anna.go("/t/no-such-table")
    anna.page.get_by_text("Diesen Tisch gibt es nicht").first.wait_for()
    looked_at(anna, "no-table")
    anna.go("/no/such/page")
    anna.page.get_by_role("link", name="Zur Startseite").wait_for()
    looked_at(anna, "no-page")


def test_languages_switch_in_place(devices: Devices) -> None:
    table = devices.server.open(2)
    anna = devices.person(WIDE, language="en-GB")
    anna.go(f"/t/{table}")
    anna.page.get_by_role("button", name="Take a seat").click()
    anna.start()
    anna.lit.first.wait_for()
    assert "Your turn" in anna.page.title()
    anna.play()
    anna.until(lambda: any("You play" in line for line in anna.log))
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Settings").click()
    anna.page.get_by_text("Deutsch").click()
    anna.until(lambda: any("Du spielst" in line for line in anna.log))
    assert anna.page.evaluate("document.documentElement.lang") == "de"


def test_the_first_load_is_light(devices: Devices) -> None:
    weights: dict[str, int] = {}
    anna = devices.person()
    anna.page.on("response", lambda got: weights.update({got.url: len(gzip.compress(got.body()))}))
    anna.go("/")
    anna.page.get_by_test_id("open-lobo77").wait_for()
    anna.page.wait_for_load_state("networkidle")
    weight = sum(size for url, size in weights.items() if not url.endswith(".woff2"))
    assert 10_000 < weight < LIMIT, weights
