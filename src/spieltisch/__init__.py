"""Spieltisch: four German table games as exact, fast, honest Python. The names here are a promise.

They are imported when somebody asks for one: a server shows its page before the rules are there.
"""

import importlib as _importlib
import typing as _typing

if _typing.TYPE_CHECKING:
    from spieltisch.api import (
        CHANCE,
        CLOCK,
        GAMES,
        Analysis,
        BadBot,
        BadChance,
        BadLog,
        BadOption,
        BadPosition,
        BadSeats,
        BadTime,
        Entry,
        Match,
        NotOver,
        OtherRules,
        Refusal,
        Refused,
        Result,
        Seen,
        Unknown,
        UnknownGame,
        analyse,
        bot,
    )

__all__ = [
    "CHANCE",
    "CLOCK",
    "GAMES",
    "Analysis",
    "BadBot",
    "BadChance",
    "BadLog",
    "BadOption",
    "BadPosition",
    "BadSeats",
    "BadTime",
    "Entry",
    "Match",
    "NotOver",
    "OtherRules",
    "Refusal",
    "Refused",
    "Result",
    "Seen",
    "Unknown",
    "UnknownGame",
    "analyse",
    "bot",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    api = _importlib.import_module("spieltisch.api")
    globals().update({promised: getattr(api, promised) for promised in __all__})
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
