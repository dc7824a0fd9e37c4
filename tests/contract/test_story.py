"""The story of a match, for every game: told step by step or at once, in kinds and details that the game names."""

import random

from contract.conftest import plays_again
from playing import middle_of, play_at_random
from spieltisch.kernel import SEAT, Game, Match
from spieltisch.kernel.events import Detail, Value
from spieltisch.kernel.frames import UNDONE
from spieltisch.kernel.story import event_of
from spieltisch.kernel.turn import EVENT_WIDTH

Table = tuple[Game, int, dict[str, str]]


@plays_again
def test_the_whole_story_is_what_was_told_step_by_step(extreme_table: Table) -> None:
    game, seats, options = extreme_table
    match = Match(game, seats, options, seed=1)
    told = list(match.story)

    def listen(match: Match) -> None:
        if match.rows and len(match.rows) != heard[0]:
            told.extend(match.told)
        heard[0] = len(match.rows)

    heard = [len(match.rows)]
    play_at_random(match, random.Random(1), listen)
    listen(match)
    assert told == match.story
    assert len(told) > 10


@plays_again
def test_every_event_has_the_details_that_are_declared(extreme_table: Table) -> None:
    game, seats, options = extreme_table
    match = Match(game, seats, options, seed=2)
    play_at_random(match, random.Random(2))
    for event in match.story:
        key, values = event_of(game, event)
        kind = game.events[key]
        assert len(event) == 1 + kind.width <= EVENT_WIDTH
        for name, detail in kind.details.items():
            assert fits(detail, values[name], seats), (key, values)


def fits(detail: Detail, value: Value, seats: int) -> bool:
    if detail == SEAT:
        return value in range(seats)
    if isinstance(value, dict):
        return tuple(value) == detail.ids and min(value.values()) >= 0
    return value in detail.ids if detail.ids else isinstance(value, int)


def test_a_move_that_is_taken_back_is_told_and_told_of(game: Game) -> None:
    match = middle_of(game, game.seats[0], {}, random.Random(3), 5)
    seat = match.actors[0]
    before = match.story
    match.play(seat, match.moves(seat)[0])
    told = match.told
    if match.why_not(seat, "undo") is None:
        match.play(seat, "undo")
        assert match.told == [[UNDONE, seat]]
        assert match.story == [*before, *told, [UNDONE, seat]]
    else:
        assert match.story == [*before, *told]
