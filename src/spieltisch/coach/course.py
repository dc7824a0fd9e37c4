"""The course of a match as the coach looks at it: the record before and after everything that somebody did."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spieltisch.kernel import CHANCE, CLOCK, Game, Match, Seen, States
from spieltisch.kernel.log import TAKEN_BACK, Log, Row
from spieltisch.kernel.record import blanked
from spieltisch.kernel.seen import actors_of


class Stretch(NamedTuple):
    """Rows that belong together: all that Chance did between two decisions (a stroke), or one row of somebody else."""

    first: int
    end: int  # behind the last row
    seat: int  # CHANCE, CLOCK, or whose move it is
    move: int  # TAKEN_BACK, or of a seat
    before: States
    after: States
    to_act: tuple[int, ...]  # who was to act before it


def course_of(match: Match) -> list[Stretch]:
    """Each stretch begins where the one before it ended."""
    rows, stretches = match.rows, list[Stretch]()
    records = records_of(match.game, match.start, rows)
    first = 0
    while first < len(rows):
        end = first + 1
        while rows[first].seat == CHANCE and end < len(rows) and rows[end].seat == CHANCE:
            end += 1
        seat, move, before = rows[first].seat, rows[first].move, records[first]
        stretches.append(Stretch(first, end, seat, move, before, records[end], actors_of(match.game, before)))
        first = end
    return stretches


def records_of(game: Game, start: States, rows: Sequence[Row]) -> list[States]:
    """Before the first row, and after each."""
    records, before_last_move = [start], start
    for row in rows:
        state = records[-1].copy()
        if row.move == TAKEN_BACK:
            state = before_last_move.copy()
        elif row.seat == CHANCE:
            game.rules.happen(state[0], row.move)
        elif row.seat == CLOCK:
            assert game.rules.timeout is not None
            game.rules.timeout(state[0])
        else:
            before_last_move = records[-1]
            game.rules.play(state[0], row.seat, row.move)
        records.append(state)
    return records


def with_what_was_known(match: Match, stretches: Sequence[Stretch]) -> Iterator[tuple[Stretch, Seen]]:
    """Every move of a seat, and all that the seat knew when it was made."""
    game, log, rows = match.game, Log(match.game), match.row_numbers
    for stretch in stretches:
        if stretch.seat >= 0 and stretch.move != TAKEN_BACK:
            log.extend(rows[log.length : stretch.first], 0)
            seat = stretch.seat
            state, start = (blanked(states, game.who_sees, seat) for states in (stretch.before, match.start))
            yield stretch, Seen(game, seat, state, start, log.standing_seen_by(seat))
