"""A seat's moves, and Chance's, whose order is for ever (docs/fairness.md)."""

from spieltisch.games.gracias.state import COLOURS, SEATS
from spieltisch.kernel import Moves, move, seen_by_receiver

MOVES = Moves(
    take=move("take {triplet}", triplet=range(1, SEATS + 1)),
    keep=move("keep {colour} give {to}", colour=COLOURS, to=range(SEATS)),
)
OUTCOMES = Moves(
    card=move("{colour}", colour=seen_by_receiver(COLOURS)),
    start=move("start {seat}", seat=range(SEATS)),
)
decode, decode_outcome, part_of = MOVES.decode, OUTCOMES.decode, OUTCOMES.part
TAKE, KEEP = MOVES.kinds.values()
CARD_COMES, STARTS = OUTCOMES.kinds.values()
