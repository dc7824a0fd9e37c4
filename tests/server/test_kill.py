"""A server killed in the middle of fifty busy tables, again and again, on the same file.

Nothing that anyone has seen is lost, nothing counts twice, what was refused is refused again, and the matches go on
and end.

SPIELTISCH_KILLS says how often; `make soak` kills more often.
"""

import asyncio
import os
import random
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import pytest
from msgspec import convert

from server.matches import GAME
from server.running import Server
from server.stored_logs import check_commands, check_turns, logs_in, moves_of
from spieltisch.client import Client, NotTaken, TableConnection
from spieltisch.games import game_named
from spieltisch.table import replay
from spieltisch.table.entries import Misreckoned

KILLS = int(os.environ.get("SPIELTISCH_KILLS", "8"))
TABLES, SEATS = 50, 4
BUSY = 150  # moves of people between two kills, at least
LONG = 600  # seconds: a guard against hanging
MISTAKEN = 0.3  # how often somebody says a wrong number first
WRONG = -(2**31)


@dataclass
class Person:
    line: TableConnection
    played: list[str] = field(default_factory=list)  # what the server has said yes to
    misreckoned: int = 0

    async def play_always(self) -> None:
        line = self.line
        while True:
            await line.until(lambda: line.moves)
            move = random.choice(line.moves)
            if random.random() < MISTAKEN:
                await self.misreckon(move)
            await line.play(move)
            self.played.append(move)

    async def misreckon(self, move: str) -> None:
        """Refused, and noted: also if the server was killed before it could say so."""
        with pytest.raises(NotTaken) as refused:
            await self.line.do("play", move=move, said=WRONG)
        assert refused.value.reason == "wrong_number"
        self.misreckoned += 1


@dataclass
class Evening:
    """Two people and two bots at every table; whoever sits first starts match after match."""

    server: Server
    people: list[Person] = field(default_factory=list)
    last_orders: bool = False

    @property
    def moves(self) -> int:
        return sum(len(person.played) for person in self.people)

    async def fill(self, client: Client, stack: AsyncExitStack) -> None:
        for _ in range(TABLES):
            table = await client.open(GAME, SEATS, {"announce": "by head"}, quick=True)
            for name in ("Hanna", "Emil"):
                self.people.append(Person(await stack.enter_async_context(client.join(table, name))))
            for seat in range(2, SEATS):
                await self.people[-2].line.do("bot", seat=seat, level="random")

    async def host(self, line: TableConnection) -> None:
        """Until last orders, and then to the end of the match."""
        while not (self.last_orders and line.table.stage == "over"):
            if line.table.stage in ("open", "over"):
                try:
                    await line.do("start")
                except NotTaken:  # the other one is not back yet
                    await asyncio.sleep(0.1)
                    continue
            await line.until(lambda: line.table.stage in ("open", "over"))

    async def kill_and_go_on(self) -> None:
        enough = self.moves + BUSY
        while self.moves < enough:
            await asyncio.sleep(0.01)
        await asyncio.sleep(random.random() / 10)
        self.server.kill()
        known = [list(person.played) for person in self.people]
        self.check_file(known)
        await asyncio.to_thread(self.server.start)
        self.check_file(known)

    def check_file(self, known: list[list[str]]) -> None:
        """Everything that somebody was told is in it; besides at most the one move that was not answered."""
        logs = logs_in(self.server.data)
        assert len(logs) == TABLES
        for person, played in zip(self.people, known, strict=True):
            assert person.line.you is not None
            stored = moves_of(logs[person.line.id], person.line.you)
            assert stored[: len(played)] == played
        for log in logs.values():
            check_commands(log)

    async def last_matches(self, client: Client) -> None:
        """As those who played get them."""
        for person in self.people[:10]:
            assert person.line.token is not None
            finished = await client.finished(person.line.id, person.line.number, person.line.token)
            replay.verify(convert(finished["match"], replay.Document), game_named)


@pytest.mark.slow
def test_a_server_killed_in_the_middle_of_fifty_tables_loses_nothing(server: Server) -> None:
    asyncio.run(an_evening(Evening(server)))
    assert "has lost moves" not in server.errors


async def an_evening(evening: Evening) -> None:
    async with asyncio.timeout(LONG), evening.server.client() as client, AsyncExitStack() as stack:
        await evening.fill(client, stack)
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(person.play_always()) for person in evening.people]
            hosting = [group.create_task(evening.host(person.line)) for person in evening.people[::2]]
            for _ in range(KILLS):
                await evening.kill_and_go_on()
            evening.last_orders = True
            await asyncio.gather(*hosting)
            for task in playing:
                task.cancel()
        await evening.last_matches(client)
    logs = logs_in(evening.server.data)
    for person in evening.people:
        assert person.line.you is not None
        assert moves_of(logs[person.line.id], person.line.you) == person.played
        mistakes = [entry.what for entry in logs[person.line.id] if isinstance(entry.what, Misreckoned)]
        assert [mistake.seat for mistake in mistakes].count(person.line.you) == person.misreckoned
    assert min(check_turns(table, log) for table, log in logs.items()) >= 1
