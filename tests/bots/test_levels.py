"""Levels: each clearly better than the one below, at a humane pace that tells nothing."""

from time import perf_counter

import pytest

import spieltisch as st
from spieltisch.bots import BOTS, LEVELS, BadBot, bot
from spieltisch.bots.players import Player
from spieltisch.games import GAMES
from spieltisch.kernel import Game, Race, WeakerPlayers
from spieltisch.lab.players import player
from spieltisch.lab.playing import play_match

MATCHES = {"blitzgriff": 12, "gracias": 144}
USUAL_MATCHES = 48
MS = 50


def share(game: Game, one: str, others: str) -> float:
    """Of wins, one against the rest at the smallest table; all is seeded, so it is always the same."""
    seats, matches = game.seats[0], MATCHES.get(game.name, USUAL_MATCHES)
    won = 0.0
    for number in range(matches):
        seat = number % seats
        names = [one if other == seat else others for other in range(seats)]
        players = [player(name, 10 * number + chair) for chair, name in enumerate(names)]
        result = play_match(game, players, number).result
        assert result is not None
        won += (result.places[seat] == 1) / result.places.count(1)
    return won / matches


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [("family", "beginner"), ("club", "family")])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_level_beats_the_one_below(game: Game, better: str, worse: str) -> None:
    """Odds of 3 : 2, which with three players is 3 of 7."""
    assert share(game, better, worse) >= 3 / (3 + 2 * (game.seats[0] - 1))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_time_to_think_is_the_same_whatever_is_chosen(game: Game, level: str) -> None:
    match = st.Match(game, game.seats[0], seed=4)
    seen = match.seen(match.actors[0])
    thinker = bot(level, seed=1)
    assert isinstance(thinker, Player)
    times = {thinker.think_ms(seen, int(move)) for move in seen.legal().nonzero()[0]}
    assert len(times) == 1
    assert 500 < times.pop() < 5000


@pytest.mark.parametrize("hand", [["7"], ["7", "3", "10"]], ids=["no choice", "a choice"])
def test_by_the_clock_a_search_takes_its_time_also_where_there_is_no_choice(hand: list[str]) -> None:
    position = {"seats": 2, "hands": [hand, ["5"]], "total": 15}
    seen = st.Match.at("lobo77", position, seed=1).seen(0)
    began = perf_counter()
    bot("master", seed=1, ms=MS).choose(seen)
    assert perf_counter() - began >= MS / 1000


def test_by_tries_there_is_no_need_to_wait() -> None:
    """Where nobody waits for it: the same move, and the same time to think."""
    seen = st.Match.at("lobo77", {"seats": 2, "hands": [["7"], ["5"]], "total": 15}, seed=1).seen(0)
    assert bot("master", seed=1).choose(seen) == bot("master", seed=1, ms=1).choose(seen)


def test_in_a_race_a_better_level_is_quicker_and_putting_down_quicker_than_looking() -> None:
    match = st.Match("blitzgriff", 2, {"pace": "blitz"}, seed=1)
    moves = match.game.moves.number
    seen = match.seen(0)
    times = []
    for level in LEVELS:
        thinker = bot(level, seed=1)
        assert isinstance(thinker, Player)
        take, put = thinker.think_ms(seen, moves["take 1"]), thinker.think_ms(seen, moves["put 1.1"])
        assert put < take
        times.append(take)
    assert times == sorted(times, reverse=True)


def test_fewer_dice_are_looked_through_sooner() -> None:
    match = st.Match("blitzgriff", 2, {"pace": "blitz"}, seed=1)
    race, take = match.game.extra(Race), match.game.moves.number["take 40"]
    assert race is not None
    before = race.effort(match.seen(0).state[0], 0, take)
    match.play(0, "take 1", at=0)
    assert race.effort(match.seen(0).state[0], 0, take) < before


def test_a_beginner_sees_no_schnapszahl_coming_and_the_family_does() -> None:
    position = {"seats": 2, "hands": [["7", "3"], ["5"]], "total": 15}
    seen = st.Match.at("lobo77", position, seed=1).seen(0)
    weaker, careful = seen.game.extra(WeakerPlayers), seen.game.mind.worth
    assert weaker is not None
    naive = weaker.first_thought
    seven, three = (seen.game.moves.number[card] for card in ("7", "3"))
    assert naive(seen.state[0], 0, seven) > naive(seen.state[0], 0, three)
    assert careful(seen.state[0], 0, seven) < careful(seen.state[0], 0, three)


@pytest.mark.parametrize("wish", [{"iterations": 0}, {"ms": 0}, {"ms": 2.5}, {"seed": "x"}, {"iterations": True}])
def test_bad_wishes_are_refused_in_words(wish: dict[str, object]) -> None:
    with pytest.raises(BadBot, match=next(iter(wish))):
        bot("master", **wish)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["expert", "cheat", "", None, 3])
def test_a_bot_that_is_not_there_is_refused_with_those_that_are(name: object) -> None:
    with pytest.raises(BadBot, match=", ".join(BOTS)):
        bot(name)  # type: ignore[arg-type]
