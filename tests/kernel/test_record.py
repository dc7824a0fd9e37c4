"""A field that does not say who sees it fails at import; so does one that compiled code would trip over."""

import numpy as np
import pytest

from spieltisch.kernel import Record, choice, choices_of, hidden, own, public, record
from spieltisch.kernel.record import RecordField, Sees, blanked

STAGE = choice("playing", "over", broken_off=-1)
PLAYING, OVER, BROKEN_OFF = STAGE.values()


@pytest.mark.parametrize(
    ("field", "why"),
    [
        ({"turn": np.dtype("i8")}, "does not say who sees it"),
        ({"__annotations__": {"turn": int}}, "does not say who sees it"),
        ({"size": public("i8")}, "attribute of numpy's record"),
        ({"marks": RecordField(Sees.PUBLIC, "?", (4,), {})}, "boolean"),
        ({"turn": public("i1")}, "8 bytes wide"),
        ({"hand": own("i8")}, "first axis must be the seat"),
        ({"padding": public("i8")}, "padding"),
        ({"__module__": __name__, "stage": public("i8", of=choice("over", "playing"))}, "OVER is 1, but .* is 0"),
    ],
)
def test_bad_fields_fail_at_import(field: dict[str, object], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        record(type("State", (Record,), field))


def test_a_field_says_what_its_numbers_stand_for() -> None:
    class State(Record):
        stage = public("i8", of=STAGE)
        total = public("i8")

    assert choices_of(State) == {"stage": {"playing": 0, "over": 1, "broken_off": -1}}
    assert (PLAYING, OVER, BROKEN_OFF) == (0, 1, -1)


def test_blanked_keeps_what_a_seat_may_see() -> None:
    class State(Record):
        total = public("i8")
        hand = own("i1", 3, 2)
        score = own("i2", 3)
        pile = hidden("i1", 2)

    dtype, who_sees = record(State)
    states = np.zeros(1, dtype)
    states["total"], states["hand"], states["score"], states["pile"] = 5, 1, 7, 9
    seen = blanked(states, who_sees, 1)[0]
    assert (seen.total, seen.hand.tolist(), seen.score.tolist()) == (5, [[0, 0], [1, 1], [0, 0]], [0, 7, 0])
    assert seen.pile.tolist() == [0, 0]
    assert blanked(states, who_sees, None)[0].hand.sum() == 0


def test_a_record_has_no_gaps() -> None:
    """Gaps are not copied: they would make equal records differ, and could carry old memory out."""

    class State(Record):
        a = public("i1", 3)
        b = public("i8")
        c = public("i2", 5)

    dtype, _ = record(State)
    fields = dtype.fields
    assert fields is not None
    assert dtype.itemsize == sum(int(field[0].itemsize) for field in fields.values())
    assert dtype.itemsize % 8 == 0
