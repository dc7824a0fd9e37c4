"""What people are called at a table: short, to be seen, no two alike. At public tables names come from a list.

Which characters show nothing, and which look like which, is told by Unicode's own tables (UAX #31, UTS #39).
"""

import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import regex
from confusable_homoglyphs.confusables import confusables_data
from idna import valid_contextj

LONGEST = 16  # of what readers take for one letter, whatever its script
MOST_MARKS, MOST_ACCENTS = 4, 2  # above and below one letter; accents: those that go with any letter
LISTED = tuple((Path(__file__).parent / "names.txt").read_text(encoding="utf-8").split())

COMPOSED = regex.compile(r"[^\u0E33\u0EB3]+")  # all but the vowel AM, whose parts Thai and Lao do not write
CLUSTER = regex.compile(r"\X")
PICTURE = r"\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?"
EMOJI = regex.compile(rf"{PICTURE}(?:\u200D{PICTURE})*|\p{{Regional_Indicator}}{{2}}|[0-9#*]\uFE0F\u20E3")
JOINER = regex.compile(r"[\u200C\u200D]")
BLANK = r"\u2800\uFFFC\U00013441\U00013442\U0001D159"  # empty, though Unicode takes them for letters or signs
HIDDEN = regex.compile(
    rf"[^ \u200C\u200D\p{{XID_Continue}}\p{{N}}\p{{P}}\p{{S}}]"
    rf"|[\p{{Default_Ignorable_Code_Point}}--[\u200C\u200D]]|[{BLANK}]",
    regex.V1,
)
PILED = regex.compile(
    rf"(?:^| )\p{{M}}|\p{{M}}{{{MOST_MARKS + 1}}}|(\p{{M}})\1"
    rf"|\p{{InCombining_Diacritical_Marks}}{{{MOST_ACCENTS + 1}}}"
)
IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}")
BESIDES = regex.compile(r"[^\p{L}\p{M}\p{N}]+")
DIRECTION = "\u200e"  # the table has it around what is written from right to left


def clean(name: str) -> str:
    """In the usual form, without outer blanks, cut where a letter ends."""
    composed = COMPOSED.sub(lambda run: unicodedata.normalize("NFKC", run[0]), name)
    return "".join(CLUSTER.findall(" ".join(composed.split()))[:LONGEST]).strip()


def flaw(name: str) -> str | None:
    """Why a clean name will not do, whoever else is here."""
    text = EMOJI.sub("x", name)
    if not HIDDEN.sub("", JOINER.sub("", text)).strip():
        return "bad_name"
    if HIDDEN.search(text) or not all(is_needed(text, found.start()) for found in JOINER.finditer(text)):
        return "name_hidden"
    return "name_marks" if PILED.search(text) else None


def is_needed(text: str, joiner: int) -> bool:
    """In Persian or Sinhala, for instance, joiners change what is seen (RFC 5892, A.1 and A.2); elsewhere they hide."""
    try:
        return valid_contextj(text, joiner)
    except ValueError:  # beside a letter that is newer than Python's tables
        return False


def like(name: str, others: Iterable[str]) -> str | None:
    """The one for which it would be mistaken: "Oma" and "oma ", or a Cyrillic О in it."""
    looks = looks_of(name)
    return next((other for other in others if looks & looks_of(other)), None)


def looks_of(name: str) -> set[str]:
    """As it is written and in small letters: I looks like l, and i does not."""
    letters = BESIDES.sub("", name) or name
    return {skeleton(letters), skeleton(letters.casefold())}


def skeleton(text: str) -> str:
    """UTS #39, 4: two texts that look the same have the same."""
    seen = IGNORED.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", "".join(prototypes().get(letter, letter) for letter in seen))


@cache
def prototypes() -> dict[str, str]:
    """What each letter is drawn like; a prototype is drawn like itself."""
    once = {shape: prototype(shape) for shape in alike() if len(shape) == 1}
    return {shape: "".join(once.get(letter, letter) for letter in drawn) for shape, drawn in once.items()}


def prototype(shape: str) -> str:
    """The library lists likeness both ways: many shapes are like one prototype, and that is like many."""
    others = alike()[shape]
    if len(others) > 1:
        return shape
    (other,) = others
    is_pair = alike()[other] == [shape]
    return max(shape, other, key=lambda one: (len(one), one)) if is_pair else other


@cache
def alike() -> dict[str, list[str]]:
    return {
        shape.strip(DIRECTION): sorted({entry["c"].strip(DIRECTION) for entry in entries})
        for shape, entries in confusables_data.items()
    }


def first_free(others: Iterable[str]) -> str:
    taken = list(others)
    return next(name for name in LISTED if like(name, taken) is None)
