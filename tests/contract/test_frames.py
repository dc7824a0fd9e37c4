"""The compiled writer of frames against a plain one: for every game, every seat, a spectator, and all hands open."""

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import numpy as np
import pytest
from msgspec import msgpack

from contract.conftest import INTERPRETED
from spieltisch.kernel import CHANCE, EVERYONE, Game, Match, MovesInSight, States
from spieltisch.kernel.cells import LATER, cells_of, values
from spieltisch.kernel.frames import OPEN, SPECTATOR
from spieltisch.kernel.log import Row, as_seen, text_of
from spieltisch.kernel.record import blanked
from spieltisch.kernel.story import listed
from spieltisch.kernel.turn import events_of, play_turn
from spieltisch.table.messages import Event, Frame, Step

Table = tuple[Game, int, dict[str, str]]
MIDDLE = 5  # rows that a client has who comes back
ROWS = 60 if INTERPRETED else 400


class Done(NamedTuple):
    """A row of a log, and what it did."""

    row: Row
    before: States
    after: States
    events: list[Event]


def followed(match: Match, done: Sequence[Done] = ()) -> list[Done]:
    """Row by row from the start, or from where one has come."""
    done = list(done)
    states = done[-1].after if done else match._start
    for row in match.rows[len(done) :]:
        turn = play_turn(match.game, states, [row])
        done.append(Done(row, states, turn.after, listed(match.game, events_of(match.game, states, turn.rows))))
        states = turn.after
    return done


def expected(match: Match, done: list[Done], reader: int) -> list[Frame]:
    game, seat = match.game, reader if reader >= 0 else None
    own = range(match.seats) if reader == OPEN else (reader,)

    def as_told(one: Done) -> Row:
        return one.row if reader == OPEN else as_seen(game, one.row, seat)

    runs = [[one] for one in done] if reader == OPEN else [list(run) for _, run in groupby(done, as_told)]
    frames = []
    for run in runs:
        row, is_last = as_told(run[0]), reader == OPEN or run[-1] is done[-1]
        begun = run[0] if reader == OPEN else done[0]
        changes = changed(game, run[0].before, run[-1].after, {EVERYONE})
        if is_last:
            changes += changed(game, begun.before, run[-1].after, {LATER})
            changes += shown_changes(game, begun.before, run[-1].after)
        hidden = {-2} if reader == OPEN else set()
        mine = changed(game, run[0].before, run[-1].after, {*own, *hidden})
        events = [event for one in run for event in one.events]
        to = row.to if row.seat == CHANCE else EVERYONE
        frames.append(Frame(row.seat, text_of(game, row), to, changes, events, mine, len(run), row.at))
    return frames


@lru_cache(ROWS)
def cells_in(game: Game, state: bytes) -> list[int]:
    """Each state is looked at many times."""
    return values(game, np.frombuffer(state, game.state))


def changed(game: Game, before: States, after: States, owners: set[int]) -> list[int]:
    owners_of_cells = cells_of(game).places[:, 3].tolist()
    pairs = zip(owners_of_cells, cells_in(game, before.tobytes()), cells_in(game, after.tobytes()), strict=False)
    return [
        number
        for cell, (owner, old, new) in enumerate(pairs)
        if owner in owners and old != new
        for number in (cell, new)
    ]


def shown_changes(game: Game, before: States, after: States) -> list[int]:
    first = len(cells_of(game).places)
    pairs = zip(*(cells_in(game, states.tobytes())[first:] for states in (before, after)), strict=True)
    return [number for cell, (old, new) in enumerate(pairs) if old != new for number in (first + cell, new)]


@pytest.mark.parametrize("seed", range(2))
def test_every_reader_is_told_what_each_row_did(extreme_table: Table, seed: int) -> None:
    game, seats, options = extreme_table
    match = Match(game, seats, options, seed=seed)
    rng = random.Random(seed)
    readers = [SPECTATOR, *range(seats)]
    done: list[Done] = []
    while not match.over and len(match.rows) < ROWS:
        first, seat = len(match.rows), rng.choice(match.actors)
        told = match.play_and_tell(seat, rng.choice(match.moves(seat)), readers=np.array(readers)).told
        steps = [msgpack.decode(b"\x94\x07" + body, type=Step) for body in told]
        if rng.random() < 0.1:
            done = followed(match, done)
            for reader, step in zip(readers, steps, strict=True):
                assert step.frames == expected(match, done[first:], reader)
        for reader, step in zip(readers, steps, strict=True):
            assert step.actors == sum(1 << actor for actor in match.actors)
            assert step.moves == moves_told(match, reader)


def test_who_comes_back_is_told_what_he_missed(extreme_table: Table) -> None:
    game, seats, options = extreme_table
    match = Match(game, seats, options, seed=3)
    rng = random.Random(3)
    for _ in range(12):
        if not match.over:
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(match.moves(seat)))
    done = followed(match)
    for first in (0, min(MIDDLE, len(done)), len(done)):
        for viewer in (None, seats - 1) if INTERPRETED else (None, *range(seats)):
            cells, frames = match.frames(viewer, first)
            reader = SPECTATOR if viewer is None else viewer
            assert msgpack.decode(frames, type=list[Frame]) == expected(match, done[first:], reader)
            assert applied(cells, msgpack.decode(frames, type=list[Frame])) == match.cells(viewer)
    cells, frames = match.open_frames()
    assert msgpack.decode(frames, type=list[Frame]) == expected(match, done, OPEN)
    assert applied(cells, msgpack.decode(frames, type=list[Frame])) == values(game, match.last.after)


def test_all_are_told_at_once_what_each_is_told_alone(extreme_table: Table) -> None:
    game, seats, options = extreme_table
    match = Match(game, seats, options, seed=4)
    for _ in range(3):
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    viewers = [*range(seats), None]
    for first in (0, match.length):
        for viewer, cells, body in zip(viewers, *match.retell(viewers, first), strict=True):
            step = msgpack.decode(b"\x94\x07" + body, type=Step)
            alone, frames = match.frames(viewer, first)
            assert (cells, step.frames) == (alone, msgpack.decode(frames, type=list[Frame]))
            assert step.actors == sum(1 << actor for actor in match.actors)
            assert step.moves == moves_told(match, SPECTATOR if viewer is None else viewer)
            states = match._start if first == 0 else match.last.after
            assert cells == values(game, blanked(states, game.who_sees, viewer))


def moves_told(match: Match, reader: int) -> list[str]:
    """In games where clients are told, those who act now."""
    is_told = reader in match.actors and match.game.extra(MovesInSight) is None
    return list(match.moves(reader)) if is_told else []


def applied(cells: list[int], frames: list[Frame]) -> list[int]:
    """All that a client has to do."""
    for frame in frames:
        for pairs in (frame.changes, frame.own):
            for cell, value in zip(pairs[::2], pairs[1::2], strict=True):
                cells[cell] = value
    return cells
