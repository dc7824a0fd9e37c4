"""A live table: commands and times in; log entries, messages, bot requests and the next wake-up time out.

No I/O, no clock, no chance of its own. Times are whole milliseconds; one that runs backwards stands still.
"""

from collections import deque
from collections.abc import Callable, Sequence

from spieltisch.kernel import Refused
from spieltisch.table import asking, commands, entries, fairness, messages, pace, seating, starting
from spieltisch.table.entries import LogEntry
from spieltisch.table.outcome import Outcome
from spieltisch.table.playing import MatchRunner
from spieltisch.table.refusals import NotDone
from spieltisch.table.session import Session, Watcher, key_of
from spieltisch.table.state import GameNamed, TableState
from spieltisch.table.transaction import Asker, Transaction

PHRASES, PHRASES_MS = 3, 10_000  # so many in so many ms


class Table:
    __slots__ = ("_runner", "_said", "_session", "state")

    def __init__(self, state: TableState, now: int, levels: Sequence[str], new_secret: Callable[[], bytes]) -> None:
        self.state = state
        self._session = Session(state, now, levels, new_secret)
        self._runner = MatchRunner(self._session)
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
        state = TableState(table, game_named)
        first = [LogEntry(now, None, None, what) for what in (opened, entries.Committed(new_secret()))]
        for entry in first:
            state.note(entry)
        return cls(state, now, levels, new_secret), Outcome(entries=list(enumerate(first, start=1)))

    def take_up(self, now: int) -> Outcome:
        """It comes from the file. What is under way by rules, or a start by a protocol, of before is ended, for all to
        see and nobody's fault. By days, what has become due meanwhile is done.
        """
        state = self.state
        dropped = state.game.has_dropped(state.rules)
        is_of_before = dropped or (state.is_starting and state.dice != fairness.VERSION)
        if not is_of_before and state.days is None:
            return Outcome()
        tx = self._begin(now)
        if not is_of_before:
            self._do_what_is_due(tx)
        elif state.is_starting:
            starting.cancel_start(tx, [])
        elif state.stage == "playing":
            seating.abort_match(tx, "rules")
        return self._end(tx)

    @property
    def is_idle(self) -> bool:
        """Nobody looks, and no bot thinks: it can be put away and taken up again from its log."""
        return not self._session.watchers and not (self.state.days is not None and self._runner.thinking)

    @property
    def here(self) -> list[bool]:
        """Who is connected, by seat."""
        return self._session.here

    def knows(self, key: bytes) -> bool:
        """Is it the key of somebody who sits here?"""
        return self.seat_of(key) is not None

    def seat_of(self, key: bytes) -> int | None:
        return self._session.seat_of(key)

    def has_all_of(self, have: tuple[int, int]) -> bool:
        """Or was a client told of more (a match, how many of its rows) than there is?"""
        return have <= (self.state.shown, self.state.rows)

    def connect(
        self, connection: int, token: str | None, now: int, have: tuple[int, int] = (0, 0), hop: int = 0
    ) -> Outcome:
        """Somebody looks at the table, with the token of a seat or without; of a match he has some rows (`have`).

        `hop`: ms at most to the server that holds his line and back, if that is another.
        """
        tx = self._begin(now)
        before = self._session.here
        key = None if token is None else key_of(token)
        seat = self._session.seat_of(key)
        tx.watchers[connection] = Watcher(key, seat, hop)
        self._session.note_readers()
        if seat is not None:
            self._come_back(tx, seat)
        if self._session.here != before:
            tx.show_table()
        tx.show_match(connection, have=have)
        outcome = self._end(tx)
        self._runner.tell_clock(tx, [connection])
        self._runner.tell_race(tx, connection)
        return outcome

    def disconnect(self, connection: int, now: int) -> Outcome:
        tx = self._begin(now)
        before = self._session.here
        watcher = tx.watchers.pop(connection, None)
        self._session.note_readers()
        if watcher is not None and watcher.seat is not None and not self._session.here[watcher.seat]:
            self._session.gone_at[watcher.seat] = tx.now
            pace.has_closed(tx, watcher.seat)
        if self._session.here != before:
            tx.show_table()
        return self._end(tx)

    def command(self, connection: int, command: commands.AnyCommand, now: int, late: int = 0) -> Outcome:
        """Carried out, or refused with nothing changed. `late`: ms since it came to another server."""
        seat = self._session.watchers[connection].seat
        asker = Asker(seat, command.id, connection)
        tx = self._begin(now, asker, late)
        try:
            if seat is None:
                self._do_unseated(tx, connection, command)
            elif command.id in (chair := self.state.chairs[seat]).refused:
                raise Refused(chair.refused[command.id])
            elif command.id not in chair.done:  # else it was sent twice
                self._do_seated(tx, seat, command)
        except (NotDone, Refused) as refused:
            tx.refuse(refused.refusal, asker)
        return self._end(tx)

    def pong(
        self, connection: int, nonce: str, now: int, carrier: int | None = None, trip: int | None = None, hop: int = 0
    ) -> Outcome:
        """A client's answer to a ping; `carrier`: the round trip in ms as the operating system measured it; `trip`: as
        the server did that holds the line, if that is another, `hop` ms away at most.

        It comes often, and nothing follows from it but a measured line.
        """
        tx = self._begin(now)
        self._session.watchers[connection].hop = hop
        self._runner.pong(tx, connection, nonce, carrier, trip)
        return self._out(tx)

    def answer(self, seat: int, ticket: int, move: str, think_ms: int, now: int) -> Outcome:
        """What a bot chose."""
        tx = self._begin(now)
        self._runner.answer(seat, ticket, move, think_ms)
        self._do_what_is_due(tx)
        return self._end(tx)

    def wake(self, now: int) -> Outcome:
        tx = self._begin(now)
        self._do_what_is_due(tx)
        return self._end(tx)

    def _begin(self, now: int, asker: Asker | None = None, late: int = 0) -> Transaction:
        tx = Transaction(self._session, now, asker, late)
        self._runner.tick(tx.now)
        return tx

    def _end(self, tx: Transaction) -> Outcome:
        """What follows from it, and what all are told."""
        self._runner.settle(tx)
        if self._session.chair_requests or self._session.declined:
            asking.lapse(tx)
        if self.state.days is not None:
            pace.settle(tx)
        tx.show_changes()
        tx.answer()
        return self._out(tx)

    def _out(self, tx: Transaction) -> Outcome:
        out, times = tx.out, self._runner.due_times()
        host_gone_at = seating.host_is_gone_at(tx) if self._session.gone_at else None
        if host_gone_at is not None:
            times.append(host_gone_at)
        if self.state.days is not None:
            times += pace.due_times(self._session, self._runner.thinking)
        elif self.state.is_starting:
            times.append(self._session.start_by)
        if times:
            out.wake_at = min(times)
        return out

    def _do_unseated(self, tx: Transaction, connection: int, command: commands.AnyCommand) -> None:
        match command:
            case commands.Sit() if self.state.stage == "playing":
                asking.ask(tx, connection, command)
            case commands.Sit():
                self._come_back(tx, seating.sit(tx, connection, command))
            case commands.Leave():
                asking.withdraw(tx, connection)
            case _:
                raise NotDone("not_seated")

    def _do_seated(self, tx: Transaction, seat: int, command: commands.AnyCommand) -> None:
        runner = self._runner
        match command:
            case commands.Play():       runner.play(tx, seat, command)
            case commands.Ready():      runner.get_ready(tx, seat, command)
            case commands.Handicap():   runner.handicap(tx, seat, command)
            case commands.Sit():        raise NotDone("already_seated")
            case commands.Rename():     seating.rename(tx, seat, command)
            case commands.Leave():      seating.leave(tx, seat, command)
            case commands.Admit():      self._admit(tx, seat, command)
            case commands.Remove():     seating.remove(tx, seat, command)
            case commands.SeatBot():    seating.seat_bot(tx, seat, command)
            case commands.Host():       seating.hand_over(tx, seat, command)
            case commands.MoveToDevice():       seating.move_device(tx, seat, command)
            case commands.Choose():     seating.choose(tx, seat, command)
            case commands.Start():      starting.start(tx, seat, command)
            case commands.Hash():       starting.take_hash(tx, seat, command)
            case commands.Reveal():     starting.take_reveal(tx, seat, command)
            case commands.Pause():      runner.pause(tx, seat, command)
            case commands.Resume():     runner.resume(tx, seat, command)
            case commands.Holiday():    pace.holiday(tx, seat, command)
            case commands.Abort():      runner.abort(tx, seat, command)
            case commands.Delete():     seating.delete(tx, seat, command)
            case commands.Say():        self._say(tx, seat, command)

    def _admit(self, tx: Transaction, seat: int, command: commands.Admit) -> None:
        given = asking.answer(tx, seat, command)
        if given is not None:
            self._come_back(tx, given)

    def _come_back(self, tx: Transaction, seat: int) -> None:
        """A bot's answer that is under way is void."""
        self._session.gone_at.pop(seat, None)
        self._runner.thinking.pop(seat, None)
        pace.has_opened(tx, seat)
        if self.state.chairs[seat].away:
            tx.log(entries.CameBack(seat))

    def _say(self, tx: Transaction, seat: int, command: commands.Say) -> None:
        said = self._said.setdefault(seat, deque(maxlen=PHRASES))
        if any(command.id == before for _, before in said):
            return
        if len(said) == PHRASES and said[0][0] > tx.now - PHRASES_MS:
            raise NotDone("too_chatty")
        said.append((tx.now, command.id))
        tx.tell_all(messages.Said(seat, command.phrase))

    def _do_what_is_due(self, tx: Transaction) -> None:
        if self.state.days is not None:
            pace.do_what_is_due(tx, self._runner)
        else:
            starting.cancel_if_late(tx)
        due = seating.host_is_gone_at(tx)
        if due is not None and due <= tx.now:
            seating.pass_hosting_on(tx)
        self._runner.do_what_is_due(tx)
