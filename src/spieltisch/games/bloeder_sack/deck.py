"""BS-M3, BS-M3a Decks: the 27 cards, or one of the owner's own, as one line of text and as a file."""

import re
import tomllib
from pathlib import Path

from spieltisch.games.bloeder_sack.conditions import CARDS
from spieltisch.kernel import FreeOption
from spieltisch.kernel.errors import BadOption, is_whole, shown

STANDARD = "standard"
FEWEST = 5
SYMBOLS = (1, 2)
LONGEST_LINE = 2000

Deck = dict[str, int]  # condition → sack symbols


# A line: wuerfel*1 meiste-1*2 …


def check(text: str) -> str:
    """One spelling for each deck: in the order of conditions.toml, and the usual one by its name."""
    if text in ("", STANDARD):
        return STANDARD
    deck: Deck = {}
    for word in text[:LONGEST_LINE].split(" "):
        card, star, symbols = word.partition("*")
        if not star or not symbols.isascii() or not symbols.isdecimal():
            raise BadOption(f"a deck is {STANDARD!r} or cards like 'summe*1', not {shown(word)}")
        check_card(card, int(symbols[:3]), "deck")
        if card in deck:
            raise BadOption(f"deck: the card {card} is there twice")
        deck[card] = int(symbols)
    return line_of(check_size(deck, "deck"))


def line_of(deck: Deck) -> str:
    return STANDARD if deck == STANDARD_DECK else " ".join(f"{card}*{deck[card]}" for card in CARDS if card in deck)


def numbers(text: str) -> list[int]:
    """The symbols of every card there could be; 0: not in this deck."""
    if text == STANDARD:
        return [STANDARD_DECK.get(card, 0) for card in CARDS]
    deck = dict(word.split("*") for word in text.split(" "))
    return [int(deck.get(card, 0)) for card in CARDS]


# A file, like cards.toml


def read(text: str) -> str:
    return line_of(read_deck(text))


def read_deck(text: str) -> Deck:
    """What is wrong is said with its line."""
    check_once(text)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadOption(f"not readable: {error}") from None
    except RecursionError:
        raise BadOption("not readable: too deeply nested") from None
    for name in content:
        if name != "cards":
            raise BadOption(f"{line_with(name, text)}: a deck has a part [cards] and nothing else, not {shown(name)}")
    deck = content.get("cards")
    if not isinstance(deck, dict):
        raise BadOption("line 1: a deck has a part [cards] with a line for each card, such as: summe = 1")
    for card, symbols in deck.items():
        check_card(card, symbols, line_with(card, text))
    return check_size(deck, line_with("cards", text))


def check_once(text: str) -> None:
    """Each condition once: said better than by the file's format."""
    seen: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        named = re.match(r'\s*["\']?([\w-]+)["\']?\s*=', line)
        if named and named[1] in seen:
            raise BadOption(f"line {number}: the card {named[1]} is there already, in line {seen[named[1]]}")
        if named:
            seen[named[1]] = number


def line_with(word: str, text: str) -> str:
    """Where it stands as a name; else where it stands at all."""
    lines = text.splitlines()
    for pattern in (rf'\s*\[?\s*["\']?{re.escape(word)}["\']?\s*[=\].]', rf".*{re.escape(word)}"):
        for number, line in enumerate(lines, start=1):
            if re.match(pattern, line):
                return f"line {number}"
    return "line 1"


# Both


def check_card(card: str, symbols: object, where: str) -> None:
    """BS-M3a One of the conditions there are, also those that the usual deck has not."""
    if card not in CARDS:
        raise BadOption(f"{where}: there is no condition {shown(card)}; there are: {', '.join(CARDS)}")
    if not is_whole(symbols) or symbols not in SYMBOLS:
        raise BadOption(f"{where}: the card {card} has 1 or 2 sack symbols, not {shown(symbols)}")


def check_size(deck: Deck, where: str) -> Deck:
    """BS-M3a"""
    if len(deck) < FEWEST:
        raise BadOption(f"{where}: a deck has at least {FEWEST} cards, not {len(deck)}")
    return deck


STANDARD_DECK = read_deck((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))
DECK = FreeOption(STANDARD, check, numbers, read)
