"""BS-M3a Decks of one's own: as an option that a log keeps, and as a file whose mistakes are named with their line."""

import pytest

import spieltisch as st
from spieltisch.games.bloeder_sack import GAME
from spieltisch.games.bloeder_sack.conditions import CARDS
from spieltisch.games.bloeder_sack.deck import DECK, STANDARD_DECK

OWN = "letzte-4*1 summe*2 nicht-3*2 summe-unter-15*1 gerade*1 gleiche*2"
OWN_SPELLED = "gerade*1 gleiche*2 letzte-4*1 summe*2 nicht-3*2 summe-unter-15*1"
FILE = """\
# Our deck
[cards]
summe = 2
gerade = 1

nicht-3 = 2
gleiche = 1
letzte-4 = 1
"""


def test_the_usual_deck_is_the_default() -> None:
    for options in ({}, {"deck": ""}, {"deck": "standard"}):
        assert st.Match("bloeder-sack", 2, options).options["deck"] == "standard"
    whole = " ".join(f"{card}*{symbols}" for card, symbols in STANDARD_DECK.items())
    assert st.Match("bloeder-sack", 2, {"deck": whole}).options["deck"] == "standard"


def test_bs_m3a_a_deck_of_ones_own_has_one_spelling_and_these_cards() -> None:
    m = st.Match("bloeder-sack", 2, {"deck": OWN}, chance=["start 0"])
    assert m.options["deck"] == OWN_SPELLED
    assert set(m.moves(st.CHANCE)) == {card.split("*")[0] for card in OWN.split()}


def test_its_symbols_count() -> None:
    cards = ["summe", "gerade", "nicht-3", "letzte-4", "summe-unter-15"]
    position = {"seats": 2, "cards": cards, "won": [["gleiche"], []], "options": {"deck": OWN}}
    m = st.Match.at("bloeder-sack", position, chance="manual")
    assert m.view(None)["symbols"] == [2, 0]


def test_a_saved_match_needs_no_file() -> None:
    m = st.Match("bloeder-sack", 2, {"deck": OWN}, seed=1)
    while not m.over:
        seat = m.actors[0]
        m.play(seat, m.moves(seat)[-1])
    again = st.Match.from_json(m.to_json())
    assert again._states.tobytes() == m._states.tobytes()
    assert again.options == m.options


def test_the_smallest_and_the_largest_deck_play_to_the_end() -> None:
    for cards in (CARDS[:5], CARDS):
        m = st.Match("bloeder-sack", 3, {"deck": " ".join(f"{card}*2" for card in cards)}, seed=1)
        while not m.over:
            seat = m.actors[0]
            m.play(seat, m.moves(seat)[0])


@pytest.mark.parametrize(
    ("deck", "wrong"),
    [
        ("summe*1 gerade*1 nicht-3*2 gleiche*1", "at least 5"),
        ("summe*1 gerade*1 nicht-3*2 gleiche*1 gleiche*2", "twice"),
        ("summe*3 gerade*1 nicht-3*2 gleiche*1 ungerade*1", "1 or 2"),
        ("summe*0 gerade*1 nicht-3*2 gleiche*1 ungerade*1", "1 or 2"),
        ("summe*٢ gerade*1 nicht-3*2 gleiche*1 ungerade*1", "'summe"),
        ("summe gerade nicht-3 gleiche ungerade", "'summe'"),
        ("sume*1 gerade*1 nicht-3*2 gleiche*1 ungerade*1", "'sume'"),
        ("summe*1  gerade*1 nicht-3*2 gleiche*1 ungerade*1", "''"),
        ("x" * 100_000, "xxx"),
        ("summe*" + "9" * 5000, "1 or 2"),
        ("/etc/passwd", "passwd"),
    ],
)
def test_bs_m3a_what_is_no_deck_is_refused_in_words(deck: str, wrong: str) -> None:
    with pytest.raises(st.BadOption, match=wrong) as refused:
        st.Match("bloeder-sack", 2, {"deck": deck})
    assert len(str(refused.value)) < 1500


@pytest.mark.parametrize("deck", [None, 5, ["summe"], {"summe": 1}])
def test_a_deck_is_a_text(deck: object) -> None:
    with pytest.raises(st.BadOption, match="text"):
        st.Match("bloeder-sack", 2, {"deck": deck})  # type: ignore[dict-item]


# Files


def test_a_file_is_read_like_the_games_own() -> None:
    assert DECK.read(FILE) == "gerade*1 gleiche*1 letzte-4*1 summe*2 nicht-3*2"
    assert DECK.read((GAME.folder / "cards.toml").read_text(encoding="utf-8")) == "standard"


def changed(old: str, new: str) -> str:
    assert old in FILE
    return FILE.replace(old, new)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (changed("nicht-3", "nicht-7"), "line 6: there is no condition 'nicht-7'"),
        (changed("nicht-3 = 2", "nicht-3 = 3"), "line 6: .* 1 or 2 sack symbols, not 3"),
        (changed("nicht-3 = 2", 'nicht-3 = "2"'), "line 6: .* not '2'"),
        (changed("nicht-3 = 2", "nicht-3 = true"), "line 6: .* not True"),
        (changed("nicht-3 = 2", "gerade = 2"), "line 6: the card gerade is there already, in line 4"),
        (changed("nicht-3 = 2", "nicht-3 = "), "line 6"),
        (changed("nicht-3 = 2", "nicht-3"), "line 6"),
        (changed("nicht-3 = 2\n", ""), "line 2: a deck has at least 5 cards, not 4"),
        (changed("[cards]", "[kards]"), "line 2: .* not 'kards'"),
        (changed("# Our deck", "name = 'x'"), "line 1: .* not 'name'"),
        (changed("[cards]", ""), "line 3: "),
        ("", "line 1: "),
        ("cards = 5", "line 1: "),
        ("[" * 5000, "not readable"),
    ],
)
def test_bs_m3a_a_mistake_in_a_file_is_named_with_its_line(text: str, wrong: str) -> None:
    with pytest.raises(st.BadOption, match=wrong):
        DECK.read(text)
