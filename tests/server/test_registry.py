"""A bot with a fault."""

import asyncio
import logging
from pathlib import Path

import pytest

from server.matches import play_out, start, table_with_bots
from spieltisch.client import Client
from spieltisch.kernel import Seen
from spieltisch.server import ServerSettings
from spieltisch.server.app import running
from spieltisch.server.registry import TableRegistry


class Faulty:
    def choose(self, seen: Seen) -> tuple[str, int]:
        raise ValueError(f"I hold {seen.state}")


def test_somebody_else_decides_for_a_bot_that_fails(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The match goes on to its end; the log names the fault, and nothing that the bot held."""

    async def play() -> None:
        settings = ServerSettings(port=0, data=tmp_path / "tables.db")
        registry = await TableRegistry.start(settings)
        registry._thinkers.bots["club"] = Faulty()
        async with running(settings, registry) as port, Client(f"http://127.0.0.1:{port}") as client:
            async with table_with_bots(client, level="club") as line:
                await start(line)
                await play_out(line)
            metrics = await (await client.session.get(f"{client.server}/metrics")).text()
        assert registry.metrics.failed_bots > 0
        assert f"spieltisch_failed_bots_total {registry.metrics.failed_bots}" in metrics

    with caplog.at_level(logging.ERROR, "spieltisch"):
        asyncio.run(asyncio.wait_for(play(), 60))
    assert {record.getMessage() for record in caplog.records} == {"bot club of lobo77 failed: ValueError"}
