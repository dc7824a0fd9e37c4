"""Playing at random, for tests."""

import copy
import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from msgspec import convert
from numpy.typing import NDArray

from spieltisch.kernel import CHANCE, Event, Game, Match, States
from spieltisch.kernel.record import Sees
from spieltisch.kernel.story import event_of
from spieltisch.table.messages import Frame

LONGEST = 20_000


def play_at_random(match: Match, rng: random.Random, watch: Callable[[Match], None] | None = None) -> Match:
    """To the end, seat and move at random; `watch` looks on before each move."""
    for _ in range(LONGEST):
        if match.over:
            return match
        if watch is not None:
            watch(match)
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.moves(seat)))
    raise AssertionError("the match does not end")


def middle_of(game: Game, seats: int, options: dict[str, str], rng: random.Random, moves: int) -> Match:
    """A match after some random moves, not yet over."""
    while True:
        match = Match(game, seats, options, seed=rng.randrange(2**32))
        for _ in range(moves):
            if match.over:
                break
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(match.moves(seat)))
        if not match.over:
            return match
        moves = max(moves // 2, 1)


def with_states(match: Match, states: States) -> Match:
    """The same match, but with another record on the table."""
    twin = copy.copy(match)
    twin._states = states
    twin._log = copy.copy(match._log)
    twin._log._new = match._log._new.copy()
    return twin


def unseen_bytes(game: Game, seat: int) -> NDArray[np.bool_]:
    """Which bytes of the record a seat may not see."""
    unseen = np.zeros(game.state.itemsize, np.bool_)
    fields = game.state.fields
    assert fields is not None
    for name, sees in game.who_sees.items():
        dtype, offset = fields[name][:2]
        if sees in (Sees.OWN, Sees.HIDDEN):
            unseen[offset : offset + dtype.itemsize] = True
        if sees is Sees.OWN:
            row = dtype.itemsize // dtype.shape[0]
            unseen[offset + seat * row : offset + (seat + 1) * row] = False
    return unseen


def scrambled(game: Game, states: States, seat: int, rng: random.Random) -> States:
    """Random bytes wherever this seat may not look."""
    copy_ = states.copy()
    mask = unseen_bytes(game, seat)
    copy_.view(np.uint8)[mask] = np.frombuffer(rng.randbytes(int(mask.sum())), np.uint8)
    return copy_


def is_chance(match: Match) -> bool:
    return match.actors == (CHANCE,)


def events_of(game: Game, scene: Mapping[str, Any]) -> list[Event]:
    """All that a scene of a guided match tells, frame by frame."""
    return [event_of(game, event) for frame in scene["frames"] for event in convert(frame, Frame).events]
