"""From the host's word to the first card: who must be there, and whose entropy is in the dice."""

from hashlib import sha256

import pytest
from msgspec.structs import replace

from spieltisch.table import commands, entries, fairness
from spieltisch.table import messages as told
from table.sitting import Sitting, entropy_of


def test_only_the_host_starts_and_only_with_all_chairs_taken_and_everybody_here() -> None:
    sitting = Sitting(seats=3)
    anna, ben = sitting.sit("Anna"), sitting.sit("Ben")
    assert sitting.refused(ben, commands.Start) == "only_host"
    assert sitting.refused(anna, commands.Start) == "chairs_empty"
    sitting.do(anna, commands.SeatBot, seat=2, level="careful")
    sitting.go(ben)
    answer = sitting.do(anna, commands.Start)
    assert isinstance(answer, told.CommandRefused)
    assert answer.reason == "not_all_here"
    assert "Ben" in answer.text["de"]


def test_a_match_is_not_started_twice() -> None:
    sitting = Sitting()
    anna, _ = sitting.sit_all()
    sitting.do(anna, commands.Start)
    assert sitting.refused(anna, commands.Start) == "not_while_playing"
    assert sitting.refused(sitting.come("Carla"), commands.Sit, name="Carla") == "starting"


def test_the_commitment_is_there_before_anybody_sits_down() -> None:
    sitting = Sitting()
    assert sitting.spectator().table.commitment == sha256(sitting.secrets[0]).hexdigest()


def test_hashes_are_shown_when_all_are_in_and_entropies_when_all_are_revealed() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    sitting.do(anna, commands.Start)
    sitting.hash(anna)
    assert (ben.table.stage, ben.table.hashes) == ("hashing", {})
    sitting.hash(ben)
    assert (ben.table.stage, sorted(ben.table.hashes)) == ("revealing", [0, 1])
    sitting.reveal(ben)
    assert anna.table.entropies == {}
    sitting.reveal(anna)
    assert anna.table.entropies == {seat: entropy_of(seat, 1).hex() for seat in (0, 1)}
    assert anna.table.stage == "playing"


def test_the_match_is_dealt_from_secret_start_and_entropies() -> None:
    sitting = Sitting()
    sitting.sit_all()
    sitting.start()
    stream = fairness.stream(sitting.secrets[0], sitting.state.start, {seat: entropy_of(seat, 1) for seat in (0, 1)})
    (began,) = sitting.logged(entries.Began)
    for draw in entries.drawn_in(began.draws):
        outcome, stream = stream.next(draw.weights)
        assert outcome == draw.outcome


@pytest.mark.parametrize("stage", ["hashing", "revealing"])
def test_a_missing_answer_cancels_the_start_after_ten_seconds(stage: str) -> None:
    sitting = Sitting(seats=3)
    anna, ben, carla = sitting.sit_all()
    sitting.do(anna, commands.Start)
    answers = [sitting.hash] if stage == "hashing" else [sitting.hash, sitting.reveal]
    if stage == "revealing":
        for person in (anna, ben, carla):
            sitting.wait(3000)
            sitting.hash(person)
    answers[-1](anna)
    sitting.wait(9999)
    assert anna.table.stage == stage
    sitting.wait(1)
    assert (anna.table.stage, anna.table.missing) == ("open", [1, 2])
    assert anna.table.commitment == sha256(sitting.secrets[1]).hexdigest()
    (past,) = anna.past
    assert (past.number, past.ended, past.secret) == (1, "cancelled", sitting.secrets[0].hex())


def test_after_a_cancelled_start_the_next_one_has_other_dice() -> None:
    sitting = Sitting()
    anna, _ = sitting.sit_all()
    sitting.do(anna, commands.Start)
    sitting.wait(10_000)
    sitting.start()
    assert anna.table.missing == []
    assert sitting.state.shown == anna.table.number == 2


def test_an_entropy_that_is_not_the_hashed_one_is_refused_and_the_right_one_still_taken() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    sitting.do(anna, commands.Start)
    assert sitting.refused(anna, commands.Reveal, entropy="00" * 32, start="00" * 32) == "not_time_to_reveal"
    sitting.hash(anna)
    sitting.hash(ben)
    assert sitting.refused(anna, commands.Reveal, entropy=entropy_of(1, 1).hex(), start="00" * 32) == "wrong_reveal"
    sitting.reveal(anna)
    sitting.reveal(ben)
    assert sitting.state.stage == "playing"


def test_an_answer_counts_once_and_only_when_asked_for() -> None:
    sitting = Sitting()
    anna, _ = sitting.sit_all()
    assert sitting.refused(anna, commands.Hash, hash="00" * 32) == "no_start"
    assert sitting.refused(anna, commands.Reveal, entropy="00" * 32, start="00" * 32) == "no_start"
    sitting.do(anna, commands.Start)
    sitting.hash(anna)
    assert sitting.refused(anna, commands.Hash, hash="11" * 32) == "no_start"


def test_bots_add_nothing_to_the_dice() -> None:
    sitting = Sitting(seats=3)
    anna, ben = sitting.sit_all(people=2)
    sitting.start()
    assert sorted(anna.table.hashes) == sorted(ben.table.entropies) == [0, 1]


def test_late_joiners_and_spectators_add_nothing_to_the_dice() -> None:
    sitting = Sitting(seats=3)
    anna, *_ = sitting.sit_all(people=2)
    spectator = sitting.spectator()
    sitting.start()
    carla = sitting.ask("Carla")
    sitting.admit(carla)
    assert carla.seat == 2
    assert sitting.refused(carla, commands.Hash, hash="00" * 32) == "no_start"
    assert sitting.refused(spectator, commands.Hash, hash="00" * 32) == "not_seated"
    assert sorted(anna.table.entropies) == [0, 1]


@pytest.mark.parametrize("leaving", [0, 1, 2])
def test_whoever_leaves_during_the_start_cancels_it(leaving: int) -> None:
    sitting = Sitting(seats=3)
    people = sitting.sit_all()
    sitting.do(people[0], commands.Start)
    sitting.hash(people[0])
    sitting.do(people[leaving], commands.Leave)
    assert (sitting.state.stage, sitting.state.missing) == ("open", [leaving])
    assert sitting.state.secret == sitting.secrets[1]
    assert sitting.wake_at is None


def test_a_start_under_way_survives_the_server() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    sitting.do(anna, commands.Start)
    sitting.hash(anna)
    sitting.reload()
    anna, ben = sitting.come("Anna"), sitting.come("Ben")
    sitting.hash(ben)
    sitting.reveal(anna)
    sitting.reveal(ben)
    assert sitting.state.stage == "playing"


def test_rematch_has_a_new_number_and_new_dice() -> None:
    sitting = Sitting("heaps")
    anna, _ = sitting.sit_all()
    sitting.start()
    sitting.play_out()
    assert (anna.table.stage, anna.table.number) == ("over", 2)
    assert anna.table.result is not None
    assert [past.ended for past in anna.past] == ["over"]
    sitting.start()
    assert (anna.table.stage, anna.table.number) == ("playing", 2)
    assert anna.table.result is None
    assert len(anna.past) == 1, "not told again and again"
    assert [past.ended for past in sitting.come("Anna").past] == ["over"]
    assert anna.table.commitment == sha256(sitting.secrets[1]).hexdigest()


def test_a_start_of_before_the_update_is_cancelled_and_nobody_blamed() -> None:
    sitting = Sitting()
    anna, _ = sitting.sit_all()
    sitting.do(anna, commands.Start)
    asked = next(index for index, (_, entry) in enumerate(sitting.log) if isinstance(entry.what, entries.Asked))
    seq, entry = sitting.log[asked]
    sitting.log[asked] = seq, replace(entry, what=entries.Asked())
    sitting.reload()
    assert (sitting.state.stage, sitting.state.missing) == ("open", [])
    assert sitting.state.secret == sitting.secrets[1]
    for name in ("Anna", "Ben"):
        sitting.come(name)
    sitting.start()
