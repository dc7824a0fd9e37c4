"""A match: what seats may ask and do, in words, checked. Its record and its log: referee.py"""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from spieltisch.kernel import chance as chances
from spieltisch.kernel import saved
from spieltisch.kernel.cells import cells_of, numbers_of, values, values_seen
from spieltisch.kernel.chance import Seeded, Source
from spieltisch.kernel.errors import BadLog, BadPosition, BadSeats, BadTime, Unknown, UnknownGame, is_whole, shown
from spieltisch.kernel.extras import Announcement
from spieltisch.kernel.frames import OPEN, SPECTATOR, Numbers
from spieltisch.kernel.game import CHANCE, CHANCE_DUE, CLOCK, OK, Game
from spieltisch.kernel.log import MOVE, SEAT, TAKEN_BACK, UNDO, Entry, Row, as_seen, entry_of, moves_of
from spieltisch.kernel.position import Facts
from spieltisch.kernel.record import blanked
from spieltisch.kernel.referee import NO_CLAIM, Claim, Referee
from spieltisch.kernel.refusal import Refusal, Refused, by_the_kernel, by_the_rules
from spieltisch.kernel.seen import Seen, view_of
from spieltisch.kernel.turn import NO_READERS, NO_STEP, StepHead, Told, Turn, frames_of, play_turn


class Match(Referee):
    """Seats and Chance move in turn; a refused move changes nothing."""

    __slots__ = ()

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
        rules: int | None = None,
    ) -> None:
        """By the newest version of the rules, if no other is named."""
        game = self._find(game)
        chosen = game.check_options({} if options is None else options)
        self._begin(game, game.check_seats(seats), chosen, chances.source_of(chance, seed), rules)
        self._go_on()

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
        match._go_on()
        return match

    @classmethod
    def _find(cls, game: object) -> Game:
        if isinstance(game, Game):
            return game
        if isinstance(game, str):
            return cls.game_named(game)
        raise UnknownGame(f"a game is named by its text id, not {shown(game)}")

    def _begin_at(self, game: Game, position: Mapping[str, Any], source: Source, rules: int | None = None) -> None:
        facts = Facts(position)
        seats = facts.number("seats", game.seats)
        options = facts.take("options", {})
        try:
            options = game.check_options(options)
        except ValueError as error:
            raise BadPosition("options", str(error)) from None
        self._begin(game, seats, options, source, rules)
        self._known_to = game.notation.from_position(facts, self._start[0])
        facts.finish()
        self._position = self.position()

    def position(self) -> dict[str, Any]:
        if not self.game.notation.is_position(self._states[0]):
            raise BadPosition("turn", "a position can be taken only while a seat is to act")
        known = range(self.seats) if self._known_to is None else (self._known_to,)
        return {"options": self.options, **self.game.notation.to_position(self._states[0], known)}

    # Saved

    def to_json(self) -> str:
        data = {
            "game": self.game.name,
            "rules": self.rules,
            "seats": self.seats,
            "options": self._options,
            "position": self._position,
            "chance": self._source.to_json(),
            "log": [saved.entry_to_json(entry) for entry in self.log],
        }
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Replay a saved match; it goes on as the saved one would have."""
        data = saved.parse(text)
        game = cls._find(data["game"])
        game.check_rules(data["rules"])
        match = cls.__new__(cls)
        try:
            match._begin_saved(game, data)
            for number, entry in enumerate(saved.entries_from_json(data["log"]), start=1):
                match._replay(number, entry)
            match._source = chances.source_from_json(data["chance"])
            match._go_on()
        except BadLog:
            raise
        except ValueError as error:
            raise BadLog(f"not a saved match: {error}") from None
        return match

    def _begin_saved(self, game: Game, data: dict[str, Any]) -> None:
        """As it stood before the first entry; Chance's moves come from the log."""
        options = game.check_options(data["options"])
        if data["position"] is None:
            self._begin(game, game.check_seats(data["seats"]), options, chances.MANUAL, data["rules"])
        else:
            self._begin_at(game, data["position"], chances.MANUAL, data["rules"])
        if (self.seats, self.options) != (data["seats"], options):
            raise BadLog("not a saved match: its position has other seats or options")
        self._go_on()

    def _replay(self, number: int, entry: Entry) -> None:
        try:
            self.play(*entry)
        except (Refused, ValueError) as error:
            raise BadLog(f"entry {number} of the log cannot be replayed: {error}") from None

    # What a seat may do

    def moves(self, seat: int) -> tuple[str, ...]:
        """Every legal move of a seat or the clock, every possible one of Chance."""
        if is_whole(seat) and seat == CHANCE:
            return tuple(text for text, weight in zip(self.game.outcomes.texts, self._chances(), strict=True) if weight)
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

    def _chances(self) -> list[int]:
        if self._known_to is not None:
            raise Unknown(f"the position holds only what seat {self._known_to} knows: Chance cannot be asked")
        return self._weights(self._states)

    def _why_not_chance(self, move: str) -> Refusal | None:
        weights = self._chances()
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

    def _why_not_undo(self, seat: int) -> Refusal | None:
        """Only one's own last move, before anybody else, Chance or the end, and only if it touched nothing hidden."""
        last = self._last
        undoable = (
            len(last.rows) == 1 and last.rows[0, SEAT] == seat and last.rows[0, MOVE] != TAKEN_BACK and not self.over
        )
        if not undoable or self._touched_hidden():
            return by_the_kernel("undo", "nothing_to_undo")
        return None

    def _touched_hidden(self) -> bool:
        before, after = self._last.before.view(np.uint8), self._last.after.view(np.uint8)
        return bool(((before != after) & cells_of(self.game).secret).any())

    def announcement(self, move: str) -> Announcement | None:
        """What is said with this move, where players reckon by themselves; None: nothing."""
        return None if self.announce is None else self.announce.number(self._states[0], move)

    def play(self, seat: int, move: str, at: int | None = None) -> None:
        """A move of a seat, of CHANCE or of CLOCK, and Chance's moves that follow from it: all of them or none."""
        self.play_and_tell(seat, move, at)

    def play_and_tell(
        self, seat: int, move: str, at: int | None = None, claim: Claim = NO_CLAIM, readers: Numbers = NO_READERS,
        step: StepHead = NO_STEP,
    ) -> Turn:  # fmt: skip
        """The same, as a claim with its times → what it led to, and what each of these readers is told of it: as a
        message with this head, or as its inner part.
        """
        time = self._log.last_at if at is None else self._check_time(at)
        if self._known_to is not None:
            raise Unknown(f"the position holds only what seat {self._known_to} knows: nothing can be played in it")
        number = self.game.moves.number.get(move) if type(move) is str else None
        if number is None or type(seat) is not int or not 0 <= seat < self.seats or self._acting == CHANCE_DUE:
            return self._play_other(seat, move, time, claim, readers, step)
        return self._make((Row(seat, seat, number, time, *claim),), readers, step)  # which asks the rule of `why_not`

    def _play_other(self, seat: int, move: str, time: int, claim: Claim, readers: Numbers, step: StepHead) -> Turn:
        """Of Chance, of the clock, taken back, or none at all."""
        refusal = self.why_not(seat, move)
        if refusal is not None:
            raise Refused(refusal)
        row = self._row(seat, move, time, claim)
        return self._undo(row, readers, step) if row.move == TAKEN_BACK else self._make((row,), readers, step)

    # What a seat may know

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
        return values_seen(self.game, numbers_of(self.game, self._states), self._known_seat(seat))

    def frames(self, seat: int | None, first: int = 0) -> tuple[list[int], bytes]:
        """What this seat may know of everything from row `first` on: the cells before it, and frames, packed."""
        reader = SPECTATOR if self._known_seat(seat) is None else seat
        assert reader is not None
        states, frames = frames_of(self.game, self._start, self._log.rows, reader, first)
        return values_seen(self.game, numbers_of(self.game, states), seat), frames

    def retell(self, seats: Sequence[int | None], first: int = 0) -> tuple[list[list[int]], Told]:
        """The same for several at once: everybody's cells, and frames, who acts now, and what he may do, packed."""
        readers = [SPECTATOR if self._known_seat(seat) is None else seat for seat in seats]
        turn = play_turn(self.game, self._start, self._log.rows, b"", np.array(readers, np.int64), first)
        numbers = numbers_of(self.game, turn.before)
        return [values_seen(self.game, numbers, seat) for seat in seats], turn.told

    def open_frames(self) -> tuple[list[int], bytes]:
        """The whole match, all hands open: for those who may see it when it is over."""
        states, frames = frames_of(self.game, self._start, self._log.rows, OPEN, 0)
        return values(self.game, states), frames

    def log_seen_by(self, seat: int | None) -> tuple[Entry, ...]:
        seat = self._known_seat(seat)
        return tuple(entry_of(self.game, as_seen(self.game, row, seat)) for row in self.rows)

    # Checks

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
        last = self._log.last_at
        if not is_whole(at) or not max(last, 0) <= at < 2**53:
            raise BadTime(f"a time is a whole number of milliseconds, not before {max(last, 0)}, not {shown(at)}")
        return at
