"""In mid-match a bot's chair is asked for: nobody looks into a hand by sitting down."""

import random

import pytest

from spieltisch.table import commands, entries
from spieltisch.table import messages as told
from spieltisch.table.entries import LogEntry
from table.sitting import Person, Sitting, playing, token_of

LEVEL = "random"  # of the bots that sit at these tables


def asking(person: Person) -> list[tuple[str, int]]:
    """Who asks for which chair, as this person sees it."""
    return [(one.name, one.seat) for one in person.table.asking]


def bot_at(sitting: Sitting, seat: int) -> tuple[str, str | None]:
    chair = sitting.state.chairs[seat]
    assert chair.kind == "bot"
    return chair.name, chair.level


def left(sitting: Sitting, seat: int) -> Person:
    """Whoever sat there has left, and looks on again with the same token."""
    person = sitting.at(seat)
    sitting.do(person, commands.Leave)
    sitting.go(person)
    return sitting.look(person.name, person.token)


# Only with the host's yes


@pytest.mark.parametrize("game", ["lobo77", "gracias"])
def test_whoever_asks_sees_no_hand_before_the_hosts_yes(game: str) -> None:
    sitting = playing(game, people=2, seats=3)
    before = sitting.state.seq, list(sitting.log)
    carla = sitting.ask("Carla")
    assert carla.seat is None
    assert carla.cells == sitting.match.cells(None)
    assert sitting.state.chairs[2].kind == "bot"
    assert (sitting.state.seq, sitting.log) == before, "strangers do not fill the log"
    sitting.play_out(random.Random(3))
    assert not any(frame.own for message in carla.got(told.Step) for frame in message.frames)


def test_everybody_sees_who_asks_and_who_got_the_chair() -> None:
    sitting = playing("lobo77", people=2, seats=3)
    spectator = sitting.spectator()
    carla = sitting.ask("Carla")
    everybody = (sitting.at(0), sitting.at(1), spectator, carla)
    assert all(asking(person) == [("Carla", 2)] for person in everybody)
    sitting.admit(carla)
    assert all(asking(person) == [] and person.table.chairs[2].name == "Carla" for person in everybody)
    assert carla.seat == 2
    assert carla.cells == sitting.match.cells(2)


def test_the_hosts_yes_is_logged_as_the_hosts() -> None:
    sitting = playing("lobo77", people=2, seats=3)
    carla = sitting.ask("Carla")
    yes = commands.Admit(id=77, request=carla.table.asking[0].request, yes=True)
    sitting.send(sitting.host, yes)
    _, entry = sitting.log[-1]
    assert isinstance(entry.what, entries.Sat)
    assert (entry.by, entry.id, entry.what.seat, entry.what.name) == (0, 77, 2, "Carla")
    assert sitting.send(sitting.host, yes) == told.Done(77)


def test_only_the_host_decides_and_only_about_what_was_asked() -> None:
    sitting = playing("lobo77", people=2, seats=3)
    number = sitting.ask("Carla").table.asking[0].request
    assert sitting.refused(sitting.at(1), commands.Admit, request=number, yes=True) == "only_host"
    assert sitting.refused(sitting.spectator(), commands.Admit, request=number, yes=True) == "not_seated"
    assert sitting.refused(sitting.host, commands.Admit, request=number + 1, yes=True) == "no_request"


def test_whoever_was_declined_is_told_and_does_not_ask_again_in_this_match() -> None:
    sitting = playing("lobo77", people=1, seats=2)
    carla = sitting.ask("Carla")
    sitting.admit(carla, yes=False)
    (declined,) = carla.got(told.Declined)
    assert declined.reason == "declined"
    assert declined.text["de"] != declined.text["en"]
    assert carla.seatings[-1].barred is True
    assert sitting.refused(carla, commands.Sit, name="Carla") == "declined"
    assert sitting.refused(sitting.come("Carla"), commands.Sit, name="Carla") == "declined"
    sitting.do(sitting.host, commands.Abort)
    sitting.start()
    sitting.do(carla, commands.Sit, name="Carla")
    assert asking(sitting.host) == [("Carla", 1)]


def test_a_request_is_taken_back() -> None:
    sitting = playing("lobo77", people=1, seats=2)
    carla = sitting.ask("Carla")
    sitting.do(carla, commands.Leave)
    assert asking(sitting.host) == []
    assert sitting.refused(carla, commands.Leave) == "not_seated"
    sitting.do(carla, commands.Sit, name="Carla")
    assert asking(sitting.host) == [("Carla", 1)]


def test_a_request_goes_with_the_last_window_of_whoever_made_it() -> None:
    sitting = playing("lobo77", people=1, seats=2)
    carla = sitting.ask("Carla")
    window = sitting.come("Carla")
    sitting.go(carla)
    assert asking(sitting.host) == [("Carla", 1)]
    assert window.seatings[-1].asked == window.table.asking[0].request
    sitting.go(window)
    assert asking(sitting.host) == []


def test_a_request_sent_twice_is_one() -> None:
    sitting = playing("lobo77", people=1, seats=3)
    carla = sitting.come("Carla")
    sit = commands.Sit(id=9, name="Carla")
    sitting.send(carla, sit)
    assert sitting.send(sitting.come("Carla"), sit) == told.Done(9)
    assert sitting.refused(carla, commands.Sit, name="Carla", seat=2) == "already_asked"
    assert asking(sitting.host) == [("Carla", 1)]


def test_four_requests_are_enough() -> None:
    sitting = playing("lobo77", people=1, seats=3)
    for name in ("Wolf", "Rosa", "Gabi", "Xaver"):
        sitting.ask(name)
    assert sitting.refused(sitting.come("Xenia"), commands.Sit, name="Xenia") == "too_many_ask"
    assert [seat for _, seat in asking(sitting.host)] == [1, 2, 1, 1], "first those that nobody asked for"


def test_a_chair_is_given_once() -> None:
    sitting = playing("lobo77", people=1, seats=3)
    carla, dora = sitting.ask("Carla", seat=1), sitting.ask("Dora", seat=1)
    sitting.admit(carla)
    assert [declined.reason for declined in dora.got(told.Declined)] == ["chair_taken"]
    assert asking(sitting.host) == []
    sitting.do(dora, commands.Sit, name="Dora", seat=2)
    assert asking(sitting.host) == [("Dora", 2)]


def test_chairs_that_are_no_bots_are_refused() -> None:
    sitting = playing("lobo77", people=2, seats=2)
    carla = sitting.come("Carla")
    assert sitting.refused(carla, commands.Sit, name="Carla", seat=0) == "chair_taken"
    assert sitting.refused(carla, commands.Sit, name="Carla", seat=7) == "no_such_chair"
    assert sitting.refused(carla, commands.Sit, name="Carla") == "no_chair"
    assert sitting.refused(sitting.spectator(), commands.Sit, name="Carla") == "token_void"


@pytest.mark.parametrize("end", ["over", "aborted"])
def test_requests_end_with_the_match(end: str) -> None:
    sitting = playing("heaps", people=1, seats=2)
    carla = sitting.ask("Carla")
    number = carla.table.asking[0].request
    if end == "over":
        sitting.play_out()
    else:
        sitting.do(sitting.host, commands.Abort)
    assert asking(carla) == []
    assert sitting.refused(sitting.host, commands.Admit, request=number, yes=True) == "no_request"


def test_a_request_is_gone_when_the_server_was_killed_and_its_number_never_comes_again() -> None:
    sitting = playing("lobo77", people=1, seats=2)
    number = sitting.ask("Carla").table.asking[0].request
    sitting.now += 1000
    sitting.reload()
    anna = sitting.come("Anna")
    assert asking(anna) == []
    assert sitting.ask("Kurt").table.asking[0].request != number


def test_a_seat_that_moves_to_somebody_who_asks_ends_the_request() -> None:
    sitting = playing("lobo77", people=2, seats=3)
    carla = sitting.ask("Carla")
    sitting.do(sitting.at(1), commands.MoveToDevice, token=token_of("Carla"))
    assert carla.seat == 1
    assert asking(sitting.host) == []


# To a token that has held no seat in this match


@pytest.mark.parametrize("restarted", [False, True])
def test_a_token_that_sat_at_the_beginning_gets_no_other_seat(restarted: bool) -> None:
    sitting = playing("lobo77", people=2, seats=3)
    left(sitting, 1)
    if restarted:
        sitting.reload()
        sitting.come("Anna")
    ben = sitting.come("Ben")
    assert ben.seatings[-1].barred is True
    for seat in (None, 1, 2):
        assert sitting.refused(ben, commands.Sit, name="Kurt", seat=seat) == "has_played"


@pytest.mark.parametrize("restarted", [False, True])
def test_a_token_that_sat_down_since_gets_no_other_seat(restarted: bool) -> None:
    sitting = playing("lobo77", people=1, seats=3)
    sitting.admit(sitting.ask("Carla", seat=1))
    left(sitting, 1)
    if restarted:
        sitting.reload()
        sitting.come("Anna")
    assert sitting.refused(sitting.come("Carla"), commands.Sit, name="Dora", seat=2) == "has_played"


@pytest.mark.parametrize("restarted", [False, True])
def test_neither_token_of_a_seat_that_moved_gets_another(restarted: bool) -> None:
    sitting = playing("lobo77", people=2, seats=3)
    sitting.do(sitting.at(1), commands.MoveToDevice, token=token_of("Ben's phone"))
    sitting.come("Ben's phone")
    left(sitting, 1)
    if restarted:
        sitting.reload()
        sitting.come("Anna")
    for name in ("Ben", "Ben's phone"):
        assert sitting.refused(sitting.come(name), commands.Sit, name="Dora", seat=2) == "has_played"


def test_no_seat_moves_to_a_token_that_held_another() -> None:
    sitting = playing("lobo77", people=3, seats=3)
    left(sitting, 1)
    assert sitting.refused(sitting.at(2), commands.MoveToDevice, token=token_of("Ben")) == "has_played"
    sitting.do(sitting.at(2), commands.MoveToDevice, token=token_of("Carla's phone"))
    sitting.do(sitting.come("Carla's phone"), commands.MoveToDevice, token=token_of("Carla"))
    assert sitting.come("Carla").seat == 2, "its own seat comes back to it"


def test_in_the_next_match_everybody_may_sit_anywhere() -> None:
    sitting = playing("lobo77", people=2, seats=3)
    ben = left(sitting, 1)
    sitting.do(sitting.host, commands.Abort)
    assert ben.seatings[-1].barred is not True
    sitting.do(sitting.host, commands.Remove, seat=2)
    sitting.do(ben, commands.Sit, name="Benno", seat=2)
    assert ben.seat == 2


# A removed player's seat stays a bot's to the end


@pytest.mark.parametrize("restarted", [False, True])
def test_nobody_gets_the_seat_of_somebody_who_was_sent_away(restarted: bool) -> None:
    sitting = playing("lobo77", people=2, seats=3)
    sitting.do(sitting.host, commands.Remove, seat=1)
    if restarted:
        sitting.reload()
        sitting.come("Anna")
    kurt = sitting.come("Kurt")
    assert kurt.table.closed == [1]
    assert sitting.refused(kurt, commands.Sit, name="Kurt", seat=1) == "chair_closed"
    sitting.do(kurt, commands.Sit, name="Kurt")
    assert asking(sitting.host) == [("Kurt", 2)]


def test_after_the_match_the_chair_is_as_any_other() -> None:
    sitting = playing("heaps", people=2, seats=2)
    sitting.do(sitting.host, commands.Remove, seat=1)
    sitting.play_out()
    assert sitting.host.table.closed == []
    sitting.start()
    assert sitting.host.table.closed == []
    kurt = sitting.ask("Kurt", seat=1)
    sitting.admit(kurt)
    assert kurt.seat == 1


def test_whoever_leaves_by_himself_leaves_a_chair_that_can_be_asked_for() -> None:
    sitting = playing("lobo77", people=2, seats=2)
    left(sitting, 1)
    kurt = sitting.ask("Kurt")
    sitting.admit(kurt)
    assert kurt.seat == 1


def test_a_log_from_before_is_read() -> None:
    old = entries.to_bytes(LogEntry(5, 0, 9, entries.Stood(1))).replace(b"\xa5stood\x01\xc2", b"\xa5stood\x01")
    old = old.replace(b"\x93\xa5stood", b"\x92\xa5stood")
    assert entries.from_bytes(old) == LogEntry(5, 0, 9, entries.Stood(1, removed=False))


# A bot comes back at its own level


@pytest.mark.parametrize("how", ["leaves", "is removed"])
@pytest.mark.parametrize("restarted", [False, True])
def test_a_bot_comes_back_as_it_was(how: str, restarted: bool) -> None:
    sitting = playing("lobo77", people=1, seats=3)
    bot = bot_at(sitting, 2)
    assert bot[1] == LEVEL
    carla = sitting.ask("Carla", seat=2)
    sitting.admit(carla)
    if how == "leaves":
        sitting.do(carla, commands.Leave)
    else:
        sitting.do(sitting.host, commands.Remove, seat=2)
    if restarted:
        sitting.reload()
    assert bot_at(sitting, 2) == bot


def test_for_whoever_was_there_from_the_beginning_the_careful_one_plays_on() -> None:
    sitting = playing("lobo77", people=2, seats=3)
    left(sitting, 1)
    assert bot_at(sitting, 1) == ("Ben", "careful")
    kurt = sitting.ask("Kurt", seat=1)
    sitting.admit(kurt)
    sitting.do(kurt, commands.Leave)
    assert bot_at(sitting, 1) == ("Ben", "careful")


def test_for_whoever_is_only_gone_the_careful_one_stands_in() -> None:
    sitting = playing("lobo77", people=1, seats=2, grace_s=5)
    carla = sitting.ask("Carla")
    sitting.admit(carla)
    sitting.go(carla)
    sitting.wait(5000)
    assert sitting.state.chairs[1].played_by == "careful"


def test_whoever_stays_until_the_next_match_sits_there_in_his_own_right() -> None:
    sitting = playing("heaps", people=1, seats=2)
    carla = sitting.ask("Carla")
    sitting.admit(carla)
    sitting.play_out()
    sitting.start()
    sitting.do(carla, commands.Leave)
    assert bot_at(sitting, 1) == ("Carla", "careful")


# Nobody takes another's name


@pytest.mark.parametrize("restarted", [False, True])
def test_nobody_bears_the_name_of_somebody_who_sat_here_in_this_match(restarted: bool) -> None:
    sitting = playing("lobo77", people=2, seats=4)
    robo, _ = bot_at(sitting, 2)
    sitting.admit(sitting.ask("Carla", seat=2))
    left(sitting, 2)
    sitting.admit(sitting.ask("Dora", seat=2))
    sitting.do(sitting.host, commands.Remove, seat=1)
    if restarted:
        sitting.reload()
        sitting.come("Anna")
    kurt = sitting.come("Kurt")
    assert sitting.refused(kurt, commands.Sit, name="Anna", seat=3) == "name_taken"
    for name in ("Ben", "ben ", "Carla", robo):
        assert sitting.refused(kurt, commands.Sit, name=name, seat=3) in ("name_taken", "name_was_taken")
    sitting.ask("Kurt", seat=3)
    assert sitting.refused(sitting.come("Rosa"), commands.Sit, name="kurt", seat=3) == "name_was_taken"


def test_nobody_sits_down_under_the_name_of_whoever_left_the_chair() -> None:
    sitting = playing("lobo77", people=2, seats=2)
    left(sitting, 1)
    assert sitting.refused(sitting.come("Kurt"), commands.Sit, name="Ben", seat=1) == "name_was_taken"
