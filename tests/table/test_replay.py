"""A finished match as a document: a good one is in order, and whatever is tampered with is found."""

import random
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from spieltisch.kernel import CHANCE
from spieltisch.kernel.cells import values
from spieltisch.kernel.log import UNDO
from spieltisch.table import commands, fairness
from spieltisch.table.fairness import Note
from spieltisch.table.messages import SeatChange
from spieltisch.table.replay import (
    Checked,
    Document,
    LogLine,
    Noted,
    Person,
    Replay,
    Wrong,
    check_noted,
    document_of,
    replay_of,
    start_of,
    verify,
)
from table.sitting import Sitting, game_named, playing

PAGE = Path(__file__).parents[2] / "web/src/replay"

Tamper = Callable[[Document], Document]


def document(sitting: Sitting, number: int = 1) -> Document | None:
    return document_of("t1", game_named, [entry for _, entry in sitting.log], number)


@cache
def finished(game: str) -> tuple[Sitting, Document]:
    """Two people and a bot; with the clock's moves, and moves taken back, where there are any."""
    sitting = playing(game, people=2, seats=3, move_s=5)
    if game == "heaps":
        for move in ("take 1 from 1", UNDO):
            sitting.play(sitting.at(0), move)
    if game == "bidding":
        sitting.wait(5000)
    sitting.play_out(random.Random(4))
    found = document(sitting)
    assert found is not None
    return sitting, found


@pytest.mark.parametrize("game", ["lobo77", "bidding", "heaps"])
def test_a_good_match_is_in_order(game: str) -> None:
    sitting, good = finished(game)
    checked = verify(json.decode(json.encode(good), type=Document), game_named)
    rows = sitting.match.rows
    draws = sum(row.seat == CHANCE for row in rows)
    assert checked == Checked(people=2, draws=draws, moves=len(rows) - draws, by_rules=True)
    assert [(line.seat, line.move) for line in good.log] == [entry[:2] for entry in sitting.match.log]
    assert good.secret == sitting.secrets[0].hex()


@pytest.mark.parametrize("game", ["lobo77", "bidding", "heaps"])
def test_frames_lead_to_the_end(game: str) -> None:
    sitting, good = finished(game)
    replay = replay_of(good, game_named)
    assert replay is not None
    cells, frames = list(replay.cells), json.decode(json.encode(replay), type=Replay).frames
    assert len(frames) == len(good.log)
    for frame in frames:
        for changes in (frame.changes, frame.own):
            for cell, value in zip(changes[::2], changes[1::2], strict=True):
                cells[cell] = value
    assert cells == values(sitting.match.game, sitting.match.last.after)


def test_a_match_that_has_not_ended_has_no_document() -> None:
    sitting = playing("heaps")
    assert document(sitting) is None
    sitting.play_first()
    assert document(sitting) is None
    sitting.do(sitting.at(0), commands.Abort)
    assert document(sitting) is None
    assert document(sitting, 2) is None


def test_each_match_of_a_table_has_its_own() -> None:
    """A start was cancelled, a match aborted, and one played after the first."""
    sitting = playing("bidding")
    sitting.play_out(random.Random(1))
    sitting.do(sitting.at(0), commands.Start)
    sitting.wait(10_000)
    sitting.start()
    sitting.do(sitting.at(0), commands.Abort)
    sitting.start()
    sitting.play_out(random.Random(2))
    assert [document(sitting, number) is not None for number in range(6)] == [False, True, False, False, True, False]
    for number in (1, 4):
        found = document(sitting, number)
        assert found is not None
        assert verify(found, game_named).people == 2
        assert found.secret == sitting.secrets[number - 1].hex()


def test_a_match_with_bots_alone_after_the_start_is_in_order() -> None:
    """Whoever was there at the start is in the dice, also if he left."""
    sitting = playing("bidding", people=2)
    sitting.do(sitting.at(1), commands.Leave)
    sitting.play_out(random.Random(1))
    found = document(sitting)
    assert found is not None
    assert verify(found, game_named).people == 2
    assert found.names == ["Anna", "Ben"]


# Tampering


def with_line(found: Document, number: int, **changes: object) -> Document:
    log = list(found.log)
    log[number] = replace(log[number], **changes)
    return replace(found, log=log)


def draw_of_a_card(found: Document) -> int:
    """A move of Chance that could well have been another."""
    return next(
        number
        for number, line in enumerate(found.log)
        if line.seat == CHANCE and line.weights is not None and sum(weight > 0 for weight in line.weights) > 3
    )


def another_card(found: Document) -> Document:
    number = draw_of_a_card(found)
    line = found.log[number]
    assert line.weights is not None
    possible = [text for text, weight in zip(found.outcomes, line.weights, strict=True) if weight]
    return with_line(found, number, move=next(text for text in possible if text != line.move))


def another_order(found: Document) -> Document:
    """Two moves of Chance change places, weights and all."""
    log = found.log
    one = next(
        number
        for number in range(len(log) - 1)
        if log[number].seat == log[number + 1].seat == CHANCE and log[number].move != log[number + 1].move
    )
    return replace(found, log=[*log[:one], log[one + 1], log[one], *log[one + 2 :]])


def seats_in_another_order(found: Document) -> Document:
    log = list(found.log)
    one, two = [number for number, line in enumerate(log) if line.seat >= 0][:2]
    log[one], log[two] = log[two], log[one]
    return replace(found, log=log)


def another_entropy(found: Document) -> Document:
    """With a hash that fits."""
    entropy, seat = bytes(32), found.people[0].seat
    hashed = fairness.entropy_hash(bytes.fromhex(found.commitment), seat, entropy)
    forged = Person(seat, hashed.hex(), entropy.hex())
    return replace(found, people=[forged, *found.people[1:]])


def another_secret(found: Document) -> Document:
    secret = bytes(32)
    return replace(found, secret=secret.hex(), commitment=sha256(secret).hexdigest())


def resealed(found: Document) -> Document:
    """With the start that would fit: then the dice give it away."""
    return replace(found, start=start_of(found).digest().hex())


def with_chair(found: Document, seat: int, **changes: str) -> Document:
    chairs = list(found.chairs)
    chairs[seat] = replace(chairs[seat], **changes)
    return replace(found, chairs=chairs)


def a_ghost(found: Document) -> Document:
    """A "person" on a bot's chair, whom nobody saw."""
    entropy = bytes(32)
    hashed = fairness.entropy_hash(bytes.fromhex(found.commitment), 2, entropy)
    people = [*found.people, Person(2, hashed.hex(), entropy.hex())]
    return with_chair(replace(found, people=people), 2, kind="human", level="")


def with_person(found: Document, **changes: str) -> Document:
    return replace(found, people=[replace(found.people[0], **changes), *found.people[1:]])


def certain(found: Document) -> Document:
    """Weights by which nothing else could have been drawn: the stream alone does not give it away."""
    number = draw_of_a_card(found)
    return with_line(found, number, weights=[int(text == found.log[number].move) for text in found.outcomes])


def a_stray_weight(found: Document) -> Document:
    number = next(number for number, line in enumerate(found.log) if line.seat >= 0)
    return with_line(found, number, to=1, weights=[1])


def another_receiver(found: Document) -> Document:
    number = draw_of_a_card(found)
    return with_line(found, number, to=2 if found.log[number].to != 2 else 0)


def renamed_outcome(found: Document) -> Document:
    """One that never happened."""
    happened = {line.move for line in found.log}
    return replace(found, outcomes=[text if text in happened else "something else" for text in found.outcomes])


def no_outcomes(found: Document) -> Document:
    log = [replace(line, weights=[]) if line.seat == CHANCE else line for line in found.log]
    return replace(found, outcomes=[], log=log)


def earlier(found: Document) -> Document:
    return replace(found, log=[line if line.at is None else replace(line, at=-line.at) for line in found.log])


TAMPERED: dict[str, tuple[str, Tamper]] = {
    "another card": ("draws", another_card),
    "Chance's moves in another order": ("draws", another_order),
    "the seats' moves in another order": ("rules", seats_in_another_order),
    "an entropy and its hash": ("start", another_entropy),
    "an entropy, its hash and the start": ("draws", lambda found: resealed(another_entropy(found))),
    "an entropy": ("entropy", lambda found: with_person(found, entropy="00" * 32)),
    "an entropy that is none": ("entropy", lambda found: with_person(found, entropy="zz")),
    "a hash": ("entropy", lambda found: with_person(found, hash="00" * 32)),
    "a person less": ("start", lambda found: replace(found, people=found.people[:1])),
    "a person twice": ("entropy", lambda found: replace(found, people=[*found.people, found.people[0]])),
    "the commitment": ("commitment", lambda found: replace(found, commitment="00" * 32)),
    "the secret": ("commitment", lambda found: replace(found, secret="00" * 32)),
    "a secret that is none": ("secret", lambda found: replace(found, secret="00")),
    "the secret and its commitment": ("entropy", another_secret),
    "the table": ("start", lambda found: replace(found, table="t2")),
    "the table and the start": ("draws", lambda found: resealed(replace(found, table="t2"))),
    "the match's number": ("start", lambda found: replace(found, number=2)),
    "a name": ("start", lambda found: replace(found, names=["Eve", *found.names[1:]])),
    "a bot's level": ("start", lambda found: with_chair(found, 2, level="careful")),
    "a ghost": ("start", a_ghost),
    "a ghost and the start": ("draws", lambda found: resealed(a_ghost(found))),
    "a person who was no person": ("start", lambda found: with_chair(found, 0, kind="bot")),
    "the start": ("start", lambda found: replace(found, start="00" * 32)),
    "a newer version": ("version", lambda found: replace(found, version=3)),
    "an older version": ("entropy", lambda found: replace(found, version=1)),
    "weights": ("rules", certain),
    "no weights": ("draws", lambda found: with_line(found, draw_of_a_card(found), weights=None)),
    "a weight below zero": ("draws", lambda found: with_line(found, 0, weights=[-1] * len(found.outcomes))),
    "weights of a seat's move": ("rules", a_stray_weight),
    "the receiver": ("rules", another_receiver),
    "the places": ("rules", lambda found: replace(found, places=found.places[1:] + found.places[:1])),
    "the points": ("rules", lambda found: replace(found, points=[point + 1 for point in found.points])),
    "the rules' version": ("start", lambda found: replace(found, rules=found.rules + 1)),
    "the game": ("start", lambda found: replace(found, game="chess")),
    "an option that there is not": ("start", lambda found: replace(found, options={"edition": "99"})),
    "the number of seats": ("start", lambda found: replace(found, names=found.names[:2])),
    "a name of an outcome": ("rules", renamed_outcome),
    "the outcomes' order": ("draws", lambda found: replace(found, outcomes=found.outcomes[::-1])),
    "no outcomes": ("draws", no_outcomes),
    "a move less": ("rules", lambda found: replace(found, log=found.log[:-1])),
    "a move more": ("rules", lambda found: replace(found, log=[*found.log, LogLine(0, found.log[-1].move)])),
    "a seat that there is not": ("rules", lambda found: replace(found, log=[*found.log, LogLine(9, "10")])),
}


# All bid at the same time, so their order tells nothing; no two prizes are drawn in a row, and all come.
NOT_IN_BIDDING = {"Chance's moves in another order", "the seats' moves in another order", "a name of an outcome"}
CASES = [
    *(("lobo77", what) for what in TAMPERED),
    *(("bidding", what) for what in TAMPERED if what not in NOT_IN_BIDDING),
]


@pytest.mark.parametrize(("game", "what"), CASES)
def test_what_is_tampered_with_is_found(game: str, what: str) -> None:
    check, tamper = TAMPERED[what]
    _, good = finished(game)
    tampered = tamper(good)
    assert tampered != good
    with pytest.raises(Wrong) as wrong:
        verify(tampered, game_named)
    assert wrong.value.check == check


def test_another_edition_is_found() -> None:
    _, good = finished("lobo77")
    others = [value for value in game_named("lobo77").options["edition"] if value != good.options["edition"]]
    for edition in others:
        with pytest.raises(Wrong) as wrong:
            verify(replace(good, options={**good.options, "edition": edition}), game_named)
        assert wrong.value.check == "start"


@pytest.mark.parametrize("change", [SeatChange(10**6, 0, "sat", "Eve", None), SeatChange(1, 77, "sat", "Eve", None)])
def test_a_change_that_cannot_be_is_found(change: SeatChange) -> None:
    _, good = finished("bidding")
    with pytest.raises(Wrong) as wrong:
        verify(replace(good, changes=[change]), game_named)
    assert wrong.value.check == "changes"


# Version 1: without a start


def old_document() -> Document:
    """Written before there was a version 2; the page's own tests check it too."""
    return json.decode((PAGE / "version1.json").read_bytes(), type=Document)


def test_an_old_match_is_checked_as_what_it_was() -> None:
    assert old_document().version == 1
    assert verify(old_document(), game_named).people == 2


OLD_TAMPERED: dict[str, tuple[str, Tamper]] = {
    "the table": ("draws", lambda found: replace(found, table="t2")),
    "a person less": ("draws", lambda found: replace(found, people=found.people[:1])),
    "the rules' version": ("rules", lambda found: replace(found, rules=found.rules + 1)),
    "the game": ("rules", lambda found: replace(found, game="chess")),
    "an option that there is not": ("rules", lambda found: replace(found, options={"edition": "99"})),
    "another edition": ("rules", lambda found: replace(found, options={**found.options, "edition": "56"})),
    "the number of seats": ("rules", lambda found: replace(found, names=[*found.names, "Eve"])),
    "a newer version": ("entropy", lambda found: replace(found, version=2)),
}


@pytest.mark.parametrize("what", OLD_TAMPERED)
def test_what_is_tampered_with_in_an_old_match_is_found(what: str) -> None:
    check, tamper = OLD_TAMPERED[what]
    with pytest.raises(Wrong) as wrong:
        verify(tamper(old_document()), game_named)
    assert wrong.value.check == check


# What a client noted


def note_of(found: Document, seat: int) -> Note:
    (mine,) = [person for person in found.people if person.seat == seat]
    return Note(found.version, found.table, found.number, seat, found.commitment, mine.entropy, found.start)


@pytest.mark.parametrize("version", [1, 2])
def test_notes_of_the_same_match_fit(version: int) -> None:
    found = old_document() if version == 1 else finished("bidding")[1]
    of_another_match = replace(note_of(found, 0), number=9, entropy="00" * 32)
    assert check_noted(found, [note_of(found, 0), of_another_match], game_named) == Noted(seats=1, unplayed=0, rows=0)
    assert check_noted(found, [note_of(found, 0), note_of(found, 1)], game_named) == Noted(seats=2, unplayed=0, rows=0)


def test_notes_tell_of_starts_that_somebody_refused() -> None:
    """Each is a throw that an operator has seen and not liked."""
    _, found = finished("bidding")
    found = replace(found, number=9)
    before = [replace(note_of(found, 0), number=number, commitment=f"{number:064x}") for number in range(1, 6)]
    notes = [replace(note, begun=note.number in (2, 3)) for note in before]
    unrevealed = replace(note_of(found, 0), number=6, start="")
    assert check_noted(found, [*notes, unrevealed, note_of(found, 0)], game_named) == Noted(seats=1, unplayed=3, rows=0)


NOTED: dict[str, tuple[str, Callable[[Note], Note]]] = {
    "nothing of this match": ("noted", lambda note: replace(note, number=9)),
    "another commitment": ("commitment", lambda note: replace(note, commitment="00" * 32)),
    "another entropy": ("entropy", lambda note: replace(note, entropy="00" * 32)),
    "another seat": ("entropy", lambda note: replace(note, seat=1)),
    "another start": ("start", lambda note: replace(note, start="00" * 32)),
    "no reveal": ("start", lambda note: replace(note, start="")),
    "no entropy": ("entropy", lambda note: replace(note, entropy="")),
}


@pytest.mark.parametrize("what", NOTED)
def test_notes_of_another_start_do_not_fit(what: str) -> None:
    check, tamper = NOTED[what]
    _, found = finished("bidding")
    with pytest.raises(Wrong) as wrong:
        check_noted(found, [tamper(note_of(found, 0))], game_named)
    assert wrong.value.check == check


def test_a_note_of_version_2_refuses_a_document_of_version_1() -> None:
    """Or an operator could go on choosing dice by calling a match an old one."""
    old = old_document()
    with pytest.raises(Wrong) as wrong:
        check_noted(old, [replace(note_of(old, 0), version=2, start="00" * 32)], game_named)
    assert wrong.value.check == "version"


def test_a_ghost_that_the_operator_brought_is_found_by_what_a_player_noted() -> None:
    """His document is in order in itself: he dealt with a third "person", whose entropy he chose after all reveals.
    But Anna was shown a bot there.
    """
    sitting = Sitting("bidding", seats=3)
    sitting.sit_all(people=3)
    sitting.start()
    state = sitting.state
    shown = [*state.start.chairs[:2], state.start.chairs[2]._replace(kind="bot", level="club")]
    to_anna = state.start._replace(chairs=shown, hashes={seat: state.hashes[seat] for seat in (0, 1)})
    note = Note(2, "t1", 1, 0, to_anna.commitment.hex(), state.entropies[0].hex(), to_anna.digest().hex())
    sitting.play_out(random.Random(1))
    found = document(sitting)
    assert found is not None
    assert verify(found, game_named).people == 3
    with pytest.raises(Wrong) as wrong:
        check_noted(found, [note], game_named)
    assert wrong.value.check == "start"


# Who sat there


def test_a_document_tells_who_sat_stood_up_was_stood_in_for_and_came_back() -> None:
    sitting = playing("bidding", people=2, seats=3, grace_s=5)
    anna, ben = sitting.at(0), sitting.at(1)
    sitting.go(ben)
    sitting.wait(5000)
    ben = sitting.come("Ben")
    sitting.do(ben, commands.Leave)
    sitting.play_out(random.Random(1))
    found = document(sitting)
    assert found is not None
    assert found.names == [anna.name, "Ben", sitting.state.chairs[2].name]
    assert [chair.kind for chair in found.chairs] == ["human", "human", "bot"]
    assert [chair.level for chair in found.chairs] == [None, None, "random"]
    assert [(change.seat, change.what, change.level) for change in found.changes] == [
        (1, "stood_in", "careful"),
        (1, "back", None),
        (1, "stood", "careful"),
    ]
    assert verify(found, game_named).people == 2


def test_times_that_run_backwards_are_found() -> None:
    _, good = finished("bidding")
    with pytest.raises(Wrong):
        verify(earlier(good), game_named)
