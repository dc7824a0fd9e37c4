"""A server killed while people race: the pass stands as it was logged, and goes on from a new countdown."""

import asyncio
import random
from time import monotonic

import pytest

from server.racing import all_get_ready, get_ready, is_told, people_at_a_race
from server.running import Server
from server.stored_logs import check_commands, logs_in
from spieltisch.client import NotTaken, TableConnection
from spieltisch.games import game_named
from spieltisch.table import TableState
from spieltisch.table.entries import Played
from spieltisch.table.racing import COUNTDOWN_MS

LONG = 60  # seconds: a guard against hanging
BEFORE_LOS = "before_los"


def check_file(server: Server, line: TableConnection) -> None:
    """The log is whole, nothing counts twice, and it leads to the table as this line shows it."""
    log = logs_in(server.data)[line.id]
    check_commands(log)
    moves = [entry.what for entry in log if isinstance(entry.what, Played)]
    takes = [played.move for played in moves if played.move.startswith("take")]
    assert len(takes) == len(set(takes)), "a die was granted twice"
    times = [played.at for played in moves if played.at is not None]
    assert times == sorted(times)
    match = TableState.from_log(line.id, game_named, list(enumerate(log, start=1))).match
    assert match is not None
    assert match.cells(line.you) == line.cells


async def killed_and_back(server: Server, *people: TableConnection) -> None:
    """Until everybody's line is there again."""
    server.kill()
    for line in people:
        line.race = None
    await asyncio.to_thread(server.start)
    await asyncio.gather(*map(is_told, people))


async def is_refused(line: TableConnection, move: str) -> str:
    with pytest.raises(NotTaken) as refused:
        await line.play(move)
    return refused.value.reason


async def drop(line: TableConnection) -> None:
    """The line breaks, and comes about again by itself."""
    assert line._ws is not None
    cells, line.race, line.cells = line.cells, None, []
    await line._ws.close()
    await is_told(line)
    assert line.cells == cells, "the same cards, and the same die in hand"


@pytest.mark.slow
def test_a_pass_goes_on_after_the_server_was_killed_or_is_ended_by_the_host(server: Server) -> None:
    async def main() -> None:
        async with (
            asyncio.timeout(LONG),
            server.client() as client,
            people_at_a_race(client, 2) as playing,
            people_at_a_race(client, 2) as giving_up,
        ):
            await all_get_ready([*playing, *giving_up])
            await grab_some(playing)
            await giving_up[1].play("take 7")
            unanswered = asyncio.create_task(playing[0].play("take 3"))
            await asyncio.sleep(random.random() / 50)  # it is sent, and perhaps carried out
            await killed_and_back(server, *playing, *giving_up)
            await asyncio.wait([unanswered])
            check_file(server, playing[0])
            assert (playing[0].field("hand")[0] == 3) == (unanswered.exception() is None)
            assert playing[0].field("hand")[1] == 2, "Ben's die is still in his hand"
            await end_by_the_host(*giving_up)
            await go_on(server, *playing)

    asyncio.run(main())


async def grab_some(people: list[TableConnection]) -> None:
    """Anna has put one down, Ben has one in his hand and no line for a while."""
    anna, ben = people
    await asyncio.gather(anna.play("take 1"), ben.play("take 2"))
    await anna.play("beside 1")
    await ben.until(lambda: ben.seq >= anna.seq)
    await drop(ben)
    assert ben.field("hand").tolist()[:2] == [0, 2]
    assert await is_refused(ben, "take 4") == "hand_full", "and the race goes on for him"


async def end_by_the_host(host: TableConnection, other: TableConnection) -> None:
    """Nobody is ready again; what was grabbed is gone with the match."""
    assert await is_refused(other, "beside 1") == BEFORE_LOS
    await host.do("abort")
    await other.until(lambda: other.table.stage == "open")


async def go_on(server: Server, anna: TableConnection, ben: TableConnection) -> None:
    """Only when both are ready; then the pass ends and is scored, once, however often the server is killed."""
    assert await is_refused(ben, "beside 1") == BEFORE_LOS
    await ben.do("ready")
    await ben.until(lambda: ben.race and ben.race.ready == [1])
    assert ben.race is not None
    assert ben.race.los is None
    began = monotonic()
    await get_ready(anna)
    assert monotonic() - began >= COUNTDOWN_MS / 1000, "a whole countdown"
    await ben.play("beside 1")
    await anna.play("stop")
    if anna.field("hand")[0]:
        await anna.play("beside 1")
    await anna.until(lambda: anna.field("pass_now") == 2)
    points = anna.field("points").tolist()
    await killed_and_back(server, anna, ben)
    assert anna.field("points").tolist() == points
    assert anna.field("pass_now") == 2
    assert await is_refused(anna, "take 1") == BEFORE_LOS
    check_file(server, anna)
