"""What a host offers for options whose values are not listed: a file each, in a folder of his own.

Nobody else can bring such a value: over the wire it goes by its name only, and the table keeps what is in it.
"""

from collections.abc import Mapping
from pathlib import Path

from spieltisch.games import GAMES
from spieltisch.kernel import Game
from spieltisch.kernel.errors import BadOption, shown

FILES = "*.toml"
LONGEST_NAME = 40

Offers = Mapping[str, str]  # a file's name → its value


def read_offers(folder: Path | None) -> dict[tuple[str, str], Offers]:
    """By game and option. One bad file, and the server does not start: better than a table without its deck."""
    if folder is None:
        return {}
    if not folder.is_dir():
        raise BadOption(f"{folder} is no folder")
    files = {name_of(file): file for file in sorted(folder.glob(FILES))}
    return {
        (game.name, option): {name: free.from_file(file) for name, file in files.items()}
        for game in GAMES
        for option, free in game.free_options.items()
    }


def name_of(file: Path) -> str:
    if len(file.stem) > LONGEST_NAME or not file.stem.isprintable():
        raise BadOption(f"{file}: a name has at most {LONGEST_NAME} letters that can be shown")
    return file.stem


def values_of(game: Game, offers: Mapping[tuple[str, str], Offers]) -> dict[str, list[str]]:
    """What can be chosen at this host, the default first."""
    listed = {option: list(values) for option, values in game.options.items()}
    return listed | {
        option: [free.default, *(name for name in offers.get((game.name, option), ()) if name != free.default)]
        for option, free in game.free_options.items()
    }


def chosen(game: Game, offers: Mapping[tuple[str, str], Offers], options: Mapping[str, str]) -> dict[str, str]:
    """What a guest chose by name, as the table keeps it."""
    values = dict(options)
    for option, free in game.free_options.items():
        name, known = values.get(option, free.default), offers.get((game.name, option), {})
        if name != free.default and name not in known:
            allowed = ", ".join(map(repr, (free.default, *known)))
            raise BadOption(f"option {option!r} is one of {allowed}, not {shown(name)}")
        values[option] = free.default if name == free.default else known[name]
    return game.check_options(values)
