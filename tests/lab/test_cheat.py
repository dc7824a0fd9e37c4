"""One player of the lab sees everything: nobody else may, and nobody may meet it at a table."""

import pytest

import spieltisch as st
from spieltisch import bots
from spieltisch.kernel import Match
from spieltisch.lab.players import CHEAT, PLAYERS, everything, player
from spieltisch.lab.playing import play_match
from test_floors import MODULES, part_of, parts_imported
from toys.bidding import BIDDING


def after_a_bid(card: int, prize: int = 5) -> Match:
    """Seat 0 has chosen, face down."""
    match = Match(BIDDING, 2, chance=[f"prize {prize}"])
    match.play(0, f"bid {card}")
    return match


def test_it_sees_what_lies_face_down() -> None:
    match = after_a_bid(4)
    assert match.seen(1).state[0].chosen[0] == 0
    assert everything(match, 1).state[0].chosen[0] == 4


@pytest.mark.parametrize("seed", range(5))
def test_it_knows_what_to_do_about_it(seed: int) -> None:
    assert player(CHEAT, seed)(after_a_bid(4), 1) == "bid 5"


def test_looking_changes_nothing() -> None:
    match = after_a_bid(3)
    before = match.last.after.tobytes()
    player(CHEAT, 1)(match, 1)
    assert match.last.after.tobytes() == before


def test_the_others_are_fed_with_what_their_seat_sees() -> None:
    """Other cards face down, the same choice."""
    for name in bots.BOTS:
        assert len({player(name, 7)(after_a_bid(card), 1) for card in range(1, 6)}) == 1


def test_a_match_is_played_in_the_order_the_game_says() -> None:
    match = play_match(BIDDING, [player("random", 1), player("careful", 2), player("random", 3)], seed=4)
    assert match.over
    assert match.log == play_match(BIDDING, [player("random", 1), player("careful", 2), player("random", 3)], 4).log


# Never at a table


def test_no_bot_cheats() -> None:
    assert CHEAT in PLAYERS
    assert CHEAT not in bots.BOTS
    with pytest.raises(st.BadBot):
        st.bot(CHEAT)


def test_only_the_program_knows_the_lab() -> None:
    """No table, no server, no client, no bot."""
    knowing = {part_of(file) for file in MODULES if "lab" in parts_imported(file.read_text(encoding="utf-8"))}
    assert knowing == {"lab", "matches"}
