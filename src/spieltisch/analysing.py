"""The command analyse: what the coach says of a match file."""

import argparse
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from msgspec import json
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from spieltisch.coach import Analysis, Change, analyse
from spieltisch.coach.curve import as_svg
from spieltisch.coach.documents import stood_in_by
from spieltisch.games import game_named
from spieltisch.kernel.errors import shown
from spieltisch.match_files import read_document
from spieltisch.table import replay


def add_analyse(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=run_analyse)
    parser.add_argument("file", type=Path, metavar="FILE", help="a finished match, as downloaded")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="shares of winning along the match, as SVG")
    parser.add_argument("--continuations", type=positive, metavar="N", help="of each standing: more are surer")
    parser.add_argument("--deals", type=positive, metavar="N", help="of each decision: more are surer")


def positive(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 2 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"a whole number from 2 to 1000000, not {shown(text)}")
    return int(text)


def run_analyse(args: argparse.Namespace) -> int:
    document = read_document(args.file)
    if args.plot is not None and args.plot.suffix.lower() != ".svg":
        raise ValueError(f"a plot is an SVG picture: its name ends in .svg, not as {args.plot.name} does")
    try:
        replay.verify(document, game_named)
        match = replay.played(document, game_named)
    except ValueError as error:
        raise ValueError(f"{args.file} is not in order: {error}") from None
    progress = Progress(console=Console(stderr=True), transient=True)
    with progress if Console(stderr=True).is_terminal else nullcontext():
        task = progress.add_task("The coach looks at the match …", total=None)
        analysis = analyse(
            match,
            document.names,
            continuations=args.continuations,
            deals=args.deals,
            stood_in=stood_in_by(document.changes),
            progress=lambda done, of: progress.update(task, completed=done, total=of),
        )
    if args.plot is not None:
        write(args.plot, as_svg(analysis))
    if args.json:
        print(json.encode(analysis).decode())
    else:
        console = Console()
        console.print(table_of(analysis))
        for line in in_words(analysis):
            console.print(line, markup=False, highlight=False)
    return 0


def write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{file} cannot be written: {error.strerror}") from None


def table_of(analysis: Analysis) -> Table:
    table = Table(title="In points: a hundred of them are a match")
    for column in ("", "began", "luck", "own play", "others' play", "stand-in", "ended", "error a decision", "marked"):
        table.add_column(column, justify="left" if not column else "right")
    first, last, errors = analysis.standings[0].shares, analysis.standings[-1].shares, analysis.error_per_decision
    for seat, (name, parts) in enumerate(zip(analysis.names, analysis.parts, strict=True)):
        changes = (parts.luck, parts.own, parts.others, parts.stand_in)
        marked = sum(decision.mark is not None for decision in analysis.decisions if decision.seat == seat)
        table.add_row(
            name,
            f"{100 * first[seat]:.0f}",
            *(f"{100 * change:+.0f}" for change in changes),
            f"{100 * last[seat]:.0f}",
            f"{100 * errors[seat]:.1f}",
            str(marked),
        )
    return table


def in_words(analysis: Analysis) -> Iterator[str]:
    yield "What decided it:"
    for change in analysis.turning_points:
        yield f"- rows {change.first + 1} to {change.end}: {whose(analysis, change)}: {moved(analysis, change)}"
    marked = [decision for decision in analysis.decisions if decision.mark is not None]
    if marked:
        yield "Marked moves:"
    for decision in marked:
        loss = f"{100 * decision.loss:.0f} ± {100 * decision.error:.0f} points"
        played = f"{analysis.names[decision.seat]} played {decision.move}"
        yield f"- row {decision.row + 1}: {played}, {decision.best} was better by {loss} ({decision.mark})"


def whose(analysis: Analysis, change: Change) -> str:
    names = " and ".join(analysis.names[seat] for seat in change.seats)
    if change.owner == "luck":
        return "luck"
    return f"{names}, out of time" if change.owner == "clock" else f"{names}'s move"


def moved(analysis: Analysis, change: Change) -> str:
    return ", ".join(f"{name} {100 * by:+.0f}" for name, by in zip(analysis.names, change.by, strict=True))
