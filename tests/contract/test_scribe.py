"""The compiled scribe writes what the message's type would: to the byte, for every game, every seat and a spectator."""

import random

from msgspec import json

from playing import play_at_random
from spieltisch.kernel import Game, Match
from spieltisch.kernel.cells import changes
from spieltisch.table import messages
from spieltisch.table.scribe import Scribe
from spieltisch.table.telling import log_of

Table = tuple[Game, int, dict[str, str]]


def expected(match: Match, seat: int | None, first: int, seq: int, ack: int) -> messages.Happened:
    """The same, straight from the match."""
    public, other = changes(match.game, match.last.before, match.last.after)
    own = [number for owner, cell, value in other if owner == seat for number in (cell, value)]
    moves = list(match.moves(seat)) if seat is not None and seat in match.actors else []
    actors = sum(1 << actor for actor in match.actors)
    return messages.Happened(seq, log_of(match, seat, first), public, own, moves, actors, ack)


def test_every_message_is_what_its_type_says(extreme_table: Table) -> None:
    game, seats, options = extreme_table
    for seed in range(3):
        match = Match(game, seats, options, seed=seed)
        before = [len(match.rows)]

        def check(match: Match) -> None:
            first = before.pop()
            before.append(len(match.rows))
            if first < len(match.rows):
                scribe = Scribe(match, 17 * first)
                for seat in (None, *range(seats)):
                    ack = 0 if seat is None else 2**53 - 1 - seat
                    written = scribe.write(seat, ack)
                    assert json.decode(written, type=messages.Happened) == expected(match, seat, first, 17 * first, ack)
                    assert messages.encode(json.decode(written, type=messages.Happened)) == written

        play_at_random(match, random.Random(seed), check)
        check(match)
