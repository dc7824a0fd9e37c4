"""`python -m bench`: how fast and how strong, as ratios measured side by side in one run."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench import (
    calls,
    cluster,
    contests,
    days,
    floods,
    passes,
    plain,
    races,
    random_matches,
    searches,
    server_start,
    start,
    strength,
    tables,
)
from bench.figure import Figure, shown
from bench.peer import FILES, NoPeer, Peer, prepared


class Run(NamedTuple):
    """How much is measured, and beside whom."""

    quick: bool
    matches: int
    peer: Peer | NoPeer

    @property
    def rounds(self) -> int:
        return 3 if self.quick else 12

    @property
    def seconds(self) -> float:
        return 0.1 if self.quick else 0.4


def measure_tables(run: Run, progress: Progress) -> list[Figure]:
    if run.quick:
        return tables.measure((10,), 1, 1, run.peer, progress)
    return tables.measure((10, 50, 200), 6, 3, run.peer, progress)


PARTS: dict[str, Callable[[Run, Progress], list[Figure]]] = {
    "random_matches": lambda run, progress: random_matches.measure(run.rounds, run.seconds, progress),
    "passes": lambda run, progress: passes.measure(run.rounds, run.seconds, progress),
    "calls": lambda run, progress: calls.measure(run.rounds, progress),
    "searches": lambda run, progress: searches.measure(run.rounds, progress),
    "start": lambda run, progress: [
        *start.measure(1 if run.quick else 5, progress),
        *server_start.measure(2 if run.quick else 8, progress),
    ],
    "tables": measure_tables,
    "cluster": lambda run, progress: cluster.measure(
        20 if run.quick else 100, 1 if run.quick else 6, 1 if run.quick else 3, progress
    ),
    "plain": lambda run, progress: plain.measure(2 if run.quick else 8, progress),
    "idle_tables": lambda run, progress: tables.measure_idle(1_000 if run.quick else 10_000, progress),
    "days": lambda run, progress: days.measure(
        10_000 if run.quick else 100_000, 1_000 if run.quick else 10_000, progress
    ),
    "races": lambda run, progress: races.measure(20 if run.quick else 200, progress),
    "contests": lambda run, progress: contests.measure(200 if run.quick else 1080, progress),
    "floods": lambda run, progress: floods.measure(2 if run.quick else 6, 3 if run.quick else 10, progress),
    "strength": lambda run, progress: strength.measure(run.matches, progress),
}


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=f"of {', '.join(PARTS)}"
    )
    parser.add_argument("--peer", type=peer_folder, metavar="DIR", help="a server to measure beside: see bench/peer.py")
    parser.add_argument("--matches", type=in_fours, help="of each pairing of bots, a multiple of four (default: 400)")
    parser.add_argument("--quick", action="store_true", help="a short run, with rough figures")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    return parser.parse_args()


def in_fours(text: str) -> int:
    if not (text.isdecimal() and int(text) > 0 and int(text) % 4 == 0):
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not a multiple of four, so not all seats would be equal")
    return int(text)


def peer_folder(text: str) -> Path:
    missing = [name for name in FILES if not (Path(text) / name).is_file()]
    if missing:
        raise argparse.ArgumentTypeError(f"{text!r} is no peer's folder: it has no {', no '.join(missing)}")
    return Path(text)


def as_table(figures: list[Figure]) -> Table:
    table = Table("what", title="Lobo 77 with 4 players, where nothing else is said", box=SIMPLE_HEAD)
    for heading in ("measured", "to compare with", "ratio", "to reach", "reached"):
        table.add_column(heading, justify="right")
    for figure in figures:
        table.add_row(*cells(figure))
    return table


def cells(figure: Figure) -> tuple[str, ...]:
    measured = shown(figure.measured, figure.unit)
    if figure.range:
        low, high = figure.range
        measured += f" ({100 * low:.1f}–{100 * high:.1f})"
    other = figure.beside if figure.other is None else f"{figure.beside}: {shown(figure.other, figure.unit)}"
    ratio = "" if figure.ratio is None else f"{figure.ratio:.{2 if figure.ratio < 2 else 1}f}×"
    reached = {None: "", True: "[green]yes[/]", False: "[red]no[/]"}[figure.reached]
    return figure.what, measured, other, ratio, figure.to_reach, reached


def main() -> None:
    arguments = read_arguments()
    matches = arguments.matches or (40 if arguments.quick else 400)
    # Redrawn between measurements only: a drawing thread would take time from what is measured.
    progress = Progress(console=Console(stderr=True), auto_refresh=False, transient=True)
    with prepared(arguments.peer) as peer, progress:
        run = Run(arguments.quick, matches, peer)
        figures = [figure for name, part in PARTS.items() if name in arguments.only for figure in part(run, progress)]
    if arguments.json:
        print(json.dumps({figure.name: figure.to_json() for figure in figures}, indent=2, ensure_ascii=False))
    else:
        Console().print(as_table(figures))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
