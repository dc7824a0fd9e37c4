"""Events as a game declares them: what cannot be is an error at import; numbers become names."""

import pytest

from spieltisch.kernel.events import NUMBER, SEAT, Detail, each_of, event, events, ids_of, one_of, told_later

COLOURS = ("red", "blue")


def test_numbers_become_what_their_details_are() -> None:
    kind = event(seat=SEAT, keep=one_of("colour", COLOURS), pass_=NUMBER, hidden=each_of("colour", COLOURS))
    assert kind.width == 5
    assert kind.read([2, 1, 3, 0, 4]) == {"seat": 2, "keep": "blue", "pass": 3, "hidden": {"red": 0, "blue": 4}}


def test_kinds_are_in_the_order_of_their_numbers_and_called_as_the_texts_call_them() -> None:
    kinds = events(start=event(seat=SEAT), pass_=event(), takes=told_later(seat=SEAT))
    assert list(kinds) == ["start", "pass", "takes"]
    assert [kind.later for kind in kinds.values()] == [False, False, True]


def test_ids_are_told_once_however_many_details_they_are_in() -> None:
    colour = one_of("colour", COLOURS)
    assert ids_of(events(gives=event(keep=colour, give=colour), shows=event(up=each_of("colour", COLOURS)))) == {
        "colour": COLOURS
    }


@pytest.mark.parametrize(
    ("details", "why"),
    [
        ({"kind": NUMBER}, "can be called 'kind'"),
        ({f"n{number}": NUMBER for number in range(8)}, "takes 8 numbers; 7 is the most"),
        ({"one": one_of("card", COLOURS), "two": one_of("card", ("x2",))}, "'card': that name stands for"),
        ({"one": one_of("seat", COLOURS)}, "'seat': that name stands for"),
    ],
)
def test_what_cannot_be_is_an_error_at_import(details: dict[str, Detail], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        events(plays=event(**details))
