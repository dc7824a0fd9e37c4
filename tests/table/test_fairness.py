"""Version 2 of the protocol: the vectors of docs/fairness.md, a second reading of it, and what an operator may try."""

import hashlib
import hmac
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from spieltisch.table import commands, fairness
from spieltisch.table.fairness import Contribution, Distrust, MatchStart, Note, Occupant, TooSoon
from spieltisch.table.messages import TableView
from table.sitting import Person, Sitting

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
SECRET = bytes(range(32))
COMMITTED = hashlib.sha256(SECRET).digest()
ENTROPIES = {0: b"\x11" * 32, 2: b"\x22" * 32}
CHAIRS = [Occupant("human", "Hanna", ""), Occupant("bot", "Robo", "master"), Occupant("human", "Jürgen", "")]
OPTIONS = {"edition": "55", "draw": "automatic", "announce": "automatic"}


def vector(what: str) -> str:
    found = re.search(rf"^\| {re.escape(what)} \| ([0-9a-f]+) \|$", PAGE, re.MULTILINE)
    assert found is not None, what
    return found[1]


def start() -> MatchStart:
    hashes = {seat: fairness.entropy_hash(COMMITTED, seat, entropy) for seat, entropy in ENTROPIES.items()}
    return MatchStart("kitchen-table", 3, "lobo77", 1, OPTIONS, CHAIRS, COMMITTED, hashes)


def test_vectors_of_the_page() -> None:
    stream = fairness.stream(SECRET, start(), ENTROPIES)
    assert fairness.parts("t7", 12, b"\x01\x02", "").hex() == vector('`parts("t7", 12, 0x0102, "")`')
    assert fairness.commitment(SECRET).hex() == vector("C")
    assert start().hashes[0].hex() == vector("hash of seat 0")
    assert start().hashes[2].hex() == vector("hash of seat 2")
    assert start().digest().hex() == vector("start")
    assert stream.context.hex() == vector("context")
    assert f"{stream.word()[0]:016x}" == vector("word 0 of the stream")


def test_a_second_reading_of_the_page() -> None:
    """The same, written straight from its words."""

    def parts(*texts: bytes) -> bytes:
        return b"".join(len(text).to_bytes(4, "big") + text for text in texts)

    def sha(*texts: bytes) -> bytes:
        return hashlib.sha256(b"".join(texts)).digest()

    committed = sha(SECRET)
    hash0 = sha(b"spieltisch entropy 2", parts(committed, b"0", ENTROPIES[0]))
    hash2 = sha(b"spieltisch entropy 2", parts(committed, b"2", ENTROPIES[2]))
    options = parts(b"announce", b"automatic", b"draw", b"automatic", b"edition", b"55")
    chairs = parts(b"human", b"Hanna", b"", b"bot", b"Robo", b"master", b"human", "Jürgen".encode(), b"")
    hashes = parts(b"0", hash0, b"2", hash2)
    digest = sha(
        b"spieltisch start 2",
        parts(b"kitchen-table", b"3", b"lobo77", b"1", options, chairs, committed, hashes),
    )
    context = parts(b"spieltisch 2", digest, b"0", ENTROPIES[0], b"2", ENTROPIES[2])
    block = hmac.new(SECRET, context + bytes(8), hashlib.sha256).digest()
    assert block[:8].hex() == vector("word 0 of the stream")


OTHER_STARTS = {
    "table": start()._replace(table="kitchen-tabl"),
    "number": start()._replace(number=4),
    "game": start()._replace(game="gracias"),
    "rules": start()._replace(rules=2),
    "an option": start()._replace(options=OPTIONS | {"edition": "56"}),
    "an option less": start()._replace(options={"edition": "55", "draw": "automatic"}),
    "a name": start()._replace(chairs=[CHAIRS[0]._replace(name="Hann"), *CHAIRS[1:]]),
    "a letter shifted": start()._replace(chairs=[Occupant("human", "", "Hanna"), *CHAIRS[1:]]),
    "a level": start()._replace(chairs=[CHAIRS[0], CHAIRS[1]._replace(level="club"), CHAIRS[2]]),
    "a kind": start()._replace(chairs=[CHAIRS[0], CHAIRS[1]._replace(kind="human"), CHAIRS[2]]),
    "commitment": start()._replace(commitment=bytes(32)),
    "a hash": start()._replace(hashes={**start().hashes, 0: bytes(32)}),
    "a ghost's hash": start()._replace(hashes={**start().hashes, 1: bytes(32)}),
    "a seat": start()._replace(hashes={1: start().hashes[0], 2: start().hashes[2]}),
}


@pytest.mark.parametrize("what", OTHER_STARTS)
def test_everything_shown_is_in_the_start_and_so_in_the_dice(what: str) -> None:
    other = OTHER_STARTS[what]
    assert other.digest() != start().digest()
    assert fairness.stream(SECRET, other, ENTROPIES).context != fairness.stream(SECRET, start(), ENTROPIES).context


def test_the_order_of_options_and_hashes_does_not_matter() -> None:
    backwards = dict(sorted(start().hashes.items(), reverse=True))
    other = start()._replace(options=dict(sorted(OPTIONS.items())), hashes=backwards)
    assert other.digest() == start().digest()


# What clients do


def revealing(sitting: Sitting, dice: dict[int, Contribution]) -> dict[int, TableView]:
    """All hashes are published: the table as each seat was shown it."""
    people: dict[int, Person] = {seat: sitting.at(seat) for seat in dice}
    sitting.do(sitting.host, commands.Start)
    for seat, mine in dice.items():
        sitting.do(people[seat], commands.Hash, hash=mine.hash("t1", people[seat].table, seat))
    return {seat: person.table for seat, person in people.items()}


@pytest.fixture
def sitting() -> Sitting:
    sitting = Sitting(seats=3)
    sitting.sit_all(people=2)
    return sitting


@pytest.fixture
def dice() -> dict[int, Contribution]:
    return {0: Contribution(), 1: Contribution()}


def test_clients_that_follow_the_page_begin_a_match(sitting: Sitting, dice: dict[int, Contribution]) -> None:
    for seat, shown in revealing(sitting, dice).items():
        note = dice[seat].reveal("t1", shown, seat)
        sitting.do(sitting.at(seat), commands.Reveal, entropy=note.entropy, start=note.start)
    assert sitting.state.stage == "playing"
    assert {note.start for mine in dice.values() for note in mine.notes} == {sitting.state.start.digest().hex()}


def test_a_reveal_for_another_start_is_refused_and_nothing_begins(
    sitting: Sitting, dice: dict[int, Contribution]
) -> None:
    """The server's words, to a client that was shown something else."""
    shown = revealing(sitting, dice)[0]
    note = dice[0].reveal("t1", shown, 0)
    assert sitting.refused(sitting.at(0), commands.Reveal, entropy=note.entropy, start="00" * 32) == "wrong_start"


def test_every_start_has_fresh_entropy(sitting: Sitting, dice: dict[int, Contribution]) -> None:
    """An operator cancels a start after he has seen a reveal: what he saw is of no use for the next one."""
    dice[0] = Contribution(now=lambda: sitting.now / 1000)
    first = dice[0].reveal("t1", revealing(sitting, dice)[0], 0)
    sitting.wait(10_000)
    assert sitting.at(0).table.cancelled == 1
    second = dice[0].reveal("t1", revealing(sitting, dice)[0], 0)
    assert first.entropy != second.entropy
    assert first.commitment != second.commitment


def test_nothing_is_hashed_for_a_commitment_that_was_revealed_for(
    sitting: Sitting, dice: dict[int, Contribution]
) -> None:
    """A server that does not burn the commitment of a cancelled start."""
    shown = revealing(sitting, dice)[0]
    dice[0].reveal("t1", shown, 0)
    with pytest.raises(Distrust, match="starts anew"):
        dice[0].hash("t1", replace(shown, stage="hashing", hashes={}), 0)


def test_a_number_is_not_used_twice(sitting: Sitting, dice: dict[int, Contribution]) -> None:
    """A server that tries secrets under one number would leave only one note of it."""
    shown = revealing(sitting, dice)[0]
    for number in (shown.number, shown.number - 1):
        with pytest.raises(Distrust, match="counts anew"):
            dice[0].hash("t1", replace(shown, stage="hashing", hashes={}, commitment="ab" * 32, number=number), 0)


def test_dice_are_not_shown_again_and_again_in_a_moment(sitting: Sitting) -> None:
    """An operator sees the dice at each reveal, and can refuse them by cancelling: not hundreds of times at once."""
    now = [0.0]
    mine = Contribution(now=lambda: now[0])
    others = {0: mine, 1: Contribution()}
    mine.reveal("t1", revealing(sitting, others)[0], 0)
    sitting.wait(10_000)
    shown = revealing(sitting, others)[0]
    now[0] = 4.9
    with pytest.raises(TooSoon):
        mine.reveal("t1", shown, 0)
    now[0] = 5.0
    mine.reveal("t1", shown, 0)


def test_a_match_that_begins_without_us_is_noticed(sitting: Sitting, dice: dict[int, Contribution]) -> None:
    """A server that never asks for the reveal, or not even for a hash, deals as it likes."""
    shown = replace(revealing(sitting, dice)[0], stage="playing")
    with pytest.raises(Distrust, match="without this client"):
        dice[0].begin("t1", shown, 0, was_seated=True)
    never_asked = Contribution()
    with pytest.raises(Distrust, match="without this client"):
        never_asked.begin("t1", shown, 0, was_seated=True)
    assert [(note.entropy, note.start) for note in never_asked.notes] == [("", "")]
    late = Contribution()
    late.begin("t1", shown, 0, was_seated=False)
    assert late.notes == []


def test_what_is_sent_was_kept_before(sitting: Sitting) -> None:
    kept: list[Note] = []

    def keep(notes: Sequence[Note]) -> None:
        kept[:] = notes

    mine = Contribution(keep=keep)
    shown = revealing(sitting, {0: mine, 1: Contribution()})[0]
    assert [(note.commitment, note.start) for note in kept] == [(shown.commitment, "")]
    note = mine.reveal("t1", shown, 0)
    assert kept == [note]
    mine.begin("t1", replace(shown, stage="playing"), 0, was_seated=True)
    assert [note.begun for note in kept] == [True]
    with pytest.raises(Distrust, match="starts anew"):
        Contribution(kept).hash("t1", replace(shown, stage="hashing", hashes={}), 0)


@pytest.mark.parametrize("garbled", ["", "AB" * 32, "zz" * 32, "ab " * 21 + "a"])
def test_what_is_no_commitment_is_not_answered(garbled: str, sitting: Sitting) -> None:
    with pytest.raises(Distrust, match="32 bytes"):
        Contribution().hash("t1", replace(sitting.at(0).table, commitment=garbled), 0)


def test_the_same_may_be_sent_again_after_a_broken_line(sitting: Sitting, dice: dict[int, Contribution]) -> None:
    shown = revealing(sitting, dice)[0]
    assert dice[0].reveal("t1", shown, 0) == dice[0].reveal("t1", shown, 0)
    assert len(dice[0].notes) == 1


def with_ghost(shown: TableView) -> TableView:
    """A person on the bot's chair, of whom nobody had heard."""
    chairs = [*shown.chairs[:2], replace(shown.chairs[2], kind="human", level=None)]
    return replace(shown, chairs=chairs, hashes={**shown.hashes, 2: "00" * 32})


LIES: dict[str, tuple[Callable[[TableView], TableView], str]] = {
    "own hash is missing": (lambda shown: replace(shown, hashes={1: shown.hashes[1]}), "not among those"),
    "own hash is another": (lambda shown: replace(shown, hashes={**shown.hashes, 0: "00" * 32}), "not among those"),
    "a person without a hash": (lambda shown: replace(shown, hashes={0: shown.hashes[0]}), "one for each"),
    "a hash without a person": (lambda shown: replace(shown, hashes={**shown.hashes, 2: "00" * 32}), "one for each"),
    "another commitment": (lambda shown: replace(shown, commitment="00" * 32), "not among those"),
}


@pytest.mark.parametrize("lie", LIES)
def test_nothing_is_revealed_to_a_server_that_shows(lie: str, sitting: Sitting, dice: dict[int, Contribution]) -> None:
    tamper, words = LIES[lie]
    with pytest.raises(Distrust, match=words):
        dice[0].reveal("t1", tamper(revealing(sitting, dice)[0]), 0)
    assert [note.start for note in dice[0].notes] == [""]


def test_once_revealed_no_ghost_sits_down(sitting: Sitting, dice: dict[int, Contribution]) -> None:
    """The operator adds a person after he has seen the entropies: the start that was noted has none."""
    shown = revealing(sitting, dice)[0]
    noted = dice[0].reveal("t1", shown, 0)
    with pytest.raises(Distrust, match="another start"):
        dice[0].reveal("t1", with_ghost(shown), 0)
    assert fairness.start_shown("t1", with_ghost(shown)).digest().hex() != noted.start


def test_several_seats_of_one_device_reveal_for_the_same_start(sitting: Sitting) -> None:
    """On a sofa."""
    both = Contribution()
    shown = revealing(sitting, {0: both, 1: both})
    notes = [both.reveal("t1", shown[seat], seat) for seat in (0, 1)]
    assert notes[0].start == notes[1].start
    assert notes[0].entropy != notes[1].entropy
