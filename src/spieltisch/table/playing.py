"""The course of a match: moves, bots' answers, those who are gone, clocks and pauses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spieltisch.kernel import CLOCK, Match, Refused
from spieltisch.table import commands, entries, messages
from spieltisch.table.desk import Desk
from spieltisch.table.outcome import BotRequest
from spieltisch.table.racing import Racing
from spieltisch.table.refusals import NotDone, wrong_number
from spieltisch.table.seating import abort_match, chair_at, require_host
from spieltisch.table.state import STAND_IN

NUDGE_MS = 45_000


@dataclass
class Thinking:
    """A bot was asked; its `move` is to be played when it is `due`."""

    ticket: int
    asked_at: int
    hurry: bool
    move: str | None = None
    due: int = 0


class Course:
    """What is known of the running match only as long as the table is in memory."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.thinking: dict[int, Thinking] = {}
        self._tickets = 0
        self._last_tick = desk.now
        self._running = False
        match = desk.state.match
        self.racing: Racing | None = None
        self.time = 0 if match is None or not match.rows else max(match.rows[-1].at, 0)  # ms of play time
        self.turn_since: dict[int, int] = {}  # play time at which a seat's decision began
        self.nudged: set[int] = set()
        self._number = desk.state.shown
        self._line_up()
        self._note_turns(None)

    def tick(self) -> None:
        """Play time stands still while nobody looks, in a pause, and before a race has begun."""
        began = self._last_tick
        if self.racing is not None:
            began = self.desk.now if self.racing.los is None else max(began, self.racing.los)
        if self._running:
            self.time += max(self.desk.now - began, 0)
        self._last_tick = self.desk.now

    @property
    def is_running(self) -> bool:
        state = self.desk.state
        return state.stage == "playing" and not state.paused and bool(self.desk.watchers)

    def settle(self) -> None:
        """At the end of whatever was done."""
        if self._number != self.desk.state.shown:
            self._begin_match()
        self._running = self.is_running
        if self.racing is not None and self.desk.state.stage != "playing":
            self.racing.halt()
            self.racing = None
        if self.racing is not None:
            self.racing.lines.ping()
            self.racing.settle(self._running, self.time)
        if self._running:
            self._ask_bots()

    # Moves

    def play(self, seat: int, command: commands.Play) -> None:
        self._require_match()
        if self.desk.state.paused:
            raise NotDone("paused")
        if self.racing is not None:
            self.racing.take(seat, command)
            return
        self._check_number(seat, command)
        self.move(seat, command.move)

    def _check_number(self, seat: int, command: commands.Play) -> None:
        """A wrong one is sent back with a hint and counted; it costs nothing but time."""
        right = self._match.announcement(command.move)
        if right is None or command.said == right.number:
            return
        refusal = self._match.why_not(seat, command.move)
        if refusal is not None:
            raise Refused(refusal)
        if command.said is None:
            raise NotDone("say_number")
        self.desk.log(entries.Misreckoned(seat, command.said, right.before))
        raise wrong_number(command.said, right.before)

    def move(
        self, seat: int, move: str, claimed: entries.Claimed | None = None, missed: Sequence[entries.Missed] = ()
    ) -> None:
        """Of a seat or of the clock. Refused changes nothing."""
        desk, state = self.desk, self.desk.state
        at = None if state.game.rules.timeout is None else self.time
        draws = state.play(seat, move, at)
        desk.log_move(entries.Played(seat, move, at, draws, claimed, list(missed)))
        if self.racing is None:
            self.thinking.clear()
        self._note_turns(seat)
        if self._match.over:
            self._finish()

    def _begin_match(self) -> None:
        self._number = self.desk.state.shown
        self.time = 0
        self.thinking.clear()
        self._line_up()
        self.turn_since.clear()
        self._note_turns(None)

    def _line_up(self) -> None:
        """Where all play at the same time, nothing runs until they are ready."""
        match = self.desk.state.match
        race = match.race if match is not None and self.desk.state.stage == "playing" else None
        self.racing = None if race is None else Racing(self.desk, race, self.move, self._play_time)

    def _play_time(self, at: int) -> int:
        """At that time of the desk."""
        return max(self.time - (self.desk.now - at), 0)

    def get_ready(self, seat: int, command: commands.Ready) -> None:
        self._require_match()
        if self.racing is None:
            raise NotDone("no_race")
        self.racing.get_ready(seat, command)

    def handicap(self, seat: int, command: commands.Handicap) -> None:
        require_host(self.desk, seat)
        chair_at(self.desk, command.seat)
        if self.desk.state.stage == "playing" and (self.racing is None or self.racing.los is not None):
            raise NotDone("not_while_playing")
        self.desk.log(entries.Handicapped(command.seat, command.ms))

    def pong(self, connection: int, nonce: str, carrier: int | None) -> None:
        if self.racing is not None:
            self.racing.pong(connection, nonce, carrier)

    def tell_race(self, connection: int) -> None:
        """To somebody who has just come."""
        if self.racing is not None:
            self.desk.tell(connection, messages.encode(self.racing.view()))

    def _finish(self) -> None:
        result = self._match.result
        assert result is not None
        self.desk.log(entries.Over(result.places, result.points))
        self.desk.log(entries.Committed(self.desk.new_secret()))

    @property
    def _match(self) -> Match:
        assert self.desk.state.match is not None
        return self.desk.state.match

    def _require_match(self) -> None:
        if self.desk.state.stage != "playing":
            raise NotDone("no_match")

    def _note_turns(self, mover: int | None) -> None:
        """A decision begins when a seat may act anew, or again. In a race nobody is waited for."""
        state = self.desk.state
        if self.racing is not None:
            return
        actors = state.match.actors if state.match is not None and state.stage == "playing" else ()
        fresh = {seat for seat in actors if seat not in self.turn_since or mover in (seat, CLOCK)}
        self.nudged -= fresh
        self.turn_since = {seat: self.time if seat in fresh else self.turn_since[seat] for seat in actors}
        if fresh:
            self.tell_clock(self.desk.watchers)

    def tell_clock(self, connections: Iterable[int]) -> None:
        """To those who need to know, how much time is left."""
        ends = self._clock_ends()
        if ends:
            message = messages.encode(messages.ClockRuns(sorted(ends), max(min(ends.values()) - self.time, 0)))
            for connection in connections:
                self.desk.tell(connection, message)

    # Pauses

    def pause(self, seat: int, command: commands.Pause) -> None:
        self._require_match()
        if not self.desk.state.paused:
            self.desk.log(entries.Paused())

    def resume(self, seat: int, command: commands.Resume) -> None:
        self._require_match()
        if not self.desk.state.paused:
            raise NotDone("not_paused")
        self.desk.log(entries.Resumed())

    def abort(self, seat: int, command: commands.Abort) -> None:
        require_host(self.desk, seat)
        self._require_match()
        abort_match(self.desk)

    # Bots

    def _ask_bots(self) -> None:
        """Every acting seat that a bot plays is asked once."""
        racing = self.racing
        if racing is not None and not racing.is_on:
            return
        for seat in self._match.actors:
            level = self.desk.state.chairs[seat].played_by
            if level is not None and seat not in self.thinking and not (racing and racing.is_waiting(seat)):
                self._ask(seat, level, hurry=self.desk.state.settings.quick)

    def _ask(self, seat: int, level: str, hurry: bool) -> None:
        self._tickets += 1
        self.thinking[seat] = Thinking(self._tickets, self.desk.now, hurry)
        self.desk.out.requests.append(BotRequest(seat, self._tickets, level, self._match.seen(seat)))

    def answer(self, seat: int, ticket: int, move: str, think_ms: int) -> None:
        """A bot's choice; void if something has happened since it was asked."""
        thinking = self.thinking.get(seat)
        if thinking is not None and thinking.ticket == ticket:
            thinking.move = move
            thinking.due = thinking.asked_at + (0 if thinking.hurry and self.racing is None else think_ms)
            if self.racing is not None and self.racing.los is not None:
                thinking.due = max(thinking.due, self.racing.los_of(seat))

    # What becomes due

    def do_what_is_due(self) -> None:
        while self.is_running and self._do_one_thing():
            pass

    def _do_one_thing(self) -> bool:
        """Something that is due is done; False: nothing is."""
        now = self.desk.now
        if self.racing is not None and self._race_on(self.racing):
            return True
        for seat, thinking in self.thinking.items():
            if self.racing is None and thinking.move is not None and thinking.due <= now:
                self.move(seat, thinking.move)
                return True
        for seat, due in self._grace_ends().items():
            if due <= now:
                self.desk.log(entries.TookOver(seat))
                return True
        late = [seat for seat, due in self._clock_ends().items() if due <= self.time]
        if late:
            self._run_out(late)
            return True
        self._nudge()
        return False

    def _race_on(self, racing: Racing) -> bool:
        """What is due in a race; False: nothing is."""
        if not racing.is_on:
            return False
        for seat, thinking in list(self.thinking.items()):
            if thinking.move is not None and thinking.due <= self.desk.now:
                del self.thinking[seat]
                racing.claim(seat, thinking.move, thinking.due)
        if racing.do_what_is_due():
            return True
        if racing.clock_may_move(self.time):
            racing.move_clock()
            return True
        return False

    def _grace_ends(self) -> dict[int, int]:
        """When a bot takes over, by seat of somebody who is gone."""
        grace = 1000 * self.desk.state.settings.grace_s
        chairs = self.desk.state.chairs
        return {seat: gone + grace for seat, gone in self.desk.gone_at.items() if not chairs[seat].away}

    def _run_out(self, late: list[int]) -> None:
        """The game's own rule for it, or a bot decides this once for those who did not."""
        if self.desk.state.game.rules.timeout is not None:
            self.move(CLOCK, "timeout")
        else:
            for seat in late:
                self._ask(seat, STAND_IN, hurry=True)

    def _clock_ends(self) -> dict[int, int]:
        """Play time at which a person's clock ends, by seat."""
        move_s, chairs = self.desk.state.settings.move_s, self.desk.state.chairs
        if move_s is None:
            return {}
        return {
            seat: since + 1000 * move_s
            for seat, since in self.turn_since.items()
            if chairs[seat].played_by is None and seat not in self.thinking
        }

    def _nudge(self) -> None:
        for seat, due in self._nudges().items():
            if due <= self.time:
                self.nudged.add(seat)
                self.desk.tell_all(messages.Nudge(seat))

    def _nudges(self) -> dict[int, int]:
        chairs = self.desk.state.chairs
        return {
            seat: since + NUDGE_MS
            for seat, since in self.turn_since.items()
            if seat not in self.nudged and chairs[seat].played_by is None
        }

    def wake_at(self) -> int | None:
        """The next time at which something becomes due."""
        if not self._running:
            return None
        times = [thinking.due for thinking in self.thinking.values() if thinking.move is not None]
        if self.desk.gone_at:
            times += self._grace_ends().values()
        to_wall = self.desk.now - self.time
        if self.racing is not None:
            times += self.racing.wake_at(to_wall)
        times += [due + to_wall for due in self._nudges().values()]
        if self.desk.state.settings.move_s is not None:
            times += [due + to_wall for due in self._clock_ends().values()]
        return min(times, default=None)
