"""The referee's side of a match: the whole record, the log that led to it, and Chance."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from spieltisch.kernel import story
from spieltisch.kernel.chance import Drawn, Seeded, Source
from spieltisch.kernel.engine import engine_of
from spieltisch.kernel.errors import BadChance, Unknown
from spieltisch.kernel.game import CHANCE, CHANCE_DUE, CLOCK, EVERYONE, NOBODY, Game, Race, Result
from spieltisch.kernel.log import NO_TIME, TAKEN_BACK, UNDO, Entry, Log, Row, entry_of, moves_of
from spieltisch.kernel.record import RULES, States, copied
from spieltisch.kernel.seen import seats_in


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


class Referee:
    """Knows everything, and does as told: whoever calls has asked the rules."""

    def _begin(self, game: Game, seats: int, options: dict[str, str], source: Source, rules: int | None) -> None:
        self.game = game
        self.seats = seats
        self._options = options
        self._engine = engine_of(game)
        self._source = source
        self._log = Log(game)
        self._known_to: int | None = None  # the one seat whose knowledge the position is; None: all is known
        self._position: dict[str, Any] | None = None  # where it began, if not at the beginning
        self._start = self._states = game.set_up(seats, options, rules)
        self._acting = NOBODY  # who may act: a bit mask, or CHANCE_DUE
        self._last = Step((), (), self._start, self._states)

    # What all may ask

    @property
    def options(self) -> dict[str, str]:
        return dict(self._options)

    @property
    def rules(self) -> int:
        """The version of the rules that it is played by."""
        return int(self._start[RULES][0])

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

    # What has happened

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(entry_of(self.game, row) for row in self._log.rows)

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

    # What is done

    def _make(self, seat: int, move: int, at: int) -> None:
        """A move, and Chance's that follow from it: all of them or none."""
        states = copied(self._states)
        weights = self._weights() if seat == CHANCE else []
        row = self._apply(states, seat, move, at)
        self._commit(states, [row], [Drawn(move, row.to, weights)] if seat == CHANCE else [])

    def _go_on(self) -> None:
        """Let Chance play if it is due."""
        self._commit(copied(self._states), [])

    def _weights(self) -> list[int]:
        """How likely each outcome is; all zero when Chance is not due."""
        if self._known_to is not None:
            raise Unknown(f"the position holds only what seat {self._known_to} knows: Chance cannot be asked")
        weights = np.zeros(len(self.game.outcomes), np.int64)
        self._engine.chances(self._states, weights)
        return weights.tolist()

    def _apply(self, states: States, seat: int, move: int, at: int) -> Row:
        if seat == CHANCE:
            return Row(CHANCE, int(self._engine.happen(states, move)), move, at)
        if seat == CLOCK:
            assert self.game.rules.timeout is not None
            self.game.rules.timeout(states[0])
            return Row(CLOCK, EVERYONE, move, at)
        self._engine.play(states, seat, move)
        return Row(seat, seat, move, at)

    def _commit(self, states: States, rows: list[Row], by_hand: Sequence[Drawn] = ()) -> None:
        """Let Chance play as long as it is due, then make it all so at once."""
        drawn: list[Drawn] = []
        if self._known_to is None and self._engine.actors(states) == CHANCE_DUE:
            drawn, self._source = self._source.play(self._engine, states, self.game.outcomes.texts)
            at = rows[-1].at if rows else NO_TIME
            rows += [Row(CHANCE, to, outcome, at) for outcome, to, _ in drawn]
        self._last = Step(tuple(rows), (*by_hand, *drawn), self._states, states)
        self._log.extend(rows)
        self._set(states)

    def _undo(self, seat: int, at: int) -> None:
        row = Row(seat, EVERYONE, TAKEN_BACK, at)
        self._log.append(row)
        self._last = Step((row,), (), self._states, self._last.before)
        self._set(self._last.after)

    def _set(self, states: States) -> None:
        self._states = states
        self._acting = int(self._engine.actors(states))

    # Standing up again where it stood

    def to_snapshot(self) -> MatchSnapshot:
        return MatchSnapshot(self._states.tobytes(), self._last.before.tobytes(), self._stream.used)

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
        stream = self._stream
        self._set(self._states_from(snapshot.record))
        self._last = Step(self._last.rows, (), self._states_from(snapshot.before), self._states)
        self._source = Seeded(stream.key, stream.context, snapshot.used)

    @property
    def _stream(self) -> Seeded:
        if not isinstance(self._source, Seeded):
            raise BadChance("only a match whose Chance is a seeded stream can be taken up again from a snapshot")
        return self._source

    def _states_from(self, record: bytes) -> States:
        return np.frombuffer(bytearray(record), self.game.state)
