"""Texts are complete in every language; the rulebooks have every rule; the README is true."""

import doctest
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from spieltisch.games import GAMES
from spieltisch.kernel import Game
from spieltisch.kernel.languages import FOLDER, LANGUAGES, fill
from spieltisch.server.previews import language_of
from toys.bidding import BIDDING
from toys.heaps import HEAPS

ROOT = Path(__file__).parent.parent
RULE = re.compile(r"^\*\*([A-Z]+-\w+)\*\*", re.MULTILINE)
RULING = re.compile(r"^\| ([A-Z]+-\w+) \|", re.MULTILINE)
PICTURE = re.compile(r"\]\(([a-z]+:[^ )]+)")
TOYS = [BIDDING.folder / "texts", HEAPS.folder / "texts"]
SOURCES = [FOLDER, ROOT / "web/src/texts", *(game.folder / "texts" for game in GAMES), *TOYS]


def texts_in(texts: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its path. A list of words is one: it may be longer in another language."""
    if isinstance(texts, dict):
        for key, value in texts.items():
            yield from texts_in(value, f"{path}/{key}")
    else:
        yield path, texts if isinstance(texts, str) else ""


def blanks_in(message: str) -> set[str]:
    """What an ICU message fills in. Braces alternate: those of an argument, those of a text within it, and so on."""
    found, depth = set(), 0
    for brace, name in re.findall(r"([{}])\s*(\w*)", message):
        if brace == "{" and depth % 2 == 0:
            found.add(name)
        depth += 1 if brace == "{" else -1
    assert depth == 0, message
    return found


@pytest.mark.parametrize("folder", SOURCES, ids=lambda folder: folder.parent.name)
def test_texts_are_the_same_in_every_language(folder: Path) -> None:
    books = {file.stem: dict(texts_in(json.loads(file.read_text(encoding="utf-8")))) for file in folder.glob("*.json")}
    if folder not in TOYS:
        assert set(books) == set(LANGUAGES)
    for language, book in books.items():
        assert {key: blanks_in(text) for key, text in book.items()} == {
            key: blanks_in(text) for key, text in books["de"].items()
        }, language


def test_messages_are_worded_as_a_language_counts() -> None:
    assert blanks_in("{n, plural, one {Karte {x}} other {# Karten}} {y}") == {"n", "x", "y"}
    text = "{n, plural, one {# carte} other {# cartes}}"
    assert [fill(text, language, {"n": n}) for language in ("fr", "en") for n in (0, 1)] == [
        "0 carte", "1 carte", "0 cartes", "1 carte",
    ]  # fmt: skip
    assert fill("{a} {n}", "de", {"a": ["x"], "n": 1234}) == "['x'] 1.234"
    assert fill("„{n}“", "de", {}) == "„{n}“"


@pytest.mark.parametrize("folder", SOURCES[:-2], ids=lambda folder: folder.parent.name)
def test_french_sets_its_marks_apart(folder: Path) -> None:
    for key, text in texts_in(json.loads((folder / "fr.json").read_text(encoding="utf-8"))):
        assert not re.search(r"[^\u00a0\u202f(][;:!?»](?![\w/])|«[^\u00a0]", text), key


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "de"),
        ("*", "de"),
        ("de-AT,de;q=0.9", "de"),
        ("fr-CA,en;q=0.5", "fr"),
        ("ja, en-US;q=0.5", "en"),
        ("ja", "en"),
    ],
)
def test_who_asks_for_no_language_reads_german_and_for_none_of_ours_english(accepted: str, language: str) -> None:
    assert language_of(accepted) == language


@pytest.mark.parametrize("game", [*GAMES, BIDDING, HEAPS], ids=lambda game: game.name)
def test_every_reason_is_worded(game: Game) -> None:
    for language in LANGUAGES:
        reasons = {reason.name for reason in game.reasons[1:]}
        assert reasons == set(game.texts[language]["refusals"])


@pytest.mark.parametrize("game", [*GAMES, BIDDING, HEAPS], ids=lambda game: game.name)
def test_every_event_is_worded_by_its_details(game: Game) -> None:
    for language in LANGUAGES:
        texts = game.texts[language]
        assert set(texts["log"]) == set(game.events)
        for key, words in [*texts["log"].items(), *texts.get("log_you", {}).items()]:
            assert blanks_in(words) <= set(game.events[key].details), key


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_id_in_a_sentence_has_words_or_is_a_number(game: Game) -> None:
    for language in LANGUAGES:
        texts = game.texts[language]
        for key, kind in game.events.items():
            for name, detail in kind.details.items():
                if name in blanks_in(texts["log"][key]):
                    worded = {**texts.get("cards", {}), **texts.get("values", {}).get(detail.type, {})}
                    assert [one for one in detail.ids if one not in worded and not one.isdecimal()] == [], (key, name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_says_in_a_sentence_what_it_is_about(game: Game) -> None:
    for language in LANGUAGES:
        about = game.texts[language]["about"]
        assert about.endswith(".")
        assert 20 < len(about) < 80


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_and_value_is_worded(game: Game) -> None:
    for language in LANGUAGES:
        options = game.texts[language]["options"]
        free = {name: (option.default,) for name, option in game.free_options.items()}
        assert {name: tuple(option["values"]) for name, option in options.items()} == {**game.options, **free}
        assert all(options[name]["other"] for name in free)
        assert all(option["help"] and option["name"] for option in options.values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_cited_is_in_the_rulebook(game: Game, language: str) -> None:
    prefix = game.reasons[1].rule.split("-")[0]
    cited = {
        rule
        for file in game.folder.rglob("*.py")
        for rule in re.findall(rf"{prefix}-[A-Z]\d+[a-z]?", file.read_text(encoding="utf-8"))
    }
    written = set(re.findall(rf"^\*\*({prefix}-[A-Z]\d+[a-z]?)\*\*", game.rulebook(language), re.MULTILINE))
    assert cited <= written
    assert len(written) > 10


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rulebooks_have_the_same_rules_rulings_and_pictures(game: Game) -> None:
    written = {file.suffixes[0][1:]: file.read_text(encoding="utf-8") for file in game.folder.glob("rulebook.*.md")}
    assert set(written) == set(LANGUAGES)
    for what in (RULE, RULING, PICTURE):
        assert all(what.findall(text) == what.findall(written["de"]) for text in written.values())


@pytest.mark.parametrize(("page", "examples"), [("README.md", 3), ("docs/api.md", 30)])
def test_the_examples_run(page: str, examples: int) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried > examples
    assert failed == 0


def pages() -> list[Path]:
    return [
        page
        for folder in (".", "docs", "web", ".github", "examples/maexchen")
        for page in sorted((ROOT / folder).glob("*.md"))
    ]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_points_to_is_there(page: Path) -> None:
    targets = re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_front_door_leads_to_every_rulebook() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for game in GAMES:
        for book in game.folder.glob("rulebook.*.md"):
            assert str(book.relative_to(ROOT)) in readme


def test_the_picture_of_the_table_is_small() -> None:
    assert 10_000 < (ROOT / "docs" / "table.webp").stat().st_size < 150_000


def test_the_guides_code_is_the_examples() -> None:
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    files = [file for file in (ROOT / "examples").rglob("*") if file.suffix in {".js", ".json", ".py", ".toml"}]
    example = "\0".join(file.read_text(encoding="utf-8") for file in files)
    blocks = re.findall(r"```(?:js|json|python|toml)\n(.*?)```", guide, re.DOTALL)
    assert len(blocks) > 10
    for block in blocks:
        assert block in example
    assert guide.count("\n") <= 300
