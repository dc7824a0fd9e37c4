"""The matches played so far: kept in a file, if one is named, so that a contest can be continued."""

from io import BufferedRandom
from pathlib import Path
from typing import Self

from msgspec import DecodeError, ValidationError, json, to_builtins

from spieltisch.lab.contest import BadContest, Contest, PlayedMatch
from spieltisch.lab.seating import seating

LONGEST = 80  # characters of a value in an error
TORN = (DecodeError, ValidationError, UnicodeError)


class Results:
    """JSON lines: the contest, then its matches as they ended. Every line is in the file before the next match."""

    def __init__(self, contest: Contest, file: Path | None) -> None:
        self.contest = contest
        self.file = file
        self._played: dict[int, PlayedMatch] = {}
        self._lines = None if file is None else self._open(file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._lines is not None:
            self._lines.close()

    def add(self, played: PlayedMatch) -> None:
        self._played[played.match] = played
        if self._lines is not None:
            self._write(json.encode(played))

    def first(self, matches: int) -> list[PlayedMatch]:
        """Those with the first numbers, in order: the same, however often the contest was interrupted."""
        return [self._played[number] for number in range(matches) if number in self._played]

    def missing(self, matches: int) -> list[int]:
        return [number for number in range(matches) if number not in self._played]

    # The file

    def _open(self, file: Path) -> BufferedRandom:
        try:
            lines = file.open("r+b" if file.exists() else "w+b")
            content = lines.read()
        except OSError as error:
            raise BadContest(f"{file} cannot be written: {error.strerror}") from None
        try:
            self._take_up(lines, content)
        except BaseException:
            lines.close()
            raise
        return lines

    def _take_up(self, lines: BufferedRandom, content: bytes) -> None:
        """Read what is there, and cut off a last line that was torn."""
        header = json.encode(self.contest) + b"\n"
        whole = content[: content.rfind(b"\n") + 1]
        if not whole and not header.startswith(content):
            raise BadContest(f"{self.file} is not a file of the arena")
        first, *others = whole.splitlines(keepends=True) or [b""]
        if whole:
            self._check_header(first)
        good = len(first) + sum(map(len, self._read(others)))
        lines.truncate(good)
        lines.seek(good)
        if not whole:
            self._lines = lines
            self._write(header[:-1])

    def _check_header(self, line: bytes) -> None:
        try:
            theirs = to_builtins(json.decode(line, type=Contest))
        except TORN:
            raise BadContest(f"{self.file} is not a file of the arena") from None
        for name, ours in to_builtins(self.contest).items():
            if theirs[name] != ours:
                there, here = (json.encode(value).decode()[:LONGEST] for value in (theirs[name], ours))
                raise BadContest(f"{self.file} holds another contest: its {name} is {there}, not {here}")

    def _read(self, lines: list[bytes]) -> list[bytes]:
        """→ the lines that are good: all, or all but the last."""
        for index, line in enumerate(lines):
            played = read_match(self.contest, line)
            if played is None and index < len(lines) - 1:
                raise BadContest(f"line {index + 2} of {self.file} is not a match of this contest")
            if played is None:
                return lines[:index]
            self._played[played.match] = played
        return lines

    def _write(self, line: bytes) -> None:
        assert self._lines is not None
        try:
            self._lines.write(line + b"\n")
            self._lines.flush()
        except OSError as error:
            raise BadContest(f"{self.file} cannot be written: {error.strerror}") from None


def read_match(contest: Contest, line: bytes) -> PlayedMatch | None:
    try:
        played = json.decode(line, type=PlayedMatch)
    except TORN:
        return None
    by_seat = len(played.places) == len(played.points) == contest.seats and 1 in played.places
    fits = played.match >= 0 and played.bots == seating(contest.line_up, played.match)
    return played if by_seat and fits else None
