"""A record as a row of cells, for every game: the same knowledge, and nothing more."""

import random
from math import prod

import numpy as np

from contract.conftest import plays_again
from playing import middle_of, play_at_random
from spieltisch.kernel import EVERYONE, Game, Match
from spieltisch.kernel.cells import cells_of, states_of, values
from spieltisch.kernel.record import blanked

Table = tuple[Game, int, dict[str, str]]


def test_cells_hold_the_whole_record(extreme_table: Table) -> None:
    game, seats, options = extreme_table
    match = middle_of(game, seats, options, random.Random(1), 30)
    states = match.last.after
    assert states_of(game, values(game, states)).tobytes() == states.tobytes()


def test_every_field_lies_where_it_is_said_to(game: Game) -> None:
    rng = random.Random(2)
    states = middle_of(game, game.seats[-1], {}, rng, 30).last.after
    cells = values(game, states)
    for name in game.who_sees:
        first, shape = cells_of(game).fields[name]
        size = int(np.prod(shape, dtype=int))
        assert cells[first : first + size] == states[name][0].ravel().tolist(), name


def test_what_a_seat_may_not_see_is_zero(extreme_table: Table) -> None:
    game, seats, options = extreme_table
    match = middle_of(game, seats, options, random.Random(3), 30)
    everything, owner = values(game, match.last.after), cells_of(game).owner
    for seat in (None, *range(seats)):
        allowed = [value if owns in (EVERYONE, seat) else 0 for value, owns in zip(everything, owner, strict=True)]
        assert match.cells(seat) == allowed == values(game, blanked(match.last.after, game.who_sees, seat))


@plays_again
def test_a_match_goes_on_from_a_snapshot_as_it_would_have(extreme_table: Table) -> None:
    game, seats, options = extreme_table
    rng = random.Random(6)
    match = Match(game, seats, options, seed=6)
    twin = Match(game, seats, options, seed=6)
    for _ in range(25):
        if match.over:
            break
        seat = rng.choice(match.actors)
        move = rng.choice(match.moves(seat))
        match.play(seat, move)
        twin.append(seat, move, None, [(row.move, row.to) for row in match.rows[-len(match.last.rows) :][1:]])
    twin.resume(match.to_snapshot())
    assert twin.log == match.log
    for other in (match, twin):
        play_at_random(other, random.Random(7))
    assert twin.log == match.log
    assert twin.last.after.tobytes() == match.last.after.tobytes()


@plays_again
def test_every_number_that_stands_for_something_has_a_name(extreme_table: Table) -> None:
    """Where 0 has a name, all numbers do: else those without one are counts, seats or ids."""
    game, seats, options = extreme_table
    fields = {name: cells_of(game).fields[name] for name, numbers in game.choices.items() if 0 in numbers.values()}

    def look(match: Match) -> None:
        cells = match.cells(None)
        for name, (first, shape) in fields.items():
            unnamed = {*cells[first : first + prod(shape)]} - {*game.choices[name].values()}
            assert not unnamed, name

    play_at_random(Match(game, seats, options, seed=8), random.Random(8), look)
    for name, numbers in game.choices.items():
        assert len({*numbers.values()}) == len(numbers), name
