"""Sitting down and standing up: names, colours, tokens, and other devices."""

import pytest

from spieltisch.table import commands, entries, names
from spieltisch.table import messages as told
from table.sitting import Sitting, token_of


def kinds(sitting: Sitting) -> list[str]:
    return [chair.kind for chair in sitting.state.chairs]


def test_people_take_chairs_in_turn_or_the_one_they_want() -> None:
    sitting = Sitting(seats=4)
    people = [sitting.sit("Anna"), sitting.sit("Ben", seat=3), sitting.sit("Carla")]
    assert [person.seat for person in people] == [0, 3, 1]
    assert [chair.name for chair in people[0].table.chairs] == ["Anna", "Carla", "", "Ben"]


def test_a_chair_that_is_taken_or_not_there_is_refused() -> None:
    sitting = Sitting(seats=2)
    sitting.sit("Anna", seat=0)
    ben = sitting.come("Ben")
    assert sitting.refused(ben, commands.Sit, name="Ben", seat=0) == "chair_taken"
    assert sitting.refused(ben, commands.Sit, name="Ben", seat=2) == "no_such_chair"
    sitting.sit("Carla", seat=1)
    assert sitting.refused(ben, commands.Sit, name="Ben") == "no_chair"


def test_whoever_sits_cannot_sit_down_again() -> None:
    sitting = Sitting(seats=2)
    anna = sitting.sit("Anna")
    assert sitting.refused(anna, commands.Sit, name="Anna 2") == "already_seated"


def test_two_windows_of_one_browser_are_one_person() -> None:
    sitting = Sitting(seats=4)
    one, two = sitting.come("Anna"), sitting.come("Anna")
    sitting.do(one, commands.Sit, name="Anna")
    assert two.seat == one.seat == 0
    assert sitting.refused(two, commands.Sit, name="Anna's other") == "already_seated"
    assert kinds(sitting).count("human") == 1


def sat_as(name: str) -> str:
    sitting = Sitting()
    anna = sitting.come("Anna")
    sitting.do(anna, commands.Sit, name=name)
    return anna.table.chairs[0].name


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Oma  Erna ", "Oma Erna"),
        ("Zo\u0308e", "Zöe"),
        ("Ａｎｎａ", "Anna"),
        ("x" * 40, "x" * 16),
        ("कि" * 20, "कि" * 16),  # counted and cut as it is read
        ("<b>&", "<b>&"),  # escaped where it is shown, not here
    ],
)
def test_names_are_cleaned(written: str, shown: str) -> None:
    assert sat_as(written) == shown


@pytest.mark.parametrize(
    "name",
    [
        *("O’Neill", "Łucja-Zoë", "Ngọc Ánh", "О́льга", "Ọ̀ṣun", "Αθηνά", "김철수", "さくら", "ክብረት", "שָׂרָה", "مُحَمَّد"),
        *("लक्ष्मी", "স্মৃতি", "น้ำฝน", "ນໍ້າ", "မြင့်", "སྐྱིད", "علی\u200cرضا", "ශ්\u200dරී"),
        *("Oma ❤\ufe0f", "👩🏽\u200d🚀", "🇩🇪", "7\ufe0f\u20e3"),
    ],
)
def test_a_name_of_any_script_stays_as_it_was_written(name: str) -> None:
    assert sat_as(name) == name


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u202e", "\x07", "\u3164", "\u2800", "\uffa0 \u2800", "\u200d"])
def test_a_name_that_nobody_can_see_is_refused(name: str) -> None:
    sitting = Sitting()
    assert sitting.refused(sitting.come("Anna"), commands.Sit, name=name) == "bad_name"


@pytest.mark.parametrize(
    "name",
    [
        *("A\u202enna", "An\u200bna", "Anna\x00", "Oma\u3164", "Oma\u2800", "An\u200dna", "An\u200cna"),
        *("Anna\ufe0f", "\x00\u200dA", "A\ue000"),
    ],
)
def test_a_name_with_something_that_nobody_can_see_is_refused(name: str) -> None:
    sitting = Sitting()
    assert sitting.refused(sitting.come("Anna"), commands.Sit, name=name) == "name_hidden"


@pytest.mark.parametrize("name", ["Z̷̢̧a", "\u0301a", "เ่่", "a \u0301"])
def test_marks_piled_upon_marks_are_refused(name: str) -> None:
    sitting = Sitting()
    assert sitting.refused(sitting.come("Anna"), commands.Sit, name=name) == "name_marks"


@pytest.mark.parametrize(
    ("there", "name"),
    [
        *(("Oma", name) for name in ("Oma", "oma", "OMA ", "O m a", "O.m.a", "Ｏma", "𝓞ma", "0ma", "Orna")),
        *(("Oma", name) for name in ("\u041ema", "Om\u0430", "\u039fMA")),  # Cyrillic О and а, Greek Ο
        *(("Ida", "lda"), ("Ida", "1da"), ("علی\u200cرضا", "علیرضا"), ("🎲🎲", "🎲\u200d🎲")),
    ],
)
def test_a_name_that_could_be_mistaken_for_anothers_is_refused(there: str, name: str) -> None:
    sitting = Sitting()
    sitting.do(sitting.come("Rosa"), commands.Sit, name=there)
    assert sitting.refused(sitting.come("Kurt"), commands.Sit, name=name) == "name_taken"


@pytest.mark.parametrize(
    ("one", "other"), [("की", "का"), ("נָה", "נֶה"), ("ปา", "ปี"), ("Oma 1", "Oma 2"), ("José", "Jose")]
)
def test_names_that_differ_to_the_eye_sit_side_by_side(one: str, other: str) -> None:
    assert names.like(one, [other]) is None


def test_no_two_listed_names_look_alike() -> None:
    assert all(names.like(name, [other for other in names.LISTED if other != name]) is None for name in names.LISTED)


def test_names_at_public_tables_come_from_the_list() -> None:
    sitting = Sitting(public=True)
    anna = sitting.come("Anna")
    assert sitting.refused(anna, commands.Sit, name="Anna Meier, Ulm") == "name_not_listed"
    sitting.do(anna, commands.Sit, name="Hanna")
    assert anna.seat == 0


def test_nobody_has_anothers_colour() -> None:
    sitting = Sitting(seats=4)
    people = [sitting.sit("Anna", colour=5), sitting.sit("Ben", colour=5), sitting.sit("Carla")]
    sitting.do(people[0], commands.SeatBot, seat=3, level="careful")
    colours = [chair.colour for chair in people[0].table.chairs]
    assert colours[0] == 5
    assert len(set(colours)) == 4


def test_the_host_seats_bots_with_names_of_their_own() -> None:
    sitting = Sitting(seats=4)
    anna = sitting.sit("Hanna")
    for seat in (1, 2, 3):
        sitting.do(anna, commands.SeatBot, seat=seat, level="careful")
    assert kinds(sitting) == ["human", "bot", "bot", "bot"]
    assert len({chair.name for chair in anna.table.chairs}) == 4
    assert [chair.level for chair in anna.table.chairs] == [None, "careful", "careful", "careful"]


def test_another_level_sits_down_in_a_bots_place() -> None:
    sitting = Sitting()
    anna = sitting.sit("Anna")
    sitting.do(anna, commands.SeatBot, seat=1, level="careful")
    name = anna.table.chairs[1].name
    sitting.do(anna, commands.SeatBot, seat=1, level="random")
    assert (anna.table.chairs[1].name, anna.table.chairs[1].level) == (name, "random")


def test_bots_are_refused_where_they_cannot_sit() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    assert sitting.refused(anna, commands.SeatBot, seat=1, level="careful") == "chair_taken"
    assert sitting.refused(anna, commands.SeatBot, seat=5, level="careful") == "no_such_chair"
    assert sitting.refused(ben, commands.SeatBot, seat=1, level="careful") == "only_host"
    sitting.do(ben, commands.Leave)
    assert sitting.refused(anna, commands.SeatBot, seat=1, level="genius") == "no_such_level"


def test_whoever_is_removed_only_watches_and_the_token_opens_nothing() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    sitting.do(anna, commands.Remove, seat=1)
    assert ben.seat is None
    assert kinds(sitting) == ["human", "empty"]
    assert sitting.refused(ben, commands.Say, phrase=0) == "not_seated"
    assert sitting.refused(ben, commands.Sit, name="Ben") == "token_void"
    assert sitting.come("Ben").seat is None


def test_only_the_host_removes_and_not_himself_or_nobody() -> None:
    sitting = Sitting(seats=3)
    anna, ben = sitting.sit("Anna"), sitting.sit("Ben")
    assert sitting.refused(ben, commands.Remove, seat=0) == "only_host"
    assert sitting.refused(anna, commands.Remove, seat=0) == "not_yourself"
    assert sitting.refused(anna, commands.Remove, seat=2) == "nobody_there"
    assert sitting.refused(anna, commands.Remove, seat=9) == "no_such_chair"


def test_whoever_leaves_frees_the_chair_the_name_and_the_colour() -> None:
    sitting = Sitting()
    sitting.sit("Anna")
    ben = sitting.sit("Ben", colour=3)
    sitting.do(ben, commands.Leave)
    assert ben.seat is None
    again = sitting.look("Ben's phone", token_of("Ben's phone"))
    sitting.do(again, commands.Sit, name="Ben", colour=3)
    assert (again.table.chairs[1].name, again.table.chairs[1].colour) == ("Ben", 3)


def test_a_seat_moves_to_another_device() -> None:
    sitting = Sitting()
    anna, ben = sitting.sit_all()
    sitting.start()
    answer = sitting.do(ben, commands.MoveToDevice, token=token_of("Ben's phone"))
    assert isinstance(answer, told.Seating)
    assert answer.you is None
    assert sitting.refused(ben, commands.Play, move="10") == "not_seated"
    assert sitting.come("Ben").seat is None
    phone = sitting.come("Ben's phone")
    assert phone.seat == 1
    assert phone.cells == sitting.match.cells(1)
    assert anna.table.chairs[1].name == "Ben"


def test_a_seat_cannot_move_to_a_device_that_sits_here() -> None:
    sitting = Sitting()
    anna, _ = sitting.sit_all()
    assert sitting.refused(anna, commands.MoveToDevice, token=token_of("Ben")) == "already_seated"


def test_the_device_a_seat_moves_to_may_be_looking_on_already() -> None:
    sitting = Sitting()
    phone = sitting.come("Ben's phone")
    ben = sitting.sit("Ben")
    sitting.do(ben, commands.MoveToDevice, token=token_of("Ben's phone"))
    assert phone.seat == 0
    assert sitting.state.chairs[0].name == "Ben"


def test_a_device_that_never_comes_is_gone_like_anybody() -> None:
    sitting = Sitting(grace_s=5)
    _, ben = sitting.sit_all()
    sitting.start()
    sitting.do(ben, commands.MoveToDevice, token=token_of("Ben's phone"))
    sitting.wait(5000)
    assert sitting.logged(entries.TookOver) == [entries.TookOver(1)]
    sitting.come("Ben's phone")
    assert sitting.logged(entries.CameBack) == [entries.CameBack(1)]


def test_keys_are_kept_and_tokens_are_not() -> None:
    sitting = Sitting()
    sitting.sit("Anna")
    assert token_of("Anna").encode() not in b"".join(entries.to_bytes(entry) for _, entry in sitting.log)
