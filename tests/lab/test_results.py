"""A contest can be continued, whatever became of it; and no other file is taken for it, or harmed."""

from pathlib import Path

import pytest
from msgspec import json, structs

from spieltisch.games import game_named
from spieltisch.lab.contest import BadContest, Contest, PlayedMatch, make_contest
from spieltisch.lab.playing import play_numbers
from spieltisch.lab.results import Results

CONTEST = make_contest(game_named("lobo77"), ("careful", "random"), 4, {}, seed=5)
MATCHES = 8


def play_on(file: Path | None, matches: int = MATCHES, contest: Contest = CONTEST) -> list[PlayedMatch]:
    with Results(contest, file) as results:
        for played in play_numbers(contest, results.missing(matches), cores=1):
            results.add(played)
        return results.first(matches)


@pytest.fixture(scope="module")
def whole() -> list[PlayedMatch]:
    return play_on(None)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


@pytest.fixture
def full(file: Path, whole: list[PlayedMatch]) -> bytes:
    """The content of a file with all matches."""
    with Results(CONTEST, file) as results:
        for played in whole:
            results.add(played)
    return file.read_bytes()


def test_the_header_names_the_contest(full: bytes) -> None:
    header = json.decode(full.splitlines()[0])
    assert header["game"] == "lobo77"
    assert {"rules", "seats", "options", "bots", "ms", "seed", "spieltisch"} < set(header)
    assert len(full.splitlines()) == 1 + MATCHES


def test_the_same_number_is_the_same_match(whole: list[PlayedMatch]) -> None:
    assert play_on(None, 2) == whole[:2]
    assert play_on(None, 2, structs.replace(CONTEST, seed=6)) != whole[:2]


def test_wherever_it_was_torn_it_goes_on_to_the_same_end(full: bytes, file: Path, whole: list[PlayedMatch]) -> None:
    """Cut anywhere, within the header too."""
    for cut in range(0, len(full) + 1, 37):
        file.write_bytes(full[:cut])
        with Results(CONTEST, file) as results:
            for number in results.missing(MATCHES):
                results.add(whole[number])
            assert results.first(MATCHES) == whole
        assert file.read_bytes() == full


def test_a_last_line_of_garbage_is_cut_off(full: bytes, file: Path, whole: list[PlayedMatch]) -> None:
    file.write_bytes(full + b"\0\0\0\xff\n")
    assert play_on(file) == whole
    assert file.read_bytes() == full


def test_matches_beyond_those_asked_for_are_kept_but_not_counted(
    full: bytes, file: Path, whole: list[PlayedMatch]
) -> None:
    assert play_on(file, 4) == whole[:4]
    assert file.read_bytes() == full


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("seed", 6),
        ("bots", ("random", "careful")),
        ("seats", 3),
        ("rules", 99),
        ("options", {"edition": "56"}),
        ("spieltisch", "0.0.1"),
        ("ms", 50),
    ],
)
def test_results_of_another_contest_are_refused(full: bytes, file: Path, name: str, other: object) -> None:
    with pytest.raises(BadContest, match=f"holds another contest: its {name} is"):
        Results(structs.replace(CONTEST, **{name: other}), file)
    assert file.read_bytes() == full


@pytest.mark.parametrize("content", [b"Dear diary", b"Dear diary\n", b'{"file":"else"}\n', b"\xff\n1\n", b"[]\n[]\n"])
def test_other_files_are_left_alone(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(BadContest, match="is not a file of the arena"):
        Results(CONTEST, file)
    assert file.read_bytes() == content


def test_a_broken_line_in_the_middle_is_named(full: bytes, file: Path) -> None:
    lines = full.splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"careful"', b'"cheat"')
    file.write_bytes(b"".join(lines))
    with pytest.raises(BadContest, match=r"line 3 of .* is not a match of this contest"):
        Results(CONTEST, file)


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "no folder" / "file"):
        with pytest.raises(BadContest, match="cannot be written"):
            Results(CONTEST, file)
