"""Every rule of every rulebook is cited where it is done and has a test of its own; rulings are marked as ours."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from spieltisch.games import GAMES
from spieltisch.kernel import Game

OTHERWISE = {"story.py", "bot.py", "guided.py", "gallery.py"}  # they tell of rules, or play by them, and do none
RULE = re.compile(r"^\*\*([A-Z]+-[A-Z]\d+[a-z]?)\*\*", re.MULTILINE)
RULING = re.compile(r"^\| ([A-Z]+-[A-Z]\d+[a-z]?) \| \S.* \| \S.* \|$", re.MULTILINE)


def rulebooks(game: Game) -> dict[str, str]:
    """By language."""
    return {file.suffixes[0]: file.read_text(encoding="utf-8") for file in sorted(game.folder.glob("rulebook.*.md"))}


def rules() -> list[tuple[Game, str]]:
    return [(game, rule) for game in GAMES for rule in RULE.findall(rulebooks(game)[".de"])]


@cache
def cited(game: Game) -> set[str]:
    """In comments and docstrings of the code that does it."""
    files = [file for file in game.folder.rglob("*.py") if "tests" not in file.parts and file.name not in OTHERWISE]
    said = " ".join(text for file in files for text in (*docstrings(file), *comments(file)))
    return set(re.findall(r"\b[A-Z]+-[A-Z]\d+[a-z]?\b", said))


def docstrings(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def comments(file: Path) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(file.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


@cache
def rules_with_tests(game: Game) -> set[str]:
    """By the names of tests: `test_lo_t7a_…` is LO-T7a's."""
    tests = " ".join(file.read_text(encoding="utf-8") for file in (game.folder / "tests").glob("test_*.py"))
    return set(re.findall(r"def test_([a-z]+_[a-z]\d+[a-z]?)_", tests))


@pytest.mark.parametrize(("game", "rule"), rules(), ids=lambda one: one if isinstance(one, str) else "")
def test_a_rule_is_cited_where_it_is_done_and_has_a_test_named_by_it(game: Game, rule: str) -> None:
    assert rule in cited(game), f"nothing in {game.folder.name}/ says that it does {rule}"
    name = rule.lower().replace("-", "_")
    assert name in rules_with_tests(game), f"{game.folder.name}/tests has no test_{name}_…"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rulings_are_marked_as_ours_in_every_language(game: Game) -> None:
    """At the end of each rulebook: what was open, how we decide. What we added to a rule has its id and a letter."""
    books = rulebooks(game)
    ruled = {language: RULING.findall(book) for language, book in books.items()}
    assert len(books) >= 2
    for language, book in books.items():
        written = RULE.findall(book)
        assert ruled[language] == ruled[".de"]
        assert {rule for rule in written if rule[-1].isalpha()} <= set(ruled[language]) <= set(written)
        assert len(RULING.findall(book.rpartition("\n## ")[2])) == len(ruled[language]) > 0
