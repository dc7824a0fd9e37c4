"""The commands that play matches here: terminal, with a person; arena, among bots, to see how strong they are."""

import argparse
import json
import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import spieltisch as st
from spieltisch.bots import BOTS
from spieltisch.kernel import Game
from spieltisch.kernel.errors import shown
from spieltisch.kernel.languages import LANGUAGES, TEXTS
from spieltisch.lab.players import PLAYERS

if TYPE_CHECKING:
    from spieltisch.lab.contest import Contest
    from spieltisch.lab.report import Report

GOOD_COMPANY = 4  # seats, unless the game or the person says otherwise
KEPT = {"seats": None, "lang": "de", "bots": "careful", "name": ""}  # for another match; and their defaults


def run_terminal(args: argparse.Namespace) -> int:
    from spieltisch import terminal

    try:
        play_in_terminal(args)
    except (EOFError, KeyboardInterrupt) as leaving:
        terminal.say_goodbye(args.lang)
        return 0 if isinstance(leaving, EOFError) else 130
    return 0


def play_in_terminal(args: argparse.Namespace) -> None:
    from spieltisch import terminal

    game = st.Match.game_named(args.game)
    seats = args.seats if args.seats is not None else usual_seats(game)
    chosen = game.check_options(read_options(game, args.option))
    match, bot = terminal.prepare(args.lang, game, game.check_seats(seats), chosen, args.bots, args.seed)
    terminal.play(match, bot, args.lang, args.name, args.fast)
    print(TEXTS[args.lang]["terminal"]["again"], again(args))


def usual_seats(game: Game) -> int:
    return min(max(GOOD_COMPANY, game.seats[0]), game.seats[-1])


def again(args: argparse.Namespace) -> str:
    """The command for another match like this one, with other cards."""
    program = "spieltisch" if shutil.which("spieltisch") or sys.argv[0].endswith(".py") else sys.argv[0]
    given = {name: value for name, value in vars(args).items() if name in KEPT and value not in (None, KEPT[name])}
    flags = [part for name, value in given.items() for part in (f"--{name}", str(value))]
    options = [part for option in args.option for part in ("--option", option)]
    return shlex.join([program, "terminal", args.game, *flags, *options, *["--fast"] * args.fast])


def read_options(game: Game, options: Sequence[str]) -> dict[str, str]:
    return dict(read_option(game, option) for option in options)


def read_option(game: Game, option: str) -> tuple[str, str]:
    """Of a free option, the value is in a file."""
    name, value = name_and_value(option)
    free = game.free_options.get(name)
    return name, value if free is None or value == free.default else free.from_file(Path(value))


def name_and_value(option: str) -> tuple[str, str]:
    name, equals, value = option.partition("=")
    if not equals:
        raise st.BadOption(f"an option is written NAME=VALUE, not {shown(option)}")
    return name, value


def run_arena(args: argparse.Namespace) -> int:
    from spieltisch.lab.arena import measure
    from spieltisch.lab.plot import check_plot
    from spieltisch.lab.ratings import check_library
    from spieltisch.lab.seating import balanced

    contest = read_contest(args)
    matches = balanced(args.matches, contest.seats)
    if args.plot is not None:
        check_plot(args.plot)
    check_library()
    if matches != args.matches:
        print(f"spieltisch: {matches} matches, so that all sit on every seat equally often", file=sys.stderr)
    measured = measure(contest, matches, args.cores, args.results, args.ceiling)
    if measured.report is None:
        print("spieltisch: not one match was finished", file=sys.stderr)
    else:
        show(measured.report, args.json, args.plot)
    return 0 if measured.complete else 130


def read_contest(args: argparse.Namespace) -> "Contest":
    from spieltisch.lab.contest import BadContest, make_contest

    if args.matches < 1:
        raise BadContest(f"at least 1 match has to be played, not {args.matches}")
    game = st.Match.game_named(args.game)
    bots = [name.strip() for name in args.bots.split(",")]
    seats = args.seats if args.seats is not None else max(usual_seats(game), len(bots))
    return make_contest(game, bots, seats, read_options(game, args.options), args.ms, args.seed)


def show(report: "Report", in_json: bool, plot: Path | None) -> None:
    from rich.console import Console

    from spieltisch.lab.plot import as_svg
    from spieltisch.lab.report import as_json, as_table, way_in_words

    if plot is not None:
        plot.write_text(as_svg(report.outcome), encoding="utf-8")
    if in_json:
        print(json.dumps(as_json(report), indent=2, ensure_ascii=False))
        return
    console = Console()
    console.print(as_table(report.outcome))
    if report.ceiling is not None:
        console.print(as_table(report.ceiling))
        console.print(way_in_words(report))


def add_terminal(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=run_terminal)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = games_and_options()
    parser.add_argument("game", metavar="GAME", help=", ".join(st.GAMES))
    parser.add_argument("--seats", type=int, metavar="N", help=f"how many play, you too (usually {GOOD_COMPANY})")
    parser.add_argument("--lang", choices=LANGUAGES, default=KEPT["lang"], help="language (de)")
    parser.add_argument("--bots", default=KEPT["bots"], metavar="BOT", help=f"{', '.join(BOTS)} (careful)")
    parser.add_argument("--seed", type=int, metavar="S", help="a number: the same one deals the same cards again")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="see below; repeatable")
    parser.add_argument("--name", default=KEPT["name"], help="your name at the table")
    parser.add_argument("--fast", action="store_true", help="bots do not pause")


def add_arena(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=run_arena)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = games_and_options()
    add = parser.add_argument
    add("game", metavar="GAME", help=", ".join(st.GAMES))
    add("--bots", required=True, metavar="BOT,BOT", help=f"of {', '.join(PLAYERS)}; the last fills the table")
    add("--matches", type=int, default=400, metavar="N", help="rounded up, for balanced seats (%(default)s)")
    add("--seats", type=int, metavar="N", help=f"how many play (usually {GOOD_COMPANY})")
    add("--options", action="append", default=[], metavar="NAME=VALUE", help="see below; repeatable")
    add("--ms", type=int, metavar="MS", help="time for each move of bots that search (as long as they usually take)")
    add("--seed", type=int, default=0, metavar="S", help="the same number, the same matches (%(default)s)")
    add("--cores", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (%(default)s)")
    add("--ceiling", action="store_true", help="then with a cheat in the first bot's place: how far is it to that?")
    add("--results", type=Path, metavar="FILE", help="keep every match there; run again, it goes on from there")
    add("--plot", type=Path, metavar="FILE.svg", help="draw the shares")
    add("--json", action="store_true", help="print one JSON object instead of the table")


def games_and_options() -> str:
    lines = ["games and their options (the first value is the usual one):"]
    for name in st.GAMES:
        game = st.Match.game_named(name)
        lines.append(f"  {name}, {game.seats[0]} to {game.seats[-1]} players")
        for option, values in game.options.items():
            lines.append("    " + " | ".join(f"{option}={shlex.quote(value)}" for value in values))
        for option, free in game.free_options.items():
            lines.append(f"    {option}={free.default} | {option}=FILE")
    return "\n".join(lines)
