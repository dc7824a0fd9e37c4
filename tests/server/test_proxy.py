"""Behind a proxy: whose request it is, as the proxy alone may say; with headers by hand, and with a real caddy."""

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest
from multidict import CIMultiDict, CIMultiDictProxy

from server.conftest import Serve
from server.matches import GAME, a_match
from server.running import Server, patiently
from spieltisch import cli
from spieltisch.client import Client
from spieltisch.server.connection import Connection
from spieltisch.server.forwarded import Contradiction, client_in
from spieltisch.server.protocol import VERSION

LONG = 60  # seconds: a guard against hanging
WISH = b'{"game":"%s","seats":2}' % GAME.encode()
HERE, THERE = "127.0.0.2", "127.0.0.3"  # two clients

Headers = dict[str, str]


# What the headers say


SAID = {
    "203.0.113.7": [
        {"X-Forwarded-For": "203.0.113.7"},
        {"X-Forwarded-For": "6.6.6.6, 203.0.113.7"},
        {"X-Forwarded-For": "6.6.6.6,203.0.113.7:4711"},
        {"X-Forwarded-For": "::ffff:203.0.113.7"},
        {"Forwarded": "for=203.0.113.7"},
        {"Forwarded": 'for=6.6.6.6, by=10.0.0.1;For="203.0.113.7:4711";proto=https'},
        {"Forwarded": "for=203.0.113.7", "X-Forwarded-For": "203.0.113.7"},
    ],
    "2001:db8::1": [
        {"X-Forwarded-For": "2001:db8::1"},
        {"X-Forwarded-For": "[2001:db8::1]:4711"},
        {"Forwarded": 'proto=https;for="[2001:db8::1]:4711"'},
        {"Forwarded": 'for="[2001:db8::1]"'},
    ],
    "None": [
        {},
        {"X-Forwarded-For": ""},
        {"X-Forwarded-For": "somebody"},
        {"X-Forwarded-For": "6.6.6.6, "},
        {"Forwarded": "for=unknown"},
        {"Forwarded": "for=_hidden"},
        {"Forwarded": "proto=https"},
    ],
}  # fmt: skip


def read(*headers: tuple[str, str]) -> str:
    return str(client_in(CIMultiDictProxy(CIMultiDict(headers))))


@pytest.mark.parametrize(("client", "headers"), [(client, one) for client, some in SAID.items() for one in some])
def test_the_last_one_named_is_whom_the_proxy_saw(client: str, headers: Headers) -> None:
    assert read(*headers.items()) == client


def test_of_several_lines_the_last_one_counts() -> None:
    assert read(("X-Forwarded-For", "6.6.6.6"), ("x-forwarded-for", "203.0.113.7")) == "203.0.113.7"


def test_headers_that_contradict_each_other_are_not_believed() -> None:
    with pytest.raises(Contradiction):
        read(("Forwarded", "for=6.6.6.6"), ("X-Forwarded-For", "203.0.113.7"))


# Headers by hand


async def ask(port: int, request: str, headers: Headers, body: bytes = b"") -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = {"Host": f"127.0.0.1:{port}", "Content-Length": str(len(body)), "Connection": "close"} | headers
    lines = [f"{request} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "", ""]
    writer.write("\r\n".join(lines).encode() + body)
    answer = await reader.read()
    writer.close()
    return answer


async def opened(port: int, headers: Headers) -> int:
    """A table, if it may be: → the status."""
    return int((await ask(port, "POST /api/tables", headers, WISH)).split()[1])


def test_limits_go_by_the_client_that_the_proxy_names(serve: Serve) -> None:
    server = serve("--behind-proxy", "127.0.0.1", "--tables", "1")

    async def main() -> None:
        async with asyncio.timeout(LONG):
            for number in range(3):
                assert await opened(server.port, {"X-Forwarded-For": f"203.0.113.{number}"}) == 201
            assert await opened(server.port, {"X-Forwarded-For": "203.0.113.1"}) == 429
            assert await opened(server.port, {"X-Forwarded-For": "6.6.6.6, 203.0.113.1"}) == 429
            assert await opened(server.port, {"Forwarded": "for=203.0.113.1"}) == 429
            assert await opened(server.port, {"X-Forwarded-For": "2001:db8::1"}) == 201
            assert await opened(server.port, {"X-Forwarded-For": "2001:db8::2"}) == 429  # of the same household
            assert await opened(server.port, {}) == 201
            twice = await ask(server.port, "GET /health", {"Forwarded": "for=6.6.6.6", "X-Forwarded-For": "6.6.6.7"})
            assert twice.startswith(b"HTTP/1.1 400")
            assert b'"forwarded_twice"' in twice

    asyncio.run(main())


@pytest.mark.parametrize("flags", [(), ("--behind-proxy", "127.0.0.9")])
def test_from_nobody_else_these_headers_are_taken(serve: Serve, flags: tuple[str, ...]) -> None:
    server = serve(*flags, "--tables", "1")

    async def main() -> None:
        async with asyncio.timeout(LONG):
            assert await opened(server.port, {"X-Forwarded-For": "203.0.113.1"}) == 201
            assert await opened(server.port, {"X-Forwarded-For": "203.0.113.2"}) == 429
            assert await opened(server.port, {"Forwarded": "for=203.0.113.3"}) == 429
            twice = {"Forwarded": "for=6.6.6.6", "X-Forwarded-For": "6.6.6.7"}
            assert (await ask(server.port, "GET /health", twice)).startswith(b"HTTP/1.1 200")

    asyncio.run(main())


@pytest.mark.parametrize(("proxy", "scheme"), [("127.0.0.1", b"https"), ("127.0.0.9", b"http")])
def test_the_picture_of_a_preview_is_where_the_client_finds_it(serve: Serve, proxy: str, scheme: bytes) -> None:
    server = serve("--behind-proxy", proxy)

    async def main() -> None:
        async with asyncio.timeout(LONG):
            page = await ask(server.port, "GET /", {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.1"})
            assert b'og:image" content="%s://127.0.0.1' % scheme in page

    asyncio.run(main())


def test_what_is_no_address_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["serve", "--behind-proxy", "my-proxy"])
    assert "'my-proxy' is no IP address, such as 127.0.0.1 or ::1" in capsys.readouterr().err


def test_the_round_trip_to_a_proxy_is_not_the_clients() -> None:
    async def main() -> None:
        listener = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
        async with listener:
            place = listener.sockets[0].getsockname()
            transport, _ = await asyncio.get_running_loop().create_connection(asyncio.Protocol, *place)
            assert Connection(transport, 1, is_direct=True).round_trip_ms() is not None
            assert Connection(transport, 1, is_direct=False).round_trip_ms() is None
            transport.close()

    asyncio.run(asyncio.wait_for(main(), LONG))


# A real one


CADDYFILE = """
{{
    admin off
    auto_https off
}}
http://127.0.0.1:{port} {{
    reverse_proxy 127.0.0.1:{server}
}}
"""


@pytest.fixture
def proxied(serve: Serve) -> Server:
    return serve("--behind-proxy", "127.0.0.1", "--tables", "2", "--connections", "3")


@pytest.fixture
def caddy(proxied: Server, tmp_path: Path) -> Iterator[int]:
    """In front of the server: → its port."""
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("there is no caddy here: apt-get install caddy")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    config = tmp_path / "Caddyfile"
    config.write_text(CADDYFILE.format(port=port, server=proxied.port))
    home = os.environ | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    command = [program, "run", "--config", str(config), "--adapter", "caddyfile"]
    with subprocess.Popen(command, env=home, stderr=subprocess.DEVNULL) as process:
        try:
            asyncio.run(until_open(port))
            yield port
        finally:
            process.terminate()


async def until_open(port: int) -> None:
    async def is_open() -> bool:
        with suppress(OSError):
            return (await ask(port, "GET /health", {})).startswith(b"HTTP/1.1 200")
        return False

    await patiently(is_open)


def client_at(address: str) -> aiohttp.ClientSession:
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=(address, 0)))


def test_a_match_is_played_through_caddy(caddy: int) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), Client(f"http://127.0.0.1:{caddy}") as client:
            assert (await a_match(client))["game"] == GAME

    asyncio.run(main())


def test_behind_caddy_each_client_has_its_own_limits(caddy: int) -> None:
    """And nobody can pass for another, whatever headers he sends."""
    url = f"http://127.0.0.1:{caddy}"

    async def status(session: aiohttp.ClientSession, headers: Headers | None = None) -> int:
        async with session.post(f"{url}/api/tables", data=WISH, headers=headers) as answer:
            return answer.status

    async def main() -> None:
        async with asyncio.timeout(LONG), client_at(HERE) as here, client_at(THERE) as there:
            assert [await status(here) for _ in range(3)] == [201, 201, 429]
            assert await status(here, {"X-Forwarded-For": "203.0.113.1"}) == 429
            assert await status(here, {"Forwarded": "for=203.0.113.1"}) == 400
            assert await status(there) == 201

    asyncio.run(main())


def test_behind_caddy_connections_are_counted_by_client(caddy: int) -> None:
    url = f"http://127.0.0.1:{caddy}"

    async def main() -> None:
        async with asyncio.timeout(LONG), client_at(HERE) as here, client_at(THERE) as there:
            async with there.post(f"{url}/api/tables", data=WISH) as answer:
                table = (await answer.json())["table"]
            path = f"{url}/api/tables/{table}/socket?wire={VERSION}"
            sockets = [await here.ws_connect(path) for _ in range(3)]
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await here.ws_connect(path)
            assert refused.value.status == 429
            sockets.append(await there.ws_connect(path))
            for one in sockets:
                await one.send_json({"do": "hello"})
                assert (await one.receive_json())["type"] == "table"
                await one.close()

            async def let_in() -> bool:
                with suppress(aiohttp.WSServerHandshakeError):
                    await (await here.ws_connect(path)).close()
                    return True
                return False

            await patiently(let_in)

    asyncio.run(main())
