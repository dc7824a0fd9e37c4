"""Mäxchen in a real browser: the lobby offers it, a match is played to its end, watched again, read and learned."""

import re
import urllib.error
import urllib.request

import pytest
from axe import serious_in_any_light
from devices import PHONE, WIDE, Devices, Person

pytest_plugins = ["browser.conftest"]

# What is due is done at once, inside the page: a doubt where it is possible, so that it ends soon. → is a claim due?
DO = """stop => {
    const find = one => document.querySelector(one);
    const claim = find("[data-move^=claim].lit");
    if (!(stop && claim)) (find("[data-move=doubt].lit") ?? find("[data-move].lit"))?.click();
    return claim !== null;
}"""


def play_until_a_claim_is_due(person: Person) -> None:
    person.until(lambda: person.page.evaluate(DO, True))


def play_to_the_end(person: Person) -> None:
    result = person.page.get_by_test_id("result")
    person.until(lambda: result.count() or person.page.evaluate(DO, False) is None, "the match does not end")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_from_the_lobby_to_the_replay(devices: Devices, size: tuple[int, int]) -> None:
    anna = devices.person(size)
    anna.go("/?quick")
    anna.page.locator("article", has_text="Mäxchen").wait_for()
    anna.shot(f"maexchen-lobby-{size[0]}")
    anna.page.get_by_test_id("now-maexchen").click()
    anna.lit.first.wait_for()
    anna.shot(f"maexchen-turn-{size[0]}")
    play_until_a_claim_is_due(anna)
    anna.shot(f"maexchen-claim-{size[0]}")
    assert serious_in_any_light(anna.page) == []
    play_to_the_end(anna)
    assert anna.page.get_by_test_id("result").locator("li").count() == 4
    anna.shot(f"maexchen-result-{size[0]}")
    watched_again(anna)


def watched_again(person: Person) -> None:
    """With every cup open; and the dice were fair."""
    person.go(person.page.url.removeprefix(person.devices.server.address).replace("/t/", "/replay/") + "/1")
    person.page.get_by_test_id("verify").click()
    verdict = person.page.get_by_test_id("verdict")
    verdict.wait_for()
    assert "wrong" not in (verdict.get_attribute("class") or "")
    person.page.keyboard.press("Escape")
    person.page.keyboard.press("End")
    person.page.locator(".mx-board").wait_for()


def test_its_rules_are_read_and_it_is_learned(devices: Devices) -> None:
    pupil = devices.person(PHONE, language="en-GB")
    pupil.go("/rules/maexchen")
    pupil.page.get_by_text("The highest is Mäxchen, the 21.").first.wait_for()
    pupil.go("/learn/maexchen")
    pupil.page.locator("main ol > li").first.wait_for()
    assert pupil.page.locator("main ol > li").count() == 4
    pupil.shot("maexchen-learn")
    assert serious_in_any_light(pupil.page) == []
    pupil.go("/learn/maexchen#match")
    for move in ("roll", "claim 53", "roll", "claim 63", "doubt"):
        pupil.page.locator(f'[data-move="{move}"].lit').click()
    pupil.page.get_by_text("Mia is out, and you have won.").first.wait_for()
    pupil.shot("maexchen-guided")


def test_its_files_are_kept_for_ever_and_nothing_else_is_served(devices: Devices) -> None:
    with urllib.request.urlopen(f"{devices.server.address}/api/games") as answer:
        module = re.search(rb"/games/maexchen/[0-9a-f]{16}/index\.js", answer.read())
    assert module is not None
    address = devices.server.address + module[0].decode()
    with urllib.request.urlopen(address) as answer:
        assert answer.headers["Content-Type"].startswith("text/javascript")
        assert "immutable" in answer.headers["Cache-Control"]
        assert "script-src 'self';" in answer.headers["Content-Security-Policy"]
    for other in ("../game.py", "%2e%2e/game.py", "nothing.js"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(address.replace("index.js", other))
