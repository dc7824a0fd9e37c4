"""Every match ends, nothing is lost, the log is the match, and what is refused changes nothing."""

import itertools
import random

import numpy as np
import pytest

from contract.conftest import INTERPRETED, plays_again, tables
from playing import middle_of, play_at_random
from spieltisch.kernel import CHANCE, Game, Match, Refused
from spieltisch.kernel.record import Sees, blanked

Table = tuple[Game, int, dict[str, str]]


@plays_again
@pytest.mark.slow
def test_every_match_ends_and_its_log_replays_to_the_same_bytes(table: Table, matches: int) -> None:
    game, seats, options = table
    for seed in range(matches):
        match = play_at_random(Match(game, seats, options, seed=seed), random.Random(seed))
        again = Match(game, seats, options, chance="manual")
        for entry in match.log:
            again.play(*entry)
        assert again._states.tobytes() == match._states.tobytes()
        assert again.log == match.log
        assert_result_is_a_ranking(match)


def assert_result_is_a_ranking(match: Match) -> None:
    """Places are shared in a tie and the next is skipped."""
    assert match.result is not None
    places, points = match.result
    assert len(places) == len(points) == match.seats
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    assert match.actors == ()
    for seat in range(match.seats):
        assert match.moves(seat) == ()


@pytest.mark.slow
def test_moves_are_exactly_the_texts_that_are_not_refused(table: Table, matches: int) -> None:
    game, seats, options = table
    rng, moments = random.Random(1), itertools.count()

    def watch(match: Match) -> None:
        if INTERPRETED and next(moments) % 12:  # some will do
            return
        for seat in range(seats):
            legal = match.moves(seat)
            assert legal == tuple(text for text in game.moves.texts if match.why_not(seat, text) is None)
            assert bool(legal) == (seat in match.actors)

    for seed in range(max(matches // 20, 1)):
        play_at_random(Match(game, seats, options, seed=seed), rng, watch)


def test_chance_is_asked_only_for_what_can_happen(table: Table) -> None:
    game, seats, options = table
    rng = random.Random(2)
    match = Match(game, seats, options, chance="manual")
    while len(match.log) < 60 and not match.over:
        if match.actors == (CHANCE,):
            possible = match.moves(CHANCE)
            assert possible == tuple(text for text in game.outcomes.texts if match.why_not(CHANCE, text) is None)
            assert all(match.moves(seat) == () for seat in range(seats))
            match.play(CHANCE, rng.choice(possible))
        else:
            assert match.moves(CHANCE) == ()
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(match.moves(seat)))


GARBAGE: list[object] = ["", " ", "?", "start 99", "5 ", "５", "\x00", "{0}", "x" * 10_000, None, 5, b"5", [], 1.5]


def test_the_rules_give_every_outcome_a_weight(table: Table) -> None:
    """Also a zero: playouts use the same array again and again."""
    game, seats, options = table
    match = Match(game, seats, options, chance="manual")
    rng = random.Random(10)
    for _ in range(40):
        if match.actors == (CHANCE,):
            weights = np.full(len(game.outcomes), -7, np.int64)
            assert match._engine.chances(match._states, weights) == weights.sum()
            assert (weights >= 0).all()
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.moves(seat)))
        if match.over:
            break


@pytest.mark.parametrize("garbage", GARBAGE, ids=lambda garbage: f"{garbage!r:.10}")
def test_garbled_moves_are_refused_in_words(game: Game, garbage: object) -> None:
    match = Match(game, game.seats[0], seed=1)
    before = match.to_json(), match._states.tobytes()
    for seat in (*match.actors, CHANCE):
        with pytest.raises(Refused) as refused:
            match.play(seat, garbage)  # type: ignore[arg-type]
        assert refused.value.refusal.rule == "notation"
        assert len(refused.value.refusal.text("en")) < 300
    assert (match.to_json(), match._states.tobytes()) == before


def test_illegal_moves_are_refused_by_a_rule_and_change_nothing(table: Table, matches: int) -> None:
    game, seats, options = table
    rng = random.Random(3)
    for _ in range(max(matches // 10, 1)):
        match = middle_of(game, seats, options, rng, rng.randrange(60))
        before = match.to_json(), match._states.tobytes()
        for seat in range(seats):
            for text in game.moves.texts:
                refusal = match.why_not(seat, text)
                if refusal is not None:
                    assert refusal.rule in {reason.rule for reason in game.reasons}
                    assert refusal.text("de") != refusal.text("en")
                    with pytest.raises(Refused):
                        match.play(seat, text)
        assert (match.to_json(), match._states.tobytes()) == before


@plays_again
def test_a_saved_match_goes_on_as_it_would_have(table: Table) -> None:
    game, seats, options = table

    class Any(Match):
        game_named = staticmethod(lambda name: game)

    match = middle_of(game, seats, options, random.Random(4), 30)
    again = Any.from_json(match.to_json())
    play_at_random(match, random.Random(5))
    play_at_random(again, random.Random(5))
    assert match.to_json() == again.to_json()
    assert match._states.tobytes() == again._states.tobytes()


def test_position_to_match_to_position(table: Table, matches: int) -> None:
    game, seats, options = table
    rng = random.Random(6)
    for _ in range(max(matches // 4, 1)):
        match = middle_of(game, seats, options, rng, rng.randrange(80))
        again = Match.at(game, match.position(), seed=1)
        assert again.position() == match.position()
        for seat in (*range(seats), None):
            assert again.view(seat) == match.view(seat)
        for name, sees in game.who_sees.items():
            if sees in (Sees.OWN, Sees.HIDDEN):  # and nothing was lost or created on the way: the rest is where it was
                assert (again._states[name] == match._states[name]).all(), name


def test_a_seats_view_is_a_position_that_only_it_knows(table: Table) -> None:
    """Information sets: what one seat knows can be set up, and its view and its moves are the same."""
    game, seats, options = table
    match = middle_of(game, seats, options, random.Random(7), 20)
    for seat in range(seats):
        known = game.notation.to_position(blanked(match._states, game.who_sees, seat)[0], (seat,))
        again = Match.at(game, {"options": options, **known})
        if again._known_to == seat:
            assert again.view(seat) == match.view(seat)
            assert again.moves(seat) == match.moves(seat)


@plays_again
def test_the_same_seed_gives_the_same_match(game: Game) -> None:
    one, two, other = (Match(game, game.seats[-1], seed=seed) for seed in (b"seed", b"seed", b"dees"))
    for match in (one, two, other):
        play_at_random(match, random.Random(8))
    assert one.log == two.log
    assert one.log != other.log or all(entry.seat != CHANCE for entry in one.log)


def test_nothing_of_the_state_is_a_view_of_another(game: Game) -> None:
    """What was handed out stays as it was while the match goes on."""
    match = Match(game, game.seats[0], seed=9)
    seen, view, log = match.seen(0), match.view(0), match.log
    before = seen.to_bytes(), str(view), log
    play_at_random(match, random.Random(9))
    assert (seen.to_bytes(), str(view), log) == before
    assert np.shares_memory(seen.state, match._states) is False


def test_every_value_of_every_option_is_played(game: Game) -> None:
    """The tables of this run, that is (see conftest)."""
    played = [options for other, _, options in tables(few=False) if other is game]
    for name, values in game.options.items():
        assert {options[name] for options in played} == set(values)
