"""The first second of a server: its page is shown while the rules are being loaded; whatever else is asked for waits.

It needs the standard library only, so it is there at once. When the server is open it takes over the same socket.
"""

import re
import socket
import threading
from collections.abc import Callable
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Any

from spieltisch.server.guard import HEADERS, AllowedHosts
from spieltisch.server.static_files import APP, PAGE, TYPES

SHOWN = re.compile(rf"/(favicon\.svg|{'|'.join(map(re.escape, APP))}|(assets|icons)/[A-Za-z0-9_.-]+)")
SILENT_S = 5  # until a request has come
WAIT_S = 60  # for the server
MOST = 64  # requests at a time
POLL_S = 0.02


class Doorman:
    def __init__(self, listeners: list[socket.socket], hosts: AllowedHosts, page: Traversable = PAGE) -> None:
        self._is_open = threading.Event()
        handler = partial(DoorRequest, hosts, self._is_open, page)
        self._servers = [DoorServer(listener, handler) for listener in listeners]
        for server in self._servers:
            threading.Thread(target=server.serve_forever, args=(POLL_S,), daemon=True).start()

    def leave(self) -> None:
        """The server is open: those who wait are sent there."""
        self._is_open.set()
        for server in self._servers:
            server.shutdown()
            server.server_close()


class DoorServer(ThreadingHTTPServer):
    """On a socket that listens already."""

    def __init__(self, listener: socket.socket, handler: Callable[..., BaseHTTPRequestHandler]) -> None:
        super().__init__(listener.getsockname()[:2], handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener.dup()

    def verify_request(self, request: object, client_address: object) -> bool:
        return threading.active_count() < MOST

    def handle_error(self, request: object, client_address: object) -> None:
        """Somebody has gone: nothing to tell."""


class DoorRequest(BaseHTTPRequestHandler):
    timeout = SILENT_S
    error_message_format, error_content_type = "%(message)s\n", "text/plain"

    def __init__(self, hosts: AllowedHosts, is_open: threading.Event, page: Traversable, *given: Any) -> None:
        self._hosts, self._is_open, self._page = hosts, is_open, page
        super().__init__(*given)

    def do_GET(self) -> None:
        content = self._shown()
        if content is None:
            self._wait()
            return
        self.send_response(200)
        self._send_headers({"Content-Type": TYPES[self._kind()], "Content-Length": str(len(content))})
        self.wfile.write(content)

    def _shown(self) -> bytes | None:
        """None: it is not for us to show."""
        if self.path != "/" and not SHOWN.fullmatch(self.path):
            return None
        file = self._page / ("index.html" if self.path == "/" else self.path[1:])
        if not self._hosts.allows(self.headers.get("Host", "")) or self._kind() not in TYPES or not file.is_file():
            return None
        return file.read_bytes()

    def _kind(self) -> str:
        return ".html" if self.path == "/" else PurePosixPath(self.path).suffix

    def _wait(self) -> None:
        """… and ask again, the server itself. (Never another host: a path that begins with // would name one.)"""
        is_open = self._is_open.wait(WAIT_S)
        self.send_response(307 if is_open else 503)
        self._send_headers({"Location": "/" + self.path.lstrip("/\\")} if is_open else {"Retry-After": "1"})

    do_HEAD = do_POST = _wait  # noqa: N815

    def _send_headers(self, more: dict[str, str]) -> None:
        own = {name: value for name, value in HEADERS.items() if name != "Server"}
        for name, value in {**own, **more, "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()

    def version_string(self) -> str:
        return HEADERS["Server"]

    def log_message(self, format: str, *args: object) -> None:
        """It would log addresses."""
