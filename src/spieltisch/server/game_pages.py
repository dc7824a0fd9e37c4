"""What games of other packages bring for the page: the files of the folder `page` beside their texts, read once."""

import logging
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Annotated, NamedTuple

from msgspec import DecodeError, Meta, Struct, json

from spieltisch.kernel import Game
from spieltisch.server.protocol import GamePage
from spieltisch.server.static_files import BROUGHT

FOLDER, FACTS, MODULE = "page", "page.json", "index.js"

log = logging.getLogger("spieltisch")


class PageFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """page.json: what the lobby says of a game."""

    accent: str
    minutes: Annotated[int, Meta(ge=1, le=600)]
    depth: Annotated[int, Meta(ge=1, le=3)]
    plays: dict[str, str] = {}


class BroughtPage(NamedTuple):
    described: GamePage
    files: Mapping[str, bytes]  # by address


@cache
def page_of(game: Game) -> BroughtPage | None:
    """None: it brings none, or none that can be shown, which is reported."""
    folder = game.folder / FOLDER
    if not folder.is_dir():
        return None
    files = {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.suffix in BROUGHT and file.is_file()
    }
    try:
        facts = json.decode(files.get(FACTS, b""), type=PageFacts)
    except DecodeError as error:
        log.warning("the page does not show %s: its %s/%s is wrong: %s", game.name, FOLDER, FACTS, error)
        return None
    if MODULE not in files:
        log.warning("the page does not show %s: there is no %s/%s", game.name, FOLDER, MODULE)
        return None
    return brought(game, facts, files)


def brought(game: Game, facts: PageFacts, files: Mapping[str, bytes]) -> BroughtPage:
    """Under an address that changes with any of the files, so that they can be kept for ever."""
    digest = sha256(b"\0".join(part for name, content in files.items() for part in (name.encode(), content)))
    addresses = {name: f"/games/{game.name}/{digest.hexdigest()[:16]}/{name}" for name in files}
    described = GamePage(
        module=addresses[MODULE],
        style=addresses.get("style.css"),
        emblem=addresses.get("emblem.svg"),
        guided=addresses.get("guided.json"),
        accent=facts.accent,
        minutes=facts.minutes,
        depth=facts.depth,
        plays=facts.plays,
    )
    return BroughtPage(described, {addresses[name]: content for name, content in files.items()})
