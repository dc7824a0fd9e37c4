"""What a seat cannot see changes nothing that it gets: not its view, moves or log, and not what a bot does for it."""

import dataclasses
import random
from collections.abc import Iterator

import numpy as np
import pytest

from playing import is_chance, middle_of, scrambled, with_states
from spieltisch.bots import LEVELS, bot
from spieltisch.bots.players import Player
from spieltisch.kernel import CHANCE, EVERYONE, Game, Match, States
from spieltisch.kernel.dice import new_dice
from spieltisch.kernel.log import moves_of
from spieltisch.kernel.record import Sees

Table = tuple[Game, int, dict[str, str]]
WHOLE = 4  # every so many moves a seat's view and its whole log, too: they take longest


def what_it_gets(match: Match, seat: int) -> tuple[object, ...]:
    return *what_it_acts_on(match, seat), match.view(seat), match.log_seen_by(seat)


def what_it_acts_on(match: Match, seat: int) -> tuple[object, ...]:
    return match.moves(seat), match.seen(seat).to_bytes()


def test_scrambling_the_unseen_changes_nothing(table: Table, matches: int) -> None:
    game, seats, options = table
    rng = random.Random(1)
    for _ in range(max(matches // 8, 1)):
        match = middle_of(game, seats, options, rng, rng.randrange(60))
        for seat in range(seats):
            twin = with_states(match, scrambled(game, match._states, seat, rng))
            twin._start = scrambled(game, match._start, seat, rng)
            assert what_it_gets(twin, seat) == what_it_gets(match, seat)


@pytest.mark.parametrize("name", ["random", *LEVELS])
def test_scrambling_the_unseen_changes_no_bots_choice(game: Game, name: str) -> None:
    rng = random.Random(2)
    for moves in (0, 7, 40):
        match = middle_of(game, game.seats[-1], {}, rng, moves)
        for seat in match.actors:
            twin = with_states(match, scrambled(game, match._states, seat, rng))
            player = bot(name, seed=3, iterations=200)
            assert player.choose(twin.seen(seat)) == player.choose(match.seen(seat))


def test_a_spectator_sees_what_is_public(table: Table) -> None:
    game, seats, options = table
    rng = random.Random(3)
    match = middle_of(game, seats, options, rng, 25)
    twin = match
    for seat in range(seats):
        other = with_states(twin, scrambled(game, twin._states, seat, rng))
        for name, sees in game.who_sees.items():
            if sees in (Sees.PUBLIC, Sees.WORKING, Sees.TURNED_UP):
                assert (other._states[name] == match._states[name]).all()
        twin = other
    assert twin.view(None) == match.view(None)
    assert twin.log_seen_by(None) == match.log_seen_by(None)


def redealt(match: Match, seat: int, rng: random.Random) -> States:
    """The unknown filled in by `imagine`."""
    game, seen = match.game, match.seen(seat)
    states = seen.state.copy()
    game.mind.imagine(seen.sight, states[0], new_dice(rng.randbytes(8))[0], np.zeros(2, game.mind.notes))
    return states


def steps(match: Match, rng: random.Random, count: int) -> Iterator[tuple[int, str]]:
    """A random match, move by move, Chance's too."""
    for _ in range(count):
        if match.over:
            return
        seat = CHANCE if is_chance(match) else rng.choice(match.actors)
        move = rng.choice(match.moves(seat))
        yield seat, move
        match.play(seat, move)


def follow(twin: Match, seat: int, mover: int, move: str, to: int, rng: random.Random) -> bool:
    """The twin does the same, or, where `seat` could not tell, anything of the kind. False: it cannot."""
    table = moves_of(twin.game, mover)
    number = table.number[move]
    if mover != seat and to not in (seat, EVERYONE) and table.to_others(number) != number:
        kind = table.spell(number).kind
        move = rng.choice([text for text in twin.moves(mover) if table.spell(table.number[text]).kind == kind])
    if twin.why_not(mover, move) is not None:
        return False
    twin.play(mover, move)
    return True


def something_else_was_turned_up(twin: Match, match: Match) -> bool:
    return any(
        (twin._states[name] != match._states[name]).any()
        for name, sees in match.game.who_sees.items()
        if sees is Sees.TURNED_UP
    )


def check_redealt_worlds_look_the_same(game: Game, seats: int, options: dict[str, str], seed: int, count: int) -> bool:
    """A twin of the match, its hidden part re-dealt, runs along; `seat` must never see a difference.

    Where the others in the twin could not have done what was done (they hold other cards), or other things came to
    light in it, it is dealt anew from what the seat has seen by then. → did it mostly go on as it was?
    """
    rng = random.Random(seed)
    seat = seed % seats
    match = Match(game, seats, options, chance="manual")
    twin = with_states(match, redealt(match, seat, rng))
    followed = made = 0
    for mover, move in steps(match, rng, count):
        to = int(game.rules.receiver(match._states[0])) if mover == CHANCE else mover
        could = follow(twin, seat, mover, move, to, rng)
        assert could or mover != seat, "what the seat may do depends on what it cannot see"
        after = with_states(match, match._states.copy())
        after.play(mover, move)
        if not could or something_else_was_turned_up(twin, after):
            twin = with_states(after, redealt(after, seat, rng))
        elif could:
            assert twin.told == after.told
        followed += could
        made += 1
        look = what_it_acts_on if made % WHOLE else what_it_gets
        assert look(twin, seat) == look(after, seat)
    return followed > min(10, made // 2)


@pytest.mark.slow
def test_redealing_the_hidden_gives_the_same_views_moves_and_log(table: Table, matches: int) -> None:
    game, seats, options = table
    for seed in range(max(matches // 10, 2)):
        assert check_redealt_worlds_look_the_same(game, seats, options, seed, 150)


SAMPLE = 12  # moves


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_holds_changes_nothing_about_its_time(extreme_table: Table, level: str) -> None:
    """Re-dealt for a neighbour's eyes it holds other things, and may do more or less: each move takes the same time."""
    game, seats, options = extreme_table
    rng = random.Random(4)
    thinker = bot(level, seed=3)
    assert isinstance(thinker, Player)
    for moves in (0, 7, 25):
        match = middle_of(game, seats, options, rng, moves)
        for seat in match.actors:
            twin = with_states(match, redealt(match, (seat + 1) % seats, rng))
            for move in rng.sample(range(len(game.moves)), min(SAMPLE, len(game.moves))):
                times = {thinker.think_ms(world.seen(seat), move) for world in (match, twin)}
                assert len(times) == 1, game.moves.texts[move]


def check_several(game: Game) -> None:
    for seed in range(6):
        check_redealt_worlds_look_the_same(game, game.seats[-1], {}, seed, 150)


def faults(game: Game) -> list[str]:
    return [name for name, sees in game.who_sees.items() if sees in (Sees.OWN, Sees.HIDDEN)]


def test_a_wrong_declaration_is_caught(game: Game) -> None:
    """Planted: each field that is not public is declared public (e.g. pile counts, which give hands away)."""
    for name in faults(game):
        leaky = dataclasses.replace(game, who_sees={**game.who_sees, name: Sees.PUBLIC})
        with pytest.raises(AssertionError):
            check_several(leaky)
