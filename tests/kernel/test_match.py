"""What a match says to those who ask for what is not there; times; the clock; what only one seat knows."""

from typing import Any

import numpy as np
import pytest

import spieltisch as st
from spieltisch.kernel import Match as KernelMatch
from toys.bidding import BIDDING

KNOWN_TO_1 = {"seats": 3, "hands": [5, ["5", "10", "x2"], 4], "turn": 1, "total": 30, "top": "10"}


@pytest.mark.parametrize("name", ["chess", "", "LOBO77", "lobo77 "])
def test_an_unknown_game_names_those_there_are(name: str) -> None:
    with pytest.raises(st.UnknownGame, match=r"there are: .*lobo77"):
        st.Match(name, seats=2)


@pytest.mark.parametrize("name", [None, 5, b"lobo77"])
def test_a_game_is_named_by_text(name: Any) -> None:
    with pytest.raises(st.UnknownGame):
        st.Match(name, seats=2)


@pytest.mark.parametrize("seats", [0, 1, 9, -1, "4", None, 2.0, True])
def test_seats_out_of_range(seats: Any) -> None:
    with pytest.raises(st.BadSeats, match="for 2 to 8 players"):
        st.Match("lobo77", seats=seats)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"colour": "red"}, "has no option 'colour'; it has: edition, draw, announce"),
        ({"edition": "57"}, "'edition' is one of '55', '56', not '57'"),
        ({"edition": 55}, "'edition' is one of"),
        ({"edition": ["55"]}, "'edition' is one of"),
        ("by hand", "options are a dict"),
    ],
)
def test_unknown_options_say_what_would_be_right(options: Any, says: str) -> None:
    with pytest.raises(st.BadOption, match=says):
        st.Match("lobo77", seats=2, options=options)


@pytest.mark.parametrize("seat", [-3, 2, 99, "0", None, True, 1.0])
def test_a_seat_that_is_not_there(seat: Any) -> None:
    match = st.Match("lobo77", seats=2, seed=1)
    for ask in (match.moves, match.seen, lambda seat: match.why_not(seat, "5"), lambda seat: match.play(seat, "5")):
        with pytest.raises(st.BadSeats, match="seats are 0 to 1"):
            ask(seat)


DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize("monster", [10**5000, DEEP, np.zeros(3), float("nan")], ids=["huge", "deep", "array", "nan"])
def test_monsters_are_refused_like_anything_else(monster: Any) -> None:
    match = st.Match("lobo77", seats=2, seed=1)
    asked: list[tuple[type[Exception], Any]] = [
        (st.BadSeats, lambda: st.Match("lobo77", seats=monster)),
        (st.BadSeats, lambda: match.moves(monster)),
        (st.BadSeats, lambda: match.play(monster, "5")),
        (st.BadTime, lambda: match.play(match.actors[0], "5", at=monster)),
        (st.Refused, lambda: match.play(match.actors[0], monster)),
        (st.BadOption, lambda: st.Match("lobo77", seats=2, options={"edition": monster})),
        (st.BadOption, lambda: st.Match("lobo77", seats=2, options=monster)),
        (st.BadChance, lambda: st.Match("lobo77", seats=2, chance=monster)),
        (st.BadChance, lambda: st.Match("lobo77", seats=2, seed=monster)),
        (st.UnknownGame, lambda: st.Match(monster, seats=2)),
        (st.BadPosition, lambda: st.Match.at("lobo77", monster)),
        (st.BadPosition, lambda: st.Match.at("lobo77", {"seats": 2, "hands": [["5"], ["6"]], "total": monster})),
        (st.BadPosition, lambda: st.Match.at("lobo77", {"seats": 2, "hands": [["5"], ["6"]], "out": [monster]})),
        (st.BadPosition, lambda: st.Match.at("lobo77", {"seats": 2, "hands": [["5"], monster]})),
        (st.BadBot, lambda: st.bot(monster)),
        (st.BadBot, lambda: st.bot("search", iterations=monster)),
        (st.BadBot, lambda: st.bot("search", seed=monster)),
    ]
    for error, ask in asked:
        with pytest.raises(error):
            ask()


@pytest.mark.parametrize("iterations", [0, -66, -1000, 10**12, "7", 1.5, True])
def test_a_search_tries_a_sensible_number(iterations: Any) -> None:
    with pytest.raises(st.BadBot, match="iterations are a whole number from 1"):
        st.bot("search", iterations=iterations)


def test_options_handed_out_are_a_copy() -> None:
    match = st.Match("lobo77", seats=2, seed=1)
    match.options["edition"] = "56"
    assert match.options["edition"] == "55"


def test_errors_are_value_errors_and_a_refusal_is_none() -> None:
    for error in (st.UnknownGame, st.BadSeats, st.BadOption, st.BadChance, st.BadPosition, st.BadLog, st.Unknown):
        assert issubclass(error, ValueError)
    assert not issubclass(st.Refused, ValueError)


def test_a_refusal_speaks_the_languages_there_are() -> None:
    refusal = st.Match("lobo77", seats=2, seed=1).why_not(0, "nonsense")
    assert refusal is not None
    assert "nonsense" in refusal.text("de")
    assert "nonsense" in refusal.text("fr")
    with pytest.raises(ValueError, match="language is one of de, en, fr, not 'nl'"):
        refusal.text("nl")


# Times


def test_times_are_kept_in_the_log_and_run_forward() -> None:
    match = st.Match.at("lobo77", {"seats": 2, "hands": [["5", "5"], ["5", "4"]]}, seed=1)
    match.play(0, "5", at=1200)
    assert {entry.at for entry in match.log} == {1200}
    match.play(1, "5")
    assert match.log[-1].at == 1200
    again = st.Match.from_json(match.to_json())
    assert again.log == match.log
    for bad in (1199, -1, "1300", 1300.5, True, 2**60):
        with pytest.raises(st.BadTime):
            match.play(0, "5", at=bad)  # type: ignore[arg-type]


# The clock, in a game that has one


def test_the_clock_moves_for_those_who_have_not() -> None:
    match = KernelMatch(BIDDING, 2, chance=["prize 5", "prize 4"])
    match.play(0, "bid 3")
    assert match.actors == (1,)
    assert match.log_seen_by(1)[-1].move == "bid ?"
    assert match.moves(st.CLOCK) == ("timeout",)
    match.play(st.CLOCK, "timeout")
    assert match.view(None)["spent"] == [[3], [1]]
    assert match.view(None)["score"] == [5, 0]
    assert match.log[-2] == st.Entry(st.CLOCK, "timeout", None)


def test_the_clock_is_refused_where_none_runs() -> None:
    assert st.Match("lobo77", seats=2, seed=1).moves(st.CLOCK) == ()
    without = st.Match("lobo77", seats=2, seed=1).why_not(st.CLOCK, "timeout")
    assert without is not None
    assert (without.rule, without.reason) == ("clock", "no_clock")
    waiting = KernelMatch(BIDDING, 2, chance="manual").why_not(st.CLOCK, "timeout")
    assert waiting is not None
    assert waiting.reason == "clock_not_due"
    garbled = st.Match("lobo77", seats=2, seed=1).why_not(st.CLOCK, "tick")
    assert garbled is not None
    assert garbled.rule == "notation"


# What only one seat knows


def test_an_information_set_works_for_the_seat_that_knows_it() -> None:
    match = st.Match.at("lobo77", KNOWN_TO_1)
    assert match.view(1)["hands"] == [5, ["5", "10", "x2"], 4]
    assert match.view(1)["pile"] == 55 - 5 - 3 - 4 - 1
    assert match.moves(1) == ("5", "10", "x2")
    assert match.position()["hands"] == [5, ["5", "10", "x2"], 4]
    for name in ("random", "careful", "search"):
        assert st.bot(name, seed=1, iterations=100).choose(match.seen(1))[0] in match.moves(1)


def test_anything_else_of_an_information_set_is_unknown() -> None:
    match = st.Match.at("lobo77", KNOWN_TO_1)
    for ask in (
        lambda: match.view(0),
        lambda: match.seen(2),
        lambda: match.moves(0),
        lambda: match.why_not(0, "5"),
        lambda: match.log_seen_by(2),
        lambda: match.play(1, "5"),
        lambda: match.moves(st.CHANCE),
        lambda: match.play(st.CHANCE, "5"),
    ):
        with pytest.raises(st.Unknown, match="only what seat 1 knows"):
            ask()


def test_a_position_exists_only_while_a_seat_is_to_act() -> None:
    with pytest.raises(st.BadPosition, match="while a seat is to act"):
        st.Match("lobo77", seats=2, chance="manual").position()
