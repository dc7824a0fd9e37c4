"""Four lean clients at each of many tables, each moving as soon as it may: the load for bench/tables.py."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from bench.line import SEATS, Line, decode_told
from spieltisch.client import Client
from spieltisch.table import messages


@dataclass
class Load:
    """What the clients of all tables have seen since counting began."""

    moves: int = 0
    bytes: int = 0
    messages: int = 0
    latencies: list[float] = field(default_factory=list)
    counting: bool = False
    stopped: bool = False


class Table:
    """Four lines; a move is done when all four have it."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.began: dict[int, float] = {}  # by sequence number: when the move was sent
        self.got: Counter[int] = Counter()

    def sent(self, seq: int) -> None:
        self.began[seq] = perf_counter()

    def received(self, seq: int, size: int) -> None:
        load = self.load
        if load.counting:
            load.bytes += size
            load.messages += 1
        self.got[seq] += 1
        if self.got[seq] == SEATS:
            began = self.began.pop(seq, None)
            del self.got[seq]
            if load.counting and began is not None:
                load.moves += 1
                load.latencies.append(perf_counter() - began)


class Mover(Line):
    """Plays a random legal move whenever it may."""

    def __init__(self, server: str, table_id: str, seat: int, table: Table) -> None:
        super().__init__(server, table_id, seat)
        self.table = table
        self.rng = random.Random(seat)

    def hear(self, message: bytes) -> None:
        if message.startswith(b"["):
            told = decode_told(message)
            self.table.received(told.seq, len(message) + 2)
            self.play(told.moves, told.seq)
        else:
            super().hear(message)

    def look(self, seating: messages.Seating) -> None:
        super().look(seating)
        if isinstance(seating.match, messages.Match) and seating.you is not None:
            self.play(seating.match.moves, seating.seq)

    def go_on(self, table: messages.Table) -> None:
        super().go_on(table)
        if self.stage == "over" and self.seat == 0 and not self.table.load.stopped:
            self.do("start")

    def play(self, moves: list[str], seq: int) -> None:
        if moves and not self.table.load.stopped:
            self.table.sent(seq + 1)
            self.do("play", move=self.rng.choice(moves))


async def sit_down(server: str, tables: int, load: Load) -> list[Mover]:
    """All tables opened, everybody seated, nothing started."""
    lines: list[Mover] = []
    async with Client(server) as client:
        for _ in range(tables):
            table_id = await client.open("lobo77", SEATS)
            table = Table(load)
            for seat in range(SEATS):
                lines.append(Mover(server, table_id, seat, table))
                await lines[-1].sit()
    return lines


async def drive(server: str, tables: int, warm_up_s: float, seconds: float, note: Callable[[str], None]) -> Load:
    """`note` is called when counting begins and when it ends."""
    load = Load()
    lines = await sit_down(server, tables, load)
    for line in lines[::SEATS]:
        line.do("start")
    await asyncio.sleep(warm_up_s)
    note("begin")
    load.counting = True
    await asyncio.sleep(seconds)
    load.counting = False
    note("end")
    load.stopped = True
    await asyncio.sleep(0.2)
    for line in lines:
        line.transport.abort()
    return load
