"""Holding a contest, from the first match to the report."""

from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress

from spieltisch.lab.contest import BadContest, Contest, with_cheat
from spieltisch.lab.playing import play_numbers
from spieltisch.lab.report import Report, report_of
from spieltisch.lab.results import Results


class Measured(NamedTuple):
    report: Report | None  # None: not one match was finished
    complete: bool  # False: somebody pressed Ctrl-C


def measure(contest: Contest, matches: int, cores: int, file: Path | None, ceiling: bool = False) -> Measured:
    """Whatever is in the file is not played again. With `ceiling`, a cheat then plays in the place of the first bot."""
    if cores < 1:
        raise BadContest(f"at least 1 core has to play, not {cores}")
    contests = (contest, with_cheat(contest)) if ceiling else (contest,)
    with ExitStack() as opened:
        held = [opened.enter_context(Results(one, at)) for one, at in zip(contests, (file, beside(file)), strict=False)]
        complete = hold_all(held, matches, cores)
        honest, *cheating = [(results.contest, results.first(matches)) for results in held]
    return Measured(report_of(honest, *cheating) if honest[1] else None, complete)


def beside(file: Path | None) -> Path | None:
    """Where the cheat's results are kept."""
    return file and file.with_name(f"{file.stem}.ceiling{file.suffix}")


def hold_all(held: list[Results], matches: int, cores: int) -> bool:
    """→ were all matches played?"""
    try:
        with Progress(
            *Progress.get_default_columns(), MofNCompleteColumn(), console=Console(stderr=True), transient=True
        ) as progress:
            for results in held:
                hold(results, matches, cores, progress)
    except KeyboardInterrupt:
        return False
    return True


def hold(results: Results, matches: int, cores: int, progress: Progress) -> None:
    missing = results.missing(matches)
    names = " against ".join(results.contest.names)
    task = progress.add_task(names, total=matches, completed=matches - len(missing))
    with closing(play_numbers(results.contest, missing, cores)) as matches_played:
        for played in matches_played:
            results.add(played)
            progress.advance(task)
