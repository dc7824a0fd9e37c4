"""The program `spieltisch`. A command's module is imported by those who want it: a server's page is there at once."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from io import TextIOWrapper
from typing import NamedTuple


class Subcommand(NamedTuple):
    help: str
    module: str  # has a function add_NAME, which takes the command's parser


COMMANDS = {
    "play": Subcommand("open the page in your browser: choose a game, play", "serving"),
    "terminal": Subcommand("play a match against bots here", "matches"),
    "arena": Subcommand("measure how strong bots are", "matches"),
    "analyse": Subcommand("tell where a finished match was won, by skill and by luck", "analysing"),
    "serve": Subcommand("run a server for tables", "serving"),
    "bot": Subcommand("bring a bot to a table", "hosting"),
    "verify": Subcommand("check a finished match: dice, entropies, rules", "hosting"),
    "backup": Subcommand("copy a server's data file, also while it runs", "hosting"),
    "restore": Subcommand("make a new data file from a backup", "hosting"),
    "check": Subcommand("look through a data file, also while a server runs on it", "hosting"),
    "copy": Subcommand("copy a server's tables into a new file, or into PostgreSQL, or back", "hosting"),
    "trash": Subcommand("tables that are set aside: list them, bring them back", "hosting"),
}


def main(argv: Sequence[str] | None = None) -> int:
    take_any_text()
    given = sys.argv[1:] if argv is None else argv
    parser = make_parser(next((word for word in given if not word.startswith("-")), None))
    args = parser.parse_args(given)
    args.given = given
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
        from rich.console import Console

        Console().on_broken_pipe()
        return 1


def take_any_text() -> None:
    """A letter that the terminal cannot show, or garbage typed into it, is no reason to stop."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def make_parser(wanted: str | None) -> argparse.ArgumentParser:
    """That knows all commands, and the arguments of the one that is wanted."""
    parser = argparse.ArgumentParser(
        prog="spieltisch",
        description="Table games: in your browser, with bots or friends, or in your terminal.",
        epilog="For a start: spieltisch play. In the terminal: spieltisch terminal --help names the games.",
    )
    parser.add_argument("--version", action="version", version=f"spieltisch {version('spieltisch')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        of_command = commands.add_parser(name, help=command.help)
        if name == wanted:
            getattr(import_module(f"spieltisch.{command.module}"), f"add_{name}")(of_command)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
