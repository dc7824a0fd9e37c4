"""Learning Lobo 77: in one minute, and a first match that says what to do."""

from functools import partial

import pytest
from axe import LIGHTS, serious_in
from devices import PHONE, WIDE, Devices, Person

MOVES = ("10", "7", "4", "turn", "x2", "9", "-10")


def my_turn(pupil: Person, move: str) -> None:
    pupil.page.locator(f'button.lit[data-move="{move}"]').wait_for()


def focused(pupil: Person) -> object:
    """The card that has the focus."""
    return pupil.page.evaluate("document.activeElement.dataset.move")


def is_focused(pupil: Person, move: str) -> bool:
    return focused(pupil) == move


def test_from_the_introduction_to_a_won_match(devices: Devices) -> None:
    pupil = devices.person(PHONE)
    pupil.go("/learn/lobo77")
    pupil.page.locator("main ol > li").first.wait_for()
    assert pupil.page.locator("main ol > li").count() == 6
    pupil.page.get_by_role("link", name="Los geht’s").click()
    for move in MOVES:
        my_turn(pupil, move)
        pupil.shot(f"guided-{move}")
        pupil.page.locator(f'button[data-move="{move}"]').click()
    pupil.page.locator(".bubble").get_by_text("Du hast gewonnen!").wait_for()
    pupil.shot("guided-won")
    pupil.page.get_by_role("button", name="Noch einmal").click()
    my_turn(pupil, MOVES[0])


def test_a_wrong_card_is_explained_and_not_played(devices: Devices) -> None:
    pupil = devices.person(PHONE)
    pupil.go("/learn/lobo77#match")
    my_turn(pupil, "10")
    pupil.page.locator('button[data-move="4"]').click()
    pupil.page.get_by_text("Das geht auch: 4.").first.wait_for()
    pupil.page.locator('button[data-move="10"]').click()
    my_turn(pupil, "7")
    pupil.page.locator('button[data-move="4"]').click()
    pupil.page.get_by_text("Das wären 33.").first.wait_for()
    pupil.shot("guided-wrong")
    assert pupil.page.get_by_test_id("total").inner_text() == "29"


def test_by_keyboard_alone_in_english(devices: Devices) -> None:
    pupil = devices.person(WIDE, "dark", "en-GB")
    pupil.go("/learn/lobo77#match")
    my_turn(pupil, "10")
    for _ in range(20):
        if focused(pupil) == "10":
            break
        pupil.page.keyboard.press("Tab")
    for move in MOVES[:3]:
        my_turn(pupil, move)
        pupil.until(partial(is_focused, pupil, move), "focus is lost")
        pupil.page.keyboard.press("Enter")
    heard = pupil.page.get_by_test_id("announcer").inner_text()
    assert "Ole said 55" in heard, "what is said is read out, too"


def test_back_leads_to_the_introduction(devices: Devices) -> None:
    pupil = devices.person(WIDE)
    pupil.go("/learn/lobo77")
    pupil.page.get_by_role("link", name="Los geht’s").click()
    my_turn(pupil, "10")
    pupil.page.go_back()
    pupil.page.get_by_text("Lobo 77 in einer Minute").first.wait_for()


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_for_everyone(devices: Devices, size: tuple[int, int]) -> None:
    pupil = devices.person(size)
    for path, seen in (("/learn/lobo77", "main ol > li"), ("/learn/lobo77#match", "button.lit")):
        pupil.go(path)
        pupil.page.locator(seen).first.wait_for()
        assert pupil.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        for theme in LIGHTS:
            assert serious_in(pupil.page, theme) == []
            pupil.shot(f"learn{'-match' if '#' in path else ''}-{size[0]}-{theme}")
