"""Thousands of random histories of a table: whatever people, bots and clocks do, the log is the table, every client has
exactly what it may see, and no secret gets out. SPIELTISCH_HISTORIES sets how many; `make soak` runs more."""

import os
from collections import deque
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from spieltisch.kernel.log import UNDO
from spieltisch.table import Snapshot, commands, entries
from spieltisch.table import messages as told
from spieltisch.table.day_clocks import HOUR_MS
from table.durable import check_chairs, check_days, check_log_is_the_table, check_log_makes_sense, check_wake_up
from table.mirror import Mirror
from table.sitting import Person, Sitting, any_legal, entropy_of, token_of

HISTORIES = int(os.environ.get("SPIELTISCH_HISTORIES", "25"))
STEPS = 40
MOST_CONNECTIONS = 8
NAMES = st.sampled_from(["Anna", "Ben", "Carla", "Dora", "Emil"])
SEATS = st.integers(0, 3)
SOMEBODY = st.integers(0, MOST_CONNECTIONS - 1)
TIMES = st.sampled_from([0, 1, 400, 3000, 5000, 10_000, 20_000, 46_000])
LATE = ("move", "seat")
RANDOM = st.randoms(use_true_random=False)
ALONE = [commands.Leave, commands.Start, commands.Pause, commands.Resume, commands.Abort]


class Turned(NamedTuple):
    """A command that was refused, and to whom."""

    name: str
    since: int  # when that person sat down
    command: commands.AnyCommand
    answer: told.CommandRefused


class History(RuleBasedStateMachine):
    game: str
    options: dict[str, str]
    pace_h: int | None = None

    @initialize(
        seats=st.integers(2, 3),
        move_s=st.sampled_from([None, 5]),
        grace_s=st.sampled_from([3, 20]),
        people=st.sampled_from([0, 1, 2, 2, 3]),
    )
    def open(self, seats: int, move_s: int | None, grace_s: int, people: int) -> None:
        clock = (
            {"move_s": move_s} if self.pace_h is None else {"pace_h": self.pace_h, "when_late": LATE[move_s is None]}
        )
        self.sitting = Sitting(self.game, seats, self.options, grace_s=grace_s, **clock)
        self.mirrors: dict[int, Mirror] = {}
        self.heard: dict[int, int] = {}  # how many messages, by connection
        self.snapshot: Snapshot | None = None
        self.sent: dict[str, commands.AnyCommand] = {}  # the last command by token
        self.refused: deque[Turned] = deque(maxlen=20)
        if people:
            self.sitting.sit_all(min(people, seats))
            self.sitting.start()

    def somebody(self, number: int) -> Person | None:
        people = list(self.sitting.people.values())
        return people[number % len(people)] if people else None

    def send(self, who: int, command: type[commands.AnyCommand], **details: Any) -> told.Message | None:
        person = self.somebody(who)
        return None if person is None else self.tell(person, command, **details)

    def tell(self, person: Person, command: type[commands.AnyCommand], **details: Any) -> told.Message:
        asked = command(id=next(self.sitting._ids), **details)
        if person.token is not None:
            self.sent[person.token] = asked
        since = self.sat_since(person)
        answer = self.sitting.send(person, asked)
        if isinstance(answer, told.CommandRefused) and since is not None and person.token == token_of(person.name):
            self.refused.append(Turned(person.name, since, asked, answer))
        return answer

    def sat_since(self, person: Person) -> int | None:
        """Who sits there now, if anybody does."""
        seat = self.sitting.table._session.watchers[person.connection].seat
        return None if seat is None else self.sitting.state.chairs[seat].since

    # Coming and going

    @rule(name=NAMES)
    def come(self, name: str) -> None:
        if len(self.sitting.people) < MOST_CONNECTIONS:
            self.sitting.come(name)

    @rule()
    def watch(self) -> None:
        if len(self.sitting.people) < MOST_CONNECTIONS:
            self.sitting.spectator()

    @rule(who=SOMEBODY)
    def come_again_with_rows_in_hand(self, who: int) -> None:
        """The line broke: the same browser connects again and says what it has."""
        person = self.somebody(who)
        if person is not None:
            mirror = self.mirrors.pop(person.connection)
            self.sitting.go(person)
            number = self.sitting.state.shown if mirror.cells is not None else 0
            again = self.sitting.look(person.name, person.token, have=(number, len(mirror.log)))
            mirror.seq = 0
            self.mirrors[again.connection] = mirror

    @rule(who=SOMEBODY)
    def go(self, who: int) -> None:
        person = self.somebody(who)
        if person is not None:
            self.sitting.go(person)

    @rule(who=SOMEBODY, name=NAMES, seat=SEATS | st.none())
    def sit(self, who: int, name: str, seat: int | None) -> None:
        self.send(who, commands.Sit, name=name, seat=seat)

    @precondition(lambda self: self.sitting.state.stage == "playing")
    @rule(name=NAMES, number=st.integers(0, 3), yes=st.sampled_from([True, True, False]))
    def step_in(self, name: str, number: int, yes: bool) -> None:
        """In mid-match chairs are asked for, and the host answers one of those who ask."""
        if len(self.sitting.people) < MOST_CONNECTIONS:
            self.tell(self.sitting.come(name), commands.Sit, name=name)
        asking = self.sitting.table._session.chair_requests
        if asking:
            self.send_as_host(commands.Admit, request=asking[number % len(asking)].asking.request, yes=yes)

    @rule()
    def fill_the_table(self) -> None:
        """Everybody who looks on sits down; the host seats bots."""
        for person in list(self.sitting.people.values()):
            if person.seat is None:
                self.tell(person, commands.Sit, name=person.name)
        for seat, chair in enumerate(self.sitting.state.chairs):
            if chair.kind == "empty":
                self.send_as_host(commands.SeatBot, seat=seat, level="random")

    def send_as_host(self, command: type[commands.AnyCommand], **details: Any) -> None:
        hosts = [person for person in self.sitting.people.values() if person.seat == self.sitting.state.host]
        if self.sitting.state.host is not None and hosts:
            self.tell(hosts[0], command, **details)

    @rule(who=SOMEBODY, command=st.sampled_from(ALONE))
    def say_the_word(self, who: int, command: type[commands.AnyCommand]) -> None:
        self.send(who, command)

    @rule(who=SOMEBODY, command=st.sampled_from([commands.Remove, commands.Host]), seat=SEATS)
    def ask_for_a_seat(self, who: int, command: type[commands.AnyCommand], seat: int) -> None:
        self.send(who, command, seat=seat)

    @rule(who=SOMEBODY, seat=SEATS)
    def seat_bot(self, who: int, seat: int) -> None:
        self.send(who, commands.SeatBot, seat=seat, level="careful")

    @rule(who=SOMEBODY, name=NAMES)
    def move_to_another_device(self, who: int, name: str) -> None:
        self.send(who, commands.MoveToDevice, token=token_of(name))

    @rule(who=SOMEBODY, phrase=st.integers(0, 11))
    def say(self, who: int, phrase: int) -> None:
        self.send(who, commands.Say, phrase=phrase)

    # Starting

    @rule(answering=st.sampled_from([1.0, 1.0, 1.0, 0.5]), rng=RANDOM)
    def start(self, answering: float, rng: Any) -> None:
        """Everybody answers, or some do not."""
        self.send_as_host(commands.Start)
        for answer in (self.sitting.hash, self.sitting.reveal):
            for person in list(self.sitting.people.values()):
                if person.seat is not None and rng.random() < answering:
                    answer(person)

    @rule(who=SOMEBODY)
    def reveal_something_else(self, who: int) -> None:
        before = self.sitting.state.seq
        answer = self.send(who, commands.Reveal, entropy=entropy_of(9, 9).hex(), start="00" * 32)
        assert answer is None or isinstance(answer, told.CommandRefused)
        assert self.sitting.state.seq == before

    # Playing

    @rule(who=SOMEBODY, move=st.sampled_from([UNDO, "", "?", "10", "bid 3", "take 1 from 2", "timeout"]))
    def try_a_move(self, who: int, move: str) -> None:
        self.send(who, commands.Play, move=move)

    @precondition(lambda self: self.sitting.state.stage == "playing")
    @rule(moves=st.integers(1, 12), rng=RANDOM)
    def play_on(self, moves: int, rng: Any) -> None:
        """Whoever may act does, people and bots."""
        for _ in range(moves):
            acting = [person for person in self.sitting.people.values() if self.may_act(person)]
            if acting:
                person = rng.choice(acting)
                move = rng.choice(self.sitting.match.moves(person.seat))
                said = self.sitting.match.announcement(move)
                wrong = rng.random() < 0.2
                self.tell(person, commands.Play, move=move, said=None if said is None else said.number + wrong)
            elif self.sitting.requests:
                self.answer(0, 0, rng)

    def may_act(self, person: Person) -> bool:
        state = self.sitting.state
        return state.stage == "playing" and person.seat is not None and person.seat in self.sitting.match.actors

    @precondition(lambda self: self.sitting.requests)
    @rule(number=st.integers(0, 5), think_ms=st.sampled_from([0, 0, 1500]), rng=RANDOM)
    def answer(self, number: int, think_ms: int, rng: Any) -> None:
        """Soon or late; it counts only if it is still a bot's turn, or somebody's clock ran out."""
        sitting = self.sitting
        request = sitting.requests[number % len(sitting.requests)]
        bot_plays = sitting.state.chairs[request.seat].played_by is not None
        out = sitting.answer(request, any_legal(request.seen, rng), think_ms)
        moved = [entry.what.seat for _, entry in out.entries if isinstance(entry.what, entries.Played)]
        has_clock = sitting.state.settings.move_s is not None or self.pace_h is not None
        assert bot_plays or request.seat not in moved or has_clock

    @rule(name=NAMES)
    def send_again(self, name: str) -> None:
        """Over a new line; what has counted counts no more, and is answered all the same."""
        command = self.sent.get(token_of(name))
        counted = [entry for _, entry in self.sitting.log if command is not None and entry.id == command.id]
        before = self.sitting.state.seq
        if command is not None and len(self.sitting.people) < MOST_CONNECTIONS:
            person = self.sitting.come(name)
            came_back = self.sitting.state.seq - before
            answer = self.sitting.send(person, command)
            if counted:
                assert isinstance(answer, told.Done | told.CommandRefused)
                assert self.sitting.state.seq == before + came_back

    @rule(number=st.integers(0, 19))
    def send_what_was_refused_again(self, number: int) -> None:
        """It is refused again, in the same words, and nothing changes."""
        if not self.refused or len(self.sitting.people) >= MOST_CONNECTIONS:
            return
        refused = self.refused[number % len(self.refused)]
        person = self.sitting.come(refused.name)
        before = self.sitting.state.seq
        if self.sat_since(person) == refused.since:
            assert self.sitting.send(person, refused.command) == refused.answer
            assert self.sitting.state.seq == before

    # Time

    @rule(ms=TIMES)
    def wait(self, ms: int) -> None:
        self.sitting.wait(ms)

    @rule(ms=TIMES)
    def oversleep(self, ms: int) -> None:
        """The server was busy: much becomes due at once."""
        self.sitting.now += ms
        self.sitting.wait(0)

    @rule(ms=TIMES)
    def set_the_clock_back(self, ms: int) -> None:
        self.sitting.take(self.sitting.table.wake(self.sitting.now - ms))

    @precondition(lambda self: self.pace_h is not None)
    @rule(hours=st.sampled_from([1, 3, 9, 12, 30, 200]))
    def let_hours_pass(self, hours: int) -> None:
        self.sitting.wait(hours * HOUR_MS)

    @rule(who=SOMEBODY, days=st.sampled_from([0, 1, 3, 10, 14]))
    def take_a_holiday(self, who: int, days: int) -> None:
        self.send(who, commands.Holiday, days=days)

    @rule()
    def take_a_snapshot(self) -> None:
        self.snapshot = self.sitting.state.snapshot() or self.snapshot

    @rule(use_snapshot=st.booleans(), lost=SOMEBODY)
    def kill_the_server(self, use_snapshot: bool, lost: int) -> None:
        """All but one come back."""
        people = list(self.sitting.people.values())
        self.sitting.reload(self.snapshot if use_snapshot else None)
        logged = {entry.id for _, entry in self.sitting.log}
        self.refused = deque((each for each in self.refused if each.command.id in logged), self.refused.maxlen)
        for number, person in enumerate(people):
            if number != lost:
                self.sitting.look(person.name, person.token)

    # What must always hold

    @invariant()
    def the_log_is_the_table(self) -> None:
        check_log_is_the_table(self.sitting, None)
        if self.snapshot is not None:
            check_log_is_the_table(self.sitting, self.snapshot)
        check_log_makes_sense(self.sitting)

    @invariant()
    def the_table_is_in_order(self) -> None:
        check_chairs(self.sitting.state)
        check_wake_up(self.sitting)
        check_days(self.sitting)

    @invariant()
    def every_client_has_what_it_may_see(self) -> None:
        for connection, person in self.sitting.people.items():
            mirror = self.mirrors.setdefault(connection, Mirror())
            first = self.heard.get(connection, 0)
            for message, raw in zip(person.inbox[first:], person.bytes[first:], strict=True):
                mirror.take(message)
                self.check_no_secret(mirror.you, raw)
            self.heard[connection] = len(person.inbox)
            mirror.shows(self.sitting.state.match)

    def check_no_secret(self, you: int | None, raw: bytes) -> None:
        """None before its match's end; to spectators never. No entropy before all hashes are in."""
        state = self.sitting.state
        for secret in [state.secret] if you is not None else self.sitting.secrets:
            assert secret.hex().encode() not in raw
        if state.stage in ("hashing", "revealing"):
            for seat in range(len(state.chairs)):
                assert entropy_of(seat, state.number).hex().encode() not in raw


# A history that fails is made shorter only where somebody waits for it: that takes minutes.
PHASES = [Phase.generate, Phase.shrink] if os.environ.get("SPIELTISCH_SHRINK") else [Phase.generate]
OFTEN = settings(
    max_examples=HISTORIES,
    stateful_step_count=STEPS,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=PHASES,
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "pace_h"),
    [
        ("lobo77", {}, None),
        ("lobo77", {"announce": "by head"}, None),
        ("bidding", {}, None),
        ("heaps", {}, None),
        ("lobo77", {}, 12),
        ("bidding", {}, 12),
        ("heaps", {}, 12),
    ],
)
def test_random_histories(game: str, options: dict[str, str], pace_h: int | None) -> None:
    kind = type("History", (History,), {"game": game, "options": options, "pace_h": pace_h})
    run_state_machine_as_test(kind, settings=OFTEN)
