"""Tables whose time is up, on a real file: clocks that are wrong, setting aside, bringing back, deleting."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from itertools import count
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer

from server.matches import GAME
from spieltisch import cli
from spieltisch.games import game_named
from spieltisch.server import Settings
from spieltisch.server.app import make_app
from spieltisch.server.cleanup import MOST_ENTRIES, SAVE_S, Clock
from spieltisch.server.hall import Hall
from spieltisch.server.protocol import VERSION
from spieltisch.store import ASIDE_DAYS, Append, Opening, SetAside, Store, bring_back
from spieltisch.store.changes import set_aside
from spieltisch.table import Opened
from spieltisch.table import Settings as TableSettings

LONG = 60  # seconds: a guard against hanging
OLD_TABLES = int(os.environ.get("SPIELTISCH_OLD_TABLES", "300"))
ENTRIES = 50
HOUR, DAY = 3600.0, 24 * 3600.0
NOON = 20_000 * DAY
KEEP_DAYS = 30


class Machine:
    """A machine with a server's file on it, whose clock may be wrong."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(data=folder / "tables.db")
        self.time = NOON
        self.wrong_by = 0.0
        self.slept = 0.0

    @asynccontextmanager
    async def hall(self) -> AsyncIterator[Hall]:
        clock = Clock(lambda: self.time + self.wrong_by, lambda: self.time - NOON - self.slept, lambda: self.slept)
        hall = Hall(self.settings, clock)
        try:
            yield hall
        finally:
            await hall.close()

    def sleep(self, seconds: float) -> None:
        self.time += seconds
        self.slept += seconds

    async def run(self, hall: Hall, hours: int) -> None:
        """As its chores would do it."""
        for _ in range(hours):
            self.time += HOUR
            hall.tidy()
            await hall.cleanup.save_clock()
            await hall.cleanup.sweep()


def play(main: Callable[[], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(LONG):
            await main()

    asyncio.run(in_time())


async def new_table(hall: Hall) -> str:
    game = game_named(GAME)
    settings = TableSettings(keep_days=KEEP_DAYS)
    live = await hall.open(Opened(game.name, game.rules_version, 2, {"edition": "77"}, settings))
    return live.table.state.table


async def append(hall: Hall, number: int, seq: int) -> None:
    written: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    hall.append(Append(number, [(seq, seq, b"a move")], written.set_result))
    assert await written is None


async def is_there(hall: Hall, table: str) -> bool:
    with suppress(SetAside):
        return await hall.find(table) is not None
    return False


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


# A clock that is wrong for a while


@pytest.mark.parametrize("wrong_by", [40 * DAY, 400 * DAY, -40 * DAY, -NOON])
def test_one_start_with_a_wrong_clock_takes_no_table(machine: Machine, wrong_by: float) -> None:
    async def main() -> None:
        async with machine.hall() as hall:
            table = await new_table(hall)
            await machine.run(hall, 2)
        machine.wrong_by = wrong_by
        async with machine.hall() as hall:
            await hall.cleanup.sweep()
            young = await new_table(hall)
            await machine.run(hall, 5)
            assert await is_there(hall, table)
        machine.wrong_by = 0
        async with machine.hall() as hall:
            await machine.run(hall, 100)
            assert await is_there(hall, table)
            assert await is_there(hall, young)

    play(main)


@pytest.mark.parametrize("wrong_by", [40 * DAY, -40 * DAY, -NOON])
def test_a_clock_set_wrong_and_right_again_in_a_run_takes_no_table(machine: Machine, wrong_by: float) -> None:
    async def main() -> None:
        async with machine.hall() as hall:
            table = await new_table(hall)
            await machine.run(hall, 2)
            machine.wrong_by = wrong_by
            await machine.run(hall, 5)
            machine.wrong_by = 0
            await machine.run(hall, 100)
            assert await is_there(hall, table)

    play(main)


@pytest.mark.parametrize("wrong_by", [40 * DAY, -40 * DAY, -NOON])
def test_a_clock_that_is_wrong_for_days_and_put_right_takes_no_table(machine: Machine, wrong_by: float) -> None:
    async def main() -> None:
        async with machine.hall() as hall:
            table = await new_table(hall)
            await machine.run(hall, 2)
            machine.wrong_by = wrong_by
            await machine.run(hall, 72)
        machine.time += HOUR
        async with machine.hall() as hall:
            await machine.run(hall, 72)
        machine.wrong_by = 0
        machine.time += HOUR
        async with machine.hall() as hall:
            await machine.run(hall, 100)
            assert await is_there(hall, table)

    play(main)


# Time that has passed


def test_a_table_is_set_aside_then_deleted_for_good(machine: Machine) -> None:
    async def main() -> None:
        async with machine.hall() as hall:
            table = await new_table(hall)
            await machine.run(hall, 24 * KEEP_DAYS - 1)
            assert await is_there(hall, table)
            await machine.run(hall, 3)
            with pytest.raises(SetAside):
                await hall.find(table)
            await machine.run(hall, 24 * ASIDE_DAYS)
            with pytest.raises(SetAside):
                await hall.find(table)
            await machine.run(hall, 1)
            assert await hall.find(table) is None

    play(main)


def test_a_gap_counts_once_the_clock_has_held_for_48_hours_of_running(machine: Machine) -> None:
    async def main() -> None:
        async with machine.hall() as hall:
            table = await new_table(hall)
        machine.time += 40 * DAY
        async with machine.hall() as hall:
            young = await new_table(hall)
            await machine.run(hall, 24)
        async with machine.hall() as hall:
            await machine.run(hall, 23)
            assert await is_there(hall, table)
            await machine.run(hall, 2)
            assert not await is_there(hall, table)
            assert await is_there(hall, young)

    play(main)


def test_a_machine_that_slept_was_off(machine: Machine) -> None:
    async def main() -> None:
        async with machine.hall() as hall:
            table = await new_table(hall)
            await machine.run(hall, 2)
            machine.sleep(40 * DAY)
            await machine.run(hall, 48)
            assert await is_there(hall, table)
            await machine.run(hall, 2)
            assert not await is_there(hall, table)

    play(main)


def test_a_table_that_is_used_again_is_kept(machine: Machine) -> None:
    async def main() -> None:
        async with machine.hall() as hall:
            table = await new_table(hall)
            await machine.run(hall, 24 * KEEP_DAYS - 1)
            live = await hall.find(table)
            assert live is not None
            await append(hall, live.number, 3)
            await machine.run(hall, 24 * KEEP_DAYS - 1)
            assert not hall.lives
            assert [age.set_aside for age in await hall.ages(0, 10)] == [None]
            await machine.run(hall, 3)
            assert [age.set_aside for age in await hall.ages(0, 10)] != [None]

    play(main)


# Asked for, and brought back


def test_what_is_set_aside_is_said_and_brought_back_by_a_command(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    def trash(*args: str) -> str:
        assert cli.main(["trash", "--data", str(machine.settings.data), *args]) == 0
        return capsys.readouterr().out

    async def main() -> None:
        async with machine.hall() as hall, TestClient(TestServer(make_app(machine.settings, hall, set()))) as http:
            assert trash().startswith("Nothing is set aside")
            table = await new_table(hall)
            await machine.run(hall, 24 * KEEP_DAYS + 2)
            for path in (f"/api/tables/{table}/socket?wire={VERSION}", f"/api/tables/{table}/matches/1"):
                response = await http.get(path)
                failure = await response.json()
                assert (response.status, failure["reason"]) == (410, "set_aside")
                assert f"once the server has run for {ASIDE_DAYS} days" in failure["text"]["en"]
            await machine.run(hall, 24 * 3)
            assert f"{table}  {GAME}, set aside 3 days ago, deleted for good in 11 days\n" in trash()
            assert trash(f"--restore={table}") == "1 brought back. Their time begins anew.\n"
            assert (await http.get(f"/api/tables/{table}/matches/1")).status == 403
            await machine.run(hall, 24 * KEEP_DAYS - 1)
            assert await is_there(hall, table)
            await machine.run(hall, 3)
            assert not await is_there(hall, table)
        assert "set aside less than a day ago, deleted for good in 13 days" in trash()
        assert trash("--restore=all") == "1 brought back. Their time begins anew.\n"
        assert trash("--restore=all").startswith("Nothing is set aside")

    play(main)


async def with_one_set_aside(machine: Machine) -> str:
    async with machine.hall() as hall:
        table = await new_table(hall)
        await machine.run(hall, 24 * KEEP_DAYS + 2)
        assert not await is_there(hall, table)
    return table


async def expect_its_time_to_begin_anew(machine: Machine, hall: Hall, table: str) -> None:
    await machine.run(hall, 24 * KEEP_DAYS - 1)
    assert await is_there(hall, table)
    await machine.run(hall, 3)
    assert not await is_there(hall, table)


def test_what_was_brought_back_while_the_server_was_off_begins_anew(machine: Machine) -> None:
    async def main() -> None:
        table = await with_one_set_aside(machine)
        machine.time += 40 * DAY
        assert bring_back(machine.settings.data, table) == 1
        async with machine.hall() as hall:
            await expect_its_time_to_begin_anew(machine, hall, table)

    play(main)


def test_what_was_brought_back_soon_after_a_start_begins_anew(machine: Machine) -> None:
    async def main() -> None:
        table = await with_one_set_aside(machine)
        machine.time += 40 * DAY
        async with machine.hall() as hall:
            await new_table(hall)  # written after what the start itself writes
            assert bring_back(machine.settings.data, table) == 1
            await expect_its_time_to_begin_anew(machine, hall, table)

    play(main)


def test_what_was_brought_back_when_the_machine_had_just_woken_begins_anew(machine: Machine) -> None:
    async def main() -> None:
        table = await with_one_set_aside(machine)
        async with machine.hall() as hall:
            await machine.run(hall, 1)
            machine.time += SAVE_S / 2
            machine.sleep(40 * DAY)
            assert bring_back(machine.settings.data, table) == 1
            machine.time += SAVE_S / 2
            await hall.cleanup.save_clock()
            await expect_its_time_to_begin_anew(machine, hall, table)

    play(main)


def test_a_server_that_is_off_deletes_nothing_for_good(machine: Machine) -> None:
    """The days of being set aside are days in which somebody can ask for it."""

    async def main() -> None:
        table = await with_one_set_aside(machine)
        machine.time += 40 * DAY
        async with machine.hall() as hall:
            await machine.run(hall, 24 * ASIDE_DAYS - 1)
            with pytest.raises(SetAside):
                await hall.find(table)
            await machine.run(hall, 3)
            assert await hall.find(table) is None

    play(main)


def test_bringing_back_what_is_not_set_aside_is_refused(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        async with machine.hall() as hall:
            await new_table(hall)

    play(main)
    assert cli.main(["trash", "--data", str(machine.settings.data), "--restore=nowhere"]) == 2
    assert "no table 'nowhere' is set aside" in capsys.readouterr().err
    assert cli.main(["trash", "--data", "missing.db"]) == 2
    assert "missing.db is not a file" in capsys.readouterr().err


# Many at once


def fill(path: Path, tables: int) -> None:
    """Tables that were set aside long ago, their entries among each other as they were played."""
    with closing(Store(path, lambda committed: None)) as store:
        numbers = [store.new_number() for _ in range(tables)]
        for seq in range(1, ENTRIES + 1):
            store.put(
                [
                    Append(
                        number,
                        [(seq, seq, os.urandom(150))],
                        lambda error: None,
                        Opening(f"old {number}", 30) if seq == 1 else None,
                    )
                    for number in numbers
                ]
            )
    with closing(Store(path, lambda committed: None)) as store:
        store.put([set_aside(store.ages(0, tables), -15 * 24 * 3600 * 1000, lambda error: None)])


def test_deleting_many_tables_lets_others_have_their_turn(machine: Machine) -> None:
    """Whoever loads and writes meanwhile waits for a few tables, and not for all."""
    fill(machine.settings.data, OLD_TABLES)
    left: list[int] = []  # tables, whenever an entry had been written and a table loaded

    async def write(hall: Hall, table: str, number: int, swept: asyncio.Event) -> None:
        for seq in count(3):
            await append(hall, number, seq)
            stored = await hall._load(table)
            assert stored is not None
            assert len(stored.log) == seq
            left.append(hall._store.count())
            if swept.is_set():
                return

    async def main() -> None:
        async with machine.hall() as hall:
            table = await new_table(hall)
            live = await hall.find(table)
            assert live is not None
            swept = asyncio.Event()
            writing = asyncio.create_task(write(hall, table, live.number, swept))
            await hall.cleanup.sweep()
            swept.set()
            await writing
            assert hall._store.count() == 1

    play(main)
    lot = MOST_ENTRIES // ENTRIES
    assert max(before - after for before, after in zip([OLD_TABLES + 1, *left], left, strict=False)) <= 4 * lot
