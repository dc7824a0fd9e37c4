"""The page for people, as built from web/ (its scripts find their way by the path), and the one for developers."""

import gzip
import re
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath

from aiohttp import hdrs, web

from spieltisch.games import game_named
from spieltisch.kernel import Game
from spieltisch.kernel.errors import UnknownGame
from spieltisch.server.game_pages import page_of
from spieltisch.server.incoming import origin_of
from spieltisch.server.previews import PICTURE, language_of, with_preview
from spieltisch.server.static_files import APP, PAGE, TYPES

DEVELOPERS = files("spieltisch.server") / "developers"
WORTH_PACKING = (".js", ".css", ".svg", ".json", ".webmanifest")
A_DAY = "public, max-age=86400"
FOR_EVER = "public, max-age=31536000, immutable"  # a changed file has another name

routes = web.RouteTableDef()


@routes.get("/")
@routes.get("/rules/{game}")
@routes.get("/learn/{game}")
@routes.get("/replay")
@routes.get("/replay/{table}/{number}")
async def page(request: web.Request) -> web.Response:
    """Everywhere the same, but for what a messenger shows of it."""
    return shown_as(request, None)


def shown_as(request: web.Request, game: Game | None) -> web.Response:
    """Where it has not been built, the developers' view."""
    index = PAGE / "index.html"
    if not index.is_file():
        index = DEVELOPERS / "index.html"
    language = language_of(request.headers.get(hdrs.ACCEPT_LANGUAGE, ""))
    text = with_preview(index.read_text(encoding="utf-8"), game, language, origin_of(request))
    return web.Response(text=text, content_type="text/html", headers={hdrs.VARY: hdrs.ACCEPT_LANGUAGE})


@routes.get(f"/{PICTURE}")
async def picture(request: web.Request) -> web.Response:
    return file_of(request, PICTURE)


@routes.get("/favicon.svg")
async def icon(request: web.Request) -> web.Response:
    return file_of(request, "favicon.svg")


@routes.get(f"/{{file:{'|'.join(re.escape(name) for name in APP)}}}")
async def app(request: web.Request) -> web.Response:
    """The service worker, and how the page is installed."""
    response = file_of(request, request.match_info["file"])
    response.headers[hdrs.CACHE_CONTROL] = "no-cache"
    return response


@routes.get("/icons/{file:[a-z0-9]+\\.png}")
async def app_icon(request: web.Request) -> web.Response:
    response = file_of(request, f"icons/{request.match_info['file']}")
    response.headers[hdrs.CACHE_CONTROL] = A_DAY
    return response


@routes.get("/assets/{file:[A-Za-z0-9_.-]+}")
async def asset(request: web.Request) -> web.Response:
    response = file_of(request, f"assets/{request.match_info['file']}")
    response.headers[hdrs.CACHE_CONTROL] = FOR_EVER
    return response


@routes.get("/games/{game}/{stamp:[0-9a-f]{16}}/{file:[A-Za-z0-9_./-]+}")
async def brought(request: web.Request) -> web.Response:
    """A file of a game that another package brings."""
    try:
        page = page_of(game_named(request.match_info["game"]))
    except UnknownGame:
        page = None
    if page is None or request.path not in page.files:
        raise web.HTTPNotFound
    response = packed(request, PurePosixPath(request.path).suffix, page.files[request.path])
    response.headers[hdrs.CACHE_CONTROL] = FOR_EVER
    return response


@routes.get("/developers/{file:[a-z]+\\.(html|js|css)}")
async def developers(request: web.Request) -> web.Response:
    file = DEVELOPERS / request.match_info["file"]
    if not file.is_file():
        raise web.HTTPNotFound
    return web.Response(text=file.read_text(encoding="utf-8"), content_type=TYPES[PurePosixPath(file.name).suffix])


def file_of(request: web.Request, name: str) -> web.Response:
    kind = PurePosixPath(name).suffix
    if kind not in TYPES or not (PAGE / name).is_file():
        raise web.HTTPNotFound
    return packed(request, kind, bytes_of(name))


def packed(request: web.Request, kind: str, content: bytes) -> web.Response:
    """As small as the client can read it."""
    packs = kind in WORTH_PACKING and "gzip" in request.headers.get(hdrs.ACCEPT_ENCODING, "")
    response = web.Response(body=gzipped(content) if packs else content, content_type=TYPES[kind])
    response.headers[hdrs.VARY] = hdrs.ACCEPT_ENCODING
    if packs:
        response.headers[hdrs.CONTENT_ENCODING] = "gzip"
    return response


@cache
def bytes_of(name: str) -> bytes:
    return (PAGE / name).read_bytes()


@cache
def gzipped(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)
