"""Requests that nobody should make: each answered in words, none with a trace of the inside."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from msgspec import json
from yarl import URL

import spieltisch
from server.matches import GAME
from server.running import Server
from spieltisch.games import game_named
from spieltisch.kernel.languages import LANGUAGES
from spieltisch.server import ServerSettings
from spieltisch.server.app import running
from spieltisch.server.guard import HEADERS
from spieltisch.server.registry import TableRegistry

REQUESTS = 1500
LONG = 60  # seconds: a guard against hanging
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD")
PATHS = (
    "/", "/api/games", "/api/tables", "/health", "/metrics", "/api/tables/nobody/socket", "/api",
    f"/api/games/{GAME}/rules/de", f"/api/games/{GAME}/rules/xx", "/api/games/chess/rules/de", "/api/tables/nobody",
    f"/api/games/{GAME}/texts/fr", f"/api/games/{GAME}/texts/xx", "/api/games/chess/texts/de",
    "/api/tables/nobody/matches/1", "/api/tables/nobody/matches/999999999", "/developers/index.html",
    "/developers/..%2f..%2fapp.py", "/developers/app.py", "/../../etc/passwd", "/%00", "/api/tables/%00/socket",
    "/api/tables/%ff%fe/socket", "/api/tables/%ed%a0%80/matches/1", "/api/games/%f0%9f%98%80/rules/de", "//",
    "/" + "a" * 4000,
    "/api/tables/nobody/matches/1?token=x", "/api/games/../tables", "/api/games/'%20or%201=1--/rules/de",
)  # fmt: skip
BODIES = (
    b"", b"{", b"[]", b"null", b"\xff\xfe", b'"' + b"x" * 3000 + b'"', b"x" * 5000, b"[" * 4000,
    b'{"game":"\\ud800","seats":2}',
    b'{"game":5,"seats":2}', b'{"game":"chess","seats":2}', b'{"game":"lobo77","seats":"2"}',
    b'{"game":"lobo77","seats":99}',
    b'{"game":"lobo77","seats":-1}', b'{"game":"lobo77","seats":1e99}', b'{"game":"lobo77","seats":2,"more":1}',
    b'{"game":"lobo77","seats":2,"options":{"edition":"57"}}', b'{"game":"lobo77","seats":2,"options":[1]}',
    b'{"game":"lobo77","seats":2,"keep_days":0}', b'{"game":"lobo77","seats":2,"move_s":1}',
    b'{"kind":"spieltisch match"}',
)  # fmt: skip
INSIDE = (
    "Traceback",
    ".py",
    "spieltisch.",
    "msgspec",
    "aiohttp",
    "sqlite",
    "Error(",
    str(Path(spieltisch.__file__).parent),
)


@pytest.fixture
def server(open_server: Server) -> Server:
    return open_server


@asynccontextmanager
async def asking() -> AsyncIterator[aiohttp.ClientSession]:
    async with asyncio.timeout(LONG), aiohttp.ClientSession() as session:
        yield session


def check_failure(body: bytes) -> None:
    failure = json.decode(body)
    assert set(failure) == {"reason", "text"}
    assert set(failure["text"]) == set(LANGUAGES)
    assert "\n" not in failure["text"]["en"]
    for word in INSIDE:
        assert word not in body.decode()


async def check_answer(reader: asyncio.StreamReader, request: bytes) -> None:
    """In words, with our headers, and not a word about what the server is made of."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    assert head.startswith(("HTTP/1.1 4", "HTTP/1.0 4")), (request[:60], head)
    headers = dict(line.split(": ", 1) for line in head.splitlines()[1:] if line)
    body = (await reader.readexactly(int(headers["Content-Length"]))).decode()
    assert {name: headers.get(name) for name in HEADERS} == HEADERS, (request[:60], head)
    for word in (*INSIDE, "Python"):
        assert word not in head + body, (request[:60], word)
    if headers["Content-Type"].startswith("application/json"):
        check_failure(body.encode())


def test_odd_requests_are_answered_in_words(server: Server) -> None:
    async def ask(session: aiohttp.ClientSession, dice: random.Random) -> int:
        method, path, body = dice.choice(METHODS), dice.choice(PATHS), dice.choice(BODIES)
        url = URL(server.url + path, encoded=True)
        async with session.request(method, url, data=body) as answer:
            content = await answer.read()
            if answer.status >= 400 and method != "HEAD":
                check_failure(content)
            assert answer.status not in (500, 502, 503), (method, path, body)
            return answer.status

    async def main() -> None:
        dice = random.Random(3)
        async with asking() as session:
            statuses = {await ask(session, dice) for _ in range(REQUESTS)}
            assert {400, 404, 405, 413} <= statuses
            async with session.get(f"{server.url}/health") as answer:
                assert await answer.json() == {"ok": True}

    asyncio.run(main())
    assert server.errors == ""


def test_a_list_of_games_tells_little_of_each_and_the_rest_comes_by_language(server: Server) -> None:
    async def main() -> None:
        async with asking() as session:
            async with session.get(f"{server.url}/api/games") as answer:
                games = (await answer.json())["games"]
            async with session.get(f"{server.url}/api/games/{GAME}/texts/fr") as answer:
                words = await answer.json()
        short = next(game["texts"] for game in games if game["name"] == GAME)
        assert set(short) == set(LANGUAGES)
        assert not {"log", "page", "lesson"} & set(short["fr"])
        assert words == game_named(GAME).texts["fr"]

    asyncio.run(main())


def test_what_is_wrong_with_a_request_is_said(server: Server) -> None:
    said = {
        b'{"game":"chess","seats":2}': f"there is no game 'chess'; there are: {', '.join(spieltisch.GAMES)}",
        b'{"game":"lobo77","seats":99}': "2 to 8 players, not 99",
        b'{"game":"lobo77","seats":2,"more":1}': "unknown field `more`",
        b'{"game":"lobo77"}': "missing required field `seats`",
        b'{"game":"lobo77","seats":2,"options":{"edition":"57"}}': "one of '55', '56', not '57'",
        b"x" * 5000: "at most 4,096 bytes",
    }

    async def main() -> None:
        async with asking() as session:
            for body, words in said.items():
                async with session.post(f"{server.url}/api/tables", data=body) as answer:
                    assert answer.status in (400, 413)
                    assert words in (await answer.json())["text"]["en"]

    asyncio.run(main())


def test_bytes_that_are_no_request_end_the_line_and_nothing_else(server: Server) -> None:
    garbage = (
        b"\0\xff" * 500 + b"\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
        b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://[\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a:b:c@d[e]\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),  # a browser that expects TLS
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: a miracle\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nNo colon\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 500 + b"\r\n",
        b"GET http://[/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0",
        b"GET /api/tables/nobody/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: tea\r\nConnection: Upgrade\r\n\r\n\0",
    )

    async def main() -> None:
        async with asyncio.timeout(LONG):
            for request in garbage:
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(request)
                await check_answer(reader, request)
                writer.close()
        async with asking() as session, session.get(f"{server.url}/health") as answer:
            assert answer.status == 200

    asyncio.run(main())
    assert server.errors == ""


@pytest.mark.parametrize("path", ["/health", "/no/such/page"])
def test_an_expectation_that_nobody_knows_is_refused_in_words(server: Server, path: str) -> None:
    async def ask() -> None:
        async with asking() as session, session.get(server.url + path, headers={"Expect": "foo"}) as answer:
            assert answer.status == 417
            assert HEADERS.items() <= dict(answer.headers).items()
            check_failure(await answer.read())

    asyncio.run(ask())


def test_whoever_looks_at_no_page_sees_the_page_and_a_program_gets_words(server: Server) -> None:
    async def ask() -> None:
        async with asking() as session:
            async with session.get(f"{server.url}/no/such/page", headers={"Accept": "text/html,*/*"}) as answer:
                assert (answer.status, answer.content_type) == (404, "text/html")
                assert "Content-Security-Policy" in answer.headers
            for path in ("/no/such/page", "/api/no/such/page"):
                async with session.get(server.url + path, headers={"Accept": "*/*"}) as answer:
                    assert (answer.status, answer.content_type) == (404, "application/json")
                    check_failure(await answer.read())

    asyncio.run(ask())


def test_a_game_that_is_not_compiled_yet_can_be_played_at_once(tmp_path: Path) -> None:
    async def ask() -> None:
        settings, plain = ServerSettings(port=0, data=tmp_path / "tables.db"), {GAME}
        async with (
            running(settings, await TableRegistry.start(settings, plain=plain)) as port,
            aiohttp.ClientSession(f"http://127.0.0.1:{port}") as client,
        ):
            games = (await (await client.get("/api/games")).json())["games"]
            assert {game["name"] for game in games if not game["ready"]} == plain
            assert (await client.post("/api/tables", json={"game": GAME, "seats": 2})).status == 201

    asyncio.run(asyncio.wait_for(ask(), LONG))
