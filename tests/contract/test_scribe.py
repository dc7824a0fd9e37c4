"""The compiled scribe writes what the message's type would: to the byte, for every game, every seat and a spectator."""

import random

import pytest
from msgspec import json

from spieltisch.kernel import Game, Match
from spieltisch.kernel.cells import changes
from spieltisch.table import messages
from spieltisch.table.scribe import Reader, write_step
from spieltisch.table.telling import log_of, moves_of_seat

Table = tuple[Game, int, dict[str, str]]


def expected(match: Match, reader: Reader, first: int, seq: int) -> messages.Step:
    """The same, straight from the match."""
    seat, ack, story = reader
    public, other = changes(match.game, match.last.before, match.last.after)
    own = [number for owner, cell, value in other if owner == seat for number in (cell, value)]
    moves = moves_of_seat(match, seat)
    actors = sum(1 << actor for actor in match.actors)
    if story:
        return messages.Told(seq, match.told, public, own, moves, actors, ack)
    return messages.Happened(seq, log_of(match, seat, first), public, own, moves, actors, ack)


def check_step(match: Match, first: int) -> None:
    """What the last step wrote: the rows from `first` on."""
    seats = [None, *range(match.seats)]
    readers = [
        Reader(seat, 0 if seat is None else 2**53 - 1 - seat, story) for seat in seats for story in (False, True)
    ]
    for reader, written in zip(readers, write_step(match, 17 * first, readers), strict=True):
        read: messages.Step = json.decode(written, type=messages.Step)
        assert read == expected(match, reader, first, 17 * first)
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
