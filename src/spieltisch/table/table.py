"""A live table: commands and times in; log entries, messages, bot requests and the next wake-up time out.

No I/O, no clock, no chance of its own. Times are whole milliseconds; one that runs backwards stands still.
"""

from collections import deque
from collections.abc import Callable, Sequence

from spieltisch.kernel import Refused
from spieltisch.table import asking, commands, entries, fairness, messages, seating, starting, telling
from spieltisch.table.desk import Desk, Watcher, key_of
from spieltisch.table.entries import Logged
from spieltisch.table.outcome import Outcome
from spieltisch.table.playing import Course
from spieltisch.table.refusals import NotDone
from spieltisch.table.state import GameNamed, State

PHRASES, PHRASES_MS = 3, 10_000  # so many in so many ms


class Table:
    def __init__(self, state: State, now: int, levels: Sequence[str], new_secret: Callable[[], bytes]) -> None:
        self.state = state
        self._desk = Desk(state, now, levels, new_secret)
        self._course = Course(self._desk)
        self._said: dict[int, deque[tuple[int, int]]] = {}  # by seat: when, by which command

    @classmethod
    def open(
        cls,
        table: str,
        game_named: GameNamed,
        opened: entries.Opened,
        now: int,
        levels: Sequence[str],
        new_secret: Callable[[], bytes],
    ) -> "tuple[Table, Outcome]":
        """A new table, nobody at it yet. The dice of its first match are fixed, and their commitment published."""
        state = State(table, game_named)
        first = [Logged(now, None, None, what) for what in (opened, entries.Committed(new_secret()))]
        for entry in first:
            state.note(entry)
        return cls(state, now, levels, new_secret), Outcome(entries=list(enumerate(first, start=1)))

    def take_up(self, now: int) -> Outcome:
        """It comes from the file. What is under way by rules, or a start by a protocol, of before is ended, for all to
        see and nobody's fault.
        """
        state = self.state
        dropped, is_starting = state.game.has_dropped(state.rules), state.stage in ("hashing", "revealing")
        if not dropped and not (is_starting and state.dice != fairness.VERSION):
            return Outcome()
        desk = self._begin(now)
        if is_starting:
            starting.cancel_start(desk, [])
        elif state.stage == "playing":
            seating.abort_match(desk, "rules")
        return self._end()

    @property
    def is_idle(self) -> bool:
        """Nobody looks: it can be put away and taken up again from its log."""
        return not self._desk.watchers

    def knows(self, key: bytes) -> bool:
        """Is it the key of somebody who sits here?"""
        return self._desk.seat_of(key) is not None

    def connect(
        self, connection: int, token: str | None, now: int, have: tuple[int, int] = (0, 0), story: bool = False
    ) -> Outcome:
        """Somebody looks at the table, with the token of a seat or without; he is told the story, or the log, of
        which he has some rows of a match (`have`).
        """
        desk = self._begin(now)
        before = desk.here
        key = None if token is None else key_of(token)
        seat = desk.seat_of(key)
        desk.watchers[connection] = Watcher(key, seat, story)
        if seat is not None:
            self._come_back(seat)
        seating.tell_who_is_here(desk, before, besides=connection)
        desk.arrived = connection
        desk.show_match(connection, have=have)
        out = self._end()
        self._course.tell_clock([connection])
        self._course.tell_race(connection)
        return out

    def disconnect(self, connection: int, now: int) -> Outcome:
        desk = self._begin(now)
        before = desk.here
        watcher = desk.watchers.pop(connection, None)
        if watcher is not None and watcher.seat is not None and not desk.here[watcher.seat]:
            desk.gone_at[watcher.seat] = desk.now
        seating.tell_who_is_here(desk, before)
        return self._end()

    def command(self, connection: int, command: commands.Any, now: int) -> Outcome:
        """Carried out, or refused with nothing changed."""
        desk = self._begin(now)
        seat = desk.watchers[connection].seat
        desk.begin_command(seat, command.id, connection)
        try:
            self._do(connection, seat, command)
        except (NotDone, Refused) as refused:
            if seat is not None:
                self.state.chairs[seat].refuse(command.id, refused.refusal)
            desk.answer(telling.refused(refused.refusal, command.id))
        out = self._end()
        desk.answer(messages.encode(messages.Done(command.id)))
        if out.deleted:
            desk.tell_all(messages.Deleted())
        return out

    def pong(self, connection: int, nonce: str, now: int, carrier: int | None = None) -> Outcome:
        """A client's answer to a ping; `carrier`: the round trip in ms as the operating system measured it.

        It comes often, and nothing follows from it but a measured line.
        """
        self._begin(now)
        self._course.pong(connection, nonce, carrier)
        return self._out()

    def answer(self, seat: int, ticket: int, move: str, think_ms: int, now: int) -> Outcome:
        """What a bot chose."""
        self._begin(now)
        self._course.answer(seat, ticket, move, think_ms)
        self._do_what_is_due()
        return self._end()

    def wake(self, now: int) -> Outcome:
        self._begin(now)
        self._do_what_is_due()
        return self._end()

    def _begin(self, now: int) -> Desk:
        self._desk.begin(now)
        self._course.tick()
        return self._desk

    def _end(self) -> Outcome:
        self._course.settle()
        asking.lapse(self._desk)
        return self._out()

    def _out(self) -> Outcome:
        out = self._desk.end()
        out.wake_at = self._course.wake_at()
        for time in (seating.host_is_gone_at(self._desk), starting.late_at(self._desk)):
            if time is not None and (out.wake_at is None or time < out.wake_at):
                out.wake_at = time
        return out

    def _do(self, connection: int, seat: int | None, command: commands.Any) -> None:
        if seat is None:
            self._do_unseated(connection, command)
            return
        chair = self.state.chairs[seat]
        if command.id in chair.refused:
            raise Refused(chair.refused[command.id])
        if command.id not in chair.done:  # else it was sent twice
            self._do_seated(seat, command)

    def _do_unseated(self, connection: int, command: commands.Any) -> None:
        match command:
            case commands.Sit() if self.state.stage == "playing":
                asking.ask(self._desk, connection, command)
            case commands.Sit():
                self._come_back(seating.sit(self._desk, connection, command))
            case commands.Leave():
                asking.withdraw(self._desk, connection)
            case _:
                raise NotDone("not_seated")

    def _do_seated(self, seat: int, command: commands.Any) -> None:
        desk, course = self._desk, self._course
        match command:
            case commands.Play():       course.play(seat, command)
            case commands.Ready():      course.get_ready(seat, command)
            case commands.Handicap():   course.handicap(seat, command)
            case commands.Sit():        raise NotDone("already_seated")
            case commands.Leave():      seating.leave(desk, seat, command)
            case commands.Admit():      self._admit(seat, command)
            case commands.Remove():     seating.remove(desk, seat, command)
            case commands.SeatBot():    seating.seat_bot(desk, seat, command)
            case commands.Host():       seating.hand_over(desk, seat, command)
            case commands.Move():       seating.move_device(desk, seat, command)
            case commands.Start():      starting.start(desk, seat, command)
            case commands.Hash():       starting.take_hash(desk, seat, command)
            case commands.Reveal():     starting.take_reveal(desk, seat, command)
            case commands.Pause():      course.pause(seat, command)
            case commands.Resume():     course.resume(seat, command)
            case commands.Abort():      course.abort(seat, command)
            case commands.Delete():     seating.delete(desk, seat, command)
            case commands.Say():        self._say(seat, command)

    def _admit(self, seat: int, command: commands.Admit) -> None:
        given = asking.answer(self._desk, seat, command)
        if given is not None:
            self._come_back(given)

    def _come_back(self, seat: int) -> None:
        """A bot's answer that is under way is void."""
        self._desk.gone_at.pop(seat, None)
        self._course.thinking.pop(seat, None)
        if self.state.chairs[seat].away:
            self._desk.log(entries.CameBack(seat))

    def _say(self, seat: int, command: commands.Say) -> None:
        said = self._said.setdefault(seat, deque(maxlen=PHRASES))
        if any(command.id == before for _, before in said):
            return
        if len(said) == PHRASES and said[0][0] > self._desk.now - PHRASES_MS:
            raise NotDone("too_chatty")
        said.append((self._desk.now, command.id))
        self._desk.tell_all(messages.Said(seat, command.phrase))

    def _do_what_is_due(self) -> None:
        desk = self._desk
        starting.cancel_if_late(desk)
        due = seating.host_is_gone_at(desk)
        if due is not None and due <= desk.now:
            seating.pass_hosting_on(desk)
        self._course.do_what_is_due()
