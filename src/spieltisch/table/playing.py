"""The course of a match: moves, bots' answers, those who are gone, clocks and pauses."""

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import Raw

from spieltisch.kernel import CLOCK, Match, Refused
from spieltisch.kernel.referee import NO_CLAIM
from spieltisch.table import commands, entries, messages
from spieltisch.table.outcome import BotRequest
from spieltisch.table.racing import LiveRace, PendingClaim
from spieltisch.table.refusals import NotDone, wrong_number
from spieltisch.table.seating import abort_match, chair_at, require_host
from spieltisch.table.session import Session
from spieltisch.table.state import STAND_IN
from spieltisch.table.transaction import Asker, Transaction

NUDGE_MS = 45_000


@dataclass
class Thinking:
    """A bot was asked; its `move` is to be played when it is `due`."""

    ticket: int
    asked_at: int
    hurry: bool
    move: str | None = None
    due: int = 0


class MatchRunner:
    """What is known of the running match only as long as the table is in memory."""

    __slots__ = (
        "_last_tick", "_number", "_running", "_tickets", "nudged", "racing", "session", "state", "thinking", "time",
        "turn_since",
    )  # fmt: skip

    def __init__(self, session: Session) -> None:
        self.session, self.state = session, session.state
        self.thinking: dict[int, Thinking] = {}
        self._tickets = 0
        self._last_tick = session.now
        self._running = False
        match = self.state.match
        self.racing: LiveRace | None = None
        self.time = 0 if match is None else max(match.last_at, 0)  # ms of play time
        self.turn_since: dict[int, int] = {}  # play time at which a seat's decision began
        self.nudged: set[int] = set()
        self._number = self.state.shown
        self._line_up()
        self._note_turns(None)

    def tick(self, now: int) -> None:
        """Play time stands still while nobody looks, in a pause, and before a race has begun."""
        if self._running:
            began = self._last_tick
            if self.racing is not None:
                began = now if self.racing.los is None else max(began, self.racing.los)
            self.time += max(now - began, 0)
        self._last_tick = now

    @property
    def is_running(self) -> bool:
        state = self.state
        return state.stage == "playing" and not state.paused and (bool(self.session.watchers) or state.days is not None)

    def settle(self, tx: Transaction) -> None:
        """At the end of whatever was done."""
        if self._number != self.state.shown:
            self._begin_match(tx)
        self._running = self.is_running
        if self.racing is not None:
            self._settle_race(tx, self.racing)
        if self._running:
            self._ask_bots(tx)

    def _settle_race(self, tx: Transaction, racing: LiveRace) -> None:
        if self.state.stage != "playing":
            racing.halt(tx)
            self.racing = None
        else:
            racing.settle(tx, self._running, self.time)

    # Moves

    def play(self, tx: Transaction, seat: int, command: commands.Play) -> None:
        match = self._require_match()
        if self.state.paused:
            raise NotDone("paused")
        if self.racing is not None:
            self._claim(tx, self.racing, seat, command)
        else:
            if match.announce is not None:
                self._check_number(tx, match, seat, command)
            self.move(tx, seat, command.move, tx.asker)

    def _check_number(self, tx: Transaction, match: Match, seat: int, command: commands.Play) -> None:
        """A wrong one is sent back with a hint and counted; it costs nothing but time."""
        right = match.announcement(command.move)
        if right is None or command.said == right.number:
            return
        refusal = match.why_not(seat, command.move)
        if refusal is not None:
            raise Refused(refusal)
        if command.said is None:
            raise NotDone("say_number")
        tx.log(entries.Misreckoned(seat, command.said, right.before))
        raise wrong_number(command.said, right.before)

    def move(
        self,
        tx: Transaction,
        seat: int,
        move: str,
        asker: Asker | None = None,
        claimed: entries.Claimed | None = None,
        missed: list[entries.Missed] | None = None,
    ) -> None:
        """Of a seat or of the clock. Refused changes nothing."""
        match = self._match
        at = None if match.game.rules.timeout is None else self.time
        claim = NO_CLAIM if claimed is None else (claimed.made, claimed.came)
        told = match.play_and_tell(seat, move, at, claim, self.session.readers)
        tx.play(entries.Played(seat, move, at, Raw(match.last.draws), claimed, missed or []), told, asker)
        if self.racing is None:
            self.thinking.clear()
            self._note_turns(seat, tx)
        if match.over:
            self._finish(tx)

    def _begin_match(self, tx: Transaction) -> None:
        self._number = self.state.shown
        self.time = 0
        self.thinking.clear()
        self._line_up()
        self.turn_since.clear()
        self._note_turns(None, tx)

    def _line_up(self) -> None:
        """Where all play at the same time, nothing runs until they are ready."""
        match = self.state.match
        self.racing = None
        if match is not None and match.race is not None and self.state.stage == "playing":
            self.racing = LiveRace(self.session, match, match.race)

    def get_ready(self, tx: Transaction, seat: int, command: commands.Ready) -> None:
        self._require_match()
        if self.racing is None:
            raise NotDone("no_race")
        self.racing.get_ready(tx, seat, command)

    def handicap(self, tx: Transaction, seat: int, command: commands.Handicap) -> None:
        require_host(tx, seat)
        chair_at(tx, command.seat)
        if self.state.stage == "playing" and (self.racing is None or self.racing.los is not None):
            raise NotDone("not_while_playing")
        tx.log(entries.Handicapped(command.seat, command.ms))

    def pong(self, tx: Transaction, connection: int, nonce: str, carrier: int | None, trip: int | None) -> None:
        if self.racing is not None:
            self.racing.pong(tx, connection, nonce, carrier, trip)

    def tell_race(self, tx: Transaction, connection: int) -> None:
        """To somebody who has just come."""
        if self.racing is not None:
            tx.tell(connection, messages.encode(self.racing.view()))

    def _finish(self, tx: Transaction) -> None:
        result = self._match.result
        assert result is not None
        tx.log(entries.Over(result.places, result.points))
        tx.log(entries.Committed(self.session.new_secret()))

    @property
    def _match(self) -> Match:
        assert self.state.match is not None
        return self.state.match

    def _require_match(self) -> Match:
        match = self.state.match
        if match is None or self.state.stage != "playing":
            raise NotDone("no_match")
        return match

    def _note_turns(self, mover: int | None, tx: Transaction | None = None) -> None:
        """A decision begins when a seat may act anew, or again. In a race nobody is waited for; by days see the log."""
        state = self.state
        if self.racing is not None or state.days is not None:
            return
        actors = state.match.actors if state.match is not None and state.stage == "playing" else ()
        before, self.turn_since, any_fresh = self.turn_since, {}, False
        for seat in actors:
            if seat in before and mover != seat and mover != CLOCK:
                self.turn_since[seat] = before[seat]
            else:
                self.turn_since[seat], any_fresh = self.time, True
                self.nudged.discard(seat)
        if any_fresh and tx is not None and state.settings.move_s is not None:
            self.tell_clock(tx, self.session.watchers)

    def tell_clock(self, tx: Transaction, connections: Iterable[int]) -> None:
        """To those who need to know, how much time is left."""
        if self.state.settings.move_s is not None and (ends := self._clock_ends()):
            message = messages.encode(messages.ClockRuns(sorted(ends), max(min(ends.values()) - self.time, 0)))
            for connection in connections:
                tx.tell(connection, message)

    # Claims, where all play at the same time

    def _claim(self, tx: Transaction, racing: LiveRace, seat: int, command: commands.Play) -> None:
        """Refused at once, made at once, or put off until nobody's could precede it."""
        claim = racing.claim_of(tx, seat, command)
        if claim is None:
            return
        if not racing.is_waiting(seat):
            refusal = self._match.why_not(seat, command.move)
            if refusal is not None:
                if claim.contested and refusal.rule != "notation":
                    racing.miss(self._missed(claim, command.move))
                raise Refused(refusal)
            if not claim.contested:
                self.move(tx, seat, command.move, tx.asker, missed=racing.take_missed())
                return
        self._queue(tx, racing, claim)

    def _queue(self, tx: Transaction, racing: LiveRace, claim: PendingClaim) -> None:
        tx.put_off()
        racing.waiting.append(claim)
        self._resolve_claims(tx, racing)

    def _resolve_claims(self, tx: Transaction, racing: LiveRace) -> bool:
        """Those that are due → was there one?"""
        any_due = False
        while (claim := racing.next_due()) is not None:
            any_due = True
            if claim.move is None:
                tx.log_for(claim.asker, entries.Paused())
                racing.halt(tx)
            else:
                self._resolve(tx, racing, claim, claim.move)
        return any_due

    def _resolve(self, tx: Transaction, racing: LiveRace, claim: PendingClaim, move: str) -> None:
        refusal = self._match.why_not(claim.seat, move)
        if refusal is None:
            times = entries.Claimed(self._play_time(claim.at), self._play_time(claim.arrived))
            claimed = times if claim.contested else None
            self.move(tx, claim.seat, move, claim.asker, claimed, racing.take_missed())
        else:
            if claim.contested:
                racing.miss(self._missed(claim, move))
            tx.refuse(refusal, claim.asker)

    def _claim_for_bot(self, tx: Transaction, racing: LiveRace, seat: int, move: str, at: int) -> None:
        """Its line has no delay."""
        contested = racing.is_contested(move)
        if contested or racing.is_waiting(seat):
            racing.waiting.append(PendingClaim(seat, move, at, at, contested=contested))
        elif self._match.why_not(seat, move) is None:
            self.move(tx, seat, move, missed=racing.take_missed())

    def _missed(self, claim: PendingClaim, move: str) -> entries.Missed:
        return entries.Missed(claim.seat, move, self._play_time(claim.at), self._play_time(claim.arrived))

    def _play_time(self, at: int) -> int:
        """At that time of the table."""
        return max(self.time - (self.session.now - at), 0)

    # Pauses

    def pause(self, tx: Transaction, seat: int, command: commands.Pause) -> None:
        """In a race it queues as claims do: nobody undoes another's earlier one with it."""
        self._require_match()
        if self.state.paused:
            return
        if self.racing is None or not self.racing.is_on:
            tx.log(entries.Paused())
            return
        wish = self.racing.pause_of(tx, seat, command)
        if wish is not None:
            self._queue(tx, self.racing, wish)

    def resume(self, tx: Transaction, seat: int, command: commands.Resume) -> None:
        self._require_match()
        if not self.state.paused:
            raise NotDone("not_paused")
        tx.log(entries.Resumed())

    def abort(self, tx: Transaction, seat: int, command: commands.Abort) -> None:
        require_host(tx, seat)
        self._require_match()
        abort_match(tx)

    # Bots

    def _ask_bots(self, tx: Transaction) -> None:
        """Every acting seat that a bot plays is asked once."""
        racing, chairs = self.racing, self.state.chairs
        if racing is not None and not racing.is_on:
            return
        for seat in self._match.actors:
            level = chairs[seat].played_by
            if level is not None and seat not in self.thinking and not (racing and racing.is_waiting(seat)):
                self._ask(tx, seat, level, hurry=self.state.settings.quick or not self.session.watchers)

    def _ask(self, tx: Transaction, seat: int, level: str, hurry: bool) -> None:
        self._tickets += 1
        self.thinking[seat] = Thinking(self._tickets, tx.now, hurry)
        tx.out.requests.append(BotRequest(seat, self._tickets, level, self._match.seen(seat)))

    def ask_stand_in(self, tx: Transaction, seat: int) -> None:
        """A bot decides this once."""
        self._ask(tx, seat, STAND_IN, hurry=True)

    def answer(self, seat: int, ticket: int, move: str, think_ms: int) -> None:
        """A bot's choice; void if something has happened since it was asked."""
        thinking = self.thinking.get(seat)
        if thinking is not None and thinking.ticket == ticket:
            thinking.move = move
            thinking.due = thinking.asked_at + (0 if thinking.hurry and self.racing is None else think_ms)
            if self.racing is not None and self.racing.los is not None:
                thinking.due = max(thinking.due, self.racing.los_of(seat))

    # What becomes due

    def do_what_is_due(self, tx: Transaction) -> None:
        while self.is_running and self._do_one_thing(tx):
            pass

    def _do_one_thing(self, tx: Transaction) -> bool:
        """Something that is due is done; False: nothing is."""
        now = tx.now
        if self.racing is not None and self._race_on(tx, self.racing):
            return True
        for seat, thinking in self.thinking.items():
            if self.racing is None and thinking.move is not None and thinking.due <= now:
                self.move(tx, seat, thinking.move)
                return True
        for seat, due in self._grace_ends().items():
            if due <= now:
                tx.log(entries.TookOver(seat))
                return True
        late = [seat for seat, due in self._clock_ends().items() if due <= self.time]
        if late:
            self._run_out(tx, late)
            return True
        self._nudge(tx)
        return False

    def _race_on(self, tx: Transaction, racing: LiveRace) -> bool:
        """What is due in a race; False: nothing is."""
        if not racing.is_on:
            return False
        for seat, thinking in list(self.thinking.items()):
            if thinking.move is not None and thinking.due <= tx.now:
                del self.thinking[seat]
                self._claim_for_bot(tx, racing, seat, thinking.move, thinking.due)
        if self._resolve_claims(tx, racing):
            return True
        if racing.clock_may_move(self.time):
            self.move(tx, CLOCK, "timeout", missed=racing.take_missed())
            return True
        return False

    def _grace_ends(self) -> dict[int, int]:
        """When a bot takes over, by seat of somebody who is gone."""
        if self.state.days is not None:
            return {}
        grace, chairs = 1000 * self.state.settings.grace_s, self.state.chairs
        return {seat: gone + grace for seat, gone in self.session.gone_at.items() if not chairs[seat].away}

    def _run_out(self, tx: Transaction, late: list[int]) -> None:
        """The game's own rule for it, or a bot decides this once for those who did not."""
        if self.state.game.rules.timeout is not None:
            self.move(tx, CLOCK, "timeout")
        else:
            for seat in late:
                self.ask_stand_in(tx, seat)

    def _clock_ends(self) -> dict[int, int]:
        """Play time at which a person's clock ends, by seat."""
        move_s, chairs = self.state.settings.move_s, self.state.chairs
        if move_s is None:
            return {}
        return {
            seat: since + 1000 * move_s
            for seat, since in self.turn_since.items()
            if chairs[seat].played_by is None and seat not in self.thinking
        }

    def _nudge(self, tx: Transaction) -> None:
        for seat, since in self.turn_since.items():
            if since + NUDGE_MS <= self.time and self._may_nudge(seat):
                self.nudged.add(seat)
                tx.tell_all(messages.Nudge(seat))

    def _may_nudge(self, seat: int) -> bool:
        return seat not in self.nudged and self.state.chairs[seat].played_by is None

    def due_times(self) -> list[int]:
        """When something becomes due."""
        if not self._running:
            return []
        to_wall, times = self.session.now - self.time, []
        for seat, since in self.turn_since.items():
            if self._may_nudge(seat):
                times.append(since + NUDGE_MS + to_wall)
        if self.thinking:
            times += [thinking.due for thinking in self.thinking.values() if thinking.move is not None]
        if self.session.gone_at:
            times += self._grace_ends().values()
        if self.racing is not None:
            times += self.racing.wake_at(to_wall)
        if self.state.settings.move_s is not None:
            times += [due + to_wall for due in self._clock_ends().values()]
        return times
