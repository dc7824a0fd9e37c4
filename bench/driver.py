"""Four lean clients at each of many tables, each moving as soon as it may: the load for bench/tables.py."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from bench.line import SEATS, Line, decode_step, frame_size
from spieltisch.client import Client
from spieltisch.table import messages

MATCH = b'"match":{'  # in a `table` message, when a match begins


@dataclass
class Traffic:
    """What clients were sent, each for itself, in bytes on the wire."""

    moves: int = 0
    total: int = 0
    of_moves: int = 0  # … of these in messages about moves,
    of_deals: int = 0  # … and in those with a new match; the rest is what it takes to start one and to end it

    def add(self, other: "Traffic") -> None:
        self.moves += other.moves
        self.total += other.total
        self.of_moves += other.of_moves
        self.of_deals += other.of_deals

    def count(self, message: bytes) -> None:
        size = frame_size(message)
        self.total += size
        if message[:1] not in (b"", b"{"):  # a step; a ping has no text
            self.moves += 1
            self.of_moves += size
        elif MATCH in message:
            self.of_deals += size


@dataclass
class Load:
    """What the clients of all tables have seen."""

    latencies: list[float] = field(default_factory=list)  # since counting began
    whole_matches: Traffic = field(default_factory=Traffic)
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

    def received(self, seq: int) -> None:
        self.got[seq] += 1
        if self.got[seq] == SEATS:
            began = self.began.pop(seq, None)
            del self.got[seq]
            if self.load.counting and began is not None:
                self.load.latencies.append(perf_counter() - began)


class Mover(Line):
    """Plays a random legal move whenever it may."""

    def __init__(self, server: str, table_id: str, seat: int, table: Table) -> None:
        super().__init__(server, table_id, seat)
        self.table = table
        self.rng = random.Random(seat)
        self.traffic = Traffic()  # of this match

    def hear(self, message: bytes) -> None:
        self.traffic.count(message)
        if message[:1] not in (b"", b"{"):  # a step; a ping has no text
            told = decode_step(message)
            self.table.received(told.seq)
            self.play(told.moves, told.seq)
        else:
            super().hear(message)

    def look(self, seating: messages.Seating) -> None:
        super().look(seating)
        if isinstance(seating.match, messages.MatchView) and seating.you is not None:
            self.play(seating.match.moves, seating.seq)

    def go_on(self, table: messages.TableView) -> None:
        super().go_on(table)
        if self.stage == "over":
            self.end_match(self.table.load)

    def end_match(self, load: Load) -> None:
        load.whole_matches.add(self.traffic)
        self.traffic = Traffic()
        if self.seat == 0 and not load.stopped:
            self.do("start")

    def play(self, moves: list[str], seq: int) -> None:
        if moves and not self.table.load.stopped:
            self.table.sent(seq + 1)
            self.do("play", move=self.rng.choice(moves))


async def sit_down(servers: Sequence[str], tables: int, load: Load) -> list[Mover]:
    """All tables opened, everybody seated, nothing started."""
    lines: list[Mover] = []
    for number in range(tables):
        async with Client(servers[number % len(servers)]) as client:
            table_id = await client.open("lobo77", SEATS)
        table = Table(load)
        for seat in range(SEATS):
            lines.append(Mover(servers[(number + seat) % len(servers)], table_id, seat, table))
            await lines[-1].sit()
    return lines


async def drive(
    servers: Sequence[str], tables: int, warm_up_s: float, seconds: float, note: Callable[[str], None]
) -> Load:
    """`note` is called when counting begins and when it ends. With two servers half of the clients are at the other."""
    load = Load()
    lines = await sit_down(servers, tables, load)
    for line in lines:
        line.traffic = Traffic()  # sitting down is not part of a match
    for line in lines[::SEATS]:
        line.do("start")
    await asyncio.sleep(warm_up_s)
    note("begin")
    load.counting = True
    await asyncio.sleep(seconds)
    load.counting = False
    note("end")
    while not load.whole_matches.moves:
        await asyncio.sleep(0.1)
    load.stopped = True
    await asyncio.sleep(0.2)
    for line in lines:
        line.transport.abort()
    return load
