"""A match: one record, and the list of moves that led to it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import chance as chances
from spieltisch.kernel import saved, story
from spieltisch.kernel.cells import Changes, cells_of, changes, values
from spieltisch.kernel.chance import Drawn, Seeded, Source
from spieltisch.kernel.engine import engine_of
from spieltisch.kernel.errors import (
    BadChance,
    BadLog,
    BadPosition,
    BadSeats,
    BadTime,
    Unknown,
    UnknownGame,
    is_whole,
    shown,
)
from spieltisch.kernel.game import CHANCE, CHANCE_DUE, CLOCK, EVERYONE, NOBODY, OK, Announcement, Game, Race, Result
from spieltisch.kernel.log import NO_TIME, TAKEN_BACK, UNDO, Entry, Log, Row, as_seen, entry_of, moves_of
from spieltisch.kernel.position import Facts
from spieltisch.kernel.record import States, blanked, copied
from spieltisch.kernel.refusal import Refusal, Refused, by_the_kernel, by_the_rules
from spieltisch.kernel.seen import Seen, seats_in, view_of


class Step(NamedTuple):
    """What one move led to: the rows it added to the log, Chance's own among them, and the record before and after.

    For the referee alone: all of it, hidden things included.
    """

    rows: tuple[Row, ...]
    drawn: tuple[Drawn, ...]
    before: States
    after: States


class MatchSnapshot(NamedTuple):
    """A match without its log. It holds every secret."""

    record: bytes
    before: bytes  # the record before the last move, in case that is taken back
    used: int  # words of Chance's stream


class Match:
    """Seats and Chance move in turn; a refused move changes nothing."""

    @staticmethod
    def game_named(name: str) -> Game:
        """The package above fills in the games there are."""
        raise UnknownGame(f"the kernel knows no game by name: {shown(name)}")

    def __init__(
        self,
        game: Game | str,
        seats: int,
        options: Mapping[str, str] | None = None,
        seed: int | bytes | None = None,
        chance: str | Iterable[str] | Seeded | None = None,
    ) -> None:
        game = self._find(game)
        chosen = game.check_options({} if options is None else options)
        self._begin(game, game.check_seats(seats), chosen, chances.source_of(chance, seed))
        self._commit(self._start, copied(self._start), [])

    @classmethod
    def at(
        cls,
        game: Game | str,
        position: Mapping[str, Any],
        seed: int | bytes | None = None,
        chance: str | Iterable[str] | None = None,
    ) -> Self:
        """A match that begins in the middle."""
        match = cls.__new__(cls)
        match._begin_at(cls._find(game), position, chances.source_of(chance, seed))
        match._commit(match._start, copied(match._start), [])
        return match

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Replay a saved match; it goes on as the saved one would have."""
        data = saved.parse(text)
        game = cls._find(data["game"])
        saved.check_version(game, data["rules"])
        match = cls.__new__(cls)
        try:
            match._begin_saved(game, data)
            for number, entry in enumerate(saved.entries_from_json(data["log"]), start=1):
                match._replay(number, entry)
            match._source = chances.source_from_json(data["chance"])
            match._commit(match._states, copied(match._states), [])
        except BadLog:
            raise
        except ValueError as error:
            raise BadLog(f"not a saved match: {error}") from None
        return match

    def to_json(self) -> str:
        data = {
            "game": self.game.name,
            "rules": self.game.rules_version,
            "seats": self.seats,
            "options": self._options,
            "position": self._position,
            "chance": self._source.to_json(),
            "log": [saved.entry_to_json(entry) for entry in self.log],
        }
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def _find(cls, game: object) -> Game:
        if isinstance(game, Game):
            return game
        if isinstance(game, str):
            return cls.game_named(game)
        raise UnknownGame(f"a game is named by its text id, not {shown(game)}")

    def _begin(self, game: Game, seats: int, options: dict[str, str], source: Source) -> None:
        self.game = game
        self.seats = seats
        self._options = options
        self._engine = engine_of(game)
        self._source = source
        self._log = Log(game)
        self._known_to: int | None = None  # the one seat whose knowledge the position is; None: all is known
        self._position: dict[str, Any] | None = None  # where it began, if not at the beginning
        self._start = self._states = game.set_up(seats, options)
        self._acting = NOBODY  # who may act: a bit mask, or CHANCE_DUE
        self._last = Step((), (), self._start, self._states)

    def _begin_at(self, game: Game, position: Mapping[str, Any], source: Source) -> None:
        facts = Facts(position)
        seats = facts.number("seats", game.seats)
        options = facts.take("options", {})
        try:
            options = game.check_options(options)
        except ValueError as error:
            raise BadPosition("options", str(error)) from None
        self._begin(game, seats, options, source)
        self._known_to = game.notation.from_position(facts, self._start[0])
        facts.finish()
        self._position = self.position()

    def _begin_saved(self, game: Game, data: dict[str, Any]) -> None:
        """As it stood before the first entry; Chance's moves come from the log."""
        options = game.check_options(data["options"])
        if data["position"] is None:
            self._begin(game, game.check_seats(data["seats"]), options, chances.MANUAL)
        else:
            self._begin_at(game, data["position"], chances.MANUAL)
        if (self.seats, self.options) != (data["seats"], options):
            raise BadLog("not a saved match: its position has other seats or options")
        self._commit(self._start, copied(self._start), [])

    def _replay(self, number: int, entry: Entry) -> None:
        try:
            self.play(*entry)
        except (Refused, ValueError) as error:
            raise BadLog(f"entry {number} of the log cannot be replayed: {error}") from None

    # What may be asked

    @property
    def options(self) -> dict[str, str]:
        return dict(self._options)

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; (CHANCE,) if Chance is due; () when over."""
        return (CHANCE,) if self._acting == CHANCE_DUE else seats_in(self._acting)

    @property
    def over(self) -> bool:
        return self._acting == NOBODY

    @property
    def result(self) -> Result | None:
        if not self.over:
            return None
        places, points = np.zeros((2, self.game.seats[-1]), np.int64)
        self._engine.places(self._states, places)
        self._engine.points(self._states, points)
        return Result(tuple(places.tolist()[: self.seats]), tuple(points.tolist()[: self.seats]))

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(entry_of(self.game, row) for row in self._log.rows)

    def log_seen_by(self, seat: int | None) -> tuple[Entry, ...]:
        seat = self._known_seat(seat)
        return tuple(entry_of(self.game, as_seen(self.game, row, seat)) for row in self._log.rows)

    @property
    def rows(self) -> Sequence[Row]:
        """The log in numbers, for the referee."""
        return self._log.rows

    @property
    def last(self) -> Step:
        """What the last move led to, for the referee."""
        return self._last

    @property
    def told(self) -> list[list[int]]:
        """What the last move led to, in events (see story.py)."""
        return story.listed(self.game, story.told(self.game, self._last.before, self._last.rows))

    @property
    def story(self) -> list[list[int]]:
        """The whole match in events."""
        return story.listed(self.game, story.told(self.game, self._start, self._log.rows))

    @property
    def race(self) -> Race | None:
        """Do all play at the same time?"""
        race = self.game.race
        return race if race is not None and race.is_on(self._options) else None

    @property
    def heat(self) -> int:
        race = self.race
        return 0 if race is None else int(race.heat(self._states[0]))

    @property
    def deadline(self) -> tuple[int, int]:
        """What is waited for, and how many ms of play time (0: for ever): then the clock moves."""
        race = self.race
        return (0, 0) if race is None else race.deadline(self._options, self._states[0])

    def moves(self, seat: int) -> tuple[str, ...]:
        """Every legal move of a seat or the clock, every possible one of Chance."""
        if is_whole(seat) and seat == CHANCE:
            return tuple(text for text, weight in zip(self.game.outcomes.texts, self._weights(), strict=True) if weight)
        if is_whole(seat) and seat == CLOCK:
            return tuple(text for text in moves_of(self.game, CLOCK).texts if self.why_not(CLOCK, text) is None)
        return tuple(compress(self.game.moves.texts, self.legal(seat).tolist()))

    def legal(self, seat: int) -> NDArray[np.uint8]:
        """A mark for each of the game's moves: may this seat do it now?"""
        self._own_seat(seat)
        marks = np.zeros(len(self.game.moves), np.uint8)
        self._engine.legal(self._states, seat, marks)
        return marks

    def why_not(self, seat: int, move: str) -> Refusal | None:
        """None if the move can be made; else the rule against it, in words."""
        if not is_whole(seat) or seat not in (CHANCE, CLOCK):
            self._own_seat(seat)
        table = moves_of(self.game, seat)
        if isinstance(move, str) and move == UNDO and seat >= 0:
            return self._why_not_undo(seat)
        if not isinstance(move, str) or move not in table.number:
            garbled = move[:40] if isinstance(move, str) else shown(move)
            return by_the_kernel("notation", "garbled", move=garbled, example=table.texts[0])
        if seat == CHANCE:
            return self._why_not_chance(move)
        if seat == CLOCK:
            return self._why_not_clock()
        if self._acting == CHANCE_DUE:
            return by_the_kernel("chance", "chance_first")
        reason = self._engine.why_not(self._states, seat, table.number[move])
        return None if reason == OK else by_the_rules(self.game, reason, move)

    def announcement(self, move: str) -> Announcement | None:
        """What is said with this move, where players reckon by themselves; None: nothing."""
        if self.game.announce is None:
            return None
        return self.game.announce(self._options, self._states[0], move)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What this seat may know, JSON-ready; None: what a spectator may."""
        seen = blanked(self._states, self.game.who_sees, self._known_seat(seat))
        result = self.result
        return view_of(self.game, seen, seat, self.options) | {
            "actors": list(self.actors),
            "over": self.over,
            "result": result and {"places": list(result.places), "points": list(result.points)},
        }

    def seen(self, seat: int) -> Seen:
        self._own_seat(seat)
        who_sees = self.game.who_sees
        return Seen(
            self.game,
            seat,
            blanked(self._states, who_sees, seat),
            blanked(self._start, who_sees, seat),
            self._log.standing_seen_by(seat),
        )

    def cells(self, seat: int | None) -> list[int]:
        """What this seat may know, as one row of numbers (see `cells_of`); None: what a spectator may."""
        return values(self.game, blanked(self._states, self.game.who_sees, self._known_seat(seat)))

    def position(self) -> dict[str, Any]:
        if not self.game.notation.is_position(self._states[0]):
            raise BadPosition("turn", "a position can be taken only while a seat is to act")
        known = range(self.seats) if self._known_to is None else (self._known_to,)
        return {"options": self.options, **self.game.notation.to_position(self._states[0], known)}

    # What may be done

    def play(self, seat: int, move: str, at: int | None = None) -> None:
        """A move of a seat, of CHANCE or of CLOCK, and Chance's moves that follow from it: all of them or none."""
        time = self._check_time(at)
        if self._known_to is not None:
            raise Unknown(f"the position holds only what seat {self._known_to} knows: nothing can be played in it")
        refusal = self.why_not(seat, move)
        if refusal is not None:
            raise Refused(refusal)
        if move == UNDO:
            self._undo(seat, time)
            return
        states, number = copied(self._states), moves_of(self.game, seat).number[move]
        weights = self._weights() if seat == CHANCE else []
        row = self._apply(states, seat, number, time)
        self._commit(self._states, states, [row], [Drawn(number, row.to, weights)] if seat == CHANCE else [])

    def _undo(self, seat: int, at: int) -> None:
        row = Row(seat, EVERYONE, TAKEN_BACK, at)
        self._log.append(row)
        self._last = Step((row,), (), self._states, self._last.before)
        self._set(self._last.after)

    def _apply(self, states: States, seat: int, move: int, at: int) -> Row:
        if seat == CHANCE:
            return Row(CHANCE, int(self._engine.happen(states, move)), move, at)
        if seat == CLOCK:
            assert self.game.rules.timeout is not None
            self.game.rules.timeout(states[0])
            return Row(CLOCK, EVERYONE, move, at)
        self._engine.play(states, seat, move)
        return Row(seat, seat, move, at)

    def _commit(self, before: States, states: States, rows: list[Row], by_hand: Sequence[Drawn] = ()) -> None:
        """Let Chance play as long as it is due, then make it all so at once."""
        drawn: list[Drawn] = []
        if self._known_to is None and self._engine.actors(states) == CHANCE_DUE:
            drawn, self._source = self._source.play(self._engine, states, self.game.outcomes.texts)
            at = rows[-1].at if rows else NO_TIME
            rows += [Row(CHANCE, to, outcome, at) for outcome, to, _ in drawn]
        self._last = Step(tuple(rows), (*by_hand, *drawn), before, states)
        self._log.extend(rows)
        self._set(states)

    def _set(self, states: States) -> None:
        self._states = states
        self._acting = int(self._engine.actors(states))

    # Standing up again where it stood

    def to_snapshot(self) -> MatchSnapshot:
        if not isinstance(self._source, Seeded):
            raise BadChance("only a match whose Chance is a seeded stream can be taken up again from a snapshot")
        return MatchSnapshot(self._states.tobytes(), self._last.before.tobytes(), self._source.used)

    def append(self, seat: int, move: str, at: int | None, draws: Iterable[tuple[int, int]]) -> None:
        """A row and Chance's (outcome, receiver) after it, of which a snapshot knows what they led to."""
        time = NO_TIME if at is None else at
        number = TAKEN_BACK if move == UNDO else moves_of(self.game, seat).number[move]
        to = EVERYONE if seat == CLOCK or number == TAKEN_BACK else seat
        rows = (Row(seat, to, number, time), *(Row(CHANCE, to, outcome, time) for outcome, to in draws))
        for row in rows:
            self._log.append(row)
        self._last = self._last._replace(rows=rows)

    def resume(self, snapshot: MatchSnapshot) -> None:
        """After all rows up to the snapshot are appended."""
        if not isinstance(self._source, Seeded):
            raise BadChance("only a match whose Chance is a seeded stream can be taken up again from a snapshot")
        self._set(self._states_from(snapshot.record))
        self._last = Step(self._last.rows, (), self._states_from(snapshot.before), self._states)
        self._source = Seeded(self._source.key, self._source.context, snapshot.used)

    def _states_from(self, record: bytes) -> States:
        return np.frombuffer(bytearray(record), self.game.state)

    # Checks

    def _weights(self, states: States | None = None) -> list[int]:
        """How likely each outcome is; all zero when Chance is not due."""
        if self._known_to is not None:
            raise Unknown(f"the position holds only what seat {self._known_to} knows: Chance cannot be asked")
        weights = np.zeros(len(self.game.outcomes), np.int64)
        self._engine.chances(self._states if states is None else states, weights)
        return weights.tolist()

    def _why_not_undo(self, seat: int) -> Refusal | None:
        """Only one's own last move, before anybody else, Chance or the end, and only if it touched nothing hidden."""
        last = self._last
        undoable = (
            len(last.rows) == 1 and last.rows[0].seat == seat and last.rows[0].move != TAKEN_BACK and not self.over
        )
        if not undoable or self._brought_to_light(changes(self.game, last.before, last.after)):
            return by_the_kernel("undo", "nothing_to_undo")
        return None

    def _brought_to_light(self, changed: Changes) -> bool:
        return bool(changed.other) or not cells_of(self.game).turned_up.isdisjoint(changed.public[::2])

    def _why_not_chance(self, move: str) -> Refusal | None:
        weights = self._weights()
        if not any(weights):
            return by_the_kernel("chance", "chance_not_due")
        if not weights[self.game.outcomes.number[move]]:
            return by_the_kernel("chance", "impossible", move=move)
        return None

    def _why_not_clock(self) -> Refusal | None:
        if self.game.rules.timeout is None:
            return by_the_kernel("clock", "no_clock")
        if self.over or self.actors == (CHANCE,) or (self.race is not None and self.deadline[1] == 0):
            return by_the_kernel("clock", "clock_not_due")
        return None

    def _real_seat(self, seat: int) -> int:
        if not is_whole(seat) or not 0 <= seat < self.seats:
            raise BadSeats(f"seats are 0 to {self.seats - 1}, not {shown(seat)}")
        return seat

    def _own_seat(self, seat: int) -> None:
        """A seat, not a spectator, whose own things are known."""
        if self._real_seat(seat) != self._known_to is not None:
            self._known_seat(seat)

    def _known_seat(self, seat: int | None) -> int | None:
        """Public things are known in every position; a seat's own only where the position holds them."""
        if seat is not None and self._real_seat(seat) != self._known_to is not None:
            raise Unknown(f"the position holds only what seat {self._known_to} knows, not what seat {seat} does")
        return seat

    def _check_time(self, at: object) -> int:
        last = self._log.rows[-1].at if self._log.rows else NO_TIME
        if at is None:
            return last
        if not is_whole(at) or not max(last, 0) <= at < 2**53:
            raise BadTime(f"a time is a whole number of milliseconds, not before {max(last, 0)}, not {shown(at)}")
        return at
