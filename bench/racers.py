"""Four lean clients at each of many tables race for forty dice, as people would: the load for bench/races.py."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from msgspec import json

from bench.line import SEATS, Line, decode_step
from spieltisch.client import Client
from spieltisch.games import game_named
from spieltisch.kernel.cells import cells_of
from spieltisch.table import messages

GAME, DICE = "blitzgriff", 40
THINK_S = (0.3, 0.9)  # before each move
REACH_S = 0.2  # the end of it, in which the hand is on its way
DESIRED = 3  # dice in the middle that all like best
PATIENCE_S = 2  # for the last answers
SPOTS = [f"put {card}.{spot}" for card in (1, 2, 3) for spot in range(1, 10)]

Take = tuple[str, int, int, str]  # table, seat, id of the command, move


@dataclass
class Races:
    """What the clients of all tables have sent and heard."""

    answers: list[float] = field(default_factory=list)  # seconds from sending a move to its answer
    granted: list[Take] = field(default_factory=list)
    beaten: int = 0  # takes that came too late
    unanswered: int = 0


class Racer(Line):
    """Takes one of the dice that all want, puts it down, takes the next, until the pass has ended."""

    def __init__(self, server: str, table: str, seat: int, races: Races) -> None:
        super().__init__(server, table, seat)
        self.table, self.races = table, races
        self.rng = random.Random(f"{table} {seat}")
        self.spots = self.rng.sample(SPOTS, len(SPOTS))
        self.cells: list[int] = []
        game = game_named(GAME)
        fields, self.middle = cells_of(game).fields, game.choices["where"]["middle"]
        self.first_die, self.hand, self.passed = fields["where"][0], fields["hand"][0] + seat, fields["pass_now"][0]
        self.asked: dict[int, tuple[str, float]] = {}  # by command: the move, and when it was sent
        self.racing = False
        self.done = asyncio.get_running_loop().create_future()

    def hear(self, message: bytes) -> None:
        if message[:1] not in (b"", b"{"):  # a step; a ping has no text
            told = decode_step(message)
            self.follow(told.frames)
            if told.ack:
                self.answered(told.ack)
            self.stop_if_ended()
        elif message.startswith(b'{"type":"ping"'):
            self.send({"do": "pong", "nonce": json.decode(message)["nonce"]})
        elif message.startswith(b'{"type":"refused"'):
            self.refused(json.decode(message)["id"])
        elif message.startswith(b'{"type":"race"'):
            self.line_up(json.decode(message, type=messages.RaceStatus))
        else:
            super().hear(message)

    def follow(self, frames: list[messages.Frame]) -> None:
        for frame in frames:
            for cell, value in zip(frame.changes[::2], frame.changes[1::2], strict=True):
                self.cells[cell] = value

    def look(self, seating: messages.Seating) -> None:
        super().look(seating)
        if isinstance(seating.match, messages.MatchView):
            self.cells = seating.match.cells
            self.follow(seating.match.frames)
            self.do("ready")

    def line_up(self, race: messages.RaceStatus) -> None:
        if race.los is not None and not self.racing:
            self.racing = True
            self.think(race.los / 1000)

    # One after the other

    def think(self, until_los: float = 0.0) -> None:
        asyncio.get_running_loop().call_later(until_los + self.rng.uniform(*THINK_S) - REACH_S, self.reach)

    def reach(self) -> None:
        move = self.chosen()
        if move:
            asyncio.get_running_loop().call_later(REACH_S, self.act, move)

    def act(self, move: str) -> None:
        if not self.done.done():
            self.asked[self.do("play", move=move)] = (move, perf_counter())

    def chosen(self) -> str | None:
        if self.cells[self.hand]:
            return self.spots.pop()
        places = self.cells[self.first_die : self.first_die + DICE]
        middle = [die for die, place in enumerate(places, start=1) if place == self.middle]
        return f"take {self.rng.choice(middle[:DESIRED])}" if middle else None

    def answered(self, command: int) -> None:
        move = self.note_answer(command)
        if move.startswith("take"):
            self.races.granted.append((self.table, self.seat, command, move))

    def refused(self, command: int) -> None:
        self.races.beaten += self.note_answer(command).startswith("take")

    def note_answer(self, command: int) -> str:
        move, sent = self.asked.pop(command)
        self.races.answers.append(perf_counter() - sent)
        self.think()
        return move

    def stop_if_ended(self) -> None:
        if self.cells[self.passed] > 1 and not self.done.done():
            self.done.set_result(None)


async def sit_down(server: str, tables: int, races: Races) -> list[Racer]:
    """All tables opened, everybody seated, nothing started."""
    lines: list[Racer] = []
    async with Client(server) as client:
        for _ in range(tables):
            table = await client.open(GAME, SEATS, {"pace": "blitz", "idle": "20"})
            for seat in range(SEATS):
                lines.append(Racer(server, table, seat, races))
                await lines[-1].sit()
    return lines


async def drive(server: str, tables: int, longest_s: float, note: Callable[[str], None] = lambda when: None) -> Races:
    """One pass at each table, all at the same time; `note` is called when they count down and when it has ended."""
    races = Races()
    lines = await sit_down(server, tables, races)
    for host in lines[::SEATS]:
        host.do("start")
    await until(lambda: all(line.racing for line in lines), longest_s)
    note("begin")
    await asyncio.wait([line.done for line in lines], timeout=longest_s)
    await until(lambda: not any(line.asked for line in lines), PATIENCE_S)
    note("end")
    for line in lines:
        line.transport.abort()
    races.unanswered = sum(len(line.asked) for line in lines)
    return races


async def until(condition: Callable[[], bool], longest_s: float) -> None:
    end = perf_counter() + longest_s
    while not condition() and perf_counter() < end:
        await asyncio.sleep(0.02)
