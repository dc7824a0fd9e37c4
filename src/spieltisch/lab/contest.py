"""What is to be measured: a game, who plays it, and a seed from which every match follows."""

from collections.abc import Mapping, Sequence
from importlib.metadata import version

from msgspec import Struct, structs

from spieltisch.kernel import Game
from spieltisch.lab.players import CHEAT, check_player
from spieltisch.lab.seating import line_up


class BadContest(ValueError):
    """A contest that cannot be held, or results of another one."""


class Contest(Struct, frozen=True, forbid_unknown_fields=True, tag_field="file", tag="spieltisch arena"):
    """Contests that are equal have equal matches, number by number. Also the first line of a file of results."""

    game: str
    rules: int  # their version
    seats: int
    options: dict[str, str]
    bots: tuple[str, ...]
    ms: int | None  # for each move; None: as long as each bot usually takes
    seed: int
    spieltisch: str

    @property
    def line_up(self) -> tuple[str, ...]:
        return line_up(self.bots, self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The kinds of bots."""
        return tuple(dict.fromkeys(self.bots))


class PlayedMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A match of a contest; all but its number is by seat."""

    match: int
    bots: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]


def make_contest(
    game: Game, bots: Sequence[str], seats: int, options: Mapping[str, str], ms: int | None = None, seed: int = 0
) -> Contest:
    if len(bots) > game.check_seats(seats):
        raise BadContest(f"{len(bots)} bots are too many for {seats} seats")
    if ms is not None and ms < 1:
        raise BadContest(f"the time for a move is at least 1 ms, not {ms}")
    for name in bots:
        check_player(name, ms)
    if len(set(bots)) < 2:
        raise BadContest("a contest needs at least two different bots")
    chosen = game.check_options(options)
    return Contest(game.name, game.rules_version, seats, chosen, tuple(bots), ms, seed, version("spieltisch"))


def with_cheat(contest: Contest) -> Contest:
    """The same cards and seats, but the first bot sees everything."""
    if CHEAT in contest.bots:
        raise BadContest("the ceiling is what a cheat reaches in a contest of honest bots")
    first = contest.bots[0]
    return structs.replace(contest, bots=tuple(CHEAT if name == first else name for name in contest.bots))
