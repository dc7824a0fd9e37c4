"""Who gets the die? Simulated people with unequal lines race at a real table, on a virtual clock.

All want the same die at the same moment, again and again. Each sees the moment at its true time (as the page does: LOS
is announced ahead, and the line is measured), reacts, and the claim travels. With equal reactions all should win
equally often.
"""

import heapq
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

from msgspec import json
from rich.progress import Progress

from bench.figure import SHARE, Figure
from spieltisch.games import game_named
from spieltisch.table import Opened, Outcome, Settings, Table, commands, fairness
from spieltisch.table.entries import Played
from spieltisch.table.names import LISTED

GAME = "blitzgriff"
CONTEST_MS = 2000  # from one to the next: long enough for the slowest
TRIES_MS = 4000  # after which lines have been measured
RESEND_MS = 200  # a lost packet comes that much later


@dataclass(frozen=True)
class Person:
    """How somebody's line is, and how fast he is; the rest is for cheats."""

    trip: float  # ms to the table and back
    jitter: float = 3.0
    loss: float = 0.0
    reaction: float = 600.0
    spread: float = 60.0
    late_pong: float = 0.0  # ms by which his answers to pings are held back
    claims: int = 1  # sent for each contest
    early: float = 0.0  # ms before everybody else he begins to claim


class Clock:
    """Virtual time, in ms."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._count = count()

    def at(self, time: float, do: Callable[[], None]) -> None:
        heapq.heappush(self._due, (max(time, self.now), next(self._count), do))

    def run(self, until: float) -> None:
        while self._due and self._due[0][0] <= until:
            self.now, _, do = heapq.heappop(self._due)
            do()
        self.now = until


class Wire:
    """One direction of a line: in order, with jitter, and late when something was lost."""

    def __init__(self, clock: Clock, person: Person, rng: random.Random) -> None:
        self.clock, self.person, self.rng = clock, person, rng
        self._last = 0.0

    def send(self, deliver: Callable[[], None]) -> None:
        delay = self.person.trip / 2 + abs(self.rng.gauss(0, self.person.jitter))
        if self.rng.random() < self.person.loss:
            delay += RESEND_MS
        self._last = max(self._last, self.clock.now + delay)
        self.clock.at(self._last, deliver)


class Contest:
    """A table with these people, and who won which contest."""

    def __init__(self, people: Sequence[Person], seed: int, public: bool = False) -> None:
        self.rng = random.Random(seed)
        self.clock = Clock()
        self.people = people
        self.won: Counter[int] = Counter()
        self.contests = 0
        game = game_named(GAME)
        chosen = game.check_options({"pace": "blitz"})
        opened = Opened(game.name, game.rules_version, len(people), chosen, Settings(public=public))
        self.table, _ = Table.open("bench", game_named, opened, 0, ("careful",), lambda: self.rng.randbytes(32))
        self._ids = count(1)
        self._up = [Wire(self.clock, person, self.rng) for person in people]
        self._down = [Wire(self.clock, person, self.rng) for person in people]
        self._timer = 0
        self.sit_down()

    # The table, which knows only whole ms

    @property
    def now(self) -> int:
        return int(self.clock.now)

    def take(self, outcome: Outcome) -> None:
        for _, entry in outcome.entries:
            if isinstance(entry.what, Played):
                self.note(entry.what)
        for connection, message in outcome.messages:
            self._down[connection].send(partial(self.hear, connection, message))
        if outcome.wake_at is not None:
            self._timer += 1
            self.clock.at(outcome.wake_at, partial(self.wake, self._timer))

    def wake(self, timer: int) -> None:
        if timer == self._timer:
            self.take(self.table.wake(self.now))

    def note(self, played: Played) -> None:
        if played.move.startswith("take"):
            self.won[played.seat] += 1

    # The people

    def do(self, who: int, command: type[commands.AnyCommand], **details: Any) -> None:
        """At once: for what is not measured."""
        self.take(self.table.command(who, command(id=next(self._ids), **details), self.now))

    def send(self, who: int, command: type[commands.AnyCommand], **details: Any) -> None:
        made = command(id=next(self._ids), **details)
        self._up[who].send(lambda: self.take(self.table.command(who, made, self.now)))

    def hear(self, who: int, message: bytes) -> None:
        if message.startswith(b'{"type":"ping"'):
            nonce = json.decode(message)["nonce"]
            self.clock.at(self.clock.now + self.people[who].late_pong, partial(self.pong, who, nonce))

    def pong(self, who: int, nonce: str) -> None:
        self._up[who].send(lambda: self.take(self.table.pong(who, nonce, self.now, int(self.people[who].trip))))

    def sit_down(self) -> None:
        for who in range(len(self.people)):
            self.take(self.table.connect(who, f"{who:032x}", 0))
            self.do(who, commands.Sit, name=LISTED[who], seat=who)
        self.do(0, commands.Start)
        entropies = [self.rng.randbytes(32) for _ in self.people]
        state = self.table.state
        for who, entropy in enumerate(entropies):
            hashed = fairness.entropy_hash(fairness.commitment(state.secret), who, entropy)
            self.do(who, commands.Hash, hash=hashed.hex())
        for who, entropy in enumerate(entropies):
            self.do(who, commands.Reveal, entropy=entropy.hex(), start=state.start.digest().hex())
        assert self.table.state.stage == "playing"

    # The contests

    def play(self, contests: int) -> None:
        while self.contests < contests and self.table.state.stage == "playing":
            self.play_pass(contests)

    def play_pass(self, contests: int) -> None:
        """Every die of the middle is a contest."""
        self.clock.run(self.clock.now + TRIES_MS)  # lines are measured
        for who in range(len(self.people)):
            self.do(who, commands.Ready)
        racing = self.table._runner.racing
        assert racing is not None
        assert racing.los is not None
        los, heat = racing.los, racing.heat
        for die in range(1, 41):
            moment = los + (die - 1) * CONTEST_MS
            for who in range(len(self.people)):
                self.plan(who, moment, die)
            self.clock.run(moment + CONTEST_MS - 500)
            self.put_down()
            self.contests += 1
            if self.table.state.stage != "playing" or self.contests == contests or racing.heat != heat:
                return

    def plan(self, who: int, moment: float, die: int) -> None:
        person = self.people[who]
        reached = moment + max(self.rng.gauss(person.reaction, person.spread), 100) - person.early
        for claim in range(person.claims):
            self.clock.at(reached + 20 * claim, lambda: self.send(who, commands.Play, move=f"take {die}"))

    def put_down(self) -> None:
        match = self.table.state.match
        assert match is not None
        for who in range(len(self.people)):
            if match.why_not(who, "beside 1") is None:
                self.do(who, commands.Play, move="beside 1")


def shares(people: Sequence[Person], contests: int, seed: int = 1, public: bool = False) -> list[float]:
    """Who won how many of so many contests."""
    won: Counter[int] = Counter()
    played = 0
    while played < contests:
        contest = Contest(people, seed + played, public)
        contest.play(contests - played)
        won += contest.won
        played += contest.contests
    return [won[who] / sum(won.values()) for who in range(len(people))]


FAIR = [Person(5), Person(80, jitter=8), Person(240, jitter=15)]


def measure(contests: int, progress: Progress) -> list[Figure]:
    task = progress.add_task("contests for a die", total=5)
    figures = []
    fair = shares(FAIR, contests)
    progress.advance(task)
    for person, share in zip(FAIR, fair, strict=True):
        figures.append(
            Figure(
                f"contest_{person.trip:.0f}ms", f"contests won over a line of {person.trip:.0f} ms", share, SHARE,
                beside="parity", other=1 / 3, to_reach="within 5 points", reached=abs(share - 1 / 3) < 0.05,
            )
        )
    for name, what, cheat, public in (
        ("late_pongs", "… holding back pongs by 240 ms", Person(5, late_pong=240), False),
        ("late_pongs_public", "… the same at a public table", Person(5, late_pong=240), True),
        ("flood", "… sending every claim five times", Person(5, claims=5), False),
    ):
        share = shares([cheat, Person(5)], contests, public=public)[0]
        progress.advance(task)
        figures.append(Figure(f"contest_{name}", what, share, SHARE, beside="parity", other=0.5))
    progress.update(task, completed=5)
    return figures
