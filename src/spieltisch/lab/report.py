"""A contest's outcome for people (a table) and for programs (JSON)."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, to_builtins
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from spieltisch.games import game_named
from spieltisch.lab.ceiling import Way, share_of_the_way
from spieltisch.lab.contest import Contest, PlayedMatch
from spieltisch.lab.scores import Score, scores_of

BAR = 18  # characters

Held = tuple[Contest, Sequence[PlayedMatch]]


class ContestOutcome(Struct, frozen=True):
    contest: Contest
    matches: int
    scores: list[Score]

    @property
    def parity(self) -> float:
        return 1 / self.contest.seats


def outcome_of(contest: Contest, matches: Sequence[PlayedMatch]) -> ContestOutcome:
    return ContestOutcome(contest, len(matches), scores_of(contest, matches))


class Report(Struct, frozen=True):
    """What the contest gave; and, if asked for, what a cheat reached in the place of the first bot."""

    outcome: ContestOutcome
    ceiling: ContestOutcome | None = None
    way: Way | None = None


def report_of(honest: Held, cheating: Held | None = None) -> Report:
    if cheating is None or not cheating[1]:
        return Report(outcome_of(*honest))
    return Report(outcome_of(*honest), outcome_of(*cheating), share_of_the_way(*honest, cheating[1]))


# For people


def title_of(outcome: ContestOutcome) -> str:
    contest, players = outcome.contest, outcome.contest.line_up
    game = game_named(contest.game)
    chosen = [f"{name}={value:.20}" for name, value in contest.options.items() if value != usual(contest.game, name)]
    who = ", ".join(name if players.count(name) == 1 else f"{players.count(name)} × {name}" for name in contest.names)
    return f"{', '.join([game.texts['en']['name'], *chosen])}: {who}; {outcome.matches:,} matches"


def usual(game: str, option: str) -> str:
    return game_named(game).check_options({})[option]


def as_table(outcome: ContestOutcome) -> Table:
    table = Table("bot", title=title_of(outcome), box=SIMPLE_HEAD)
    table.add_column("win share (95 %)", justify="right")
    table.add_column(f"│ parity: {outcome.parity:.1%}", no_wrap=True)
    table.add_column("mean place", justify="right")
    table.add_column("rating", justify="right")
    longest = max(outcome.parity, *(score.win_share for score in outcome.scores))
    for score in outcome.scores:
        table.add_row(
            score.name,
            f"{score.win_share:.1%} ({interval(score.low, score.high)})",
            bar(score.win_share / longest, outcome.parity / longest),
            f"{score.mean_place:.2f}",
            f"{score.rating:+.0f}",
        )
    return table


def interval(low: float, high: float) -> str:
    return f"{100 * low:.1f}–{100 * high:.1f}"


def bar(part: float, parity: float) -> Text:
    """Both of the longest bar."""
    cells = list(("█" * round(part * BAR)).ljust(BAR))
    cells[min(round(parity * BAR), BAR - 1)] = "│"
    return Text("".join(cells))


def way_in_words(report: Report) -> str:
    first, *others = report.outcome.contest.names
    origin = others[0] if len(others) == 1 else "parity"
    if report.way is None:
        return f"The cheat, who sees everything, does not win clearly more than {origin}: there is no way to measure."
    way = f"{report.way.share:.0%} of the way ({interval(report.way.low, report.way.high)})"
    return f"{first} goes {way} from {origin} to a cheat who sees everything."


# For programs


def as_json(report: Report) -> dict[str, Any]:
    told = outcome_as_json(report.outcome)
    if report.ceiling is None:
        return told
    return told | {"ceiling": outcome_as_json(report.ceiling), "share_of_the_way": to_builtins(report.way)}


def outcome_as_json(outcome: ContestOutcome) -> dict[str, Any]:
    contest = {name: value for name, value in to_builtins(outcome.contest).items() if name not in ("file", "bots")}
    line_up = list(outcome.contest.line_up)
    measured = {"line_up": line_up, "matches": outcome.matches, "parity": outcome.parity}
    return {"bots": to_builtins(outcome.scores)} | contest | measured
