"""Tables whose time is up, on a real file: clocks that are wrong, setting aside, bringing back, deleting."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

import aiohttp
import pytest

from server.matches import GAME
from spieltisch import cli
from spieltisch.games import game_named
from spieltisch.server import ServerSettings
from spieltisch.server.app import running
from spieltisch.server.cleanup import MOST_ENTRIES, SAVE_S, Cleanup, Clock
from spieltisch.server.protocol import VERSION
from spieltisch.server.registry import TableRegistry
from spieltisch.store import ASIDE_DAYS, Append, Opening, PutAside, SetAside, bring_back
from spieltisch.table import Opened
from spieltisch.table import Settings as TableSettings
from store.writing import writing

LONG = 60  # seconds: a guard against hanging
OLD_TABLES = int(os.environ.get("SPIELTISCH_OLD_TABLES", "300"))
ENTRIES = 50
HOUR, DAY = 3600.0, 24 * 3600.0
NOON = 20_000 * DAY
KEEP_DAYS = 30


class Machine:
    """A machine with a server's file on it, whose clock may be wrong."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "tables.db"
        self.settings = ServerSettings(data=self.data)
        self.time = NOON
        self.wrong_by = 0.0
        self.slept = 0.0

    @asynccontextmanager
    async def registry(self) -> AsyncIterator[TableRegistry]:
        clock = Clock(lambda: self.time + self.wrong_by, lambda: self.time - NOON - self.slept, lambda: self.slept)
        registry = await TableRegistry.start(self.settings, clock)
        try:
            yield registry
        finally:
            await registry.close()

    def sleep(self, seconds: float) -> None:
        self.time += seconds
        self.slept += seconds

    async def run(self, registry: TableRegistry, hours: int) -> None:
        """As its chores would do it."""
        for _ in range(hours):
            self.time += HOUR
            registry.tidy()
            await cleanup_of(registry).save_clock()
            await cleanup_of(registry).sweep()


def cleanup_of(registry: TableRegistry) -> Cleanup:
    assert registry.cleanup is not None
    return registry.cleanup


def play(main: Callable[[], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(LONG):
            await main()

    asyncio.run(in_time())


async def new_table(registry: TableRegistry) -> str:
    game = game_named(GAME)
    settings = TableSettings(keep_days=KEEP_DAYS)
    live = await registry.open(Opened(game.name, game.rules_version, 2, {"edition": "77"}, settings))
    return live.table.state.table


async def append(registry: TableRegistry, number: int, seq: int) -> None:
    written: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    registry.store(Append(number, [(seq, seq, b"a move")], written.set_result))
    assert await written is None


async def is_there(registry: TableRegistry, table: str) -> bool:
    with suppress(SetAside):
        return await registry.find(table) is not None
    return False


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


# A clock that is wrong for a while


@pytest.mark.parametrize("wrong_by", [40 * DAY, 400 * DAY, -40 * DAY, -NOON])
def test_one_start_with_a_wrong_clock_takes_no_table(machine: Machine, wrong_by: float) -> None:
    async def main() -> None:
        async with machine.registry() as registry:
            table = await new_table(registry)
            await machine.run(registry, 2)
        machine.wrong_by = wrong_by
        async with machine.registry() as registry:
            await cleanup_of(registry).sweep()
            young = await new_table(registry)
            await machine.run(registry, 5)
            assert await is_there(registry, table)
        machine.wrong_by = 0
        async with machine.registry() as registry:
            await machine.run(registry, 100)
            assert await is_there(registry, table)
            assert await is_there(registry, young)

    play(main)


@pytest.mark.parametrize("wrong_by", [40 * DAY, -40 * DAY, -NOON])
def test_a_clock_set_wrong_and_right_again_in_a_run_takes_no_table(machine: Machine, wrong_by: float) -> None:
    async def main() -> None:
        async with machine.registry() as registry:
            table = await new_table(registry)
            await machine.run(registry, 2)
            machine.wrong_by = wrong_by
            await machine.run(registry, 5)
            machine.wrong_by = 0
            await machine.run(registry, 100)
            assert await is_there(registry, table)

    play(main)


@pytest.mark.parametrize("wrong_by", [40 * DAY, -40 * DAY, -NOON])
def test_a_clock_that_is_wrong_for_days_and_put_right_takes_no_table(machine: Machine, wrong_by: float) -> None:
    async def main() -> None:
        async with machine.registry() as registry:
            table = await new_table(registry)
            await machine.run(registry, 2)
            machine.wrong_by = wrong_by
            await machine.run(registry, 72)
        machine.time += HOUR
        async with machine.registry() as registry:
            await machine.run(registry, 72)
        machine.wrong_by = 0
        machine.time += HOUR
        async with machine.registry() as registry:
            await machine.run(registry, 100)
            assert await is_there(registry, table)

    play(main)


# Time that has passed


def test_a_table_is_set_aside_then_deleted_for_good(machine: Machine) -> None:
    async def main() -> None:
        async with machine.registry() as registry:
            table = await new_table(registry)
            await machine.run(registry, 24 * KEEP_DAYS - 1)
            assert await is_there(registry, table)
            await machine.run(registry, 3)
            with pytest.raises(SetAside):
                await registry.find(table)
            await machine.run(registry, 24 * ASIDE_DAYS)
            with pytest.raises(SetAside):
                await registry.find(table)
            await machine.run(registry, 1)
            assert await registry.find(table) is None

    play(main)


def test_a_gap_counts_once_the_clock_has_held_for_48_hours_of_running(machine: Machine) -> None:
    async def main() -> None:
        async with machine.registry() as registry:
            table = await new_table(registry)
        machine.time += 40 * DAY
        async with machine.registry() as registry:
            young = await new_table(registry)
            await machine.run(registry, 24)
        async with machine.registry() as registry:
            await machine.run(registry, 23)
            assert await is_there(registry, table)
            await machine.run(registry, 2)
            assert not await is_there(registry, table)
            assert await is_there(registry, young)

    play(main)


def test_a_machine_that_slept_was_off(machine: Machine) -> None:
    async def main() -> None:
        async with machine.registry() as registry:
            table = await new_table(registry)
            await machine.run(registry, 2)
            machine.sleep(40 * DAY)
            await machine.run(registry, 48)
            assert await is_there(registry, table)
            await machine.run(registry, 2)
            assert not await is_there(registry, table)

    play(main)


def test_what_another_server_does_now_is_left_to_it(machine: Machine) -> None:
    async def main() -> None:
        async with machine.registry() as registry:
            table, former = await new_table(registry), cleanup_of(registry)
            registry._lose_all()
            assert registry.cleanup is None
            machine.time += 2 * KEEP_DAYS * DAY
            await former.always()  # it ends
            assert await is_there(registry, table)

    play(main)


def test_a_table_that_is_used_again_is_kept(machine: Machine) -> None:
    async def main() -> None:
        async with machine.registry() as registry:
            table = await new_table(registry)
            await machine.run(registry, 24 * KEEP_DAYS - 1)
            live = await registry.find_here(table)
            assert live is not None
            await append(registry, live.number, 3)
            await machine.run(registry, 24 * KEEP_DAYS - 1)
            assert not registry.lives
            assert [age.set_aside for age in await registry.ages(0, 10)] == [None]
            await machine.run(registry, 3)
            assert [age.set_aside for age in await registry.ages(0, 10)] != [None]

    play(main)


# Asked for, and brought back


def test_what_is_set_aside_is_said_and_brought_back_by_a_command(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    def trash(*args: str) -> str:
        assert cli.main(["trash", "--data", str(machine.settings.data), *args]) == 0
        return capsys.readouterr().out

    async def main() -> None:
        async with (
            machine.registry() as registry,
            running(replace(machine.settings, port=0), registry) as port,
            aiohttp.ClientSession(f"http://127.0.0.1:{port}") as http,
        ):
            assert trash().startswith("Nothing is set aside")
            table = await new_table(registry)
            await machine.run(registry, 24 * KEEP_DAYS + 2)
            for path in (f"/api/tables/{table}/socket?wire={VERSION}", f"/api/tables/{table}/matches/1"):
                response = await http.get(path)
                failure = await response.json()
                assert (response.status, failure["reason"]) == (410, "set_aside")
                assert f"once the server has run for {ASIDE_DAYS} days" in failure["text"]["en"]
            await machine.run(registry, 24 * 3)
            assert f"{table}  {GAME}, set aside 3 days ago, deleted for good in 11 days\n" in trash()
            assert trash(f"--restore={table}") == "1 brought back. Their time begins anew.\n"
            assert (await http.get(f"/api/tables/{table}/matches/1")).status == 403
            await machine.run(registry, 24 * KEEP_DAYS - 1)
            assert await is_there(registry, table)
            await machine.run(registry, 3)
            assert not await is_there(registry, table)
        assert "set aside less than a day ago, deleted for good in 13 days" in trash()
        assert trash("--restore=all") == "1 brought back. Their time begins anew.\n"
        assert trash("--restore=all").startswith("Nothing is set aside")

    play(main)


async def with_one_set_aside(machine: Machine) -> str:
    async with machine.registry() as registry:
        table = await new_table(registry)
        await machine.run(registry, 24 * KEEP_DAYS + 2)
        assert not await is_there(registry, table)
    return table


async def expect_its_time_to_begin_anew(machine: Machine, registry: TableRegistry, table: str) -> None:
    await machine.run(registry, 24 * KEEP_DAYS - 1)
    assert await is_there(registry, table)
    await machine.run(registry, 3)
    assert not await is_there(registry, table)


def test_what_was_brought_back_while_the_server_was_off_begins_anew(machine: Machine) -> None:
    async def main() -> None:
        table = await with_one_set_aside(machine)
        machine.time += 40 * DAY
        assert bring_back(machine.data, table) == 1
        async with machine.registry() as registry:
            await expect_its_time_to_begin_anew(machine, registry, table)

    play(main)


def test_what_was_brought_back_soon_after_a_start_begins_anew(machine: Machine) -> None:
    async def main() -> None:
        table = await with_one_set_aside(machine)
        machine.time += 40 * DAY
        async with machine.registry() as registry:
            await new_table(registry)  # written after what the start itself writes
            assert bring_back(machine.data, table) == 1
            await expect_its_time_to_begin_anew(machine, registry, table)

    play(main)


def test_what_was_brought_back_when_the_machine_had_just_woken_begins_anew(machine: Machine) -> None:
    async def main() -> None:
        table = await with_one_set_aside(machine)
        async with machine.registry() as registry:
            await machine.run(registry, 1)
            machine.time += SAVE_S / 2
            machine.sleep(40 * DAY)
            assert bring_back(machine.data, table) == 1
            machine.time += SAVE_S / 2
            await cleanup_of(registry).save_clock()
            await expect_its_time_to_begin_anew(machine, registry, table)

    play(main)


def test_a_server_that_is_off_deletes_nothing_for_good(machine: Machine) -> None:
    """The days of being set aside are days in which somebody can ask for it."""

    async def main() -> None:
        table = await with_one_set_aside(machine)
        machine.time += 40 * DAY
        async with machine.registry() as registry:
            await machine.run(registry, 24 * ASIDE_DAYS - 1)
            with pytest.raises(SetAside):
                await registry.find(table)
            await machine.run(registry, 3)
            assert await registry.find(table) is None

    play(main)


def test_bringing_back_what_is_not_set_aside_is_refused(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        async with machine.registry() as registry:
            await new_table(registry)

    play(main)
    assert cli.main(["trash", "--data", str(machine.settings.data), "--restore=nowhere"]) == 2
    assert "no table 'nowhere' is set aside" in capsys.readouterr().err
    assert cli.main(["trash", "--data", "missing.db"]) == 2
    assert "missing.db is not a file" in capsys.readouterr().err


# Many at once


def fill(path: Path, tables: int) -> None:
    """Tables that were set aside long ago, their entries among each other as they were played."""
    with writing(path) as writer:
        numbers = [writer.new_number() for _ in range(tables)]
        for seq in range(1, ENTRIES + 1):
            writer.store.put(
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
    with writing(path) as writer:
        writer.change(partial(PutAside, writer.ages(0, tables), -15 * 24 * 3600 * 1000))


def test_deleting_many_tables_lets_others_have_their_turn(machine: Machine) -> None:
    """Whoever loads and writes meanwhile waits for a few tables, and not for all."""
    fill(machine.data, OLD_TABLES)
    left: list[int] = []  # tables, whenever an entry had been written and a table loaded

    async def write(registry: TableRegistry, table: str, number: int, swept: asyncio.Event) -> None:
        for seq in count(3):
            await append(registry, number, seq)
            stored = await registry._load(table)
            assert stored is not None
            assert len(stored.log) == seq
            left.append(await registry._store.count())
            if swept.is_set():
                return

    async def main() -> None:
        async with machine.registry() as registry:
            table = await new_table(registry)
            live = await registry.find_here(table)
            assert live is not None
            swept = asyncio.Event()
            writing = asyncio.create_task(write(registry, table, live.number, swept))
            await cleanup_of(registry).sweep()
            swept.set()
            await writing
            assert await registry._store.count() == 1

    play(main)
    lot = MOST_ENTRIES // ENTRIES
    assert max(before - after for before, after in zip([OLD_TABLES + 1, *left], left, strict=False)) <= 8 * lot
