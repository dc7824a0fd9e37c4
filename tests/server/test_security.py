"""What must not be had from a server, or done to it."""

import asyncio

import aiohttp
import pytest

from server.conftest import Serve
from server.matches import GAME, play_out, play_some, start, table_of_people, table_with_bots
from server.running import Server
from server.stored_logs import logs_in
from server.wire import Wire
from spieltisch.client import Client, NotTaken, TableConnection
from spieltisch.kernel.languages import LANGUAGES
from spieltisch.server.protocol import VERSION
from spieltisch.table import names
from spieltisch.table.entries import Committed

LONG = 120  # seconds: a guard against hanging
REQUIRED = {"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "Server": "Spieltisch"}


# Who may ask


def test_a_foreign_name_or_page_is_refused(server: Server) -> None:
    own = f"127.0.0.1:{server.port}"
    asked = {
        (own, None): 200,
        (own, f"http://{own}"): 200,
        (f"localhost:{server.port}", None): 200,
        ("evil.example", None): 421,
        ("127.0.0.1.evil.example", None): 421,
        ("", None): 421,
        (own, "http://evil.example"): 403,
        (own, "null"): 403,
        (own, f"http://localhost:{server.port}"): 403,
        (own, f"http://127.0.0.1:{server.port + 1}"): 403,
        ("evil.example", "http://evil.example"): 421,
    }

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            table = await client.open(GAME, 2)
            for (host, origin), status in asked.items():
                headers = {"Host": host} | ({} if origin is None else {"Origin": origin})
                async with client.session.get(f"{server.url}/health", headers=headers) as answer:
                    assert answer.status == status, (host, origin)
                    assert status == 200 or set((await answer.json())["text"]) == set(LANGUAGES)
                url = f"{server.url}/api/tables/{table}/socket?wire={VERSION}"
                if status == 200:
                    async with client.session.ws_connect(url, headers=headers):
                        pass
                else:
                    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                        await client.session.ws_connect(url, headers=headers)
                    assert refused.value.status == status, (host, origin)

    asyncio.run(main())


def test_every_answer_carries_the_headers(server: Server) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), aiohttp.ClientSession() as session:
            for method, path, status in (
                ("GET", "/", 200),
                ("GET", "/api/games", 200),
                ("GET", "/metrics", 200),
                ("GET", "/nowhere", 404),
                ("DELETE", "/api/tables", 405),
                ("POST", "/api/tables", 400),
                ("GET", "/api/tables", 403),
                ("GET", "/api/tables/nobody/socket", 404),
            ):
                async with session.request(method, server.url + path) as answer:
                    assert answer.status == status, path
                    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
                    assert "unsafe" not in answer.headers["Content-Security-Policy"]
                    assert {name: answer.headers[name] for name in REQUIRED} == REQUIRED
                    assert "Access-Control-Allow-Origin" not in answer.headers

    asyncio.run(main())


# Tokens


async def recorded(server: Server, heads: list[bytes]) -> asyncio.Server:
    """A door to the server that notes the first line of every request."""

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, here = await asyncio.open_connection("127.0.0.1", server.port)

        async def copy(source: asyncio.StreamReader, sink: asyncio.StreamWriter, note: bool) -> None:
            while chunk := await source.read(65536):
                if note and b" HTTP/1.1\r\n" in chunk:
                    heads.append(chunk.partition(b"\r\n")[0])
                sink.write(chunk)
            sink.close()

        await asyncio.gather(copy(reader, here, True), copy(there, writer, False), return_exceptions=True)

    return await asyncio.start_server(pass_on, "127.0.0.1", 0)


def test_tokens_are_in_no_url_no_file_and_no_log(server: Server) -> None:
    heads: list[bytes] = []

    async def main() -> list[str]:
        async with asyncio.timeout(LONG):
            door = await recorded(server, heads)
            port = door.sockets[0].getsockname()[1]
            async with Client(f"http://127.0.0.1:{port}") as client, table_with_bots(client) as line:
                await start(line)
                await play_out(line)
                assert line.token is not None
                await client.finished(line.id, line.number, line.token)
                old = line.token
                new = "5" * 32
                await line.do("move", token=new)
                with pytest.raises(NotTaken, match="Only those who played"):
                    await client.finished(line.id, line.number, old)
                await client.finished(line.id, line.number, new)
            door.close()
            return [old, new]

    tokens = asyncio.run(main())
    assert server.stop() == 0
    assert len(heads) > 4
    kept = b"".join(heads) + b"".join(file.read_bytes() for file in server.data.parent.iterdir())
    for token in tokens:
        assert token.encode() not in kept
        assert bytes.fromhex(token) not in kept


# Matches


async def refused(client: Client, line: TableConnection, token: str | None, status: int) -> None:
    with pytest.raises(NotTaken, match="Only those who played can see this match, and only after its end") as why:
        await client.ask("GET", f"/api/tables/{line.id}/matches/1", token=token)
    assert why.value.status == status


def test_a_match_is_for_those_who_played_and_only_after_its_end(server: Server) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, table_of_people(client) as people:
            line = people[0]
            await refused(client, line, line.token, 404)
            await start(line)
            await refused(client, line, line.token, 404)
            await refused(client, line, None, 403)
            await asyncio.gather(*(play_out(each) for each in people))
            for token in (None, "", "0" * 32, "x", people[0].id):
                await refused(client, line, token, 403)
            for each in people:
                assert each.token is not None
                finished = await client.finished(line.id, 1, each.token)
                assert finished["match"]["names"] == list(names.LISTED[:2])
            with pytest.raises(NotTaken):
                await client.finished(line.id, 2, people[0].token or "")

    asyncio.run(main())


def test_the_secret_of_a_running_match_goes_to_nobody(server: Server) -> None:
    async def main() -> None:
        async with (
            asyncio.timeout(LONG),
            server.client() as client,
            table_of_people(client) as people,
            client.watch(people[0].id) as watcher,
        ):
            lines = [*people, watcher]
            for line in lines:
                line.raw = []
            await start(people[0])
            await asyncio.gather(*(line.until(lambda line=line: line.table.stage == "playing") for line in people))  # type: ignore[misc]
            mover = next(line for line in people if line.moves)
            await play_some(mover, 1)
            log = logs_in(server.data)[mover.id]
            secret = next(entry.what.secret for entry in log if isinstance(entry.what, Committed)).hex().encode()
            told = b"".join(chunk for line in lines for chunk in line.raw or ())
            assert people[0].table.entropies[0].encode() in told
            assert secret not in told
            await asyncio.gather(*(play_out(line) for line in people))
            assert secret in b"".join(people[0].raw or ())
            assert secret not in b"".join(watcher.raw or ())

    asyncio.run(main())


# Public tables


def test_public_tables_are_off_unless_switched_on(server: Server) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            for ask in (client.open(GAME, 2, public=True), client.ask("GET", "/api/tables")):
                with pytest.raises(NotTaken, match="Public tables are switched off") as off:
                    await ask
                assert off.value.status == 403
            assert (await client.ask("GET", "/api/games"))["public_tables"] is False

    asyncio.run(main())


def test_names_at_public_tables_come_from_the_list(serve: Serve) -> None:
    server = serve("--public-tables")

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            private, public = await client.open(GAME, 2), await client.open(GAME, 2, public=True)
            wire = await Wire.hello(server.port, private)
            async with client.join(public, names.LISTED[3]):
                with pytest.raises(NotTaken, match="names come from the list"):
                    await client.join(public, "Rumpelstilz").__aenter__()
                lobby = (await client.ask("GET", "/api/tables"))["tables"]
                assert [(table["table"], table["names"], table["free"]) for table in lobby] == [
                    (public, [names.LISTED[3]], 1)
                ]
            with pytest.raises(NotTaken, match="a character in this name that nobody can see"):
                await client.join(private, "Rumpel\u202estilz\0").__aenter__()
            await wire.close()

    asyncio.run(main())
