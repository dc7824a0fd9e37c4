"""The way in: a match at a click, one's tables, codes, the television, and coming back to what a stand-in played."""

from devices import PHONE, Devices


def test_one_click_leads_into_a_match_and_home_leads_back(devices: Devices) -> None:
    anna = devices.person(PHONE)
    anna.go("/?quick")
    anna.page.get_by_test_id("now-lobo77").click()
    anna.lit.first.wait_for()
    assert anna.page.locator("[data-seat]").count() == 4
    anna.go("/")
    mine = anna.page.get_by_test_id("my-tables")
    mine.get_by_text("Du bist dran").wait_for()
    above, below = mine.bounding_box(), anna.page.get_by_test_id("now-lobo77").bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"]
    mine.get_by_role("link", name="Weiterspielen").click()
    anna.lit.first.wait_for()


def test_blitzgriff_opens_as_a_race_and_the_host_can_calm_it(devices: Devices) -> None:
    anna = devices.person()
    anna.go("/")
    anna.page.get_by_test_id("open-blitzgriff").click()
    dialog = anna.page.get_by_role("dialog")
    assert dialog.get_by_role("radio", name="Blitz").is_checked()
    dialog.get_by_role("button", name="Tisch aufmachen").click()
    anna.page.get_by_text("Tempo: Blitz").wait_for()
    anna.page.get_by_test_id("options").click()
    anna.page.get_by_role("dialog").get_by_text("ruhig", exact=True).click()
    anna.page.get_by_text("Tempo: ruhig").wait_for()
    anna.page.keyboard.press("Escape")
    anna.page.get_by_role("button", name="Name, Bild und Farbe ändern").click()
    anna.page.get_by_label("Dein Name").fill("Oma")
    anna.page.get_by_label("Rakete").check(force=True)
    anna.page.get_by_role("button", name="Fertig").click()
    anna.page.locator("[data-chair]").get_by_text("Oma").wait_for()


def test_the_way_onto_a_television_and_back(devices: Devices) -> None:
    table = devices.server.open(2)
    anna = devices.person(PHONE)
    anna.sit(table, "Anna")
    anna.page.get_by_role("button", name="Auf dem Fernseher zeigen").click()
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_test_id("only-here").wait_for()  # this server is for this machine only: no QR code that cannot work
    assert anna.page.get_by_role("img", name="QR-Code").count() == 0
    anna.page.get_by_role("link", name="Dieses Gerät als Fernseher").click()
    anna.page.get_by_role("link", name="Zurück zum Tisch").click()
    anna.page.get_by_test_id("start").wait_for()
    anna.go(f"/t/{table}?tv")
    anna.page.get_by_role("link", name="Zurück zum Tisch").wait_for()
    anna.page.keyboard.press("Escape")
    anna.page.get_by_test_id("start").wait_for()


def test_a_code_leads_to_the_table_from_the_home_page(devices: Devices) -> None:
    table = devices.server.open(2)
    anna, ben = devices.person(), devices.person(PHONE)
    anna.sit(table, "Anna")
    ask = "table => fetch(`/api/tables/${table}/code`, {method: 'POST', body: '{}'}).then((answer) => answer.json())"
    made = anna.page.evaluate(ask, table)
    ben.go("/")
    ben.page.get_by_test_id("type-code").fill(f"{made['code'][:4].lower()} {made['code'][4:]}")
    ben.page.get_by_role("button", name="Zum Tisch").click()
    ben.page.get_by_role("button", name="Platz nehmen").wait_for()


def test_a_stand_in_says_so_and_whoever_returns_is_told(devices: Devices) -> None:
    table = devices.server.open(2, grace_s=5)
    anna, ben = devices.person(), devices.person()
    anna.sit(table, "Anna")
    ben.sit(table, "Ben")
    anna.start()
    anna.page.get_by_test_id("hint").wait_for()
    ben.page.get_by_test_id("hint").wait_for()
    ben.page.goto("about:blank")
    hint = anna.page.get_by_test_id("hint")

    def bens_turn() -> bool:
        if anna.lit.count():
            anna.play()
        return "Ben ist nicht da" in hint.inner_text()

    anna.until(bens_turn, "the prompt does not say that Ben is away")
    anna.until(lambda: any("Ein Bot spielt weiter" in line for line in anna.log))
    anna.until(lambda: any(line.startswith("Ben (Bot)") for line in anna.log))
    ben.go(f"/t/{table}")
    told = ben.page.get_by_test_id("played-for-you")
    told.get_by_text("Ben (Bot)").first.wait_for()
    told.get_by_role("button", name="Weiterspielen").click()
    anna.until(lambda: any("Ben ist wieder da" in line for line in anna.log))
    ben.page.reload()
    ben.page.get_by_test_id("hint").wait_for()
    assert told.count() == 0
