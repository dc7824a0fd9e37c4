"""Blitzgriff: in peace to the result, by keys alone, and as a race, also over a slow line."""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Queue
from time import monotonic, sleep

from axe import serious_in_any_light
from devices import LONGEST_S, PHONE, WIDE, Devices, Person, Server
from playwright.sync_api import Error as PlaywrightError
from test_keyboard import press_until

HOLD_S = 0.75
FITS = "(words) => words.scrollHeight <= words.clientHeight && words.textContent.length > 0"


def open_table(devices: Devices, seats: int, **options: str) -> str:
    return devices.server.open(seats, game="blitzgriff", options={"tasks": "first game", **options})


def is_on(person: Person) -> bool:
    return person.page.locator("body:not(:has(dialog[open])) .hint.yours").count() > 0


def put_one(person: Person, nth: int = 0) -> None:
    """The first die onto a free field."""
    person.page.locator("button.die").nth(nth).click()
    person.page.locator(".lit button.room").nth(nth).click()


def call_stop(person: Person) -> None:
    """Unless somebody was faster."""
    with suppress(PlaywrightError):
        person.page.get_by_test_id("stop").hover(timeout=1500)
        person.page.mouse.down()
        sleep(HOLD_S)
    person.page.mouse.up()


def read_report(person: Person, who: str) -> None:
    """The own cards first, what a kind of card asks for, then the sheet; and one click leads on."""
    report = person.page.get_by_test_id("report")
    assert who in report.get_by_role("button", pressed=True).inner_text()
    report.get_by_test_id("kind").first.click()
    person.page.get_by_test_id("kind-help").wait_for()
    person.page.keyboard.press("Escape")
    person.page.get_by_test_id("kind-help").wait_for(state="hidden")
    report.get_by_role("button", name="Tabelle").click()
    person.page.get_by_test_id("report-next").click()
    person.page.get_by_test_id("report").wait_for(state="hidden")


def close_report(person: Person) -> None:
    if person.page.get_by_test_id("report").count():
        person.page.keyboard.press("Escape")


def has_result(person: Person) -> bool:
    return person.page.get_by_test_id("result").count() > 0


def sit_down(anna: Person, ben: Person, table: str) -> None:
    anna.sit(table, "Anna")
    ben.sit(table, "Ben")
    anna.page.get_by_text("Ben").first.wait_for()
    anna.start()
    for person in (anna, ben):
        person.page.locator("button.die").first.wait_for()


def test_a_whole_calm_match_wide_and_on_a_phone(devices: Devices) -> None:
    """Each puts one die down, and then they call STOPP early. (Bots are in other matches: the more, the longer.)"""
    anna, ben = devices.person(WIDE), devices.person(PHONE, "dark")
    sit_down(anna, ben, open_table(devices, 2))
    has_put: set[Person] = set()
    has_read: set[Person] = set()
    for person in (anna, ben):
        all_dice_can_be_hit(person)
    end = monotonic() + LONGEST_S
    while not (has_result(anna) and has_result(ben)):
        assert monotonic() < end, "the match does not end"
        for person, name in ((anna, "wide"), (ben, "phone")):
            if person.page.get_by_test_id("report").count():
                if person not in has_read:
                    person.shot(f"blitzgriff-report-{name}")
                    assert serious_in_any_light(person.page) == []
                    read_report(person, "Anna" if person is anna else "Ben")
                    has_read.add(person)
                close_report(person)
            elif is_on(person) and person not in has_put:
                put_one(person)
                has_put.add(person)
                person.shot(f"blitzgriff-{name}")
                assert serious_in_any_light(person.page) == []
            elif is_on(person) and len(has_put) == 2:
                call_stop(person)
            elif is_on(person):
                person.page.locator("[data-move=pass]").click()
        anna.rest()
    assert len(has_read) == 2
    assert anna.page.get_by_test_id("result").locator("li").count() == 2
    assert any("würfelt die Aufgaben" in line for line in anna.log), "in the third round"
    assert any("STOPP-Prüfung" in line for line in anna.log)
    ben.shot("blitzgriff-result-phone")


def all_dice_can_be_hit(person: Person) -> None:
    """What lies under the middle of a die is this die, and it is large enough for a thumb."""
    missed = person.page.evaluate(
        """() => [...document.querySelectorAll("button.die")].filter((die) => {
          const box = die.getBoundingClientRect();
          const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          return hit?.closest("button.die") !== die || die.offsetWidth < 44 || die.offsetHeight < 44;
        }).length"""
    )
    assert missed == 0


def test_by_keyboard_alone(devices: Devices) -> None:
    """Colour and value are typed, arrows go to a field, Enter puts; STOPP is held."""
    anna = devices.person(WIDE)
    table = devices.server.open(2, game="blitzgriff")
    anna.sit(table, "Anna")
    anna.start()
    page, keyboard = anna.page, anna.page.keyboard
    page.locator("button.die").first.wait_for()
    anna.until(lambda: is_on(anna))
    colour, value = str(page.locator("button.die").nth(7).get_attribute("data-die")).split()
    keyboard.press(dict(zip(COLOURS, "RBGEOLANSW", strict=True))[colour])
    keyboard.press(value)
    page.locator("button.die.held").wait_for()
    keyboard.press("ArrowRight")
    keyboard.press("ArrowDown")
    spot = str(page.evaluate("document.activeElement.dataset.spot"))
    assert re.fullmatch(r"put \d\.\d", spot)
    keyboard.press("Enter")
    page.locator(f"[data-spot='{spot}'] .lies").wait_for()
    anna.until(lambda: any("Du legst" in line for line in anna.log))
    anna.until(lambda: is_on(anna))
    press_until(anna, "[data-move=pass]")
    keyboard.press("Enter")
    anna.until(lambda: any("Du passt" in line for line in anna.log))
    anna.until(lambda: is_on(anna) or page.get_by_test_id("report").count())
    if is_on(anna):
        press_until(anna, "[data-testid=stop]")
        keyboard.down("Enter")
        sleep(HOLD_S)
        keyboard.up("Enter")
    page.get_by_test_id("report").wait_for()
    press_until(anna, "[data-testid=report-next]")
    keyboard.press("Enter")
    page.get_by_test_id("report").wait_for(state="hidden")


COLOURS = ("rot", "blau", "gruen", "gelb", "orange", "lila", "rosa", "braun", "schwarz", "weiss")


def test_dragging_parks_and_wrong_places(devices: Devices) -> None:
    """A die is dragged beside a card; STOPP is not called by a mere tap."""
    anna = devices.person(WIDE)
    table = devices.server.open(2, game="blitzgriff")
    anna.sit(table, "Anna")
    anna.start()
    anna.page.locator("button.die").first.wait_for()
    anna.until(lambda: is_on(anna))
    anna.page.get_by_test_id("stop").click()
    anna.page.wait_for_timeout(700)
    assert not any("STOPP" in line for line in anna.log)
    anna.page.locator("button.die").nth(3).drag_to(anna.page.locator("[data-spot='beside 2']"))
    anna.until(lambda: any("neben Karte 2" in line for line in anna.log))
    assert anna.page.locator("[data-spot='beside 2'] .die").count() == 1


def test_all_84_cards_and_the_settings_of_colours(devices: Devices) -> None:
    anna = devices.person(PHONE)
    anna.go("/learn/blitzgriff")
    anna.page.get_by_role("link", name="Alle 84 Karten").click()
    anna.page.locator("[data-card]").first.wait_for()
    assert anna.page.locator("[data-card]").count() == 84
    anna.shot("blitzgriff-cards")
    assert serious_in_any_light(anna.page) == []


def test_a_guided_pass(devices: Devices) -> None:
    """Towers: what is lit is done, the parked die too, and at the end the pass is scored."""
    pupil = devices.person(PHONE)
    pupil.go("/learn/blitzgriff")
    pupil.page.get_by_role("link", name="Zweiertürme").click()
    pupil.page.get_by_text("Leg Gelb 1").first.wait_for()
    pupil.page.locator("button.die:not(.wanted)").first.click()
    pupil.page.locator("[data-spot='put 2.2']").click()
    pupil.page.get_by_text("Probier jetzt aber").first.wait_for()
    steps = (("Leg Gelb 1", "put 1.5"), ("Braun 6", "put 1.5"), ("Schwarz 3", "park 1"), ("Rot 2", "put 1.1"))
    for words, spot in steps:
        pupil.page.get_by_text(words).first.wait_for()
        pupil.page.locator("button.die.wanted").click()
        pupil.page.locator(f"[data-spot='{spot}']").click()
        pupil.shot("blitzgriff-guided")
    pupil.page.locator("[data-spot='parked 1'].wanted").click()
    pupil.page.locator("[data-spot='put 1.1']").click()
    pupil.page.locator("[data-testid=stop].wanted").scroll_into_view_if_needed()
    call_stop(pupil)
    pupil.page.get_by_test_id("report").wait_for()
    close_report(pupil)
    pupil.page.get_by_text("Geschafft!").first.wait_for()
    assert serious_in_any_light(pupil.page) == []


# The race


@contextmanager
def slow_line(port: int, way_s: float) -> Iterator[int]:
    """A proxy that delivers everything so much later, in both directions."""
    listener = socket.create_server(("127.0.0.1", 0))

    def pump(source: socket.socket, target: socket.socket) -> None:
        waiting: Queue[tuple[float, bytes]] = Queue()
        threading.Thread(target=deliver, args=(waiting, target), daemon=True).start()
        with suppress(OSError):
            while data := source.recv(65536):
                waiting.put((monotonic() + way_s, data))

    def deliver(waiting: "Queue[tuple[float, bytes]]", target: socket.socket) -> None:
        with suppress(OSError):
            while True:
                due, data = waiting.get()
                sleep(max(due - monotonic(), 0))
                target.sendall(data)

    def accept() -> None:
        with suppress(OSError):
            while True:
                client, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", port))
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=pump, args=pair, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    yield listener.getsockname()[1]
    listener.close()


TRIP_S = 0.15


def test_a_whole_race_with_one_on_a_slow_line(devices: Devices) -> None:
    """Two people, Ben 150 ms away; he can grab as well. Six passes, and the photo finish.

    The server does not know that his line goes over a proxy, so it shows what TCP finds: the way to the proxy.
    """
    table = open_table(devices, 2, pace="blitz", idle="20")
    with slow_line(devices.server.port, TRIP_S / 2) as port:
        anna = devices.person(PHONE, motion=True)
        ben = devices.person(WIDE, "dark", port=port)
        sit_down(anna, ben, table)
        ask_how_fair(anna)
        get_ready(anna, ben)
        anna.until(lambda: is_going(anna, ben))
        assert all(grab(person) for person in (ben, anna, ben))
        for person in (anna, ben):
            assert person.page.get_by_test_id("hint").locator("span").evaluate(FITS), "the hint lies over the cards"
        ben.until(lambda: ben.page.locator(".line .ms").count() > 0)
        lines = " ".join(ben.page.locator(".line .ms").all_text_contents())
        assert re.search(r"\b\d0? ms", lines), f"lines are in sight: {lines}"
        anna.shot("blitzgriff-race-phone")
        ben.shot("blitzgriff-race-wide")
        assert serious_in_any_light(anna.page) == []
        race_on(anna, ben)
        assert any("Durchgang 1: LOS" in line for line in ben.log)
        for person in (anna, ben):
            assert person.page.get_by_test_id("result").locator("li").count() == 2
        anna.shot("blitzgriff-race-result-phone")
        photo_finish(anna, table)


def test_a_long_way_is_shown_where_the_devices_say_how_long_it_is(devices: Devices, tmp_path: Path) -> None:
    """Behind a proxy the server cannot see it itself: Ben's 150 ms there and back are what his device says."""
    server = Server(tmp_path / "data.db", "--behind-proxy", "127.0.0.1")
    try:
        people = Devices(devices.browser, server)
        table = server.open(2, game="blitzgriff", options={"pace": "blitz"})
        with slow_line(server.port, TRIP_S / 2) as port:
            ben = people.person(WIDE, port=port)
            ben.sit(table, "Ben")
            ben.start()
            get_ready(ben)
            ben.until(lambda: 140 <= shown_ms(ben) < 250, "150 ms, and what a busy machine adds")
        people.close()
    finally:
        server.stop()


def shown_ms(person: Person) -> int:
    """The longest way that is in sight."""
    words = " ".join(person.page.locator(".line .ms").all_text_contents())
    return max(map(int, re.findall(r"(\d+) ms", words)), default=0)


def ask_how_fair(person: Person) -> None:
    person.page.get_by_test_id("how-fair").click()
    words = person.page.get_by_test_id("fair")
    words.get_by_text("misst der Server selbst").wait_for()
    person.shot("blitzgriff-race-fair-phone")
    assert serious_in_any_light(person.page) == []
    words.get_by_role("button", name="Schließen").click()
    words.wait_for(state="hidden")


def race_on(*people: Person) -> None:
    """To the result, with STOPP called as soon as all see the dice."""
    end = monotonic() + LONGEST_S
    while not all(map(has_result, people)):
        assert monotonic() < end, "the match does not end"
        for person in people:
            close_report(person)
            if person.page.get_by_test_id("ready").count():
                get_ready(person)
        if is_going(*people):
            call_stop(people[0])
        people[0].rest()


def get_ready(*people: Person) -> None:
    for person in people:
        with suppress(PlaywrightError):  # the next pass has not begun
            person.page.get_by_test_id("ready").click(timeout=1500)


def is_going(*people: Person) -> bool:
    return all(map(is_on, people))


def grab(person: Person) -> int:
    """A die, and down with it; 0: somebody was faster."""
    for nth in range(3, 8):
        with suppress(PlaywrightError):
            person.page.locator("button.die").nth(nth).click(timeout=1500)
            person.page.locator(".lit button.room").first.click(timeout=1500)
            return 1
    return 0


def photo_finish(person: Person, table: str) -> None:
    """The replay knows when each claim was made, and when it came."""
    person.go(f"/replay/{table}/1")
    person.page.get_by_test_id("claims").first.wait_for(state="attached")
