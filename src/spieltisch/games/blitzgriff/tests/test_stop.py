"""BG-P1 … BG-P3: calling STOPP, what follows, and the other ends of a pass."""

from collections.abc import Callable

import pytest

from spieltisch.games.blitzgriff import GAME
from spieltisch.games.blitzgriff.gains import gain
from spieltisch.kernel import CLOCK, Match, Refused
from spieltisch.kernel.story import event_of

At = Callable[..., Match]
Stopped = Callable[..., int]
BLITZ = {"pace": "blitz"}


def told(match: Match, key: str) -> list[dict[str, object]]:
    return [event.details for event in (event_of(GAME, event) for event in match.told) if event.key == key]


def test_bg_p1_anybody_at_any_time_also_with_a_die_in_hand(at: At) -> None:
    match = at(dice="rot 6 0.hand, blau 5 1.hand, gelb 1 middle", options=BLITZ)
    match.play(0, "stop")
    assert match.position()["caller"] == 0
    assert match.actors == (0, 1)
    for seat in range(2):
        for move in ("take 13", "stop"):
            with pytest.raises(Refused, match="BG-P1"):
                match.play(seat, move)
    match.play(1, "beside 1")
    assert list(match.actors) == [0]
    match.play(0, "put 1.1")
    assert match.over


def test_bg_p1_who_holds_nothing_waits(at: At) -> None:
    match = at(dice="rot 6 0.hand, gelb 1 middle", options=BLITZ)
    match.play(1, "stop")
    assert match.actors == (0,)
    with pytest.raises(Refused, match="BG-P1"):
        match.play(1, "take 13")


def test_bg_p1_after_five_seconds_it_lies_beside_the_first_card(at: At) -> None:
    match = at(dice="rot 6 0.hand, blau 5 1.hand, gelb 1 middle", options=BLITZ, caller=1)
    match.play(CLOCK, "timeout")
    assert [(event["seat"], event["die"], event["card"]) for event in told(match, "late")] == [(0, 1, 1), (1, 5, 1)]
    assert match.over
    assert match.result is not None
    assert match.result.points[0] == -1


def test_bg_p2_two_points_if_nothing_was_left(at: At) -> None:
    match = at(dice="schwarz 1 middle")
    match.play(0, "stop")
    assert told(match, "check") == [{"seat": 0, "dice": 0, "points": 2}]
    assert match.result is not None
    assert match.result.points == (2, 0)


def test_bg_p2_a_point_for_each_die_missed_and_which(at: At) -> None:
    match = at(("zielwert", "kette", "mix"), dice="rot 6 middle, gruen 2 middle, braun 1 middle, schwarz 1 middle")
    match.play(0, "stop")
    assert told(match, "check")[0]["points"] == -3
    assert {event["die"] for event in told(match, "missed")} == {1, 9, 29}
    assert match.result is not None
    assert match.result.points == (-3, 0)


def test_bg_p2_is_checked_when_all_hands_are_empty(at: At) -> None:
    """The caller's own last die fills the field that the die in the middle would have gone to."""
    cards = ("zielwert", "kette", "reihen")
    match = at(cards, dice="rot 6 0.hand, rot 6 middle", options=BLITZ, caller=0)
    match.play(0, "put 1.1")
    assert told(match, "check")[0]["points"] == 2
    match = at(cards, dice="rot 6 0.hand, rot 6 middle", options=BLITZ, caller=0)
    match.play(0, "beside 1")
    assert told(match, "check")[0]["points"] == -1


def test_bg_p2_a_parked_die_may_be_moved_for_a_new_tower(stopped: Stopped) -> None:
    assert stopped(("tuerme", "zielwert", "kette"), "rot 3 1.parked, blau 6 middle, blau 1 middle") == -1
    assert stopped(("tuerme", "zielwert", "kette"), "rot 4 1.parked, blau 6 middle, blau 1 middle") == 2


def test_bg_p2_no_die_that_scored_may_cease_to(stopped: Stopped) -> None:
    """1–2 scores (BG-S5a); a 6 beside the single 5 would score nothing, 3 and 4 would join all."""
    cards, lying = ("kette", "zielwert", "reihen"), "rot 1 1.1, blau 2 1.2, orange 5 1.5"
    assert stopped(cards, f"{lying}, lila 6 middle") == 2
    assert stopped(cards, f"{lying}, rosa 3 middle, braun 4 middle, lila 6 middle") == -3


@pytest.mark.parametrize(("rules", "upper", "lower"), [(1, 2, -1), (2, -1, -1)])
def test_bg_s5a_of_equally_long_runs_either_may_be_made_longer(
    stopped: Stopped, rules: int, upper: int, lower: int
) -> None:
    """Up to version 1 only the lower one."""
    cards = ("kette", "zielwert", "reihen")
    above = "rot 1 1.1, blau 2 1.2, gelb 4 1.4, orange 5 1.5, lila 6 middle"
    below = "blau 2 1.2, gruen 3 1.3, orange 5 1.5, lila 6 1.6, rot 1 middle"
    assert stopped(cards, above, rules=rules) == upper
    assert stopped(cards, below, rules=rules) == lower


def test_bg_s5a_a_bot_sees_that_the_upper_run_can_be_made_longer(at: At) -> None:
    """Or it would neither take the die nor call STOPP."""
    match = at(("kette", "zielwert", "reihen"), "rot 1 1.1, blau 2 1.2, gelb 4 1.4, orange 5 1.5, lila 6 middle")
    assert match.moves(0)[0] == "take 21"
    assert gain(match._states[0], 0, 0, 5, 20) > 0


def test_bg_s5a_both_runs_cannot_be_made_longer_at_once(stopped: Stopped) -> None:
    """1–2 and 4–5: the 6 or the 3, and both once the 3 joins them."""
    cards, lying = ("kette", "zielwert", "reihen"), "rot 1 1.1, blau 2 1.2, gelb 4 1.4, orange 5 1.5"
    assert stopped(cards, f"{lying}, rosa 3 middle") == -1
    assert stopped(cards, f"{lying}, rosa 3 middle, lila 6 middle") == -2
    lying = "blau 2 1.2, gruen 3 1.3, orange 5 1.5, lila 6 1.6"
    assert stopped(cards, f"{lying}, rot 1 middle, braun 4 middle") == -2


def test_bg_s5a_a_longer_run_leaves_no_choice(stopped: Stopped) -> None:
    lying = "rot 1 1.1, blau 2 1.2, gruen 3 1.3, orange 5 1.5"
    assert stopped(("kette", "zielwert", "reihen"), f"{lying}, lila 6 middle") == 2


def test_bg_p2_one_die_for_one_place(stopped: Stopped) -> None:
    """Two cards want the one red die: it counts once."""
    assert stopped(("zielwert", "mix", "reihen"), "rot 6 middle") == -1


def test_bg_p2_the_target_is_not_exceeded(stopped: Stopped) -> None:
    cards = ("zielwert", "tuerme", "kette")
    assert stopped(cards, "rot 6 1.1, blau 5 1.2, gelb 5 middle, lila 3 middle, orange 1 middle") == -2
    assert stopped(cards, "rot 6 1.1, blau 5 1.2, gelb 5 1.4, orange 1 middle") == 2


def test_bg_p3_the_pass_ends_when_all_is_empty(at: At) -> None:
    match = at(dice="rot 6 middle")
    match.play(0, "take 1")
    match.play(0, "put 1.1")
    assert match.over
    assert told(match, "check") == []


def test_bg_p3_not_while_a_parked_die_can_be_moved(at: At) -> None:
    match = at(dice="rot 3 2.parked, blau 1 2.1, rot 6 middle", options=BLITZ)
    match.play(0, "take 2")
    match.play(0, "put 1.1")
    assert not match.over
    match.play(0, "move 2.1")
    assert match.over


def test_bg_p3_idle_ends_the_pass_without_a_caller(at: At) -> None:
    match = at(dice="rot 6 middle, rot 5 middle", options=BLITZ)
    match.play(CLOCK, "timeout")
    assert match.over
    assert told(match, "idle") == [{}]
    assert told(match, "check") == []


def test_bg_p3_idle_leaves_dice_in_hand_to_be_put_down(at: At) -> None:
    match = at(dice="rot 6 0.hand, rot 5 middle", options=BLITZ)
    match.play(CLOCK, "timeout")
    assert match.position()["caller"] == "clock"
    assert match.actors == (0,)
    match.play(0, "put 1.1")
    assert match.over
    assert told(match, "check") == []


def test_bg_s8_the_stop_check_is_added_to_the_pass(at: At) -> None:
    match = at(dice="rot 6 1.1, rot 1 3.1, schwarz 1 middle")
    match.play(0, "stop")
    assert told(match, "bonus") == [{"seat": 0, "cards": 2, "points": 2}]
    assert told(match, "total")[0] == {"seat": 0, "points": 1 + 1 + 2 + 2, "total": 6}
