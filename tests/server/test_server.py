"""A server from day to day: tables put away and fetched again, lines taken up again, stopping, bots that think."""

import asyncio
import random
import sqlite3
from collections import Counter
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path

import aiohttp
import numpy as np
import pytest
from msgspec import convert

import spieltisch as st
from server.conftest import Serve
from server.matches import GAME, play_out, play_some, start, table_of_people, table_with_bots
from server.running import Server, patiently
from server.stored_logs import check_turns, logs_in
from server.wire import Wire, written
from spieltisch.client import Client, NotTaken, TableConnection
from spieltisch.games import game_named
from spieltisch.server import choices, event_types
from spieltisch.server.metrics import FAILURE_S, Metrics
from spieltisch.server.protocol import VERSION
from spieltisch.server.typescript import typescript
from spieltisch.table import messages, replay

BUSY, STOPS = 12, 3
LONG = 60  # seconds: a guard against hanging
STORED = ("tables", "log", "journal", "snapshots")  # what of a table is in the file
PROTOCOL = Path(__file__).parents[2] / "web" / "src" / "protocol.ts"


def knowledge(line: TableConnection) -> tuple[object, ...]:
    return line.you, line.number, line.cells, line.log, line.moves, line.actors, line.table.commitment


def test_the_browsers_types_are_those_of_the_server() -> None:
    assert PROTOCOL.read_text(encoding="utf-8") == typescript(), "make protocol"


def test_the_browsers_choices_are_those_of_the_games() -> None:
    file = PROTOCOL.parent / "games" / "choices.ts"
    assert file.read_text(encoding="utf-8") == choices.typescript(), "make protocol"


def test_the_browsers_events_are_those_of_the_games() -> None:
    file = PROTOCOL.parent / "games" / "event-types.ts"
    assert file.read_text(encoding="utf-8") == event_types.typescript(), "make protocol"


# Put away and fetched again


def test_a_table_that_nobody_looks_at_leaves_memory_and_comes_back(serve: Serve) -> None:
    server = serve("--idle", "0.2")

    async def no_tables() -> bool:
        return await server.metric("tables") == 0

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            async with table_with_bots(client) as line:
                await start(line)
                await play_some(line, 3)
                await line.until(lambda: line.moves)
                before, table, token = knowledge(line), line.id, line.token
                assert await server.metric("tables") == 1
            await patiently(no_tables)
            async with client.join(table, "Hanna", token) as line:
                assert knowledge(line) == before
                await play_out(line)

    asyncio.run(main())


def test_a_table_put_away_before_hello_is_fetched_again(serve: Serve) -> None:
    """Whoever is slow to say hello sits at the same table as the others."""
    server = serve("--idle", "0.2")

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            table = await client.open(GAME, 2)
            slow = await Wire.open(server.port, table)

            async def put_away() -> bool:
                return await server.metric("tables") == 0

            await patiently(put_away)
            slow.send(written(do="hello"))
            assert (await slow.next())["seq"] == 2
            async with client.join(table, "Hanna"):
                assert (await slow.next())["table"]["chairs"][0]["name"] == "Hanna"
            await slow.close()

    asyncio.run(main())


def test_a_line_taken_up_again_gets_only_what_it_missed(server: Server) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, table_with_bots(client) as line:
            await start(line)
            await play_some(line, 4)
            await line.until(lambda: line.moves)
            have = len(line.log) - 3
            wire = await Wire.open(server.port, line.id)
            wire.send(written(do="hello", token=line.token, match=line.number, rows=have))
            match = (await wire.next())["match"]
            assert match["first"] == have
            frames = convert(match["frames"], list[messages.Frame])
            assert sum(frame.times for frame in frames) == 3
            cells = match["cells"]
            for frame in frames:
                for changes in (frame.changes, frame.own):
                    for cell, value in zip(changes[::2], changes[1::2], strict=True):
                        cells[cell] = value
            assert cells == line.cells
            await wire.close()
            other = await Wire.open(server.port, line.id)
            other.send(written(do="hello", token=line.token, match=line.number + 1, rows=have))
            assert (await other.next())["reason"] == "rows_lost"
            assert (await other.next())["match"]["first"] == 0
            await other.close()

    asyncio.run(main())


async def health(client: Client) -> tuple[int, object]:
    async with client.session.get(f"{client.server}/health") as answer:
        return answer.status, await answer.json()


def test_what_cannot_be_stored_has_not_happened(server: Server) -> None:
    """The disk is full, say: the table is taken up again as the file tells it."""

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, table_of_people(client) as people:
            await start(people[0])
            await asyncio.gather(*(line.until(lambda line=line: line.table.stage == "playing") for line in people))  # type: ignore[misc]
            mover = next(line for line in people if line.moves)
            before = logs_in(server.data)[mover.id]
            with closing(sqlite3.connect(server.data)) as file:
                file.execute("create trigger full before insert on journal begin select raise(abort, 'full'); end")
                moving = asyncio.create_task(mover.play(mover.moves[0]))
                await patiently(lambda: has_failed(server))
                assert logs_in(server.data)[mover.id] == before
                assert await health(client) == (503, {"ok": False})
                assert not moving.done()
                file.execute("drop trigger full")
            await moving
            assert await health(client) == (200, {"ok": True})
            await asyncio.gather(*(play_out(line) for line in people))

    asyncio.run(main())
    assert "a commit failed: full" in server.errors
    assert all(check_turns(table, log) == 1 for table, log in logs_in(server.data).items())


async def has_failed(server: Server) -> bool:
    return await server.metric("failed_commits_total") > 0


# Deleted by its host


def rows_in(data: Path) -> int:
    with closing(sqlite3.connect(data)) as file:
        counts = [file.execute(f"select count(*) from {name}").fetchone()[0] for name in STORED]
    return int(sum(counts))


def test_a_host_deletes_the_table_at_once_and_for_good(server: Server) -> None:
    """Everybody is told when it is gone; then nobody finds it, and nothing of it is left."""

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, table_of_people(client) as (host, guest):
            await start(host)
            wires = [await Wire.hello(server.port, host.id, token) for token in (None, guest.token)]
            with pytest.raises(NotTaken, match="Only the host"):
                await guest.do("delete")
            await host.do("delete")
            for wire in wires:
                assert [message async for message in wire.rest()][-1] == {"type": "deleted"}
                assert rows_in(server.data) == 0
                assert wire.closed_with == 1001
                await wire.close()
            for line in (host, guest):
                with pytest.raises(NotTaken, match="no such table"):
                    await line.until(lambda: False)
            socket = f"{server.url}/api/tables/{host.id}/socket?wire={VERSION}"
            async with aiohttp.ClientSession() as http, http.get(socket) as answer:
                assert (answer.status, (await answer.json())["reason"]) == (404, "no_table")
            assert await server.metric("failed_commits_total") == 0

    asyncio.run(main())


def test_a_table_that_cannot_be_deleted_goes_on(server: Server) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, table_of_people(client) as people:
            await start(people[0])
            with closing(sqlite3.connect(server.data)) as file:
                file.execute("create trigger no before delete on tables begin select raise(abort, 'no'); end")
            wire = await Wire.hello(server.port, people[0].id, people[0].token)
            wire.send(written(do="delete", id=5))
            assert {"type": "deleted"} not in [message async for message in wire.rest()]
            await wire.close()
            assert await server.metric("failed_commits_total") == 1
            with closing(sqlite3.connect(server.data)) as file:
                file.execute("drop trigger no")
            await asyncio.gather(*(play_out(line) for line in people))

    asyncio.run(main())
    assert all(check_turns(table, log) == 1 for table, log in logs_in(server.data).items())


# Stopping


@pytest.mark.slow
def test_stopping_closes_every_line_and_stores_everything(server: Server) -> None:
    """In the middle of busy tables, bots thinking; it goes on where it stopped."""

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(table_with_bots(client)) for _ in range(BUSY)]
            await asyncio.gather(*(start(line) for line in lines))
            thinking = await stack.enter_async_context(table_with_bots(client, level="search"))
            await start(thinking)
            playing = asyncio.gather(*(play_out(line) for line in lines))
            for stop in range(STOPS):
                wire = await Wire.hello(server.port, lines[0].id)
                await lines[0].until(lambda stop=stop: len(lines[0].log) > 40 + 20 * stop)  # type: ignore[misc]
                assert await asyncio.to_thread(server.stop) == 0
                async for _ in wire.rest():  # to its end
                    pass
                await wire.close()
                await asyncio.to_thread(server.start)
            await playing

    asyncio.run(main())
    assert server.errors == ""
    assert sum(check_turns(table, log) for table, log in logs_in(server.data).items()) == BUSY


@pytest.mark.slow
def test_whoever_asks_while_it_stops_is_told_so(server: Server) -> None:
    """Asked without end over lines that are open already: found, not found, stopping, gone; never an error of ours."""
    answers: Counter[int] = Counter()

    async def knock(session: aiohttp.ClientSession) -> None:
        with suppress(aiohttp.ClientConnectionError):
            while True:
                async with session.get(f"{server.url}/api/tables/nobodys/matches/1") as answer:
                    answers[answer.status] += 1

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, aiohttp.ClientSession() as session:
            async with table_with_bots(client) as line:
                await start(line)
                answers.clear()
                knocking = [asyncio.create_task(knock(session)) for _ in range(BUSY)]
                while answers[404] < BUSY:
                    await asyncio.sleep(0.01)
                assert await asyncio.to_thread(server.stop) == 0
            await asyncio.gather(*knocking)

    for _ in range(STOPS):
        asyncio.run(main())
        assert set(answers) <= {404, 503}
        server.start()
    assert server.errors == ""


def test_a_failed_commit_counts_until_the_next_that_succeeds_or_a_minute() -> None:
    metrics = Metrics()
    assert metrics.is_storing(1000)
    metrics.note_commit(0.1, 1, 1000)
    assert not metrics.is_storing(1000)
    metrics.note_commit(0.1, 0, 1001)
    assert metrics.is_storing(1001)
    metrics.note_commit(0.1, 1, 2000)
    metrics.note_commit(0.1, 1, 2050)
    assert not metrics.is_storing(2050 + FAILURE_S)
    assert metrics.is_storing(2051 + FAILURE_S)
    assert metrics.failed == 3


def test_health_and_metrics(server: Server) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, table_with_bots(client) as line:
            assert await health(client) == (200, {"ok": True})
            assert [await server.metric(name) for name in ("tables", "seats", "connections")] == [1, 1, 1]
            assert await server.metric("moves_total") == 0
            await start(line)
            await play_out(line)
            moves = sum(row.seat >= 0 for row in line.log)
            assert await server.metric("moves_total") == moves
            assert await server.metric("send_seconds_count") >= moves
            assert await server.metric("failed_commits_total") == await server.metric("dropped_clients_total") == 0
            async with aiohttp.ClientSession() as session, session.get(f"{server.url}/metrics") as answer:
                text = await answer.text()
            assert line.id not in text
            assert "127.0.0.1" not in text

    asyncio.run(main())


# Bots


def test_thinking_bots_do_not_hold_others_up(server: Server) -> None:
    """While bots think about a move, somebody else asks and is answered."""
    answered: Counter[int] = Counter()  # by the entry before the move that is thought about

    async def ask_always(line: TableConnection, people: list[TableConnection]) -> None:
        while True:
            before = line.seq
            await people[0].do("host", seat=1)
            await people[1].do("host", seat=0)
            if line.seq == before and not line.moves:
                answered[before] += 1

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, table_with_bots(client, level="search") as line:
            await start(line)
            async with table_of_people(client) as people:
                asking = asyncio.create_task(ask_always(line, people))
                while answered.total() < 3 and line.table.stage == "playing":
                    if line.moves:
                        await line.play(random.choice(line.moves))
                    else:
                        await asyncio.sleep(0.01)  # bots think, or play on without him
                asking.cancel()
                with suppress(asyncio.CancelledError):
                    await asking

    asyncio.run(main())
    assert answered.total() >= 3  # none at all, if thinking held the server up


def test_what_a_line_knows_is_what_its_seat_has_seen(server: Server) -> None:
    """At every decision, to the byte; and a bot's choice from it is legal."""
    bot = st.bot("careful", seed=1)
    seen: dict[int, bytes] = {}

    async def main() -> replay.Document:
        async with asyncio.timeout(LONG), server.client() as client, table_with_bots(client) as line:
            await start(line)

            def look() -> None:
                known = line.seen()
                seen[len(line.log)] = known.to_bytes()
                assert bot.choose(known)[0] in line.moves
                assert [known.game.moves.texts[move] for move in np.flatnonzero(known.legal())] == line.moves

            await play_out(line, look)
            assert line.token is not None
            finished = await client.finished(line.id, line.number, line.token)
            return convert(finished["match"], replay.Document)

    document = asyncio.run(main())
    match = replay.begin(document, game_named)
    compared = 0
    for entry in document.log:
        match.play(entry.seat, entry.move, entry.at)
        if match.actors == (0,):
            assert match.seen(0).to_bytes() == seen[len(match.rows)]
            compared += 1
    assert compared == len(seen) > 5
