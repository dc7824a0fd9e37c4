"""The commands that run a server: serve, and play, which opens the browser at its page.

Only what is needed to show the page is imported at once. The rest is, while people look at it.
"""

import argparse
import asyncio
import os
import socket
import webbrowser
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from spieltisch.server.accepting import lan_address, listening
from spieltisch.server.admission import Address, address_in
from spieltisch.server.doorman import Doorman
from spieltisch.server.guard import allowed_hosts
from spieltisch.server.logs import begin_log
from spieltisch.server.settings import Limits, ServerSettings
from spieltisch.store.locations import is_database, location_named

DECKS = "SPIELTISCH_DECKS"
MOST_WORKERS = 64

T = TypeVar("T")


def run_loop(coroutine: Coroutine[Any, Any, T]) -> T:
    """uvloop where there is one: not on Windows."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(coroutine)
    return uvloop.run(coroutine)


def add_serve(parser: argparse.ArgumentParser) -> None:
    usual, limits = ServerSettings(), Limits()
    parser.set_defaults(run=run_server)
    add = parser.add_argument
    add("--host", default=usual.host, help="address to listen on (%(default)s: this machine only)")
    add("--port", type=int, default=usual.port, help="port (%(default)s; 0: any that is free)")
    where = "where tables are kept: a file (%(default)s), or postgresql://USER@HOST/DATABASE for several servers"
    add("--data", type=location_named, default=usual.data, metavar="FILE", help=where)
    add("--nats", default=usual.nats, metavar="URL", help="by which several servers reach each other (%(default)s)")
    add("--workers", type=worker_count, default=1, metavar="N", help="processes on this machine, with PostgreSQL")
    add("--json-log", action="store_true", help="write the log as JSON, an object a line")
    add("--worker", type=int, default=0, help=argparse.SUPPRESS)  # which of them this is
    add("--sockets", type=descriptors, help=argparse.SUPPRESS)  # … and where it listens
    add("--lan", action="store_true", help="for everyone in this network; prints address and QR code")
    add("--open", action="store_true", help="open the page in the browser")
    add("--name", action="append", default=[], metavar="HOST", help="a further name of this server")
    add("--decks", type=Path, default=folder_from_environment(), metavar="DIR", help="a folder with decks of your own")
    add("--public-tables", action="store_true", help="let people open tables that all can find")
    add("--idle", type=float, default=usual.idle_s, metavar="S", help="tables leave memory after S seconds unseen")
    add("--behind-proxy", type=proxy_address, metavar="ADDRESS", help="of a proxy, whose word on clients counts")
    add("--connections", type=int, default=limits.connections, metavar="N", help="per address (%(default)s)")
    add("--tables", type=int, default=limits.tables, metavar="N", help="opened per hour and address (%(default)s)")
    add("--rate", type=int, default=limits.rate, metavar="N", help="messages a second of a connection (%(default)s)")


def proxy_address(text: str) -> Address:
    address = address_in(text)
    if address is None:
        raise argparse.ArgumentTypeError(f"{text!r:.80} is no IP address, such as 127.0.0.1 or ::1")
    return address


def worker_count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"{text!r:.80} is no number from 1 to {MOST_WORKERS}")
    return int(text)


def descriptors(text: str) -> list[socket.socket]:
    """They are other workers' too: whoever came too late must not wait."""
    listeners = [socket.socket(fileno=int(number)) for number in text.split(",")]
    for listener in listeners:
        listener.setblocking(False)
    return listeners


def add_play(parser: argparse.ArgumentParser) -> None:
    """A server, and the browser at its page."""
    add_serve(parser)
    parser.set_defaults(open=True)


def folder_from_environment() -> Path | None:
    named = os.environ.get(DECKS)
    return Path(named) if named else None


def run_server(args: argparse.Namespace) -> int:
    if args.workers > 1 and not is_database(args.data):
        raise ValueError(
            "one process is what a file carries. For several workers name a database: --data postgresql://…"
        )
    settings = settings_of(args)
    try:
        listeners = args.sockets or listening(settings.host, settings.port)
    except OSError as error:
        raise ValueError(f"the server cannot listen on {settings.host}:{settings.port}: {error.strerror}") from None
    port = listeners[0].getsockname()[1]
    settings = replace(settings, server_name=f"{socket.gethostname()}:{port}/{args.worker}")
    begin_log(args.json_log, settings.server_name)
    address = f"http://{lan_address() if args.lan else settings.host}:{port}/"
    try:
        doorman = None if args.sockets else Doorman(listeners, allowed_hosts(settings))  # others let people in already
        if args.open and not args.sockets:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # a browser may take its time
        if args.workers > 1:
            run_workers(args, listeners, partial(opened, doorman, address, args.lan))
        else:
            serve_tables(settings, listeners, partial(opened, doorman, address, args.lan))
    except KeyboardInterrupt:  # before it was open
        return 130
    finally:
        for listener in listeners:
            listener.close()
    return 0


def settings_of(args: argparse.Namespace) -> ServerSettings:
    limits = Limits(connections=args.connections, tables=args.tables, rate=args.rate, burst=3 * args.rate)
    return ServerSettings(
        host="0.0.0.0" if args.lan else args.host,
        port=args.port,
        data=args.data,
        nats=args.nats,
        names=tuple(args.name),
        proxy=args.behind_proxy,
        public_tables=args.public_tables,
        decks=args.decks,
        idle_s=args.idle,
        limits=limits,
    )


def run_workers(args: argparse.Namespace, listeners: list[socket.socket], ready: Callable[[], None]) -> None:
    """Each is this program again, with the same arguments and a few more."""
    from spieltisch.server.workers import Workers

    asyncio.run(Workers(args.workers, args.given, listeners).run(ready))


def serve_tables(settings: ServerSettings, listeners: list[socket.socket], ready: Callable[[], None]) -> None:
    """Until it is stopped."""
    from spieltisch.server.app import serve
    from spieltisch.warming import Preparation

    preparation = Preparation()

    def begin() -> None:
        ready()
        preparation.begin(asyncio.get_running_loop().call_soon_threadsafe)

    try:
        run_loop(serve(settings, listeners, begin, preparation.plain))
    finally:
        preparation.stop()


def opened(doorman: Doorman | None, address: str, lan: bool) -> None:
    if doorman is not None:
        Thread(target=doorman.leave, daemon=True).start()
    greet(address, lan)


def greet(address: str, lan: bool) -> None:
    """In the form that programs wait for: from now on everything is answered."""
    print(f"Spieltisch is open: {address}", flush=True)
    if lan:
        import segno

        segno.make(address).terminal(compact=True)
        print("Everyone in this network can come in by this address or QR code. Ctrl-C closes.", flush=True)
