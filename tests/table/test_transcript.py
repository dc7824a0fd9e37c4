"""The running hash that only clients keep: it tells when a server tells two stories."""

import json
import random
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from spieltisch.table import commands
from spieltisch.table.fairness import Note
from spieltisch.table.messages import Frame, SeatChange, Seating, Step
from spieltisch.table.replay import Document, LogLine, Noted, Wrong, check_noted, document_of, told_to
from spieltisch.table.transcript import ToldMove, Transcript, moves_in
from table.sitting import Person, Sitting, game_named, playing

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
GAMES = ["lobo77", "gracias", "bidding", "heaps"]


def kept_by(person: Person, start: bytes) -> Transcript:
    """What this person's client keeps, of all that came over its line."""
    transcript = Transcript(start)
    for message in person.inbox:
        match message:
            case Seating(match=match, log=log) if hasattr(match, "frames"):
                transcript = Transcript(start)
                transcript.extend(moves_in(match.frames), log)
            case Seating(log=log):
                transcript.extend([], log)
            case Step(frames=frames):
                transcript.extend(moves_in(frames), [])
    return transcript


def note_of(found: Document, seat: int, kept: Transcript) -> Note:
    (mine,) = [person for person in found.people if person.seat == seat]
    return Note(
        found.version,
        found.table,
        found.number,
        seat,
        found.commitment,
        mine.entropy,
        found.start,
        begun=True,
        rows=kept.rows,
        changes=kept.changes,
        head=kept.head.hex(),
    )


def document(sitting: Sitting) -> Document:
    found = document_of("t1", game_named, [entry for _, entry in sitting.log], 1)
    assert found is not None
    return found


def finished(game: str) -> tuple[Sitting, Document, dict[int, Transcript]]:
    """With a pause, a line that broke, and somebody for whom a bot stood in."""
    sitting = playing(game, people=3, seats=3, grace_s=5)
    start = sitting.state.start.digest()
    for _ in range(4):
        sitting.play_first()
    sitting.do(sitting.at(1), commands.Pause)
    sitting.do(sitting.at(2), commands.Resume)
    ben = sitting.at(1)
    sitting.go(ben)
    sitting.wait(6000)
    sitting.come(ben.name)
    sitting.play_out(random.Random(3))
    found = document(sitting)
    return sitting, found, {seat: kept_by(sitting.at(seat), start) for seat in range(3)}


@pytest.mark.parametrize("game", GAMES)
def test_what_clients_kept_is_what_the_document_says(game: str) -> None:
    _, found, kept = finished(game)
    assert {change.what for change in found.changes} >= {"paused", "resumed", "stood_in", "back"}
    for seat, transcript in kept.items():
        assert (transcript.rows, transcript.changes) == (len(found.log), len(found.changes))
        assert check_noted(found, [note_of(found, seat, transcript)], game_named) == Noted(1, 0, len(found.log))


@pytest.mark.parametrize("game", GAMES)
def test_a_note_from_the_middle_of_the_match_fits_too(game: str) -> None:
    sitting = playing(game, people=3, seats=3)
    start = sitting.state.start.digest()
    sitting.play_first()
    early = kept_by(sitting.at(0), start)
    sitting.play_out(random.Random(2))
    found = document(sitting)
    assert early.rows < len(found.log)
    assert check_noted(found, [note_of(found, 0, early)], game_named) == Noted(1, 0, early.rows)


def test_another_story_is_found_out() -> None:
    _, found, kept = finished("bidding")
    note = note_of(found, 0, kept[0])
    last = max(number for number, line in enumerate(found.log) if line.seat == 0)
    lies = [
        replace(found, log=[*found.log[:last], replace(found.log[last], at=5), *found.log[last + 1 :]]),
        replace(found, log=[*found.log[:last], replace(found.log[last], claimed=(1, 2)), *found.log[last + 1 :]]),
        replace(found, changes=[replace(found.changes[0], seat=2), *found.changes[1:]]),
        replace(found, changes=found.changes[1:]),
        replace(found, log=found.log[:-1]),
    ]
    for lie in lies:
        with pytest.raises(Wrong) as wrong:
            check_noted(lie, [note], game_named)
        assert wrong.value.check == "transcript"


def test_a_note_without_a_hash_is_one_of_before() -> None:
    _, found, kept = finished("bidding")
    note = replace(note_of(found, 0, kept[0]), rows=0, changes=0, head="")
    assert check_noted(found, [note], game_named) == Noted(1, 0, 0)


def test_runs_of_moves_count_one_by_one() -> None:
    together, apart = Transcript(b"start"), Transcript(b"start")
    together.extend(moves_in([Frame(-1, "?", 1, times=3)]), [])
    apart.extend(moves_in([Frame(-1, "?", 1)] * 3), [])
    assert (together.head, together.rows) == (apart.head, 3)


def test_its_bytes() -> None:
    """The vector of docs/fairness.md, which the page's tests check too."""
    rows = [(json.loads(told), head) for told, head in re.findall(r"^\| `(\[.*\])` \| ([0-9a-f]{64}) \|$", PAGE, re.M)]
    (start,) = re.findall(r"^\| start \| ([0-9a-f]{64}) \|$", PAGE, re.M)
    transcript = Transcript(bytes.fromhex(start))
    for (what, *told), head in rows:
        if what == "move":
            transcript.extend([ToldMove(*told)], [])
        else:
            transcript.extend([], [SeatChange(transcript.rows, told[0], what, told[1], told[2] or None)])
        assert transcript.head.hex() == head
    assert len(rows) == 8


@pytest.mark.parametrize("game", ["lobo77", "gracias"])
def test_nothing_that_was_worked_out_from_hidden_things_is_ever_sent(game: str) -> None:
    """Whoever got another seat's hash could try every card until it fits: so nobody gets one, in any form."""
    sitting, found, kept = finished(game)
    rules = game_named(game)
    sent = b"".join(message for person in sitting.people.values() for message in person.bytes)
    heads = {transcript.head for transcript in kept.values()}
    for seat in (0, 1, 2, None):
        transcript = Transcript(bytes.fromhex(found.start))
        for line in found.log:
            guesses = [line] if line.weights is None else with_any_outcome(found, line)
            for guess in guesses:
                trial = Transcript(transcript.head, transcript.rows, transcript.changes)
                trial.extend([told_to(-3 if seat is None else seat, guess, rules)], [])
                heads.add(trial.head)
            transcript.extend([told_to(-3 if seat is None else seat, line, rules)], [])
    assert len(heads) > 100
    assert not any(head in sent or head.hex().encode() in sent for head in heads)


def with_any_outcome(found: Document, line: LogLine) -> list[LogLine]:
    return [replace(line, move=move) for move in found.outcomes if line.to != -1] or [line]
