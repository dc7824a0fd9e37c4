"""How a server measures the lines of those who race."""

import asyncio
import socket
from secrets import token_hex

import pytest

from server.conftest import Serve
from server.racing import people_at_a_race
from server.running import Server
from server.wire import Wire, written

HELD_S = 0.15
LONG_S = 60


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="only where TCP tells what it measures")
def test_holding_back_pongs_makes_no_line_slower_at_a_private_table(server: Server) -> None:
    asyncio.run(hold_back_pongs(server))


async def hold_back_pongs(server: Server) -> None:
    async with asyncio.timeout(LONG_S), server.client() as client, people_at_a_race(client, 2) as (honest, other):
        token = token_hex(16)
        await other.do("move", token=token)
        await honest.until(lambda: honest.race and honest.race.lines[1] is None)
        wire = await Wire.open(server.port, other.id)
        wire.send(written(do="hello", token=token))
        await answer_late(wire)
        await honest.until(lambda: honest.race and honest.race.lines[1] is not None)
        assert honest.race is not None
        assert (honest.race.trust, honest.race.lines[1]) == ("tcp", 0)
        await wire.close()


async def answer_late(wire: Wire) -> None:
    """One ping."""
    while (message := await wire.next()) is not None:
        if message["type"] == "ping":
            await asyncio.sleep(HELD_S)
            wire.send(written(do="pong", nonce=message["nonce"]))
            return


@pytest.mark.parametrize(("public", "trust", "bound"), [(False, "pages", 120), (True, "nobody", 0)])
def test_behind_a_proxy_only_pages_tell_and_strangers_are_not_believed(
    serve: Serve, public: bool, trust: str, bound: int
) -> None:
    server = serve("--behind-proxy", "127.0.0.1", "--public-tables")

    async def main() -> None:
        async with (
            asyncio.timeout(LONG_S),
            server.client() as client,
            people_at_a_race(client, 2, public=public) as people,
        ):
            line = people[0]
            await line.until(lambda: line.race and None not in line.race.lines)
            assert line.race is not None
            assert (line.race.trust, line.race.bound) == (trust, bound)

    asyncio.run(main())
