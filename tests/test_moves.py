"""Moves are declared: texts, numbers, kinds and arguments come from one place, and no game reckons with numbers."""

import ast
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import spieltisch
from spieltisch.games import GAMES
from spieltisch.kernel import Moves, move, seen_by_receiver
from spieltisch.kernel.log import CLOCK_MOVES
from spieltisch.kernel.moves import NO_ARGUMENT
from toys.bidding import BIDDING
from toys.heaps import HEAPS

TABLES = {
    **{f"{game.name} {what}": table for game in (*GAMES, BIDDING, HEAPS) for what, table in
       (("moves", game.moves), ("outcomes", game.outcomes))},
    "clock": CLOCK_MOVES,
}  # fmt: skip
MOVE_NAMES = {"move", "outcome"}  # how rules call the number of one


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest) -> Moves:
    return TABLES[request.param]


def names_of(table: Moves) -> list[str]:
    """Of the arguments, in the order of `decode`."""
    return list(dict.fromkeys(name for kind in table.patterns.values() for name in kind.arguments))


def test_what_a_number_is_decoded_to_makes_its_text(table: Moves) -> None:
    kinds, names = list(table.patterns), names_of(table)
    for number, text in enumerate(table.texts):
        kind, *places = table.decode(number)
        pattern = table.patterns[kinds[kind]]
        arguments = dict(zip(names, places, strict=True))
        values = {name: argument.values[arguments.pop(name)] for name, argument in pattern.arguments.items()}
        assert pattern.template.format(**values) == text
        assert set(arguments.values()) <= {NO_ARGUMENT}
        assert table.spell(number) == (text, kinds[kind])


def test_numbers_are_the_reverse_of_decode(table: Moves) -> None:
    names, found = names_of(table), []
    for kind, name in enumerate(table.patterns):
        columns = [1 + names.index(argument) for argument in table.patterns[name].arguments]
        for places, number in np.ndenumerate(table.numbers(name)):
            parts = table.decode(int(number))
            assert (parts[0], *(parts[column] for column in columns)) == (kind, *places)
            found.append(number)
    assert found == list(range(len(table)))


def test_a_text_is_read_as_what_it_was_spelled_from(table: Moves) -> None:
    for number, text in enumerate(table.texts):
        assert table.read(text) == number
        others = table.to_others(number)
        assert table.read(table.spell(others).text) == others
        assert table.spell(others).kind == table.spell(number).kind
    assert table.read("no such move") is None


def test_others_see_every_argument_but_those_of_the_receiver() -> None:
    ask = move("ask {who} for {card}", who=range(2), card=seen_by_receiver(["ace", "ten"]))
    table = Moves(ask=ask, end=move("end"))
    assert table.texts == ("ask 0 for ace", "ask 0 for ten", "ask 1 for ace", "ask 1 for ten", "end")
    assert table.texts_to(others=True) == ("ask 0 for ?", "ask 0 for ?", "ask 1 for ?", "ask 1 for ?", "end")
    assert [table.to_others(number) for number in range(len(table))] == [-1, -1, -2, -2, 4]
    assert table.spell(-2) == ("ask 1 for ?", "ask")


def test_a_declaration_that_cannot_be_meant_is_refused() -> None:
    with pytest.raises(TypeError, match=r"'take \{die\}' names \['die'\], but is given values for \['dice'\]"):
        move("take {die}", dice=range(3))
    with pytest.raises(TypeError, match="two moves have the same text"):
        Moves(one=move("{card}", card=["a", "b"]), other=move("b"))


# Nobody reckons with numbers of moves


def game_sources() -> Iterator[Path]:
    for file in (Path(spieltisch.__file__).parent / "games").rglob("*.py"):
        if "tests" not in file.parts:
            yield file


def is_move(node: ast.AST) -> bool:
    return (isinstance(node, ast.Name) and node.id in MOVE_NAMES) or (
        isinstance(node, ast.Attribute) and node.attr in MOVE_NAMES
    )


def reckons(node: ast.AST) -> bool:
    """Does it add to a move's number, look whether it is larger, or take it for the place of something else?"""
    match node:
        case ast.BinOp(left=left, right=right):
            return is_move(left) or is_move(right)
        case ast.AugAssign(target=target, value=value):
            return is_move(target) or is_move(value)
        case ast.Compare(left=left, ops=ops, comparators=others):
            by_name = all(isinstance(op, ast.In | ast.NotIn) for op in ops)  # of a text
            return not by_name and any(map(is_move, (left, *others)))
        case ast.Subscript(slice=ast.Tuple(elts=places)):
            return any(map(is_move, places))
        case ast.Subscript(slice=place):
            return is_move(place)
    return False


def reckoning(source: str) -> list[str]:
    return [ast.unparse(node) for node in ast.walk(ast.parse(source)) if reckons(node)]


def test_no_game_reckons_with_numbers_of_moves() -> None:
    found = {str(file): lines for file in game_sources() if (lines := reckoning(file.read_text(encoding="utf-8")))}
    assert not found


@pytest.mark.parametrize(
    "line",
    ["(move - PUT) // FIELDS", "move < PUT", "outcome >= KINDS", "row.move != DRAW", "move += 1", "s.hand[seat, move]"],
)
def test_it_would_be_found(line: str) -> None:
    assert reckoning(line)
