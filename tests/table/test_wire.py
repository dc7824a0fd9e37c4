"""Nothing goes over the wire that a seat may not know: re-deal what it cannot see, and every byte it gets is the same.

SPIELTISCH_HISTORIES sets how many matches are played at each table.
"""

import dataclasses
import os

import numpy as np
import pytest
from numpy.typing import NDArray

from spieltisch.kernel import CHANCE, Game, Record, frames, note, rule, turn
from spieltisch.kernel.frames import LookupTables
from spieltisch.kernel.record import Sees
from spieltisch.kernel.workspaces import Workspaces
from spieltisch.table import commands
from spieltisch.table.session import Session
from table.paired_tables import PairedTables
from table.sitting import KNOWN, Sitting

MATCHES = int(os.environ.get("SPIELTISCH_HISTORIES", "10"))
LONGEST = 400  # moves of a match that are looked at
MOST_CONNECTIONS = 6
TABLES = [
    *(("lobo77", 2, 2), ("lobo77", 4, 3)),
    *(("bidding", 3, 2), ("bidding", 4, 4)),
    *(("gracias", 3, 3), ("gracias", 5, 2)),
]


def distract(paired: PairedTables) -> None:
    """Now and then something else happens at both tables."""
    match paired.rng.randrange(40):
        case 0:     paired.both(lambda sitting: sitting.do(sitting.at(paired.seat), commands.Say, phrase=2))
        case 1:     paired.both(lambda sitting: come_again(sitting, paired.seat))
        case 2:     paired.both(look_on)
        case 3:     paired.both(lambda sitting: sitting.wait(4000))
        case 4:     paired.both(ask_for_a_chair)


def come_again(sitting: Sitting, seat: int) -> None:
    """With some rows of the log in hand."""
    person = sitting.at(seat)
    sitting.go(person)
    sitting.look(person.name, person.token, have=(sitting.state.shown, 3))


def look_on(sitting: Sitting) -> None:
    if len(sitting.people) < MOST_CONNECTIONS:
        sitting.spectator()


def ask_for_a_chair(sitting: Sitting) -> None:
    """Somebody who looks on; in the end the host has said no."""
    if any(chair.kind == "bot" for chair in sitting.state.chairs) and len(sitting.people) < MOST_CONNECTIONS:
        sitting.admit(sitting.ask(f"Stranger {len(sitting.people)}{sitting.state.seq}"), yes=False)


def play_a_match(game: str, seats: int, people: int, seed: int) -> PairedTables:
    paired = PairedTables(game, seats, people, seed, quick=True)
    for _ in range(LONGEST):
        if paired.real.state.stage != "playing":
            break
        distract(paired)
        seat = paired.rng.choice(paired.real.match.actors)
        paired.play(seat, paired.rng.choice(paired.real.match.moves(seat)))
    return paired


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "people"), TABLES)
def test_redealing_the_hidden_changes_no_byte(game: str, seats: int, people: int) -> None:
    followed = lost = 0
    for seed in range(MATCHES):
        paired = play_a_match(game, seats, people, seed)
        followed, lost = followed + paired.followed, lost + paired.lost
    assert followed > lost


# Planted faults: the test above would find them


def find_a_leak() -> None:
    for seed in range(6):
        for game, seats, people in TABLES:
            play_a_match(game, seats, people, seed)


PRIVATE = [
    (game.name, field)
    for game in KNOWN.values()
    for field, sees in game.who_sees.items()
    if sees in (Sees.OWN, Sees.HIDDEN)
]


@pytest.mark.parametrize(("game", "field"), PRIVATE)
def test_a_field_that_is_wrongly_declared_is_found(game: str, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leaky = dataclasses.replace(KNOWN[game], who_sees={**KNOWN[game].who_sees, field: Sees.PUBLIC})
    monkeypatch.setitem(KNOWN, game, leaky)
    with pytest.raises(AssertionError):
        find_a_leak()


def test_a_log_that_tells_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def everything(game: Game) -> LookupTables:
        tables = honest(game)
        seen = tables.number[: len(tables.number) // 2]
        return tables._replace(number=np.concatenate([seen, seen]))

    honest = frames.tables_of
    monkeypatch.setattr(turn, "tables_of", everything)
    monkeypatch.setattr(turn, "compiled_turn", turn.compiled_turn.__wrapped__)
    monkeypatch.setattr(turn, "_workspaces", Workspaces(turn.Workspace))
    with pytest.raises(AssertionError):
        find_a_leak()


def test_messages_that_go_to_the_wrong_seat_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_as_the_first_seat(session: Session) -> None:
        session.readers = np.zeros(len(session.watchers), np.int64)

    monkeypatch.setattr(Session, "note_readers", all_as_the_first_seat)
    with pytest.raises(AssertionError):
        find_a_leak()


@pytest.mark.slow
def test_a_story_that_tells_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    @rule
    def tell(before: Record, seat: int, move: int, after: Record, out: NDArray[np.int64]) -> int:
        return note(out, 0, 0, move) if seat == CHANCE else 0

    talkative = dataclasses.replace(KNOWN["lobo77"], rules=dataclasses.replace(KNOWN["lobo77"].rules, tell=tell))
    monkeypatch.setitem(KNOWN, "lobo77", talkative)
    with pytest.raises(AssertionError):
        find_a_leak()
