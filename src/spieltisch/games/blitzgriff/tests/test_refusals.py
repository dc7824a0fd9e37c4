"""Every reason is reached, and a refused move changes nothing (BG-S9)."""

from collections.abc import Callable

import pytest

from spieltisch.games.blitzgriff import GAME
from spieltisch.kernel import Match, Refused

At = Callable[..., Match]
BLITZ = {"pace": "blitz"}
TABLES = [
    ("not_your_turn", {"dice": "rot 1 middle"}, 1, "take 1"),
    ("stopped", {"dice": "rot 1 middle, rot 2 0.hand", "options": BLITZ, "caller": 0}, 1, "take 1"),
    ("hand_full", {"dice": "rot 1 middle, rot 2 0.hand"}, 0, "take 1"),
    ("hand_empty", {"dice": "rot 1 middle"}, 0, "put 1.1"),
    ("not_in_middle", {"dice": "rot 1 middle, rot 2 1.1"}, 0, "take 2"),
    ("no_field", {"dice": "rot 1 0.hand"}, 0, "put 1.5"),
    ("field_full", {"dice": "rot 1 0.hand, rot 2 1.1"}, 0, "put 1.1"),
    ("no_towers", {"dice": "rot 1 0.hand"}, 0, "park 1"),
    ("parked_already", {"dice": "rot 1 0.hand, rot 2 2.parked"}, 0, "park 2"),
    ("nothing_parked", {"dice": "rot 1 middle"}, 0, "move 2.1"),
    ("no_single_die", {"dice": "rot 1 middle, rot 2 2.parked"}, 0, "move 2.1"),
    ("put_it_down", {"dice": "rot 1 0.hand"}, 0, "stop"),
    ("no_passing", {"dice": "rot 1 middle", "options": BLITZ}, 0, "pass"),
]
ELSEWHERE = {"ok", "match_over", "not_yet"}  # test_course.py


@pytest.mark.parametrize(("reason", "table", "seat", "move"), TABLES, ids=[reason for reason, *_ in TABLES])
def test_bg_s9_refused_by_a_rule_in_words(at: At, reason: str, table: dict[str, object], seat: int, move: str) -> None:
    match = at(**table)
    before = match.to_json(), match._states.tobytes()
    with pytest.raises(Refused) as refused:
        match.play(seat, move)
    assert refused.value.refusal.reason == reason
    assert refused.value.refusal.rule.startswith("BG-")
    assert refused.value.refusal.text("de") != refused.value.refusal.text("en")
    assert (match.to_json(), match._states.tobytes()) == before


def test_every_reason_is_reached() -> None:
    assert {reason for reason, *_ in TABLES} | ELSEWHERE == {reason.name for reason in GAME.reasons}
