"""Texts are complete in every language; the rulebooks have every rule; the README is true."""

import doctest
import re
from pathlib import Path

import pytest

from spieltisch.games import GAMES
from spieltisch.kernel import Game
from spieltisch.kernel.game import LANGUAGES, load_texts
from toys.bidding import BIDDING
from toys.heaps import HEAPS

ROOT = Path(__file__).parent.parent
SOURCES = [*(game.folder / "texts" for game in (*GAMES, BIDDING, HEAPS)), *sorted((ROOT / "src").rglob("texts"))]


def keys(texts: object, path: str = "") -> set[str]:
    """Every key, and the names that each text fills in."""
    if isinstance(texts, dict):
        return set().union(*(keys(value, f"{path}/{key}") for key, value in texts.items()))
    return {f"{path} {sorted(set(re.findall(r'{[a-z_]+}', str(texts))))}"}


@pytest.mark.parametrize("folder", SOURCES, ids=lambda folder: folder.parent.name)
def test_texts_are_the_same_in_every_language(folder: Path) -> None:
    texts = load_texts(folder)
    assert keys(texts["de"]) == keys(texts["en"])


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
            assert set(re.findall(r"{([a-z_]+)}", words)) <= set(game.events[key].details), key


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_id_in_a_sentence_has_words_or_is_a_number(game: Game) -> None:
    for language in LANGUAGES:
        texts = game.texts[language]
        for key, kind in game.events.items():
            for name, detail in kind.details.items():
                if f"{{{name}}}" in texts["log"][key]:
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
def test_the_rulebooks_have_the_same_rules(game: Game) -> None:
    german, english = (re.findall(r"^\*\*([A-Z]+-\w+)\*\*", game.rulebook(lang), re.MULTILINE) for lang in LANGUAGES)
    assert german == english


@pytest.mark.parametrize(("page", "examples"), [("README.md", 3), ("docs/api.md", 30)])
def test_the_examples_run(page: str, examples: int) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried > examples
    assert failed == 0


def pages() -> list[Path]:
    return [page for folder in (".", "docs", "web", ".github") for page in sorted((ROOT / folder).glob("*.md"))]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_points_to_is_there(page: Path) -> None:
    targets = re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_front_door_leads_to_every_rulebook() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for game in GAMES:
        for lang in LANGUAGES:
            assert f"{game.folder.relative_to(ROOT)}/rulebook.{lang}.md" in readme


def test_the_picture_of_the_table_is_small() -> None:
    assert 10_000 < (ROOT / "docs" / "table.webp").stat().st_size < 150_000


def test_the_guides_code_is_the_toys() -> None:
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    toy = (ROOT / "tests" / "toys" / "bidding.py").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    assert len(blocks) > 3
    for block in blocks:
        assert block in toy
