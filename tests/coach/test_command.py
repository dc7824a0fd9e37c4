"""`spieltisch analyse FILE`."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec import json

import finished_match
from spieltisch.cli import main
from spieltisch.coach import Analysis

FILE = finished_match.FILES["lobo77"]
QUICKLY = ("--continuations", "10", "--deals", "10")


@pytest.fixture
def match_file(tmp_path: Path) -> Path:
    file = tmp_path / "match.json"
    file.write_bytes(json.encode(json.decode(FILE.read_bytes())["finished"]))
    return file


def test_a_match_file_is_analysed_in_words(match_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(match_file), *QUICKLY]) == 0
    said = capsys.readouterr().out
    for words in ("luck", "own", "Hanna", "Ben", "What decided it:", "marked"):
        assert words in said


def test_as_json_it_is_the_whole_report(match_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(match_file), *QUICKLY, "--json"]) == 0
    report = json.decode(capsys.readouterr().out, type=Analysis)
    assert (report.game, report.names, report.continuations) == ("lobo77", ["Hanna", "Ben"], 10)
    assert len(report.standings) == len(report.changes) + 1


def test_the_curve_is_a_picture(match_file: Path, tmp_path: Path) -> None:
    plot = tmp_path / "curve.svg"
    assert main(["analyse", str(match_file), *QUICKLY, "--plot", str(plot)]) == 0
    picture = ElementTree.fromstring(plot.read_text())
    curves = [part for part in picture.iter() if part.tag.endswith("polyline")]
    assert len(curves) == 2
    assert "Hanna" in plot.read_text()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda text: b"nonsense", "not a match file"),
        (lambda text: text.replace(b'"Hanna"', b'"Gerda"', 1), "is not in order"),
    ],
)
def test_a_file_that_is_not_in_order_is_refused(
    spoil: object, says: str, match_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(spoil)
    match_file.write_bytes(spoil(match_file.read_bytes()))
    assert main(["analyse", str(match_file), *QUICKLY]) == 2
    assert says in capsys.readouterr().err


def test_a_plot_needs_the_right_name(match_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(match_file), "--plot", "curve.png"]) == 2
    assert ".svg" in capsys.readouterr().err
