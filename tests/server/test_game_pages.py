"""What a game of another package brings for the page: read from its folder, described, or left out in words."""

from dataclasses import replace
from pathlib import Path

import pytest

from spieltisch.kernel import Game
from spieltisch.server.game_pages import page_of
from toys.bidding import BIDDING

FACTS = '{"accent": "#123456", "minutes": 10, "depth": 1}'


def bringing(folder: Path, **files: str) -> Game:
    """The toy, with these files in its folder `page`."""
    (folder / "page").mkdir()
    for name, content in files.items():
        (folder / "page" / name.replace("__", ".")).write_text(content)
    return replace(BIDDING, folder=folder)


def test_a_game_without_the_folder_brings_nothing() -> None:
    assert page_of(BIDDING) is None


def test_its_files_lie_under_an_address_that_changes_with_them(tmp_path: Path) -> None:
    game = bringing(tmp_path, page__json=FACTS, index__js="export default 1", emblem__svg="<svg/>", secret__py="")
    page = page_of(game)
    assert page is not None
    assert sorted(page.files) == sorted(
        page.described.module.replace("index.js", name) for name in ("page.json", "index.js", "emblem.svg")
    )
    assert page.described.emblem == page.described.module.replace("index.js", "emblem.svg")
    assert (page.described.style, page.described.minutes, page.described.plays) == (None, 10, {})
    (tmp_path / "page" / "emblem.svg").write_text("<svg></svg>")
    again = page_of(replace(game))
    assert again is not None
    assert again.described.module != page.described.module


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"index__js": ""}, "its page/page.json is wrong: Input data was truncated"),
        ({"index__js": "", "page__json": '{"accent": "red", "minutes": 0, "depth": 1}'}, "`int` >= 1 - at `$.minutes`"),
        ({"index__js": "", "page__json": FACTS.replace("depth", "depht")}, "unknown field `depht`"),
        ({"page__json": FACTS}, "there is no page/index.js"),
    ],
)
def test_what_cannot_be_shown_is_said(
    files: dict[str, str], why: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert page_of(bringing(tmp_path, **files)) is None
    [said] = caplog.messages
    assert said.startswith("the page does not show bidding: ")
    assert why in said
