"""HTTP: games, tables, rules, finished matches, health. Every answer carries the headers of guard.py."""

import logging
from collections.abc import Awaitable, Callable
from functools import cache, partial
from hashlib import sha256

from aiohttp import hdrs, web
from msgspec import json, structs

from spieltisch.bots import LEVELS
from spieltisch.games import GAMES, game_named
from spieltisch.kernel import MovesInSight
from spieltisch.kernel.cells import cells_of
from spieltisch.kernel.events import EventKind, ids_of
from spieltisch.kernel.game import Game as KernelGame
from spieltisch.kernel.languages import LANGUAGES, TEXTS
from spieltisch.kernel.record import Sees
from spieltisch.server import protocol, site
from spieltisch.server.checking import NotGood
from spieltisch.server.game_pages import page_of
from spieltisch.server.guard import HEADERS
from spieltisch.server.http_protocol import answer
from spieltisch.server.incoming import Failed, body_of, client_of, read_body, tcp_of
from spieltisch.server.jobs import Busy
from spieltisch.server.offers import chosen, values_of
from spieltisch.server.questions import (
    REFUSALS,
    Answered,
    FindCode,
    Glance,
    MakeCode,
    PublicTables,
    ReadMatch,
    ask,
    ask_all,
    in_words,
)
from spieltisch.server.services import Services
from spieltisch.server.sockets import socket
from spieltisch.store import ASIDE_DAYS
from spieltisch.table import Opened, Settings, names, pace

PARTS = web.AppKey("services", Services)
IN_A_LIST = ("name", "about", "options", "points", "score")  # of a game's words; the rest is asked for by language
LISTED = list[protocol.PublicTable]
MINE_BYTES = 16_384  # of a request that names all tables of a device
AGAIN_S = "5"  # when to come again if we are busy

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
log = logging.getLogger("spieltisch")
routes = web.RouteTableDef()


@web.middleware
async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Asked under our own name, by our own page; and errors tell the outside nothing of the inside."""
    services = request.app[PARTS]
    try:
        if not services.admission.begin(tcp_of(request), client_of(request)):
            raise Failed(429, "too_many_connections")
        if not services.hosts.allows(request.host):
            raise Failed(421, "wrong_host")
        if not services.hosts.allows_origin(request.headers.get(hdrs.ORIGIN), request.host):
            raise Failed(403, "wrong_origin")
        if request.headers.get(hdrs.CONTENT_ENCODING, "identity").lower() != "identity":
            raise Failed(415, "packed")
        response = await handler(request)
    except REFUSALS as error:
        response = sent(in_words(error))
        if isinstance(error, Busy):
            response.headers[hdrs.RETRY_AFTER] = AGAIN_S
        if tcp_of(request).is_one_too_many:
            response.force_close()
    except web.RequestPayloadError:
        response = answer(protocol.error("bad_request", why="its body cannot be read"), 400)
    except web.HTTPException as http:
        response = await lost(request) if looks(request) else answer(protocol.error("no_page"))
        response.set_status(http.status)
    except ConnectionError:  # whoever asked is gone
        raise
    except Exception:
        log.exception("a request failed")
        response = answer(protocol.error("broken"), 500)
    return response


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Also to a WebSocket's beginning, and to what aiohttp answers by itself."""
    response.headers.update(HEADERS)
    response.headers.setdefault(hdrs.CACHE_CONTROL, "no-store")


def looks(request: web.Request) -> bool:
    """Somebody with a browser, and not a program."""
    by_hand = request.method == hdrs.METH_GET and not request.path.startswith("/api/")
    return by_hand and "text/html" in request.headers.get(hdrs.ACCEPT, "")


async def lost(request: web.Request) -> web.StreamResponse:
    """The page itself says that there is nothing, and where to go."""
    return await site.page(request)


def sent(answered: Answered) -> web.Response:
    return web.Response(body=answered.body, status=answered.status, content_type="application/json", charset="utf-8")


# Games and their rules


@routes.get("/api/games")
async def games(request: web.Request) -> web.Response:
    offers, plain = request.app[PARTS].offers, request.app[PARTS].registry.plain
    return answer(
        protocol.Games(
            protocol=protocol.VERSION,
            games=[
                structs.replace(described(game), options=values_of(game, offers), ready=game.name not in plain)
                for game in GAMES
            ],
            levels=list(LEVELS),
            phrases={lang: TEXTS[lang]["table"]["phrases"] for lang in LANGUAGES},
            names=list(names.LISTED),
            public_tables=request.app[PARTS].settings.public_tables,
            elsewhere=elsewhere(request),
            keep_days=protocol.KEEP_DAYS,
            aside_days=ASIDE_DAYS,
        )
    )


def elsewhere(request: web.Request) -> str | None:
    """Where others in the same network find us."""
    lan = request.app[PARTS].lan
    return None if lan is None else f"http://{lan}:{request.url.port}"


@cache
def described(game: KernelGame) -> protocol.GameDescription:
    cells, brought = cells_of(game), page_of(game)
    fields = {
        name: protocol.CellField(first, list(shape), game.who_sees.get(name, Sees.PUBLIC).value)
        for name, (first, shape) in cells.fields.items()
    }
    return protocol.GameDescription(
        name=game.name,
        ready=True,
        rules=game.rules_version,
        seats=(game.seats[0], game.seats[-1]),
        options={name: list(values) for name, values in game.options.items()},
        fields=fields,
        choices={name: dict(numbers) for name, numbers in game.choices.items()},
        cells=len(cells.owner),
        moves=list(game.moves.texts),
        kinds={
            name: protocol.MoveKind(kind.template, {arg: list(one.values) for arg, one in kind.arguments.items()})
            for name, kind in game.moves.patterns.items()
        },
        outcomes=list(game.outcomes.texts),
        unseen=protocol.Unseen(game.moves.unseen, game.outcomes.unseen),
        lists_moves=game.extra(MovesInSight) is None,
        events=[described_event(name, kind) for name, kind in game.events.items()],
        ids={name: list(ids) for name, ids in ids_of(game.events).items()},
        texts={lang: {key: texts[key] for key in IN_A_LIST if key in texts} for lang, texts in game.texts.items()},
        page=None if brought is None else brought.described,
    )


def described_event(name: str, kind: EventKind) -> protocol.EventDescription:
    details = [protocol.EventDetail(name, detail.type, detail.each) for name, detail in kind.details.items()]
    return protocol.EventDescription(name, details, kind.later)


@routes.get("/api/games/{game}/rules/{language}")
async def rulebook(request: web.Request) -> web.Response:
    """Markdown, with the rules' ids."""
    game, language = asked_for(request)
    return web.Response(text=game.rulebook(language), content_type="text/markdown")


@routes.get("/api/games/{game}/texts/{language}")
async def texts(request: web.Request) -> web.Response:
    """All words of a game in one language: for its table, its page and its lesson."""
    game, language = asked_for(request)
    return answer(game.texts[language])


def asked_for(request: web.Request) -> tuple[KernelGame, str]:
    """A game, and one of the languages."""
    language = request.match_info["language"]
    try:
        game = game_named(request.match_info["game"])
    except ValueError:
        raise Failed(404, "no_rules") from None
    if language not in LANGUAGES:
        raise Failed(404, "bad_request", why=f"language is one of {', '.join(LANGUAGES)}")
    return game, language


# Tables


@routes.post("/api/tables")
async def open_table(request: web.Request) -> web.Response:
    services = request.app[PARTS]
    wanted = await body_of(request, protocol.OpenTable)
    try:
        game = game_named(wanted.game)
        seats, options = game.check_seats(wanted.seats), chosen(game, services.offers, wanted.options)
    except ValueError as error:
        raise Failed(400, "bad_request", why=str(error)) from None
    settings = Settings(
        wanted.public,
        wanted.keep_days,
        wanted.move_s,
        wanted.grace_s,
        wanted.quick,
        wanted.pace_h,
        wanted.when_late,
    )
    flaw = pace.flaw(settings, game, options)
    if flaw is not None:
        raise Failed(400, flaw, days=pace.KEEP_DAYS)
    if wanted.public and not services.settings.public_tables:
        raise Failed(403, "no_public_tables")
    if not services.addresses.may_open(tcp_of(request).address):
        raise Failed(429, "too_many_tables")
    live = await services.registry.open(Opened(game.name, game.rules_version, seats, options, settings))
    return answer(protocol.TableOpened(live.table.state.table), 201)


@routes.get("/api/tables")
async def lobby(request: web.Request) -> web.Response:
    """Public tables with a free chair, where somebody sits."""
    services = request.app[PARTS]
    if not services.settings.public_tables:
        raise Failed(403, "no_public_tables")
    found = await ask_all(services, PublicTables())
    return answer(protocol.Lobby([table for tables in found for table in json.decode(tables, type=LISTED)]))


@routes.get("/t/{table}")
async def table_page(request: web.Request) -> web.Response:
    """The page; a table that is not in memory is not fetched for a messenger's sake."""
    live = request.app[PARTS].registry.at_hand(request.match_info["table"])
    return site.shown_as(request, None if live is None else live.table.state.game)


@routes.get("/api/tables/{table}/socket")
async def table_socket(request: web.Request) -> web.StreamResponse:
    """Pages of before this version do not say which they speak, and stop asking at a 404."""
    services = request.app[PARTS]
    wire = request.query.get("wire")
    if wire != str(protocol.VERSION):
        raise Failed(404 if wire is None else 426, "old_page")
    if await services.registry.find(request.match_info["table"]) is None:
        raise Failed(404, "no_table")
    return await socket(request, services, tcp_of(request), request.match_info["table"])


@routes.get("/api/tables/{table}")
async def glance(request: web.Request) -> web.Response:
    """What everybody who has the link may know, for a list of tables."""
    return sent(await ask(request.app[PARTS], Glance(request.match_info["table"])))


@routes.post("/api/mine")
async def my_tables(request: web.Request) -> web.Response:
    """How they stand, to those who have the tokens."""
    asked = await body_of(request, protocol.MySeats, MINE_BYTES)
    return answer(await request.app[PARTS].mine.listed(asked.seats, tcp_of(request).address))


@routes.post("/api/tables/{table}/code")
async def table_code(request: web.Request) -> web.Response:
    """For those who have the link: it opens no more than that."""
    wanted = await body_of(request, protocol.WantCode)
    return sent(await ask(request.app[PARTS], MakeCode(request.match_info["table"], wanted.tv)))


@routes.post("/api/codes")
async def typed_code(request: web.Request) -> web.Response:
    services = request.app[PARTS]
    typed = await body_of(request, protocol.TypedCode)
    if not services.codes.may_try(tcp_of(request).address):
        raise Failed(429, "too_many_codes")
    found = await ask_all(services, FindCode(typed.code))
    if not found:
        raise Failed(404, "no_code")
    return sent(Answered(200, found[0]))


# Finished matches


@routes.get("/api/tables/{table}/matches/{number:[0-9]{1,6}}")
async def finished_match(request: web.Request) -> web.Response:
    """For those who sit at the table, with their token in the header, after the match's end."""
    scheme, _, token = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
    if scheme != "Bearer":
        token = ""
    table, number = request.match_info["table"], int(request.match_info["number"])
    client = tcp_of(request).address
    return sent(await ask(request.app[PARTS], ReadMatch(table, number, token, client)))


@routes.post("/api/matches")
async def check_match(request: web.Request) -> web.Response:
    """A match from a file: checked in another process, within a time limit."""
    services = request.app[PARTS]
    body = await read_body(request, services.settings.limits.upload)
    job = partial(services.checker.check, body)
    try:
        checked = await services.uploads.result(sha256(body).digest(), tcp_of(request).address, job)
    except TimeoutError:
        raise Failed(422, "too_long") from None
    except NotGood as error:
        raise Failed(422, "bad_request", why=str(error)) from None
    return web.Response(body=checked, content_type="application/json", charset="utf-8")


# The server itself


@routes.get("/health")
async def health(request: web.Request) -> web.Response:
    is_well = request.app[PARTS].registry.is_well
    return answer({"ok": is_well}, 200 if is_well else 503)


@routes.get("/metrics")
async def metrics(request: web.Request) -> web.Response:
    registry = request.app[PARTS].registry
    seats = sum(chair.kind == "human" for live in registry.lives for chair in live.table.state.chairs)
    connections = sum(len(live.connections) for live in registry.lives)
    gauges = {"tables": float(len(registry.lives)), "seats": float(seats), "connections": float(connections)}
    counters = {"dropped_connections_total": request.app[PARTS].admission.dropped}
    more_gauges, more_counters = registry.cluster_figures()
    gauges, counters = gauges | more_gauges, counters | more_counters | registry.push.figures()
    return web.Response(text=registry.metrics.text(gauges, counters), content_type="text/plain")
