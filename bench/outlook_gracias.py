"""`python -m bench.outlook_gracias > src/spieltisch/games/gracias/outlook.toml`: what careful players make of a colour.

They play matches among themselves, every seventh decision at random. After each turn it is noted what everyone has of
each colour and what it brings him in the end. Run it again until the numbers stay: better players make better numbers.
"""

import numpy as np
from numpy.typing import NDArray

from spieltisch.bots.playout import make_playout
from spieltisch.games.gracias import GAME
from spieltisch.games.gracias.bot import HELD, MOST, known_cards, two_most
from spieltisch.games.gracias.moves import KEEP, decode
from spieltisch.games.gracias.scoring import most_open, points_for
from spieltisch.games.gracias.state import KINDS, NONE, OVER, ROUNDS, SEATS, GraciasState
from spieltisch.kernel import NOBODY, States, rule
from spieltisch.kernel.dice import below, new_dice, pick

MATCHES = 20_000
BOLDNESS = 7
ENOUGH = 60  # notes, for their average to count
NOTES = ROUNDS * SEATS * SEATS * KINDS  # of a pass, at most

playout = make_playout(GAME)
let_chance_play, mark_legal, best_marked = playout.let_chance_play, playout.mark_legal, playout.best_marked
play = GAME.rules.play


@rule
def play_and_note(
    states: States,
    marks: NDArray[np.uint8],
    weights: NDArray[np.int64],
    dice: States,
    notes: NDArray[np.int64],
    counts: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None:
    s = states[0]
    noted = 0
    acting = let_chance_play(s, weights, dice[0])
    while acting != NOBODY:
        seat, number, rounds_left = s.turn, s.this_pass, ROUNDS - s.this_round
        legal = mark_legal(s, seat, marks)
        bold = below(dice[0], BOLDNESS) == 0
        move = pick(dice[0], marks, legal) if bold else best_marked(s, seat, marks, dice[0])
        play(s, seat, move)
        if decode(move)[0] == KEEP:
            if s.this_pass == number and s.stage != OVER:
                noted = note_displays(s, seat, rounds_left, notes, noted)
            else:
                add_up(s, notes, noted, counts, sums)
                noted = 0
        acting = let_chance_play(s, weights, dice[0])


@rule
def note_displays(s: GraciasState, seat: int, rounds_left: int, notes: NDArray[np.int64], noted: int) -> int:
    """As the player who was on sees them."""
    for colour in range(KINDS):
        most, second, holder = two_most(s, seat, colour, NONE, NONE, NONE)
        for other in range(s.seats):
            notes[noted, 0] = other
            notes[noted, 1] = colour
            notes[noted, 2] = other != seat
            notes[noted, 3] = rounds_left
            notes[noted, 4] = min(known_cards(s, seat, other, colour, NONE, NONE, NONE), HELD - 1)
            notes[noted, 5] = min(second if other == holder else most, MOST - 1)
            noted += 1
    return noted


@rule
def add_up(
    s: GraciasState, notes: NDArray[np.int64], noted: int, counts: NDArray[np.int64], sums: NDArray[np.int64]
) -> None:
    """What the cards brought."""
    for index in range(noted):
        seat, colour, whose, rounds_left, cards, most = notes[index]
        counts[whose, rounds_left, cards, most] += 1
        of_all = most_open(s.displays, colour, s.seats)
        sums[whose, rounds_left, cards, most] += points_for(int(s.displays[seat, colour]), of_all)


def learn(seats: int, matches: int) -> NDArray[np.int64]:
    """Points (in 100ths) by whose they are, rounds left, cards, and the most that another has open."""
    shape = (2, ROUNDS, HELD, MOST)
    counts, sums, notes = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros((NOTES, 6), np.int64)
    marks, weights = np.zeros(len(GAME.moves), np.uint8), np.zeros(len(GAME.outcomes), np.int64)
    dice = new_dice(f"outlook {seats}".encode())
    for _ in range(matches):
        play_and_note(GAME.set_up(seats, {}), marks, weights, dice, notes, counts, sums)
    return filled_up(np.where(counts >= ENOUGH, 100 * sums // np.maximum(counts, 1), -1))


def filled_up(points: NDArray[np.int64]) -> NDArray[np.int64]:
    """What hardly ever happened: as with the nearest number that others have; else as without the stack."""
    for whose, rounds_left, cards in np.ndindex(points.shape[:3]):
        row = points[whose, rounds_left, cards]
        seen = np.flatnonzero(row >= 0)
        for most in np.flatnonzero(row < 0):
            if seen.size:
                row[most] = row[seen[np.abs(seen - most).argmin()]]
            else:
                row[most] = 100 + points[whose, rounds_left, cards - 5, most] if cards >= 5 else 50
    return points


def main() -> None:
    print("# What a colour brings in the end, in 100ths of a point (bench/outlook_gracias.py). A row for each number")
    print(f"# of cards, 0 to {HELD - 1} (or more); in it, one for the most that another has open, 0 to {MOST - 1}.")
    for seats in GAME.seats:
        points = learn(seats, MATCHES)
        for rounds_left in range(ROUNDS):
            print(f"\n[[outlook]]\nseats = {seats}\nrounds_left = {rounds_left}")
            for whose, name in enumerate(("own", "others")):
                rows = ",\n".join(f"  {row}" for row in points[whose, rounds_left].tolist())
                print(f"{name} = [\n{rows},\n]")


if __name__ == "__main__":
    main()
