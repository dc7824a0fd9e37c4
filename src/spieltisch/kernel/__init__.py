"""What a record, a rule, a move, a match, a position and a replay are. Takes a Game, knows none."""

from spieltisch.kernel.compiled import rule
from spieltisch.kernel.game import (
    CHANCE,
    CHANCE_DUE,
    CLOCK,
    EVERYONE,
    NO_NOTES,
    NOBODY,
    OK,
    FreeOption,
    Game,
    Mind,
    Race,
    Reason,
    Result,
    Rules,
)
from spieltisch.kernel.log import Entry
from spieltisch.kernel.match import Match
from spieltisch.kernel.moves import Moves, seen_by_all, seen_by_receiver
from spieltisch.kernel.record import (
    AnyState,
    Record,
    Records,
    States,
    hidden,
    number,
    own,
    public,
    record,
    scratch,
    turned_up,
)
from spieltisch.kernel.refusal import Refusal, Refused
from spieltisch.kernel.seen import Seen, Sight
from spieltisch.kernel.story import Event, note

__all__ = [
    "CHANCE",
    "CHANCE_DUE",
    "CLOCK",
    "EVERYONE",
    "NOBODY",
    "NO_NOTES",
    "OK",
    "AnyState",
    "Entry",
    "Event",
    "FreeOption",
    "Game",
    "Match",
    "Mind",
    "Moves",
    "Race",
    "Reason",
    "Record",
    "Records",
    "Refusal",
    "Refused",
    "Result",
    "Rules",
    "Seen",
    "Sight",
    "States",
    "hidden",
    "note",
    "number",
    "own",
    "public",
    "record",
    "rule",
    "scratch",
    "seen_by_all",
    "seen_by_receiver",
    "turned_up",
]
