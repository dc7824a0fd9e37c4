"""Decks of the host's own: offered by name, kept by the table as data, never brought by a guest."""

import asyncio
from pathlib import Path

import pytest

from server.conftest import Serve
from server.matches import start
from spieltisch.client import Client, NotTaken
from spieltisch.games import GAMES
from spieltisch.kernel.errors import BadOption
from spieltisch.server.offers import chosen, read_offers, values_of

GAME, OPTION = next((game, option) for game in GAMES for option in game.free_options)
OWN = "[cards]\nsumme = 2\ngerade = 1\nnicht-3 = 2\ngleiche = 1\nletzte-4 = 1\n"
VALUE = GAME.free_options[OPTION].read(OWN)
LONG = 60  # seconds: a guard against hanging


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "Oma Ernas.toml").write_text(OWN, encoding="utf-8")
    (decks / "notes.txt").write_text("not a deck", encoding="utf-8")
    return decks


def test_every_file_of_the_folder_is_offered_by_its_name(folder: Path) -> None:
    offers = read_offers(folder)
    assert values_of(GAME, offers)[OPTION] == [GAME.free_options[OPTION].default, "Oma Ernas"]
    assert chosen(GAME, offers, {OPTION: "Oma Ernas"})[OPTION] == VALUE


def test_without_a_folder_there_is_the_usual_one() -> None:
    assert values_of(GAME, read_offers(None))[OPTION] == [GAME.free_options[OPTION].default]
    assert chosen(GAME, {}, {}) == GAME.check_options({})


@pytest.mark.parametrize("wanted", ["Oma Erna", VALUE, "../decks/Oma Ernas", "notes", ""])
def test_only_what_is_offered_can_be_chosen(folder: Path, wanted: str) -> None:
    with pytest.raises(BadOption, match="'Oma Ernas'"):
        chosen(GAME, read_offers(folder), {OPTION: wanted})


@pytest.mark.parametrize(
    ("name", "content", "wrong"),
    [
        ("x.toml", OWN.replace("gerade", "grade").encode(), "x.toml, line 3: "),
        ("x.toml", b"\xff\xfe", "UTF-8"),
        ("x" * 50 + ".toml", OWN.encode(), "at most"),
    ],
)
def test_a_bad_file_is_named(folder: Path, name: str, content: bytes, wrong: str) -> None:
    (folder / name).write_bytes(content)
    with pytest.raises(BadOption, match=wrong):
        read_offers(folder)


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no folder"):
        read_offers(tmp_path / "nowhere")


def test_at_a_real_server(serve: Serve, folder: Path) -> None:
    """The table keeps the deck itself: it plays on when the file is gone."""
    server = serve("--decks", str(folder))

    async def opened_and_started(client: Client) -> str:
        table = await client.open(GAME.name, 2, {OPTION: "Oma Ernas"}, quick=True)
        async with client.join(table, "Hanna") as line:
            await line.do("bot", seat=1, level="random")
            await start(line)
            assert line.table.options[OPTION] == VALUE
        with pytest.raises(NotTaken, match="Oma Ernas"):
            await client.open(GAME.name, 2, {OPTION: VALUE})
        return table

    async def asked() -> str:
        async with asyncio.timeout(LONG), server.client() as client:
            return await opened_and_started(client)

    async def looked_at(table: str) -> str:
        async with asyncio.timeout(LONG), server.client() as client, client.watch(table) as line:
            return line.table.options[OPTION]

    table = asyncio.run(asked())
    server.stop()
    (folder / "Oma Ernas.toml").unlink()
    server.start()
    assert asyncio.run(looked_at(table)) == VALUE
