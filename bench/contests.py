"""Who gets the die? Simulated people with unequal lines race at a real table, on a virtual clock.

All want the same die at the same moment, again and again. Each sees the moment at its true time (as the page does: LOS
is announced ahead, and the line is measured), reacts, and the claim travels. With equal reactions all should win
equally often.
"""

import heapq
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from msgspec import json
from rich.progress import Progress

from bench.figure import SHARE, Figure
from spieltisch.games import game_named
from spieltisch.server.cluster.peers import HOPS, PING_HEAD, Hops
from spieltisch.table import Opened, Outcome, Settings, Table, commands, fairness
from spieltisch.table.entries import Played
from spieltisch.table.latency import BOUND_MS, PUBLIC_BOUND_MS
from spieltisch.table.names import LISTED

GAME = "blitzgriff"
CONTEST_MS = 2000  # from one to the next: long enough for the slowest
TRIES_MS = 4000  # after which lines have been measured
RESEND_MS = 200  # a lost packet comes that much later
HOP_JITTER = 1.0  # ms each way between two servers


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
    second: float | None = None  # ms of a second connection of his, which answers pings at once
    swaps_to: float | None = None  # ms of one that he opens after LOS and claims over; it answers no ping
    hop: float | None = None  # ms from the server that holds his line to the table's and back, if that is another


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


class Line:
    """A connection of somebody's, there and back; to the table's server, or to another one and over a hop."""

    def __init__(self, person: Person, clock: Clock, rng: random.Random, answers: bool) -> None:
        self.person, self.answers = person, answers
        self.up, self.down = Wire(clock, person, rng), Wire(clock, person, rng)
        self.hops = Hops()
        between = Person(person.hop or 0, jitter=HOP_JITTER if person.hop else 0)
        self.to_table, self.from_table = Wire(clock, between, rng), Wire(clock, between, rng)
        self.pinged = 0.0  # when a ping left the server that holds the line
        for _ in range(HOPS if person.hop else 0):
            self.hops.add((between.trip + sum(abs(rng.gauss(0, HOP_JITTER)) for _ in range(2))) / 1000)


class Contest:
    """A table with these people, and who won which contest."""

    def __init__(self, people: Sequence[Person], seed: int, public: bool = False, proxied: bool = False) -> None:
        self.rng = random.Random(seed)
        self.clock = Clock()
        self.people, self.proxied = people, proxied
        self.won: Counter[int] = Counter()
        self.contests = 0
        game = game_named(GAME)
        chosen = game.check_options({"pace": "blitz"})
        opened = Opened(game.name, game.rules_version, len(people), chosen, Settings(public=public))
        self.table, _ = Table.open("bench", game_named, opened, 0, ("careful",), lambda: self.rng.randbytes(32))
        self._ids = count(1)
        self._lines: dict[int, Line] = {}  # by connection: everybody's first is numbered as he is
        self._claims_over = list(range(len(people)))
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
            self._lines[connection].from_table.send(partial(self.pass_on, connection, message))
        if outcome.wake_at is not None:
            self._timer += 1
            self.clock.at(outcome.wake_at, partial(self.wake, self._timer))

    def pass_on(self, connection: int, message: bytes) -> None:
        """By the server that holds the line."""
        line = self._lines[connection]
        if message.startswith(PING_HEAD):
            line.pinged = self.clock.now
        line.down.send(partial(self.hear, connection, message))

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
        made, connection = command(id=next(self._ids), **details), self._claims_over[who]
        line = self._lines[connection]
        late = line.hops.least // 2

        def arrive() -> None:
            line.to_table.send(lambda: self.take(self.table.command(connection, made, self.now, late)))

        line.up.send(arrive)

    def hear(self, connection: int, message: bytes) -> None:
        line = self._lines[connection]
        if line.answers and message.startswith(PING_HEAD):
            nonce = json.decode(message)["nonce"]
            self.clock.at(self.clock.now + line.person.late_pong, partial(self.pong, connection, nonce))

    def pong(self, connection: int, nonce: str) -> None:
        """TCP knows the trip, whatever the page does; but behind a proxy it knows another."""
        line = self._lines[connection]
        carrier = None if self.proxied else int(line.person.trip)
        hop = line.hops.slowest

        def arrive() -> None:
            trip = None if line.person.hop is None else round(self.clock.now - line.pinged)
            line.to_table.send(lambda: self.take(self.table.pong(connection, nonce, self.now, carrier, trip, hop)))

        line.up.send(arrive)

    def connect(self, who: int, person: Person, answers: bool = True) -> int:
        """Another connection with his token, over such a line."""
        connection = len(self._lines)
        line = self._lines[connection] = Line(person, self.clock, self.rng, answers)
        self.take(self.table.connect(connection, f"{who:032x}", self.now, hop=line.hops.slowest))
        return connection

    def sit_down(self) -> None:
        for who, person in enumerate(self.people):
            self.connect(who, person)
            self.do(who, commands.Sit, name=LISTED[who], seat=who)
        for who, person in enumerate(self.people):
            if person.second is not None:
                self.connect(who, replace(person, trip=person.second, late_pong=0))
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
        self.clock.run(los)
        self.swap_lines()
        for die in range(1, 41):
            moment = los + (die - 1) * CONTEST_MS
            for who in range(len(self.people)):
                self.plan(who, moment, die)
            self.clock.run(moment + CONTEST_MS - 500)
            self.put_down()
            self.contests += 1
            if self.table.state.stage != "playing" or self.contests == contests or racing.heat != heat:
                return

    def swap_lines(self) -> None:
        for who, person in enumerate(self.people):
            if person.swaps_to is not None:
                self._claims_over[who] = self.connect(who, replace(person, trip=person.swaps_to), answers=False)

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


def shares(
    people: Sequence[Person], contests: int, seed: int = 1, public: bool = False, proxied: bool = False
) -> list[float]:
    """Who won how many of so many contests."""
    won: Counter[int] = Counter()
    played = 0
    while played < contests:
        contest = Contest(people, seed + played, public, proxied)
        contest.play(contests - played)
        won += contest.won
        played += contest.contests
    return [won[who] / sum(won.values()) for who in range(len(people))]


NEAR = Person(5)
LINES = [Person(60, jitter=6), Person(120, jitter=10), Person(240, jitter=15), Person(300, jitter=18)]
FAIR = [NEAR, Person(80, jitter=8), LINES[2]]
HOLDS = Person(5, late_pong=240)
WITHIN = 0.05


class Case(NamedTuple):
    """Somebody against one who is near, at such a table."""

    name: str
    what: str
    person: Person
    public: bool = False
    proxied: bool = False
    to_reach: str = ""


def honest(name: str, words: str, reach: float, public: bool, proxied: bool = False) -> list[Case]:
    """`reach`: the slowest line that should be no worse than another."""
    return [
        Case(
            f"{person.trip:.0f}ms_{name}",
            f"{person.trip:.0f} ms, {words}",
            person,
            public,
            proxied,
            "within 5 points" if person.trip <= reach else "",
        )
        for person in LINES
    ]


NO_GAIN = "no more than 5 points gained"
CASES = [
    *honest("private", "private table", 2 * BOUND_MS, public=False),
    *honest("public", "public table", 2 * PUBLIC_BOUND_MS, public=True),
    *honest("public_proxy", "public table behind a proxy: uncorrected", 0, public=True, proxied=True),
    Case("late_pongs", "pongs held back by 240 ms, private table", HOLDS, to_reach=NO_GAIN),
    Case("late_pongs_public", "… public table", HOLDS, public=True, to_reach=NO_GAIN),
    Case("late_pongs_proxy", "… private table behind a proxy, which trusts pages", HOLDS, proxied=True),
    Case("late_pongs_public_proxy", "… public table behind a proxy", HOLDS, True, True, NO_GAIN),
    Case("second", "… with a second, honest connection, private", replace(HOLDS, second=5), to_reach=NO_GAIN),
    Case("second_public", "… public table", replace(HOLDS, second=5), public=True, to_reach=NO_GAIN),
    Case("second_proxy", "… private table behind a proxy", replace(HOLDS, second=5), proxied=True, to_reach=NO_GAIN),
    Case("swap", "240 ms shown, a line of 5 ms opened after LOS", Person(240, swaps_to=5), to_reach=NO_GAIN),
    Case("swap_proxy", "… behind a proxy", Person(240, swaps_to=5), proxied=True, to_reach=NO_GAIN),
    *[
        Case(
            f"hop_{hop}_{person.trip:.0f}ms",
            f"{person.trip:.0f} ms to another server, {hop} ms from there to the table's and back",
            replace(person, hop=hop),
            to_reach="within 5 points",
        )
        for hop in (2, 10)
        for person in (NEAR, LINES[1])
    ],
    Case("hop_late_pongs", "pongs held back by 240 ms, at another server", replace(HOLDS, hop=2), to_reach=NO_GAIN),
    Case("flood", "every claim sent five times", Person(5, claims=5), to_reach=NO_GAIN),
]


def measure(contests: int, progress: Progress) -> list[Figure]:
    task = progress.add_task("contests for a die", total=2 + len(CASES))
    figures = []
    for people, name, to_reach in ((FAIR, "", "within 5 points"), ([NEAR, LINES[1], LINES[3]], "_far", "")):
        among = ", ".join(f"{person.trip:.0f}" for person in people)
        for person, share in zip(people, shares(people, contests), strict=True):
            what = f"contests won over {person.trip:.0f} ms (of {among})"
            figures.append(figure(f"contest_{person.trip:.0f}ms{name}", what, share, 1 / len(people), to_reach))
        progress.advance(task)
    for case in CASES:
        share = shares([case.person, NEAR], contests, public=case.public, proxied=case.proxied)[0]
        figures.append(figure(f"contest_{case.name}", f"against 5 ms: {case.what}", share, 1 / 2, case.to_reach))
        progress.advance(task)
    return figures


def figure(name: str, what: str, share: float, parity: float, to_reach: str) -> Figure:
    reached = share < parity + WITHIN and (to_reach == NO_GAIN or share > parity - WITHIN)
    return Figure(
        name,
        what,
        share,
        SHARE,
        beside="parity",
        other=parity,
        to_reach=to_reach,
        reached=reached if to_reach else None,
    )
