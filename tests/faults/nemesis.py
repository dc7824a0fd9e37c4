"""What goes wrong, and when: a schedule that follows from its seed, and how each fault is done and undone."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from signal import SIGCONT, SIGINT, SIGKILL, SIGSTOP, SIGTERM
from time import monotonic
from typing import NamedTuple

from faults.cluster import Cluster
from faults.member import Lines, Member
from faults.stored import execute

LEASE_S = 3
CALM_S = 1.0  # before a kill whose fail-over is measured, …
FAIL_OVER_S = 6.0  # … and after it


class Fault(NamedTuple):
    """Begins so long after the one before it, and lasts so long; on which server, where it is a server's."""

    kind: str
    after: float
    lasts: float
    server: int


class Kind(NamedTuple):
    """How often, compared with others, and how long at least and at most."""

    weight: int
    least: float
    most: float


SERVER_KINDS = {
    "kill": Kind(4, 0, 1.5),
    "stop": Kind(3, LEASE_S + 0.5, LEASE_S + 2.5),
    "pause": Kind(1, 0.2, 2),
    "restart": Kind(2, 0, 0.5),
}
LINE_KINDS = {
    "cut from database": Kind(2, 0.2, LEASE_S + 2),
    "stall database": Kind(2, 0.5, LEASE_S + 2),
    "stall database's answers, then cut": Kind(2, 0.3, 1.5),
    "stall database, then kill": Kind(2, 0.2, 1),
    "cut from NATS": Kind(2, 0.2, LEASE_S + 2),
    "stall NATS": Kind(2, 0.5, LEASE_S + 2),
    "cut from both": Kind(1, 0.5, LEASE_S + 2),
}
ENGINE_KINDS = {
    "restart NATS": Kind(1, 0, 0),
    "kill NATS": Kind(1, 0, 0),
    "restart PostgreSQL": Kind(1, 0, 0),
    "kill PostgreSQL": Kind(1, 0, 0),
}
CALM_KILL = "kill in calm"
STEAL = "tables taken away"  # never by itself: an owner that lives keeps its tables. For servers with planted faults
STEAL_HALF = """
update tables set owner = (select id from servers where id <> owner order by alive desc limit 1), epoch = epoch + 1
where random() < 0.5 and exists (select from servers where id <> owner)
"""
CALM_EVERY = 20


def schedule(seed: int, faults: int, servers: int, gap_s: float) -> list[Fault]:
    """They overlap: one begins when others last. Each twentieth waits for calm: a kill whose fail-over is measured."""
    rng = random.Random(seed)
    kinds = SERVER_KINDS if servers == 1 else SERVER_KINDS | LINE_KINDS | ENGINE_KINDS
    names, weights = list(kinds), [kind.weight for kind in kinds.values()]
    planned = []
    for number in range(1, faults + 1):
        name = CALM_KILL if number % CALM_EVERY == 0 else rng.choices(names, weights)[0]
        least, most = (1, 1) if name == CALM_KILL else kinds[name][1:]
        planned.append(Fault(name, rng.expovariate(1 / gap_s), rng.uniform(least, most), rng.randrange(servers)))
    return planned


@dataclass
class Nemesis:
    cluster: Cluster
    done: Counter[str] = field(default_factory=Counter)
    calm_kills: list[float] = field(default_factory=list)  # when
    _under_way: set[asyncio.Task[None]] = field(default_factory=set)

    async def inflict(self, faults: Sequence[Fault]) -> None:
        """All of them; when this returns everything is whole again."""
        async with asyncio.TaskGroup() as group:
            for fault in faults:
                await asyncio.sleep(fault.after)
                if fault.kind == CALM_KILL:
                    await self._kill_in_calm(fault)
                else:
                    self._start(group, fault)
        await self.cluster.heal()

    def _start(self, group: asyncio.TaskGroup, fault: Fault) -> None:
        task = group.create_task(self._one(fault))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _kill_in_calm(self, fault: Fault) -> None:
        if self._under_way:
            await asyncio.wait(self._under_way)
        await asyncio.sleep(CALM_S)
        busiest = await self.cluster.busiest()
        begun = monotonic()
        self.calm_kills.append(begun)
        await self._one(fault._replace(server=busiest))
        await asyncio.sleep(max(0, begun + FAIL_OVER_S - monotonic()))

    async def _one(self, fault: Fault) -> None:
        member = self.cluster.members[fault.server]
        self.done[fault.kind] += 1
        if fault.kind == STEAL:
            assert self.cluster.database is not None
            await execute(self.cluster.database.url, STEAL_HALF)
        elif fault.kind in ENGINE_KINDS:
            await self._restart_engine(fault.kind)
        elif fault.kind in LINE_KINDS:
            assert member.lines is not None
            await LINE_FAULTS[fault.kind](member, member.lines, fault.lasts)
        else:
            async with member.lock:
                await PROCESS_FAULTS[fault.kind](member, fault.lasts)

    async def _restart_engine(self, kind: str) -> None:
        """`fast`, as PostgreSQL calls it, or as a power cut."""
        word, _, name = kind.partition(" ")
        engine = self.cluster.nats if name == "NATS" else self.cluster.database
        assert engine is not None
        softly = SIGTERM if name == "NATS" else SIGINT
        async with self.cluster.engine_lock:
            await asyncio.to_thread(engine.restart, SIGKILL if word == "kill" else softly)


async def kill(member: Member, lasts: float) -> None:
    await member.kill()
    await asyncio.sleep(lasts)
    await member.start()


async def stop(member: Member, lasts: float) -> None:
    """It does not know that time has passed."""
    member.send(SIGSTOP)
    await asyncio.sleep(lasts)
    member.send(SIGCONT)


async def restart(member: Member, lasts: float) -> None:
    await member.terminate()
    await asyncio.sleep(lasts)
    await member.start()


async def cut_database(member: Member, lines: Lines, lasts: float) -> None:
    await lines.database.cut()
    await asyncio.sleep(lasts)
    await lines.database.heal()


async def stall_database(member: Member, lines: Lines, lasts: float) -> None:
    lines.database.stall()
    await asyncio.sleep(lasts)
    await lines.database.heal()


async def lose_answers(member: Member, lines: Lines, lasts: float) -> None:
    """What the server asked for is done, and it does not learn so."""
    lines.database.stall(asking=False)
    await asyncio.sleep(lasts)
    await lines.database.cut()
    await lines.database.heal()


async def stall_and_kill(member: Member, lines: Lines, lasts: float) -> None:
    """What it had asked the database to write arrives when others may have taken its tables over."""
    async with member.lock:  # first: whoever starts it needs the database
        lines.database.stall()
        await asyncio.sleep(lasts)
        await member.kill()
        await asyncio.sleep(LEASE_S + 1)
        await lines.database.heal()
        await member.start()


async def cut_nats(member: Member, lines: Lines, lasts: float) -> None:
    await lines.nats.cut()
    await asyncio.sleep(lasts)
    await lines.nats.heal()


async def stall_nats(member: Member, lines: Lines, lasts: float) -> None:
    lines.nats.stall()
    await asyncio.sleep(lasts)
    await lines.nats.heal()


async def cut_both(member: Member, lines: Lines, lasts: float) -> None:
    await lines.database.cut()
    await lines.nats.cut()
    await asyncio.sleep(lasts)
    await lines.database.heal()
    await lines.nats.heal()


PROCESS_FAULTS: dict[str, Callable[[Member, float], Awaitable[None]]] = {
    "kill": kill,
    CALM_KILL: kill,
    "stop": stop,
    "pause": stop,
    "restart": restart,
}
LINE_FAULTS: dict[str, Callable[[Member, Lines, float], Awaitable[None]]] = {
    "cut from database": cut_database,
    "stall database": stall_database,
    "stall database's answers, then cut": lose_answers,
    "stall database, then kill": stall_and_kill,
    "cut from NATS": cut_nats,
    "stall NATS": stall_nats,
    "cut from both": cut_both,
}
