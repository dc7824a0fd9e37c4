"""A data file as this release writes it, for later ones to open (test_released.py):

    python tests/store/write_release.py tests/store/released/0.1.0.db

All games, each with a finished match and one in its middle; a race; a start that came to nothing; somebody whose bot
plays on. Seats are opened by the tokens that `token_of` derives from names.
"""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from hashlib import sha256
from pathlib import Path

from spieltisch.bots import bot
from spieltisch.client import Client, TableConnection

OPEN = re.compile(r"Spieltisch is open: (http://\S+?)/?\s")
HANNA, BEN = "Hanna", "Ben"
GAMES = {
    "bloeder-sack": (2, {}),
    "lobo77": (3, {}),
    "gracias": (3, {}),
    "blitzgriff": (2, {"pace": "calm"}),
}
MOVES = 6  # of Hanna's, in the match that goes on
GRACE_S = 5


def token_of(name: str) -> str:
    return sha256(f"token of {name}".encode()).hexdigest()[:32]


class Silent(TableConnection):
    """Somebody whose client adds nothing to the dice."""

    def _add_entropy(self) -> None: ...


def main(file: Path) -> None:
    with server(file) as address:
        asyncio.run(play_everything(address))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("vacuum")
        connection.execute("pragma journal_mode = delete")
    for beside in ("-wal", "-shm", ".lock"):
        Path(f"{file}{beside}").unlink(missing_ok=True)
    print(f"{file}: {file.stat().st_size // 1024} kB")


@contextmanager
def server(file: Path) -> Iterator[str]:
    options = ("--port", "0", "--rate", "100000", "--data", os.fspath(file))
    command = [sys.executable, "-m", "spieltisch.cli", "serve", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            opened = next(found for line in process.stdout if (found := OPEN.search(line)))
            yield opened[1]
        finally:
            process.terminate()


async def play_everything(address: str) -> None:
    async with Client(address) as client:
        for game, (seats, options) in GAMES.items():
            await play_twice(client, game, seats, options)
        await race(client)
        await leave_a_result(client)
        await cancel_a_start(client)
        await go_away(client)


@asynccontextmanager
async def hosted(
    client: Client, game: str, seats: int, options: dict[str, str] | None = None, people: int = 1, **settings: int
) -> AsyncIterator[TableConnection]:
    """A table with Hanna; on the chairs that are left for nobody else, bots."""
    table = await client.open(game, seats, options, quick=True, **settings)
    async with client.join(table, HANNA, token_of(HANNA), seat=0) as hanna:
        for seat in range(people, seats):
            await hanna.do("bot", seat=seat, level="careful")
        yield hanna


async def start(line: TableConnection) -> None:
    await line.do("start")
    await line.until(lambda: line.table.stage == "playing")


async def play(line: TableConnection, moves: int | None = None) -> None:
    """So many moves, or to the end."""
    chooser, made = bot("careful", seed=1), 0
    while made != moves:
        await line.until(lambda: line.table.stage == "over" or is_to_act(line))
        if line.table.stage == "over":
            return
        await line.play(chooser.choose(line.seen())[0])
        made += 1


def is_to_act(line: TableConnection) -> bool:
    return line.you is not None and bool(line.actors >> line.you & 1)


async def play_twice(client: Client, game: str, seats: int, options: dict[str, str]) -> None:
    """A match to its end, and another one half of the way; Ben plays the first with her."""
    async with hosted(client, game, seats, options, people=2) as hanna:
        async with client.join(hanna.id, BEN, token_of(BEN), seat=1) as ben:
            await start(hanna)
            await asyncio.gather(play(hanna), play(ben))
            await ben.do("leave")
        await hanna.do("bot", seat=1, level="random")
        await start(hanna)
        await play(hanna, MOVES)


async def race(client: Client) -> None:
    """Against a bot that grabs."""
    async with hosted(client, "blitzgriff", 2, {"pace": "blitz"}) as hanna:
        await start(hanna)
        await hanna.do("ready")
        rows = len(hanna.log)
        await hanna.until(lambda: len(hanna.log) >= rows + MOVES)


async def leave_a_result(client: Client) -> None:
    async with hosted(client, "bloeder-sack", 3, {"order": "time"}) as hanna:
        await start(hanna)
        await play(hanna)


async def cancel_a_start(client: Client) -> None:
    async with (
        hosted(client, "lobo77", 2, people=2) as hanna,
        Silent(client, hanna.id, token_of(BEN), {"name": BEN, "seat": 1}) as ben,
    ):
        await hanna.do("start")
        await ben.do("leave")
        await hanna.until(lambda: hanna.table.stage == "open")


async def go_away(client: Client) -> None:
    """Ben leaves the room in mid-match, and a bot plays for him."""
    async with hosted(client, "lobo77", 2, people=2, grace_s=GRACE_S) as hanna:
        async with client.join(hanna.id, BEN, token_of(BEN), seat=1):
            await start(hanna)
        await hanna.until(lambda: hanna.table.chairs[1].away)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
