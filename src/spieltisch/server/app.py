"""Starting and stopping a server."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Collection

from aiohttp import web

from spieltisch.server import site
from spieltisch.server.guard import Addresses, Hosts
from spieltisch.server.hall import Hall
from spieltisch.server.offers import read_offers
from spieltisch.server.pages import PARTS, SMALL, guarded, routes
from spieltisch.server.parts import Parts
from spieltisch.server.settings import Settings

OWN_NAMES = ("localhost", "127.0.0.1", "::1")
ANYWHERE = ("0.0.0.0", "::")
RARELY = (50_000, 20, 50)  # next to nothing here refers to itself
SWITCH_S = 0.0005  # the writer must not wait long for the interpreter while the loop is busy
CLOSE_S = 3  # for requests that are under way when the server stops


async def serve(settings: Settings, ready: Callable[[int], None], missing: Collection[str] = ()) -> None:
    """Until SIGINT or SIGTERM; `ready` is told the port; `missing` are the games that are still being prepared."""
    stop = asyncio.Event()
    for wish in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(wish, stop.set)
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # it would log the address of whoever sends garbage
    runner = web.AppRunner(make_app(settings, Hall(settings), missing), access_log=None, shutdown_timeout=CLOSE_S)
    await runner.setup()
    try:
        listener = web.TCPSite(runner, settings.host, settings.port, backlog=1024)
        await listener.start()
        gc.freeze()  # what is there now stays; looking through it again and again would cost every move
        gc.set_threshold(*RARELY)
        sys.setswitchinterval(SWITCH_S)
        ready(runner.addresses[0][1])
        await stop.wait()
        await listener.stop()
    finally:
        await runner.cleanup()  # nobody new is let in; then the hall is closed, then the last requests end


def make_app(settings: Settings, hall: Hall, missing: Collection[str]) -> web.Application:
    app = web.Application(middlewares=[guarded], client_max_size=SMALL)
    anywhere = settings.host in ANYWHERE
    hosts = Hosts((*OWN_NAMES, settings.host, *settings.names), any_address=anywhere)
    app[PARTS] = Parts(settings, hall, hosts, Addresses(settings.limits), read_offers(settings.decks), missing)
    app.add_routes(routes)
    app.add_routes(site.routes)
    app.on_shutdown.append(close_hall)
    return app


async def close_hall(app: web.Application) -> None:
    await app[PARTS].hall.close()


def lan_address() -> str:
    """How others in the same network reach this machine. (Nothing is sent: a datagram socket only chooses its way.)"""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            address: str = probe.getsockname()[0]
        except OSError:
            address = "127.0.0.1"
    return address
