"""Starting and stopping a server."""

import asyncio
import gc
import logging
import resource
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, closing
from functools import partial
from math import inf

from aiohttp import web

from spieltisch.server import site
from spieltisch.server.accepting import Acceptor, lan_address, listening
from spieltisch.server.admission import Admission
from spieltisch.server.guard import ANYWHERE, Addresses, allowed_hosts
from spieltisch.server.http_protocol import HttpProtocol
from spieltisch.server.offers import read_offers
from spieltisch.server.pages import PARTS, add_headers, guarded, routes
from spieltisch.server.push import pages as push_pages
from spieltisch.server.questions import answer_server
from spieltisch.server.registry import TableRegistry
from spieltisch.server.services import Services
from spieltisch.server.settings import ServerSettings

GC_THRESHOLDS = (50_000, 20, 50)  # next to nothing here refers to itself
SWITCH_S = 0.0005  # the writer must not wait long for the interpreter while the loop is busy
SWEEP_S = 2  # between looks for connections that are silent for too long
CLOSE_S = 3  # for requests that are under way when the server stops


async def serve(
    settings: ServerSettings,
    listeners: list[socket.socket],
    ready: Callable[[], None],
    plain: Collection[str] = (),
) -> None:
    """Until SIGINT or SIGTERM; `plain` are the games that are not compiled as yet."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for wish in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(wish, stop.set)
    for name in ("aiohttp.access", "aiohttp.server", "asyncpg.pool"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # addresses, and what we say ourselves
    async with running(settings, await TableRegistry.start(settings, plain=plain), listeners):
        gc.freeze()  # what is there now stays; looking through it again and again would cost every move
        gc.set_threshold(*GC_THRESHOLDS)
        sys.setswitchinterval(SWITCH_S)
        ready()
        await stop.wait()


@asynccontextmanager
async def running(
    settings: ServerSettings, registry: TableRegistry, listeners: list[socket.socket] | None = None
) -> AsyncIterator[int]:
    """Open to everybody; → the port."""
    listeners = listeners or listening(settings.host, settings.port)
    admission = Admission(settings.limits, descriptors(), settings.proxy, asyncio.get_running_loop().time)
    app = make_app(settings, registry, admission)
    runner = web.AppRunner(app, shutdown_timeout=CLOSE_S)
    await runner.setup()
    await registry.join(partial(answer_server, app[PARTS]))
    sweeping = asyncio.create_task(drop_late(admission))
    try:
        assert runner.server is not None
        with closing(Acceptor(listeners, admission, partial(HttpProtocol, runner.server, admission))):
            yield listeners[0].getsockname()[1]
    finally:
        sweeping.cancel()
        await runner.cleanup()  # nobody new is let in; then the registry is closed, then the last requests end


def descriptors() -> float:
    """That this process may have."""
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return inf if allowed == resource.RLIM_INFINITY else allowed


async def drop_late(admission: Admission) -> None:
    while True:
        await asyncio.sleep(SWEEP_S)
        admission.drop_late()


def make_app(settings: ServerSettings, registry: TableRegistry, admission: Admission) -> web.Application:
    app = web.Application(middlewares=[guarded])
    addresses, offers = Addresses(settings.limits), read_offers(settings.decks)
    lan = lan_address() if settings.host in ANYWHERE else None
    app[PARTS] = Services(settings, registry, allowed_hosts(settings), admission, addresses, offers, lan)
    app.add_routes(routes)
    app.add_routes(push_pages.routes)
    app.add_routes(site.routes)
    app.on_response_prepare.append(add_headers)
    app.on_shutdown.append(close_services)
    return app


async def close_services(app: web.Application) -> None:
    await app[PARTS].close()
