"""Starting and stopping a server."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Collection
from contextlib import closing
from functools import partial

from aiohttp import web

from spieltisch.server import site
from spieltisch.server.guard import Addresses, AllowedHosts
from spieltisch.server.http_protocol import HttpProtocol
from spieltisch.server.offers import read_offers
from spieltisch.server.pages import PARTS, SMALL, add_headers, guarded, routes
from spieltisch.server.registry import TableRegistry
from spieltisch.server.services import Services
from spieltisch.server.settings import ServerSettings

OWN_NAMES = ("localhost", "127.0.0.1", "::1")
ANYWHERE = ("0.0.0.0", "::")
GC_THRESHOLDS = (50_000, 20, 50)  # next to nothing here refers to itself
SWITCH_S = 0.0005  # the writer must not wait long for the interpreter while the loop is busy
CLOSE_S = 3  # for requests that are under way when the server stops


async def serve(settings: ServerSettings, ready: Callable[[int], None], missing: Collection[str] = ()) -> None:
    """Until SIGINT or SIGTERM; `ready` is told the port; `missing` are the games that are still being prepared."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for wish in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(wish, stop.set)
    for name in ("aiohttp.access", "aiohttp.server"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # they would log addresses
    runner = web.AppRunner(make_app(settings, TableRegistry(settings), missing), shutdown_timeout=CLOSE_S)
    await runner.setup()
    try:
        assert runner.server is not None
        connection = partial(HttpProtocol, runner.server, loop=loop)
        with closing(await loop.create_server(connection, settings.host, settings.port, backlog=1024)) as listener:
            gc.freeze()  # what is there now stays; looking through it again and again would cost every move
            gc.set_threshold(*GC_THRESHOLDS)
            sys.setswitchinterval(SWITCH_S)
            ready(listener.sockets[0].getsockname()[1])
            await stop.wait()
    finally:
        await runner.cleanup()  # nobody new is let in; then the registry is closed, then the last requests end


def make_app(settings: ServerSettings, registry: TableRegistry, missing: Collection[str]) -> web.Application:
    app = web.Application(middlewares=[guarded], client_max_size=SMALL)
    anywhere = settings.host in ANYWHERE
    hosts = AllowedHosts((*OWN_NAMES, settings.host, *settings.names), any_address=anywhere)
    addresses, offers = Addresses(settings.limits), read_offers(settings.decks)
    app[PARTS] = Services(settings, registry, hosts, addresses, offers, lan_address() if anywhere else None, missing)
    app.add_routes(routes)
    app.add_routes(site.routes)
    app.on_response_prepare.append(add_headers)
    app.on_shutdown.append(close_registry)
    return app


async def close_registry(app: web.Application) -> None:
    await app[PARTS].registry.close()


def lan_address() -> str:
    """How others in the same network reach this machine. (Nothing is sent: a datagram socket only chooses its way.)"""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            address: str = probe.getsockname()[0]
        except OSError:
            address = "127.0.0.1"
    return address
