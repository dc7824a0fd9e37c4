"""Between matches: another name, another picture, other options."""

from msgspec import msgpack

from spieltisch.games import GAMES
from spieltisch.table import Opened, Settings, TableState, commands, entries
from spieltisch.table import messages as told
from spieltisch.table.entries import LogEntry, from_bytes
from table.sitting import Sitting, game_named


def pictures(sitting: Sitting) -> list[int]:
    return [chair.picture for chair in sitting.state.chairs if chair.kind != "empty"]


def test_no_two_have_the_same_picture() -> None:
    sitting = Sitting(seats=4)
    sitting.sit_all(2)
    assert len(set(pictures(sitting))) == 4
    carla = sitting.at(1)
    sitting.do(carla, commands.Leave)
    sitting.do(sitting.come("Ben"), commands.Sit, name="Ben", picture=7)
    assert sitting.state.chairs[1].picture == 7 or 7 in pictures(sitting)
    assert len(set(pictures(sitting))) == 4


def test_a_log_from_before_there_were_pictures_is_read() -> None:
    rules = game_named("lobo77")
    opened = Opened("lobo77", rules.rules_version, 2, rules.check_options({}), Settings())
    old = msgpack.encode([1, None, None, ["sat", 1, "Opa", 3, b"key"]])
    log = [LogEntry(1, None, None, opened), LogEntry(1, None, None, entries.Committed(b"s" * 32)), from_bytes(old)]
    state = TableState.from_log("t1", game_named, list(enumerate(log, 1)))
    assert (state.chairs[1].name, state.chairs[1].picture) == ("Opa", 1)


def test_somebody_who_sits_here_is_called_otherwise() -> None:
    sitting = Sitting(seats=2)
    anna, ben = sitting.sit("Anna"), sitting.sit("Ben")
    assert isinstance(sitting.do(anna, commands.Rename, name="Oma", colour=5, picture=3), told.Seating)
    chair = ben.table.chairs[0]
    assert (chair.name, chair.colour, chair.picture) == ("Oma", 5, 3)
    assert sitting.refused(ben, commands.Rename, name="oma ") == "name_taken"
    sitting.start()
    assert sitting.refused(anna, commands.Rename, name="Anna") == "not_while_playing"
    again = TableState.from_log("t1", game_named, sitting.log)
    assert [chair.name for chair in again.chairs] == ["Oma", "Ben"]


def test_the_host_chooses_other_options_until_the_start() -> None:
    sitting = Sitting("blitzgriff", seats=2)
    anna, ben = sitting.sit("Anna"), sitting.sit("Ben")
    assert sitting.refused(ben, commands.Choose, options={"pace": "blitz"}) == "only_host"
    assert sitting.refused(anna, commands.Choose, options={"pace": "later"}) == "no_such_option"
    assert sitting.refused(anna, commands.Choose, options={"wind": "east"}) == "no_such_option"
    before = dict(sitting.state.options)
    sitting.do(anna, commands.Choose, options={"pace": "blitz"})
    assert ben.table.options == {**before, "pace": "blitz"}
    assert sitting.logged(entries.Chosen) == [entries.Chosen({**before, "pace": "blitz"})]
    sitting.start()
    assert sitting.refused(anna, commands.Choose, options={"pace": "calm"}) == "not_while_playing"
    again = TableState.from_log("t1", game_named, sitting.log)
    assert again.options["pace"] == "blitz"


def test_a_value_that_is_not_listed_cannot_be_brought_over_the_wire() -> None:
    """A deck of one's own comes from the host's folder, when the table is opened."""
    game = next(game for game in GAMES if game.free_options)
    sitting = Sitting(game.name, seats=game.seats[0])
    anna = sitting.sit("Anna")
    option = next(iter(game.free_options))
    assert sitting.refused(anna, commands.Choose, options={option: "x = 1"}) == "no_such_option"


def test_a_bot_makes_room_for_a_guest_until_the_start() -> None:
    sitting = Sitting(seats=3)
    sitting.sit_all(1)
    ben = sitting.sit("Ben")
    assert ben.seat == 1
    assert sitting.sit("Carla", seat=2).seat == 2
    assert sitting.refused(sitting.come("Dora"), commands.Sit, name="Dora") == "no_chair"
