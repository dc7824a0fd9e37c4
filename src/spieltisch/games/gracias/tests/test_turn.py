"""Gracias: a turn's two decisions (GR-T), and who knows what (GR-K)."""

from collections.abc import Callable

import pytest

import spieltisch as st

AtTheBeginning = Callable[..., st.Match]


def test_gr_t1_one_of_the_triplets_that_lie_there(at_the_beginning: AtTheBeginning) -> None:
    assert at_the_beginning(seats=3).moves(0) == ("take 1", "take 2", "take 3")
    assert at_the_beginning(seats=6).moves(0) == tuple(f"take {number}" for number in range(1, 7))


def test_gr_t1_first_chance_turns_up_the_hidden_card(at_the_beginning: AtTheBeginning) -> None:
    match = at_the_beginning()
    match.play(0, "take 1")
    assert match.actors == (st.CHANCE,)
    assert match.position()["took"] == ["green", "yellow"]
    assert match.position()["secret"] == [{}, {}, {}, {}]
    match.play(st.CHANCE, "blue")
    assert match.actors == (0,)
    assert match.position()["secret"] == [{"blue": 1}, {}, {}, {}]


def test_gr_t1_only_the_taker_sees_it_also_later(at_the_beginning: AtTheBeginning) -> None:
    match = at_the_beginning(chance=["blue", "red"])
    match.play(0, "take 1")
    match.play(0, "keep green give 2")
    match.play(1, "take 2")
    assert match.view(0)["secret"] == [{"blue": 1}, 1, 0, 0]
    assert match.view(1)["secret"] == [1, {"red": 1}, 0, 0]
    for other in (2, 3):
        assert match.view(other)["secret"][:2] == [1, 1]
    assert match.view(None)["secret"] == [1, 1, 0, 0]


def test_gr_t1_in_the_log_too(at_the_beginning: AtTheBeginning) -> None:
    match = at_the_beginning(chance=["blue"])
    match.play(0, "take 1")
    assert [entry.move for entry in match.log_seen_by(0)] == ["take 1", "blue"]
    for other in (1, 2, 3, None):
        assert [entry.move for entry in match.log_seen_by(other)] == ["take 1", "?"]


def test_gr_k1_open_cards_are_in_everybodys_log() -> None:
    dealt = ["red", "blue", "green", "yellow", "orange", "purple"]
    match = st.Match("gracias", 3, chance=["start 1", *dealt, *dealt])
    for seat in (0, 1, 2, None):
        assert [entry.move for entry in match.log_seen_by(seat)] == ["start 1", *dealt, *dealt]
    assert [row["move"] for row in match.seen(2).log] == [match.game.outcomes.number[entry.move] for entry in match.log]


def test_gr_t2_one_kept_the_other_given_to_any_opponent(at_the_beginning: AtTheBeginning) -> None:
    match = at_the_beginning(chance=["red"])
    match.play(0, "take 1")
    kept = [f"keep {colour} give {seat}" for colour in ("yellow", "green") for seat in (1, 2, 3)]
    assert sorted(match.moves(0)) == sorted(kept)


@pytest.mark.parametrize(
    ("move", "mine", "theirs"),
    [("keep green give 2", {"green": 1}, {"yellow": 1}), ("keep yellow give 2", {"yellow": 1}, {"green": 1})],
)
def test_gr_t2_each_goes_where_it_should_and_lies_open(
    at_the_beginning: AtTheBeginning, move: str, mine: dict[str, int], theirs: dict[str, int]
) -> None:
    match = at_the_beginning(chance=["red"])
    match.play(0, "take 1")
    match.play(0, move)
    shown = match.view(None)["open"]
    assert shown[0] == {"red": 1, "blue": 1} | mine
    assert shown[2] == {"red": 1, "blue": 1} | theirs
    assert shown[1] == shown[3] == {"red": 1, "blue": 1}
    assert match.view(None)["took"] is None


def test_gr_t2_of_two_alike_one_goes_to_each(at_the_beginning: AtTheBeginning) -> None:
    match = at_the_beginning(chance=["red"])
    match.play(0, "take 2")
    assert match.moves(0) == ("keep purple give 1", "keep purple give 2", "keep purple give 3")
    match.play(0, "keep purple give 3")
    assert [cards.get("purple", 0) for cards in match.view(None)["open"]] == [1, 0, 0, 1]


def test_gr_t2_the_second_decision_comes_after_looking(at_the_beginning: AtTheBeginning) -> None:
    """The same triplet, another hidden card: the same moves, so it may be decided by what was seen."""
    moves = set()
    for card in ("red", "blue"):
        match = at_the_beginning(chance=[card])
        match.play(0, "take 1")
        moves.add(match.moves(0))
    assert len(moves) == 1


def test_gr_t2_then_the_left_neighbour_is_on(at_the_beginning: AtTheBeginning) -> None:
    match = at_the_beginning(chance=["red"])
    match.play(0, "take 1")
    match.play(0, "keep green give 3")
    assert match.actors == (1,)


def test_gr_t3_the_table_says_gracias_for_the_receiver(at_the_beginning: AtTheBeginning) -> None:
    match = at_the_beginning(chance=["red"])
    match.play(0, "take 1")
    match.play(0, "keep green give 3")
    (kind, *details), *_ = match.told
    assert list(match.game.events)[kind] == "gives"
    assert dict(zip(match.game.events["gives"].details, details, strict=True))["to"] == 3
    assert all("Gracias" in match.game.texts[language]["log"]["gives"] for language in ("de", "en"))


def test_gr_k1_nothing_shows_what_others_hide_or_what_is_in_the_pile(at_the_beginning: AtTheBeginning) -> None:
    one, other = at_the_beginning(chance=["red"]), at_the_beginning(chance=["orange"])
    for match in (one, other):
        match.play(0, "take 1")
        match.play(0, "keep green give 1")
    for seat in (1, 2, 3, None):
        assert one.view(seat) == other.view(seat)
        assert one.cells(seat) == other.cells(seat)
    assert one.story == other.story
    assert one.view(0) != other.view(0)


def test_gr_k1_the_pile_is_what_lies_nowhere_else(at_the_beginning: AtTheBeginning) -> None:
    match = at_the_beginning()
    assert match.view(None)["pile"] == 108 - 8 - 12
    match.play(0, "take 1")
    assert match.view(None)["pile"] == 108 - 8 - 12
    match.play(st.CHANCE, "red")
    match.play(0, "keep green give 1")
    assert match.view(None)["pile"] == 108 - 8 - 12


def test_gr_k1_with_six_players_24_cards_never_show_up() -> None:
    match = st.Match("gracias", 6, seed=1)
    while match.view(None)["pass"] == 1:
        pile = match.view(None)["pile"]
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    assert pile == 24
