"""The examples of the rules, one by one."""

from collections.abc import Callable

Scored = Callable[..., list[int]]
Stopped = Callable[..., int]


def test_example_1_zielwert(scored: Scored) -> None:
    assert scored(dice="rot 6 1.1, blau 5 1.2, gruen 4 1.3")[0] == 4
    assert scored(dice="rot 6 1.1, blau 5 1.2, gelb 5 1.4")[0] == 1
    assert scored(dice="rot 6 1.1, blau 5 1.2, gelb 5 1.4, orange 1 1.6")[0] == 0


TOWERS = "blau 1 2.1, rot 3 2.1, gruen 2 2.2, gelb 1 2.2, rosa 6 2.3, lila 2 2.3"
MORE_TOWERS = (
    "braun 1 2.4, weiss 6 2.4, schwarz 1 2.5, orange 5 2.5, gelb 1 2.6, gruen 4 2.6, lila 1 2.7, rosa 1 2.7, "
    "weiss 1 2.8, braun 2 2.8, orange 1 2.9, schwarz 3 2.9"
)


def test_example_2_tuerme(scored: Scored) -> None:
    assert scored(dice=f"{TOWERS}, braun 1 2.4")[1] == 2
    assert scored(dice="gelb 1 2.1, rot 3 2.1")[1] == -2
    assert scored(dice=f"{TOWERS}, {MORE_TOWERS}")[1] == 10


TOP_ROW = "rot 1 1.1, blau 4 1.2, gruen 2 1.3"
REST = "orange 5 1.5, lila 6 1.6, braun 3 1.8, weiss 4 1.9"


def test_example_3_dreierreihen(scored: Scored) -> None:
    cards = ("reihen", "tuerme", "mix")
    assert scored(cards, f"{TOP_ROW}, weiss 4 1.9")[0] == 2
    assert scored(cards, f"{TOP_ROW}, gelb 3 1.4, rosa 2 1.7")[0] == 5
    assert scored(cards, f"{TOP_ROW}, gelb 3 1.4, rosa 2 1.7, {REST}")[0] == 10


def test_example_4_kette(scored: Scored) -> None:
    cards = ("kette", "tuerme", "mix")
    assert scored(cards, "gruen 3 1.3, gelb 4 1.4, orange 5 1.5, rot 1 1.1")[0] == 2
    assert scored(cards, "blau 2 1.2, gruen 3 1.3, rosa 3 1.7")[0] == 1
    assert scored(cards, "gelb 4 1.4")[0] == -1
    assert scored(cards, "rot 1 1.1, blau 2 1.2, gruen 3 1.3, gelb 4 1.4, orange 5 1.5, lila 6 1.6")[0] == 7
    assert scored(cards, "rot 1 1.1, blau 2 1.2, gelb 4 1.4, orange 5 1.5, lila 6 1.6")[0] == 1


def test_example_5_pasch(scored: Scored) -> None:
    cards = ("pasch", "tuerme", "mix")
    assert scored(cards, "rot 2 1.1, gelb 2 1.6, weiss 2 1.2")[0] == 3
    assert scored(cards, "blau 5 1.3, weiss 5 1.5")[0] == 2
    assert scored(cards, "rot 2 1.1, gelb 2 1.6")[0] == -2
    assert scored(cards, "rosa 4 1.2")[0] == -1
    pairs = "rot 2 1.1, gelb 2 1.6, blau 5 1.3, orange 5 1.7, gruen 6 1.4, lila 6 1.9"
    assert scored(cards, f"{pairs}, weiss 6 1.2, weiss 5 1.5, weiss 2 1.8")[0] == 10


def test_example_6_verwirrmix(scored: Scored) -> None:
    """Field 1 is painted red and says "bleu"."""
    assert scored(dice="blau 4 3.1", mix=3)[2] == 1
    assert scored(dice="rot 4 3.1", mix=3)[2] == -1
    assert scored(dice="rot 4 3.1", mix=2)[2] == 1


def test_example_7_bonus() -> None:
    from spieltisch.games.blitzgriff.scoring import bonus

    for cards, total in (((4, 1, -2), 5), ((4, 0, 0), 4), ((2, 2, 1), 8)):
        assert sum(cards) + bonus(sum(points >= 1 for points in cards)) == total


def test_example_8_stopp(stopped: Stopped) -> None:
    assert stopped() == 2
    full = "rot 6 1.1, blau 5 1.2, rot 3 middle, rot 3 middle"
    assert stopped(("zielwert", "kette", "pasch"), full) == -1
    twos = "rot 2 1.1, gelb 2 1.6, weiss 2 middle, lila 2 middle, braun 2 middle"
    assert stopped(("pasch", "kette", "zielwert"), twos) == -1
    chain = "blau 2 1.2, gruen 3 1.3, orange 5 1.5, gelb 4 middle, braun 4 middle"
    assert stopped(("kette", "zielwert", "reihen"), chain) == -1


def test_example_9_stopp_and_towers(stopped: Stopped) -> None:
    cards = ("tuerme", "zielwert", "kette")
    assert stopped(cards, "braun 1 1.4, weiss 6 middle") == -1
    assert stopped(cards, "weiss 6 middle, rosa 6 middle") == 2
    assert stopped(cards, "weiss 6 middle, braun 3 middle") == -2
