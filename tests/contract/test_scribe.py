"""The compiled scribe writes what the message's type would: to the byte, for every game, every seat and a spectator."""

import random

import pytest
from msgspec import json

from spieltisch.kernel import Game, Match
from spieltisch.kernel.cells import changes
from spieltisch.table import messages
from spieltisch.table.scribe import write_step
from spieltisch.table.telling import log_of

Table = tuple[Game, int, dict[str, str]]


def expected(match: Match, seat: int | None, first: int, seq: int, ack: int) -> messages.Happened:
    """The same, straight from the match."""
    public, other = changes(match.game, match.last.before, match.last.after)
    own = [number for owner, cell, value in other if owner == seat for number in (cell, value)]
    moves = list(match.moves(seat)) if seat is not None and seat in match.actors else []
    actors = sum(1 << actor for actor in match.actors)
    return messages.Happened(seq, log_of(match, seat, first), public, own, moves, actors, ack)


def check_step(match: Match, first: int) -> None:
    """What the last step wrote: the rows from `first` on."""
    seats = [None, *range(match.seats)]
    acks = [0 if seat is None else 2**53 - 1 - seat for seat in seats]
    for seat, ack, written in zip(seats, acks, write_step(match, 17 * first, seats, acks), strict=True):
        read = json.decode(written, type=messages.Happened)
        assert read == expected(match, seat, first, 17 * first, ack)
        assert messages.encode(read) == written


@pytest.mark.parametrize("seed", range(3))
def test_every_message_is_what_its_type_says(extreme_table: Table, seed: int) -> None:
    game, seats, options = extreme_table
    match = Match(game, seats, options, seed=seed)
    rng = random.Random(seed)
    while not match.over:
        first = len(match.rows)
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.moves(seat)))
        check_step(match, first)
