"""A finished match as a document: a good one is in order, and whatever is tampered with is found."""

import random
from collections.abc import Callable
from functools import cache
from hashlib import sha256

import pytest
from msgspec import json
from msgspec.structs import replace

from spieltisch.kernel import CHANCE
from spieltisch.kernel.cells import values
from spieltisch.kernel.log import UNDO
from spieltisch.table import commands
from spieltisch.table.replay import Checked, Document, Line, Person, Wrong, document_of, frames_of, verify
from table.sitting import Sitting, game_named, playing

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
    frames = frames_of(good, game_named)
    assert frames is not None
    cells = list(frames.start)
    assert len(frames.steps) == len(good.log)
    for step in frames.steps:
        for cell, value in zip(step[::2], step[1::2], strict=True):
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
        number for number in range(len(log) - 1)
        if log[number].seat == log[number + 1].seat == CHANCE and log[number].move != log[number + 1].move
    )
    return replace(found, log=[*log[:one], log[one + 1], log[one], *log[one + 2 :]])


def seats_in_another_order(found: Document) -> Document:
    log = list(found.log)
    one, two = [number for number, line in enumerate(log) if line.seat >= 0][:2]
    log[one], log[two] = log[two], log[one]
    return replace(found, log=log)


def another_entropy(found: Document) -> Document:
    """With a hash that fits: only the draws give it away."""
    entropy = bytes(32)
    forged = Person(found.people[0].seat, sha256(entropy).hexdigest(), entropy.hex())
    return replace(found, people=[forged, *found.people[1:]])


def another_secret(found: Document) -> Document:
    secret = bytes(32)
    return replace(found, secret=secret.hex(), commitment=sha256(secret).hexdigest())


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
    "an entropy and its hash": ("draws", another_entropy),
    "an entropy": ("entropy", lambda found: with_person(found, entropy="00" * 32)),
    "an entropy that is none": ("entropy", lambda found: with_person(found, entropy="zz")),
    "a hash": ("entropy", lambda found: with_person(found, hash="00" * 32)),
    "a person less": ("draws", lambda found: replace(found, people=found.people[:1])),
    "a person twice": ("entropy", lambda found: replace(found, people=[*found.people, found.people[0]])),
    "the commitment": ("commitment", lambda found: replace(found, commitment="00" * 32)),
    "the secret": ("commitment", lambda found: replace(found, secret="00" * 32)),
    "a secret that is none": ("secret", lambda found: replace(found, secret="00")),
    "the secret and its commitment": ("draws", another_secret),
    "the table": ("draws", lambda found: replace(found, table="t2")),
    "weights": ("rules", certain),
    "no weights": ("draws", lambda found: with_line(found, draw_of_a_card(found), weights=None)),
    "a weight below zero": ("draws", lambda found: with_line(found, 0, weights=[-1] * len(found.outcomes))),
    "weights of a seat's move": ("rules", a_stray_weight),
    "the receiver": ("rules", another_receiver),
    "the places": ("rules", lambda found: replace(found, places=found.places[1:] + found.places[:1])),
    "the points": ("rules", lambda found: replace(found, points=[point + 1 for point in found.points])),
    "the rules' version": ("rules", lambda found: replace(found, rules=found.rules + 1)),
    "the game": ("rules", lambda found: replace(found, game="chess")),
    "an option that there is not": ("rules", lambda found: replace(found, options={"edition": "99"})),
    "the number of seats": ("rules", lambda found: replace(found, names=found.names[:2])),
    "a name of an outcome": ("rules", renamed_outcome),
    "the outcomes' order": ("draws", lambda found: replace(found, outcomes=found.outcomes[::-1])),
    "no outcomes": ("draws", no_outcomes),
    "a move less": ("rules", lambda found: replace(found, log=found.log[:-1])),
    "a move more": ("rules", lambda found: replace(found, log=[*found.log, Line(0, found.log[-1].move)])),
    "a seat that there is not": ("rules", lambda found: replace(found, log=[*found.log, Line(9, "10")])),
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
        assert wrong.value.check == "rules"


def test_times_that_run_backwards_are_found() -> None:
    _, good = finished("bidding")
    with pytest.raises(Wrong):
        verify(earlier(good), game_named)
