"""Two tables at which the same is done, but where one seat cannot see, other things lie at the second."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from msgspec import json

from playing import with_states
from spieltisch.kernel import CHANCE, EVERYONE, Match, Refused
from spieltisch.kernel.chance import Drawn
from spieltisch.kernel.dice import new_dice
from spieltisch.kernel.log import TAKEN_BACK, Log, Row, moves_of
from spieltisch.kernel.moves import Moves
from spieltisch.kernel.record import Sees, copied
from spieltisch.table import Outcome, entries
from table.sitting import Sitting

TRIES = 12


class CannotFollow(Exception):
    """The others in the twin hold other cards: they could not have done what was done."""


@cache
def alike(moves: Moves, number: int) -> tuple[int, ...]:
    """All moves of the same kind."""
    kind = moves.spell(number).kind
    return tuple(other for other in range(len(moves)) if moves.spell(other).kind == kind)


@dataclass(frozen=True)
class Following:
    """Chance in the twin: what the seat sees is what it was; what it does not see is anything of the kind."""

    draws: Sequence[Drawn]
    seat: int
    outcomes: Moves
    seed: float

    def pick(self, weights: Sequence[int], texts: Sequence[str]) -> "tuple[int, Following]":
        if not self.draws:
            raise CannotFollow
        draw, *rest = self.draws
        outcome = draw.outcome
        rng = random.Random(self.seed)
        if draw.to not in (self.seat, EVERYONE) and self.outcomes.to_others(outcome) != outcome:
            possible = [other for other in alike(self.outcomes, outcome) if weights[other]]
            outcome = rng.choice(possible) if possible else outcome
        if not weights[outcome]:
            raise CannotFollow
        return outcome, replace(self, draws=rest, seed=rng.random())

    def to_json(self) -> dict[str, object]:
        return {}


def comparable(messages: Sequence[bytes]) -> list[bytes]:
    """The twin's log is scrambled where the seat cannot see it, so it is no log of a match that could be played again:
    of frames that are told at once, only who did what is compared. (That they are what was told step by step,
    test_histories shows; every step is compared here, to the byte.)
    """
    return [only_who_did_what(message) if b'"match":{' in message else message for message in messages]


def only_who_did_what(message: bytes) -> bytes:
    told = json.decode(message)
    told["match"]["frames"] = [[*frame[:3], *frame[6:]] for frame in told["match"]["frames"]]
    return json.encode(told)


class PairedTables:
    """A table, and its twin as far as `seat` and a spectator can tell."""

    def __init__(self, game: str, seats: int, people: int, seed: int, **settings: Any) -> None:
        self.rng = random.Random(seed)
        self.real, self.twin = (Sitting(game, seats, **settings) for _ in range(2))
        self.seat = seed % people
        self.followed = self.lost = 0  # moves that a world with other hidden things could follow, and could not
        for sitting in (self.real, self.twin):
            sitting.secrets[0] = sitting.state.secret
            sitting.sit_all(people)
            sitting.spectator()
        self.start()

    def start(self) -> None:
        self.both(Sitting.start)
        self.twin.state.match = self.redealt(self.real.match)

    def both(self, do: Callable[[Sitting], object]) -> None:
        for sitting in (self.real, self.twin):
            do(sitting)
        self.check()

    def check(self) -> None:
        """Every byte that the seat and spectators got is the same, and so is the time of the next wake-up."""
        for connection, person in self.real.people.items():
            if person.seat in (self.seat, None):
                twin = self.twin.people[connection]
                assert comparable(twin.bytes) == comparable(person.bytes)
                twin.bytes.clear()
                person.bytes.clear()
        assert self.real.wake_at == self.twin.wake_at
        assert self.real.state.seq == self.twin.state.seq

    def play(self, seat: int, move: str) -> None:
        """A person's or a bot's move, and at the twin the same, or what the seat cannot tell from it."""
        before = with_states(self.real.match, copied(self.real.match._states))
        made = played(make_move(self.real, seat, move))
        world, move = self.world_that_could(before, made)
        self.twin.state.match = world
        make_move(self.twin, seat, move)
        self.check()
        if world is before:
            self.twin.state.match = self.redealt(self.real.match)

    def world_that_could(self, before: Match, made: entries.Played) -> tuple[Match, str]:
        """The twin's world as it is, or one that is dealt anew from what the seat has seen."""
        for world in self.worlds(before):
            move = self.told(world, made)
            source = Following(entries.drawn_in(made.draws), self.seat, world.game.outcomes, self.rng.random())
            if move is not None and self.could(world, made, move, source):
                world._source = source
                self.followed += world._states.tobytes() != before._states.tobytes()
                return world, move
        self.lost += 1
        return before, made.move

    def worlds(self, before: Match) -> Iterator[Match]:
        yield self.twin.match
        for _ in range(TRIES):
            yield self.redealt(before)

    def told(self, world: Match, made: entries.Played) -> str | None:
        """The same move, or where the seat could not tell, any of the kind. None: there is none."""
        table = world.game.moves
        number = table.number[made.move]
        if made.seat == self.seat:
            assert made.move in world.moves(self.seat), "what the seat may do depends on what it cannot see"
        if made.seat == self.seat or table.to_others(number) == number:
            return made.move
        legal = world.moves(made.seat)
        possible = [table.texts[other] for other in alike(table, number) if table.texts[other] in legal]
        return self.rng.choice(possible) if possible else None

    def could(self, world: Match, made: entries.Played, move: str, source: Following) -> bool:
        """And nothing else comes to light by it."""
        trial = with_states(world, copied(world._states))
        trial._source = source
        try:
            trial.play(made.seat, move, made.at)
        except (Refused, CannotFollow):
            return False
        real = self.real.match
        return all(
            (trial._states[name] == real._states[name]).all()
            for name, sees in world.game.who_sees.items()
            if sees is Sees.TURNED_UP
        )

    def redealt(self, match: Match) -> Match:
        """The unknown filled in by `imagine`, and other moves in the log where the seat did not see them."""
        game, seen = match.game, match.seen(self.seat)
        states = seen.state.copy()
        dice = new_dice(self.rng.randbytes(8))[0]
        game.mind.imagine(seen.sight, states[0], dice, np.zeros(2, game.mind.notes))
        twin = with_states(match, states)
        twin._log = Log(game)
        twin._log.extend(np.array([self.scrambled(match, row) for row in match.rows]).tobytes(), match.last_at)
        return twin

    def scrambled(self, match: Match, row: Row) -> Row:
        table = moves_of(match.game, row.seat)
        if row.to in (self.seat, EVERYONE) or row.move == TAKEN_BACK or table.to_others(row.move) == row.move:
            return row
        return row._replace(move=self.rng.choice(alike(table, row.move)))


def make_move(sitting: Sitting, seat: int, move: str) -> Outcome:
    """By the bot that was asked for it, or by the person who sits there."""
    before = len(sitting.log)
    asked = [request for request in sitting.requests if request.seat == seat]
    if asked:
        sitting.answer(asked[-1], move)
    else:
        sitting.play(sitting.at(seat), move)
    return Outcome(entries=sitting.log[before:])


def played(outcome: Outcome) -> entries.Played:
    (made,) = [entry.what for _, entry in outcome.entries if isinstance(entry.what, entries.Played)]
    assert made.seat != CHANCE
    return made
