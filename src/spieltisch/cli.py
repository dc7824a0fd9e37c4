"""The program `spieltisch`."""

import argparse
import shlex
import shutil
import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path

from rich.console import Console

import spieltisch as st
from spieltisch import hosting, terminal
from spieltisch.bots import BOTS
from spieltisch.kernel import Game
from spieltisch.kernel.errors import shown
from spieltisch.kernel.game import LANGUAGES
from spieltisch.terminal.words import WORDS

GOOD_COMPANY = 4  # seats, unless the game or the person says otherwise
KEPT = {"seats": None, "lang": "de", "bots": "careful", "name": ""}  # for another match; and their defaults


def main(argv: Sequence[str] | None = None) -> int:
    take_any_text()
    parser = make_parser()
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help()
        return 0
    try:
        code: int = args.run(args)
        return code
    except ValueError as error:
        print(f"spieltisch: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # nobody reads on
        Console().on_broken_pipe()
        return 1


def take_any_text() -> None:
    """A letter that the terminal cannot show, or garbage typed into it, is no reason to stop."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def play(args: argparse.Namespace) -> int:
    try:
        play_in_terminal(args)
    except (EOFError, KeyboardInterrupt) as leaving:
        terminal.say_goodbye(args.lang)
        return 0 if isinstance(leaving, EOFError) else 130
    return 0


def play_in_terminal(args: argparse.Namespace) -> None:
    game = st.Match.game_named(args.game)
    seats = args.seats if args.seats is not None else min(max(GOOD_COMPANY, game.seats[0]), game.seats[-1])
    chosen = game.check_options(dict(read_option(game, option) for option in args.option))
    match, bot = terminal.prepare(args.lang, game, game.check_seats(seats), chosen, args.bots, args.seed)
    terminal.play(match, bot, args.lang, args.name, args.fast)
    print(WORDS[args.lang]["terminal"]["again"], again(args))


def again(args: argparse.Namespace) -> str:
    """The command for another match like this one, with other cards."""
    program = "spieltisch" if shutil.which("spieltisch") or sys.argv[0].endswith(".py") else sys.argv[0]
    given = {name: value for name, value in vars(args).items() if name in KEPT and value not in (None, KEPT[name])}
    flags = [part for name, value in given.items() for part in (f"--{name}", str(value))]
    options = [part for option in args.option for part in ("--option", option)]
    return shlex.join([program, "play", args.game, *flags, *options, *["--fast"] * args.fast])


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


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="spieltisch",
        description="Table games: in your terminal against bots, or on a server for everybody.",
        epilog=f"For a start: spieltisch play {st.GAMES[0]}",
    )
    parser.add_argument("--version", action="version", version=f"spieltisch {version('spieltisch')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    add_play(commands.add_parser("play", help="play a match against bots", epilog=games_and_options()))
    hosting.add_commands(commands)
    return parser


def add_play(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=play)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game", metavar="GAME", help=", ".join(st.GAMES))
    parser.add_argument("--seats", type=int, metavar="N", help=f"how many play, you too (usually {GOOD_COMPANY})")
    parser.add_argument("--lang", choices=LANGUAGES, default=KEPT["lang"], help="language (de)")
    parser.add_argument("--bots", default=KEPT["bots"], metavar="BOT", help=f"{', '.join(BOTS)} (careful)")
    parser.add_argument("--seed", type=int, metavar="S", help="a number: the same one deals the same cards again")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="see below; repeatable")
    parser.add_argument("--name", default=KEPT["name"], help="your name at the table")
    parser.add_argument("--fast", action="store_true", help="bots do not pause")


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


if __name__ == "__main__":
    raise SystemExit(main())
