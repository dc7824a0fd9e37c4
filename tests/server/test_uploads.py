"""A match file from outside: checked within limits, in a process of its own."""

import asyncio
import os
import signal
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from server.matches import a_match
from server.running import Server
from spieltisch.client import Client, NotTaken

LONG = 120  # seconds: a guard against hanging


async def upload(client: Client, body: object) -> dict[str, Any]:
    """On a machine with much else to do it may take too long: then again."""
    while True:
        try:
            return await client.ask("POST", "/api/matches", json.encode(body))
        except NotTaken as refused:
            if refused.reason != "too_long":
                raise


@pytest.mark.slow
def test_a_match_file_is_checked(server: Server) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            match = await a_match(client)
            checked = await upload(client, match)
            assert checked["match"] == match
            assert len(checked["replay"]["frames"]) == len(match["log"])
            for bad, says in (
                (match | {"secret": "0" * 64}, "the secret is not the one that was committed to"),
                (match | {"places": match["places"][::-1], "points": [9] * 4}, "did not end with this result"),
                ({"kind": "something else"}, "not a match file"),
            ):
                with pytest.raises(NotTaken, match=says) as wrong:
                    await upload(client, bad)
                assert wrong.value.status == 422
                assert "\n" not in wrong.value.text["en"]
            large = BytesIO(b"x" * 2_000_001)
            async with client.session.post(f"{server.url}/api/matches", data=large) as answer:
                assert answer.status == 413
                assert "at most 2,000,000 bytes" in (await answer.json())["text"]["en"]

    asyncio.run(main())


def children_of(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(after_name[1]) == pid:
            found.append(int(stat.parent.name))
    return found


@pytest.mark.slow
def test_a_check_that_takes_too_long_is_stopped(server: Server) -> None:
    """It is held up for real: its process is made to stand still. The server answers others meanwhile."""

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            with pytest.raises(NotTaken, match="not a match file"):
                await client.ask("POST", "/api/matches", b"{}")
            assert server.process.pid is not None
            pid = server.process.pid
            (checker,) = children_of(pid)
            os.kill(checker, signal.SIGSTOP)
            upload = asyncio.create_task(client.ask("POST", "/api/matches", b"{}"))
            await asyncio.sleep(0.1)  # it is the first
            others = [asyncio.create_task(client.ask("POST", "/api/matches", b"%d" % number)) for number in range(8)]
            (refused,), waiting = await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)
            with pytest.raises(NotTaken, match="There is too much to do") as busy:
                await refused
            assert busy.value.status == 503
            for other in waiting:
                other.cancel()
            await a_match(client)
            assert not upload.done()
            with pytest.raises(NotTaken, match="took too long, so it was stopped") as stopped:
                await upload
            assert stopped.value.status == 422
            assert checker not in children_of(pid)

    asyncio.run(main())
