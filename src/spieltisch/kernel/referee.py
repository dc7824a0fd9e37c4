"""The referee's side of a match: the whole record, the log that led to it, and Chance."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from spieltisch.kernel import story
from spieltisch.kernel.chance import Seeded, Source
from spieltisch.kernel.engine import engine_of
from spieltisch.kernel.errors import BadChance
from spieltisch.kernel.extras import Announce, Race
from spieltisch.kernel.frames import Numbers
from spieltisch.kernel.game import CHANCE, CHANCE_DUE, CLOCK, EVERYONE, NOBODY, Game, Result
from spieltisch.kernel.log import NO_TIME, TAKEN_BACK, UNDO, Entry, Log, Row, entry_of, moves_of
from spieltisch.kernel.record import RULES, States
from spieltisch.kernel.refusal import Refused, by_the_rules
from spieltisch.kernel.seen import seats_in
from spieltisch.kernel.turn import NO_READERS, NO_STEP, StepHead, Turn, events_of, play_turn

NO_CLAIM = (NO_TIME, NO_TIME)
WORDS_AHEAD = 2  # of Chance's stream, for most moves


Claim = tuple[int, int]  # where all play at the same time: when it counted as made, and when it came


class MatchSnapshot(NamedTuple):
    """A match without its log. It holds every secret."""

    record: bytes
    before: bytes  # the record before the last move, in case that is taken back
    used: int  # words of Chance's stream


class Referee:
    """Knows everything, and does as told: whoever calls has asked the rules."""

    __slots__ = (
        "_acting", "_engine", "_known_to", "_last", "_log", "_options", "_position", "_source", "_start", "_states",
        "announce", "game", "race", "seats",
    )  # fmt: skip

    def _begin(self, game: Game, seats: int, options: dict[str, str], source: Source, rules: int | None) -> None:
        self.game = game
        self.seats = seats
        self._options = options
        race, announce = game.extra(Race), game.extra(Announce)
        self.race = race if race is not None and race.is_on(options) else None
        self.announce = announce if announce is not None and announce.is_on(options) else None
        self._engine = engine_of(game)
        self._source = source
        self._log = Log(game)
        self._known_to: int | None = None  # the one seat whose knowledge the position is; None: all is known
        self._position: dict[str, Any] | None = None  # where it began, if not at the beginning
        self._start = self._states = game.set_up(seats, options, rules)
        self._acting = NOBODY  # who may act: a bit mask, or CHANCE_DUE
        self._last = Turn(NOBODY, self._start, self._start)

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
        return tuple(entry_of(self.game, row) for row in self.rows)

    @property
    def rows(self) -> list[Row]:
        """The log in numbers, for the referee."""
        return [Row(*row) for row in self._log.rows.tolist()]

    @property
    def row_numbers(self) -> Numbers:
        """The same as an array."""
        return self._log.rows

    @property
    def start(self) -> States:
        """The record before the first row."""
        return self._start

    @property
    def length(self) -> int:
        """Of the log."""
        return self._log.length

    @property
    def last_at(self) -> int:
        """The time of its last row; below zero: it has none."""
        return self._log.last_at

    @property
    def last(self) -> Turn:
        """What the last move led to, for the referee."""
        return self._last

    @property
    def told(self) -> list[list[int]]:
        """What the last move led to, in events (see story.py)."""
        return story.listed(self.game, events_of(self.game, self._last.before, self._last.rows))

    @property
    def story(self) -> list[list[int]]:
        """The whole match in events."""
        return story.listed(self.game, events_of(self.game, self._start, self._log.rows))

    # What is done

    def _make(self, rows: Sequence[Row], readers: Numbers = NO_READERS, step: StepHead = NO_STEP) -> Turn:
        """A move, and Chance's that follow from it: all of them, or none and Refused."""
        source = self._source
        if isinstance(source, Seeded):  # in one compiled call, with as many words of the stream as it takes
            turn = play_turn(self.game, self._states, rows, source.ahead, readers, 0, step)
            while turn.acting == CHANCE_DUE:
                source = source.go_on(0, max(WORDS_AHEAD, len(source.ahead)))  # in bytes: eight times as many words
                turn = play_turn(self.game, self._states, rows, source.ahead, readers, 0, step)
            if turn.words:
                source = source.go_on(turn.words, WORDS_AHEAD)
        else:
            turn, source = self._picked(source, rows, readers, step)
        if turn.acting < 0:
            raise Refused(by_the_rules(self.game, -turn.acting, self.game.moves.texts[rows[0].move]))
        self._source = source
        return self._note(turn, rows[0].at if rows else NO_TIME)

    def _note(self, turn: Turn, at: int) -> Turn:
        self._last, self._states, self._acting = turn, turn.after, turn.acting
        self._log.extend(turn.row_bytes, at)
        return turn

    def _picked(self, source: Source, rows: Sequence[Row], readers: Numbers, step: StepHead) -> tuple[Turn, Source]:
        """Chance's moves one by one, as far as the source has any; then all of it together."""
        rows = list(rows)
        turn = play_turn(self.game, self._states, rows)
        at = rows[0].at if rows else NO_TIME
        while turn.acting == CHANCE_DUE:
            picked = source.pick(self._weights(turn.after), self.game.outcomes.texts)
            if picked is None:
                break
            outcome, source = picked
            rows.append(Row(CHANCE, EVERYONE, outcome, at))
            turn = play_turn(self.game, turn.after, rows[-1:])
        if turn.acting >= 0:
            turn = play_turn(self.game, self._states, rows, b"", readers, 0, step)
        return turn, source

    def _go_on(self) -> None:
        """Let Chance play if it is due."""
        if self._known_to is None:
            self._make(())
        else:
            self._set(self._states)

    def _weights(self, states: States) -> list[int]:
        """How likely each outcome is; all zero when Chance is not due."""
        weights = np.zeros(len(self.game.outcomes), np.int64)
        self._engine.chances(states, weights)
        return weights.tolist()

    def _undo(self, row: Row, readers: Numbers, step: StepHead) -> Turn:
        """From before the last move, that move and its taking back: only the latter is new."""
        last = self._last.rows
        turn = play_turn(self.game, self._last.before, np.vstack([last, row]), b"", readers, len(last), step)
        return self._note(turn, row.at)

    def _set(self, states: States) -> None:
        self._states = states
        self._acting = int(self._engine.actors(states))

    # Standing up again where it stood

    def to_snapshot(self) -> MatchSnapshot:
        return MatchSnapshot(self._states.tobytes(), self._last.before.tobytes(), self._stream.used)

    def append(
        self, seat: int, move: str, at: int | None, draws: Iterable[tuple[int, int]], claim: Claim = NO_CLAIM
    ) -> None:
        """A row and Chance's (outcome, receiver) after it, of which a snapshot knows what they led to."""
        row = self._row(seat, move, NO_TIME if at is None else at, claim)
        rows = np.array([row, *(Row(CHANCE, to, outcome, row.at) for outcome, to in draws)]).tobytes()
        self._log.extend(rows, row.at)
        self._last = self._last._replace(row_bytes=rows)

    def _row(self, seat: int, move: str, time: int, claim: Claim) -> Row:
        number = TAKEN_BACK if move == UNDO else moves_of(self.game, seat).number[move]
        return Row(seat, EVERYONE if seat == CLOCK or number == TAKEN_BACK else seat, number, time, *claim)

    def resume(self, snapshot: MatchSnapshot) -> None:
        """After all rows up to the snapshot are appended."""
        stream = self._stream
        self._set(self._states_from(snapshot.record))
        before = self._states_from(snapshot.before)
        self._last = Turn(self._acting, before, self._states, self._last.row_bytes)
        self._source = Seeded(stream.key, stream.context, snapshot.used)

    @property
    def _stream(self) -> Seeded:
        if not isinstance(self._source, Seeded):
            raise BadChance("only a match whose Chance is a seeded stream can be taken up again from a snapshot")
        return self._source

    def _states_from(self, record: bytes) -> States:
        return np.frombuffer(bytearray(record), self.game.state)
