"""How often one bot wins against others of another kind. All is seeded: the same number gives the same match."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from rich.progress import Progress

from bench.figure import SHARE, Figure
from bench.first_fitting import FirstFitting
from spieltisch.games import game_named
from spieltisch.kernel import Match
from spieltisch.lab.contest import PlayedMatch
from spieltisch.lab.players import Player, player
from spieltisch.lab.playing import play_match, workers
from spieltisch.lab.scores import wilson, wins
from spieltisch.lab.seating import line_up, seating

CORES = 2


class Challenge(NamedTuple):
    game: str
    seats: int
    one: str
    others: str
    name: str  # in JSON
    share: float | None = None  # to reach; None: more than its part


CHALLENGES = (  # search with its usual 2,000 iterations
    Challenge("lobo77", 4, "careful", "random", "careful_against_random"),
    Challenge("lobo77", 4, "search", "careful", "search_against_careful"),
    Challenge("bloeder-sack", 2, "careful", "random", "bloeder_sack_careful_against_random", 0.7),
    Challenge("bloeder-sack", 2, "search", "careful", "bloeder_sack_search_against_careful"),
    *(Challenge("gracias", n, "careful", "random", f"gracias_{n}_careful_against_random") for n in range(3, 7)),
    Challenge("gracias", 4, "search", "careful", "gracias_4_search_against_careful"),
    Challenge("blitzgriff", 4, "careful", "random", "blitzgriff_careful_against_random", 0.7),
    Challenge("blitzgriff", 4, "careful", "first fitting", "blitzgriff_careful_against_first_fitting", 0.5),
)


def measure(matches: int, progress: Progress) -> list[Figure]:
    with workers(CORES) as pool:
        return [contest(pool, challenge, matches, progress) for challenge in CHALLENGES]


def contest(pool: ProcessPoolExecutor, challenge: Challenge, matches: int, progress: Progress) -> Figure:
    """As many matches as can be shared out equally among the seats."""
    game, seats, one, others, name, share = challenge
    matches -= matches % seats
    what = f"{game}: {one} against {seats - 1} {others}"
    results = pool.map(partial(play_number, challenge), range(matches))
    won = sum(progress.track(results, total=matches, description=what))
    low, high = wilson(won, matches)
    return Figure(
        name,
        f"{what} ({matches:,})",
        won / matches,
        SHARE,
        (low, high),
        beside="parity",
        other=1 / seats,
        to_reach=f"> {share or 1 / seats:.0%}",
        reached=low > (share or 1 / seats),
    )


def play_number(challenge: Challenge, number: int) -> float:
    """→ how much of the win `one` has; it sits on each seat equally often."""
    names = seating(line_up((challenge.one, challenge.others), challenge.seats), number)
    players = [player_or_reference(name, len(names) * number + seat) for seat, name in enumerate(names)]
    result = play_match(game_named(challenge.game), players, number).result
    assert result is not None
    return wins(PlayedMatch(number, names, *result), challenge.one)


def player_or_reference(name: str, seed: int) -> Player:
    return first_fitting if name == "first fitting" else player(name, seed)


def first_fitting(match: Match, seat: int) -> str:
    return FirstFitting().choose(match.seen(seat))[0]
