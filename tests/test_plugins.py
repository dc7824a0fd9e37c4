"""Games of other packages: found by their entry points, or left out in words."""

import os
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import spieltisch
from spieltisch.games import GROUP, OURS, with_plugins
from toys.bidding import BIDDING

BAD_NAME = replace(BIDDING, name="../bidding")


def entry(leads_to: str) -> EntryPoint:
    return EntryPoint("theirs", leads_to, GROUP)


def test_a_game_of_another_package_comes_after_ours() -> None:
    assert with_plugins(OURS, [entry("toys.bidding:BIDDING")]) == (*OURS, BIDDING)


@pytest.mark.parametrize(
    ("leads_to", "why"),
    [
        ("toys.nowhere:GAME", "No module named 'toys.nowhere'"),
        ("toys.bidding:GAME", "AttributeError"),
        ("toys.bidding:SEATS", "must lead to a Game, not to 4"),
        ("test_plugins:BAD_NAME", "small letters, digits and hyphens, not '../bidding'"),
        ("spieltisch.games.lobo77:GAME", "there is a game named 'lobo77' already"),
    ],
)
def test_what_cannot_be_played_is_left_out_in_words(leads_to: str, why: str, caplog: pytest.LogCaptureFixture) -> None:
    assert with_plugins(OURS, [entry(leads_to), entry("toys.bidding:BIDDING")]) == (*OURS, BIDDING)
    [said] = caplog.messages
    assert said.startswith(f"the game theirs ({leads_to}) is left out: ")
    assert why in said


def installed(folder: Path, source: str) -> None:
    """A package of one module, as an installer leaves it."""
    (folder / "theirs.py").write_text(source)
    about = folder / "theirs-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\ntheirs = theirs:GAME\n")


def test_a_package_that_cannot_be_imported_stops_nothing(tmp_path: Path) -> None:
    installed(tmp_path, "raise OSError('the dice are lost')\n")
    command = [sys.executable, "-m", "spieltisch.cli", "terminal", "--help"]
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert run.stderr == "the game theirs (theirs:GAME) is left out: OSError: the dice are lost\n"
    assert all(name in run.stdout for name in spieltisch.GAMES)
