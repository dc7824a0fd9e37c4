"""The first second of a server: the page is shown, all else waits for it."""

import http.client
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from spieltisch.server import ServerSettings
from spieltisch.server.accepting import listening
from spieltisch.server.doorman import Doorman
from spieltisch.server.guard import HEADERS, allowed_hosts

SETTINGS = ServerSettings(port=0)


class Door:
    def __init__(self, page: Path) -> None:
        self.listeners = listening(SETTINGS.host, 0)
        self.port = self.listeners[0].getsockname()[1]
        self.doorman = Doorman(self.listeners, allowed_hosts(SETTINGS), page)

    def ask_and_open(self, path: str, method: str = "GET", host: str = "127.0.0.1") -> tuple[int, str, bytes]:
        """What is answered when the server is there, and not before."""
        answers: list[tuple[int, dict[str, str], bytes]] = []
        asking = threading.Thread(target=lambda: answers.append(self.ask(path, method, host)))
        asking.start()
        asking.join(0.1)
        assert answers == []
        self.doorman.leave()
        asking.join()
        ((status, headers, body),) = answers
        return status, headers["Location"], body

    def ask(self, path: str, method: str = "GET", host: str = "127.0.0.1") -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request(method, path, headers={"Host": host})
        answer = connection.getresponse()
        return answer.status, dict(answer.headers), answer.read()


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Spieltisch</title>")
    (tmp_path / "assets/main-1.js").write_text("play()")
    (tmp_path / "sw.js").write_text("keep()")
    (tmp_path / "app.webmanifest").write_text("{}")
    (tmp_path / "secret.py").write_text("1")
    door = Door(tmp_path)
    yield door
    door.doorman.leave()
    for listener in door.listeners:
        listener.close()


def test_the_start_page_and_its_parts_are_shown_at_once(door: Door) -> None:
    status, headers, body = door.ask("/")
    assert (status, body) == (200, b"<title>Spieltisch</title>")
    assert HEADERS.items() <= headers.items()
    status, headers, body = door.ask("/assets/main-1.js")
    assert (status, headers["Content-Type"], body) == (200, "text/javascript", b"play()")
    assert door.ask("/sw.js")[0::2] == (200, b"keep()")  # a redirect would be no service worker to a browser
    assert door.ask("/app.webmanifest")[1]["Content-Type"] == "application/manifest+json"


@pytest.mark.parametrize(
    ("path", "method", "host"),
    [
        ("/api/games", "GET", "127.0.0.1"),
        ("/t/abc", "GET", "127.0.0.1"),
        ("/assets/../secret.py", "GET", "127.0.0.1"),
        ("/assets/none.js", "GET", "127.0.0.1"),
        ("/api/tables", "POST", "127.0.0.1"),
        ("/", "GET", "elsewhere.example"),
    ],
)
def test_all_else_waits_and_is_sent_to_the_server(door: Door, path: str, method: str, host: str) -> None:
    assert door.ask_and_open(path, method, host) == (307, path, b"")


@pytest.mark.parametrize("path", ["//elsewhere.example/", "/\\elsewhere.example/", "///elsewhere.example"])
def test_nobody_is_sent_to_another_host(door: Door, path: str) -> None:
    _, location, _ = door.ask_and_open(path)
    assert location.startswith("/elsewhere")


@pytest.mark.parametrize("words", [b"\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x00\x00", b"BREW / HTTP/1.1\r\n\r\n"])
def test_what_is_no_request_is_answered_in_short(door: Door, words: bytes) -> None:
    with socket.create_connection(("127.0.0.1", door.port), timeout=10) as sock:
        sock.sendall(words + b"\r\n\r\n")
        sock.shutdown(socket.SHUT_WR)
        heard = b"".join(iter(lambda: sock.recv(4096), b""))
    assert b"Python" not in heard
    assert b"Traceback" not in heard
    assert door.ask("/")[0] == 200
