"""`spieltisch arena`, as a person meets it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import json

from spieltisch import cli
from spieltisch.lab import players

PROGRAM = (sys.executable, "-m", "spieltisch.cli")
PATIENCE = 120  # seconds; rules may have to be compiled
DUEL = ("arena", "lobo77", "--bots", "careful,random", "--seats", "2", "--seed", "3")
HERE = ("--cores", "1")

Capture = pytest.CaptureFixture[str]


def told(capsys: Capture, *args: object) -> Any:
    """What it prints as JSON."""
    assert cli.main([*map(str, args), "--json"]) == 0
    return json.decode(capsys.readouterr().out)


def test_the_outcome_as_json(capsys: Capture) -> None:
    outcome = told(capsys, *DUEL, *HERE, "--matches", 8)
    assert (outcome["matches"], outcome["parity"], outcome["ms"]) == (8, 0.5, None)
    best, other = outcome["bots"]
    assert {"name", "win_share", "low", "high", "mean_place", "rating"} < set(best)
    assert (best["name"], other["name"]) == ("careful", "random")
    assert best["low"] <= best["win_share"] <= best["high"]
    assert best["win_share"] + other["win_share"] == pytest.approx(1)
    assert best["rating"] > 0 > other["rating"]


def test_the_outcome_as_a_table(capsys: Capture) -> None:
    assert cli.main(["arena", "lobo77", "--bots", "careful,random", "--matches", "5", "--seats", "3", *HERE]) == 0
    shown = capsys.readouterr()
    assert "Lobo 77: careful, 2 × random; 6 matches" in shown.out
    assert "parity: 33.3%" in shown.out
    assert "█" in shown.out
    assert "6 matches, so that all sit on every seat equally often" in shown.err


def test_options_are_played_by(capsys: Capture) -> None:
    outcome = told(capsys, *DUEL, *HERE, "--matches", 2, "--options", "draw=by hand", "--options", "edition=56")
    assert (outcome["options"]["draw"], outcome["options"]["edition"]) == ("by hand", "56")


def test_the_usual_seats_or_as_many_as_are_needed(capsys: Capture) -> None:
    few = told(capsys, "arena", "lobo77", "--bots", "careful,random", *HERE, "--matches", 4)
    assert few["line_up"] == ["careful", "random", "random", "random"]
    many = told(capsys, "arena", "lobo77", "--bots", "careful,random,random,random,random", *HERE, "--matches", 5)
    assert many["seats"] == 5


def test_the_plot_is_a_picture(capsys: Capture, tmp_path: Path) -> None:
    picture = tmp_path / "shares.svg"
    told(capsys, *DUEL, *HERE, "--matches", 4, "--plot", picture)
    root = ElementTree.parse(picture).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"careful", "random", "parity 50.0%"} < texts
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 2


def test_the_ceiling(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A careful cheat is soon done, and as strong as somebody careful."""
    monkeypatch.setattr(players, "CHEATING", "careful")
    file = tmp_path / "results.jsonl"
    outcome = told(capsys, *DUEL, *HERE, "--matches", 12, "--ceiling", "--results", file)
    assert {bot["name"] for bot in outcome["ceiling"]["bots"]} == {"cheat", "random"}
    assert {"share", "low", "high"} == set(outcome["share_of_the_way"])
    cheats = tmp_path / "results.ceiling.jsonl"
    assert [kept.read_bytes().count(b"\n") for kept in (file, cheats)] == [13, 13]
    assert cli.main([*DUEL, *HERE, "--matches", "12", "--ceiling", "--results", str(file)]) == 0
    assert "of the way" in capsys.readouterr().out


# Refusals


def refuse(capsys: Capture, says: str, *args: object) -> None:
    """In one sentence."""
    assert cli.main([str(arg) for arg in args]) == 2
    shown = capsys.readouterr()
    assert says in shown.err
    assert (shown.out, shown.err.count("\n"), shown.err.startswith("spieltisch: ")) == ("", 1, True)


@pytest.mark.parametrize(
    ("says", "args"),
    [
        ("there is no game 'chess'", ("chess", "--bots", "careful,random")),
        ("there is no bot 'expert'; there are: beginner, ", ("lobo77", "--bots", "careful,expert")),
        ("has no option 'colour'", ("lobo77", "--bots", "careful,random", "--options", "colour=red")),
        ("written NAME=VALUE", ("lobo77", "--bots", "careful,random", "--options", "edition")),
        ("at least 1 match", ("lobo77", "--bots", "careful,random", "--matches", "0")),
        ("at least 1 match", ("lobo77", "--bots", "careful,random", "--matches", "-4")),
        ("at least 1 core", ("lobo77", "--bots", "careful,random", "--cores", "0")),
        ("at least 1 ms", ("lobo77", "--bots", "careful,random", "--ms", "0")),
        ("3 bots are too many for 2 seats", ("lobo77", "--bots", "careful,random,search", "--seats", "2")),
        ("2 to 8 players, not 9", ("lobo77", "--bots", "careful,random", "--seats", "9")),
        ("two different bots", ("lobo77", "--bots", "careful")),
        ("a contest of honest bots", ("lobo77", "--bots", "cheat,random", "--ceiling")),
        ("cannot be written", ("lobo77", "--bots", "careful,random", "--results", "/no/such/folder/file")),
        ("cannot be written", ("lobo77", "--bots", "careful,random", "--plot", "/no/such/folder/file.svg")),
        ("ends in .svg", ("lobo77", "--bots", "careful,random", "--plot", "shares.gif")),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(capsys: Capture, says: str, args: tuple[str, ...]) -> None:
    refuse(capsys, says, "arena", *args)


def test_results_of_another_contest_are_refused(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    told(capsys, *DUEL, *HERE, "--matches", 2, "--results", file)
    refuse(capsys, "its seed is 3, not 4", *DUEL[:-1], 4, "--matches", 2, "--results", file)


def test_without_the_library_nothing_is_played(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    refuse(capsys, "pip install 'spieltisch[lab]'", *DUEL)


# Stopped, and taken up again


@contextmanager
def running(file: Path) -> Iterator[subprocess.Popen[str]]:
    """On two cores; some matches are in the file. It heeds Ctrl-C also where the tests run in the background."""
    with subprocess.Popen(
        [*PROGRAM, *DUEL, "--matches", "100000", "--cores", "2", "--results", str(file), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as program:
        try:
            until = time.monotonic() + PATIENCE
            while not file.exists() or file.read_bytes().count(b"\n") < 6:
                assert program.poll() is None, program.communicate()
                assert time.monotonic() < until
                time.sleep(0.02)
            yield program
        finally:
            program.kill()


@pytest.mark.slow
def test_after_a_kill_it_goes_on_to_the_same_outcome(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with running(file) as program:
        program.kill()
        program.communicate(timeout=PATIENCE)  # returns when nobody holds the pipes any more: its workers are gone too
    with file.open("ab") as torn:
        torn.write(b'{"match":1,"bots":["careful","ran')
    matches = 2 * (file.read_bytes().count(b"\n") // 2 + 2)
    continued = told(capsys, *DUEL, *HERE, "--matches", matches, "--results", file)
    assert continued == told(capsys, *DUEL, *HERE, "--matches", matches)


@pytest.mark.slow
def test_ctrl_c_leaves_a_good_file_and_says_what_there_is(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with running(file) as program:
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does: to the workers too
        out, err = program.communicate(timeout=PATIENCE)
    assert (program.returncode, "Traceback" in err) == (130, False)
    lines = file.read_text().splitlines()
    assert json.decode(out)["matches"] == len(lines) - 1 == len([json.decode(line)["match"] for line in lines[1:]])
