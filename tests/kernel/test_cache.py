"""Compiled rules are kept for the next process, and never outlive an edit."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import spieltisch
from spieltisch.kernel.compiled import cache_root, lasting_text, open_cache, rule

PACKAGE = Path(spieltisch.__file__).parent
SEARCH = """
from spieltisch.kernel.compiled import PROCESS
import spieltisch as st
match = st.Match("lobo77", seats=2, seed=1)
print(st.bot("search", seed=1, iterations=50).choose(match.seen(match.actors[0])))
print(PROCESS)
"""
LAID = """
import numpy as np
from spieltisch.games.lobo77.cards import CARDS
from spieltisch.games.lobo77.rules import STATE, lay
states = np.zeros(1, STATE)
lay(states[0], 0, CARDS.index("5"))
print(states[0]["total"])
"""
pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="there is no cache where nothing is compiled"
)


def run(code: str, cache: Path, source: Path = PACKAGE.parent) -> str:
    env = {**os.environ, "SPIELTISCH_CACHE": str(cache), "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": ""}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout


def compiled_files(cache: Path) -> dict[Path, int]:
    return {file: file.stat().st_mtime_ns for file in cache.rglob("*.nbc")}


def cache_of_these_tests() -> Path:
    root = cache_root()
    assert root is not None
    return root


def compiled_by(process: str) -> list[Path]:
    """What it wrote into the cache of these tests, beside all others that write there."""
    return list(cache_of_these_tests().rglob(f"*.{process}.*"))


def copy_of_sources(folder: Path) -> Path:
    """A folder that was moved, a fresh clone, a package that was installed again: with the time of now."""
    ignored = shutil.ignore_patterns("__pycache__", "tests", "page")
    shutil.copytree(PACKAGE, folder / "spieltisch", ignore=ignored, copy_function=shutil.copyfile)
    return folder


@pytest.mark.slow
def test_a_second_process_compiles_nothing_nor_do_the_same_sources_elsewhere(tmp_path: Path) -> None:
    first, _ = run(SEARCH, cache_of_these_tests()).splitlines()
    for source in (PACKAGE.parent, copy_of_sources(tmp_path)):
        again, process = run(SEARCH, cache_of_these_tests(), source).splitlines()
        assert again == first
        assert compiled_by(process) == []


@pytest.mark.slow
def test_processes_write_at_the_same_time_and_none_into_the_files_of_another(tmp_path: Path) -> None:
    code = """
from spieltisch.kernel.compiled import PROCESS
from spieltisch.kernel.dice import below, new_dice
below(new_dice(b"")[0], 6)
print(PROCESS)
"""
    with ThreadPoolExecutor(2) as pool:
        processes = {name.strip() for name in pool.map(lambda _: run(code, tmp_path), range(2))}
    assert len(processes) == 2
    for file in compiled_files(tmp_path):
        assert file.name.split(".")[-3] in processes


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_what_was_cut_off_is_compiled_again(ending: str, tmp_path: Path) -> None:
    code = "from spieltisch.kernel.dice import below, new_dice; print(below(new_dice(b'')[0], 6))"
    first = run(code, tmp_path)
    [file] = tmp_path.rglob(f"*.{ending}")
    file.write_bytes(file.read_bytes()[:20])
    assert run(code, tmp_path) == first
    assert len(file.read_bytes()) > 20 or ending == "nbc", "and kept again"


@pytest.mark.slow
def test_an_edited_rule_is_never_played_by_its_old_version(tmp_path: Path) -> None:
    """The edited file is not the one whose functions are called: numba alone would not notice."""
    source = copy_of_sources(tmp_path)
    assert run(LAID, tmp_path / "cache", source) == "5\n"
    cards = source / "spieltisch" / "games" / "lobo77" / "cards.toml"
    cards.write_text(cards.read_text().replace("value = 5, ", "value = 6, "))
    assert run(LAID, tmp_path / "cache", source) == "6\n"


ROLLED = (
    "from theirs.deep.rules import rolled; from spieltisch.kernel.compiled import PROCESS; print(rolled(1), PROCESS)"
)


@pytest.mark.slow
def test_rules_of_another_package_are_kept_and_never_outlive_an_edit_of_it(tmp_path: Path) -> None:
    package = tmp_path / "first" / "theirs"
    (package / "deep").mkdir(parents=True)
    for folder in (package, package / "deep"):
        (folder / "__init__.py").touch()
    (package / "sides.py").write_text("SIDES = 6\n")
    (package / "deep" / "rules.py").write_text(
        "from spieltisch.kernel import rule\nfrom theirs.sides import SIDES\n\n"
        "@rule\ndef rolled(n):\n    return n + SIDES\n"
    )
    assert run(ROLLED, tmp_path / "cache", package.parent).split()[0] == "7"
    shutil.copytree(package, tmp_path / "second" / "theirs")
    answer, process = run(ROLLED, tmp_path / "cache", tmp_path / "second").split()
    assert answer == "7"
    assert list((tmp_path / "cache").rglob(f"*.{process}.*")) == [], "the same sources elsewhere: nothing is compiled"
    (tmp_path / "second" / "theirs" / "sides.py").write_text("SIDES = 8\n")
    assert run(ROLLED, tmp_path / "cache", tmp_path / "second").split()[0] == "9"


@pytest.mark.slow
def test_what_cannot_see_an_edited_file_is_not_compiled_again(tmp_path: Path) -> None:
    cache, source = tmp_path / "cache", copy_of_sources(tmp_path)
    run(LAID, cache, source)
    files = compiled_files(cache)
    assert files
    for other in ("games/gracias/rules.py", "bots/search.py", "server/app.py"):
        with (source / "spieltisch" / other).open("a") as file:
            file.write("# edited\n")
    run(LAID, cache, source)
    assert compiled_files(cache) == files


def test_old_caches_are_removed(tmp_path: Path) -> None:
    old = [f"kernel-{number:016x}" for number in range(9)]
    for number, name in enumerate(["holidays", f"bots-kernel-{0:016x}", *old]):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (number, number))
    ours = open_cache(tmp_path, "kernel", "f" * 16)
    left = {folder.name for folder in tmp_path.iterdir()}
    assert left == {"holidays", f"bots-kernel-{0:016x}", ours.name, *old[4:]}, "and nothing else is touched"


def test_rules_of_the_same_name_are_told_apart() -> None:
    def make(plus: bool) -> Callable[[int], int]:
        if plus:

            @rule
            def step(n: int) -> int:
                return n + 1
        else:

            @rule
            def step(n: int) -> int:
                return n - 1

        return step

    assert (make(True)(5), make(False)(5)) == (6, 4)


def test_a_rule_may_not_close_over_what_has_no_lasting_name() -> None:
    with pytest.raises(TypeError, match="may close over"):
        lasting_text(object())
