"""Matches that last for days: opened, begun and played one after the other; one's tables; a notice on the device."""

import json

import chromium
from axe import serious_in
from devices import PHONE, Devices, Person, Server
from playwright.sync_api import Browser

# The one call that needs a browser maker's service: a subscription as it would be, with keys of our own.
SUBSCRIBED = """
async function subscription() {
    const pair = await crypto.subtle.generateKey({name: "ECDH", namedCurve: "P-256"}, true, ["deriveBits"]);
    const letters = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const keys = {
        p256dh: letters(await crypto.subtle.exportKey("raw", pair.publicKey)),
        auth: letters(crypto.getRandomValues(new Uint8Array(16))),
    };
    const endpoint = "https://push.invalid/device";
    return {endpoint, toJSON: () => ({endpoint, keys})};
}
PushManager.prototype.subscribe = function (options) { window.subscribedFor = options; return subscription(); };
"""
SHOWN = """() => navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((shown) => shown.map(({title, body, tag}) => ({title, body, tag})))"""
# A browser opens a window for a tap that is a person's, and for no other: what it would open is told instead.
TAP = """async () => {
    const [notification] = await self.registration.getNotifications();
    let opened = null;
    self.clients.openWindow = async (path) => void (opened = path);
    let done;
    self.onnotificationclick({notification, waitUntil: (promise) => (done = promise)});
    await done;
    return opened;
}"""


def opened_by_days(anna: Person) -> str:
    """In the dialog, as people do it."""
    anna.go("/")
    page = anna.page
    page.get_by_test_id("open-lobo77").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Dein Name").fill("Anna")
    for _ in range(2):
        dialog.get_by_role("button", name="Weniger Plätze").click()
    dialog.get_by_text("Über Tage").click()
    dialog.get_by_text("1 Tag", exact=True).click()
    dialog.get_by_text("Ein Bot zieht dies eine Mal").click()
    assert serious_in(page, "light") == []
    anna.shot("days-open")
    dialog.get_by_role("button", name="Tisch aufmachen").click()
    assert "1 Tag für jeden Zug" in page.get_by_test_id("by-days").inner_text()
    return page.url.rpartition("/")[2]


def test_a_match_by_days_needs_nobody_at_the_same_time(devices: Devices) -> None:
    anna, emil = devices.person(PHONE), devices.person(PHONE)
    table = opened_by_days(anna)
    emil.sit(table, "Emil")
    emil.go("/")  # and is gone
    anna.start()
    anna.page.get_by_text("Es fehlen noch: Emil (bis morgen").wait_for()
    anna.shot("days-starting")
    anna.go("/")
    emil.go(f"/t/{table}")
    emil.page.get_by_text("Es fehlen noch: Anna").wait_for()
    emil.go("/")
    anna.go("/")
    mine = anna.page.get_by_test_id("my-tables")
    mine.get_by_text("Gleich geht es los: einmal öffnen").wait_for()
    assert anna.page.title() == "(1) Spieltisch"
    mine.get_by_role("link", name="Zum Tisch").click()
    anna.page.get_by_test_id("hint").wait_for()
    if not anna.lit.count():  # Emil begins
        anna.page.get_by_text("Emil ist dran, bis morgen").first.wait_for()
        anna.go("/")
        anna, emil = emil, anna
        anna.go(f"/t/{table}")
    anna.page.locator("header").get_by_text("bis morgen").wait_for()
    anna.lit.first.click()
    anna.page.get_by_test_id("hint").get_by_text("ist dran, bis morgen").wait_for()
    anna.shot("days-waiting")
    assert serious_in(anna.page, "light") == []
    anna.page.get_by_role("button", name="Menü").click()
    anna.page.get_by_role("button", name="Urlaub nehmen").click()
    anna.page.get_by_test_id("go-on-holiday").click()
    anna.page.get_by_text("Urlaub bis").first.wait_for()
    emil.go("/")
    emil.page.get_by_text("Du bist dran, bis morgen").wait_for()
    assert emil.page.title() == "(1) Spieltisch"
    emil.shot("days-home")
    # "my tables on my phone too"
    emil.page.get_by_test_id("carry").click()
    link = emil.page.get_by_label("Link").input_value()
    phone = devices.person(PHONE)
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Ja, hierher holen").click()
    phone.page.get_by_text("Du bist dran, bis morgen").wait_for()
    assert "#" not in phone.page.url
    phone.page.get_by_role("link", name="Weiterspielen").click()
    phone.lit.first.wait_for()


def test_a_notice_is_wanted_shown_once_and_opens_its_table(browser: Browser, server: Server) -> None:
    path = chromium.whole()
    assert path is not None, chromium.INSTALL
    whole = browser.browser_type.launch(executable_path=path, args=chromium.FLAGS)
    devices = Devices(whole, server)
    anna = devices.person(PHONE, app=True)
    anna.context.grant_permissions(["notifications"], origin=server.address)
    anna.context.add_init_script(SUBSCRIBED)
    table = server.open(2, pace_h=24)
    anna.sit(table, "Anna")
    page = anna.page
    page.get_by_test_id("notices-offer").click()
    dialog = page.get_by_test_id("notices")
    assert "nicht, was darin steht" in dialog.inner_text()
    assert serious_in(page, "light") == []
    anna.shot("days-notices")
    with page.expect_response(f"**/api/tables/{table}/push") as answered:
        page.get_by_test_id("tell-me").click()
    asked = json.loads(answered.value.request.post_data or "")
    assert (answered.value.status, answered.value.json()) == (200, {"on": True})
    assert (asked["language"], asked["quiet"]) == ("de", [22 * 60, 7 * 60])
    assert page.evaluate("window.subscribedFor.userVisibleOnly") is True
    page.get_by_text("Dieses Gerät sagt dir Bescheid").wait_for()

    notice = {"table": table, "seat": 0, "kind": "turn", "game": "lobo77", "name": "Lobo 77", "language": "de"}
    for _ in range(2):  # sent again after a crash: the same turn
        push(anna, {**notice, "tag": "turn-7", "who": "Emil"})
    anna.until(lambda: page.evaluate(SHOWN))
    assert page.evaluate(SHOWN) == [
        {
            "title": "Emil hat gespielt. Du bist dran: Lobo 77",
            "body": "Tippe hier, um den Tisch zu öffnen.",
            "tag": "turn-7",
        }
    ]
    anna.go("/")
    assert anna.context.service_workers[0].evaluate(TAP) == f"/t/{table}"
    assert page.evaluate(SHOWN) == []
    anna.go(f"/t/{table}")
    page.get_by_test_id("notices-offer").click()
    with page.expect_response(f"**/api/tables/{table}/push") as answered:
        page.get_by_test_id("no-more").click()
    assert (answered.value.request.method, answered.value.json()) == ("DELETE", {"on": False})
    devices.close()
    whole.close()
    assert devices.complaints == []


def push(person: Person, notice: dict[str, object]) -> None:
    """As the browser does when its maker's service has brought one."""
    cdp = person.context.new_cdp_session(person.page)
    registered: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registered.extend(one["registrationId"] for one in told["registrations"]),
    )
    cdp.send("ServiceWorker.enable")
    person.until(lambda: registered)
    delivered = {"origin": person.devices.server.address, "registrationId": registered[-1], "data": json.dumps(notice)}
    cdp.send("ServiceWorker.deliverPushMessage", delivered)
