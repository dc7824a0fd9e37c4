"""Imports go downward only, never sideways; and only the list of games names a game."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import spieltisch
from spieltisch.games import GAMES

PACKAGE = Path(spieltisch.__file__).parent
FLOORS = (
    {"kernel"},
    {"games", "bots", "table", "store"},
    {"coach"},
    {"server", "client", "rl", "lab"},
    {"api"},
    {"__init__"},
    {"warming"},
    {"terminal", "serving", "match_files"},
    {"hosting", "matches", "analysing"},
    {"cli"},
)
MODULES = [file for file in sorted(PACKAGE.rglob("*.py")) if "tests" not in file.relative_to(PACKAGE).parts]


def part_of(file: Path) -> str:
    """kernel, games, …: the folder or module directly below the package."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def floor_of(part: str) -> int:
    return next(level for level, parts in enumerate(FLOORS) if part in parts)


@cache
def nodes_of(source: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(source)))


def imports_of(source: str) -> list[str]:
    """Everything of ours that is imported, as dotted names."""
    names: list[str] = []
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path: from spieltisch.… import …"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return [name for name in names if name.split(".")[0] == "spieltisch"]


def parts_imported(source: str) -> set[str]:
    """The parts of the package that a source imports; the package's own names are the top floor's."""
    dotted = [name.split(".") for name in imports_of(source)]
    known = set().union(*FLOORS)
    return {name[1] if len(name) > 1 and name[1] in known else "__init__" for name in dotted}


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_go_downward_only(file: Path) -> None:
    here = part_of(file)
    for part in parts_imported(file.read_text(encoding="utf-8")) - {here}:
        assert floor_of(part) < floor_of(here), f"{file.name} ({here}) imports {part}"


def test_a_servers_page_is_there_before_the_rules() -> None:
    """What shows it imports neither them nor what compiles them."""
    known = "import sys, spieltisch.cli, spieltisch.serving; print([*sys.modules])"
    imported = subprocess.run([sys.executable, "-c", known], capture_output=True, text=True, check=True).stdout
    assert "spieltisch.server.doorman" in imported
    for late in ("numpy", "numba", "aiohttp", "rich", "spieltisch.kernel", "spieltisch.games", "spieltisch.lab"):
        assert f"'{late}'" not in imported, late


def test_the_check_can_fail() -> None:
    assert parts_imported("from spieltisch.games import lobo77") == {"games"}
    assert parts_imported("from spieltisch import bot") == {"__init__"}
    assert parts_imported("import spieltisch.bots.search as search\nimport numpy") == {"bots"}


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_only_the_list_of_games_names_a_game(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    strings = {node.value for node in nodes_of(source) if isinstance(node, ast.Constant)}
    imported = {part for name in imports_of(source) for part in name.split(".")}
    for game in GAMES:
        inside = file.is_relative_to(game.folder) or file == PACKAGE / "games" / "__init__.py"
        assert inside or not {game.folder.name, game.name} & (strings | imported), f"{file.name} names {game.name}"


def test_the_kernel_needs_numpy_numba_and_icu_only() -> None:
    import sys

    allowed = {"numpy", "numba", "icu4py", "spieltisch"} | set(sys.stdlib_module_names)
    for file in (PACKAGE / "kernel").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert {alias.name.split(".")[0] for alias in node.names} <= allowed, file.name
            elif isinstance(node, ast.ImportFrom) and node.module:
                assert node.module.split(".")[0] in allowed, file.name
