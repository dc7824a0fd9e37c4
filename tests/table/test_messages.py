"""Phrases, and who is told what: in order, once, and never a secret."""

import random

import pytest

from spieltisch.table import commands
from spieltisch.table import messages as told
from table.sitting import Person, Sitting, entropy_of


def test_a_phrase_is_heard_by_all() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    spectator = sitting.spectator()
    assert isinstance(sitting.do(ben, commands.Say, phrase=4), told.Done)
    for person in (anna, ben, spectator):
        assert person.got(told.Said) == [told.Said(1, 4)]


def test_three_phrases_in_ten_seconds_are_enough() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    for _ in range(3):
        sitting.do(anna, commands.Say, phrase=0)
        sitting.wait(1000)
    assert sitting.refused(anna, commands.Say, phrase=0) == "too_chatty"
    sitting.do(ben, commands.Say, phrase=0)
    sitting.wait(6999)
    assert sitting.refused(anna, commands.Say, phrase=0) == "too_chatty"
    sitting.wait(1)
    sitting.do(anna, commands.Say, phrase=0)
    assert len(ben.got(told.Said)) == 5


def test_a_phrase_sent_twice_is_heard_once() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    say = commands.Say(id=9, phrase=3)
    sitting.send(anna, say)
    assert sitting.send(sitting.come("Anna"), say) == told.Done(9)
    assert len(ben.got(told.Said)) == 1


def test_spectators_say_nothing() -> None:
    sitting = Sitting()
    assert sitting.refused(sitting.spectator(), commands.Say, phrase=0) == "not_seated"


def test_everybody_is_told_who_is_here() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    sitting.go(ben)
    assert [chair.here for chair in anna.table.chairs] == [True, False]
    again = sitting.come("Ben")
    assert [chair.here for chair in anna.table.chairs] == [True, True]
    assert anna.seatings[-1].table.keys() == {"chairs"}
    assert len(again.inbox) == 1


def test_a_second_window_changes_nothing_about_who_is_here() -> None:
    sitting = Sitting()
    anna, _ = sitting.sit_all()
    before = len(anna.inbox)
    sitting.go(sitting.come("Ben"))
    assert len(anna.inbox) == before


def test_a_change_of_the_table_is_told_before_a_move_that_follows_it() -> None:
    """A bot takes over and the clock runs out at the same moment: no number is missing."""
    sitting = Sitting("bidding", grace_s=5, move_s=5)
    anna, ben = sitting.sit_all()
    sitting.start()
    sitting.go(ben)
    seen = len(anna.inbox)
    sitting.now += 5000
    sitting.wait(0)
    numbers = [message.seq for message in anna.inbox[seen:] if isinstance(message, told.Seating | told.Step)]
    last = sitting.state.seq
    assert numbers == [last - 1, last]


def everything(person: Person) -> bytes:
    return b"".join(person.bytes)


@pytest.mark.parametrize("game", ["lobo77", "bidding", "heaps"])
@pytest.mark.parametrize("end", ["over", "aborted", "cancelled"])
def test_the_secret_is_told_after_the_end_and_only_to_those_who_sit_here(game: str, end: str) -> None:
    sitting = Sitting(game)
    anna, ben = sitting.sit_all()
    spectator = sitting.spectator()
    secret = sitting.secrets[0].hex().encode()
    if end == "cancelled":
        sitting.do(anna, commands.Start)
    else:
        sitting.start()
        sitting.play_first()
    for person in (anna, ben, spectator, sitting.come("Anna"), sitting.spectator()):
        assert secret not in everything(person)
    match end:
        case "over":        sitting.play_out(random.Random(2))
        case "aborted":     sitting.do(anna, commands.Abort)
        case "cancelled":   sitting.wait(10_000)
    assert secret in everything(anna)
    assert secret in everything(ben)
    assert secret not in everything(spectator)
    assert secret not in everything(sitting.spectator())
    for person in (anna, ben, spectator):
        assert sitting.secrets[1].hex().encode() not in everything(person)


def test_whoever_stands_up_is_told_no_secret_any_more() -> None:
    sitting = Sitting("heaps")
    anna, ben = sitting.sit_all()
    sitting.start()
    sitting.do(ben, commands.Leave)
    sitting.do(anna, commands.Abort)
    assert sitting.secrets[0].hex().encode() not in everything(ben)


def test_no_entropy_is_told_before_all_are_revealed() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    sitting.do(anna, commands.Start)
    for person in (anna, ben):
        sitting.hash(person)
    sitting.reveal(anna)
    assert entropy_of(0, 1).hex().encode() not in everything(ben)
    sitting.reveal(ben)
    assert entropy_of(0, 1).hex().encode() in everything(ben)


def test_no_key_or_token_is_told() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    key = sitting.state.chairs[0].key
    assert key is not None
    assert anna.token is not None
    for person in (anna, ben):
        assert key.hex().encode() not in everything(person)
        assert anna.token.encode() not in everything(person)
