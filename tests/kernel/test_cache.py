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
from spieltisch.kernel.compiled import lasting_text, open_cache, rule

PACKAGE = Path(spieltisch.__file__).parent
SEARCH = """
import spieltisch as st
match = st.Match("lobo77", seats=2, seed=1)
print(st.bot("search", seed=1, iterations=50).choose(match.seen(match.actors[0])))
"""
FIRST_TOTAL = """
import spieltisch as st
match = st.Match.at("lobo77", {"seats": 2, "hands": [["5", "5"], ["5"]]}, seed=1)
match.play(0, "5")
print(match.view(0)["total"])
"""
pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="there is no cache where nothing is compiled"
)


def run(code: str, cache: Path, source: Path = PACKAGE.parent) -> str:
    env = {**os.environ, "SPIELTISCH_CACHE": str(cache), "PYTHONPATH": str(source)}
    env |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(cache / "bytecode")}  # as on any machine
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout


def compiled_files(cache: Path) -> dict[Path, int]:
    return {file: file.stat().st_mtime_ns for file in cache.rglob("*.nbc")}


def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    first = run(SEARCH, tmp_path)
    files = compiled_files(tmp_path)
    assert 5 < len(files) < 20, "what only rules call has no file of its own"
    assert run(SEARCH, tmp_path) == first
    assert compiled_files(tmp_path) == files


def test_the_same_sources_elsewhere_and_later_compile_nothing(tmp_path: Path) -> None:
    """A folder that was moved, a fresh clone, a package that was installed again."""
    for copy in ("first", "second"):
        shutil.copytree(
            PACKAGE,
            tmp_path / copy / "spieltisch",
            ignore=shutil.ignore_patterns("__pycache__", "tests"),
            copy_function=shutil.copyfile,  # with the time of now
        )
    run(FIRST_TOTAL, tmp_path / "cache", tmp_path / "first")
    files = compiled_files(tmp_path)
    run(FIRST_TOTAL, tmp_path / "cache", tmp_path / "second")
    assert compiled_files(tmp_path) == files


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


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_what_was_cut_off_is_compiled_again(ending: str, tmp_path: Path) -> None:
    code = "from spieltisch.kernel.dice import below, new_dice; print(below(new_dice(b'')[0], 6))"
    first = run(code, tmp_path)
    [file] = tmp_path.rglob(f"*.{ending}")
    file.write_bytes(file.read_bytes()[:20])
    assert run(code, tmp_path) == first
    assert len(file.read_bytes()) > 20 or ending == "nbc", "and kept again"


def test_an_edited_rule_is_never_played_by_its_old_version(tmp_path: Path) -> None:
    """The edited file is not the one whose functions are called: numba alone would not notice."""
    source = tmp_path / "source"
    shutil.copytree(PACKAGE, source / "spieltisch", ignore=shutil.ignore_patterns("__pycache__", "tests"))
    assert run(FIRST_TOTAL, tmp_path / "cache", source) == "5\n"
    cards = source / "spieltisch" / "games" / "lobo77" / "cards.toml"
    cards.write_text(cards.read_text().replace("value = 5, ", "value = 6, "))
    assert run(FIRST_TOTAL, tmp_path / "cache", source) == "6\n"


def test_what_cannot_see_an_edited_file_is_not_compiled_again(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(PACKAGE, source / "spieltisch", ignore=shutil.ignore_patterns("__pycache__", "tests"))
    run(FIRST_TOTAL, tmp_path / "cache", source)
    files = compiled_files(tmp_path)
    for other in ("games/gracias/rules.py", "bots/search.py", "server/app.py"):
        with (source / "spieltisch" / other).open("a") as file:
            file.write("# edited\n")
    run(FIRST_TOTAL, tmp_path / "cache", source)
    assert compiled_files(tmp_path) == files


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
