"""A record is the same to numpy, to the type checker, and to whoever kept one: its fields, their order, their bytes."""

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest
from mypy import api

from spieltisch.games import GAMES
from spieltisch.kernel import Game
from toys.bidding import BIDDING
from toys.heaps import HEAPS

ROOT = Path(__file__).parents[1]
ALL = (*GAMES, BIDDING, HEAPS)

# Snapshots and what goes over the wire are made of these bytes: a layout that changes needs a new version of the rules.
LAYOUTS = {
    "bloeder-sack": (
        "seats<i8 by_time<i8 stage<i8 start<i8 turn<i8 rounds<i8 pile_size<i8 awaited<i8 symbols<i2(4,) "
        "deck|i1(58,) lies|i1(58,) card|i1(5,) laid|i1(5,) owner|i1(5,9) value|i1(5,9) age|i1(5,9) "
        "hand|i1(2,) supply|i1(4,) won|i1(4,) padding|u1(1,) rules<i8"
    ),
    "lobo77": (
        "seats<i8 by_hand<i8 stage<i8 start<i8 turn<i8 direction<i8 owes<i8 played<i8 total<i8 top<i8 "
        "pile_size<i8 receiver<i8 due<i8 undealt<i8 still_in<i8 reshuffles<i8 entries<i8 deck|i1(20,) "
        "chips|i1(8,) left|i1(8,) draws|i1(8,) hand_size|i1(8,) discards|i1(20,) hand|i1(8,20) pile|i1(20,) "
        "padding|u1(4,) rules<i8"
    ),
    "gracias": (
        "seats<i8 stage<i8 this_pass<i8 this_round<i8 big<i8 turn<i8 dealt<i8 scores<i2(3,6) took|i1(2,) "
        "triplets|i1(6,2) opened|i1(6,6) secrets|i1(6,) secret|i1(6,6) pile|i1(6,) displays|i1(6,6) "
        "padding|u1(6,) rules<i8"
    ),
    "blitzgriff": (
        "seats<i8 pace<i8 tasks<i8 german_only<i8 stage<i8 round_now<i8 pass_now<i8 mix<i8 start<i8 turn<i8 "
        "passes<i8 caller<i8 receiver<i8 slot<i8 undealt<i8 thrown<i8 left<i8 puts<i8 points<i2(4,) "
        "order<i2(40,) value|i1(40,) where|i1(40,) whose|i1(40,) at_card|i1(40,) at_field|i1(40,) hand|i1(4,) "
        "parked|i1(4,3) lies|i1(4,3,9,2) can_deal|u1(84,) card|i1(4,3) kind|i1(4,3) target|i1(4,3) "
        "colour|i1(4,3,9) values|u1(4,3,9) other|i1(4,3,9) style|i1(4,3,9) rules<i8"
    ),
    "bidding": (
        "seats<i8 prize<i8 score<i2(4,) left|u1(5,) has_bid|u1(4,) spent|u1(4,5) hand|u1(4,5) chosen|i1(4,) "
        "padding|u1(3,) rules<i8"
    ),
    "heaps": "seats<i8 turn<i8 heaps|i1(3,) padding|u1(5,) rules<i8",
}


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_the_layout_of_a_record_stays(game: Game) -> None:
    assert layout_of(game) == LAYOUTS[game.name]


def layout_of(game: Game) -> str:
    """Name, type and shape of each field, as they lie; `descr` would name any gap between them."""
    return " ".join("".join(map(str, field)).replace(", ", ",") for field in game.state.descr)


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """The lines of a source that the project's type check finds fault with."""
    monkeypatch.chdir(ROOT)  # its settings name folders from here

    def refused(source: str) -> list[str]:
        file = tmp_path / "snippet.py"
        file.write_text(source, encoding="utf-8")
        said, broken, _ = api.run(["--no-error-summary", "--hide-error-context", str(file)])
        assert not broken
        numbers = [int(line.split(":")[1]) for line in said.splitlines() if line.startswith(str(file))]
        return [source.splitlines()[number - 1].strip() for number in sorted(set(numbers))]

    return refused


@pytest.mark.slow
def test_the_type_checker_knows_every_field_and_no_other_and_tells_numbers_from_arrays(
    refused: Callable[[str], list[str]],
) -> None:
    """In one run: it keeps what it has found in one place, and two at a time would be in each other's way."""
    rules = [rule_with(game, uses_of(game, "{}") + uses_of(game, "{}_")) for game in ALL]
    misspelt = [line for game in ALL for line in uses_of(game, "{}_")]
    right = ["s.turn = 1 + s.heaps[s.turn]", "s.heaps[0] += s.rules"]
    wrong = ["s.turn[0] = 1", "s.heaps = 1", "s.turn.sum()", "s.heaps.summ()"]
    rules.append(rule_with(HEAPS, right + wrong).replace("def of_", "def wrong_"))
    assert refused("\n".join(rules)) == misspelt + wrong


def rule_with(game: Game, lines: list[str]) -> str:
    state, name = inspect.get_annotations(game.rules.actors)["s"], game.name.replace("-", "_")
    module = state.__module__
    return "\n    ".join((f"import {module}\ndef of_{name}(s: {module}.{state.__name__}) -> None:", *lines))


def uses_of(game: Game, spelt: str) -> list[str]:
    """Each field written, and each read."""
    names = [spelt.format(name) for name in game.who_sees]
    return [f"s.{name} = s.{name}" for name in names] + [f"print(s.{name})" for name in names]
