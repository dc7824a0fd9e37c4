"""What happens around a match: refusals, spectators, television, moving a seat, standing up, drawing by hand."""

import json
import re

import pytest
from axe import serious, serious_in_any_light
from devices import PHONE, WIDE, Devices, Person, play_on
from playwright.sync_api import WebSocketRoute

CARDS_IN_HAND = 5


def seated(devices: Devices, name: str, table: str, size: tuple[int, int] = WIDE) -> Person:
    person = devices.person(size)
    person.sit(table, name)
    return person


def test_what_is_not_allowed_says_why_and_names_the_rule(devices: Devices) -> None:
    table = devices.server.open(2)
    anna, ben = seated(devices, "Anna", table, PHONE), seated(devices, "Ben", table, PHONE)
    anna.start()
    for person in (anna, ben):
        person.page.get_by_test_id("total").wait_for()
    anna.until(lambda: anna.lit.count() or ben.lit.count())
    waiting = ben if anna.lit.count() else anna
    waiting.page.locator("[data-move]").first.click()
    refusal = waiting.page.get_by_role("alert")
    refusal.wait_for()
    assert "Du bist nicht dran" in refusal.inner_text()
    link = refusal.get_by_role("link")
    assert str(link.get_attribute("href")).endswith("/rules/lobo77#LO-T1")
    waiting.shot("refusal")


def test_spectators_and_television_see_no_hand(devices: Devices) -> None:
    table = devices.server.open(3)
    anna = seated(devices, "Anna", table)
    guest, screen = devices.person(), devices.person(motion=True)
    guest.go(f"/t/{table}")
    screen.go(f"/t/{table}?tv")
    anna.start()
    anna.lit.first.wait_for()
    for watcher in (guest, screen):
        watcher.page.get_by_test_id("total").wait_for()
        assert watcher.hand == []
        assert watcher.page.locator(".round [data-seat]").count() == 3
    assert screen.page.get_by_role("img", name="Mitspielen").count() == 0  # no phone can reach it
    screen.page.get_by_text("Dieser Server läuft nur für dieses Gerät").wait_for()


def ask_for_a_chair(guest: Person, name: str) -> None:
    guest.page.get_by_role("button", name="Für einen Bot einspringen").click()
    guest.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Für .* einspringen$")).first.click()
    guest.page.get_by_label("Dein Name").fill(name)
    guest.page.get_by_role("button", name="Um den Platz bitten").click()
    guest.page.get_by_text("Anna (Gastgeber) entscheidet.").wait_for()


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_host_decides_who_steps_in_for_a_bot(devices: Devices, size: tuple[int, int]) -> None:
    table = devices.server.open(3)
    anna, ben = seated(devices, "Anna", table, size), seated(devices, "Ben", table, size)
    anna.start()
    guest, screen = devices.person(size), devices.person(motion=True)
    guest.go(f"/t/{table}")
    screen.go(f"/t/{table}?tv")
    board = anna.page.get_by_test_id("total")
    board.wait_for()
    stood_at = board.bounding_box()
    ask_for_a_chair(guest, "Carla")
    assert guest.hand == []
    ben.page.get_by_test_id("chair-news").get_by_text("Carla möchte für").wait_for()
    banner = anna.page.get_by_test_id("asking")
    banner.wait_for()
    assert board.bounding_box() == stood_at, "the table does not move"
    assert "Carla möchte für" in anna.page.get_by_test_id("announcer").inner_text()
    assert serious_in_any_light(anna.page) == []
    assert serious_in_any_light(guest.page) == []
    guest.page.get_by_role("button", name="Zurückziehen").click()
    banner.wait_for(state="detached")
    ask_for_a_chair(guest, "Carla")
    anna.page.get_by_role("button", name="Ja, Carla springt ein").press("Enter")
    guest.until(lambda: len(guest.hand) >= CARDS_IN_HAND, "she has no hand")
    for person in (anna, ben, screen):
        person.page.get_by_test_id("chair-news").get_by_text("Carla spielt jetzt für").wait_for()
    guest.page.get_by_test_id("chair-news").get_by_text("Du spielst jetzt für").wait_for()
    assert banner.count() == 0


def test_whoever_the_host_declines_goes_on_watching(devices: Devices) -> None:
    table = devices.server.open(2)
    anna, guest = seated(devices, "Anna", table), devices.person(PHONE)
    anna.start()
    guest.go(f"/t/{table}")
    ask_for_a_chair(guest, "Carla")
    anna.page.get_by_role("button", name="Nein, Carla schaut weiter zu").click()
    guest.page.get_by_text("Der Gastgeber hat nein gesagt.").wait_for()
    assert guest.page.get_by_role("button", name="Für einen Bot einspringen").count() == 0
    assert guest.hand == []


def test_a_seat_moves_to_another_device_once(devices: Devices) -> None:
    table = devices.server.open(2)
    anna = seated(devices, "Anna", table)
    anna.start()
    anna.lit.first.wait_for()
    hand = anna.hand
    anna.page.get_by_role("button", name="Menü").click()
    anna.page.get_by_role("button", name="Mit einem anderen Gerät").click()
    anna.page.get_by_role("button", name="QR-Code zeigen").click()
    link = anna.page.get_by_role("dialog").get_by_label("Link", exact=True).input_value()
    anna.shot("move-seat")
    assert serious_in_any_light(anna.page) == []
    phone, thief = devices.person(PHONE), devices.person()
    phone.page.goto(link)
    phone.until(lambda: phone.hand == hand, "the hand did not come along")
    assert "#" not in phone.page.url
    anna.page.get_by_text("Anna spielt jetzt auf dem anderen Gerät").wait_for()
    assert anna.hand == []
    thief.page.goto(link)
    thief.page.get_by_test_id("total").wait_for()
    thief.page.wait_for_timeout(300)
    assert thief.hand == []
    phone.page.reload()
    phone.until(lambda: phone.hand == hand, "the seat is lost after a reload")


def test_drawing_by_hand(devices: Devices) -> None:
    table = devices.server.open(2, options={"draw": "by hand"})
    anna, ben = seated(devices, "Anna", table), seated(devices, "Ben", table)
    anna.start()
    anna.until(lambda: anna.lit.count() or ben.lit.count())
    player = anna if anna.lit.count() else ben
    player.play()
    button = player.page.get_by_role("button", name="Karte nachziehen")
    button.wait_for()
    player.shot("draw-by-hand")
    button.click()
    player.until(lambda: len(player.hand) == CARDS_IN_HAND)
    assert any("ziehst nach" in line for line in player.log)


def test_standing_up_leaves_the_place_to_a_bot_and_one_may_come_back_after_the_match(devices: Devices) -> None:
    table = devices.server.open(3)
    anna = seated(devices, "Anna", table)
    ben = seated(devices, "Ben", table)
    anna.start()
    ben.page.get_by_test_id("total").wait_for()
    ben.page.get_by_role("button", name="Menü").click()
    ben.page.get_by_role("button", name="Aufstehen").click()
    ben.page.get_by_role("button", name="Ja, aufstehen").click()
    ben.page.get_by_test_id("open-lobo77").wait_for()
    play_on((anna,), lambda: any(line.startswith(("Anna spielt", "Du spielst")) for line in anna.log))
    ben.go(f"/t/{table}")
    ben.page.get_by_text("Du schaust zu").wait_for()
    assert ben.page.get_by_role("button", name="Für einen Bot einspringen").count() == 0, "he has seen a hand"
    anna.page.get_by_role("button", name="Menü").click()
    anna.page.get_by_role("button", name="Partie abbrechen").click()
    anna.page.get_by_role("button", name="Ja, abbrechen").click()
    anna.page.get_by_role("button", name="Ben wegschicken").click()
    ben.page.get_by_label("Dein Name").fill("Ben")
    ben.page.get_by_role("button", name="Platz nehmen").click()
    ben.page.get_by_text("Anna startet die Partie.").wait_for()


def test_the_host_deletes_the_table_for_everybody(devices: Devices) -> None:
    table = devices.server.open(2)
    anna = seated(devices, "Anna", table)
    ben = seated(devices, "Ben", table)
    assert ben.page.get_by_role("button", name="Tisch löschen").count() == 0
    assert ben.page.get_by_text("bleibt 30 Tage nach dem letzten Zug").is_visible()
    anna.start()
    ben.page.get_by_test_id("total").wait_for()
    anna.page.get_by_role("button", name="Menü").click()
    anna.page.get_by_role("button", name="Tisch löschen").click()
    anna.page.get_by_text("Für alle, sofort und für immer").wait_for()
    anna.page.get_by_role("button", name="Ja, alles löschen").click()
    for person in (anna, ben):
        person.page.get_by_role("heading", name="Der Gastgeber hat diesen Tisch gelöscht").wait_for()
        person.page.get_by_role("link", name="Zur Startseite").click()
        person.page.get_by_test_id("open-lobo77").wait_for()
        assert person.page.get_by_role("link", name="Weiterspielen").count() == 0


def test_with_motion_cards_travel_and_the_hand_is_right_in_the_end(devices: Devices) -> None:
    table = devices.server.open(2)
    anna = devices.person(WIDE, motion=True)
    anna.sit(table, "Anna")
    anna.start()
    anna.lit.first.wait_for()
    anna.play()
    anna.page.locator(".flight").first.wait_for()
    anna.shot("travel")
    anna.until(lambda: anna.lit.count() and len(anna.hand) == CARDS_IN_HAND)
    assert anna.page.locator(".flight").count() == 0
    assert "Du spielst" in anna.page.get_by_test_id("announcer").inner_text()


def test_a_device_adds_nothing_to_a_start_that_does_not_fit_and_says_why(devices: Devices) -> None:
    """An operator who shows the hash of a person that nobody sees at the table."""
    table = devices.server.open(2)
    anna = devices.person(PHONE)
    anna.page.route_web_socket(re.compile("/socket"), lie)
    anna.sit(table, "Anna")
    anna.start()
    anna.page.get_by_test_id("distrust").wait_for()
    assert "nicht von genau den Menschen am Tisch" in anna.page.get_by_test_id("distrust").inner_text()
    anna.page.get_by_test_id("cancelled").wait_for()
    anna.shot("distrust-phone")
    assert serious(anna.page) == []


def lie(line: WebSocketRoute) -> None:
    server = line.connect_to_server()

    def tell(message: str | bytes) -> None:
        said = json.loads(message)
        if isinstance(said, dict) and said.get("table", {}).get("stage") == "revealing":
            said["table"]["hashes"]["1"] = "00" * 32
        line.send(json.dumps(said))

    server.on_message(tell)
