"""Several seats on one device: nobody ever sees another's hand."""

from axe import serious_in_any_light
from devices import PHONE, Devices

NAMES = ("Anna", "Ben")
ANYTHING = ("[data-testid=cover]", "[data-move].lit", "[data-testid=result]")
ENOUGH = 14  # hand-overs


def test_the_hand_is_covered_until_its_owner_says_so(devices: Devices) -> None:
    table = devices.server.open(3)
    device = devices.person(PHONE)
    page = device.page
    device.sit(table, NAMES[0])
    page.get_by_role("button", name="Noch jemand an diesem Gerät").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Dein Name").fill(NAMES[1])
    dialog.get_by_role("button", name="Platz nehmen").click()
    dialog.wait_for(state="hidden")
    # Whenever cards lie open, note whose they are and what the page says about who looks.
    page.evaluate(
        """() => {
            window.seen = [];
            new MutationObserver(() => {
                const hand = document.querySelectorAll('ul [data-move]').length;
                const cover = document.querySelector('[data-testid=cover]') !== null;
                const owner = document.querySelector('.me .name')?.textContent ?? null;
                if (hand && cover) window.seen.push('open and covered');
                if (hand && owner !== window.holder) window.seen.push(`${window.holder} sees ${owner}`);
            }).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
        }"""
    )
    device.start()
    handovers = 0
    last = ""
    while handovers < ENOUGH and not page.get_by_test_id("result").count():
        device.until(lambda: any(page.locator(seen).count() for seen in ANYTHING))
        ready = page.get_by_test_id("cover").get_by_role("button")
        if ready.count() == 1:
            assert device.hand == []
            assert page.locator(".flight").count() == 0
            name = ready.inner_text().removeprefix("Ich bin ").strip()
            assert name in NAMES
            if handovers == 0:
                device.shot("sofa-cover")
                assert serious_in_any_light(page) == []
            page.evaluate("name => { window.holder = name; }", name)
            ready.click()
            handovers += name != last
            last = name
        elif device.lit.count():
            device.play()
    assert page.evaluate("window.seen") == []
    assert handovers > 2
    device.shot("sofa-hand")
    page.reload()
    page.get_by_test_id("total").wait_for()
    assert device.hand == [], "after a reload nobody knows who holds the device"
