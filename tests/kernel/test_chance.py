"""The stream of docs/fairness.md, against the vectors on that page and a second implementation."""

import hashlib
import hmac
import random
from pathlib import Path

import pytest

import spieltisch as st
from spieltisch.kernel.chance import Scripted, Seeded, context, source_from_json

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")


def table_rows(heading: str) -> list[list[str]]:
    """The rows of the page's table whose header begins so."""
    lines = PAGE.split(heading)[1].splitlines()[2:]
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def source(key: str, text: str) -> Seeded:
    return Seeded(bytes.fromhex(key), b"" if text == "(empty)" else bytes.fromhex(text))


def test_words_of_the_page() -> None:
    rows = table_rows("| key (hex) | context (hex) | word 0")
    assert len(rows) == 3
    for key, text, *words in rows:
        stream = source(key, text)
        assert [f"{stream._replace(used=index).word()[0]:016x}" for index in (0, 1, 4)] == words


def test_numbers_of_the_page() -> None:
    rows = table_rows("| key (hex) | context (hex) | n | the first")
    assert len(rows) == 6
    for key, text, n, numbers in rows:
        stream = source(key, text)
        for number in map(int, numbers.split()):
            drawn, stream = stream.below(int(n))
            assert drawn == number


def test_rejected_words_of_the_page() -> None:
    rows = table_rows("| key (hex) | context (hex) | n | number")
    assert len(rows) == 3
    for key, text, n, number, used in rows:
        drawn, stream = source(key, text).below(int(n))
        assert (drawn, stream.used) == (int(number), int(used))


def test_contexts_of_the_page() -> None:
    assert context("t7", [b"\x01\x02", b"abc"]).hex() == table_rows("| table id")[0][2]
    assert context("", []).hex() == table_rows("| table id")[1][2]
    assert context("t", [b""]).hex() == table_rows("| table id")[2][2]


def test_the_deal_of_the_page() -> None:
    moves = PAGE.split("Chance's first moves are `")[1].split("`")[0].split(", ")
    assert [entry.move for entry in st.Match("lobo77", seats=4, seed=7).log] == moves


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 128])
def test_blocks_are_hmacs_whatever_the_key(length: int) -> None:
    key, text = bytes(range(length)), b"context"
    for number in (0, 1, 2**40):
        expected = hmac.new(key, text + number.to_bytes(8, "big"), hashlib.sha256).digest()
        assert Seeded(key, text).make_block(number) == expected


def test_a_second_reading_of_the_page() -> None:
    """The same stream, written straight from the words of the page."""
    key, text = b"secret", b"context"
    stream = b"".join(hmac.new(key, text + n.to_bytes(8, "big"), hashlib.sha256).digest() for n in range(50))
    words = [int.from_bytes(stream[at : at + 8], "big") for at in range(0, len(stream), 8)]
    rng, seeded, at = random.Random(1), Seeded(key, text), 0
    for _ in range(100):
        weights = [rng.randrange(4) for _ in range(6)] + [1]
        n = sum(weights)
        while words[at] >= 2**64 // n * n:
            at += 1
        number = words[at] % n
        at += 1
        expected = [outcome for outcome, weight in enumerate(weights) for _ in range(weight)][number]
        outcome, seeded = seeded.next(weights)
        assert outcome == expected


@pytest.mark.parametrize("entropies", [[b"ab", b"c"], [b"a", b"bc"], [b"abc"], [b"abc", b""], [b"", b"abc"]])
def test_nothing_can_be_shifted_between_the_parts(entropies: list[bytes]) -> None:
    others = [[b"ab", b"c"], [b"a", b"bc"], [b"abc"], [b"abc", b""], [b"", b"abc"]]
    assert [context("t", other) for other in others].count(context("t", entropies)) == 1


def test_every_number_is_about_equally_likely() -> None:
    stream, counts = Seeded(b"even"), [0] * 6
    for _ in range(6000):
        number, stream = stream.below(6)
        counts[number] += 1
    assert all(880 < count < 1120 for count in counts)


def test_a_script_plays_chance_and_then_leaves_it_to_the_caller() -> None:
    match = st.Match("lobo77", seats=2, chance=["start 1", "5", "5", "5", "10"])
    assert [entry.move for entry in match.log] == ["start 1", "5", "5", "5", "10"]
    assert match.actors == (st.CHANCE,)
    match.play(st.CHANCE, "76")
    assert match.log_seen_by(1)[-1].move == "76"
    assert match.log_seen_by(0)[-1].move == "?"


def test_a_script_that_cannot_happen_is_refused_and_changes_nothing() -> None:
    with pytest.raises(st.BadChance, match="'start 2' cannot happen"):
        st.Match("lobo77", seats=2, chance=["start 2"])
    match = st.Match.at("lobo77", {"seats": 2, "hands": [["5"], ["10"]]}, chance=["start 0"])
    before = match.to_json()
    with pytest.raises(st.BadChance):
        match.play(0, "5")
    assert match.to_json() == before


@pytest.mark.parametrize("seed", [1.5, "7", True, [], 2**2000, b"x" * 2000])
def test_bad_seeds(seed: object) -> None:
    with pytest.raises(st.BadChance, match="a seed is"):
        st.Match("lobo77", seats=2, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("chance", ["auto", 5, [1], {"a": 1}])
def test_bad_sources(chance: object) -> None:
    with pytest.raises(st.BadChance, match="'manual' or a list"):
        st.Match("lobo77", seats=2, chance=chance)  # type: ignore[arg-type]


def test_seed_and_chance_together_are_refused() -> None:
    with pytest.raises(st.BadChance, match="either"):
        st.Match("lobo77", seats=2, seed=1, chance="manual")


def test_without_a_seed_matches_differ() -> None:
    assert st.Match("lobo77", seats=8).log != st.Match("lobo77", seats=8).log


@pytest.mark.parametrize("played", [Seeded(b"k", b"c", 7), Scripted(("5",)), Scripted()])
def test_sources_survive_saving(played: Seeded | Scripted) -> None:
    assert source_from_json(played.to_json()) == played
