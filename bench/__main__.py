"""`python -m bench`: how fast and how strong, as ratios measured side by side in one run."""

import argparse
import json
import sys

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench import calls, contests, passes, races, random_matches, searches, start, strength, tables
from bench.figure import Figure, shown


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--matches", type=in_fours, help="of each pairing of bots, a multiple of four (default: 400)")
    parser.add_argument("--quick", action="store_true", help="a short run, with rough figures")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    return parser.parse_args()


def in_fours(text: str) -> int:
    if not (text.isdecimal() and int(text) > 0 and int(text) % 4 == 0):
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not a multiple of four, so not all seats would be equal")
    return int(text)


def measure_all(quick: bool, matches: int, progress: Progress) -> list[Figure]:
    rounds, seconds = (3, 0.1) if quick else (12, 0.4)
    return [
        *random_matches.measure(rounds, seconds, progress),
        *passes.measure(rounds, seconds, progress),
        *calls.measure(rounds, progress),
        *searches.measure(rounds, progress),
        *start.measure(1 if quick else 5, progress),
        *tables.measure((10,) if quick else (10, 50, 200), 1 if quick else 6, 1_000 if quick else 10_000, progress),
        *races.measure(20 if quick else 200, progress),
        *contests.measure(200 if quick else 1080, progress),
        *strength.measure(matches, progress),
    ]


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
    other = "" if figure.other is None else f"{figure.beside}: {shown(figure.other, figure.unit)}"
    ratio = "" if figure.ratio is None else f"{figure.ratio:.1f}×"
    reached = {None: "", True: "[green]yes[/]", False: "[red]no[/]"}[figure.reached]
    return figure.what, measured, other, ratio, figure.to_reach, reached


def main() -> None:
    arguments = read_arguments()
    matches = arguments.matches or (40 if arguments.quick else 400)
    # Redrawn between measurements only: a drawing thread would take time from what is measured.
    with Progress(console=Console(stderr=True), auto_refresh=False, transient=True) as progress:
        figures = measure_all(arguments.quick, matches, progress)
    if arguments.json:
        print(json.dumps({figure.name: figure.to_json() for figure in figures}, indent=2, ensure_ascii=False))
    else:
        Console().print(as_table(figures))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
